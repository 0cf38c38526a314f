"""A scene as plain text: for terminals, for screen readers, for mails. No colour codes; every row aligned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.board import Board, Piece, format_border, format_cell
from sightline.language import N_, _, word
from sightline.lattice import Cell, Contact, Kind, format_column
from sightline.render.scene import Scene
from sightline.render.words import clean, columns, pad, short_names, shorten
from sightline.rules import Effect, Sight

_TOKEN = 3
_LONGEST_NAME, _LONGEST_TITLE, _WIDEST_LEGEND = 40, 100, 100
_SIGNS = {
    Effect.BLOCKS: ("X", N_("blocks sight")),
    Effect.FORBIDS: ("!", N_("forbids the attack")),
    Effect.IMPEDES: ("%", N_("impedes sight")),
    Effect.MODIFIES: ("+", N_("changes a number")),
    Effect.PERMITS: ("=", N_("permits")),
    Effect.NOTES: ("'", N_("noted, not counted")),
}
_CROSSED, _BESIDE = (">", N_("the line crosses it")), ("|", N_("the line runs along its side"))
_SIGHTS = {Sight.CLEAR: ("*", N_("seen clearly")), Sight.IMPEDED: ("%", N_("sight impeded"))}


def text(scene: Scene, *, most_cells: int | None = None) -> str:
    """Draw a scene with characters: the map, a legend of what is on it, the caption and the remarks.

    A map of more than `most_cells` columns or rows is left out, which the text says.
    """
    signs, board = _signs(scene), scene.board
    is_drawn = most_cells is None or max(board.columns, board.rows) <= most_cells
    blocks = [
        [shorten(scene.title, _LONGEST_TITLE)],
        _map(scene, {cell: sign for cell, (sign, _) in signs.items()}) if is_drawn else [_too_large(board)],
        [*_pieces(scene), *_borders(scene)],
        _legend(scene, dict.fromkeys(signs.values())),
        [clean(scene.caption), *_dice(scene)] if scene.caption else [],
        _remarks(scene),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block) + "\n"


def _too_large(board: Board) -> str:
    message = _("(The map of {columns}x{rows} cells is too large to draw here.)")
    return message.format(columns=board.columns, rows=board.rows)


def _signs(scene: Scene) -> Mapping[Cell, tuple[str, str]]:
    """Give the sign before each cell that has one, with its meaning: findings, what is seen, where lines run."""
    signs: dict[Cell, tuple[str, str]] = {}
    for contact in (contact for ray in scene.rays for contact in ray.contacts):
        for cell in contact.cells:
            if sign := _course(contact):
                signs.setdefault(cell, sign)
    signs |= {cell: _SIGHTS[sight] for cell, sight in (scene.seen or {}).items() if sight in _SIGHTS}
    signs |= {site: _SIGNS[mark.effect] for site, mark in scene.marks.items() if isinstance(site, Cell)}
    return signs


def _course(contact: Contact) -> tuple[str, str] | None:
    match contact.kind:
        case Kind.TOUCHES | Kind.CROSSES_BORDER:
            return None
        case Kind.ALONG:
            return _BESIDE
        case _:
            return _CROSSED


def _map(scene: Scene, signs: Mapping[Cell, str]) -> list[str]:
    """Draw the cells where they lie: shoved columns half a row down, shoved rows half a cell to the right."""
    board, tokens = scene.board, _tokens(scene)
    pitch = 1 + max(_TOKEN, *(columns(token) for token in tokens.values())) if tokens else 1 + _TOKEN
    pitch += pitch % 2
    margin = len(str(board.rows)) + 1
    lines: dict[int, list[tuple[int, str]]] = {}
    for cell, token in tokens.items():
        line, x = _position(board, cell)
        lines.setdefault(line, []).append((margin + x * pitch // 2, signs.get(cell, " ") + token))
    numbers = {_row_line(board, row): f"{row + 1:>{margin - 1}}" for row in range(board.rows)}
    heads = [(margin + _position(board, board.grid.cell_at(c, 0))[1] * pitch // 2 + 1, c) for c in range(board.columns)]
    drawn = [_line("", [(x, format_column(column)) for x, column in heads])]
    last = max([*lines, *numbers])
    return drawn + [_line(numbers.get(line, ""), lines.get(line, [])) for line in range(last + 1)]


def _line(start: str, tokens: list[tuple[int, str]]) -> str:
    parts, filled = [start], columns(start)
    for x, token in sorted(tokens):
        parts += [" " * (x - filled), token]
        filled = max(x, filled) + columns(token)
    return "".join(parts)


def _row_line(board: Board, row: int) -> int:
    """Give the line on which a row's number stands: that of its uppermost cell."""
    return min(_position(board, board.grid.cell_at(column, row))[0] for column in range(min(2, board.columns)))


