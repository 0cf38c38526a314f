"""The query of a move on a free table, and its results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import fsum

from sightline.plane.shapes import Disc, Polygon, Shape, Spot, spot_distance

ZONE = 1.0
"""Distance in inches within which a piece stops others."""


@dataclass(frozen=True)
class MoveQuery:
    """The move of a base on a table, in inches; the base keeps its facing.

    On the way the base is its circumscribed disc. If that disc at the start overlaps an obstacle, lies in the zone of a
    stop, or extends beyond the table, the centre may not come nearer to it than at the start.
    """

    base: Shape
    """The base at its start; a polygon must be convex."""
    budget: float
    """The distance that it moves; an inch of difficult ground costs two."""
    width: float
    height: float
    """The size of the table, which no part of the base leaves."""
    impassable: tuple[Shape, ...] = ()
    """Shapes that the base may touch, but not overlap."""
    friends: tuple[Shape, ...] = ()
    """Shapes that the base may pass through, but not overlap at the end."""
    stops: tuple[Shape, ...] = ()
    """Shapes that end the move when the base comes within an inch of them."""
    shunned: tuple[Shape, ...] = ()
    """Shapes that the base may pass near, but not be within an inch of at the end."""
    difficult: tuple[Polygon, ...] = ()
    """Difficult ground, which costs double while any part of the disc is on it."""

    @cached_property
    def start(self) -> Spot:
        """The centre of the base at its start."""
        if isinstance(self.base, Disc):
            return self.base.centre
        xs, ys = zip(*self.base.corners, strict=True)
        return Spot(fsum(xs) / len(xs), fsum(ys) / len(ys))

    @cached_property
    def radius(self) -> float:
        """The radius of the circumscribed disc of the base."""
        if isinstance(self.base, Disc):
            return self.base.radius
        return max(spot_distance(self.start, corner) for corner in self.base.corners)


@dataclass(frozen=True)
class ReachableArea:
    """Rings round the spots where the centre of a base may end its move, by the even-odd rule: some of them are holes.

    Every spot inside is attainable. A spot outside may be attainable by less than `bound` inches only: no path of
    length `budget - bound` leads there that also keeps `bound` more distance than required

    - from the edge of the table and from impassable shapes,
    - from difficult ground, or pays for it that much earlier,
    - at its end from friends and shunned shapes.

    For shapes that are nearer to the start than this, the distance at the start counts instead.
    """

    rings: tuple[tuple[Spot, ...], ...]
    bound: float


@dataclass(frozen=True)
class Path:
    """Straight legs of a base's centre, from its start to its end, and their cost in inches."""

    spots: tuple[Spot, ...]
    length: float
