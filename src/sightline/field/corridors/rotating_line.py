"""Rotational sweeps that decide whether any line between two ends keeps the clearance from all obstacles.

No line is sampled: the decision is exact up to rounding.

The lines between two convex ends that do not touch form one connected region, and each obstacle cuts a hole into it. If
some lines are open, and some are not, the open ones have a border inside that region. On it lies a line that either

- touches a corner of an obstacle, at just the clearance, or
- leaves an end at a point where the end's outline is just the clearance away from an obstacle (a critical point).

So it is enough to turn a line about each of these pivots. While it turns, the obstacle that blocks it continues to do
so up to an event: the line touches one of the obstacle's corners at the clearance, or passes a critical point. The line
is tested again there, not between events. A line that just touches is open, so no interval of open lines is passed
over.

Lines are given by their slope in the frame of the ends, where none is vertical.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from sightline.field.corridors.corridor_types import (
    CLEARANCE,
    MISSES,
    OPEN,
    CorridorWorkspace,
    DirectedLine,
    Floats,
    FramedShape,
    Pivot,
    ShapeArrays,
    Window,
)
from sightline.field.corridors.critical_points import find_critical_points
from sightline.field.corridors.line_tests import find_blocker
from sightline.field.jit import compiled


@compiled
def _tangent_slopes(x: float, y: float, across: float) -> tuple[float, float]:
    """Return the slopes of the two lines for which the vector (x, y) has the component `across` along their normal.

    With the vector from a pivot to a point these are the lines about the pivot at a given distance from the point:
    first the one that passes the point after the pivot, then the one that passes it before. A line that is vertical or
    runs backwards has the slope inf or -inf; both are nan if there is no such line.
    """
    square = x * x + y * y
    left = square - across * across
    if left < 0 or square == 0:
        return np.nan, np.nan
    along = sqrt(left)
    after = _slope_of(x * along + y * across, y * along - x * across)
    before = _slope_of(y * across - x * along, -y * along - x * across)
    return after, before


@compiled
def _slope_of(x: float, y: float) -> float:
    if x > 0:
        return y / x
    return inf if y > 0 else -inf


@compiled
def _slopes_to_end(end: FramedShape, pivot: Pivot, is_before: int) -> tuple[float, float]:
    """Return the least and the greatest slope of lines about a pivot that meet an end after it; with 1, before it."""
    low, high = inf, -inf
    for i in range(len(end.x)):
        for sign in (-1.0, 1.0):
            across = pivot.distance + sign * end.radius
            slope = _tangent_slopes(end.x[i] - pivot.x, end.y[i] - pivot.y, across)[is_before]
            low, high = min(low, slope), max(high, slope)
    return low, high


@compiled
def _supporting_slopes(obstacles: ShapeArrays, i: int, k: int, sign: float) -> tuple[float, float]:
    """Return the least and the greatest slope of lines about corner k of obstacle i with both its edges on one side.

    `sign` is the side on which the line passes the corner. There is no such line if the least slope exceeds the
    greatest.
    """
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
def _has_open_line_about(
    work: CorridorWorkspace,
    count: int,
    points: int,
    start: FramedShape,
    stop: FramedShape,
    pivot: Pivot,
    low: float,
    high: float,
) -> bool:
    """Return whether any line about a pivot with a slope from `low` to below `high` is open.

    `count` and `points` are the numbers of obstacles and of critical points in the workspace.
    """
    slope = low
    while slope < high:
        length = sqrt(1 + slope * slope)
        ux, uy = 1 / length, slope / length
        line = DirectedLine(ux, uy, pivot.y * ux - pivot.x * uy + pivot.distance)
        blocker = find_blocker(work.obstacles, count, start, stop, line)
        if blocker == OPEN:
            return True
        slope = _next_event(work, blocker, points, start, stop, pivot, slope)
    return False


@compiled
def _next_event(
    work: CorridorWorkspace,
    blocker: int,
    points: int,
    start: FramedShape,
    stop: FramedShape,
    pivot: Pivot,
    slope: float,
) -> float:
    """Return the slope of the next event: until then the line stays blocked, or misses an end; inf if none is left."""
    if blocker == MISSES:
        missed = _next_tangent(start.x, start.y, 0, len(start.x), start.radius, pivot, slope)
        return min(missed, _next_tangent(stop.x, stop.y, 0, len(stop.x), stop.radius, pivot, slope))
    obstacles = work.obstacles
    if work.is_between[blocker]:
        last = _last_blocked_slope(obstacles, blocker, pivot)
        if last > slope:
            return last
    first, end, reach = obstacles.first[blocker], obstacles.first[blocker + 1], obstacles.radius[blocker] + CLEARANCE
    event = _next_tangent(obstacles.x, obstacles.y, first, end, reach, pivot, slope)
    if work.is_near_start[blocker] or work.is_near_stop[blocker]:
        event = min(event, _next_tangent(work.points[0], work.points[1], 0, points, 0.0, pivot, slope))
    return event


@compiled
def _next_tangent(x: Floats, y: Floats, first: int, last: int, radius: float, pivot: Pivot, slope: float) -> float:
    """Return the next greater slope at which a line about a pivot touches a circle; inf if there is none.

    The circles have one radius, and their middles at `first` up to but excluding `last` of `x` and `y`.
    """
    found = inf
    for k in range(first, last):
        for sign in (-1.0, 1.0):
            for tangent in _tangent_slopes(x[k] - pivot.x, y[k] - pivot.y, pivot.distance + sign * radius):
                if slope < tangent < found:
                    found = tangent
    return found


@compiled
def _last_blocked_slope(obstacles: ShapeArrays, i: int, pivot: Pivot) -> float:
    """Return the slope up to which an obstacle between the ends blocks lines about a pivot, from where it blocks one.

    That is its greatest tangent slope, if all lines pass the obstacle after the pivot, or all before it. Else it is
    nan.
    """
    first, last, reach = obstacles.first[i], obstacles.first[i + 1], obstacles.radius[i] + CLEARANCE
    farthest = reach + abs(pivot.distance)
    sign = 1.0 if obstacles.x[first] > pivot.x else -1.0
    across, found = pivot.distance - sign * reach, -inf
    for k in range(first, last):
        x, y = sign * (obstacles.x[k] - pivot.x), sign * (obstacles.y[k] - pivot.y)
        square = x * x + y * y
        if x <= 0 or x * x * (square - farthest * farthest) <= y * y * farthest * farthest:
            return np.nan
        along = sqrt(square - across * across)
        found = max(found, (y * along - sign * x * across) / (x * along + sign * y * across))
    return found


@compiled
def has_open_line(work: CorridorWorkspace, count: int, start: FramedShape, stop: FramedShape, window: Window) -> bool:
    """Return whether any line between two ends is open that turns about one of the pivots.

    `count` is the number of obstacles in the workspace. No line between the ends is steeper than the diagonal of the
    window between them.
    """
    obstacles = work.obstacles
    steepest = (window.high - window.low) / (window.before_stop - window.after_start)
    on_start, points = find_critical_points(work, count, start, stop)
    for k in range(points):
        pivot, point = Pivot(work.points[0, k], work.points[1, k], 0.0), _point_at(work.points, k)
        one, other = (point, stop) if k < on_start else (start, point)
        low, high = _slopes_to_end(stop, pivot, 0) if k < on_start else _slopes_to_end(start, pivot, 1)
        if _has_open_line_about(work, count, points, one, other, pivot, max(low, -steepest), min(high, steepest)):
            return True
    for i in range(count):
        reach = obstacles.radius[i] + CLEARANCE
        for k in range(obstacles.first[i], obstacles.first[i + 1]):
            for distance in (-reach, reach):
                pivot = Pivot(obstacles.x[k], obstacles.y[k], distance)
                low, high = -steepest, steepest
                if not work.is_near_start[i] and not work.is_near_stop[i]:
                    least, greatest = _slopes_past_corner(obstacles, i, k, start, stop, pivot)
                    low, high = max(low, least), min(high, greatest)
                if low < high and _has_open_line_about(work, count, points, start, stop, pivot, low, high):
                    return True
    return False


@compiled
def _point_at(points: Floats, k: int) -> FramedShape:
    """Return a critical point as an end: lines leave the outline there."""
    x, y = points[0, k], points[1, k]
    return FramedShape(points[0, k : k + 1], points[1, k : k + 1], 0.0, x, x, y, y)


@compiled
def _slopes_past_corner(
    obstacles: ShapeArrays, i: int, k: int, start: FramedShape, stop: FramedShape, pivot: Pivot
) -> tuple[float, float]:
    """Return the least and the greatest slope of lines about a corner that meet both ends, its edges on one side."""
    low, high = _slopes_to_end(start, pivot, 1)
    for one, other in (
        _slopes_to_end(stop, pivot, 0),
        _supporting_slopes(obstacles, i, k, pivot.distance),
    ):
        low, high = max(low, one), min(high, other)
    return low, high
