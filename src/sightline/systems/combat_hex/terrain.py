"""Kinds of terrain, and the masks that the sight plan consults: warriors, hills, printed lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sightline.board import Border
from sightline.lattice import Cell
from sightline.rules import Position, Site, Terrain, TerrainMask
from sightline.systems.combat_hex.pieces import warrior_of

RED_LINE, DOTTED_LINE = "red-line", "dotted-line"
TERRAIN: Mapping[str, Terrain] = MappingProxyType({"clear": Terrain(letter=".")})
PRINTED_LINES: Mapping[str, Terrain] = MappingProxyType({RED_LINE: Terrain(), DOTTED_LINE: Terrain()})


def warriors(position: Position) -> Mapping[Site, str]:
    """Return the hexes of all warriors, with their names."""
    return {cell: piece.name for piece in position.pieces.values() for cell in piece.cells}


def mounted(position: Position) -> Mapping[Site, str]:
    """Return the hexes of mounted warriors, with their names."""
    pieces = position.pieces
    return {cell: name for cell, name in position.mask(warriors).items() if warrior_of(pieces[name]).mounted}


def foot_soldiers(position: Position) -> Mapping[Site, str]:
    """Return the hexes of warriors on foot, with their names."""
    pieces = position.pieces
    return {cell: name for cell, name in position.mask(warriors).items() if not warrior_of(pieces[name]).mounted}


def standing_level(position: Position, cell: Cell) -> int:
    """Return the level of the base on a hex, which is that of its highest hex; the hex's own level if it is empty."""
    board = position.board
    return max(board.level(each) for each in (cell, *(c for p in board.occupants.get(cell, ()) for c in p.cells)))


@TerrainMask
def hills(position: Position) -> Mapping[Site, str]:
    """Return all elevated hexes, each with the first label of its hill (its connected component)."""
    board, found = position.board, dict[Site, str]()
    left = set(board.cells_at_levels(lambda level: level > 0))
    while left:
        hill = [left.pop()]
        for cell in hill:  # the list grows during the loop
            near = left.intersection(board.grid.neighbours(cell))
            left -= near
            hill += near
        found |= dict.fromkeys(hill, min(map(position.label, hill)))
    return found


def hill_label(position: Position, cell: Cell) -> str:
    """Return the name of the hill that a hex belongs to, "" on the ground."""
    return position.mask(hills).get(cell, "")


@TerrainMask
def red_lines(position: Position) -> Mapping[Site, str]:
    """Return the red lines, except those along an edge of elevated terrain."""
    elevated = position.mask(hills)
    return {border: RED_LINE for border in _lines_printed(position, RED_LINE) if not _is_edge(border, elevated)}


@TerrainMask
def dotted_lines(position: Position) -> Mapping[Site, str]:
    """Return the dotted lines."""
    return dict.fromkeys(_lines_printed(position, DOTTED_LINE), DOTTED_LINE)


def _lines_printed(position: Position, kind: str) -> Iterator[Border]:
    return (border for border, kinds in position.board.borders.items() if kind in kinds)


def _is_edge(border: Border, elevated: Mapping[Site, str]) -> bool:
    return sum(cell in elevated for cell in border) == 1
