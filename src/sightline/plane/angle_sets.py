"""Sets of directions of lines, as spans of angles in radians. A line of direction t has the normal (-sin t, cos t)."""

from __future__ import annotations

from math import acos, atan2, hypot, pi, tau
from typing import NamedTuple

from sightline.plane.shapes import Spot

Span = tuple[float, float]


class Feature(NamedTuple):
    """A circle, or a span of one, by which lines have to pass: they keep off by a negative radius, else they touch it.

    The span holds the angles at which lines may touch it; none means all.
    """

    x: float
    y: float
    radius: float
    span: Span | None = None


Group = tuple[Feature, ...]


def turned(angle: float, near: float) -> float:
    """Give an angle less than a half turn away from another one that is equal to it but for whole turns."""
    return angle + tau * round((near - angle) / tau)


def direction(start: Spot, stop: Spot) -> float:
    """Give the direction from one place to another."""
    return atan2(stop.y - start.y, stop.x - start.x)


def within(span: Span, middle: float, half: float) -> list[Span]:
    """Give the parts of a span that are at most so far from an angle; the span is no longer than a half turn."""
    low, high = span
    middle = turned(middle, (low + high) / 2)
    found = []
    for angle in (middle - tau, middle, middle + tau) if half > pi / 2 else (middle,):
        first, last = max(low, angle - half), min(high, angle + half)
        if first <= last:
            found.append((first, last))
    return found


def ahead(spans: list[Span], angle: float) -> list[Span]:
    """Give the parts of some spans that are at most a quarter turn from an angle."""
    return [part for span in spans for part in within(span, angle, pi / 2)]


def passing(spans: list[Span], upper: Group, lower: Group) -> list[Span]:
    """Give the directions of lines that pass under a feature of one group and over a feature of another one."""
    if len(upper) == len(lower) == 1:
        return [part for span in spans for part in _between(span, upper[0], lower[0])]
    return [
        part for span in spans for part in _joined([s for u in upper for low in lower for s in _between(span, u, low)])
    ]


def _between(span: Span, upper: Feature, lower: Feature) -> list[Span]:
    x, y = upper.x - lower.x, upper.y - lower.y
    length, least = hypot(x, y), -upper.radius - lower.radius
    if length < least:
        return []
    half = acos(least / length) if length > -least else pi
    found = within(span, atan2(-x, y), half)
    if upper.span:
        found = _touching(found, upper.span, pi / 2)
    if lower.span:
        found = _touching(found, lower.span, -pi / 2)
    return found


def _touching(spans: list[Span], touch: Span, turn: float) -> list[Span]:
    middle, half = (touch[0] + touch[1]) / 2, (touch[1] - touch[0]) / 2
    return [part for span in spans for part in within(span, middle - turn, half)]


def _joined(spans: list[Span]) -> list[Span]:
    if len(spans) < 2:
        return spans
    found: list[Span] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found
