"""Where things lie in a picture, in pixels. The one place where lattice points become floating-point numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from math import atan2, pi, sqrt

from sightline.board import Border
from sightline.lattice import Cell, Grid
from sightline.render.canvas import Paper, Pixel, pair
from sightline.render.parts import Ray
from sightline.render.scene import Scene


def place(grid: Grid, x: float, y: float) -> Pixel:
    """Give where the lattice point (x, y) lies in the drawing plane, where a cell's centre is 1 away from its sides."""
    if grid.kind == "square":
        return Pixel(x, y)
    if grid.layout.startswith("flat"):
        return Pixel(x / sqrt(3), y)
    return Pixel((x + y) / 2, (3 * y - x) / (2 * sqrt(3)))


@dataclass(frozen=True)
class View(Paper):
    """A board's scene on paper: `unit` pixels from a cell's centre to its sides."""

    scene: Scene

    @property
    def grid(self) -> Grid:
        """The grid of the scene's board."""
        return self.scene.board.grid

    @property
    def has_labels(self) -> bool:
        """Whether cells are large enough for a legible label in each."""
        return self.unit >= 22

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the map in the drawing plane."""
        board = self.scene.board
        # The first two and the last two lines in each direction reach farthest, whichever of them are shoved.
        columns = {0, min(1, board.columns - 1), max(0, board.columns - 2), board.columns - 1}
        rows = {0, min(1, board.rows - 1), max(0, board.rows - 2), board.rows - 1}
        cells = [self.grid.cell_at(column, row) for column in columns for row in rows]
        corners = [self.grid.corner(cell, k) for cell in cells for k in range(len(self.grid.corners))]
        places = [place(self.grid, *corner) for corner in corners]
        xs, ys = [p.x for p in places], [p.y for p in places]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def width(self) -> float:
        """How wide the map is."""
        left, _, right, _ = self.bounds
        return (right - left) * self.unit

    @property
    def height(self) -> float:
        """How high the map is."""
        _, top, _, bottom = self.bounds
        return (bottom - top) * self.unit

    def pixel(self, x: float, y: float) -> Pixel:
        """Give where the lattice point (x, y) lies in the picture."""
        left, top, _, _ = self.bounds
        found = place(self.grid, x, y)
        return Pixel(self.left + (found.x - left) * self.unit, self.top + (found.y - top) * self.unit)

    def centre(self, cell: Cell) -> Pixel:
        """Give the middle of a cell."""
        return self.pixel(*self.grid.centre(cell))

    def along(self, ray: Ray, at: Fraction | float) -> Pixel:
        """Give the place at that fraction of a ray's length."""
        (a, b), (c, d), part = ray.start, ray.stop, float(at)
        return self.pixel(a + (c - a) * part, b + (d - b) * part)

    @cached_property
    def outline(self) -> tuple[Pixel, ...]:
        """The corners of a cell, clockwise, seen from its centre."""
        places = (place(self.grid, *step) for step in self.grid.corner_steps)
        return tuple(Pixel(p.x * self.unit, p.y * self.unit) for p in places)

    def cell_path(self, cells: Iterable[Cell], scale: float = 1.0) -> str:
        """Give the outlines of cells, drawn at `scale` of their size, as one path."""
        corners = [Pixel(corner.x * scale, corner.y * scale) for corner in self.outline]
        steps = [Pixel(b.x - a.x, b.y - a.y) for a, b in pairwise(corners)]
        round_trip = f"{''.join(f'l{pair(step)}' for step in steps)}z"
        return "".join(f"M{pair(self.centre(cell).plus(*corners[0]))}{round_trip}" for cell in cells)

    def side(self, cell: Cell, side: int) -> tuple[Pixel, Pixel]:
        """Give the two ends of a side of a cell, clockwise."""
        steps, middle = self.grid.corner_steps, self.grid.centre(Cell(0, 0))
        over = self.grid.centre(self.grid.edge_steps[side])
        # The two corners of a side add up to the way over it.
        first = next(
            k
            for k, (a, b) in enumerate(zip(steps, (*steps[1:], steps[0]), strict=True))
            if (a.x + b.x, a.y + b.y) == (over.x - middle.x, over.y - middle.y)
        )
        centre = self.centre(cell)
        return centre.plus(*self.outline[first]), centre.plus(*self.outline[(first + 1) % len(steps)])

    def border(self, border: Border) -> tuple[Pixel, Pixel]:
        """Give the two ends of a border."""
        side = self.grid.edge_between(*border)
        if side is None:
            raise ValueError(f"{border} is no border")
        return self.side(border[0], side)

    def angle(self, facing: str) -> float | None:
        """Give the direction of a facing, clockwise from the right in radians; None for a word that is none."""
        if facing not in self.grid.facings:
            return None
        step, middle = self.grid.centre(self.grid.edge_steps[0]), self.grid.centre(Cell(0, 0))
        first = place(self.grid, step.x - middle.x, step.y - middle.y)
        return atan2(first.y, first.x) + self.grid.facings.index(facing) * 2 * pi / len(self.grid.facings)

    def runs(self) -> Iterator[list[Cell]]:
        """Yield the cells of the map as runs without a hole, row by row."""
        board = self.scene.board
        for row in range(board.rows):
            first = row * board.columns
            is_hole = [kinds is None for kinds in board.ground[first : first + board.columns]]
            for hole, run in groupby(range(board.columns), is_hole.__getitem__):
                if not hole:
                    yield [self.grid.cell_at(column, row) for column in run]
