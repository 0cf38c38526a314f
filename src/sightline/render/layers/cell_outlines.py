"""The outline of connected cells: the base of a large piece, the edge of an area."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import hypot

from sightline.lattice import Cell, Grid, Point
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import polygon


def outline_path(canvas: Canvas, cells: Collection[Cell], inset: float = 0.0) -> str:
    """Return the outline of cells, with holes, as one path `inset` cell units inside of their edge."""
    found = loops(canvas.cells.grid, frozenset(cells))
    return "".join(polygon(*shrunk([canvas.pixel(point) for point in loop], inset * canvas.unit)) for loop in found)


def loops(grid: Grid, cells: Collection[Cell]) -> Iterator[list[Point]]:
    """Yield the corners along each edge of an area, clockwise, with the area to the right.

    Cells that only meet in a corner have separate edges.
    """
    onward: dict[Point, list[Point]] = {}
    for start, stop in _edges(grid, cells):
        onward.setdefault(start, []).append(stop)
    while onward:
        loop = [next(iter(onward))]
        while not (len(loop) > 1 and loop[-1] == loop[0]):
            after = onward[loop[-1]]
            loop.append(after.pop(_rightmost(loop[-2:], after)))
            if not after:
                del onward[loop[-2]]
        yield loop[:-1]


def _rightmost(last: Sequence[Point], after: Sequence[Point]) -> int:
    """Return the index of the next corner with the sharpest right turn after the last side."""
    if len(last) < 2 or len(after) < 2:
        return -1
    (a, b), (c, d) = last
    return max(range(len(after)), key=lambda way: (c - a) * (after[way].y - d) - (d - b) * (after[way].x - c))


def _edges(grid: Grid, cells: Collection[Cell]) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of cells that are not shared with another cell of the area."""
    count = len(grid.corners)
    for cell in sorted(cells):
        corners = [grid.corner(cell, index) for index in range(count)]
        for index, start in enumerate(corners):
            stop = corners[(index + 1) % count]
            across = {*grid.cells_at(start)} & {*grid.cells_at(stop)} - {cell}
            if across.isdisjoint(cells):
                yield start, stop


def shrunk(loop: list[Pixel], inset: float) -> Iterator[Pixel]:
    """Yield the corners of a loop with every side moved to the right by `inset` pixels."""
    for before, corner, after in zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False):
        (a, b), (c, d) = _right_of(before, corner), _right_of(corner, after)
        far = inset / (1 + a * c + b * d)
        yield corner.plus((a + c) * far, (b + d) * far)


def _right_of(start: Pixel, stop: Pixel) -> tuple[float, float]:
    """Return the unit vector to the right of a side."""
    dx, dy = stop.x - start.x, stop.y - start.y
    return -dy / hypot(dx, dy), dx / hypot(dx, dy)
