"""The contents of single tiles, and their bits in the layers of lines of sight, wherever a tile lies."""

from __future__ import annotations

from typing import NamedTuple

from sightline.board import Board, Border, TerrainName
from sightline.lattice import Cell
from sightline.rules import Position, Site
from sightline.systems.sodwa.obstructions import MaskLayout
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.terrain import object_kinds

Levels = tuple[int, int, int]
"""The levels of a tile and of those to its east and south, which no battle changes."""


class TileContents(NamedTuple):
    """Terrain and objects of a tile, terrain of its borders east and south, and the levels of the three tiles."""

    kinds: tuple[str, ...] | None
    objects: tuple[str, ...]
    borders: tuple[tuple[str, ...], tuple[str, ...]]
    levels: Levels


_CORNER = _HERE, _EAST, _SOUTH = Cell(0, 0), Cell(1, 0), Cell(0, 1)


def levels_of(board: Board, cell: Cell) -> Levels:
    """Return the levels of the contents of a tile."""
    return board.level(cell), board.level(Cell(cell.q + 1, cell.r)), board.level(Cell(cell.q, cell.r + 1))


def contents_of(position: Position, cell: Cell, levels: Levels) -> TileContents:
    """Return the contents of a tile; its `levels` are known."""
    (column, row), drawn = cell, position.board.borders
    borders = drawn.get((cell, Cell(column + 1, row)), ()), drawn.get((cell, Cell(column, row + 1)), ())
    return TileContents(position.board.kinds(cell), object_kinds(position, cell), borders, levels)


class ContentBits:
    """The bits of contents in a layout of the masks of a position, as if the tile had the index 0."""

    def __init__(self, position: Position, layout: MaskLayout) -> None:
        self._position, self._layout = position, layout
        self._board = Board.empty(position.board.grid, 2, 2)
        self._small = MaskLayout(self._board, layout.layers)
        self._known: dict[TileContents, tuple[int, ...]] = {}

    def of(self, contents: TileContents) -> tuple[int, ...]:
        """Return the indices of the bits that are set for a tile, and for its borders to the east and south."""
        if contents not in self._known:
            self._known[contents] = self._find(contents)
        return self._known[contents]

    def _find(self, contents: TileContents) -> tuple[int, ...]:
        """Evaluate the masks on a board of four tiles with these contents."""
        borders: dict[Border, tuple[str, ...]] = dict(
            zip(((_HERE, _EAST), (_HERE, _SOUTH)), contents.borders, strict=True)
        )
        levels = dict(zip(_CORNER, contents.levels, strict=True))
        objects = [
            Character(name=str(number), at=_HERE, kind="object", is_=TerrainName(kind))
            for number, kind in enumerate(contents.objects)
        ]
        board = self._board.with_ground({_HERE: contents.kinds}).with_levels(levels).with_borders(borders)
        bits = self._small.encode(self._position.with_surface(board.with_pieces(objects)))
        sites: tuple[Site, ...] = (_HERE, *borders)
        found = (
            (mask, site) for site in sites for mask in self._layout.layers if bits >> self._small.bit(mask, site) & 1
        )
        return tuple(self._layout.bit(mask, site) for mask, site in found)
