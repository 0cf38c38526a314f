"""Whether some line between two ends keeps its distance from all obstacles. Every line is considered, none is sampled.

The lines between two convex ends that do not touch are one region, and obstacles cut holes into it. What is left of it, if
it is not all, has a border inside it. On that border a line touches a corner at the distance to keep, or it leaves an end
where the end's outline comes that near to an obstacle. So it is enough to turn a line about each of these pivots. While it
turns, whether something cuts it changes only where it touches another corner or passes a place of the second kind: one line
is tried between each two such turns.

All this happens in a frame of the two ends: x runs along the shortest way between them. Lines are `y = slope * x + ...` in
it, since no line between the two runs straight up. A line has a direction (ux, uy) and an offset along its normal (-uy, ux).
"""

from __future__ import annotations

from math import hypot, inf, isinf, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.field.compiled import compiled, entry
from sightline.plane import SAME

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NOISE = 1e-11
"""Lines may miss a clearance by this many inches."""
CLEARANCE = SAME / 2 + NOISE
"""Open lines keep this distance from all obstacles, in inches."""
SLACK = 1e-9
"""Obstacles this many inches farther from an end than the distance to keep are treated as if they came too near."""
OPEN, MISSES = -1, -2
"""What else there is to say of a line than which obstacle cuts it: nothing does, or it does not meet both ends."""


class Shapes(NamedTuple):
    """Shapes by their corners, from `first[i]` to before `first[i + 1]`; a disc has one, its middle, and a radius."""

    x: Floats
    y: Floats
    radius: Floats
    first: Ints


class Body(NamedTuple):
    """All places within a radius of the hull of some corners."""

    x: Floats
    y: Floats
    radius: float


class Frame(NamedTuple):
    """Where a frame has its origin, and its direction of x."""

    x: float
    y: float
    ux: float
    uy: float


class Line(NamedTuple):
    """A directed line."""

    ux: float
    uy: float
    offset: float


class Window(NamedTuple):
    """What lines between two ends stay in, and from where to where neither end reaches."""

    left: float
    right: float
    low: float
    high: float
    after_start: float
    before_stop: float


class Pivot(NamedTuple):
    """A place that lines pass at a distance, to the right of it in their direction if the distance is negative."""

    x: float
    y: float
    aside: float


class Edge(NamedTuple):
    """A straight line from one place to another."""

    ax: float
    ay: float
    bx: float
    by: float


class World(NamedTuple):
    """The convex parts of all ends, with the first of each end, and the obstacles, with discs round them."""

    ends: Shapes
    parts: Ints
    obstacles: Shapes
    x: Floats
    y: Floats
    reach: Floats


class Room(NamedTuple):
    """Room for what one thread works on: the obstacles between two ends, and which come near the one or the other."""

    obstacles: Shapes
    corners: Floats
    is_near_start: Bools
    is_near_stop: Bools
    is_between: Bools
    start: Floats
    stop: Floats
    places: Floats


# --- lines ---------------------------------------------------------------------------------------------------


@compiled
def _furthest(body: Body, line: Line, sign: float) -> float:
    """Give how far along a line, or with a sign of -1 against it, a body reaches; -inf where they do not meet."""
    if len(body.x) == 1:
        aside = body.y[0] * line.ux - body.x[0] * line.uy - line.offset
        if abs(aside) > body.radius + NOISE:
            return -inf
        square = body.radius * body.radius - aside * aside
        return sign * (body.x[0] * line.ux + body.y[0] * line.uy) + sqrt(max(0.0, square))
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
def _is_cut(obstacles: Shapes, i: int, line: Line, start: float, stop: float) -> bool:
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
        if _apart(before_at, before, at, aside, start) < reach or _apart(before_at, before, at, aside, stop) < reach:
            return True
    return holds_start


