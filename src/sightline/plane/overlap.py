"""Whether shapes overlap, and whether an outline is one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from sightline.plane.distance import distance, edges_apart, side_of, spot_apart
from sightline.plane.shapes import SAME, Disc, Edge, Polygon, Shape, Spot, apart


def overlap(a: Shape, b: Shape) -> bool:
    """Tell whether two shapes share more than their outlines, by at least `SAME` inches."""
    if isinstance(a, Disc):
        if isinstance(b, Disc):
            return apart(a.centre, b.centre) < a.radius + b.radius - SAME
        return _disc_overlaps(a, b)
    if isinstance(b, Disc):
        return _disc_overlaps(b, a)
    return _reaches_into(a, b) or _reaches_into(b, a)


def _disc_overlaps(disc: Disc, polygon: Polygon) -> bool:
    (left, top), (right, bottom) = polygon.box
    x, y = disc.centre
    if not (left < x + disc.radius and x - disc.radius < right and top < y + disc.radius and y - disc.radius < bottom):
        return False
    return distance(Disc(disc.centre, 0.0), polygon) < disc.radius - SAME


def _reaches_into(a: Polygon, b: Polygon) -> bool:
    """Tell whether the outline of one polygon runs through the inside of another, or whether it lies in that whole."""
    return any(_is_inside(b, spot) for edge in a.edges for spot in _middles(edge, b)) or _is_inside(b, inner_spot(a))


def _middles(edge: Edge, polygon: Polygon) -> Iterator[Spot]:
    """Yield the middle of each part of an edge between the places where an outline meets it."""
    (ax, ay), (bx, by) = edge
    for start, stop in pairwise(sorted({0.0, 1.0, *_meetings(edge, polygon)})):
        part = (start + stop) / 2
        yield Spot(ax + part * (bx - ax), ay + part * (by - ay))


def _meetings(edge: Edge, polygon: Polygon) -> Iterator[float]:
    """Yield where along an edge, from 0 to 1, the outline of a polygon crosses its line or has a corner on it."""
    for other in polygon.edges:
        start, stop = side_of(edge, other.start), side_of(edge, other.stop)
        if start * stop <= 0 and start != stop:
            before, after = side_of(other, edge.start), side_of(other, edge.stop)
            if before != after:
                part = before / (before - after)
                if 0 < part < 1:
                    yield part


def _is_inside(polygon: Polygon, spot: Spot) -> bool:
    return spot in polygon and min(spot_apart(spot, edge) for edge in polygon.edges) >= SAME


def inner_spot(polygon: Polygon) -> Spot:
    """Give a place inside a polygon: the middle of its widest part halfway between two corners' heights."""
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
    """Give two sides of an outline that meet where they should not; None where it does not cross or touch itself."""
    edges = polygon.edges
    for edge in edges:
        if apart(*edge) < SAME:
            return edge, edge
    for one, other in combinations(range(len(edges)), 2):
        follows = other == one + 1 or (one == 0 and other == len(edges) - 1)
        if _meet(edges[one], edges[other], follows=follows):
            return edges[one], edges[other]
    return None


def _meet(a: Edge, b: Edge, *, follows: bool) -> bool:
    """Tell whether two sides meet; of two that follow each other, besides in their common corner."""
    if max(a.start.x, a.stop.x) < min(b.start.x, b.stop.x) or max(b.start.x, b.stop.x) < min(a.start.x, a.stop.x):
        return False
    if not follows:
        return edges_apart(a, b) < SAME
    corner = a.stop if a.stop == b.start else a.start
    one = a.start if a.stop == corner else a.stop
    other = b.stop if b.start == corner else b.start
    return spot_apart(one, b) < SAME or spot_apart(other, a) < SAME
