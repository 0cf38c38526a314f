"""Model: whether a segment that the product found is what it claims, by turning it onto an axis."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf, pi

from sightline.plane import Disc, Shape, Spot
from tests.reference.plane.between_model import to_edge

HAIR = 1e-9


def witness_problem(
    start: Shape, stop: Shape, obstacles: Sequence[Shape], width: float, segment: tuple[Spot, Spot]
) -> str | None:
    """Return what is wrong with a segment that keeps half the width clear of all obstacles; None where nothing is."""
    one, other = (complex(*spot) for spot in segment)
    if not all(cmath.isfinite(place) for place in (one, other)):
        return "it is not finite"
    for name, shape, place in (("starts", start, one), ("ends", stop, other)):
        if (missed := apart_from(place, place, shape)) > HAIR:
            return f"it {name} {missed} off the base"
    for index, shape in enumerate(obstacles):
        clear = apart_from(one, other, shape)
        if clear < width / 2 - HAIR:
            return f"it keeps {clear} clear of obstacle {index}, not {width / 2}"
    return None


def apart_from(one: complex, other: complex, shape: Shape) -> float:
    """Return the distance of a segment from a filled shape."""
    unit = (other - one) / abs(other - one) if other != one else 1
    length = abs(other - one)
    if isinstance(shape, Disc):
        seen = (complex(*shape.centre) - one) / unit
        return max(0.0, abs(seen - min(max(seen.real, 0.0), length)) - shape.radius)
    seen_corners = [(complex(*spot) - one) / unit for spot in shape.corners]
    if winds_round(seen_corners, 0):
        return 0.0
    return min(_edge_to_axis(a, b, length) for a, b in pairwise((*seen_corners, seen_corners[0])))


def winds_round(places: Sequence[complex], place: complex) -> bool:
    """Return whether an outline goes round a place: the angles at which it is seen from there add up to a full turn."""
    seen = [corner - place for corner in places]
    if not all(seen):
        return True
    return abs(sum(cmath.phase(b / a) for a, b in pairwise((*seen, seen[0])))) > pi


def _edge_to_axis(a: complex, b: complex, length: float) -> float:
    """Return the distance of an edge from the part of the axis from 0 to the length.

    Parts over, before and behind it follow each other.
    """
    nearest = inf
    over = list(_clipped(a, b, 0.0, length))
    if over:
        heights = [place.imag for place in over]
        nearest = 0.0 if min(heights) <= 0 <= max(heights) else min(map(abs, heights))
    for end in (0.0, length):
        nearest = min(nearest, to_edge(end, a, b))
    return nearest


def _clipped(a: complex, b: complex, low: float, high: float) -> Iterator[complex]:
    """Yield the ends of that part of an edge that lies over a stretch of the axis."""
    if max(a.real, b.real) < low or min(a.real, b.real) > high:
        return
    for place, other in ((a, b), (b, a)):
        wanted = min(max(place.real, low), high)
        if wanted == place.real:
            yield place
        else:
            yield complex(wanted, place.imag + (other - place).imag * (wanted - place.real) / (other - place).real)
