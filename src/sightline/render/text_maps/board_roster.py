"""The pieces on a board in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sightline.board import Board, Piece, format_cell, format_point
from sightline.i18n import _, without_number, word
from sightline.render.primitives.text_metrics import columns, enumerated, pad, shorten
from sightline.render.scenes.scene import Scene
from sightline.render.scenes.shown_pieces import shown_among

_NARROWEST = 3
"""The minimum width of the column of short names."""
_LONGEST_NAME, _MAX_NAMES = 40, 20


def roster(scene: Scene, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a row for every piece, after its short name; the rest of a stack is counted in one row."""
    board, width = scene.board, name_width(names)
    for piece in board.pieces.values():
        rest = _rest(scene, piece)
        if piece not in rest:
            facts = ", ".join(fact for fact in _facts(scene, piece, names[piece.name]) if fact)
            yield f"{pad(names[piece.name], width)}  {facts}"
        elif piece == rest[-1]:
            listed = enumerated([shorten(each.name, _LONGEST_NAME) for each in rest], _MAX_NAMES)
            yield f"{pad(f'+{len(rest)}', width)}  {side_words(piece)}, {place_words(board, piece)}: {listed}"


def name_width(names: Mapping[str, str]) -> int:
    """Return the width of the column of short names."""
    return max([_NARROWEST, *map(columns, names.values())])


def _rest(scene: Scene, piece: Piece) -> Sequence[Piece]:
    """Return the pieces of the same side in the only cell of a piece that are not drawn for lack of room."""
    if len(piece.cells) > 1:
        return ()
    sharing = [other for other in scene.board.occupants.get(piece.cell, ()) if len(other.cells) == 1]
    shown = shown_among(scene, sharing)
    return [other for other in sharing if other not in shown and other.side == piece.side]


def side_words(piece: Piece) -> str:
    """Return the side of a piece, or the terrain that an object counts as, in words."""
    if piece.as_terrain is not None:
        return _("object: {kind}").format(kind=word(piece.as_terrain))
    return _("side {side}").format(side=shorten(piece.side, _LONGEST_NAME)) if piece.side else _("no side")


def place_words(board: Board, piece: Piece) -> str:
    """Return the cells of a piece by label, after its middle corner if it has one."""
    cells = " ".join(format_cell(board, cell) for cell in piece.cells)
    if piece.middle is None:
        return _("at {cells}").format(cells=cells)
    return _("at {place} on {cells}").format(place=format_point(board, piece.middle), cells=cells)


def state_words(scene: Scene, piece: Piece) -> Iterator[str]:
    """Yield the state of a piece that a picture shows: its facing, and what the system adds."""
    if isinstance(piece.facing, str):  # only on cells: on free tables, degrees are shown
        yield _("facing {facing}").format(facing=piece.facing)
    yield from scene.depiction_of(piece).words


def standing_words(scene: Scene, name: str) -> str:
    """Return that a piece stands in a kind of terrain, or in a feature with a name, in words."""
    kind, number = without_number(name)
    text = _("in {kind} terrain") if kind in scene.terrain_adjectives else _("in {kind}")
    return text.format(kind=word(kind)) + number


def _facts(scene: Scene, piece: Piece, short_name: str) -> Iterator[str]:
    board = scene.board
    if short_name != piece.name:
        yield shorten(piece.name, _LONGEST_NAME)
    yield side_words(piece)
    yield place_words(board, piece)
    yield from state_words(scene, piece)
    kinds = dict.fromkeys(kind for cell in piece.cells for kind in board.kinds(cell) or ())
    yield from (standing_words(scene, kind) for kind in kinds)
    level = max((board.level(cell) for cell in piece.cells), default=0)
    yield _("level {level}").format(level=level) if level in scene.levels else ""
    values = [scene.values[cell].text for cell in piece.cells if cell in scene.values]
    yield from (f"{scene.values_are} {value}" for value in dict.fromkeys(values) if value)
