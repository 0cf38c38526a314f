"""Tangent (supporting) corners of a set of cells seen from a point."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from sightline.lattice.cells import Cell, Point
from sightline.lattice.grid import Grid


def tangent_corners(grid: Grid, cells: Iterable[Cell], seen_from: Point) -> tuple[Point, Point]:
    """Return the corners on the two tangents from a point to the convex hull of some cells.

    The counterclockwise one on the picture comes first; of several corners on one tangent the nearest is returned. The
    point must lie outside the convex hull of the cells.
    """
    corners = {grid.corner(cell, index) for cell in cells for index in range(len(grid.corners))}
    first, last = (reduce(_OuterCorner(seen_from, turn), corners) for turn in (-1, 1))
    return first, last


class _OuterCorner:
    """A function from two corners to the outer one; `turn` is 1 for clockwise on the picture, -1 for the opposite."""

    def __init__(self, seen_from: Point, turn: int) -> None:
        self.seen_from = seen_from
        self.turn = turn

    def __call__(self, one: Point, other: Point) -> Point:
        (x, y), (other_x, other_y) = self._displacement(one), self._displacement(other)
        turned = self.turn * (x * other_y - y * other_x)
        # Displacements along one ray are multiples of each other, so the sum of coordinates orders them by distance.
        is_nearer = abs(other_x) + abs(other_y) < abs(x) + abs(y)
        return other if turned > 0 or (turned == 0 and is_nearer) else one

    def _displacement(self, corner: Point) -> Point:
        return Point(corner.x - self.seen_from.x, corner.y - self.seen_from.y)
