"""Shapes as unions of convex parts: rounded hulls of a few places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import hypot, inf

from sightline.plane.distance import side_of
from sightline.plane.shapes import Disc, Edge, Polygon, Shape, Spot, apart

FLAT = 1e-12
"""Twice the area in square inches below which three places count as lying on one line."""


@dataclass(frozen=True)
class Part:
    """All places within a radius of the hull of some places, which come in the positive turn of `side_of`."""

    points: tuple[Spot, ...]
    radius: float = 0.0

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The sides of the hull; a place alone has one of no length."""
        closed = self.points if len(self.points) < 3 else (*self.points, self.points[0])
        return tuple(Edge(*pair) for pair in pairwise(closed)) or (Edge(self.points[0], self.points[0]),)

    @cached_property
    def middle(self) -> Spot:
        """The mean of the places of the hull."""
        xs, ys = zip(*self.points, strict=True)
        return Spot(sum(xs) / len(xs), sum(ys) / len(ys))

    @cached_property
    def reach(self) -> float:
        """How far the part gets from its middle."""
        return max(apart(self.middle, point) for point in self.points) + self.radius

    def holds(self, spot: Spot) -> bool:
        """Tell whether a place lies in the hull, its outline included."""
        return len(self.points) > 2 and all(side_of(edge, spot) >= 0 for edge in self.edges)

    def nearest(self, spot: Spot) -> Spot:
        """Give the place of the hull that is nearest to another place."""
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
def parts(shape: Shape) -> tuple[Part, ...]:
    """Give convex parts that a shape is the union of: itself if it is convex, else triangles and what they leave."""
    if isinstance(shape, Disc):
        return (Part((shape.centre,), shape.radius),)
    found, corners = [], _in_turn(shape)
    while (ear := _ear(corners)) is not None:
        found.append(Part((corners[ear - 1], corners[ear], corners[(ear + 1) % len(corners)])))
        corners = _cleaned(corners[:ear] + corners[ear + 1 :])
    return (*found, Part(tuple(corners)))


def nearest_pair(a: Part, b: Part) -> Edge:
    """Give the shortest line from the hull of one part to the hull of another, of no length where they overlap."""
    for one, other in product(a.edges, b.edges):
        if (meet := _crossing(one, other)) is not None:
            return Edge(meet, meet)
    lines = [Edge(a.nearest(point), point) for point in b.points]
    lines += [Edge(point, b.nearest(point)) for point in a.points]
    return min(lines, key=lambda line: apart(*line))


def nearest_spots(a: Shape, b: Shape) -> tuple[Spot, Spot]:
    """Give the ends of a shortest line from one shape to another: the same place of both where they meet."""
    lines = (_shortest(one, other) for one, other in product(parts(a), parts(b)))
    start, stop = min(lines, key=lambda line: apart(*line))
    return start, stop


def _shortest(a: Part, b: Part) -> Edge:
    """Give a shortest line from one part to another, of no length where they meet."""
    line = nearest_pair(a, b)
    length = apart(*line)
    if length <= a.radius + b.radius:
        share = a.radius / (a.radius + b.radius) if length else 0.0
        meet = _along(line, share)
        return Edge(meet, meet)
    return Edge(_along(line, a.radius / length), _along(line, 1 - b.radius / length))


def _along(line: Edge, share: float) -> Spot:
    return line.start.plus(share * (line.stop.x - line.start.x), share * (line.stop.y - line.start.y))


def _crossing(one: Edge, other: Edge) -> Spot | None:
    """Give the place where two edges cross."""
    start, stop = side_of(other, one.start), side_of(other, one.stop)
    if start * stop >= 0 or side_of(one, other.start) * side_of(one, other.stop) >= 0:
        return None
    return _along(one, start / (start - stop))


def _in_turn(shape: Polygon) -> list[Spot]:
    area = sum(a.x * b.y - b.x * a.y for a, b in shape.edges)
    return _cleaned(list(shape.corners if area > 0 else reversed(shape.corners)))


def _turn(corners: list[Spot], i: int) -> float:
    return side_of(Edge(corners[i - 1], corners[i]), corners[(i + 1) % len(corners)])


def _cleaned(corners: list[Spot]) -> list[Spot]:
    """Leave out the corners at which the outline runs straight on, or back on itself."""
    i = 0
    while i < len(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        size = hypot(after.x - before.x, after.y - before.y)
        if abs(_turn(corners, i)) <= FLAT * max(1.0, size):
            del corners[i]
            i = max(0, i - 2)
        else:
            i += 1
    return corners


def _ear(corners: list[Spot]) -> int | None:
    """Give a corner to cut off, none where the outline is convex; the sharpest if none is sure to leave a polygon."""
    turns = [_turn(corners, i) for i in range(len(corners))]
    dents = [corner for corner, turn in zip(corners, turns, strict=True) if turn < 0]
    if not dents:
        return None
    ears = (i for i, turn in enumerate(turns) if turn > 0 and not _has_dent(corners, i, dents))
    return next(ears, turns.index(max(turns)))


def _has_dent(corners: list[Spot], i: int, dents: list[Spot]) -> bool:
    triangle = (corners[i - 1], corners[i], corners[(i + 1) % len(corners)])
    part = Part(triangle)
    return any(part.holds(dent) for dent in dents if dent not in triangle)
