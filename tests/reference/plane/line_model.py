"""Model: whether a straight line meets shapes, in whole numbers, one pair and one shape at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

from sightline.plane import Disc, Shape

Whole = tuple[int, int]


def thousandths(place: Sequence[float]) -> Whole:
    """Return a place in whole thousandths of an inch."""
    x, y = (round(each * 1000) for each in place)
    return x, y


def is_clear(start: Sequence[float], stop: Sequence[float], shapes: Iterable[Shape]) -> bool:
    """Return whether the line from one place to another, its ends included, has no place in common with any shape."""
    a, b = thousandths(start), thousandths(stop)
    return not any(_meets_disc(a, b, each) if isinstance(each, Disc) else _meets(a, b, each.corners) for each in shapes)


def _meets_disc(a: Whole, b: Whole, disc: Disc) -> bool:
    x, y = thousandths(disc.centre)
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = Fraction((x - a[0]) * dx + (y - a[1]) * dy, square) if square else Fraction(0)
    along = min(Fraction(1), max(Fraction(0), along))
    return (a[0] + along * dx - x) ** 2 + (a[1] + along * dy - y) ** 2 <= round(disc.radius * 1000) ** 2


def _meets(a: Whole, b: Whole, outline: Sequence[Sequence[float]]) -> bool:
    corners = [thousandths(corner) for corner in outline]
    sides = list(pairwise((*corners, corners[0])))
    return any(_cross(a, b, *side) for side in sides) or _is_inside(a, sides)


def _cross(a: Whole, b: Whole, c: Whole, d: Whole) -> bool:
    if any(_is_on(*each) for each in ((a, c, d), (b, c, d), (c, a, b), (d, a, b))):
        return True
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _is_on(place: Whole, a: Whole, b: Whole) -> bool:
    return not _turn(a, b, place) and all(sorted((a[i], place[i], b[i]))[1] == place[i] for i in (0, 1))


def _turn(a: Whole, b: Whole, c: Whole) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_inside(place: Whole, sides: Iterable[tuple[Whole, Whole]]) -> bool:
    """Return whether the ray to the right crosses an odd number of sides."""
    x, y = place
    high = (side for side in sides if (side[0][1] > y) != (side[1][1] > y))
    return sum(ax + Fraction((y - ay) * (bx - ax), by - ay) > x for (ax, ay), (bx, by) in high) % 2 == 1