@compiled
def _apart(ax: float, ay: float, bx: float, by: float, x: float) -> float:
    """Give how far an edge is from a place on the axis of x."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - ax) * dx - ay * dy) / square)) if square > 0 else 0.0
    return hypot(ax + share * dx - x, ay + share * dy)


@compiled
def _cutting(obstacles: Shapes, count: int, start: Body, stop: Body, line: Line) -> int:
    """Give an obstacle that cuts a line, OPEN or MISSES."""
    leaves = _furthest(start, line, 1.0)
    arrives = -_furthest(stop, line, -1.0)
    if isinf(leaves) or isinf(arrives):
        return MISSES
    for i in range(count):
        if _is_cut(obstacles, i, line, leaves, arrives):
            return i
    return OPEN


# --- turning about pivots ------------------------------------------------------------------------------------


@compiled
def _turns(x: float, y: float, aside: float) -> tuple[float, float]:
    """Give the slopes of the lines about a pivot that pass a place at a distance, by the way from the pivot to it.

    The distance is that of the place from the line less that of the pivot. First the line on which the place comes after
    the pivot, then the one on which it comes before; one that runs straight up or backwards has a slope of inf, one down
    or backwards -inf; nan where there is none.
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
    """Give the least and the greatest slope of the lines about a pivot that meet an end after it or, way 1, before it."""
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
        cutting = _cutting(room.obstacles, count, start, stop, line)
        if cutting == OPEN:
            return True
        slope = _next_slope(room, cutting, places, start, stop, pivot, slope)
    return False


@compiled
def _next_slope(
    room: Room, cutting: int, places: int, start: Body, stop: Body, pivot: Pivot, slope: float
) -> float:
    """Give a greater slope such that what cuts, or misses an end, does so up to there; inf if for good."""
    if cutting == MISSES:
        missed = _next_turn(start.x, start.y, 0, len(start.x), start.radius, pivot, slope)
        return min(missed, _next_turn(stop.x, stop.y, 0, len(stop.x), stop.radius, pivot, slope))
    obstacles = room.obstacles
    if room.is_between[cutting]:
        passed = _passed(obstacles, cutting, pivot)
        if passed > slope:
            return passed
    first, last, reach = obstacles.first[cutting], obstacles.first[cutting + 1], obstacles.radius[cutting] + CLEARANCE
    turn = _next_turn(obstacles.x, obstacles.y, first, last, reach, pivot, slope)
    if room.is_near_start[cutting] or room.is_near_stop[cutting]:
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
def _is_open_about_any(room: Room, count: int, start: Body, stop: Body, window: Window) -> bool:
    """Tell whether some line about any pivot is open."""
    obstacles = room.obstacles
    steepest = (window.high - window.low) / (window.before_stop - window.after_start)
    places = _gather_places(room, count, start, stop)
    for k in range(places):
        pivot = Pivot(room.places[0, k], room.places[1, k], 0.0)
        if _is_open_about(room, count, places, start, stop, pivot, -steepest, steepest):
            return True
    for i in range(count):
        reach = obstacles.radius[i] + CLEARANCE
        is_near = room.is_near_start[i] or room.is_near_stop[i]
        for k in range(obstacles.first[i], obstacles.first[i + 1]):
            if not _is_in(window, obstacles.x[k], obstacles.y[k], reach):
                continue
            for sign in (-1.0, 1.0):
                pivot, low, high = Pivot(obstacles.x[k], obstacles.y[k], sign * reach), -steepest, steepest
                if not is_near:
                    for one, other in (
                        _fan(start, pivot, 1),
                        _fan(stop, pivot, 0),
                        _beside_own(obstacles, i, k, sign),
                    ):
                        low, high = max(low, one), min(high, other)
                if low < high and _is_open_about(room, count, places, start, stop, pivot, low, high):
                    return True
    return False


@compiled
def _is_in(window: Window, x: float, y: float, reach: float) -> bool:
    """Tell whether a disc reaches into a window."""
    return (
        window.left < x + reach and x - reach < window.right and window.low < y + reach and y - reach < window.high
    )


# --- where an end's outline comes near to an obstacle --------------------------------------------------------


@compiled
def _gather_places(room: Room, count: int, start: Body, stop: Body) -> int:
    """Collect the places on the outlines of the ends that have just the distance to keep from an obstacle."""
    found = 0
    for i in range(count):
        if room.is_near_start[i]:
            found = _gather_near(room, i, start, found)
        if room.is_near_stop[i]:
            found = _gather_near(room, i, stop, found)
    return found


