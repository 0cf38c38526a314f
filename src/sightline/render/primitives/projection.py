"""Projections from coordinates of a board or free table to pixels, the only difference between maps and tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from math import atan2, pi, sqrt

from sightline.board import Board, Border, Table
from sightline.lattice import Cell, Grid, Point
from sightline.plane import Polygon, Shape
from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.svg_tags import polygon

_MAX_CENTRES = 50_000
"""Centres kept by a projection: a board of a million cells would keep a quarter of a gigabyte of them."""
_SMALLEST_TEXT = 9.0
_SCALE_BAR = 16.0
"""The height of the bar below a table, in pixels."""


@dataclass(frozen=True, kw_only=True)
class Projection(ABC):
    """The projection of a surface to a picture, in which its upper left corner is at (left, top), in pixels.

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
        """The lower end of the surface with its scale, in pixels."""
        return self.top + self.height

    @abstractmethod
    def pixel(self, point: tuple[float, float]) -> Pixel:
        """Return the pixel of a point in the coordinates of the surface."""

    def along(self, start: tuple[float, float], stop: tuple[float, float], part: float) -> Pixel:
        """Return the pixel at a fraction, from 0 to 1, of the line between two points."""
        (a, b), (c, d) = start, stop
        return self.pixel((a + (c - a) * part, b + (d - b) * part))


ToPlane = Callable[[float, float], tuple[float, float]]
_HEX_WIDTH = sqrt(3)
_TO_PLANE: Mapping[str, ToPlane] = {
    "square": lambda x, y: (x, y),
    "flat": lambda x, y: (x / _HEX_WIDTH, y),
    "pointy": lambda x, y: ((x + y) / 2, (3 * y - x) / (2 * _HEX_WIDTH)),
}


def lattice_to_plane(grid: Grid) -> ToPlane:
    """Return the projection from a lattice to the drawing plane, in which a centre has distance 1 from its edges."""
    return _TO_PLANE[grid.layout.split()[0]]


@lru_cache(maxsize=64)
def _bounds(grid: Grid, columns: int, rows: int) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a map in the drawing plane."""
    # The first two and the last two lines in each direction reach farthest, whichever of them are shifted.
    ends_across = {0, min(1, columns - 1), max(0, columns - 2), columns - 1}
    ends_down = {0, min(1, rows - 1), max(0, rows - 2), rows - 1}
    cells = [grid.cell_at(column, row) for column in ends_across for row in ends_down]
    corners = [grid.corner(cell, k) for cell in cells for k in range(len(grid.corners))]
    to_plane = lattice_to_plane(grid)
    xs, ys = zip(*(to_plane(*corner) for corner in corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, kw_only=True)
class CellProjection(Projection):
    """The projection of a board of cells: points are those of the lattice, `unit` is from a centre to an edge."""

    board: Board

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return self.board.grid

    @cached_property
    def _to_plane(self) -> ToPlane:
        return lattice_to_plane(self.grid)

    @property
    def has_labels(self) -> bool:
        """True if cells are large enough for a legible label in each."""
        return self.unit >= 22

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the map in the drawing plane."""
        return _bounds(self.grid, self.board.columns, self.board.rows)

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
        x, y = self._to_plane(*point)
        return Pixel(self.left + (x - left) * self.unit, self.top + (y - top) * self.unit)

    def centre(self, cell: Cell) -> Pixel:
        """Return the centre of a cell."""
        centre = self._centres.get(cell)
        if centre is None:
            centre = self.pixel(self.grid.centre(cell))
            if len(self._centres) < _MAX_CENTRES:
                self._centres[cell] = centre
        return centre

    @cached_property
    def _centres(self) -> dict[Cell, Pixel]:
        """The centres that were computed, up to `_MAX_CENTRES` of them: every layer needs those of many cells."""
        return {}

    @cached_property
    def outline(self) -> tuple[Pixel, ...]:
        """The corners of a cell, clockwise, relative to its centre."""
        places = (self._to_plane(*step) for step in self.grid.corner_steps)
        return tuple(Pixel(x * self.unit, y * self.unit) for x, y in places)

    def cell_path(self, cells: Iterable[Cell], scale: float = 1.0) -> str:
        """Return the outlines of cells, drawn at `scale` of their size, as one path."""
        corners = [Pixel(corner.x * scale, corner.y * scale) for corner in self.outline]
        steps = [Pixel(b.x - a.x, b.y - a.y) for a, b in pairwise(corners)]
        closed = f"{''.join(f'l{pair(step)}' for step in steps)}z"
        return "".join(f"M{pair(self.centre(cell).plus(*corners[0]))}{closed}" for cell in cells)

    def edge(self, cell: Cell, index: int) -> tuple[Pixel, Pixel]:
        """Return the ends of an edge of a cell, clockwise."""
        centre, (first, second) = self.centre(cell), self._edges[index]
        return centre.plus(*first), centre.plus(*second)

    @cached_property
    def _edges(self) -> tuple[tuple[Pixel, Pixel], ...]:
        """The ends of each edge of a cell, clockwise, relative to its centre."""
        corners, middle = self.grid.corner_steps, self.grid.centre(Cell(0, 0))
        # The two corners of an edge add up to the step over it.
        sums = [Point(a.x + b.x, a.y + b.y) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
        over = (self.grid.centre(step) for step in self.grid.edge_steps)
        firsts = [sums.index(Point(there.x - middle.x, there.y - middle.y)) for there in over]
        return tuple((self.outline[k], self.outline[(k + 1) % len(corners)]) for k in firsts)

    def border(self, border: Border) -> tuple[Pixel, Pixel]:
        """Return the ends of a border."""
        index = self.grid.edge_between(*border)
        if index is None:
            raise ValueError(f"{border} is no border")
        return self.edge(border[0], index)

    def angle(self, facing: str) -> float | None:
        """Return the direction of a facing in radians, clockwise from the right; None if the word is not a facing."""
        if facing not in self.grid.facings:
            return None
        step, middle = self.grid.centre(self.grid.edge_steps[0]), self.grid.centre(Cell(0, 0))
        x, y = self._to_plane(step.x - middle.x, step.y - middle.y)
        return atan2(y, x) + self.grid.facings.index(facing) * 2 * pi / len(self.grid.facings)

    def runs(self) -> Iterator[tuple[int, range]]:
        """Yield the cells of the map as runs without holes, row by row: the row, and the columns."""
        board = self.board
        for row in range(board.rows):
            first = row * board.columns
            is_hole = [kinds is None for kinds in board.ground[first : first + board.columns]]
            for hole, run in groupby(range(board.columns), is_hole.__getitem__):
                if not hole:
                    columns = [*run]
                    yield row, range(columns[0], columns[-1] + 1)


@dataclass(frozen=True, kw_only=True)
class InchProjection(Projection):
    """The projection of a free table: points are in inches from its upper left corner, an inch is `inch` pixels."""

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
        return max(_SMALLEST_TEXT, 0.56 * self.unit)

    def pixel(self, point: tuple[float, float]) -> Pixel:
        x, y = point
        return Pixel(self.left + x * self.inch, self.top + y * self.inch)

    def path(self, shape: Shape) -> str:
        """Return the outline of a shape."""
        if isinstance(shape, Polygon):
            return polygon(*map(self.pixel, shape.corners))
        r, d = number(shape.radius * self.inch), number(2 * shape.radius * self.inch)
        return f"M{pair(self.pixel(shape.centre.plus(-shape.radius, 0)))}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"