def _position(board: Board, cell: Cell) -> tuple[int, int]:
    """Give the line of a cell, and how many halves of a cell it lies to the right."""
    column, row = board.grid.place_of(cell)
    first, centre = board.grid.centre(board.grid.cell_at(0, 0)), board.grid.centre(cell)
    if board.grid.layout.startswith("flat"):
        # Column B lies above column A where the even columns are shoved down.
        above = 1 if board.grid.centre(board.grid.cell_at(1, 0)).y < first.y else 0
        return centre.y - first.y + above, 2 * column
    if board.grid.kind == "hex":
        left = 1 if sum(board.grid.centre(board.grid.cell_at(0, 1))) < sum(first) else 0
        return row, (centre.x + centre.y - first.x - first.y) // 2 + left
    return row, 2 * column


def _tokens(scene: Scene) -> Mapping[Cell, str]:
    """Give what stands in each cell: the pieces by name, else its number, else the letters of its terrain and level."""
    board, names = scene.board, short_names(scene.board.pieces, _TOKEN)
    tokens = {}
    for cell in board:
        pieces = board.occupants.get(cell, ())
        value = scene.values[cell].text if cell in scene.values else ""
        tokens[cell] = "+".join(names[piece.name] for piece in pieces) or value or _ground(scene, cell)
    return tokens


def _ground(scene: Scene, cell: Cell) -> str:
    letters = "".join(scene.letters[kind] for kind in scene.board.kinds(cell) or ()) or "."
    level = scene.board.level(cell)
    return f"{letters}{level}" if level else letters


def _pieces(scene: Scene) -> Iterator[str]:
    names = short_names(scene.board.pieces, _TOKEN)
    for piece in scene.board.pieces.values():
        facts = ", ".join(fact for fact in _facts(scene, piece, names[piece.name]) if fact)
        yield f"{pad(names[piece.name], _TOKEN)}  {facts}"


def _facts(scene: Scene, piece: Piece, short_name: str) -> Iterator[str]:
    board = scene.board
    if short_name != piece.name:
        yield shorten(piece.name, _LONGEST_NAME)
    yield _("side {side}").format(side=shorten(piece.side, _LONGEST_NAME)) if piece.side else _("no side")
    yield _("at {cells}").format(cells=" ".join(format_cell(board, cell) for cell in piece.cells))
    facing, shield = getattr(piece, "facing", None), getattr(piece, "shield", None)
    yield _("facing {facing}").format(facing=facing) if facing is not None else ""
    yield _("shield {side}").format(side=word(shield)) if shield in ("left", "right") else ""
    kinds = dict.fromkeys(kind for cell in piece.cells for kind in board.kinds(cell) or ())
    yield from (_("in {kind}").format(kind=word(kind)) for kind in kinds)
    level = max((board.level(cell) for cell in piece.cells), default=0)
    yield _("level {level}").format(level=level) if level else ""
    values = [scene.values[cell].text for cell in piece.cells if cell in scene.values]
    yield from (f"{scene.values_are} {value}" for value in dict.fromkeys(values) if value)


def _borders(scene: Scene) -> Iterator[str]:
    """Yield the kinds on borders, each with where it is: a drawing of characters has no room for them."""
    places: dict[str, list[str]] = {}
    for border, kinds in sorted(scene.board.borders.items()):
        for kind in kinds:
            places.setdefault(kind, []).append(format_border(scene.board, border))
    for kind, names in sorted(places.items()):
        yield _("{kind} on {borders}").format(kind=word(kind), borders=" ".join(names))


def _legend(scene: Scene, signs: Mapping[tuple[str, str], None]) -> list[str]:
    in_cells = {kind for kinds in scene.board.ground for kind in kinds or ()}
    entries = [f"{letter} {word(kind)}" for kind, letter in scene.letters.items() if kind in in_cells]
    if any(scene.board.levels):
        entries.append(_("a digit after a letter is the level") if scene.values else _("a digit is the level"))
    if scene.values:
        entries.append(_("a number is the {what}").format(what=scene.values_are))
    if any(value.is_barred for value in scene.values.values()):
        entries.append(_("(n) may only be passed"))
    entries += [f"{sign} {_(meaning)}" for sign, meaning in sorted(signs)]
    lines = [""]
    for entry in entries:
        is_full = lines[-1] and columns(lines[-1]) + columns(entry) > _WIDEST_LEGEND
        lines = [*lines, entry] if is_full else [*lines[:-1], f"{lines[-1]}   {entry}".strip()]
    return lines if entries else []


def _dice(scene: Scene) -> Iterator[str]:
    if scene.dice:
        yield " ".join(f"[{rolled}]" for rolled in scene.dice)


def _remarks(scene: Scene) -> list[str]:
    remarks = [tuple(clean(part) for part in remark) for remark in scene.remarks]
    first = max((columns(key) for key, _, _ in remarks), default=0)
    second = max((columns(value) for _, value, _ in remarks), default=0)
    return [f"{pad(key, first)}  {pad(value, second)}  {words}" for key, value, words in remarks]
