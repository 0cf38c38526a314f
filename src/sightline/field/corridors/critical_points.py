"""Kernels that intersect the outlines of ends with the outlines of obstacles, offset by the clearance (Minkowski sum).

The offset outline of an obstacle consists of arcs round its corners and of its edges, moved outwards. Here the arcs are
taken as full circles, and the edges are moved to both sides: superfluous points cost time, but do no harm.
"""

from __future__ import annotations

from math import hypot, sqrt

from sightline.field.corridors.corridor_types import (
    CLEARANCE,
    Circle,
    CorridorWorkspace,
    Floats,
    FramedShape,
    OutlineEdge,
)
from sightline.field.jit import compiled


@compiled
def find_critical_points(work: CorridorWorkspace, count: int, start: FramedShape, stop: FramedShape) -> tuple[int, int]:
    """Put into `work.points` the points on the outlines of ends that are just the clearance away from an obstacle.

    `count` is the number of obstacles in the workspace. Returns how many points lie on the outline of `start`, which
    come first, and how many there are in all.
    """
    found = 0
    for i in range(count):
        if work.is_near_start[i]:
            found = _add_for_obstacle(work, i, start, found)
    on_start = found
    for i in range(count):
        if work.is_near_stop[i]:
            found = _add_for_obstacle(work, i, stop, found)
    return on_start, found


# Each of the following adds points after the first `found` and returns the new number of points.


@compiled
def _add_for_obstacle(work: CorridorWorkspace, i: int, end: FramedShape, found: int) -> int:
    obstacles = work.obstacles
    first, last, reach = obstacles.first[i], obstacles.first[i + 1] - 1, obstacles.radius[i] + CLEARANCE
    for k in range(first, last + 1):
        x, y = obstacles.x[k], obstacles.y[k]
        found = _add_on_circle(work.points, end, Circle(x, y, reach), found)
        if first < last:
            other = k - 1 if k > first else last
            dx, dy = obstacles.x[other] - x, obstacles.y[other] - y
            for share in (reach / hypot(dx, dy), -reach / hypot(dx, dy)):
                ax, ay = x - dy * share, y + dx * share
                found = _add_on_edge(work.points, end, OutlineEdge(ax, ay, ax + dx, ay + dy), found)
    return found


@compiled
def _add_on_circle(points: Floats, end: FramedShape, circle: Circle, found: int) -> int:
    """Add where a circle meets the outline of an end."""
    last = len(end.x) - 1
    if last == 0:
        return _intersect_circles(points, Circle(end.x[0], end.y[0], end.radius), circle, found)
    for i in range(last + 1):
        other = i - 1 if i > 0 else last
        edge = OutlineEdge(end.x[other], end.y[other], end.x[i], end.y[i])
        found = _intersect_edge_and_circle(points, edge, circle, found)
    return found


@compiled
def _add_on_edge(points: Floats, end: FramedShape, edge: OutlineEdge, found: int) -> int:
    """Add where an edge meets the outline of an end."""
    last = len(end.x) - 1
    if last == 0:
        return _intersect_edge_and_circle(points, edge, Circle(end.x[0], end.y[0], end.radius), found)
    for i in range(last + 1):
        other = i - 1 if i > 0 else last
        found = _intersect_edges(points, OutlineEdge(end.x[other], end.y[other], end.x[i], end.y[i]), edge, found)
    return found


@compiled
def _intersect_circles(points: Floats, a: Circle, b: Circle, found: int) -> int:
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    if square > 0:
        share = ((a.radius - b.radius) * (a.radius + b.radius) / square + 1) / 2
        left = a.radius * a.radius / square - share * share
        if left >= 0:
            for across in (sqrt(left), -sqrt(left)):
                points[0, found], points[1, found] = a.x + dx * share - dy * across, a.y + dy * share + dx * across
                found += 1
    return found


@compiled
def _intersect_edge_and_circle(points: Floats, edge: OutlineEdge, circle: Circle, found: int) -> int:
    dx, dy = edge.bx - edge.ax, edge.by - edge.ay
    square = dx * dx + dy * dy
    middle = ((circle.x - edge.ax) * dx + (circle.y - edge.ay) * dy) / square
    across = (circle.x - edge.ax) * dy - (circle.y - edge.ay) * dx
    left = circle.radius * circle.radius / square - across * across / (square * square)
    if left >= 0:
        for share in (middle - sqrt(left), middle + sqrt(left)):
            if 0 <= share <= 1:
                points[0, found], points[1, found] = edge.ax + dx * share, edge.ay + dy * share
                found += 1
    return found


@compiled
def _intersect_edges(points: Floats, a: OutlineEdge, b: OutlineEdge, found: int) -> int:
    before = (a.bx - a.ax) * (b.ay - a.ay) - (a.by - a.ay) * (b.ax - a.ax)
    after = (a.bx - a.ax) * (b.by - a.ay) - (a.by - a.ay) * (b.bx - a.ax)
    if (before < 0) != (after < 0):
        share = before / (before - after)
        x, y = b.ax + share * (b.bx - b.ax), b.ay + share * (b.by - b.ay)
        along = (x - a.ax) * (a.bx - a.ax) + (y - a.ay) * (a.by - a.ay)
        if 0 <= along <= (a.bx - a.ax) ** 2 + (a.by - a.ay) ** 2:
            points[0, found], points[1, found] = x, y
            found += 1
    return found
