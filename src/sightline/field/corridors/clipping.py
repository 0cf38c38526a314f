"""The frame of two ends, the window that lines between them stay in, and which obstacles come into it."""

from __future__ import annotations

from math import hypot, inf

from sightline.field.corridors.corridor_types import (
    CLEARANCE,
    GAP,
    Body,
    Bools,
    Floats,
    Frame,
    Room,
    Shapes,
    Window,
    World,
)
from sightline.field.corridors.line_tests import apart
from sightline.field.jit import compiled


@compiled
def frame_of(start: Body, stop: Body) -> Frame:
    """Give the frame of two ends whose hulls do not overlap: x runs along the shortest way between these."""
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
                away = hypot(to_x, to_y)
                if away < least:
                    least, ux, uy = away, sign * to_x, sign * to_y
                    x, y = other.x[k] - to_x / 2, other.y[k] - to_y / 2
    if least > 0:
        ux, uy = ux / least, uy / least
    return Frame(x, y, ux, uy)


@compiled
def framed(frame: Frame, shapes: Shapes, i: int, into: Floats) -> Body:
    """Give a shape in a frame; its corners are kept in an array."""
    first, count, radius = shapes.first[i], shapes.first[i + 1] - shapes.first[i], shapes.radius[i]
    left, right, low, high = inf, -inf, inf, -inf
    for k in range(count):
        x, y = shapes.x[first + k] - frame.x, shapes.y[first + k] - frame.y
        along, aside = x * frame.ux + y * frame.uy, y * frame.ux - x * frame.uy
        into[0, k], into[1, k] = along, aside
        left, right, low, high = min(left, along), max(right, along), min(low, aside), max(high, aside)
    return Body(into[0, :count], into[1, :count], radius, left - radius, right + radius, low - radius, high + radius)


@compiled
def window_of(start: Body, stop: Body) -> Window:
    """Give the window that lines between two ends stay in."""
    low, high = min(start.low, stop.low), max(start.high, stop.high)
    return Window(start.left, stop.right, low, high, start.right, stop.left)


@compiled
def gather_obstacles(
    room: Room, world: World, frame: Frame, start: Body, stop: Body, window: Window, ignored: Bools, also: Bools
) -> int:
    """Collect the obstacles that come into a window, in its frame; -1 where one of them cuts all lines by itself."""
    obstacles, count = room.obstacles, 0
    for i in range(len(ignored)):
        x, y = world.x[i] - frame.x, world.y[i] - frame.y
        aside, reach = y * frame.ux - x * frame.uy, world.reach[i] + CLEARANCE
        if aside - reach >= window.high or aside + reach <= window.low:
            continue
        along = x * frame.ux + y * frame.uy
        if along - reach >= window.right or along + reach <= window.left or ignored[i] or also[i]:
            continue
        corner = obstacles.first[count]
        thing = framed(frame, world.obstacles, i, room.corners[:, corner:])
        if _covers(thing, window):
            return -1
        if _comes_into(window, thing):
            obstacles.first[count + 1], obstacles.radius[count] = corner + len(thing.x), thing.radius
            is_between = thing.left >= window.after_start + GAP and thing.right <= window.before_stop - GAP
            room.is_between[count] = is_between
            room.is_near_start[count] = not is_between and _is_near(start, thing)
            room.is_near_stop[count] = not is_between and _is_near(stop, thing)
            count += 1
    return count


@compiled
def _comes_into(window: Window, thing: Body) -> bool:
    return (
        thing.right > window.left - CLEARANCE
        and thing.left < window.right + CLEARANCE
        and thing.high > window.low - CLEARANCE
        and thing.low < window.high + CLEARANCE
    )


@compiled
def _covers(thing: Body, window: Window) -> bool:
    """Tell whether a disc or a side of a polygon reaches across all lines, between the ends."""
    last = len(thing.x) - 1
    for k in range(last + 1):
        other = k - 1 if k > 0 else last
        if (
            min(thing.y[k], thing.y[other]) - thing.radius <= window.low
            and max(thing.y[k], thing.y[other]) + thing.radius >= window.high
            and min(thing.x[k], thing.x[other]) - thing.radius >= window.after_start
            and max(thing.x[k], thing.x[other]) + thing.radius <= window.before_stop
        ):
            return True
    return False


@compiled
def _is_near(end: Body, thing: Body) -> bool:
    """Tell whether the outline of an obstacle may come too near to an end: for round ends, whether it does."""
    x, y = (end.left + end.right) / 2, (end.low + end.high) / 2
    reach = end.radius if len(end.x) == 1 else hypot(end.right - x, end.high - y)
    last = len(thing.x) - 1
    for k in range(last + 1):
        other = k - 1 if k > 0 else last
        away = apart(thing.x[other] - x, thing.y[other] - y, thing.x[k] - x, thing.y[k] - y, 0.0)
        if away < reach + thing.radius + GAP:
            return True
    return False
