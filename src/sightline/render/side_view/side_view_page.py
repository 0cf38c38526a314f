"""A verdict from the side: each of its lines in profile, over the ground that it passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sightline.board import Board, format_cell, format_point
from sightline.formats.arguments import check_id_prefix, checked
from sightline.i18n import _, word
from sightline.lattice import Cell
from sightline.render.layers import textures
from sightline.render.layers.borders import marks_of
from sightline.render.layers.canvas import MARGIN, Canvas
from sightline.render.pages import caption_block, legend
from sightline.render.pages.legend_swatches import UNIT
from sightline.render.pages.svg_document import NARROWEST, defs, document, paper, symbols, top_of
from sightline.render.pages.svg_document import title as title_of
from sightline.render.primitives.colours import Colours
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.projection import CellProjection
from sightline.render.primitives.svg_tags import BOLD, line, path, polygon, words
from sightline.render.primitives.text_metrics import clean, explained
from sightline.render.scenes.captions import contact_remark
from sightline.render.scenes.scene import Scene, shot_scene
from sightline.render.side_view.layers import LAYERS
from sightline.render.side_view.profile import Profile
from sightline.render.side_view.strip import STOREY, Strip
from sightline.rules import Position, Ruleset, Verdict

_SCALE, _WIDEST, _UNIT = 56.0, 1200.0, 38.0
_HEADING = 24.0


@checked
def side_view_svg(
    rules: Ruleset[Any],
    position: Position,
    verdict: Verdict,
    *,
    title: str = "",
    colours: Colours = "colour",
    prefix: str = "sightline",
) -> str:
    """Return a verdict from the side as a complete SVG document: each of its lines with all that it passes, by level.

    `colours` and `prefix` are those of `svg`. Raise `ArgumentError` for arguments of other types, and for a prefix that
    is not an id.
    """
    check_id_prefix(prefix)
    scene = shot_scene(rules, position, verdict, title=title)
    canvas = Canvas(scene, CellProjection(board=scene.board, unit=_UNIT), prefix, colours)
    board, pieces = scene.board, scene.board.pieces
    profiles = [Profile(board, ray, pieces[verdict.from_], pieces[verdict.to], scene.marks) for ray in scene.rays]
    strips = list(_strips(canvas, profiles))
    inner = max([NARROWEST - 2 * MARGIN, *(_right(each) - MARGIN for each in strips)])
    bottom = max([top_of(scene) + (0 if strips else _HEADING), *(each.bottom for each in strips)])
    entries, bottom = legend.legend(canvas, _entries(canvas, profiles), MARGIN, bottom + 10, inner)
    remarks, bottom = caption_block.remarks(canvas, MARGIN, bottom, inner)
    kinds = legend.kinds_of(_restrict_to_passed(board, profiles))
    borders = legend.border_kinds_of(_restrict_to_passed(board, profiles))
    things = legend.object_kinds(stand.piece for profile in profiles for stand in profile.stands)
    marks = [*symbols(canvas, kinds, "unit", 1.0), *symbols(canvas, {*kinds, *borders, *things}, "legend", UNIT)]
    marks += symbols(canvas, {*borders, *marks_of(scene, borders)}, "tiny", 0.24 * 0.6 * STOREY)
    marks += textures.definitions(canvas.at(UNIT), kinds, "legend")
    parts = [*_headings(scene, strips), *(part for each in strips for part in _drawn(each)), *entries, *remarks]
    size = Pixel(inner + 2 * MARGIN, bottom + MARGIN)
    layers = [defs(marks), paper(size), title_of(scene, size.x), *parts]
    return document(canvas, colours, size, _in_words(scene, profiles), layers)


def _strips(canvas: Canvas, profiles: list[Profile]) -> Iterator[Strip]:
    """Yield the strips of the profiles one below the other, all to the same scale."""
    widths = [each.columns[-1].stop - each.columns[0].start for each in profiles]
    unit = min([_UNIT, *(_WIDEST / width for width in widths)])
    top = top_of(canvas.scene) + (_HEADING if len(profiles) > 1 else 0)
    for profile in profiles:
        left = MARGIN + _SCALE - profile.columns[0].start * unit
        drawn = Strip(canvas, profile, left, top, unit)
        yield drawn
        top = drawn.bottom + _HEADING + 8


def _right(drawn: Strip) -> float:
    return drawn.x(drawn.profile.columns[-1].stop) + MARGIN


def _drawn(drawn: Strip) -> Iterator[str]:
    for layer in LAYERS:
        if parts := list(layer(drawn)):
            yield f"<g>{''.join(parts)}</g>"


def _headings(scene: Scene, strips: list[Strip]) -> Iterator[str]:
    """Yield the name of each line above its strip if there are several; a sentence if there is none."""
    if not strips:
        yield words("faint", Pixel(MARGIN, top_of(scene) + 12), 12, _("no line is drawn"), BOLD)
    for drawn in strips if len(strips) > 1 else ():
        yield words("faint", Pixel(MARGIN, drawn.top - 6), 12, _line_name(drawn.profile), BOLD)


def _line_name(profile: Profile) -> str:
    start, stop = (format_point(profile.board, point) for point in (profile.ray.start, profile.ray.stop))
    return f"{start} → {stop}"


def _restrict_to_passed(board: Board, profiles: list[Profile]) -> Board:
    """Return the board with only the cells and borders that the lines pass."""
    cells = {column.cell for profile in profiles for column in profile.columns if column.cell in board}
    borders = {wall.border: board.borders.get(wall.border, ()) for profile in profiles for wall in profile.walls}
    bare = Board.empty(board.grid, board.columns, board.rows)
    bare = bare.with_ground({cell: board.kinds(cell) for cell in cells})
    return bare.with_levels({cell: board.level(cell) for cell in cells}).with_borders(borders)


def _entries(canvas: Canvas, profiles: list[Profile]) -> Iterator[legend.Entry]:
    board = _restrict_to_passed(canvas.scene.board, profiles)
    shown = {stand.piece.name: stand.piece for profile in profiles for stand in profile.stands}
    standing = (piece for piece in shown.values() if piece.as_terrain is None)
    yield from legend.side_entries(dict.fromkeys(piece.side for piece in standing))
    yield from legend.object_entries(shown.values())
    yield from legend.ground_entries(canvas.scene, board)
    yield from legend.sight_entries(canvas.scene)
    yield from legend.name_entries(name for name in shown if canvas.names[name] != clean(name).strip())
    if any(column.is_beside for profile in profiles for column in profile.columns):
        yield legend.Entry(_("the line runs between both"), _beside)
    if any(profile.touches or any(wall.is_touch for wall in profile.walls) for profile in profiles):
        yield legend.Entry(_("touched in a corner"), _touched)
    if legend.kinds_of(board):
        yield legend.Entry(_("heights of terrain are schematic"), _schematic)


def _beside(canvas: Canvas, at: Pixel) -> Iterator[str]:
    yield path("ground", _box(at, canvas.unit), 1)
    yield line("mark", at.plus(0, -0.8 * canvas.unit), at.plus(0, 0.8 * canvas.unit), 1.4, ' stroke-dasharray="3 3"')


def _touched(canvas: Canvas, at: Pixel) -> Iterator[str]:
    yield line("leader", at.plus(0, -canvas.unit), at.plus(0, canvas.unit), 1, ' stroke-dasharray="2 2"')


def _schematic(canvas: Canvas, at: Pixel) -> Iterator[str]:
    yield path("block-edge", _box(at, canvas.unit), 1.2, ' stroke-dasharray="5 3"')


def _box(at: Pixel, unit: float) -> str:
    return polygon(*(at.plus(1.2 * unit * x, 0.8 * unit * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))))


def _in_words(scene: Scene, profiles: list[Profile]) -> str:
    """Return the picture as text: each line with its contacts and their levels."""
    lines = [scene.title, ""]
    for profile in profiles:
        lines += [_line_name(profile), *_met(profile), ""]
    lines += [scene.caption, *(" ".join(part for part in remark if part) for remark in scene.remarks)]
    return "\n".join(lines)


def _met(profile: Profile) -> Iterator[str]:
    board = profile.board
    for contact in profile.ray.contacts:
        cells = [cell for cell in contact.cells if cell in board]
        if cells:
            row = contact_remark(contact, [_cell_in_words(board, cell) for cell in cells])
            yield explained(row.value, f"{row.key} {row.words}")


def _cell_in_words(board: Board, cell: Cell) -> str:
    facts = [*map(word, board.kinds(cell) or ()), _("level {level}").format(level=board.level(cell))]
    facts += [piece.name for piece in board.occupants.get(cell, ())]
    return f"{format_cell(board, cell)} ({', '.join(facts)})"
