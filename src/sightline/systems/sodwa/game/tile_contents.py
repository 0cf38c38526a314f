"""What lies on single tiles, and what it is to lines there, wherever else it lies too."""

from __future__ import annotations

from typing import NamedTuple

from sightline.board import Board, Border, TerrainName
from sightline.lattice import Cell
from sightline.rules import Position, Site
from sightline.systems.sodwa.obstructions import Layout
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.terrain import object_kinds


class Lying(NamedTuple):
    """What there is on a tile and on its borders to the east and to the south, and the levels of the three tiles."""

    kinds: tuple[str, ...] | None
    objects: tuple[str, ...]
    borders: tuple[tuple[str, ...], tuple[str, ...]]
    levels: tuple[int, int, int]


_CORNER = _HERE, _EAST, _SOUTH = Cell(0, 0), Cell(1, 0), Cell(0, 1)


def lying_on(position: Position, cell: Cell) -> Lying:
    """Give what lies on a tile."""
    board, (east, south) = position.board, (Cell(cell.q + 1, cell.r), Cell(cell.q, cell.r + 1))
    borders = board.borders.get((cell, east), ()), board.borders.get((cell, south), ())
    levels = board.level(cell), board.level(east), board.level(south)
    return Lying(board.kinds(cell), object_kinds(position, cell), borders, levels)


class Singles:
    """The bits of what lies on single tiles, as if they had the number 0, in a layout of the masks of a position."""

    def __init__(self, position: Position, layout: Layout) -> None:
        self._position, self._layout = position, layout
        self._board = Board.empty(position.board.grid, 2, 2)
        self._small = Layout(self._board, layout.layers)
        self._known: dict[Lying, tuple[int, ...]] = {}

    def places(self, lying: Lying) -> tuple[int, ...]:
        """Give the numbers of the bits of what lies on a tile, and on its borders to the east and to the south."""
        if lying not in self._known:
            self._known[lying] = self._found(lying)
        return self._known[lying]

    def _found(self, lying: Lying) -> tuple[int, ...]:
        borders: dict[Border, tuple[str, ...]] = dict(
            zip(((_HERE, _EAST), (_HERE, _SOUTH)), lying.borders, strict=True)
        )
        levels = dict(zip(_CORNER, lying.levels, strict=True))
        things = [
            Character(name=str(number), at=_HERE, kind="object", is_=TerrainName(kind))
            for number, kind in enumerate(lying.objects)
        ]
        board = self._board.with_ground({_HERE: lying.kinds}).with_levels(levels).with_borders(borders)
        position = self._position.with_surface(board.with_pieces(things))
        small, large = self._small, self._layout
        bits = small.packed(position)
        sites: tuple[Site, ...] = (_HERE, *borders)
        on = ((mask, site) for site in sites for mask in large.layers if bits >> small.bit(mask, site) & 1)
        return tuple(large.bit(mask, site) for mask, site in on)
