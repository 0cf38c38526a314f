"""Model: what lies between two shapes, as bounds of how near to the end some line crosses a thing.

All lines between two convex shapes fill their convex hull. So every shape is cut into triangles, a disc is a polygon of
many sides - one inside it and one round it -, and the hull of each pair is laid over each triangle of the thing. What
the polygons inside find is there; what those round about do not find is not. Places are complex numbers.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import cos, inf, pi
from typing import NamedTuple

from sightline.plane import Disc, Polygon, Shape

HAIR = 1e-5
"""Things that overlap by less than this may be called touching or overlapping."""
SIDES = (20, 120, 600)

Outline = Sequence[complex]


class Bounds(NamedTuple):
    """How near to the end, in inches, a line crosses the inside of a thing; infinite where none does."""

    least: float
    most: float

    def is_nearer(self, inches: float) -> bool | None:
        """Return whether one crosses it at most so far from the end; None where these bounds leave it open."""
        if self.most < inches - HAIR:
            return True
        return False if self.least == inf or self.least > inches + HAIR else None


def is_crossed_near(start: Shape, stop: Shape, shape: Shape, inches: float = inf) -> bool | None:
    """Return whether a line crosses the inside of a shape at most so far from the end.

    None where it is close to call.
    """
    for sides in SIDES:
        found = bounds(start, stop, shape, sides).is_nearer(inches)
        if found is not None:
            return found
    return None


def bounds(start: Shape, stop: Shape, shape: Shape, sides: int) -> Bounds:
    return Bounds(*(_nearest(start, stop, shape, sides, is_outer) for is_outer in (True, False)))


def _nearest(start: Shape, stop: Shape, shape: Shape, sides: int, is_outer: bool) -> float:
    slack = HAIR if is_outer else -HAIR
    starts, stops, things = (list(_pieces(each, sides, is_outer)) for each in (start, stop, shape))
    nearest = inf
    for one, other in product(starts, stops):
        around = hull([*one, *other])
        for thing in things:
            if common := clipped(thing, around, slack):
                nearest = min(nearest, *(outlines_apart(common, end) for end in stops))
    return nearest


def _pieces(shape: Shape, sides: int, is_outer: bool) -> Iterator[Outline]:
    if isinstance(shape, Polygon):
        yield from triangles([complex(*spot) for spot in shape.corners])
        return
    yield disc_outline(shape, sides, is_outer)


def disc_outline(disc: Disc, sides: int, is_outer: bool) -> Outline:
    radius = disc.radius / cos(pi / sides) if is_outer else disc.radius
    return [complex(*disc.centre) + cmath.rect(radius, 2 * pi * index / sides) for index in range(sides)]


def turn(one: complex, other: complex, place: complex) -> float:
    """Twice the area of a triangle, positive where it runs as the angles grow."""
    return ((other - one).conjugate() * (place - one)).imag


def triangles(outline: Outline) -> Iterator[Outline]:
    """Cut a polygon up, ear by ear."""
    left = list(outline)
    if sum((a.conjugate() * b).imag for a, b in pairwise((*left, left[0]))) < 0:
        left.reverse()
    while len(left) > 3:
        index = next(index for index in range(len(left)) if _is_ear(left, index))
        yield left[index - 1], left[index], left[(index + 1) % len(left)]
        del left[index]
    yield left


def _is_ear(left: Outline, index: int) -> bool:
    a, b, c = left[index - 1], left[index], left[(index + 1) % len(left)]
    others = (place for place in left if place not in (a, b, c))
    return turn(a, b, c) > 0 and not any(min(turn(a, b, p), turn(b, c, p), turn(c, a, p)) >= 0 for p in others)


def hull(places: Sequence[complex]) -> Outline:
    """Return the convex hull, running as the angles grow."""
    ordered = sorted(places, key=lambda place: (place.real, place.imag))
    return [*_half_hull(ordered), *_half_hull(ordered[::-1])]


def _half_hull(places: Sequence[complex]) -> list[complex]:
    half: list[complex] = []
    for place in places:
        while len(half) > 1 and turn(half[-2], half[-1], place) <= 0:
            half.pop()
        half.append(place)
    return half[:-1]


def clipped(outline: Outline, around: Outline, slack: float) -> Outline:
    """Return what of one convex polygon lies in another grown by the slack, side by side."""
    for one, other in pairwise((*around, around[0])):
        length = abs(other - one)
        sides = [turn(one, other, place) / length + slack for place in outline]
        kept: list[complex] = []
        for (place, side), (after, far) in pairwise([*zip(outline, sides, strict=True), (outline[0], sides[0])]):
            if side >= 0:
                kept.append(place)
            if side * far < 0:
                kept.append(place + (after - place) * side / (side - far))
        outline = kept
        if not outline:
            break
    return outline


def outlines_apart(one: Outline, other: Outline) -> float:
    """Return the distance of two convex polygons, 0 where they overlap."""
    if clipped(one, other, 0.0):
        return 0.0
    return min(
        to_edge(place, *edge)
        for places, edges in ((one, other), (other, one))
        for place, edge in product(places, pairwise((*edges, edges[0])))
    )


def to_edge(place: complex, a: complex, b: complex) -> float:
    """Return the distance of a place from the segment between two others."""
    if a == b:
        return abs(place - a)
    seen = (place - a) / (b - a)
    return abs(b - a) * abs(seen - min(max(seen.real, 0.0), 1.0))
