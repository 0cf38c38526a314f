"""Whether some line between two ends keeps its distance from all obstacles. Every line is considered, none is sampled.

The lines between two convex ends that do not touch are one region, and obstacles cut holes into it. What is left of
it, if it is not all, has a border inside it. On that border a line touches a corner at the distance to keep, or it
leaves an end where the end's outline comes that near to an obstacle. So it is enough to turn a line about each of these
pivots. While it turns, what cuts it goes on doing so until the line touches one of its corners or passes a place of the
second kind. There it is looked at again: a line that touches is open, so no span of open lines is passed over.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from sightline.field.corridors.corridor_types import (
    CLEARANCE,
    MISSES,
    OPEN,
    Body,
    Floats,
    Line,
    Pivot,
    Room,
    Shapes,
    Window,
)
from sightline.field.corridors.line_tests import cutting
from sightline.field.corridors.offset_intersections import gather_places
from sightline.field.jit import compiled


@compiled
def _turns(x: float, y: float, aside: float) -> tuple[float, float]:
    """Give the slopes of the lines about a pivot that pass a place at a distance, by the way from the pivot to it.

    The distance is how far aside of the line the place lies, and the pivot does not. First comes the line on which the
    place is after the pivot, then the one on which it is before. A line straight up or backwards has a slope of inf or
    -inf; where there is none, it is nan.
    """
    square = x * x + y * y
    left = square - aside * aside
    if left < 0 or square == 0:
        return np.nan, np.nan
    along = sqrt(left)
    after = _slope(x * along + y * aside, y * along - x * aside)
    before = _slope(y * aside - x * along, -y * along - x * aside)
    return after, before


@compiled
def _slope(x: float, y: float) -> float:
    if x > 0:
        return y / x
    return inf if y > 0 else -inf


@compiled
def _fan(end: Body, pivot: Pivot, way: int) -> tuple[float, float]:
    """Give the least and the greatest slope of lines about a pivot that meet an end after it, or with 1 before it."""
    low, high = inf, -inf
    for i in range(len(end.x)):
        for sign in (-1.0, 1.0):
            slope = _turns(end.x[i] - pivot.x, end.y[i] - pivot.y, pivot.aside + sign * end.radius)[way]
            low, high = min(low, slope), max(high, slope)
    return low, high


@compiled
def _beside_own(obstacles: Shapes, i: int, k: int, sign: float) -> tuple[float, float]:
    """Give the least and the greatest slope of lines about a corner of an obstacle that leave it on one side."""
    low, high = -inf, inf
    first, last = obstacles.first[i], obstacles.first[i + 1] - 1
    if first == last:
        return low, high
    for other in (k - 1 if k > first else last, k + 1 if k < last else first):
        x, y = sign * (obstacles.x[other] - obstacles.x[k]), sign * (obstacles.y[other] - obstacles.y[k])
        if x > 0:
            low = max(low, y / x)
        elif x < 0:
            high = min(high, y / x)
        elif y > 0:
            return inf, -inf
    return low, high


@compiled
def _is_open_about(
    room: Room, count: int, places: int, start: Body, stop: Body, pivot: Pivot, low: float, high: float
) -> bool:
    """Tell whether some line about a pivot is open whose slope is between two others: from turn to turn, upwards."""
    slope = low
    while slope < high:
        length = sqrt(1 + slope * slope)
        ux, uy = 1 / length, slope / length
        line = Line(ux, uy, pivot.y * ux - pivot.x * uy + pivot.aside)
        cuts = cutting(room.obstacles, count, start, stop, line)
        if cuts == OPEN:
            return True
        slope = _next_slope(room, cuts, places, start, stop, pivot, slope)
    return False


@compiled
def _next_slope(room: Room, cuts: int, places: int, start: Body, stop: Body, pivot: Pivot, slope: float) -> float:
    """Give a greater slope such that what cuts, or misses an end, does so up to there; inf if for good."""
    if cuts == MISSES:
        missed = _next_turn(start.x, start.y, 0, len(start.x), start.radius, pivot, slope)
        return min(missed, _next_turn(stop.x, stop.y, 0, len(stop.x), stop.radius, pivot, slope))
    obstacles = room.obstacles
    if room.is_between[cuts]:
        passed = _passed(obstacles, cuts, pivot)
        if passed > slope:
            return passed
    first, last, reach = obstacles.first[cuts], obstacles.first[cuts + 1], obstacles.radius[cuts] + CLEARANCE
    turn = _next_turn(obstacles.x, obstacles.y, first, last, reach, pivot, slope)
    if room.is_near_start[cuts] or room.is_near_stop[cuts]:
        turn = min(turn, _next_turn(room.places[0], room.places[1], 0, places, 0.0, pivot, slope))
    return turn


@compiled
def _next_turn(x: Floats, y: Floats, first: int, last: int, reach: float, pivot: Pivot, slope: float) -> float:
    """Give the next slope at which a line about a pivot touches one of some circles."""
    found = inf
    for k in range(first, last):
        for sign in (-1.0, 1.0):
            for turn in _turns(x[k] - pivot.x, y[k] - pivot.y, pivot.aside + sign * reach):
                if slope < turn < found:
                    found = turn
    return found


@compiled
def _passed(obstacles: Shapes, i: int, pivot: Pivot) -> float:
    """Give the slope up to which an obstacle between the ends cuts lines about a pivot once it does.

    That is easily told where it comes after the pivot on all lines, or before it on all; else it gives nan.
    """
    first, last, reach = obstacles.first[i], obstacles.first[i + 1], obstacles.radius[i] + CLEARANCE
    most = reach + abs(pivot.aside)
    sign = 1.0 if obstacles.x[first] > pivot.x else -1.0
    aside, found = pivot.aside - sign * reach, -inf
    for k in range(first, last):
        x, y = sign * (obstacles.x[k] - pivot.x), sign * (obstacles.y[k] - pivot.y)
        square = x * x + y * y
        if x <= 0 or x * x * (square - most * most) <= y * y * most * most:
            return np.nan
        along = sqrt(square - aside * aside)
        found = max(found, (y * along - sign * x * aside) / (x * along + sign * y * aside))
    return found


@compiled
def is_open_about_any(room: Room, count: int, start: Body, stop: Body, window: Window) -> bool:
    """Tell whether some line about any pivot is open."""
    obstacles = room.obstacles
    steepest = (window.high - window.low) / (window.before_stop - window.after_start)
    on_start, places = gather_places(room, count, start, stop)
    for k in range(places):
        pivot, spot = Pivot(room.places[0, k], room.places[1, k], 0.0), _spot(room.places, k)
        one, other = (spot, stop) if k < on_start else (start, spot)
        low, high = _fan(stop, pivot, 0) if k < on_start else _fan(start, pivot, 1)
        if _is_open_about(room, count, places, one, other, pivot, max(low, -steepest), min(high, steepest)):
            return True
    for i in range(count):
        reach = obstacles.radius[i] + CLEARANCE
        for k in range(obstacles.first[i], obstacles.first[i + 1]):
            for aside in (-reach, reach):
                pivot = Pivot(obstacles.x[k], obstacles.y[k], aside)
                low, high = -steepest, steepest
                if not room.is_near_start[i] and not room.is_near_stop[i]:
                    least, most = _limits(obstacles, i, k, start, stop, pivot)
                    low, high = max(low, least), min(high, most)
                if low < high and _is_open_about(room, count, places, start, stop, pivot, low, high):
                    return True
    return False


@compiled
def _spot(places: Floats, k: int) -> Body:
    """Give a place as an end: lines that leave an outline there are those that leave from there."""
    x, y = places[0, k], places[1, k]
    return Body(places[0, k : k + 1], places[1, k : k + 1], 0.0, x, x, y, y)


@compiled
def _limits(obstacles: Shapes, i: int, k: int, start: Body, stop: Body, pivot: Pivot) -> tuple[float, float]:
    """Give the slopes between which lines about a corner meet both ends and leave its obstacle on one side."""
    low, high = _fan(start, pivot, 1)
    for one, other in (_fan(stop, pivot, 0), _beside_own(obstacles, i, k, pivot.aside)):
        low, high = max(low, one), min(high, other)
    return low, high
