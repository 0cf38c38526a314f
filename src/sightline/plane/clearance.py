"""How clear a straight line keeps of convex parts."""

from __future__ import annotations

from math import hypot, inf
from typing import NamedTuple

from sightline.plane.convex_parts import Part
from sightline.plane.shapes import Edge, Spot, apart

Bearing = tuple[float, float]
"""A place as seen along a line: how far along it from its start, and how far aside."""


class Track(NamedTuple):
    """A straight line of some length, with its direction of length 1."""

    start: Spot
    ahead: Spot
    length: float

    def bearing(self, spot: Spot) -> Bearing:
        """Give where a place is as seen along the line."""
        x, y = spot.x - self.start.x, spot.y - self.start.y
        return x * self.ahead.x + y * self.ahead.y, y * self.ahead.x - x * self.ahead.y

    def gap(self, part: Part, enough: float = inf) -> float:
        """Give the distance to a part, 0 where they meet; where it is at least so much, any number that is so, too."""
        if (far := self._to_spot(self.bearing(part.middle)) - part.reach) >= enough:
            return far
        bearings = [self.bearing(point) for point in part.points]
        return max(0.0, self._to_hull(bearings) - part.radius)

    def depth(self, part: Part) -> float:
        """Give how far the line has to move aside until the part is on one side of it."""
        asides = [self.bearing(point)[1] for point in part.points]
        return min(max(asides), -min(asides)) + part.radius

    def _to_hull(self, bearings: list[Bearing]) -> float:
        nearest = min(map(self._to_spot, bearings))
        if len(bearings) == 1:
            return nearest
        first, final = inf, -inf
        before = bearings[-1]
        for after in bearings:
            if before[1] * after[1] <= 0 and before[1] != after[1]:
                meet = before[0] + (after[0] - before[0]) * before[1] / (before[1] - after[1])
                first, final = min(first, meet), max(final, meet)
            if min(before[0], after[0]) < 0:
                nearest = min(nearest, _to_side(0.0, before, after))
            if max(before[0], after[0]) > self.length:
                nearest = min(nearest, _to_side(self.length, before, after))
            before = after
        return 0.0 if first <= self.length and final >= 0 else nearest

    def _to_spot(self, bearing: Bearing) -> float:
        along, aside = bearing
        if along < 0:
            return hypot(along, aside)
        return hypot(along - self.length, aside) if along > self.length else abs(aside)


def track(line: Edge) -> Track:
    """Give the track of a line that has some length."""
    length = apart(*line)
    (ax, ay), (bx, by) = line
    return Track(line.start, Spot((bx - ax) / length, (by - ay) / length), length)


def _to_side(end: float, start: Bearing, stop: Bearing) -> float:
    """Give the distance of an end of the line from a side of a part."""
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    share = ((end - start[0]) * dx - start[1] * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return hypot(start[0] + share * dx - end, start[1] + share * dy)
