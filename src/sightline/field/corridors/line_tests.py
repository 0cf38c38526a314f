"""Kernels that test single lines: whether they meet both ends, and which obstacle blocks them."""

from __future__ import annotations

from math import hypot, inf, isinf, sqrt

from sightline.field.corridors.corridor_types import (
    CLEARANCE,
    MISSES,
    NOISE,
    OPEN,
    DirectedLine,
    FramedShape,
    ShapeArrays,
)
from sightline.field.jit import compiled


@compiled
def _farthest_along(shape: FramedShape, line: DirectedLine, sign: float) -> float:
    """Return the greatest coordinate along a line that a shape has on it; -inf if they do not meet.

    With `sign` -1.0 it is the greatest against the line's direction. The shape is a disc or a polygon without a radius.
    """
    if len(shape.x) == 1:
        across = shape.y[0] * line.ux - shape.x[0] * line.uy - line.offset
        if abs(across) > shape.radius + NOISE:
            return -inf
        at: float = shape.x[0] * line.ux + shape.y[0] * line.uy
        return sign * at + sqrt(max(0.0, shape.radius * shape.radius - across * across))
    found = -inf
    last = len(shape.x) - 1
    before = shape.y[last] * line.ux - shape.x[last] * line.uy - line.offset
    before_along = shape.x[last] * line.ux + shape.y[last] * line.uy
    for i in range(len(shape.x)):
        across = shape.y[i] * line.ux - shape.x[i] * line.uy - line.offset
        along = shape.x[i] * line.ux + shape.y[i] * line.uy
        if abs(across) <= NOISE:
            found = max(found, sign * along)
        elif (across < 0) != (before < 0):
            found = max(found, sign * (before_along + (along - before_along) * before / (before - across)))
        before, before_along = across, along
    return found


@compiled
def _blocks(obstacles: ShapeArrays, i: int, line: DirectedLine, start: float, stop: float) -> bool:
    """Return whether obstacle i comes closer than the clearance to a line between `start` and `stop` along it."""
    low, high, near, far = inf, -inf, inf, -inf
    for k in range(obstacles.first[i], obstacles.first[i + 1]):
        across = obstacles.y[k] * line.ux - obstacles.x[k] * line.uy - line.offset
        along = obstacles.x[k] * line.ux + obstacles.y[k] * line.uy
        low, high, near, far = min(low, across), max(high, across), min(near, along), max(far, along)
    reach = obstacles.radius[i] + CLEARANCE - NOISE
    if low >= reach or high <= -reach or far + reach <= start or near - reach >= stop:
        return False
    if start <= near and far <= stop:
        return True
    return _has_blocking_edge(obstacles, i, line, start, stop)


@compiled
def _has_blocking_edge(obstacles: ShapeArrays, i: int, line: DirectedLine, start: float, stop: float) -> bool:
    """Return the same, edge by edge, for an obstacle that extends beyond `start` or `stop`."""
    reach = obstacles.radius[i] + CLEARANCE - NOISE
    first, last = obstacles.first[i], obstacles.first[i + 1] - 1
    across = obstacles.y[last] * line.ux - obstacles.x[last] * line.uy - line.offset
    along = obstacles.x[last] * line.ux + obstacles.y[last] * line.uy
    contains_start = False  # by the parity of the edges that the line crosses after it
    for k in range(first, last + 1):
        before, before_along = across, along
        across = obstacles.y[k] * line.ux - obstacles.x[k] * line.uy - line.offset
        along = obstacles.x[k] * line.ux + obstacles.y[k] * line.uy
        if (across < 0) != (before < 0):
            crossing = before_along + (along - before_along) * before / (before - across)
            if start <= crossing <= stop:
                return True
            contains_start ^= crossing > start
        if hypot(max(start - along, along - stop, 0.0), across) < reach:
            return True
        if distance_to_edge(before_along, before, along, across, start) < reach:
            return True
        if distance_to_edge(before_along, before, along, across, stop) < reach:
            return True
    return contains_start


@compiled
def distance_to_edge(ax: float, ay: float, bx: float, by: float, x: float) -> float:
    """Return the distance from the point (x, 0) to the segment from (ax, ay) to (bx, by)."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - ax) * dx - ay * dy) / square)) if square > 0 else 0.0
    return hypot(ax + share * dx - x, ay + share * dy)


@compiled
def find_blocker(obstacles: ShapeArrays, count: int, start: FramedShape, stop: FramedShape, line: DirectedLine) -> int:
    """Return the number of an obstacle, of the first `count`, that blocks a line between two ends; else OPEN or MISSES.

    The line counts from where it leaves the first end to where it arrives at the other.
    """
    leaves = _farthest_along(start, line, 1.0)
    arrives = -_farthest_along(stop, line, -1.0)
    if isinf(leaves) or isinf(arrives):
        return MISSES
    for i in range(count):
        if _blocks(obstacles, i, line, leaves, arrives):
            return i
    return OPEN
