"""The legend under a picture of a free table: an entry for everything in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sightline.board import Piece
from sightline.i18n import N_, _
from sightline.plane import Disc, Spot
from sightline.render.canvas import Pixel, number, pair
from sightline.render.layers.features import swatch
from sightline.render.layers.table_highlights import AREA, seen_signs
from sightline.render.layers.table_labels import placed
from sightline.render.layers.table_lines import WAY, close
from sightline.render.layers.table_pieces import body, building, name_on
from sightline.render.legend import Entry, effect_entries, line_entries, name_entries
from sightline.render.legend_swatches import effect
from sightline.render.svg_tags import circle, line, path, polygon
from sightline.render.view import View
from sightline.rules import Effect

_SEEN = {Effect.PERMITS: N_("seen clearly"), Effect.IMPEDES: N_("sight impeded"), Effect.BLOCKS: N_("not seen")}


def entries(view: View) -> Iterator[Entry]:
    """Yield the entries of everything on a table."""
    scene = view.scene
    for side in view.sides:
        yield Entry(_("side {side}").format(side=side) if side else _("no side"), partial(_side, side=side))
    if any(piece.building for piece in scene.pieces.values()):
        yield Entry(_("building"), _building)
    found = {mark for feature in scene.features.values() for mark in feature.marks}
    for mark in (mark for mark in scene.mark_meanings if mark in found):
        yield Entry(_(scene.mark_meanings[mark]), partial(_meaning, mark=mark))
    yield from line_entries(
        scene, (each.sight for each in scene.segments), (each.sign for each in scene.segments if each.sign)
    )
    if any(segment.band for segment in scene.segments):
        yield Entry(_("the way between them"), _way)
    if scene.tape is not None and scene.tape.start != scene.tape.stop:
        yield Entry(_("distance in inches"), _tape)
    if scene.is_close:
        yield Entry(_("too close to be sure of"), lambda view, at: close(at, 0.7 * view.unit))
    yield from effect_entries(scene.named_marks.values())
    for seen in dict.fromkeys(seen_signs(view).values()):
        yield Entry(_(_SEEN[seen]), partial(effect, effect=seen))
    yield from _move_entries(view)
    yield from name_entries(view, _shortened(view))


def _move_entries(view: View) -> Iterator[Entry]:
    if view.scene.area:
        yield Entry(_("where its middle can end the move"), _area)
    if view.scene.way:
        yield Entry(_("the way toward the place asked for"), _course)
    if view.scene.viewer is not None:
        yield Entry(_("where it stands"), _viewer)


def _shortened(view: View) -> Iterator[str]:
    """Yield the names that stand in their short form, on bases or beside them."""
    written = {name: on.text for name, piece in view.scene.pieces.items() if (on := name_on(view, piece))}
    written |= {label.owner.name: label.text for label in placed(view) if isinstance(label.owner, Piece)}
    yield from (name for name in view.scene.pieces if written.get(name) == view.names[name])


def _side(view: View, at: Pixel, side: str | None) -> Iterator[str]:
    disc = Disc(_spot(view, at), 0.8 * view.unit / view.inches.inch)
    yield from body(view, disc, view.colours[side], view.sides.index(side) if side else None)


def _spot(view: View, at: Pixel) -> Spot:
    return Spot(at.x / view.inches.inch, at.y / view.inches.inch)


def _square(view: View, at: Pixel) -> str:
    corners = ((-1.1, -0.9), (1.1, -0.9), (1.1, 0.9), (-1.1, 0.9))
    return polygon(*(at.plus(x * view.unit, y * view.unit) for x, y in corners))


def _building(view: View, at: Pixel) -> Iterator[str]:
    yield from building(_square(view, at), "none")


def _meaning(view: View, at: Pixel, mark: str) -> Iterator[str]:
    yield from swatch(view, at, _square(view, at), mark)


def _way(view: View, at: Pixel) -> Iterator[str]:
    yield line("ray-clear", at.plus(-14, 0), at.plus(12, 0), view.unit, WAY)


def _tape(view: View, at: Pixel) -> Iterator[str]:
    half = 0.4 * view.unit
    yield line("ray-bare", at.plus(-14, 0), at.plus(12, 0), 1.6)
    ticks = (f"M{pair(at.plus(x, -half))}v{number(2 * half)}" for x in (-14, -1, 12))
    yield path("ray-bare", "".join(ticks), 1.6)


def _area(view: View, at: Pixel) -> Iterator[str]:
    yield path("reached-2", _square(view, at), None, AREA)
    yield path("area-edge", _square(view, at), 1.6)


def _course(view: View, at: Pixel) -> Iterator[str]:
    yield line("viewer", at.plus(-14, 0), at.plus(12, 0), 0.14 * view.unit)


def _viewer(view: View, at: Pixel) -> Iterator[str]:
    yield circle("viewer", at, 0.8 * view.unit, 2.2)
