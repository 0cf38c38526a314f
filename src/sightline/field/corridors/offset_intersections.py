"""Where the outline of an end comes near to an obstacle."""

from __future__ import annotations

from math import hypot, sqrt

from sightline.field.corridors.corridor_types import CLEARANCE, Body, Circle, Edge, Floats, Room
from sightline.field.jit import compiled


@compiled
def gather_places(room: Room, count: int, start: Body, stop: Body) -> tuple[int, int]:
    """Collect the places on the outlines of ends that have just the distance to keep from an obstacle.

    Gives how many there are on the outline of the first end, which come first, and how many in all.
    """
    found = 0
    for i in range(count):
        if room.is_near_start[i]:
            found = _gather_near(room, i, start, found)
    on_start = found
    for i in range(count):
        if room.is_near_stop[i]:
            found = _gather_near(room, i, stop, found)
    return on_start, found


@compiled
def _gather_near(room: Room, i: int, end: Body, found: int) -> int:
    obstacles = room.obstacles
    first, last, reach = obstacles.first[i], obstacles.first[i + 1] - 1, obstacles.radius[i] + CLEARANCE
    for k in range(first, last + 1):
        x, y = obstacles.x[k], obstacles.y[k]
        found = _gather_on_circle(room.places, end, Circle(x, y, reach), found)
        if first < last:
            other = k - 1 if k > first else last
            dx, dy = obstacles.x[other] - x, obstacles.y[other] - y
            for share in (reach / hypot(dx, dy), -reach / hypot(dx, dy)):
                ax, ay = x - dy * share, y + dx * share
                found = _gather_on_edge(room.places, end, Edge(ax, ay, ax + dx, ay + dy), found)
    return found


@compiled
def _gather_on_circle(places: Floats, end: Body, circle: Circle, found: int) -> int:
    """Collect where a circle meets the outline of an end."""
    last = len(end.x) - 1
    if last == 0:
        return _gather_of_circles(places, Circle(end.x[0], end.y[0], end.radius), circle, found)
    for i in range(last + 1):
        other = i - 1 if i > 0 else last
        found = _gather_of_both(places, Edge(end.x[other], end.y[other], end.x[i], end.y[i]), circle, found)
    return found


@compiled
def _gather_on_edge(places: Floats, end: Body, edge: Edge, found: int) -> int:
    """Collect where an edge meets the outline of an end."""
    last = len(end.x) - 1
    if last == 0:
        return _gather_of_both(places, edge, Circle(end.x[0], end.y[0], end.radius), found)
    for i in range(last + 1):
        other = i - 1 if i > 0 else last
        found = _gather_of_edges(places, Edge(end.x[other], end.y[other], end.x[i], end.y[i]), edge, found)
    return found


@compiled
def _gather_of_circles(places: Floats, a: Circle, b: Circle, found: int) -> int:
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    if square > 0:
        share = ((a.radius - b.radius) * (a.radius + b.radius) / square + 1) / 2
        left = a.radius * a.radius / square - share * share
        if left >= 0:
            for aside in (sqrt(left), -sqrt(left)):
                places[0, found], places[1, found] = a.x + dx * share - dy * aside, a.y + dy * share + dx * aside
                found += 1
    return found


@compiled
def _gather_of_both(places: Floats, edge: Edge, circle: Circle, found: int) -> int:
    dx, dy = edge.bx - edge.ax, edge.by - edge.ay
    square = dx * dx + dy * dy
    middle = ((circle.x - edge.ax) * dx + (circle.y - edge.ay) * dy) / square
    aside = (circle.x - edge.ax) * dy - (circle.y - edge.ay) * dx
    left = circle.radius * circle.radius / square - aside * aside / (square * square)
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