@compiled
def _gather_near(room: Room, i: int, end: Body, found: int) -> int:
    """Collect the places on the outline of an end that have just the distance to keep from a corner or side."""
    obstacles = room.obstacles
    first, last = obstacles.first[i], obstacles.first[i + 1] - 1
    for k in range(first, last + 1):
        x, y, reach = obstacles.x[k], obstacles.y[k], obstacles.radius[i] + CLEARANCE
        found = _gather_on(room.places, end, Edge(x, y, x, y), reach, found)
        if first < last:
            other = k - 1 if k > first else last
            dx, dy = obstacles.x[other] - x, obstacles.y[other] - y
            for share in (reach / hypot(dx, dy), -reach / hypot(dx, dy)):
                ax, ay = x - dy * share, y + dx * share
                found = _gather_on(room.places, end, Edge(ax, ay, ax + dx, ay + dy), 0.0, found)
    return found


@compiled
def _gather_on(places: Floats, end: Body, edge: Edge, reach: float, found: int) -> int:
    """Collect where the outline of an end meets an edge, or a circle if the edge is a place and there is a reach."""
    last = len(end.x) - 1
    if last == 0:
        if reach > 0:
            return _gather_of_circles(places, end.x[0], end.y[0], end.radius, edge.ax, edge.ay, reach, found)
        return _gather_of_edge(places, edge, end.x[0], end.y[0], end.radius, found)
    for i in range(last + 1):
        other = i - 1 if i > 0 else last
        side = Edge(end.x[other], end.y[other], end.x[i], end.y[i])
        if reach > 0:
            found = _gather_of_edge(places, side, edge.ax, edge.ay, reach, found)
        else:
            found = _gather_of_edges(places, side, edge, found)
    return found


@compiled
def _gather_of_circles(
    places: Floats, ax: float, ay: float, a_radius: float, bx: float, by: float, b_radius: float, found: int
) -> int:
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square > 0:
        share = ((a_radius - b_radius) * (a_radius + b_radius) / square + 1) / 2
        left = a_radius * a_radius / square - share * share
        if left >= 0:
            for aside in (sqrt(left), -sqrt(left)):
                places[0, found], places[1, found] = ax + dx * share - dy * aside, ay + dy * share + dx * aside
                found += 1
    return found


@compiled
def _gather_of_edge(places: Floats, edge: Edge, x: float, y: float, radius: float, found: int) -> int:
    dx, dy = edge.bx - edge.ax, edge.by - edge.ay
    square = dx * dx + dy * dy
    middle = ((x - edge.ax) * dx + (y - edge.ay) * dy) / square
    aside = (x - edge.ax) * dy - (y - edge.ay) * dx
    left = radius * radius / square - aside * aside / (square * square)
    if left >= 0:
        for share in (middle - sqrt(left), middle + sqrt(left)):
            if 0 <= share <= 1:
                places[0, found], places[1, found] = edge.ax + dx * share, edge.ay + dy * share
                found += 1
    return found


@compiled
def _gather_of_edges(places: Floats, a: Edge, b: Edge, found: int) -> int:
    before = (a.bx - a.ax) * (b.ay - a.ay) - (a.by - a.ay) * (b.ax - a.ax)
    after = (a.bx - a.ax) * (b.by - a.ay) - (a.by - a.ay) * (b.bx - a.ax)
    if (before < 0) != (after < 0):
        share = before / (before - after)
        x, y = b.ax + share * (b.bx - b.ax), b.ay + share * (b.by - b.ay)
        along = (x - a.ax) * (a.bx - a.ax) + (y - a.ay) * (a.by - a.ay)
        if 0 <= along <= (a.bx - a.ax) ** 2 + (a.by - a.ay) ** 2:
            places[0, found], places[1, found] = x, y
            found += 1
    return found


# --- the frame of two ends, and what comes between them ------------------------------------------------------


@compiled
def _frame(start: Body, stop: Body) -> Frame:
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
def _framed(frame: Frame, shapes: Shapes, i: int, into: Floats) -> Body:
    """Give a shape in a frame; its corners are kept in an array."""
    first, count = shapes.first[i], shapes.first[i + 1] - shapes.first[i]
    for k in range(count):
        x, y = shapes.x[first + k] - frame.x, shapes.y[first + k] - frame.y
        into[0, k], into[1, k] = x * frame.ux + y * frame.uy, y * frame.ux - x * frame.uy
    return Body(into[0, :count], into[1, :count], shapes.radius[i])


@compiled
def _window(start: Body, stop: Body) -> Window:
    return Window(
        start.x.min() - start.radius,
        stop.x.max() + stop.radius,
        min(start.y.min() - start.radius, stop.y.min() - stop.radius),
        max(start.y.max() + start.radius, stop.y.max() + stop.radius),
        start.x.max() + start.radius,
        stop.x.min() - stop.radius,
    )


