"""The two corners of a group of cells between which the whole group lies, as seen from a point."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from sightline.lattice.cells import Cell, Point
from sightline.lattice.grid import Grid


def outermost_corners(grid: Grid, cells: Iterable[Cell], seen_from: Point) -> tuple[Point, Point]:
    """Give the corners on the two outermost rays from a point, of several on one ray the nearest.

    The first lies counterclockwise on the picture. The point has to lie outside the convex hull of the cells, so that
    they are seen under less than a half-turn.
    """
    corners = {grid.corner(cell, index) for cell in cells for index in range(len(grid.corners))}
    first, last = (reduce(_Outer(seen_from, turn), corners) for turn in (-1, 1))
    return first, last


class _Outer:
    """Gives the outer one of two corners, on the side to which `turn` points: 1 is clockwise on the picture."""

    def __init__(self, seen_from: Point, turn: int) -> None:
        self.seen_from = seen_from
        self.turn = turn

    def __call__(self, one: Point, other: Point) -> Point:
        (x, y), (other_x, other_y) = self._way(one), self._way(other)
        turned = self.turn * (x * other_y - y * other_x)
        # Ways along one ray are multiples of each other, so that either coordinate tells which is the nearer.
        is_nearer = abs(other_x) + abs(other_y) < abs(x) + abs(y)
        return other if turned > 0 or (turned == 0 and is_nearer) else one

    def _way(self, corner: Point) -> Point:
        return Point(corner.x - self.seen_from.x, corner.y - self.seen_from.y)
