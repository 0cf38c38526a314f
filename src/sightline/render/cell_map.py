"""A board of cells as a map of characters, with lists of what is on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sightline.board import Board, Piece, format_border
from sightline.i18n import N_, _, word
from sightline.lattice import Cell, Contact, ContactType, format_column
from sightline.render.board_roster import roster
from sightline.render.layers.cell_stacks import shown_among
from sightline.render.scene import Scene
from sightline.render.square_map import LYING, UPRIGHT, has_square_map, square_map
from sightline.render.text_layout import SIGHTS, SIGNS, legend_lines
from sightline.render.text_metrics import TOKEN, columns, short_names
from sightline.rules import Site
from sightline.rules.terrain_letters import CLEAR_LETTER

_MAX_NAMES = 2
_CROSSED, _BESIDE = (">", N_("the line crosses it")), ("|", N_("the line runs along its side"))
_HATCHED = ("/", "\\")
"""The signs of zones, the first seat's first."""
_THREATENED = ("^", N_("threatened by others"))


def map_blocks(scene: Scene, *, max_cells: int | None = None) -> list[list[str]]:
    """Return the map, the rows of pieces and borders, and the legend."""
    drawn, legend = _map_and_legend(scene, max_cells)
    names = short_names(scene.board.pieces)
    return [drawn, [*roster(scene, names), *_borders(scene)], legend]


def map_text(scene: Scene, *, max_cells: int | None = None) -> str:
    """Return the map in characters and the meaning of its signs, nothing else that `text` has."""
    drawn, legend = _map_and_legend(scene, max_cells)
    return "\n".join(line.rstrip() for line in (*drawn, "", *legend))


def _map_and_legend(scene: Scene, max_cells: int | None) -> tuple[list[str], list[str]]:
    signs, board = _signs(scene), scene.board
    is_drawn = max_cells is None or max(board.columns, board.rows) <= max_cells
    drawn = _map(scene, {site: sign for site, (sign, _) in signs.items()}) if is_drawn else [_too_large(board)]
    return drawn, _legend(scene, dict.fromkeys(signs.values()))


def _too_large(board: Board) -> str:
    message = _("(The map of {columns}x{rows} cells is too large to draw here.)")
    return message.format(columns=board.columns, rows=board.rows)


def _signs(scene: Scene) -> Mapping[Site, tuple[str, str]]:
    """Return the sign before each site that has one, with its meaning: findings, sight, lines, zones.

    Borders have signs where there is room for them.
    """
    signs: dict[Site, tuple[str, str]] = {}
    for hatch, (side, cells) in zip(_HATCHED, scene.zones.items(), strict=False):
        signs |= dict.fromkeys(cells, (hatch, _("zone of {side}").format(side=side)))
    for contact in (contact for ray in scene.rays for contact in ray.contacts):
        for cell in contact.cells:
            if sign := _course(contact):
                signs.setdefault(cell, sign)
    signs |= dict.fromkeys(scene.threatened, _THREATENED)
    signs |= {cell: SIGHTS[sight] for cell, sight in (scene.seen or {}).items() if sight in SIGHTS}
    signs |= {
        cell: (badge.char, badge.meaning)
        for cell, value in scene.values.items()
        for badge in value.badges
        if badge.char
    }
    shown = scene.board.borders if has_square_map(scene.board) else ()
    signs |= {site: SIGNS[mark.effect] for site, mark in scene.marks.items() if isinstance(site, Cell) or site in shown}
    return signs


def _course(contact: Contact) -> tuple[str, str] | None:
    match contact.kind:
        case ContactType.TOUCHES | ContactType.CROSSES_BORDER:
            return None
        case ContactType.ALONG:
            return _BESIDE
        case _:
            return _CROSSED


def _map(scene: Scene, signs: Mapping[Site, str]) -> list[str]:
    """Return the lines of the map: shoved columns half a row down, shoved rows half a cell to the right."""
    board, tokens = scene.board, _tokens(scene)
    if has_square_map(board):
        return square_map(scene, tokens, signs)
    pitch = 1 + max(TOKEN, *(columns(token) for token in tokens.values())) if tokens else 1 + TOKEN
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
    """Return the index of the line with a row's number: that of its uppermost cell."""
    return min(_position(board, board.grid.cell_at(column, row))[0] for column in range(min(2, board.columns)))


