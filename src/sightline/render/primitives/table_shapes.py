"""Shapes on a free table: their middle, extent, and intersections with horizontal lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from sightline.plane import Disc, Polygon, Shape, Spot


def middle(shape: Shape) -> Spot:
    """Return the middle of the bounding box."""
    (left, top), (right, bottom) = shape.box
    return Spot((left + right) / 2, (top + bottom) / 2)


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Return the shape moved to the right by `x` and down by `y`."""
    if isinstance(shape, Disc):
        return Disc(shape.centre.plus(x, y), shape.radius)
    return Polygon(tuple(corner.plus(x, y) for corner in shape.corners))


def extent(shape: Shape) -> float:
    """Return the radius of a disc, half the longer side of the bounding box of a polygon."""
    if isinstance(shape, Disc):
        return shape.radius
    (left, top), (right, bottom) = shape.box
    return max(right - left, bottom - top) / 2


def ring_spans(rings: Iterable[Sequence[Spot]], y: float) -> list[tuple[float, float]]:
    """Return the intervals (left, right) of the line at height `y` inside an odd number of rings, from the left."""
    crossed = sorted(
        a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)
        for ring in rings
        for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True)
        if (a.y > y) != (b.y > y)
    )
    return list(zip(crossed[::2], crossed[1::2], strict=True))


def spans(shape: Shape, y: float) -> list[tuple[float, float]]:
    """Return the intervals (left, right) of the line at height `y` inside a shape, from the left."""
    if not isinstance(shape, Disc):
        return ring_spans([shape.corners], y)
    square = shape.radius**2 - (y - shape.centre.y) ** 2
    return [(shape.centre.x - sqrt(square), shape.centre.x + sqrt(square))] if square > 0 else []
