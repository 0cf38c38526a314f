"""Shapes on a free table, in inches: x increases to the right, y downwards. Values, in floating point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import NamedTuple

from msgspec import Struct

SAME = 1e-6
"""Lengths that differ by less than this many inches are equal."""


class Spot(NamedTuple):
    """A position on a free table, or a vector, in inches."""

    x: float
    y: float

    def plus(self, x: float, y: float) -> Spot:
        """Return the spot displaced by (x, y)."""
        return Spot(self.x + x, self.y + y)


class Edge(NamedTuple):
    """A straight segment from one spot to another."""

    start: Spot
    stop: Spot

    def at(self, share: float) -> Spot:
        """Return the spot at a share of its length, from 0 at its start to 1 at its stop."""
        return self.start.plus(share * (self.stop.x - self.start.x), share * (self.stop.y - self.start.y))


class Disc(Struct, frozen=True):
    """A filled circle."""

    centre: Spot
    radius: float

    @property
    def circle(self) -> tuple[Spot, float]:
        """The centre and radius of a circle round the shape."""
        return self.centre, self.radius

    @property
    def box(self) -> tuple[Spot, Spot]:
        """The bounding box: its least and its greatest coordinates."""
        return self.centre.plus(-self.radius, -self.radius), self.centre.plus(self.radius, self.radius)


class Polygon(Struct, frozen=True, dict=True):
    """A filled simple polygon, convex or not, with corners in either turn."""

    corners: tuple[Spot, ...]

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges, in the order of the corners."""
        return tuple(Edge(*pair) for pair in pairwise((*self.corners, self.corners[0])))

    @cached_property
    def box(self) -> tuple[Spot, Spot]:
        """The bounding box: its least and its greatest coordinates."""
        xs, ys = zip(*self.corners, strict=True)
        return Spot(min(xs), min(ys)), Spot(max(xs), max(ys))

    @cached_property
    def circle(self) -> tuple[Spot, float]:
        """The centre and radius of a circle round the shape: round its bounding box."""
        (left, top), (right, bottom) = self.box
        middle = Spot((left + right) / 2, (top + bottom) / 2)
        return middle, spot_distance(middle, self.box[0])

    def __contains__(self, spot: object) -> bool:
        """Return whether a spot lies inside; on the outline the result is undefined."""
        if not isinstance(spot, Spot):
            return False
        return sum(_is_right_of(edge, spot) for edge in self.edges) % 2 == 1


Shape = Disc | Polygon


def rectangle(centre: Spot, width: float, length: float, facing: float = 0) -> Polygon:
    """Return a rectangle whose length runs along the facing, in degrees clockwise from up."""
    turn = radians(facing)
    ahead = Spot(sin(turn) * length / 2, -cos(turn) * length / 2)
    aside = Spot(cos(turn) * width / 2, sin(turn) * width / 2)
    signs = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    return Polygon(tuple(centre.plus(a * ahead.x + b * aside.x, a * ahead.y + b * aside.y) for a, b in signs))


def spots(shape: Shape) -> Iterator[Spot]:
    """Yield the spots that define a shape: the corners of a polygon, the centre of a disc."""
    yield from (shape.centre,) if isinstance(shape, Disc) else shape.corners


def spot_distance(a: Spot, b: Spot) -> float:
    """Return the distance of two spots."""
    return hypot(b.x - a.x, b.y - a.y)


def _is_right_of(edge: Edge, spot: Spot) -> bool:
    """Return whether the ray from a spot to the right crosses an edge."""
    (ax, ay), (bx, by) = edge
    return (ay > spot.y) != (by > spot.y) and spot.x < ax + (spot.y - ay) * (bx - ax) / (by - ay)
