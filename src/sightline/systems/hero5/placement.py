"""Where characters stand: on which hexes, from the middle that a file or a move names, and what is wrong there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import structs

from sightline.board import (
    Board,
    Hint,
    Piece,
    PlaceError,
    format_border,
    format_cell,
    format_point,
    parse_cell,
    parse_point,
)
from sightline.i18n import _, ngettext, word
from sightline.lattice import Cell
from sightline.rules import Position
from sightline.systems.hero5.footprint import Spot, footprint
from sightline.systems.hero5.pieces import Character, character_of, width
from sightline.systems.hero5.squeezing import stand
from sightline.systems.hero5.terrain import Ground, ground_for


def occupy(position: Position, piece: Piece) -> Character:
    """Give a character on the hexes on which it stands; on its middle alone where the place does not hold it."""
    character = character_of(piece)
    held = None
    if _has_right_middle(character):
        held = stand(ground_for(position, character), character, spot_of(character))
    if held is None:
        return structs.replace(character, beside=(), squeezed="none")
    place_of = position.board.grid.column_row
    # The middle hex comes first; round a corner that falls to any, so to the first by column and row.
    first, *beside = sorted(held.cells, key=lambda cell: (cell != spot_of(character), place_of(cell)))
    return structs.replace(character, at=first, beside=tuple(beside), squeezed=held.squeezed)


def spot_of(character: Character) -> Spot:
    """Give the middle of a character."""
    return character.cell if character.middle is None else character.middle


def _has_right_middle(character: Character) -> bool:
    """Tell whether the middle is what the width wants: a hex for odd ones, a corner for even ones."""
    return (character.middle is None) == bool(width(character) % 2)


def check_place(position: Position, piece: Piece) -> Iterator[PlaceError]:
    """Yield what is wrong with the place of a character."""
    character, board = character_of(piece), position.board
    if not _has_right_middle(character):
        yield _wrong_middle(board, character)
        return
    if character.beside:
        return  # as it has been settled there
    ground, spot = ground_for(position, character), spot_of(character)
    if stand(ground, character, spot) is None:
        taken = sorted(footprint(board.grid, width(character), spot), key=board.grid.column_row)
        yield PlaceError(
            _("{name} does not fit here: {why}").format(name=character.name, why=", ".join(_obstacles(ground, taken))),
            Hint(_("a place where half of its width is free")) if len(taken) > 1 else Hint(_("a free hex")),
        )


def _wrong_middle(board: Board, character: Character) -> PlaceError:
    wide, grid = width(character), board.grid
    if character.middle is not None:
        message = ngettext(
            "a character {width} hex wide stands at a hex, not at a corner",
            "a character {width} hexes wide stands at a hex, not at a corner",
            wide,
        )
        names = [format_cell(board, cell) for cell in grid.cells_at(character.middle) if cell in board]
    else:
        message = _("a character {width} hexes wide stands at a corner, not at a hex")
        corners = (grid.corner(character.cell, index) for index in range(len(grid.corners)))
        names = [format_point(board, corner) for corner in corners]
    return PlaceError(message.format(width=wide), *sorted(names))


def _obstacles(ground: Ground, taken: Sequence[Cell]) -> Iterator[str]:
    """Yield which of the hexes that a character would take up it cannot enter, and which borders part them."""
    board = ground.board
    off_map = 0
    for cell in taken:
        kinds = board.kinds(cell)
        if kinds is None:
            if board.index(cell) is None:
                off_map += 1
            else:
                yield _("{cell} is a hole").format(cell=format_cell(board, cell))
        elif ground.hex(cell) is None:
            terrain = ", ".join(word(kind) for kind in kinds)
            yield _("{cell} cannot be entered ({terrain})").format(cell=format_cell(board, cell), terrain=terrain)
    if off_map:
        yield ngettext("{count} hex is off the map", "{count} hexes are off the map", off_map).format(count=off_map)
    for one, other in combinations(taken, 2):
        if board.grid.edge_between(one, other) is not None and ground.is_walled(one, other):
            border = format_border(board, (one, other))
            yield _("{border} cannot be crossed").format(border=border)


def moved_to(position: Position, piece: Piece, name: str) -> Character:
    """Give a character in the place of that name."""
    label, at, _corner = name.partition("@")
    middle = parse_point(position.board, name) if at else None
    moved = structs.replace(character_of(piece), at=parse_cell(position.board, label), middle=middle)
    return occupy(position, moved)
