"""The base class of hex and square grids: an integer lattice on which every cell is an intersection of strips.

A cell is the set of points p with |form(p) - form(centre)| <= 1 for each linear form of the grid, so every question
about lines becomes a comparison of integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import ClassVar

from sightline.lattice.cells import Cell, Point


class Grid(ABC):
    """A tiling of the plane by congruent cells, with the names that its layout gives to cells, edges and corners.

    - `edges`, `corners`, `facings`: names (compass directions), in clockwise order on the picture. Elsewhere an edge or
      corner of a cell is an index into these.
    - `edge_steps[k]`: the displacement of the neighbour across edge k.
    - `corner_steps[k]`: the displacement of corner k from the centre, in lattice coordinates.

    Two grids are equal when their layouts are.
    """

    kind: ClassVar[str]
    layout: str
    edges: tuple[str, ...]
    corners: tuple[str, ...]
    facings: tuple[str, ...]
    edge_steps: tuple[Cell, ...]
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
        """Return the lattice point at the centre of `cell`."""

    @abstractmethod
    def cells_at(self, point: Point) -> tuple[Cell, ...]:
        """Return the cells at `point`: one for a centre, otherwise all cells round the corner, clockwise.

        Raises ValueError if `point` is neither centre nor corner.
        """

    @abstractmethod
    def forms(self, x: int, y: int) -> tuple[int, ...]:
        """Return the values of the linear forms of the grid at (x, y)."""

    @abstractmethod
    def forward_edges(self, rates: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
        """Return (form, sign, edge) for each edge through which a line can leave a cell; `rates` is its direction.

        `rates` are the values of the linear forms for the displacement of the line.
        """

    @abstractmethod
    def distance(self, a: Cell, b: Cell) -> int:
        """Return the least number of steps from `a` to `b`, over edges (hexes) or over edges and corners (squares)."""

    @abstractmethod
    def cell_at(self, column: int, row: int) -> Cell:
        """Return the cell at a column and row, both from 0: the offset coordinates that labels use."""

    @abstractmethod
    def column_row(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row of `cell`, both from 0: the inverse of `cell_at`."""

    @abstractmethod
    def ring(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        """Return the cells at distance `radius` from `centre`, clockwise."""

    def disc(self, centre: Cell, radius: int) -> Iterator[Cell]:
        """Yield the cells at distance `radius` or less from `centre`, ring by ring."""
        for distance in range(radius + 1):
            yield from self.ring(centre, distance)

    def corner(self, cell: Cell, index: int) -> Point:
        """Return the corner of `cell` with an index into `corners`."""
        centre, step = self.centre(cell), self.corner_steps[index]
        return Point(centre.x + step.x, centre.y + step.y)

    def neighbour(self, cell: Cell, edge: int) -> Cell:
        """Return the cell across an edge of `cell`, an index into `edges`."""
        step = self.edge_steps[edge]
        return Cell(cell.q + step.q, cell.r + step.r)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share an edge with `cell`, in the order of `edges`."""
        return tuple(Cell(cell.q + dq, cell.r + dr) for dq, dr in self.edge_steps)

    def edge_between(self, a: Cell, b: Cell) -> int | None:
        """Return the edge of `a` that it shares with `b`, an index into `edges`; None if they share none."""
        step = Cell(b.q - a.q, b.r - a.r)
        return self.edge_steps.index(step) if step in self.edge_steps else None

    def corner_names(self, point: Point) -> Iterator[tuple[Cell, str]]:
        """Yield every name of a corner: a cell that has it, and the name of the corner there."""
        for cell in self.cells_at(point):
            centre = self.centre(cell)
            yield cell, self.corners[self.corner_steps.index(Point(point.x - centre.x, point.y - centre.y))]

    def edges_towards(self, a: Cell, b: Cell) -> tuple[int, ...]:
        """Return the edge through which the line from the centre of `a` to that of `b` leaves `a`.

        Return both edges if the line leaves through a corner, and none if the cells are the same.
        """
        return _edges_towards(self, b.q - a.q, b.r - a.r)


@lru_cache(maxsize=16_384)
def _edges_towards(grid: Grid, q: int, r: int) -> tuple[int, ...]:
    start, stop = grid.centre(Cell(0, 0)), grid.centre(Cell(q, r))
    rates = grid.forms(stop.x - start.x, stop.y - start.y)
    forward = grid.forward_edges(rates)
    steepest = max((abs(rates[form]) for form, _, _ in forward), default=0)
    return tuple(sorted(edge for form, _, edge in forward if abs(rates[form]) == steepest))
