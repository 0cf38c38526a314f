"""Squares on the integer lattice: centres at odd numbers, (2x + 1, 2y + 1), corners at even ones."""

from __future__ import annotations

from typing import ClassVar

from sightline.lattice.cells import Cell, Point
from sightline.lattice.grid import Grid

# The edge, clockwise from the north, by the linear form that changes across it and the sign of the change.
_EDGE_BY_FORM = {(1, -1): 0, (0, 1): 1, (1, 1): 2, (0, -1): 3}


class SquareGrid(Grid):
    """Squares; `Cell(q, r)` is column q and row r. Edges are N E S W; facings are the eight directions."""

    kind: ClassVar[str] = "square"

    def __init__(self) -> None:
        self.layout = "square"
        self.edges = ("N", "E", "S", "W")
        self.edge_steps = (Cell(0, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 0))
        self.corners = ("NE", "SE", "SW", "NW")
        self.corner_steps = (Point(1, -1), Point(1, 1), Point(-1, 1), Point(-1, -1))
        self.facings = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

    def centre(self, cell: Cell) -> Point:
        return Point(2 * cell.q + 1, 2 * cell.r + 1)

    def cells_at(self, point: Point) -> tuple[Cell, ...]:
        x, y = point
        if (x - y) % 2:
            raise ValueError(f"{point} is neither the centre nor a corner of a square")
        column, row = x // 2, y // 2
        if x % 2:
            return (Cell(column, row),)
        return (Cell(column, row - 1), Cell(column, row), Cell(column - 1, row), Cell(column - 1, row - 1))

    def forms(self, x: int, y: int) -> tuple[int, int]:
        return (x, y)

    def forward_edges(self, rates: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
        signs = ((form, 1 if rate > 0 else -1) for form, rate in enumerate(rates) if rate)
        return tuple((form, sign, _EDGE_BY_FORM[form, sign]) for form, sign in signs)

    def distance(self, a: Cell, b: Cell) -> int:
        return max(abs(b.q - a.q), abs(b.r - a.r))

    def ring(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        if radius == 0:
            return (centre,)
        cell, cells = Cell(centre.q - radius, centre.r - radius), []
        for edge in (1, 2, 3, 0):
            for _ in range(2 * radius):
                cells.append(cell)
                cell = self.neighbour(cell, edge)
        return tuple(cells)

    def cell_at(self, column: int, row: int) -> Cell:
        return Cell(column, row)

    def column_row(self, cell: Cell) -> tuple[int, int]:
        return cell
