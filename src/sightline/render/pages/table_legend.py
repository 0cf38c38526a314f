"""The legend under a picture of a free table: an entry for everything in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sightline.board import Piece
from sightline.i18n import N_, _
from sightline.plane import Disc, Spot
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.features import swatch
from sightline.render.layers.table_highlights import AREA, seen_signs
from sightline.render.layers.table_labels import placed
from sightline.render.layers.table_lines import WAY, close
from sightline.render.layers.table_pieces import body, building, name_on
from sightline.render.pages.legend import Entry, effect_entries, line_entries, name_entries
from sightline.render.pages.legend_swatches import effect
from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.svg_tags import circle, line, path, polygon
from sightline.render.primitives.text_metrics import clean
from sightline.render.scenes.parts import LineStyle
from sightline.rules import Effect

_SEEN = {Effect.PERMITS: N_("seen clearly"), Effect.IMPEDES: N_("sight impeded"), Effect.BLOCKS: N_("not seen")}


def entries(canvas: Canvas) -> Iterator[Entry]:
    """Yield the entries of everything on a table."""
    scene = canvas.scene
    for side in canvas.sides:
        yield Entry(_("side {side}").format(side=side) if side else _("no side"), partial(_side, side=side))
    if any(piece.building for piece in scene.pieces.values()):
        yield Entry(_("building"), _building)
    found = {mark for feature in scene.features.values() for mark in feature.marks}
    for mark in (mark for mark in scene.mark_meanings if mark in found):
        yield Entry(_(scene.mark_meanings[mark]), partial(_meaning, mark=mark))
    yield from line_entries(
        scene, (each.style for each in scene.segments), (each.sign for each in scene.segments if each.sign)
    )
    if bands := [segment for segment in scene.segments if segment.band]:
        yield Entry(_("the corridor between them"), partial(_way, style=bands[0].style))
    if scene.tape is not None and scene.tape.start != scene.tape.stop:
        yield Entry(_("distance in inches"), _tape)
    if scene.is_close:
        yield Entry(_("too close to call"), lambda canvas, at: close(at, 0.7 * canvas.unit))
    yield from effect_entries(scene.named_marks.values())
    for seen in dict.fromkeys(seen_signs(canvas).values()):
        yield Entry(_(_SEEN[seen]), partial(effect, effect=seen))
    yield from _move_entries(canvas)
    yield from name_entries(_shortened(canvas))


def _move_entries(canvas: Canvas) -> Iterator[Entry]:
    if canvas.scene.area:
        yield Entry(_("where its centre can end the move"), _area)
    if canvas.scene.way:
        yield Entry(_("the path toward the given place"), _course)
    if canvas.scene.viewer is not None:
        yield Entry(_("where it stands"), _viewer)


def _shortened(canvas: Canvas) -> Iterator[str]:
    """Yield the names that are shown in short form, on bases or next to them."""
    written = {name: on.text for name, piece in canvas.scene.pieces.items() if (on := name_on(canvas, piece))}
    written |= {label.owner.name: label.text for label in placed(canvas) if isinstance(label.owner, Piece)}
    yield from (name for name in canvas.scene.pieces if name in written and written[name] != clean(name).strip())


def _side(canvas: Canvas, at: Pixel, side: str | None) -> Iterator[str]:
    disc = Disc(_spot(canvas, at), 0.8 * canvas.unit / canvas.inches.inch)
    yield from body(canvas, disc, canvas.colours[side], canvas.sides.index(side) if side else None)


def _spot(canvas: Canvas, at: Pixel) -> Spot:
    return Spot(at.x / canvas.inches.inch, at.y / canvas.inches.inch)


def _square(canvas: Canvas, at: Pixel) -> str:
    corners = ((-1.1, -0.9), (1.1, -0.9), (1.1, 0.9), (-1.1, 0.9))
    return polygon(*(at.plus(x * canvas.unit, y * canvas.unit) for x, y in corners))


def _building(canvas: Canvas, at: Pixel) -> Iterator[str]:
    yield from building(_square(canvas, at), "none")


def _meaning(canvas: Canvas, at: Pixel, mark: str) -> Iterator[str]:
    yield from swatch(canvas, at, _square(canvas, at), mark)


def _way(canvas: Canvas, at: Pixel, style: LineStyle) -> Iterator[str]:
    yield line(f"ray-{style}", at.plus(-14, 0), at.plus(12, 0), canvas.unit, WAY)


def _tape(canvas: Canvas, at: Pixel) -> Iterator[str]:
    half = 0.4 * canvas.unit
    yield line("ray-bare", at.plus(-14, 0), at.plus(12, 0), 1.6)
    ticks = (f"M{pair(at.plus(x, -half))}v{number(2 * half)}" for x in (-14, -1, 12))
    yield path("ray-bare", "".join(ticks), 1.6)


def _area(canvas: Canvas, at: Pixel) -> Iterator[str]:
    yield path("reached-2", _square(canvas, at), None, AREA)
    yield path("area-edge", _square(canvas, at), 1.6)


def _course(canvas: Canvas, at: Pixel) -> Iterator[str]:
    yield line("viewer", at.plus(-14, 0), at.plus(12, 0), 0.14 * canvas.unit)


def _viewer(canvas: Canvas, at: Pixel) -> Iterator[str]:
    yield circle("viewer", at, 0.8 * canvas.unit, 2.2)
