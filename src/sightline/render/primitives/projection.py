"""From the coordinates of a board or free table to pixels: all that differs between maps and tables on paper."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from math import atan2, pi, sqrt

from sightline.board import Board, Border, Table
from sightline.lattice import Cell, Grid
from sightline.plane import Polygon, Shape
from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.svg_tags import polygon

_SCALE_BAR = 16.0
"""The height of the bar below a table, in pixels."""


@dataclass(frozen=True, kw_only=True)
class Projection(ABC):
    """Where a surface lies on paper: its corner is at (left, top), in pixels.

    Widths of lines and sizes of signs are multiples of `unit`, in pixels.
    """

    unit: float
    left: float = 0.0
    top: float = 0.0

    @property
    @abstractmethod
    def width(self) -> float:
        """The width of the surface in pixels."""

    @property
    @abstractmethod
    def height(self) -> float:
        """The height of the surface in pixels."""

    @property
    def bottom(self) -> float:
        """The lower end of the surface, and of all that belongs to it, in pixels."""
        return self.top + self.height

    @abstractmethod
    def pixel(self, point: tuple[float, float]) -> Pixel:
        """Return the pixel of a point in the coordinates of the surface."""

    def along(self, start: tuple[float, float], stop: tuple[float, float], part: float) -> Pixel:
        """Return the pixel at that part, from 0 to 1, of the line between two points."""
        (a, b), (c, d) = start, stop
        return self.pixel((a + (c - a) * part, b + (d - b) * part))


def lattice_to_plane(grid: Grid, point: tuple[float, float]) -> Pixel:
    """Return a lattice point in the drawing plane, in which the centre of a cell is 1 away from its sides."""
    x, y = point
    if grid.kind == "square":
        return Pixel(x, y)
    if grid.layout.startswith("flat"):
        return Pixel(x / sqrt(3), y)
    return Pixel((x + y) / 2, (3 * y - x) / (2 * sqrt(3)))


@dataclass(frozen=True, kw_only=True)
class CellProjection(Projection):
    """A board of cells on paper: points are those of the lattice, and `unit` is from a cell's centre to its sides."""

    board: Board

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return self.board.grid

    @property
    def has_labels(self) -> bool:
        """True if cells are large enough for a legible label in each."""
        return self.unit >= 22

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the map in the drawing plane."""
        board = self.board
        # The first two and the last two lines in each direction reach farthest, whichever of them are shoved.
        columns = {0, min(1, board.columns - 1), max(0, board.columns - 2), board.columns - 1}
        rows = {0, min(1, board.rows - 1), max(0, board.rows - 2), board.rows - 1}
        cells = [self.grid.cell_at(column, row) for column in columns for row in rows]
        corners = [self.grid.corner(cell, k) for cell in cells for k in range(len(self.grid.corners))]
        places = [lattice_to_plane(self.grid, corner) for corner in corners]
        xs, ys = [p.x for p in places], [p.y for p in places]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def width(self) -> float:
        left, _, right, _ = self.bounds
        return (right - left) * self.unit

    @property
    def height(self) -> float:
        _, top, _, bottom = self.bounds
        return (bottom - top) * self.unit

    def pixel(self, point: tuple[float, float]) -> Pixel:
        left, top, _, _ = self.bounds
        found = lattice_to_plane(self.grid, point)
        return Pixel(self.left + (found.x - left) * self.unit, self.top + (found.y - top) * self.unit)

    def centre(self, cell: Cell) -> Pixel:
        """Return the centre of a cell."""
        return self.pixel(self.grid.centre(cell))

    @cached_property
    def outline(self) -> tuple[Pixel, ...]:
        """The corners of a cell, clockwise, relative to its centre."""
        places = (lattice_to_plane(self.grid, step) for step in self.grid.corner_steps)
        return tuple(Pixel(p.x * self.unit, p.y * self.unit) for p in places)

    def cell_path(self, cells: Iterable[Cell], scale: float = 1.0) -> str:
        """Return the outlines of cells, drawn at `scale` of their size, as one path."""
        corners = [Pixel(corner.x * scale, corner.y * scale) for corner in self.outline]
        steps = [Pixel(b.x - a.x, b.y - a.y) for a, b in pairwise(corners)]
        closed = f"{''.join(f'l{pair(step)}' for step in steps)}z"
        return "".join(f"M{pair(self.centre(cell).plus(*corners[0]))}{closed}" for cell in cells)

    def edge(self, cell: Cell, index: int) -> tuple[Pixel, Pixel]:
        """Return the ends of an edge of a cell, clockwise."""
        steps, middle = self.grid.corner_steps, self.grid.centre(Cell(0, 0))
        over = self.grid.centre(self.grid.edge_steps[index])
        # The two corners of an edge add up to the step over it.
        first = next(
            k
            for k, (a, b) in enumerate(zip(steps, (*steps[1:], steps[0]), strict=True))
            if (a.x + b.x, a.y + b.y) == (over.x - middle.x, over.y - middle.y)
        )
        centre = self.centre(cell)
        return centre.plus(*self.outline[first]), centre.plus(*self.outline[(first + 1) % len(steps)])

    def border(self, border: Border) -> tuple[Pixel, Pixel]:
        """Return the ends of a border."""
        index = self.grid.edge_between(*border)
        if index is None:
            raise ValueError(f"{border} is no border")
        return self.edge(border[0], index)

    def angle(self, facing: str) -> float | None:
        """Return the direction of a facing in radians, clockwise from the right; None for a word that is none."""
        if facing not in self.grid.facings:
            return None
        step, middle = self.grid.centre(self.grid.edge_steps[0]), self.grid.centre(Cell(0, 0))
        first = lattice_to_plane(self.grid, (step.x - middle.x, step.y - middle.y))
        return atan2(first.y, first.x) + self.grid.facings.index(facing) * 2 * pi / len(self.grid.facings)

    def runs(self) -> Iterator[list[Cell]]:
        """Yield the cells of the map as runs without a hole, row by row."""
        board = self.board
        for row in range(board.rows):
            first = row * board.columns
            is_hole = [kinds is None for kinds in board.ground[first : first + board.columns]]
            for hole, run in groupby(range(board.columns), is_hole.__getitem__):
                if not hole:
                    yield [self.grid.cell_at(column, row) for column in run]


@dataclass(frozen=True, kw_only=True)
class InchProjection(Projection):
    """A free table on paper: points are in inches from its upper left corner, an inch is `inch` pixels long."""

    table: Table
    inch: float

    @property
    def width(self) -> float:
        return self.table.width * self.inch

    @property
    def height(self) -> float:
        return self.table.height * self.inch

    @property
    def bottom(self) -> float:
        return super().bottom + _SCALE_BAR

    @property
    def text_size(self) -> float:
        """The size of names on the table, in pixels."""
        return 0.56 * self.unit

    def pixel(self, point: tuple[float, float]) -> Pixel:
        x, y = point
        return Pixel(self.left + x * self.inch, self.top + y * self.inch)

    def path(self, shape: Shape) -> str:
        """Return the outline of a shape."""
        if isinstance(shape, Polygon):
            return polygon(*map(self.pixel, shape.corners))
        r, d = number(shape.radius * self.inch), number(2 * shape.radius * self.inch)
        return f"M{pair(self.pixel(shape.centre.plus(-shape.radius, 0)))}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"
