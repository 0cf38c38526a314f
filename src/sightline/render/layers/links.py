"""The layer of lines from piece to piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, hypot, pi, sin, sqrt

from sightline.plane import nearest_spots
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_stacks import has_base, stack_pieces
from sightline.render.layers.chart_signs import shot_sign
from sightline.render.layers.rays import dashes, halo_opacity, ray_head
from sightline.render.primitives.pixels import Pixel, polar
from sightline.render.primitives.svg_tags import line
from sightline.render.scenes.parts import LINE_STYLES, LineStyle, Link
from sightline.rules import Sign

_FROM_BODY, _FROM_FRONT = 0.66, 1.02
"""The distance of a line from the middle of a one-cell piece, in units, without and with a facing."""
_ASIDE, _MAX_TRIM = 0.12, 0.3

_Ends = tuple[Pixel, Pixel]


def links(canvas: Canvas) -> Iterator[str]:
    """Draw a line for every pair of pieces of a chart, with an arrowhead or sign for each attack."""
    for link, start, stop in link_ends(canvas):
        yield from _link(canvas, link, start, stop)


def link_ends(canvas: Canvas) -> Iterator[tuple[Link, Pixel, Pixel]]:
    """Yield every line with its ends, the uppermost last."""
    if not canvas.scene.links:
        return
    ends_of = _table_ends(canvas) if canvas.scene.is_free else _cell_ends(canvas)
    # Allowed attacks are drawn above the others.
    for link in sorted(canvas.scene.links, key=lambda link: -LINE_STYLES.index(link.style)):
        start, stop = ends_of(link)
        if start != stop:
            aside = _ASIDE * canvas.unit if link.has_other else 0.0
            turn = atan2(stop.y - start.y, stop.x - start.x) - pi / 2
            yield link, polar(start, aside, turn), polar(stop, aside, turn)


def _link(canvas: Canvas, link: Link, start: Pixel, stop: Pixel) -> Iterator[str]:
    angle = atan2(stop.y - start.y, stop.x - start.x)
    width, size = max(1.4, 0.055 * canvas.unit), _head_size(canvas)
    shorter = 0.6 * size
    bare = polar(start, shorter if link.is_mutual else 0.0, angle), polar(stop, -shorter, angle)
    yield line("halo", *bare, 2.2 * width, halo_opacity(link.style))
    yield line(f"ray-{link.style}", *bare, width, dashes(canvas, link.style))
    yield from _head(canvas, link.style, link.sign, stop, angle)
    if link.is_mutual:
        yield from _head(canvas, link.style, link.back_sign, start, angle + pi)


def _head(canvas: Canvas, style: LineStyle, sign: Sign | None, tip: Pixel, angle: float) -> Iterator[str]:
    if sign is None:
        yield ray_head(canvas, style, tip, angle, _head_size(canvas))
    else:
        size = max(2.5, 0.17 * canvas.unit)
        yield from shot_sign(sign, canvas, polar(tip, -size, angle), angle, size)


def _head_size(canvas: Canvas) -> float:
    return max(8.0, 0.34 * canvas.unit)


def _table_ends(canvas: Canvas) -> Callable[[Link], _Ends]:
    """Return a function that finds the ends of a line: the nearest points of two bases."""

    def ends(link: Link) -> _Ends:
        start, stop = nearest_spots(*(canvas.scene.pieces[name].shape for name in (link.start, link.stop)))
        return canvas.pixel(start), canvas.pixel(stop)

    return ends


def _cell_ends(canvas: Canvas) -> Callable[[Link], _Ends]:
    """Return a function that finds the ends of a line: between the middles of two bodies, clear of both."""
    placed = stack_pieces(canvas).bodies

    def middle(name: str) -> Pixel:
        piece = canvas.scene.board.pieces[name]
        return placed[name].at if name in placed else canvas.cells.centre(piece.cell)

    def clearance(name: str, angle: float) -> float:
        piece = canvas.scene.board.pieces[name]
        size = placed[name].size if name in placed else 0.0
        radius = (_FROM_BODY if piece.facing is None else _FROM_FRONT) * size * canvas.unit
        at = [middle(name)]
        if not has_base(piece):
            at += [canvas.cells.centre(cell) for cell in piece.cells if len(piece.cells) > 1]
        return max(_exit(middle(name), angle, disc, radius) for disc in at)

    def ends(link: Link) -> _Ends:
        start, stop = middle(link.start), middle(link.stop)
        angle, length = atan2(stop.y - start.y, stop.x - start.x), hypot(stop.x - start.x, stop.y - start.y)
        trims = clearance(link.start, angle), clearance(link.stop, angle + pi)
        first, last = (min(trim, _MAX_TRIM * length) for trim in trims)
        return polar(start, first, angle), polar(stop, -last, angle)

    return ends


def _exit(start: Pixel, angle: float, middle: Pixel, radius: float) -> float:
    """Return the distance from `start` at which a ray leaves a disc, 0.0 if it misses it."""
    x, y = middle.x - start.x, middle.y - start.y
    ahead, aside = x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)
    return max(0.0, ahead + sqrt(radius * radius - aside * aside)) if abs(aside) <= radius else 0.0
