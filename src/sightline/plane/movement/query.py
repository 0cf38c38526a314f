"""What is asked of a move on a free table, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sightline.plane.shapes import Disc, Polygon, Shape, Spot, apart

ZONE = 1.0
"""Who comes within so many inches of what stops it goes no farther."""


@dataclass(frozen=True)
class Move:
    """A base that moves on a table, in inches; it keeps its facing.

    On the way the base is the disc round it. Where that disc overlaps an obstacle at the start, lies in the zone of a
    stop, or off the table, the centre may not come nearer to it than it is there.
    """

    base: Shape
    """The base where it starts; a polygon is convex."""
    budget: float
    """How far it moves; an inch on difficult ground costs two."""
    width: float
    height: float
    """The table, that no part of the base leaves."""
    impassable: tuple[Shape, ...] = ()
    """What it may touch and not overlap."""
    friends: tuple[Shape, ...] = ()
    """What it may pass through, and not overlap at the end."""
    stops: tuple[Shape, ...] = ()
    """Coming within an inch of these ends the move there."""
    shunned: tuple[Shape, ...] = ()
    """What it may pass near, and not be within an inch of at the end."""
    difficult: tuple[Polygon, ...] = ()
    """Difficult ground, which costs double while any part of the disc is on it."""

    @cached_property
    def start(self) -> Spot:
        """The centre of the base where it starts."""
        if isinstance(self.base, Disc):
            return self.base.centre
        xs, ys = zip(*self.base.corners, strict=True)
        return Spot(sum(xs) / len(xs), sum(ys) / len(ys))

    @cached_property
    def radius(self) -> float:
        """The radius of the disc round the base."""
        if isinstance(self.base, Disc):
            return self.base.radius
        return max(apart(self.start, corner) for corner in self.base.corners)


@dataclass(frozen=True)
class Outline:
    """Rings round the places where the centre of a base may end its move; even-odd, so some of them are holes.

    Every place inside is attainable. Every place outside is attained at best with less than `bound` inches to spare: no
    path of `bound` less than the budget leads there that also keeps `bound` farther than it must from the edge of the
    table, from what may not be come near, from difficult ground (or pays for it that much earlier), and at its end from
    friends and who is shunned; from what the start is nearer to, as far as the start.
    """

    rings: tuple[tuple[Spot, ...], ...]
    bound: float


@dataclass(frozen=True)
class Path:
    """Straight legs from place to place of a base's centre, from its start to its end, and what they cost in inches."""

    spots: tuple[Spot, ...]
    length: float
