"""Obstruction between two shapes: whether any line from a spot of one to a spot of the other crosses a third shape."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import acos, cos, inf, pi, sin, sqrt

from sightline.plane.angle_sets import ArcConstraint, Span, direction, find_passing_directions
from sightline.plane.convex_parts import ConvexPart, decompose, nearest_pair
from sightline.plane.distance import cross_product, distance_to_edge, edge_distance
from sightline.plane.shapes import SAME, Edge, Shape, Spot, spot_distance

INNER_SCALE = 1 - 1e-8
"""Factor by which a shape is scaled down to its interior when distances are measured."""
TOLERANCE = 1e-12
"""Tolerance of positions along a line, as a fraction of its length, and of lengths in inches."""


def is_crossed_between(start: Shape, stop: Shape, shape: Shape) -> bool:
    """Return whether some line between spots of two shapes, open or not, crosses the interior of another shape."""
    return any(True for _ in _iter_crossed(start, stop, shape))


def is_crossed_near(start: Shape, stop: Shape, shape: Shape, inches: float) -> bool:
    """Return whether some line between spots of two shapes crosses the interior of another within `inches` of `stop`.

    Within `inches`.
    """
    return any(
        _distance_within(hull, obstacle, end) < inches + SAME
        for hull, obstacle in _iter_crossed(start, stop, shape)
        for end in decompose(stop)
        if spot_distance(end.middle, obstacle.middle) < end.bounding_radius + obstacle.bounding_radius + inches + SAME
    )


Hull = tuple[ConvexPart, ConvexPart]
"""The convex hull of two convex parts: the union of all line segments between them."""


def _iter_crossed(start: Shape, stop: Shape, shape: Shape) -> Iterator[tuple[Hull, ConvexPart]]:
    """Yield `(hull, part)` for each convex part of a shape that meets the hull of a part of each end."""
    for obstacle, one, other in product(decompose(shape), decompose(start), decompose(stop)):
        away = distance_to_edge(obstacle.middle, Edge(one.middle, other.middle))
        is_near = away < obstacle.bounding_radius + max(one.bounding_radius, other.bounding_radius)
        if is_near and not _is_separable((one, other), obstacle):
            yield (one, other), obstacle


def _is_separable(hull: Hull, obstacle: ConvexPart) -> bool:
    """Return whether some straight line separates a hull from a part, up to `SAME` inches."""
    spans: list[Span] = [(-pi / 2, pi / 2), (pi / 2, 3 * pi / 2)]
    for part in hull:
        for (x, y), spot in product(part.points, obstacle.points):
            upper, lower = ArcConstraint(*spot, -obstacle.radius), ArcConstraint(x, y, SAME - part.radius)
            spans = find_passing_directions(spans, (upper,), (lower,))
    return bool(spans)


def _distance_within(hull: Hull, obstacle: ConvexPart, end: ConvexPart) -> float:
    """Return the distance of an end from the intersection of a hull and the interior of a part, in inches.

    Unless part and end overlap, the nearest point of the intersection lies on the outline of the hull or of the part:
    on an edge, at an intersection of two arcs, or where an arc is nearest to the end.
    """
    inner = _inner(obstacle)
    if spot_distance(*nearest_pair(inner, end)) <= inner.radius + end.radius:
        return 0.0
    hull_lines = list(_iter_hull_lines(hull))
    edges = [_clip_edge(edge, _range_in_hull(edge, hull, hull_lines)) for edge in inner.edges if not inner.radius]
    edges += [_clip_edge(edge, _range_in_part(edge, inner)) for edge in hull_lines]
    edges += [Edge(spot, spot) for spot in _iter_spots(hull, inner, end) if _is_in_hull(spot, hull, hull_lines)]
    return min((_edge_to_part(edge, end) for edge in edges if edge), default=inf)


def _inner(obstacle: ConvexPart) -> ConvexPart:
    """Return the interior of a part: the part scaled down by `INNER_SCALE`."""
    x, y = obstacle.middle
    points = tuple(Spot(x + (point.x - x) * INNER_SCALE, y + (point.y - y) * INNER_SCALE) for point in obstacle.points)
    return ConvexPart(points, obstacle.radius * INNER_SCALE)


def _iter_hull_lines(hull: Hull) -> Iterator[Edge]:
    """Yield straight segments inside a hull, among them all straight segments of its outline."""
    a, b = hull
    for part in hull:
        if not part.radius:
            yield from part.edges
    for one, other in product(a.points, b.points):
        length = spot_distance(one, other)
        if length > abs(a.radius - b.radius):
            middle, half = direction(one, other), acos((a.radius - b.radius) / length)
            for angle in (middle - half, middle + half):
                x, y = cos(angle), sin(angle)
                yield Edge(one.plus(a.radius * x, a.radius * y), other.plus(b.radius * x, b.radius * y))


def _iter_spots(hull: Hull, inner: ConvexPart, end: ConvexPart) -> Iterator[Spot]:
    """Yield the points of a part where its outline meets arcs of a hull, and where arcs are nearest to an end."""
    for part in (*hull, inner):
        if part.radius:
            nearest = end.nearest(part.middle)
            if far := spot_distance(part.middle, nearest):
                spot = Edge(part.middle, nearest).at(part.radius / far)
                if spot_distance(inner.nearest(spot), spot) <= inner.radius + TOLERANCE:
                    yield spot
    for part in hull:
        if part.radius and inner.radius:
            yield from _circle_intersections(part, inner)


def _circle_intersections(one: ConvexPart, other: ConvexPart) -> Iterator[Spot]:
    """Yield the intersections of the circles of two discs."""
    length = spot_distance(one.middle, other.middle)
    if abs(one.radius - other.radius) < length < one.radius + other.radius:
        half = acos((one.radius**2 + length**2 - other.radius**2) / (2 * one.radius * length))
        for angle in (-half, half):
            turned = direction(one.middle, other.middle) + angle
            yield one.middle.plus(one.radius * cos(turned), one.radius * sin(turned))


def _is_in_hull(spot: Spot, hull: Hull, hull_lines: list[Edge]) -> bool:
    far = max((part.middle for part in hull), key=lambda middle: spot_distance(middle, spot))
    span = _range_in_hull(Edge(spot, far), hull, hull_lines)
    return span is not None and span[0] <= TOLERANCE


def _range_in_hull(line: Edge, hull: Hull, hull_lines: list[Edge]) -> Span | None:
    """Return the range of an infinite line inside a hull, as fractions of the segment `line`.

    None if they do not meet.
    """
    found = [share for part in hull for share in _range_in_part(line, part) or ()]
    for hull_line in hull_lines:
        one, other = cross_product(line, hull_line.start), cross_product(line, hull_line.stop)
        if one * other <= 0 and one != other:
            meet = hull_line.at(one / (one - other))
            found.append(_project(line, meet))
    return (min(found), max(found)) if found else None


def _range_in_part(line: Edge, part: ConvexPart) -> Span | None:
    """Return the range of an infinite line inside a part, as fractions of the segment `line`.

    None if they do not meet.
    """
    length = spot_distance(*line)
    if part.radius:
        aside = cross_product(line, part.middle) / length
        if abs(aside) > part.radius:
            return None
        half = sqrt(part.radius**2 - aside**2) / length
        middle = _project(line, part.middle)
        return middle - half, middle + half
    low, high = -inf, inf
    for edge in part.edges:
        one, other = cross_product(edge, line.start), cross_product(edge, line.stop)
        if one == other:
            if one < 0:
                return None
        elif one < other:
            low = max(low, one / (one - other))
        else:
            high = min(high, one / (one - other))
    return (low, high) if low <= high else None


def _project(line: Edge, spot: Spot) -> float:
    """Return the projection of a spot on a line, as a fraction of the segment `line`."""
    (ax, ay), (bx, by) = line
    return ((spot.x - ax) * (bx - ax) + (spot.y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)


def _clip_edge(edge: Edge, span: Span | None) -> Edge | None:
    """Return the piece of an edge between two fractions of its length; None if it is empty."""
    if span is None or span[1] < -TOLERANCE or span[0] > 1 + TOLERANCE:
        return None
    return Edge(edge.at(max(0.0, span[0])), edge.at(min(1.0, span[1])))


def _edge_to_part(edge: Edge, end: ConvexPart) -> float:
    if end.contains(edge.start):
        return 0.0
    return max(0.0, min(edge_distance(edge, side) for side in end.edges) - end.radius)