def _position(board: Board, cell: Cell) -> tuple[int, int]:
    """Return the line of a cell, and how many half cells it lies to the right."""
    column, row = board.grid.column_row(cell)
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
    """Return the text of each cell: its pieces by name, else its number, else the letters of its terrain and level."""
    board, names = scene.board, short_names(scene.board.pieces)
    tokens = {}
    for cell in board:
        pieces = board.occupants.get(cell, ())
        tokens[cell] = _pieces_token(scene, pieces, names) or _number(scene, cell) or _ground(scene, cell)
    return tokens


def _number(scene: Scene, cell: Cell) -> str:
    """Return the number in a cell; on boards with numbers at corners, the least cost to cover the cell."""
    if cell in scene.values:
        return scene.values[cell].text
    return str(scene.covered[cell]) if scene.corner_values and cell in scene.covered else ""


def _pieces_token(scene: Scene, pieces: Sequence[Piece], names: Mapping[str, str]) -> str:
    """Return the pieces of a cell: up to two by name, of more the first and the number of the others; then objects."""
    standing = [piece for piece in pieces if piece.as_terrain is None]
    objects = "".join(f"[{names[piece.name]}]" for piece in pieces if piece.as_terrain is not None)
    if len(standing) <= _MAX_NAMES:
        return "+".join(names[piece.name] for piece in standing) + objects
    return f"{names[shown_among(scene, standing)[0].name]}+{len(standing) - 1}{objects}"


def _ground(scene: Scene, cell: Cell) -> str:
    letters = "".join(scene.letters[kind] for kind in scene.board.kinds(cell) or ()) or scene.letters.get(
        "clear", CLEAR_LETTER
    )
    level = scene.board.level(cell)
    return f"{letters}{level}" if level in scene.levels else letters


def _borders(scene: Scene) -> Iterator[str]:
    """Yield the kinds on borders, each with the labels of its borders."""
    places: dict[str, list[str]] = {}
    for border, kinds in sorted(scene.board.borders.items()):
        for kind in kinds:
            places.setdefault(kind, []).append(format_border(scene.board, border))
    for kind, names in sorted(places.items()):
        yield _("{kind} on {borders}").format(kind=word(kind), borders=" ".join(names))


def _legend(scene: Scene, signs: Mapping[tuple[str, str], None]) -> list[str]:
    shown = {kind for kinds in scene.board.ground for kind in kinds or ()}
    if has_square_map(scene.board):
        shown |= {kind for kinds in scene.board.borders.values() for kind in kinds}
    if scene.letters.get("clear", CLEAR_LETTER) != CLEAR_LETTER:
        shown |= {"clear"}
    entries = [f"{letter} {word(kind)}" for kind, letter in sorted(scene.letters.items()) if kind in shown]
    if has_square_map(scene.board):
        entries.append(_("{upright}x {lying}x terrain on a border").format(upright=UPRIGHT, lying=LYING))
    entries += _level_entries(scene)
    if scene.values:
        entries.append(_("a number is the {what}").format(what=scene.values_are))
    if any(value.is_barred for value in scene.values.values()):
        entries.append(_("(n) may only be passed"))
    if scene.corner_values and scene.covered:
        entries.append(_("a number is the least {what} to stand there").format(what=scene.values_are))
    standing = ([piece for piece in pieces if piece.as_terrain is None] for pieces in scene.board.occupants.values())
    if any(len(pieces) > _MAX_NAMES for pieces in standing):
        entries.append(_("+n so many more there"))
    if any(piece.as_terrain is not None for piece in scene.board.pieces.values()):
        entries.append(_("[x] an object"))
    entries += [f"{sign} {_(meaning)}" for sign, meaning in sorted(signs)]
    return legend_lines(entries)


def _level_entries(scene: Scene) -> Iterator[str]:
    if scene.whole_level:
        yield _("the whole board is at level {level}").format(level=scene.whole_level)
    if scene.levels:
        yield _("a digit after a letter is the level") if scene.values else _("a digit is the level")
