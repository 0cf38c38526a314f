"""The corner that a verdict is about: a ring round it, and the direction without lines."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, hypot

from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import circle


def away(canvas: Canvas, at: Pixel) -> tuple[float, float]:
    """Return the vector that points away from all lines, as (y, x)."""
    ways = [canvas.along(ray, 1).plus(-at.x, -at.y) for ray in canvas.scene.rays if ray.start != ray.stop]
    units = [(way.x / hypot(*way), way.y / hypot(*way)) for way in ways]
    return -fsum(y for _, y in units), -fsum(x for x, _ in units) + 1e-9


def ring(at: Pixel, radius: float) -> Iterator[str]:
    """Draw the ring round a corner."""
    yield circle("badge", at, radius, 0.3 * radius)
    yield circle("value", at, 0.45 * radius)
