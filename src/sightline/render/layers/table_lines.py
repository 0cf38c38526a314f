"""The layers of lines on free tables: corridors, lengths in inches, and where they are blocked."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, hypot, pi

from sightline.render.canvas import Pixel, pair, polar
from sightline.render.layers.badges import plate
from sightline.render.layers.chart_signs import shot_sign
from sightline.render.layers.rays import cross, dashes, ray_head
from sightline.render.measurements import inches
from sightline.render.parts import Segment, Tape
from sightline.render.shapes import middle, moved
from sightline.render.svg_tags import BOLD, MIDDLE, ROUND, circle, line, path, words
from sightline.render.view import View

WAY = ' stroke-opacity="0.25" stroke-linecap="butt"'
_CLOSEST_TICKS, _LONGER = 5.0, 6
_AWAY_FROM_CROSS, _SAME_PLACE = 0.2, 0.2


def corridors(view: View) -> Iterator[str]:
    """Draw the corridor along each line."""
    for segment in view.scene.segments:
        if segment.band:
            start, stop = view.pixel(segment.start), view.pixel(segment.stop)
            yield line(f"ray-{segment.sight}", start, stop, segment.band * view.inches.inch, WAY)


def way(view: View) -> Iterator[str]:
    """Draw the path that a piece can go, and its base at the end."""
    scene = view.scene
    if not scene.way or scene.viewer is None:
        return
    course = "M" + "L".join(pair(view.pixel(spot)) for spot in scene.way)
    (x, y), (to_x, to_y) = middle(scene.pieces[scene.viewer].shape), scene.way[-1]
    ghost = view.inches.path(moved(scene.pieces[scene.viewer].shape, to_x - x, to_y - y))
    for each in (course, ghost):
        yield path("halo", each, 0.3 * view.unit, ROUND)
        yield path("viewer", each, 0.14 * view.unit, ROUND)


def lines(view: View) -> Iterator[str]:
    """Draw the lines, with an arrowhead at the target where no sign stands there."""
    for segment in view.scene.segments:
        if segment.start != segment.stop:
            yield from _line(view, segment)


def _line(view: View, segment: Segment) -> Iterator[str]:
    start, stop = _ends(view, segment)
    angle, name = atan2(stop.y - start.y, stop.x - start.x), segment.sight
    width = max(1.2, (0.06 if _is_one_of_many(view) else 0.085) * view.unit)
    size = max(5.0, 0.4 * view.unit)
    yield line("halo", start, stop, 2.2 * width, ' stroke-opacity="0.8"')
    short = 0.0 if segment.sign else -0.7 * size
    yield line(f"ray-{name}", start, polar(stop, short, angle), width, dashes(view, segment.sight))
    if segment.sign is None:
        yield ray_head(view, name, stop, angle, size)


def _is_one_of_many(view: View) -> bool:
    return len(view.scene.segments) > 1


def _ends(view: View, segment: Segment) -> tuple[Pixel, Pixel]:
    """Return the ends of a line; of one of many aside of the line in the other direction."""
    start, stop = view.pixel(segment.start), view.pixel(segment.stop)
    if segment.sign or not _is_one_of_many(view):
        return start, stop
    aside, across = 0.09 * view.unit, atan2(stop.y - start.y, stop.x - start.x) - pi / 2
    return polar(start, aside, across), polar(stop, aside, across)


def tape(view: View) -> Iterator[str]:
    """Draw the tape with a tick for every inch and its length; no line where another is nearly the same."""
    laid = view.scene.tape
    if laid is None or laid.start == laid.stop:
        return
    start, stop = view.pixel(laid.start), view.pixel(laid.stop)
    if not any(_is_along(laid, segment) for segment in view.scene.segments):
        yield line("halo", start, stop, 0.16 * view.unit, ' stroke-opacity="0.8"')
        yield line("ray-bare", start, stop, 0.06 * view.unit)
    yield path("ray-bare", "".join(_ticks(view, laid)), 0.06 * view.unit)
    broken = next((segment.broken_at for segment in view.scene.segments if segment.broken_at is not None), 0.0)
    part = 0.5 if abs(broken - 0.5) >= _AWAY_FROM_CROSS else 0.25 if broken >= 0.5 else 0.75
    yield from plate(view.pixel(laid.along(part)), 0.56 * view.unit, inches(laid.inches))


def _is_along(laid: Tape, segment: Segment) -> bool:
    ends = ((laid.start, segment.start), (laid.stop, segment.stop))
    return all(hypot(b.x - a.x, b.y - a.y) < _SAME_PLACE for a, b in ends)


def _ticks(view: View, laid: Tape) -> Iterator[str]:
    """Yield a tick for every inch, longer for every sixth; where inches are small, for every sixth alone."""
    start, stop = view.pixel(laid.start), view.pixel(laid.stop)
    across, length = atan2(stop.y - start.y, stop.x - start.x) + pi / 2, hypot(stop.x - start.x, stop.y - start.y)
    step = 1 if view.inches.inch >= _CLOSEST_TICKS else _LONGER
    for inch in range(step, int(length / view.inches.inch) + 1, step):
        at, half = (
            view.pixel(laid.along(inch * view.inches.inch / length)),
            (0.3 if inch % _LONGER == 0 else 0.16) * view.unit,
        )
        yield f"M{pair(polar(at, half, across))}L{pair(polar(at, -half, across))}"


def signs(view: View) -> Iterator[str]:
    """Draw crosses where lines are blocked, signs at targets, and a question mark where sight is too close."""
    size = max(3.5, (0.13 if _is_one_of_many(view) else 0.26) * view.unit)
    for segment in view.scene.segments:
        start, stop = _ends(view, segment)
        if segment.broken_at is not None:
            part = segment.broken_at
            yield from cross(start.plus((stop.x - start.x) * part, (stop.y - start.y) * part), size)
        if segment.sign is not None:
            angle = atan2(stop.y - start.y, stop.x - start.x)
            yield from shot_sign(segment.sign, view, polar(stop, -0.3 * view.unit, angle), angle, 0.17 * view.unit)
        if view.scene.is_close:
            yield from close(start.plus((stop.x - start.x) / 4, (stop.y - start.y) / 4), 0.42 * view.unit)


def close(at: Pixel, radius: float) -> Iterator[str]:
    """Draw the sign of sight that is too close to be sure of."""
    yield circle("sign-impedes", at, radius, 0.16 * radius)
    yield words("sign-text", at.plus(0, 0.45 * radius), 1.3 * radius, "?", MIDDLE + BOLD)
