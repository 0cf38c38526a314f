"""What hexes and squares have in common: an integer lattice on which every cell is an intersection of strips.

A cell is the set of points p with |form(p) - form(centre)| <= 1 for each of the grid's linear forms, so every
question about lines becomes a comparison of integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import ClassVar

from sightline.lattice.cells import Cell, Point


class Grid(ABC):
    """A tiling of the plane by equal cells, with the names that its layout gives to cells, sides and corners.

    Sides, corners and facings are numbered clockwise on the picture; `sides[k]`, `corners[k]` and `facings[k]` are
    their names. Two grids are equal when their layouts are.
    """

    kind: ClassVar[str]
    layout: str
    sides: tuple[str, ...]
    corners: tuple[str, ...]
    facings: tuple[str, ...]
    side_steps: tuple[Cell, ...]
    corner_steps: tuple[Point, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and other.layout == self.layout

    def __hash__(self) -> int:
        return hash(self.layout)

    def __repr__(self) -> str:
        return f"parse_grid({self.layout!r})"

    @cached_property
    def origin(self) -> Point:
        """The centre of the cell (0, 0)."""
        return self.centre(Cell(0, 0))

    @abstractmethod
    def centre(self, cell: Cell) -> Point:
        """Give the lattice point in the middle of `cell`."""

    @abstractmethod
    def cells_at(self, point: Point) -> tuple[Cell, ...]:
        """Give the cells that hold `point`: one for a centre, else all round the corner, clockwise.

        Raises ValueError where `point` is neither centre nor corner.
        """

    @abstractmethod
    def forms(self, x: int, y: int) -> tuple[int, ...]:
        """Give the values of the grid's linear forms at (x, y)."""

    @abstractmethod
    def forward_sides(self, rates: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
        """Give (form, sign, side) for each side that a line may leave a cell by, where its forms grow at `rates`."""

    @abstractmethod
    def distance(self, a: Cell, b: Cell) -> int:
        """Give the least number of steps from `a` to `b`, to cells that share a side (hexes) or a corner (squares)."""

    @abstractmethod
    def cell_at(self, column: int, row: int) -> Cell:
        """Give the cell in a column and row, both counted from 0, of the labels' layout."""

    @abstractmethod
    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Give the column and row, both counted from 0, of `cell`: the inverse of `cell_at`."""

    @abstractmethod
    def ring(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        """Give the cells at exactly `radius` steps from `centre`, clockwise."""

    def disc(self, centre: Cell, radius: int) -> Iterator[Cell]:
        """Yield the cells within `radius` steps of `centre`, ring by ring."""
        for distance in range(radius + 1):
            yield from self.ring(centre, distance)

    def corner(self, cell: Cell, index: int) -> Point:
        """Give the corner of `cell` with that index into `corners`."""
        centre, step = self.centre(cell), self.corner_steps[index]
        return Point(centre.x + step.x, centre.y + step.y)

    def neighbour(self, cell: Cell, side: int) -> Cell:
        """Give the cell on the other side of that side (an index into `sides`)."""
        step = self.side_steps[side]
        return Cell(cell.q + step.q, cell.r + step.r)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Give the cells that share a side with `cell`, clockwise in the order of `sides`."""
        return tuple(Cell(cell.q + dq, cell.r + dr) for dq, dr in self.side_steps)

    def side_between(self, a: Cell, b: Cell) -> int | None:
        """Give the side of `a` that is shared with `b` (an index into `sides`), or None if they share none."""
        step = Cell(b.q - a.q, b.r - a.r)
        return self.side_steps.index(step) if step in self.side_steps else None

    def corner_names(self, point: Point) -> Iterator[tuple[Cell, str]]:
        """Yield every name that `point`, a corner, has: a cell and the corner's name there."""
        for cell in self.cells_at(point):
            centre = self.centre(cell)
            yield cell, self.corners[self.corner_steps.index(Point(point.x - centre.x, point.y - centre.y))]

    def sides_towards(self, a: Cell, b: Cell) -> tuple[int, ...]:
        """Give the side of `a` by which a line from its centre to that of `b` leaves, or both where it meets a corner.

        Empty where the cells are the same.
        """
        return _sides_towards(self, b.q - a.q, b.r - a.r)


@lru_cache(maxsize=4096)
def _sides_towards(grid: Grid, q: int, r: int) -> tuple[int, ...]:
    start, stop = grid.centre(Cell(0, 0)), grid.centre(Cell(q, r))
    rates = grid.forms(stop.x - start.x, stop.y - start.y)
    leaving = grid.forward_sides(rates)
    steepest = max((abs(rates[form]) for form, _, _ in leaving), default=0)
    return tuple(sorted(side for form, _, side in leaving if abs(rates[form]) == steepest))
