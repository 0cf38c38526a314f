"""The outlines of straight walls on a free table, which end at its rim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from sightline.conversion.tile_geometry import MapPoint, inches

THICKNESS = 0.1
"""The thickness of walls, in inches."""


class _Side(NamedTuple):
    """A side of the rim: the coordinate that it bounds, where, and whether the table lies above (1) or below (-1)."""

    axis: int
    bound: float
    sign: int

    def distance(self, spot: MapPoint) -> float:
        """Return how far a place is within this side, in thousandths of an inch at least."""
        return round(self.sign * (spot[self.axis] - self.bound), 3)


class WallTable:
    """A free table of a size in inches. Walls go from a place to another one."""

    def __init__(self, width: float, height: float) -> None:
        self._rim = (_Side(0, 0.0, 1), _Side(0, width, -1), _Side(1, 0.0, 1), _Side(1, height, -1))

    def is_beyond(self, start: MapPoint, end: MapPoint) -> bool:
        """Return whether a wall lies along the rim of the table or wholly beyond a side of it."""
        return any(max(side.distance(start), side.distance(end)) <= 0 for side in self._rim)

    def has_all(self, start: MapPoint, end: MapPoint) -> bool:
        """Return whether the whole wall lies on the table, and not along its rim."""
        is_within = all(min(side.distance(start), side.distance(end)) >= 0 for side in self._rim)
        return is_within and not self.is_beyond(start, end)

    def outline(self, start: MapPoint, end: MapPoint) -> list[list[str]]:
        """Return the corners of the part of a wall that lies on the table, in inches, with its thickness.

        Of a part shorter than a thousandth of an inch there are fewer than three.
        """
        half = THICKNESS / 2 / dist(start, end)
        x, y = half * (start.y - end.y), half * (end.x - start.x)  # across the wall
        corners = [
            MapPoint(at.x + side * x, at.y + side * y) for at, side in ((start, 1), (start, -1), (end, -1), (end, 1))
        ]
        for side in self._rim:
            corners = list(_cut(corners, side))
        written = [inches(*corner) for corner in corners]
        return [corner for number, corner in enumerate(written) if corner != written[number - 1]]


def _cut(corners: Sequence[MapPoint], side: _Side) -> Iterator[MapPoint]:
    """Yield the corners of the part of a polygon within one side of the rim."""
    for start, end in pairwise([*corners[-1:], *corners]):
        before, after = side.distance(start), side.distance(end)
        if min(before, after) < 0 < max(before, after):
            part = before / (before - after)
            yield MapPoint(start.x + part * (end.x - start.x), start.y + part * (end.y - start.y))
        if after >= 0:
            yield end
