"""What lies between two shapes: whether any line from a place of one to a place of the other crosses a third."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import acos, cos, inf, pi, sin, sqrt

from sightline.plane.angle_sets import Feature, Span, direction, passing
from sightline.plane.convex_parts import Part, nearest_pair, parts
from sightline.plane.distance import edges_apart, side_of, spot_apart
from sightline.plane.shapes import SAME, Edge, Shape, Spot, apart

INSIDE = 1 - 1e-8
"""What share of a shape counts as its inside where distances are asked for."""
NOISE = 1e-12


def is_met_between(start: Shape, stop: Shape, shape: Shape) -> bool:
    """Tell whether some line between places of two shapes, open or not, crosses the inside of another shape."""
    return any(True for _ in _iter_met(start, stop, shape))


def is_met_near(start: Shape, stop: Shape, shape: Shape, inches: float) -> bool:
    """Tell whether some line between places of two shapes crosses the inside of another at most so far from `stop`."""
    return any(
        _apart_within(hull, thing, end) < inches + SAME
        for hull, thing in _iter_met(start, stop, shape)
        for end in parts(stop)
        if apart(end.middle, thing.middle) < end.reach + thing.reach + inches + SAME
    )


Hull = tuple[Part, Part]
"""All places on the lines between two convex parts."""


def _iter_met(start: Shape, stop: Shape, shape: Shape) -> Iterator[tuple[Hull, Part]]:
    """Yield the convex parts of a shape that lines cross, with the convex parts of the ends that these run between."""
    for thing, one, other in product(parts(shape), parts(start), parts(stop)):
        away = spot_apart(thing.middle, Edge(one.middle, other.middle))
        if away < thing.reach + max(one.reach, other.reach) and not _has_line_between((one, other), thing):
            yield (one, other), thing


def _has_line_between(hull: Hull, thing: Part) -> bool:
    """Tell whether some straight line keeps a hull and a part apart, or nearly."""
    spans: list[Span] = [(-pi / 2, pi / 2), (pi / 2, 3 * pi / 2)]
    for part in hull:
        for (x, y), spot in product(part.points, thing.points):
            spans = passing(spans, (Feature(*spot, -thing.radius),), (Feature(x, y, SAME - part.radius),))
    return bool(spans)


def _apart_within(hull: Hull, thing: Part, end: Part) -> float:
    """Give how far an end is from what a hull and the inside of a part have in common.

    Unless part and end overlap, the nearest place lies on the outline of hull or part: on a straight piece of it,
    where two arcs meet, or where an arc is nearest to the end.
    """
    inner = _inner(thing)
    if apart(*nearest_pair(inner, end)) <= inner.radius + end.radius:
        return 0.0
    borders = list(_iter_borders(hull))
    edges = [_piece(edge, _shares_in_hull(edge, hull, borders)) for edge in inner.edges if not inner.radius]
    edges += [_piece(edge, _shares(edge, inner)) for edge in borders]
    edges += [Edge(spot, spot) for spot in _iter_spots(hull, inner, end) if _is_in_hull(spot, hull, borders)]
    return min((_edge_apart(edge, end) for edge in edges if edge), default=inf)


def _inner(thing: Part) -> Part:
    x, y = thing.middle
    points = tuple(Spot(x + (point.x - x) * INSIDE, y + (point.y - y) * INSIDE) for point in thing.points)
    return Part(points, thing.radius * INSIDE)


def _iter_borders(hull: Hull) -> Iterator[Edge]:
    """Yield straight lines of a hull, among them all that bound it."""
    a, b = hull
    for part in hull:
        if not part.radius:
            yield from part.edges
    for one, other in product(a.points, b.points):
        length = apart(one, other)
        if length > abs(a.radius - b.radius):
            middle, half = direction(one, other), acos((a.radius - b.radius) / length)
            for angle in (middle - half, middle + half):
                x, y = cos(angle), sin(angle)
                yield Edge(one.plus(a.radius * x, a.radius * y), other.plus(b.radius * x, b.radius * y))


def _iter_spots(hull: Hull, inner: Part, end: Part) -> Iterator[Spot]:
    """Yield the places of a part where its outline meets arcs of a hull, and where arcs are nearest to an end."""
    for part in (*hull, inner):
        if part.radius:
            nearest = end.nearest(part.middle)
            if far := apart(part.middle, nearest):
                spot = _along(Edge(part.middle, nearest), part.radius / far)
                if apart(inner.nearest(spot), spot) <= inner.radius + NOISE:
                    yield spot
    for part in hull:
        if part.radius and inner.radius:
            yield from _meetings(part, inner)


def _meetings(one: Part, other: Part) -> Iterator[Spot]:
    """Yield the places where two circles meet."""
    length = apart(one.middle, other.middle)
    if abs(one.radius - other.radius) < length < one.radius + other.radius:
        half = acos((one.radius**2 + length**2 - other.radius**2) / (2 * one.radius * length))
        for angle in (-half, half):
            turned = direction(one.middle, other.middle) + angle
            yield one.middle.plus(one.radius * cos(turned), one.radius * sin(turned))


def _is_in_hull(spot: Spot, hull: Hull, borders: list[Edge]) -> bool:
    far = max((part.middle for part in hull), key=lambda middle: apart(middle, spot))
    shares = _shares_in_hull(Edge(spot, far), hull, borders)
    return shares is not None and shares[0] <= NOISE


def _shares_in_hull(line: Edge, hull: Hull, borders: list[Edge]) -> Span | None:
    """Give where an endless line runs in a hull, as shares of the way between its two places."""
    found = [share for part in hull for share in _shares(line, part) or ()]
    for border in borders:
        one, other = side_of(line, border.start), side_of(line, border.stop)
        if one * other <= 0 and one != other:
            meet = _along(border, one / (one - other))
            found.append(_share(line, meet))
    return (min(found), max(found)) if found else None


def _shares(line: Edge, part: Part) -> Span | None:
    """Give where an endless line runs in a part, as shares of the way between its two places."""
    length = apart(*line)
    if part.radius:
        aside = side_of(line, part.middle) / length
        if abs(aside) > part.radius:
            return None
        half = sqrt(part.radius**2 - aside**2) / length
        middle = _share(line, part.middle)
        return middle - half, middle + half
    low, high = -inf, inf
    for edge in part.edges:
        one, other = side_of(edge, line.start), side_of(edge, line.stop)
        if one == other:
            if one < 0:
                return None
        elif one < other:
            low = max(low, one / (one - other))
        else:
            high = min(high, one / (one - other))
    return (low, high) if low <= high else None


def _share(line: Edge, spot: Spot) -> float:
    (ax, ay), (bx, by) = line
    return ((spot.x - ax) * (bx - ax) + (spot.y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)


def _along(line: Edge, share: float) -> Spot:
    return line.start.plus(share * (line.stop.x - line.start.x), share * (line.stop.y - line.start.y))


def _piece(edge: Edge, shares: Span | None) -> Edge | None:
    """Give what of an edge lies between two shares of it."""
    if shares is None or shares[1] < -NOISE or shares[0] > 1 + NOISE:
        return None
    return Edge(_along(edge, max(0.0, shares[0])), _along(edge, min(1.0, shares[1])))


def _edge_apart(edge: Edge, end: Part) -> float:
    if end.holds(edge.start):
        return 0.0
    return max(0.0, min(edges_apart(edge, side) for side in end.edges) - end.radius)
