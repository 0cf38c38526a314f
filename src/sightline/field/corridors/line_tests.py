"""What cuts a line."""

from __future__ import annotations

from math import hypot, inf, isinf, sqrt

from sightline.field.corridors.corridor_types import CLEARANCE, MISSES, NOISE, OPEN, Body, Line, Shapes
from sightline.field.jit import compiled


@compiled
def _furthest(body: Body, line: Line, sign: float) -> float:
    """Give how far along a line, or with a sign of -1 against it, a body reaches; -inf where they do not meet."""
    if len(body.x) == 1:
        aside = body.y[0] * line.ux - body.x[0] * line.uy - line.offset
        if abs(aside) > body.radius + NOISE:
            return -inf
        at: float = body.x[0] * line.ux + body.y[0] * line.uy
        return sign * at + sqrt(max(0.0, body.radius * body.radius - aside * aside))
    found = -inf
    last = len(body.x) - 1
    before = body.y[last] * line.ux - body.x[last] * line.uy - line.offset
    before_at = body.x[last] * line.ux + body.y[last] * line.uy
    for i in range(len(body.x)):
        aside = body.y[i] * line.ux - body.x[i] * line.uy - line.offset
        at = body.x[i] * line.ux + body.y[i] * line.uy
        if abs(aside) <= NOISE:
            found = max(found, sign * at)
        elif (aside < 0) != (before < 0):
            found = max(found, sign * (before_at + (at - before_at) * before / (before - aside)))
        before, before_at = aside, at
    return found


@compiled
def is_cut(obstacles: Shapes, i: int, line: Line, start: float, stop: float) -> bool:
    """Tell whether an obstacle comes too near to a line between two places along it."""
    low, high, near, far = inf, -inf, inf, -inf
    for k in range(obstacles.first[i], obstacles.first[i + 1]):
        aside = obstacles.y[k] * line.ux - obstacles.x[k] * line.uy - line.offset
        at = obstacles.x[k] * line.ux + obstacles.y[k] * line.uy
        low, high, near, far = min(low, aside), max(high, aside), min(near, at), max(far, at)
    reach = obstacles.radius[i] + CLEARANCE - NOISE
    if low >= reach or high <= -reach or far + reach <= start or near - reach >= stop:
        return False
    if start <= near and far <= stop:
        return True
    return _is_cut_by_edges(obstacles, i, line, start, stop)


@compiled
def _is_cut_by_edges(obstacles: Shapes, i: int, line: Line, start: float, stop: float) -> bool:
    """Tell the same of an obstacle that reaches beyond these places."""
    reach = obstacles.radius[i] + CLEARANCE - NOISE
    first, last = obstacles.first[i], obstacles.first[i + 1] - 1
    aside = obstacles.y[last] * line.ux - obstacles.x[last] * line.uy - line.offset
    at = obstacles.x[last] * line.ux + obstacles.y[last] * line.uy
    holds_start = False
    for k in range(first, last + 1):
        before, before_at = aside, at
        aside = obstacles.y[k] * line.ux - obstacles.x[k] * line.uy - line.offset
        at = obstacles.x[k] * line.ux + obstacles.y[k] * line.uy
        if (aside < 0) != (before < 0):
            crossing = before_at + (at - before_at) * before / (before - aside)
            if start <= crossing <= stop:
                return True
            holds_start ^= crossing > start
        if hypot(max(start - at, at - stop, 0.0), aside) < reach:
            return True
        if apart(before_at, before, at, aside, start) < reach or apart(before_at, before, at, aside, stop) < reach:
            return True
    return holds_start


@compiled
def apart(ax: float, ay: float, bx: float, by: float, x: float) -> float:
    """Give how far an edge is from a place on the axis of x."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - ax) * dx - ay * dy) / square)) if square > 0 else 0.0
    return hypot(ax + share * dx - x, ay + share * dy)


@compiled
def cutting(obstacles: Shapes, count: int, start: Body, stop: Body, line: Line) -> int:
    """Give an obstacle that cuts a line, OPEN or MISSES."""
    leaves = _furthest(start, line, 1.0)
    arrives = -_furthest(stop, line, -1.0)
    if isinf(leaves) or isinf(arrives):
        return MISSES
    for i in range(count):
        if is_cut(obstacles, i, line, leaves, arrives):
            return i
    return OPEN
