"""The layer of the corner that a verdict is about: a ring round it, with its label."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, hypot

from sightline.render.canvas import Canvas
from sightline.render.pixels import Pixel, polar
from sightline.render.svg_tags import BOLD, HALO, MIDDLE, circle, words
from sightline.render.text_metrics import advance


def corner(canvas: Canvas) -> Iterator[str]:
    """Draw the ring, and the label on the side from which no line comes."""
    picked = canvas.scene.corner
    if picked is None:
        return
    at, size = canvas.pixel(picked.at), max(8.0, 0.3 * canvas.unit)
    yield from ring(at, 0.15 * canvas.unit)
    behind = atan2(*_away(canvas, at))
    half = 0.5 * advance(picked.name) * size
    place = polar(at, 0.24 * canvas.unit, behind)
    place = place.plus(half if place.x > at.x + 1 else -half if place.x < at.x - 1 else 0, 0.3 * size)
    yield words("tag", place, size, picked.name, MIDDLE + BOLD + HALO)


def _away(canvas: Canvas, at: Pixel) -> tuple[float, float]:
    """Return the vector away from all lines, as y and x."""
    ways = [canvas.along(ray, 1).plus(-at.x, -at.y) for ray in canvas.scene.rays if ray.start != ray.stop]
    units = [(way.x / hypot(*way), way.y / hypot(*way)) for way in ways]
    return -sum(y for _, y in units), -sum(x for x, _ in units) + 1e-9


def ring(at: Pixel, radius: float) -> Iterator[str]:
    """Draw the ring round a corner."""
    yield circle("badge", at, radius, 0.3 * radius)
    yield circle("value", at, 0.45 * radius)
