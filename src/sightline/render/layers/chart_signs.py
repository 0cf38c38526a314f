"""The layer of signs at the targets of a chart's shots, in systems that have signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, fsum, hypot, pi

from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel, polar
from sightline.render.primitives.svg_tags import ROUND, circle, path, polygon
from sightline.render.scenes.parts import Shot
from sightline.rules import Sign

_CLASSES: Mapping[Sign, str] = {"arrow": "head-clear", "square": "head-impeded", "disc": "head-blocked"}
_OUTLINES: Mapping[Sign, tuple[float, tuple[float, ...]]] = {
    "arrow": (1.5, (0, 2.5, 3.78)),
    "square": (1.2, (pi / 4, 3 * pi / 4, 5 * pi / 4, 7 * pi / 4)),
}
"""The corners of a sign: distances from its middle in sign sizes, and directions, the first straight ahead."""
_FROM_TARGET, _FROM_MIDDLE, _RADIUS = 0.8, 0.4, 0.17


def shots(canvas: Canvas) -> Iterator[str]:
    """Draw the sign of every shot, in front of the mean of the corners where its lines end."""
    for shot in canvas.scene.shots:
        at, angle = _sign_place(canvas, shot)
        yield from shot_sign(shot.sign, canvas, at, angle, _RADIUS * canvas.unit)


def _sign_place(canvas: Canvas, shot: Shot) -> tuple[Pixel, float]:
    start, stops = canvas.pixel(shot.start), [canvas.pixel(stop) for stop in shot.stops]
    middle = Pixel(fsum(stop.x for stop in stops) / len(stops), fsum(stop.y for stop in stops) / len(stops))
    way = middle.plus(-start.x, -start.y)
    angle = atan2(way.y, way.x)
    return polar(middle, -min(_FROM_TARGET * canvas.unit, _FROM_MIDDLE * hypot(*way)), angle), angle


def shot_sign(sign: Sign, canvas: Canvas, at: Pixel, angle: float = 0.0, radius: float | None = None) -> Iterator[str]:
    """Draw a sign: an arrow in a direction, a square, or a disc."""
    size = 0.6 * canvas.unit if radius is None else radius
    css, edge = _CLASSES[sign], 0.2 * size
    if sign == "disc":
        yield circle(css, at, size, edge)
    else:
        far, turns = _OUTLINES[sign]
        yield path(css, polygon(*(polar(at, far * size, angle + turn) for turn in turns)), edge, ROUND)
