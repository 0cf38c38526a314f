"""How far shapes are apart, from edge to edge, and whether they overlap."""

from __future__ import annotations

from itertools import product

from sightline.plane.shapes import SAME, Disc, Edge, Shape, Spot, apart, spots


def distance(a: Shape, b: Shape) -> float:
    """Give the distance of two shapes from edge to edge in inches, 0 where they touch or overlap."""
    if isinstance(a, Disc) and isinstance(b, Disc):
        return max(0.0, apart(a.centre, b.centre) - a.radius - b.radius)
    if _has_spot_of(a, b) or _has_spot_of(b, a):
        return 0.0
    between = min(edges_apart(one, other) for one, other in product(_outline(a), _outline(b)))
    return max(0.0, between - _radius(a) - _radius(b))


def is_within(a: Shape, b: Shape, inches: float) -> bool:
    """Tell whether two shapes are at most so far apart."""
    return distance(a, b) < inches + SAME


def edges_apart(a: Edge, b: Edge) -> float:
    """Give the distance of two straight lines, 0 where they meet; a line may be a place."""
    if _cross(a, b):
        return 0.0
    return min(
        spot_apart(a.start, b), spot_apart(a.stop, b), spot_apart(b.start, a), spot_apart(b.stop, a)
    )  # fmt: skip


def spot_apart(spot: Spot, edge: Edge) -> float:
    """Give the distance of a place from a straight line."""
    return apart(spot, nearest_on(edge, spot))


def nearest_on(edge: Edge, spot: Spot) -> Spot:
    """Give the place on a straight line that is nearest to another place."""
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if not square:
        return edge.start
    part = min(1.0, max(0.0, ((spot.x - ax) * dx + (spot.y - ay) * dy) / square))
    return Spot(ax + part * dx, ay + part * dy)


def side_of(edge: Edge, spot: Spot) -> float:
    """Give twice the area between an edge and a place: positive where the place lies clockwise on the picture."""
    (ax, ay), (bx, by) = edge
    return (bx - ax) * (spot.y - ay) - (by - ay) * (spot.x - ax)


def _cross(a: Edge, b: Edge) -> bool:
    return (
        side_of(a, b.start) * side_of(a, b.stop) < 0 and side_of(b, a.start) * side_of(b, a.stop) < 0
    )  # fmt: skip


def _has_spot_of(shape: Shape, other: Shape) -> bool:
    """Tell whether a shape holds a place that another is stated by."""
    spot = next(spots(other))
    return apart(shape.centre, spot) < shape.radius if isinstance(shape, Disc) else spot in shape


def _outline(shape: Shape) -> tuple[Edge, ...]:
    return (Edge(shape.centre, shape.centre),) if isinstance(shape, Disc) else shape.edges


def _radius(shape: Shape) -> float:
    return shape.radius if isinstance(shape, Disc) else 0.0