@compiled
def _gather_obstacles(
    room: Room, world: World, frame: Frame, start: Body, stop: Body, window: Window, ignored: Bools, also: Bools
) -> int:
    """Collect the obstacles that come into a window, in its frame; -1 where one of them cuts all lines by itself."""
    obstacles, count = room.obstacles, 0
    for i in range(len(ignored)):
        x, y = world.x[i] - frame.x, world.y[i] - frame.y
        along, aside = x * frame.ux + y * frame.uy, y * frame.ux - x * frame.uy
        if ignored[i] or also[i] or not _is_in(window, along, aside, world.reach[i] + CLEARANCE):
            continue
        corner = obstacles.first[count]
        thing = _framed(frame, world.obstacles, i, room.corners[:, corner:])
        if _covers(thing, window):
            return -1
        if _comes_in(thing, window):
            obstacles.first[count + 1], obstacles.radius[count] = corner + len(thing.x), thing.radius
            room.is_near_start[count] = _is_near(start, thing)
            room.is_near_stop[count] = _is_near(stop, thing)
            room.is_between[count] = _is_between(thing, window)
            count += 1
    return count


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
def _comes_in(thing: Body, window: Window) -> bool:
    reach = thing.radius + CLEARANCE
    return (
        thing.x.max() + reach > window.left
        and thing.x.min() - reach < window.right
        and thing.y.max() + reach > window.low
        and thing.y.min() - reach < window.high
    )


@compiled
def _is_between(thing: Body, window: Window) -> bool:
    """Tell whether an obstacle lies where lines have left the one end and not come to the other."""
    reach = thing.radius + CLEARANCE
    return thing.x.min() - reach >= window.after_start and thing.x.max() + reach <= window.before_stop


@compiled
def _is_near(end: Body, thing: Body) -> bool:
    """Tell whether the outline of an obstacle may come too near to an end: for round ends, whether it does."""
    x, y = end.x.mean(), end.y.mean()
    about = end.radius + thing.radius + CLEARANCE + SLACK
    if len(end.x) > 1:
        about += hypot(end.x.max() - end.x.min(), end.y.max() - end.y.min())
    last = len(thing.x) - 1
    for k in range(last + 1):
        other = k - 1 if k > 0 else last
        if _apart(thing.x[other] - x, thing.y[other] - y, thing.x[k] - x, thing.y[k] - y, 0.0) < about:
            return True
    return False


# --- whole tables --------------------------------------------------------------------------------------------


@compiled
def _is_open(room: Room, world: World, start: int, stop: int, ignored: Bools, also: Bools) -> bool:
    """Tell whether some line between two convex parts of ends is open; two rows tell which obstacles do not count."""
    here = Frame(0.0, 0.0, 1.0, 0.0)
    frame = _frame(_framed(here, world.ends, start, room.start), _framed(here, world.ends, stop, room.stop))
    a, b = _framed(frame, world.ends, start, room.start), _framed(frame, world.ends, stop, room.stop)
    window = _window(a, b)
    if window.before_stop - window.after_start < SAME:
        return True
    count = _gather_obstacles(room, world, frame, a, b, window, ignored, also)
    if count < 0:
        return False
    middle = _through(a.x.mean(), a.y.mean(), b.x.mean(), b.y.mean())
    if _cutting(room.obstacles, count, a, b, middle) == OPEN:
        return True
    return _is_open_about_any(room, count, a, b, window)


@compiled
def _through(ax: float, ay: float, bx: float, by: float) -> Line:
    """Give the line from one place to another."""
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    return Line(ux, uy, ay * ux - ax * uy)


@entry
def fill_rows(world: World, room: Room, ignored: Bools, rows: Ints, found: Bools) -> None:
    """Tell, for some ends, whether lines to itself and the ends that come later are open; into both halves of a matrix."""
    for i in rows:
        found[i, i] = True
        for j in range(i + 1, len(found)):
            is_open = False
            for start in range(world.parts[i], world.parts[i + 1]):
                for stop in range(world.parts[j], world.parts[j + 1]):
                    is_open = is_open or _is_open(room, world, start, stop, ignored[i], ignored[j])
            found[i, j] = found[j, i] = is_open
