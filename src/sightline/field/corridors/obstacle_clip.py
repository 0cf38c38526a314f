"""Kernels that clip the obstacles of a table to the window between two ends, in the frame of these."""

from __future__ import annotations

from math import hypot, inf

from sightline.field.corridors.corridor_types import (
    CLEARANCE,
    GAP,
    Bools,
    CorridorWorkspace,
    Floats,
    Frame,
    FramedShape,
    ShapeArrays,
    TableArrays,
    Window,
)
from sightline.field.corridors.line_tests import distance_to_edge
from sightline.field.jit import compiled


@compiled
def find_frame(start: FramedShape, stop: FramedShape) -> Frame:
    """Return the frame of two ends whose hulls do not overlap: x runs along the shortest line between the hulls.

    Its origin is in the middle of that line. The ends and the result are in the coordinates of the table.
    """
    least, x, y, ux, uy = inf, 0.0, 0.0, 0.0, 0.0
    for sign, one, other in ((1.0, start, stop), (-1.0, stop, start)):
        last = len(one.x) - 1
        for k in range(len(other.x)):
            for i in range(last + 1):
                before = i - 1 if i > 0 else last
                ax, ay = one.x[before], one.y[before]
                dx, dy = one.x[i] - ax, one.y[i] - ay
                square = dx * dx + dy * dy
                share = ((other.x[k] - ax) * dx + (other.y[k] - ay) * dy) / square if square > 0 else 0.0
                share = min(1.0, max(0.0, share))
                to_x, to_y = other.x[k] - ax - share * dx, other.y[k] - ay - share * dy
                distance = hypot(to_x, to_y)
                if distance < least:
                    least, ux, uy = distance, sign * to_x, sign * to_y
                    x, y = other.x[k] - to_x / 2, other.y[k] - to_y / 2
    if least > 0:
        ux, uy = ux / least, uy / least
    return Frame(x, y, ux, uy)


@compiled
def to_frame(frame: Frame, shapes: ShapeArrays, i: int, corners: Floats) -> FramedShape:
    """Return shape i in a frame. `corners`, shape (2, at least its corners), is the memory of the result's x and y."""
    first, count, radius = shapes.first[i], shapes.first[i + 1] - shapes.first[i], shapes.radius[i]
    left, right, low, high = inf, -inf, inf, -inf
    for k in range(count):
        x, y = shapes.x[first + k] - frame.x, shapes.y[first + k] - frame.y
        along, across = x * frame.ux + y * frame.uy, y * frame.ux - x * frame.uy
        corners[0, k], corners[1, k] = along, across
        left, right, low, high = min(left, along), max(right, along), min(low, across), max(high, across)
    return FramedShape(
        corners[0, :count], corners[1, :count], radius, left - radius, right + radius, low - radius, high + radius
    )


@compiled
def find_window(start: FramedShape, stop: FramedShape) -> Window:
    """Return the window that holds all lines between two ends."""
    low, high = min(start.low, stop.low), max(start.high, stop.high)
    return Window(start.left, stop.right, low, high, start.right, stop.left)


@compiled
def clip_obstacles(
    work: CorridorWorkspace,
    table: TableArrays,
    frame: Frame,
    start: FramedShape,
    stop: FramedShape,
    window: Window,
    ignored: Bools,
    also: Bools,
) -> int:
    """Put the obstacles in a window into the workspace, in the window's frame; return how many there are.

    Return -1 if one of them alone blocks all lines. Obstacles in `ignored` and `also`, shape (obstacles,), do not
    count.
    """
    obstacles, count = work.obstacles, 0
    for i in range(len(ignored)):
        x, y = table.x[i] - frame.x, table.y[i] - frame.y
        across, reach = y * frame.ux - x * frame.uy, table.reach[i] + CLEARANCE
        if across - reach >= window.high or across + reach <= window.low:
            continue
        along = x * frame.ux + y * frame.uy
        if along - reach >= window.right or along + reach <= window.left or ignored[i] or also[i]:
            continue
        corner = obstacles.first[count]
        obstacle = to_frame(frame, table.obstacles, i, work.corners[:, corner:])
        if _spans(obstacle, window):
            return -1
        if _overlaps(obstacle, window):
            obstacles.first[count + 1], obstacles.radius[count] = corner + len(obstacle.x), obstacle.radius
            is_between = obstacle.left >= window.after_start + GAP and obstacle.right <= window.before_stop - GAP
            work.is_between[count] = is_between
            work.is_near_start[count] = not is_between and _is_near(start, obstacle)
            work.is_near_stop[count] = not is_between and _is_near(stop, obstacle)
            count += 1
    return count


@compiled
def _overlaps(obstacle: FramedShape, window: Window) -> bool:
    """Return whether the bounding box of an obstacle, grown by the clearance, overlaps a window."""
    return (
        obstacle.right > window.left - CLEARANCE
        and obstacle.left < window.right + CLEARANCE
        and obstacle.high > window.low - CLEARANCE
        and obstacle.low < window.high + CLEARANCE
    )


@compiled
def _spans(obstacle: FramedShape, window: Window) -> bool:
    """Return whether a disc or an edge of a polygon extends over the whole height of a window, between the ends."""
    last = len(obstacle.x) - 1
    for k in range(last + 1):
        other = k - 1 if k > 0 else last
        if (
            min(obstacle.y[k], obstacle.y[other]) - obstacle.radius <= window.low
            and max(obstacle.y[k], obstacle.y[other]) + obstacle.radius >= window.high
            and min(obstacle.x[k], obstacle.x[other]) - obstacle.radius >= window.after_start
            and max(obstacle.x[k], obstacle.x[other]) + obstacle.radius <= window.before_stop
        ):
            return True
    return False


@compiled
def _is_near(end: FramedShape, obstacle: FramedShape) -> bool:
    """Return whether the outline of an obstacle may come closer than the clearance to an end.

    For discs as ends it is exact; polygons are replaced by a disc round them.
    """
    x, y = (end.left + end.right) / 2, (end.low + end.high) / 2
    reach = end.radius if len(end.x) == 1 else hypot(end.right - x, end.high - y)
    last = len(obstacle.x) - 1
    for k in range(last + 1):
        other = k - 1 if k > 0 else last
        distance = distance_to_edge(
            obstacle.x[other] - x, obstacle.y[other] - y, obstacle.x[k] - x, obstacle.y[k] - y, 0.0
        )
        if distance < reach + obstacle.radius + GAP:
            return True
    return False
