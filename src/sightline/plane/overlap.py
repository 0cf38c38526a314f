"""Overlap of shapes, interior points, and self-intersection of outlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from sightline.plane.distance import cross_product, distance, distance_to_edge, edge_distance
from sightline.plane.shapes import SAME, Disc, Edge, Polygon, Shape, Spot, spot_distance


def overlap(a: Shape, b: Shape) -> bool:
    """Return whether two shapes share more than their outlines, by at least `SAME` inches."""
    if isinstance(a, Disc):
        if isinstance(b, Disc):
            return spot_distance(a.centre, b.centre) < a.radius + b.radius - SAME
        return _disc_overlaps(a, b)
    if isinstance(b, Disc):
        return _disc_overlaps(b, a)
    if _is_apart(a, b) or _is_apart(b, a):
        return False
    return _reaches_into(a, b) or _reaches_into(b, a)


def _is_apart(a: Polygon, b: Polygon) -> bool:
    """Return whether the line of an edge of `a` separates the two polygons."""
    for (ax, ay), (bx, by) in a.edges:
        dx, dy = bx - ax, by - ay
        own = [dx * (y - ay) - dy * (x - ax) for x, y in a.corners]
        others = [dx * (y - ay) - dy * (x - ax) for x, y in b.corners]
        if min(others) >= max(own) or max(others) <= min(own):
            return True
    return False


def _disc_overlaps(disc: Disc, polygon: Polygon) -> bool:
    (left, top), (right, bottom) = polygon.box
    x, y = disc.centre
    if not (left < x + disc.radius and x - disc.radius < right and top < y + disc.radius and y - disc.radius < bottom):
        return False
    return distance(Disc(disc.centre, 0.0), polygon) < disc.radius - SAME


def _reaches_into(a: Polygon, b: Polygon) -> bool:
    """Return whether the outline of `a` runs through the interior of `b`, or `a` lies inside `b`."""
    return any(_is_inside(b, spot) for edge in a.edges for spot in _middles(edge, b)) or _is_inside(b, inner_spot(a))


def _middles(edge: Edge, polygon: Polygon) -> Iterator[Spot]:
    """Yield the midpoint of each piece of an edge between its intersections with the outline of a polygon."""
    (ax, ay), (bx, by) = edge
    for start, stop in pairwise(sorted({0.0, 1.0, *_meetings(edge, polygon)})):
        part = (start + stop) / 2
        yield Spot(ax + part * (bx - ax), ay + part * (by - ay))


def _meetings(edge: Edge, polygon: Polygon) -> Iterator[float]:
    """Yield the fractions of an edge, between 0 and 1, where the outline of a polygon crosses or touches its line."""
    for other in polygon.edges:
        start, stop = cross_product(edge, other.start), cross_product(edge, other.stop)
        if start * stop <= 0 and start != stop:
            before, after = cross_product(other, edge.start), cross_product(other, edge.stop)
            if before != after:
                part = before / (before - after)
                if 0 < part < 1:
                    yield part


def _is_inside(polygon: Polygon, spot: Spot) -> bool:
    return spot in polygon and min(distance_to_edge(spot, edge) for edge in polygon.edges) >= SAME


def inner_spot(polygon: Polygon) -> Spot:
    """Return an interior point: the middle of the widest section halfway between the heights of two corners."""
    top, bottom = max(pairwise(sorted({corner.y for corner in polygon.corners})), key=lambda ys: ys[1] - ys[0])
    y = (top + bottom) / 2
    crossed = sorted(
        start.x + (y - start.y) * (stop.x - start.x) / (stop.y - start.y)
        for start, stop in polygon.edges
        if (start.y > y) != (stop.y > y)
    )
    left, right = max(zip(crossed[::2], crossed[1::2], strict=True), key=lambda pair: pair[1] - pair[0])
    return Spot((left + right) / 2, y)


def find_crossing(polygon: Polygon) -> tuple[Edge, Edge] | None:
    """Return two edges of an outline that intersect or touch though they are not consecutive.

    Twice the same edge if it has no length; None for a simple polygon.
    """
    edges = polygon.edges
    for edge in edges:
        if spot_distance(*edge) < SAME:
            return edge, edge
    crossing = (pair for pair in _near_pairs(edges) if _meet(*(edges[i] for i in pair), follows=_follow(pair, edges)))
    first = min(crossing, default=None)
    return None if first is None else (edges[first[0]], edges[first[1]])


def _near_pairs(edges: Sequence[Edge]) -> Iterator[tuple[int, int]]:
    """Yield the index pairs of edges that may meet: their boxes intersect, and neither is clearly beside the other.

    This is one loop without calls, because outlines from files have millions of pairs.
    """
    boxes = sorted(
        (min(ax, bx) - SAME, min(ay, by) - SAME, max(ax, bx), max(ay, by), number)
        for number, ((ax, ay), (bx, by)) in enumerate(edges)
    )
    for index, (_, top, right, bottom, one) in enumerate(boxes):
        (ax, ay), (bx, by) = edges[one]
        dx, dy = bx - ax, by - ay
        slack = SAME * (abs(dx) + abs(dy))
        for left, other_top, _, other_bottom, other in islice(boxes, index + 1, None):
            if left > right:
                break
            if other_top > bottom or top > other_bottom:
                continue
            (cx, cy), (ex, ey) = edges[other]
            start, stop = dx * (cy - ay) - dy * (cx - ax), dx * (ey - ay) - dy * (ex - ax)
            if not (start > slack < stop or start < -slack > stop):
                yield min(one, other), max(one, other)


def _follow(pair: tuple[int, int], edges: Sequence[Edge]) -> bool:
    return pair[1] - pair[0] in (1, len(edges) - 1)


def _meet(a: Edge, b: Edge, *, follows: bool) -> bool:
    """Return whether two edges meet; for consecutive edges, whether they meet other than in their common corner."""
    if not follows:
        return not (_is_beside(a, b) or _is_beside(b, a)) and edge_distance(a, b) < SAME
    corner = a.stop if a.stop == b.start else a.start
    one = a.start if a.stop == corner else a.stop
    other = b.stop if b.start == corner else b.start
    return distance_to_edge(one, b) < SAME or distance_to_edge(other, a) < SAME


def _is_beside(edge: Edge, other: Edge) -> bool:
    """Return whether another edge lies on one side of the line of an edge, by more than the tolerance."""
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    one, two = (dx * (y - ay) - dy * (x - ax) for x, y in other)
    return one * two > 0 and min(abs(one), abs(two)) > SAME * (abs(dx) + abs(dy))
