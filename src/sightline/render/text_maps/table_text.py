"""A free table as plain text: a coarse map, and lists with the measures that it cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sightline.board import format_inches
from sightline.i18n import N_, _, localized
from sightline.render.primitives.text_metrics import enumerated, pad, short_names, shorten
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.board_roster import name_width
from sightline.render.text_maps.table_map import AREA, BUILDING, LINE, drawn_map, feature_letters
from sightline.render.text_maps.table_roster import feature_facts, piece_words
from sightline.render.text_maps.text_layout import MAP_WIDTH, SIGHTS, SIGNS, TextOptions, legend_lines
from sightline.rules import Sight

_MAX_NAMES, _LONGEST_LISTED = 20, 40
_NOT_SEEN = "-"


def table_blocks(scene: Scene, options: TextOptions) -> list[Sequence[str]]:
    """Return the size of the table, a coarse map, lists of pieces and features, and the legend.

    The map is empty if it would have more than `max_cells` columns or rows.
    """
    table, names = scene.table, short_names(scene.pieces)
    size = _("A table of {width} by {height} inches.")
    size = size.format(width=localized(format_inches(table.width)), height=localized(format_inches(table.height)))
    lists = [[*_pieces(scene, names)], [*_features(scene, name_width(names))]]
    if not options.has_map:
        return [[size], *lists]
    drawn, hidden = drawn_map(scene, names, width=options.width or MAP_WIDTH, paint=options.paint)
    most = options.max_cells
    is_drawn = most is None or max(len(drawn.rows), *map(len, drawn.rows)) <= most
    legend = legend_lines([f"{sign} {_(meaning)}" for sign, meaning in _legend(scene)], options.width)
    return [[size, *_hidden(hidden)], drawn.lines() if is_drawn else [], *lists, legend]


def _hidden(names: tuple[str, ...]) -> Iterator[str]:
    if names:
        listed = enumerated([shorten(name, _LONGEST_LISTED) for name in names], _MAX_NAMES)
        yield _("(No room on the map for {names}.)").format(names=listed)


def _pieces(scene: Scene, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a row for every piece: its sign, its short name, and words."""
    width = name_width(names)
    for piece in scene.pieces.values():
        yield f"{_sign(scene, piece.name)}{pad(names[piece.name], width)}  {', '.join(piece_words(scene, piece))}"


def _features(scene: Scene, width: int) -> Iterator[str]:
    letters = feature_letters(scene.table)
    for feature in scene.table.features:
        facts = ", ".join(feature_facts(scene, feature))
        yield f"{_sign(scene, feature.name)}{pad(letters[feature.name], width)}  {facts}"


def _sign(scene: Scene, name: str) -> str:
    """Return the sign of findings about a piece or feature, or of how a piece is seen."""
    if name in scene.named_marks:
        return SIGNS[scene.named_marks[name].effect][0]
    if scene.seen_pieces is None or name not in scene.pieces or name == scene.viewer:
        return " "
    return SIGHTS[scene.seen_pieces[name]][0] if name in scene.seen_pieces else _NOT_SEEN


def _legend(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the signs of the map and their meanings."""
    if any(piece.building for piece in scene.pieces.values()):
        yield BUILDING, N_("building")
    if scene.area:
        yield AREA, N_("where its centre can end the move")
    if scene.way:
        yield LINE, N_("the path toward the given place")
    if len(scene.segments) == 1:
        yield LINE, N_("the line")
    yield from (SIGNS[effect] for effect in dict.fromkeys(mark.effect for mark in scene.named_marks.values()))
    if scene.seen_pieces is not None:
        yield from (SIGHTS[sight] for sight in Sight if sight in scene.seen_pieces.values())
        yield _NOT_SEEN, N_("not seen")
