"""The layers of lines: the way along them, the inches told off, where they are blocked, how long they are."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, hypot, pi

from sightline.render.paper import Pixel, pair, polar
from sightline.render.plates import plate
from sightline.render.rays import cross, dashes
from sightline.render.shots import shot_sign
from sightline.render.table.measured import inches
from sightline.render.table.parts import Segment
from sightline.render.table.view import TableView
from sightline.render.tags import BOLD, MIDDLE, circle, line, path, polygon, words

WAY = ' stroke-opacity="0.25" stroke-linecap="butt"'
_CLOSEST_TICKS, _FOOT = 5.0, 6
_AWAY_FROM_CROSS = 0.2


def ways(view: TableView) -> Iterator[str]:
    """Draw how wide the way along each line is."""
    for segment in view.scene.segments:
        if segment.band:
            start, stop = view.pixel(segment.start), view.pixel(segment.stop)
            yield line(f"ray-{segment.sight}", start, stop, segment.band * view.inch, WAY)


def lines(view: TableView) -> Iterator[str]:
    """Draw the lines, with a head at the target where no sign stands there; one that is measured with its inches."""
    for segment in view.scene.segments:
        if segment.start != segment.stop:
            yield from _line(view, segment)


def _line(view: TableView, segment: Segment) -> Iterator[str]:
    start, stop = _ends(view, segment)
    angle, name = atan2(stop.y - start.y, stop.x - start.x), segment.sight
    width = max(1.2, (0.085 if view.scene.is_measured else 0.06) * view.unit)
    size = max(5.0, 0.34 * view.unit)
    yield line("halo", start, stop, 2.2 * width, ' stroke-opacity="0.8"')
    short = 0.0 if segment.sign else -0.7 * size
    yield line(f"ray-{name}", start, polar(stop, short, angle), width, dashes(view, segment.sight))
    if view.scene.is_measured:
        yield path(f"ray-{name}", "".join(_ticks(view, segment, angle)), 0.7 * width)
    if segment.sign is None:
        left, notch, right = (polar(stop, -size * far, angle + turn) for far, turn in ((1, -0.45), (0.7, 0), (1, 0.45)))
        yield path(f"head-{name}", polygon(stop, left, notch, right), 0.04 * view.unit)


def _ends(view: TableView, segment: Segment) -> tuple[Pixel, Pixel]:
    """Give a line's ends; of a chart a little aside, so that the way back lies beside it."""
    start, stop = view.pixel(segment.start), view.pixel(segment.stop)
    if view.scene.is_measured or segment.sign:
        return start, stop
    aside, across = 0.09 * view.unit, atan2(stop.y - start.y, stop.x - start.x) - pi / 2
    return polar(start, aside, across), polar(stop, aside, across)


def _ticks(view: TableView, segment: Segment, angle: float) -> Iterator[str]:
    """Yield a tick across the line for every inch, a longer one for every foot's half."""
    length = hypot(segment.stop.x - segment.start.x, segment.stop.y - segment.start.y)
    step = 1 if view.inch >= _CLOSEST_TICKS else _FOOT
    for inch in range(step, int(length) + 1, step):
        at, half = view.pixel(segment.along(inch / length)), (0.3 if inch % _FOOT == 0 else 0.16) * view.unit
        yield f"M{pair(polar(at, half, angle + pi / 2))}L{pair(polar(at, -half, angle + pi / 2))}"


def signs(view: TableView) -> Iterator[str]:
    """Put crosses where lines are blocked, signs at targets, and how long a measured line is."""
    size = max(3.5, (0.2 if view.scene.is_measured else 0.13) * view.unit)
    for segment in view.scene.segments:
        start, stop = _ends(view, segment)
        if segment.broken_at is not None:
            part = segment.broken_at
            yield from cross(start.plus((stop.x - start.x) * part, (stop.y - start.y) * part), size)
        if segment.sign is not None:
            angle = atan2(stop.y - start.y, stop.x - start.x)
            yield from shot_sign(segment.sign, view, polar(stop, -0.3 * view.unit, angle), angle, 0.17 * view.unit)
        if view.scene.is_measured:
            yield from _length(view, segment)


def _length(view: TableView, segment: Segment) -> Iterator[str]:
    broken, part = segment.broken_at, 0.5
    if broken is not None and abs(broken - part) < _AWAY_FROM_CROSS:
        part = 0.25 if broken >= part else 0.75
    length = hypot(segment.stop.x - segment.start.x, segment.stop.y - segment.start.y)
    at, size = view.pixel(segment.along(part)), 0.52 * view.unit
    yield from plate(at, size, inches(length))
    if view.scene.is_close:
        yield from close(at.plus(0, -1.3 * size), 0.6 * size)


def close(at: Pixel, radius: float) -> Iterator[str]:
    """Draw the sign of what is too close to be sure of. The legend uses it too."""
    yield circle("sign-impedes", at, radius, 0.16 * radius)
    yield words("sign-text", at.plus(0, 0.45 * radius), 1.3 * radius, "?", MIDDLE + BOLD)
