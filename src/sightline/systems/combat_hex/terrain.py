"""What of a board the clauses of sight ask for: who stands where, hills, printed lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.board import Border
from sightline.lattice import Cell
from sightline.rules import Position, Site, TerrainMask
from sightline.systems.combat_hex.pieces import DOTTED_LINE, RED_LINE, warrior_of


def warriors(position: Position) -> Mapping[Site, str]:
    """Give the hexes of all warriors, with their names."""
    return {cell: piece.name for piece in position.pieces.values() for cell in piece.cells}


def mounted(position: Position) -> Mapping[Site, str]:
    """Give the hexes of mounted warriors, with their names."""
    pieces = position.pieces
    return {cell: name for cell, name in position.mask(warriors).items() if warrior_of(pieces[name]).mounted}


def foot_soldiers(position: Position) -> Mapping[Site, str]:
    """Give the hexes of warriors on foot, with their names."""
    pieces = position.pieces
    return {cell: name for cell, name in position.mask(warriors).items() if not warrior_of(pieces[name]).mounted}


def standing_level(position: Position, cell: Cell) -> int:
    """Give the level at which the base on a hex stands, that of its highest hex; of an empty hex its own."""
    board = position.board
    return max(board.level(each) for each in (cell, *(c for p in board.occupants.get(cell, ()) for c in p.cells)))


@TerrainMask
def hills(position: Position) -> Mapping[Site, str]:
    """Give all elevated hexes, each with the first label of its hill, the connected elevated hexes."""
    board, found = position.board, dict[Site, str]()
    left = {
        board.grid.cell_at(index % board.columns, index // board.columns)
        for index, level in enumerate(board.levels)
        if level and board.ground[index] is not None
    }
    while left:
        hill = edge = {left.pop()}
        while edge:
            edge = {near for cell in edge for near in board.grid.neighbours(cell)} & left
            hill, left = hill | edge, left - edge
        found |= dict.fromkeys(hill, min(map(position.label, hill)))
    return found


def hill(position: Position, cell: Cell) -> str:
    """Give the name of the hill that a hex belongs to, "" on the ground."""
    return position.mask(hills).get(cell, "")


@TerrainMask
def red_lines(position: Position) -> Mapping[Site, str]:
    """Give the red lines, save those along an edge of elevated terrain."""
    elevated = position.mask(hills)
    return {border: RED_LINE for border in _printed(position, RED_LINE) if not _is_edge(border, elevated)}


@TerrainMask
def dotted_lines(position: Position) -> Mapping[Site, str]:
    """Give the dotted lines."""
    return dict.fromkeys(_printed(position, DOTTED_LINE), DOTTED_LINE)


def _printed(position: Position, kind: str) -> Iterator[Border]:
    return (border for border, kinds in position.board.borders.items() if kind in kinds)


def _is_edge(border: Border, elevated: Mapping[Site, str]) -> bool:
    return sum(cell in elevated for cell in border) == 1
