"""The layers of lines on free tables: corridors, lengths in inches, and the points where they are blocked."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, fsum, hypot, pi

from sightline.render.layers.canvas import Canvas
from sightline.render.layers.chart_signs import shot_sign
from sightline.render.layers.plates import plate, plate_size
from sightline.render.layers.rays import cross, dashes, halo_opacity, ray_head
from sightline.render.layers.table_highlights import sign_places, sign_radius
from sightline.render.primitives.label_layout import Capsule
from sightline.render.primitives.pixels import Pixel, between, pair, polar
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, circle, line, path, words
from sightline.render.primitives.table_shapes import middle, moved
from sightline.render.scenes.measurements import inches
from sightline.render.scenes.parts import Segment, Tape

WAY = ' stroke-opacity="0.25" stroke-linecap="butt"'
_CLOSEST_TICKS, _LONGER = 5.0, 6
_SAME_PLACE = 0.2
_CLOSE_AT = 0.25
"""The position of the question mark along a line, from 0 to 1, which says that sight is too close to call."""
_TAPE_PLACES = (0.5, 0.25, 0.75, 0.375, 0.625, 0.125, 0.875)
"""The candidate positions of the length along a tape, from 0 to 1, the best first."""
_TAPE_SIZE = 0.56
"""The text size of the length on a tape, in units."""


def corridors(canvas: Canvas) -> Iterator[str]:
    """Draw the corridor along each line."""
    for segment in canvas.scene.segments:
        if segment.band:
            start, stop = canvas.pixel(segment.start), canvas.pixel(segment.stop)
            yield line(f"ray-{segment.style}", start, stop, segment.band * canvas.inches.inch, WAY)


def way(canvas: Canvas) -> Iterator[str]:
    """Draw the path of a piece, and its base at the end."""
    scene = canvas.scene
    if not scene.way or scene.viewer is None:
        return
    course = "M" + "L".join(pair(canvas.pixel(spot)) for spot in scene.way)
    (x, y), (to_x, to_y) = middle(scene.pieces[scene.viewer].shape), scene.way[-1]
    ghost = canvas.inches.path(moved(scene.pieces[scene.viewer].shape, to_x - x, to_y - y))
    for each in (course, ghost):
        yield path("halo", each, 0.3 * canvas.unit, ROUND)
        yield path("viewer", each, 0.14 * canvas.unit, ROUND)


def lines(canvas: Canvas) -> Iterator[str]:
    """Draw the lines, with an arrowhead at the target if there is no sign."""
    for segment in canvas.scene.segments:
        if segment.start != segment.stop:
            yield from _line(canvas, segment)


def _line(canvas: Canvas, segment: Segment) -> Iterator[str]:
    start, stop = _ends(canvas, segment)
    angle = atan2(stop.y - start.y, stop.x - start.x)
    width = max(1.2, (0.06 if _is_one_of_many(canvas) else 0.085) * canvas.unit)
    size = max(5.0, 0.4 * canvas.unit)
    yield line("halo", start, stop, 2.2 * width, halo_opacity(segment.style))
    short = 0.0 if segment.sign else -0.7 * size
    yield line(f"ray-{segment.style}", start, polar(stop, short, angle), width, dashes(canvas, segment.style))
    if segment.sign is None:
        yield ray_head(canvas, segment.style, stop, angle, size)


def _is_one_of_many(canvas: Canvas) -> bool:
    return len(canvas.scene.segments) > 1


def _ends(canvas: Canvas, segment: Segment) -> tuple[Pixel, Pixel]:
    """Return the ends of a line; one of many is beside the line in the other direction."""
    start, stop = canvas.pixel(segment.start), canvas.pixel(segment.stop)
    if segment.sign or not _is_one_of_many(canvas):
        return start, stop
    aside, across = 0.09 * canvas.unit, atan2(stop.y - start.y, stop.x - start.x) - pi / 2
    return polar(start, aside, across), polar(stop, aside, across)


def tape(canvas: Canvas) -> Iterator[str]:
    """Draw the tape with a tick for every inch and its length; its line is omitted if another is nearly the same."""
    laid = canvas.scene.tape
    if laid is None or laid.start == laid.stop:
        return
    start, stop = canvas.pixel(laid.start), canvas.pixel(laid.stop)
    if not any(_is_along(laid, segment) for segment in canvas.scene.segments):
        yield line("halo", start, stop, 0.16 * canvas.unit, ' stroke-opacity="0.8"')
        yield line("ray-bare", start, stop, 0.06 * canvas.unit)
    yield path("ray-bare", "".join(_ticks(canvas, laid)), 0.06 * canvas.unit)
    yield from plate(tape_place(canvas, laid), tape_size(canvas), inches(laid.inches))


def tape_size(canvas: Canvas) -> float:
    """Return the text size of the length on a tape in pixels."""
    return max(canvas.smallest_text, _TAPE_SIZE * canvas.unit)


def tape_place(canvas: Canvas, laid: Tape) -> Pixel:
    """Return the middle of the length on a tape, at the position where it covers signs and crosses least."""
    size = plate_size(tape_size(canvas), inches(laid.inches))
    taken = list(sign_capsules(canvas))

    def covered(at: Pixel) -> float:
        plate = Capsule.of_text(at, *size)
        return fsum(plate.depth_in(sign) for sign in taken)

    return min((canvas.pixel(laid.along(part)) for part in _TAPE_PLACES), key=covered)


def sign_capsules(canvas: Canvas) -> Iterator[Capsule]:
    """Yield the areas of the signs of findings, of crosses on lines, and of question marks."""
    for at in sign_places(canvas):
        yield Capsule(at, at, sign_radius(canvas, 0.5))
    for segment in canvas.scene.segments:
        start, stop = canvas.pixel(segment.start), canvas.pixel(segment.stop)
        parts = [segment.broken_at] if segment.broken_at is not None else []
        for part in (*parts, *([_CLOSE_AT] if canvas.scene.is_close else [])):
            at = between(start, stop, part)
            yield Capsule(at, at, 0.4 * canvas.unit)


def _is_along(laid: Tape, segment: Segment) -> bool:
    ends = ((laid.start, segment.start), (laid.stop, segment.stop))
    return all(hypot(b.x - a.x, b.y - a.y) < _SAME_PLACE for a, b in ends)


def _ticks(canvas: Canvas, laid: Tape) -> Iterator[str]:
    """Yield a tick for every inch, longer for every sixth; if inches are small, only for every sixth."""
    start, stop = canvas.pixel(laid.start), canvas.pixel(laid.stop)
    across, length = atan2(stop.y - start.y, stop.x - start.x) + pi / 2, hypot(stop.x - start.x, stop.y - start.y)
    step = 1 if canvas.inches.inch >= _CLOSEST_TICKS else _LONGER
    for inch in range(step, int(length / canvas.inches.inch) + 1, step):
        at, half = (
            canvas.pixel(laid.along(inch * canvas.inches.inch / length)),
            (0.3 if inch % _LONGER == 0 else 0.16) * canvas.unit,
        )
        yield f"M{pair(polar(at, half, across))}L{pair(polar(at, -half, across))}"


def signs(canvas: Canvas) -> Iterator[str]:
    """Draw crosses where lines are blocked, signs at targets, and a question mark if sight is too close to call."""
    size = max(3.5, (0.13 if _is_one_of_many(canvas) else 0.26) * canvas.unit)
    for segment in canvas.scene.segments:
        start, stop = _ends(canvas, segment)
        if segment.broken_at is not None:
            part = segment.broken_at
            yield from cross(start.plus((stop.x - start.x) * part, (stop.y - start.y) * part), size)
        if segment.sign is not None:
            angle = atan2(stop.y - start.y, stop.x - start.x)
            yield from shot_sign(
                segment.sign, canvas, polar(stop, -0.3 * canvas.unit, angle), angle, 0.17 * canvas.unit
            )
        if canvas.scene.is_close:
            yield from close(between(start, stop, _CLOSE_AT), 0.42 * canvas.unit)


def close(at: Pixel, radius: float) -> Iterator[str]:
    """Draw the sign of sight that is too close to call."""
    yield circle("sign-impedes", at, radius, 0.16 * radius)
    yield words("sign-text", at.plus(0, 0.45 * radius), 1.3 * radius, "?", MIDDLE + BOLD)
