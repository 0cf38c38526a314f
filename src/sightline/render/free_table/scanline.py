"""Where a horizontal line runs inside of outlines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from sightline.plane import Disc, Shape, Spot


def ring_spans(rings: Iterable[Sequence[Spot]], y: float) -> list[tuple[float, float]]:
    """Give from where to where a line at a height runs inside of an odd number of rings, from the left."""
    crossed = sorted(
        a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)
        for ring in rings
        for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True)
        if (a.y > y) != (b.y > y)
    )
    return list(zip(crossed[::2], crossed[1::2], strict=True))


def spans(shape: Shape, y: float) -> list[tuple[float, float]]:
    """Give from where to where a line at a height runs inside of a shape, from the left."""
    if not isinstance(shape, Disc):
        return ring_spans([shape.corners], y)
    square = shape.radius**2 - (y - shape.centre.y) ** 2
    return [(shape.centre.x - sqrt(square), shape.centre.x + sqrt(square))] if square > 0 else []
