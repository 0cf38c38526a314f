"""Decomposition of shapes into convex parts: convex hulls of a few points, rounded by a radius."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import fsum, hypot, inf

from msgspec import Struct

from sightline.plane.distance import cross_product
from sightline.plane.shapes import Disc, Edge, Polygon, Shape, Spot, spot_distance

FLAT = 1e-12
"""Twice the area in square inches below which three points count as collinear."""


class ConvexPart(Struct, frozen=True, dict=True):
    """All points within a radius of the convex hull of some points.

    The points are in the order in which `cross_product` is positive.
    """

    points: tuple[Spot, ...]
    radius: float = 0.0

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges of the hull; a hull of a single point has one of length 0."""
        closed = self.points if len(self.points) < 3 else (*self.points, self.points[0])
        return tuple(Edge(*pair) for pair in pairwise(closed)) or (Edge(self.points[0], self.points[0]),)

    @cached_property
    def middle(self) -> Spot:
        """The mean of the points of the hull."""
        xs, ys = zip(*self.points, strict=True)
        return Spot(fsum(xs) / len(xs), fsum(ys) / len(ys))

    @cached_property
    def bounding_radius(self) -> float:
        """The radius of the circle round `middle` that encloses the part."""
        return max(spot_distance(self.middle, point) for point in self.points) + self.radius

    def contains(self, spot: Spot) -> bool:
        """Return whether a spot lies in the hull, including its outline."""
        return len(self.points) > 2 and all(cross_product(edge, spot) >= 0 for edge in self.edges)

    def nearest(self, spot: Spot) -> Spot:
        """Return the point of the hull that is nearest to a spot."""
        if len(self.points) == 1:
            return self.points[0]
        x, y = spot
        best, found, is_inside = inf, spot, len(self.points) > 2
        for (ax, ay), (bx, by) in self.edges:
            dx, dy, wx, wy = bx - ax, by - ay, x - ax, y - ay
            if is_inside and dx * wy - dy * wx >= 0:
                continue
            is_inside = False
            square = dx * dx + dy * dy
            share = min(1.0, max(0.0, (wx * dx + wy * dy) / square)) if square else 0.0
            nx, ny = ax + share * dx, ay + share * dy
            square = (x - nx) ** 2 + (y - ny) ** 2
            if square < best:
                best, found = square, Spot(nx, ny)
        return found


@lru_cache(maxsize=4096)
def decompose(shape: Shape) -> tuple[ConvexPart, ...]:
    """Return convex parts whose union is the shape: the shape itself if it is convex, otherwise by ear clipping."""
    if isinstance(shape, Disc):
        return (ConvexPart((shape.centre,), shape.radius),)
    found, corners = [], _positive_corners(shape)
    while (ear := _find_ear(corners)) is not None:
        found.append(ConvexPart((corners[ear - 1], corners[ear], corners[(ear + 1) % len(corners)])))
        corners = _without_straight_corners(corners[:ear] + corners[ear + 1 :])
    return (*found, ConvexPart(tuple(corners)))


def nearest_pair(a: ConvexPart, b: ConvexPart) -> Edge:
    """Return the shortest segment from the hull of one part to the hull of another, of length 0 where they overlap."""
    are_hulls = len(a.points) > 1 and len(b.points) > 1  # a single point crosses no edge
    for one, other in product(a.edges, b.edges) if are_hulls else ():
        if (meet := _find_intersection(one, other)) is not None:
            return Edge(meet, meet)
    lines = [Edge(a.nearest(point), point) for point in b.points]
    lines += [Edge(point, b.nearest(point)) for point in a.points]
    return min(lines, key=lambda line: spot_distance(*line))


def nearest_spots(a: Shape, b: Shape) -> tuple[Spot, Spot]:
    """Return the ends of a shortest segment from one shape to another: twice the same spot where they meet."""
    lines = (_shortest_segment(one, other) for one, other in product(decompose(a), decompose(b)))
    start, stop = min(lines, key=lambda line: spot_distance(*line))
    return start, stop


def _shortest_segment(a: ConvexPart, b: ConvexPart) -> Edge:
    """Return a shortest segment from one part to another, of length 0 where they meet."""
    line = nearest_pair(a, b)
    length = spot_distance(*line)
    if length <= a.radius + b.radius:
        share = a.radius / (a.radius + b.radius) if length else 0.0
        meet = line.at(share)
        return Edge(meet, meet)
    return Edge(line.at(a.radius / length), line.at(1 - b.radius / length))


def _find_intersection(one: Edge, other: Edge) -> Spot | None:
    """Return the point where two edges cross, or None."""
    start, stop = cross_product(other, one.start), cross_product(other, one.stop)
    if start * stop >= 0 or cross_product(one, other.start) * cross_product(one, other.stop) >= 0:
        return None
    return one.at(start / (start - stop))


def _positive_corners(shape: Polygon) -> list[Spot]:
    area = fsum(a.x * b.y - b.x * a.y for a, b in shape.edges)
    return _without_straight_corners(list(shape.corners if area > 0 else reversed(shape.corners)))


def _corner_turn(corners: list[Spot], i: int) -> float:
    """Return twice the signed area of the triangle of a corner and its two neighbours; negative for a reflex corner."""
    return cross_product(Edge(corners[i - 1], corners[i]), corners[(i + 1) % len(corners)])


def _without_straight_corners(corners: list[Spot]) -> list[Spot]:
    """Remove the corners at which the outline runs straight on, or back on itself, and return the list."""
    i = 0
    while i < len(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        size = hypot(after.x - before.x, after.y - before.y)
        if abs(_corner_turn(corners, i)) <= FLAT * max(1.0, size):
            del corners[i]
            i = max(0, i - 2)
        else:
            i += 1
    return corners


def _find_ear(corners: list[Spot]) -> int | None:
    """Return the index of a corner to clip, or None where the outline is convex.

    The sharpest corner is returned where none is certain to leave a simple polygon.
    """
    turns = [_corner_turn(corners, i) for i in range(len(corners))]
    reflex_corners = [corner for corner, turn in zip(corners, turns, strict=True) if turn < 0]
    if not reflex_corners:
        return None
    ears = (i for i, turn in enumerate(turns) if turn > 0 and not _contains_reflex_corner(corners, i, reflex_corners))
    return next(ears, turns.index(max(turns)))


def _contains_reflex_corner(corners: list[Spot], i: int, reflex_corners: list[Spot]) -> bool:
    triangle = (corners[i - 1], corners[i], corners[(i + 1) % len(corners)])
    part = ConvexPart(triangle)
    return any(part.contains(corner) for corner in reflex_corners if corner not in triangle)
