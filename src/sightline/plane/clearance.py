"""Distance of a line segment from convex parts, in a frame along the segment."""

from __future__ import annotations

from math import hypot, inf
from typing import NamedTuple

from sightline.plane.convex_parts import ConvexPart
from sightline.plane.shapes import Edge, Spot, spot_distance

FrameCoordinates = tuple[float, float]
"""A spot in the frame of a segment: (along, across) in inches, from the start of the segment."""


class SegmentFrame(NamedTuple):
    """The frame of a segment of positive length: its start, unit direction vector and length in inches."""

    start: Spot
    unit: Spot
    length: float

    def distance_to(self, part: ConvexPart, enough: float = inf) -> float:
        """Return the distance to a part, 0 if they meet.

        If it is at least `enough`, any value >= `enough` may be returned.
        """
        if (far := self.distance_to_spot(part.middle) - part.bounding_radius) >= enough:
            return far
        hull = self._hull(part)
        return max(0.0, self._distance_to_hull(hull) - part.radius)

    def depth(self, part: ConvexPart) -> float:
        """Return how far the line must be moved sideways until the part lies on one side of it."""
        asides = [aside for _, aside in self._hull(part)]
        return min(max(asides), -min(asides)) + part.radius

    def _hull(self, part: ConvexPart) -> list[FrameCoordinates]:
        """Return the points of a part in this frame."""
        (ax, ay), (ux, uy), _ = self
        aways = [(x - ax, y - ay) for x, y in part.points]
        return [(x * ux + y * uy, y * ux - x * uy) for x, y in aways]

    def _distance_to_hull(self, hull: list[FrameCoordinates]) -> float:
        nearest = min([self._distance_in_frame(*spot) for spot in hull])
        if len(hull) == 1:
            return nearest
        first, final = inf, -inf
        before = hull[-1]
        for after in hull:
            if before[1] * after[1] <= 0 and before[1] != after[1]:
                meet = before[0] + (after[0] - before[0]) * before[1] / (before[1] - after[1])
                first, final = min(first, meet), max(final, meet)
            if min(before[0], after[0]) < 0:
                nearest = min(nearest, _distance_to_edge(0.0, before, after))
            if max(before[0], after[0]) > self.length:
                nearest = min(nearest, _distance_to_edge(self.length, before, after))
            before = after
        return 0.0 if first <= self.length and final >= 0 else nearest

    def distance_to_spot(self, spot: Spot) -> float:
        """Return the distance to a spot."""
        (ax, ay), (ux, uy), length = self
        x, y = spot[0] - ax, spot[1] - ay
        along, aside = x * ux + y * uy, y * ux - x * uy
        if 0 <= along <= length:
            return abs(aside)
        return hypot(along if along < 0 else along - length, aside)

    def _distance_in_frame(self, along: float, aside: float) -> float:
        if along < 0:
            return hypot(along, aside)
        return hypot(along - self.length, aside) if along > self.length else abs(aside)


def segment_frame(line: Edge) -> SegmentFrame:
    """Return the frame of a segment of positive length."""
    length = spot_distance(*line)
    (ax, ay), (bx, by) = line
    return SegmentFrame(line.start, Spot((bx - ax) / length, (by - ay) / length), length)


def _distance_to_edge(end: float, start: FrameCoordinates, stop: FrameCoordinates) -> float:
    """Return the distance of the end of the segment at `end` inches from an edge of a part, in frame coordinates."""
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    share = ((end - start[0]) * dx - start[1] * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return hypot(start[0] + share * dx - end, start[1] + share * dy)
