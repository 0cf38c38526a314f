"""The legend under a map: an entry for everything in the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from sightline.board import Board, Piece
from sightline.i18n import N_, _, word
from sightline.render.layers import cell_values, chosen_corner, crates, zones
from sightline.render.layers.badges import in_order
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_pieces import count, name_on
from sightline.render.layers.cell_stacks import Body, stack_pieces
from sightline.render.layers.chart_signs import shot_sign
from sightline.render.layers.corner_bypass import found_bypasses
from sightline.render.layers.label_placement import board_labels
from sightline.render.pages import legend_swatches
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import words
from sightline.render.primitives.text_metrics import advance, clean, explained, fit, shorten
from sightline.render.scenes.captions import sight_words
from sightline.render.scenes.parts import LINE_STYLES, LineStyle, Mark
from sightline.render.scenes.scene import Scene
from sightline.rules import Effect, Sight, Sign

_ROW, _SIZE = 28.0, 12.5
_LONGEST_ENTRY = 26
_MAX_NAMES, _MAX_LEVELS = 60, 8
_EFFECTS = {
    Effect.BLOCKS: N_("blocks sight"),
    Effect.FORBIDS: N_("forbids the attack"),
    Effect.IMPEDES: N_("impedes sight"),
    Effect.MODIFIES: N_("changes a number"),
    Effect.PERMITS: N_("permits"),
    Effect.NOTES: N_("noted, not counted"),
}


_SEEN = {"seen": N_("seen clearly"), "half-seen": N_("sight impeded"), "unseen": N_("not seen")}


Swatch = Callable[[Canvas, Pixel], Iterator[str]]


class Entry(NamedTuple):
    """An entry of the legend: its text, and what draws its swatch round a point, on a canvas of swatch size."""

    text: str
    swatch: Swatch


def kinds_of(board: Board) -> list[str]:
    """Return the kinds of terrain in the cells, in alphabetical order."""
    return sorted({kind for kinds in set(board.ground) for kind in kinds or ()})


def border_kinds_of(board: Board) -> list[str]:
    """Return the kinds on the borders, in alphabetical order."""
    return sorted({kind for kinds in board.borders.values() for kind in kinds})


def map_entries(canvas: Canvas) -> Iterator[Entry]:
    """Yield the entries of everything on a map."""
    yield from side_entries(canvas.sides)
    for seat, side in enumerate(canvas.scene.zones):
        yield Entry(_("zone of {side}").format(side=side), partial(zones.zone, seat=seat))
    yield from object_entries(canvas.scene.board.pieces.values())
    yield from ground_entries(canvas.scene, canvas.scene.board)
    yield from _outline_entries(canvas.scene)
    for area in canvas.scene.marked_areas:
        yield Entry(area.meaning, partial(legend_swatches.marked_area, sign=area.sign))
    if canvas.scene.corner:
        yield Entry(_(canvas.scene.corner.meaning), lambda canvas, at: chosen_corner.ring(at, 0.4 * canvas.unit))
    yield from sight_entries(canvas.scene)
    yield from _value_entries(canvas)
    placed = stack_pieces(canvas)
    yield from name_entries(_shortened(canvas, placed.bodies))
    for badge in in_order([badge for each in canvas.scene.depictions.values() for badge in each.badges]):
        yield Entry(_(badge.meaning), partial(legend_swatches.piece_badge, badge=badge))
    if placed.rests:
        yield Entry(_("this many more there"), lambda _, at: count(at, 9, 3))


def side_entries(sides: Iterable[str | None]) -> Iterator[Entry]:
    """Yield the entries of sides of pieces."""
    for side in sides:
        text = _("side {side}").format(side=side) if side else _("no side")
        yield Entry(text, partial(legend_swatches.side, side=side))


def object_kinds(pieces: Iterable[Piece]) -> list[str]:
    """Return the kinds of terrain that objects count as, in alphabetical order."""
    return sorted({piece.as_terrain for piece in pieces if piece.as_terrain is not None})


def object_entries(pieces: Iterable[Piece]) -> Iterator[Entry]:
    """Yield the entries of objects, by the kind of terrain that they count as."""
    for kind in object_kinds(pieces):
        yield Entry(_("object: {kind}").format(kind=word(kind)), partial(legend_swatches.object_of, kind=kind))


def name_entries(names: Iterable[str]) -> Iterator[Entry]:
    """Yield the entries of names that are shown in short form."""
    for name in islice(names, _MAX_NAMES):
        yield Entry(shorten(name, _LONGEST_ENTRY), partial(legend_swatches.token, name=name))


def _shortened(canvas: Canvas, bodies: Mapping[str, Body]) -> Iterator[str]:
    """Yield the names that are shown in short form on bodies and crates."""
    written = board_labels(canvas).names
    for name, each in bodies.items():
        piece = canvas.scene.pieces[name]
        shown = name_on(canvas, piece, each.size) if piece.as_terrain is None else crates.name_on(canvas, [piece])
        text, size = shown
        if name not in written and text != clean(name).strip() and canvas.is_written(size):
            yield name


def kind_words(scene: Scene, kind: str) -> str:
    """Return the name of a kind of terrain, with its meaning if it is drawn by that."""
    own = scene.own_kinds.get(kind)
    meaning = ", ".join(own.meaning.words) if own else ""
    return explained(word(kind), meaning) if meaning else word(kind)


def ground_entries(scene: Scene, board: Board) -> Iterator[Entry]:
    """Yield the entries of terrain, borders and levels of a board."""
    for kind in kinds_of(board):
        yield Entry(kind_words(scene, kind), partial(legend_swatches.terrain_cell, kind=kind))
    for kind in border_kinds_of(board):
        yield Entry(
            _("{kind} (border)").format(kind=kind_words(scene, kind)), partial(legend_swatches.border, kind=kind)
        )
    yield from _level_entries(scene, board)


def _level_entries(scene: Scene, board: Board) -> Iterator[Entry]:
    """Yield an entry for each level of a board, for very many only the lowest and highest above and below level 0."""
    if scene.whole_level:
        swatch = partial(legend_swatches.level, level=scene.whole_level)
        yield Entry(_("the whole board is at level {level}").format(level=scene.whole_level), swatch)
        return
    levels = sorted({board.level(cell) for cell in board.cells_at_levels(bool)})
    for found in ([level] for level in levels) if len(levels) <= _MAX_LEVELS else _by_sign(levels):
        text = _("level {level}") if len(found) == 1 else _("level {level} to {highest}")
        swatch = partial(legend_swatches.level, level=max(found, key=abs))
        yield Entry(text.format(level=found[0], highest=found[-1]), swatch)


def _by_sign(levels: Sequence[int]) -> Iterator[list[int]]:
    """Yield the levels above and those below level 0, ascending, if there are any."""
    for sign in (1, -1):
        if found := [level for level in levels if level * sign > 0]:
            yield found


def _outline_entries(scene: Scene) -> Iterator[Entry]:
    """Yield the entries of borders round groups that the cells themselves do not show, and of gaps in them."""
    shown = kinds_of(scene.board)
    for kind, colour in dict.fromkeys((outline.kind, outline.colour) for outline in scene.groups):
        if kind not in shown:
            yield Entry(word(kind), partial(legend_swatches.group, colour=colour))
    if any(outline.gaps for outline in scene.groups):
        yield Entry(_("can be crossed here"), legend_swatches.passage)


def sight_entries(scene: Scene) -> Iterator[Entry]:
    """Yield the entries of lines, of marks of findings, and of sight."""
    yield from line_entries(scene, (ray.style for ray in scene.rays), (shot.sign for shot in scene.shots))
    yield from effect_entries(scene.marks.values())
    effects = dict.fromkeys(mark.effect for *_ends, mark in found_bypasses(scene))
    if effects:
        yield Entry(_("a way round a corner"), partial(legend_swatches.bypass, effect=next(iter(effects))))
    if scene.seen is not None:
        for css, text in _SEEN.items():
            if css != "half-seen" or Sight.IMPEDED in scene.seen.values():
                yield Entry(_(text), partial(legend_swatches.seen, css=css))


def line_entries(scene: Scene, styles: Iterable[LineStyle], signs: Iterable[Sign]) -> Iterator[Entry]:
    """Yield the entries of lines with these styles, and of the signs at the targets, including those between pieces."""
    drawn = {*styles, *(link.style for link in scene.links)}
    for style in (style for style in LINE_STYLES if style in drawn):
        yield Entry(_line_words(style), partial(legend_swatches.ray, style=style))
    at_ends = (sign for link in scene.links for sign in (link.sign, link.back_sign) if sign)
    for at_target in dict.fromkeys(chain(signs, at_ends)):
        yield Entry(scene.sign_words[at_target], partial(shot_sign, at_target))


def _line_words(style: LineStyle) -> str:
    match style:
        case "forbidden":
            return _("sight {sight}, attack not allowed").format(sight=sight_words(Sight.CLEAR))
        case "forbidden-impeded":
            return _("sight {sight}, attack not allowed").format(sight=sight_words(Sight.IMPEDED))
    return _("sight {sight}").format(sight=sight_words(Sight(style)))


def effect_entries(marks: Iterable[Mark]) -> Iterator[Entry]:
    """Yield the entries of marks of findings."""
    for effect in dict.fromkeys(mark.effect for mark in marks):
        yield Entry(_(_EFFECTS[effect]), partial(legend_swatches.effect, effect=effect))


def _value_entries(canvas: Canvas) -> Iterator[Entry]:
    scene = canvas.scene
    found = [*scene.values.values(), *scene.corner_values.values()]
    for tint, text in scene.tints.items():
        yield Entry(text, partial(legend_swatches.tint, css=tint))
    if any(value.is_barred for value in found):
        yield Entry(_("can only be passed through"), legend_swatches.barred)
    if any(value.facing is not None for value in found):
        yield Entry(_("facing there"), legend_swatches.facing)
    for badge in in_order([badge for value in found if value.text for badge in value.badges]):
        yield Entry(_(badge.meaning), partial(legend_swatches.place_badge, badge=badge))
    yield from _reach_entries(canvas)
    if scene.attackers:
        yield Entry(_("can hit"), partial(legend_swatches.ring, css="attacker"))


def _reach_entries(canvas: Canvas) -> Iterator[Entry]:
    scene = canvas.scene
    if scene.threatened:
        yield Entry(_("threatened by others"), legend_swatches.threatened)
    if (scene.steps or scene.corner_steps) and canvas.unit >= cell_values.SMALLEST_WITH_WAYS:
        yield Entry(_("the cheapest path"), legend_swatches.step)
    if scene.groups and scene.values:
        yield Entry(_("edge of the numbered cells"), legend_swatches.area)
    if scene.covered and canvas.unit >= cell_values.SMALLEST_WITH_EDGES:
        yield Entry(_("everything its base can cover"), legend_swatches.covered)
    if scene.viewer and scene.seen is None:
        yield Entry(_("where it stands"), partial(legend_swatches.ring, css="viewer"))


def legend(canvas: Canvas, entries: Iterable[Entry], left: float, top: float, width: float) -> tuple[list[str], float]:
    """Return the legend as rows of entries, and its lower end in pixels."""
    small = canvas.at(legend_swatches.UNIT)
    drawn: list[str] = []
    x, y = left, top + _ROW / 2
    for entry in entries:
        text = fit(entry.text, (width - 40) / _SIZE)
        taken = 40 + advance(text) * _SIZE + 12
        if x > left and x + taken > left + width:
            x, y = left, y + _ROW
        drawn += entry.swatch(small, Pixel(x + 14, y))
        drawn.append(words("words", Pixel(x + 34, y + 4.5), _SIZE, text))
        x += taken
    return drawn, y + _ROW / 2 if drawn else top
