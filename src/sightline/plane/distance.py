"""Distances between shapes and edges."""

from __future__ import annotations

from itertools import product

from sightline.plane.shapes import SAME, Disc, Edge, Shape, Spot, spot_distance, spots


def distance(a: Shape, b: Shape) -> float:
    """Return the distance of two shapes from edge to edge in inches, 0 where they touch or overlap."""
    if isinstance(a, Disc) and isinstance(b, Disc):
        return max(0.0, spot_distance(a.centre, b.centre) - a.radius - b.radius)
    if _contains_spot_of(a, b) or _contains_spot_of(b, a):
        return 0.0
    between = min(edge_distance(one, other) for one, other in product(_outline(a), _outline(b)))
    return max(0.0, between - _radius(a) - _radius(b))


def is_within(a: Shape, b: Shape, inches: float) -> bool:
    """Return whether two shapes are at most `inches` apart."""
    return distance(a, b) < inches + SAME


def edge_distance(a: Edge, b: Edge) -> float:
    """Return the distance of two segments, 0 where they meet; a segment may have length 0."""
    if _cross(a, b):
        return 0.0
    return min(
        distance_to_edge(a.start, b),
        distance_to_edge(a.stop, b),
        distance_to_edge(b.start, a),
        distance_to_edge(b.stop, a),
    )


def distance_to_edge(spot: Spot, edge: Edge) -> float:
    """Return the distance of a spot from a segment."""
    return spot_distance(spot, nearest_on(edge, spot))


def nearest_on(edge: Edge, spot: Spot) -> Spot:
    """Return the point of a segment that is nearest to a spot."""
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if not square:
        return edge.start
    part = min(1.0, max(0.0, ((spot.x - ax) * dx + (spot.y - ay) * dy) / square))
    return Spot(ax + part * dx, ay + part * dy)


def cross_product(edge: Edge, spot: Spot) -> float:
    """Return twice the signed area of the triangle of an edge and a spot: positive where the spot lies clockwise."""
    (ax, ay), (bx, by) = edge
    return (bx - ax) * (spot.y - ay) - (by - ay) * (spot.x - ax)


def _cross(a: Edge, b: Edge) -> bool:
    return (
        cross_product(a, b.start) * cross_product(a, b.stop) < 0
        and cross_product(b, a.start) * cross_product(b, a.stop) < 0
    )


def _contains_spot_of(shape: Shape, other: Shape) -> bool:
    """Return whether a shape contains the first defining spot of another."""
    spot = next(spots(other))
    return spot_distance(shape.centre, spot) < shape.radius if isinstance(shape, Disc) else spot in shape


def _outline(shape: Shape) -> tuple[Edge, ...]:
    return (Edge(shape.centre, shape.centre),) if isinstance(shape, Disc) else shape.edges


def _radius(shape: Shape) -> float:
    return shape.radius if isinstance(shape, Disc) else 0.0
