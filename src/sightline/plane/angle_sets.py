"""Sets of line directions as intervals of angles, and the directions of lines that pass between discs.

Angles are in radians. A line of direction t has the unit normal n = (-sin t, cos t) and the offset n . p of its points
p. It passes under a disc with centre c and radius r if its offset is at most n . c + r, and over it if its offset is at
least n . c - r. With a negative radius the line keeps at least that distance from the centre.
"""

from __future__ import annotations

from math import acos, atan2, hypot, pi, tau
from typing import NamedTuple

from sightline.plane.shapes import Spot

Span = tuple[float, float]
"""An interval of angles, (low, high)."""


class ArcConstraint(NamedTuple):
    """A disc, or an arc of one, that lines must pass under or over.

    - `x`, `y`, `radius`: the disc, in inches; lines keep clear of its centre by a negative radius.
    - `span`: the angles on the circle at which lines may be tangent to it; None for all.
    """

    x: float
    y: float
    radius: float
    span: Span | None = None


ConstraintGroup = tuple[ArcConstraint, ...]
"""Alternative constraints: a line must satisfy at least one of them."""


def unwrap_angle(angle: float, near: float) -> float:
    """Return the angle equal to `angle` modulo a full turn that lies within half a turn of `near`."""
    return angle + tau * round((near - angle) / tau)


def direction(start: Spot, stop: Spot) -> float:
    """Return the direction from one spot to another, in radians."""
    return atan2(stop.y - start.y, stop.x - start.x)


def clip_spans(spans: list[Span], middle: float, half: float) -> list[Span]:
    """Return the intervals of some spans that lie within `half` of the angle `middle`.

    Each span is at most half a turn long.
    """
    found = []
    for low, high in spans:
        nearest = unwrap_angle(middle, (low + high) / 2)
        for angle in (nearest,) if half <= pi / 2 else (nearest - tau, nearest, nearest + tau):
            first, last = max(low, angle - half), min(high, angle + half)
            if first <= last:
                found.append((first, last))
    return found


def clip_to_half_turn(spans: list[Span], angle: float) -> list[Span]:
    """Return the intervals of some spans that lie within a quarter turn of an angle."""
    return clip_spans(spans, angle, pi / 2)


def find_passing_directions(spans: list[Span], upper: ConstraintGroup, lower: ConstraintGroup) -> list[Span]:
    """Return the directions in `spans` of lines that pass under a disc of one group and over a disc of another."""
    if len(upper) == len(lower) == 1:
        return _pair_directions(spans, upper[0], lower[0])
    return [
        part
        for span in spans
        for part in _merge_spans([s for u in upper for low in lower for s in _pair_directions([span], u, low)])
    ]


def _pair_directions(spans: list[Span], upper: ArcConstraint, lower: ArcConstraint) -> list[Span]:
    upper_x, upper_y, upper_radius, upper_span = upper
    lower_x, lower_y, lower_radius, lower_span = lower
    x, y = upper_x - lower_x, upper_y - lower_y
    length, least = hypot(x, y), -upper_radius - lower_radius
    if length < least:
        return []
    half = acos(least / length) if length > -least else pi
    found = clip_spans(spans, atan2(-x, y), half)
    if upper_span:
        found = _clip_to_arc(found, upper_span, pi / 2)
    if lower_span:
        found = _clip_to_arc(found, lower_span, -pi / 2)
    return found


def _clip_to_arc(spans: list[Span], touch: Span, turn: float) -> list[Span]:
    middle, half = (touch[0] + touch[1]) / 2, (touch[1] - touch[0]) / 2
    return clip_spans(spans, middle - turn, half)


def _merge_spans(spans: list[Span]) -> list[Span]:
    if len(spans) < 2:
        return spans
    found: list[Span] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found
