"""Hexes of all four layouts on one integer lattice.

Flat-top: centre (3q, 2r + q), corners at centre + (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1). Pointy-top is
the same lattice rotated by 30 degrees: the same axial neighbours and lines, with other names and another drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from sightline.lattice.cells import Cell, Point
from sightline.lattice.grid import Grid

_NORTH, _EAST_NORTH, _EAST_SOUTH = Cell(0, -1), Cell(1, -1), Cell(1, 0)
_SOUTH, _WEST_SOUTH, _WEST_NORTH = Cell(0, 1), Cell(-1, 1), Cell(-1, 0)
_EDGES: Mapping[str, Mapping[str, Cell]] = {
    "flat": dict(
        N=_NORTH, NE=_EAST_NORTH, SE=_EAST_SOUTH, S=_SOUTH, SW=_WEST_SOUTH, NW=_WEST_NORTH
    ),
    "pointy": dict(
        NE=_EAST_NORTH, E=_EAST_SOUTH, SE=_SOUTH, SW=_WEST_SOUTH, W=_WEST_NORTH, NW=_NORTH
    ),
}  # fmt: skip
_EAST, _SOUTH_EAST, _SOUTH_WEST = Point(2, 0), Point(1, 1), Point(-1, 1)
_WEST, _NORTH_WEST, _NORTH_EAST = Point(-2, 0), Point(-1, -1), Point(1, -1)
_CORNERS: Mapping[str, Mapping[str, Point]] = {
    "flat": dict(E=_EAST, SE=_SOUTH_EAST, SW=_SOUTH_WEST, W=_WEST, NW=_NORTH_WEST, NE=_NORTH_EAST),
    "pointy": dict(N=_NORTH_EAST, NE=_EAST, SE=_SOUTH_EAST, S=_SOUTH_WEST, SW=_WEST, NW=_NORTH_WEST),
}

# Added to the number of a column (row) before it is halved: 1 where the even ones, counted from 0, are shifted.
_OFFSET: Mapping[str, int] = {"odd-q": 0, "even-q": 1, "odd-r": 0, "even-r": 1}
HEX_LAYOUTS = ("flat odd-q", "flat even-q", "pointy odd-r", "pointy even-r")


class HexGrid(Grid):
    """Hexes in one of `HEX_LAYOUTS`: in "flat odd-q" columns B, D, F ... are shifted down by half a hex, and so on."""

    kind: ClassVar[str] = "hex"

    def __init__(self, layout: str = "flat odd-q") -> None:
        """Build the grid of a layout. Raise ValueError if it is not one of `HEX_LAYOUTS`."""
        if layout not in HEX_LAYOUTS:
            raise ValueError(f"{layout!r} is no hex layout; allowed: {', '.join(HEX_LAYOUTS)}")
        self.layout = layout
        orientation, offset = layout.split()
        self.is_flat = orientation == "flat"
        self._offset = _OFFSET[offset]
        self.edges = self.facings = tuple(_EDGES[orientation])
        self.edge_steps = tuple(_EDGES[orientation].values())
        self.corners = tuple(_CORNERS[orientation])
        self.corner_steps = tuple(_CORNERS[orientation].values())
        self._edge_by_form: MappingProxyType[tuple[int, int], int] = MappingProxyType(
            {
                (form, value // 2): edge
                for edge, step in enumerate(self.edge_steps)
                for form, value in enumerate(self.forms(*self.centre(step)))
                if abs(value) == 2
            }
        )

    def centre(self, cell: Cell) -> Point:
        return Point(3 * cell.q, 2 * cell.r + cell.q)

    def cells_at(self, point: Point) -> tuple[Cell, ...]:
        x, y = point
        if (x - y) % 2:
            raise ValueError(f"{point} is neither the centre nor a corner of a hex")
        q, east = divmod(x, 3)
        if east == 0:
            return (Cell(q, (y - q) // 2),)
        if east == 2:  # the eastern corner of one hex, between its neighbours to the north-east and south-east
            r = (y - q) // 2
            return (Cell(q + 1, r - 1), Cell(q + 1, r), Cell(q, r))
        r = (y - q - 1) // 2  # the south-eastern corner of (q, r)
        return (Cell(q, r), Cell(q + 1, r), Cell(q, r + 1))

    def forms(self, x: int, y: int) -> tuple[int, int, int]:
        return ((x + y) // 2, (x - y) // 2, y)

    def forward_edges(self, rates: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
        signs = ((form, 1 if rate > 0 else -1) for form, rate in enumerate(rates) if rate)
        return tuple((form, sign, self._edge_by_form[form, sign]) for form, sign in signs)

    def distance(self, a: Cell, b: Cell) -> int:
        dq, dr = b.q - a.q, b.r - a.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def ring(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        if radius == 0:
            return (centre,)
        first, cells = self.edge_steps[0], []
        cell = Cell(centre.q + radius * first.q, centre.r + radius * first.r)
        for side in range(6):
            for _ in range(radius):
                cells.append(cell)
                cell = self.neighbour(cell, (side + 2) % 6)
        return tuple(cells)

    def cell_at(self, column: int, row: int) -> Cell:
        if self.is_flat:
            return Cell(column, row - self._shift(column))
        return Cell(column - self._shift(row), row)

    def column_row(self, cell: Cell) -> tuple[int, int]:
        if self.is_flat:
            return cell.q, cell.r + self._shift(cell.q)
        return cell.q + self._shift(cell.r), cell.r

    def _shift(self, line: int) -> int:
        """Return the difference of row (column) and axial coordinate in a column (row) of the layout."""
        return (line + self._offset) // 2
