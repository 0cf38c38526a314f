"""The hexes that characters occupy, from the middle stated in a file or a move, and errors in such places."""

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
from sightline.systems.hero5.fit import find_fit
from sightline.systems.hero5.footprint import Middle, footprint
from sightline.systems.hero5.pieces import HeroCharacter, character_of, width
from sightline.systems.hero5.terrain import TerrainEffects, terrain_effects_for


def occupy(position: Position, piece: Piece) -> HeroCharacter:
    """Return a character with the hexes that it occupies; only its middle if it does not fit there."""
    character = character_of(piece)
    fit = None
    if _has_right_middle(character):
        fit = find_fit(terrain_effects_for(position, character), character, middle_of(character))
    if fit is None:
        return structs.replace(character, beside=(), squeezed="none")
    place_of = position.board.grid.column_row
    # The middle hex comes first; around a corner, which has none, the first by column and row.
    first, *beside = sorted(fit.cells, key=lambda cell: (cell != middle_of(character), place_of(cell)))
    return structs.replace(character, at=first, beside=tuple(beside), squeezed=fit.squeezed)


def middle_of(character: HeroCharacter) -> Middle:
    """Return the middle of a character."""
    return character.cell if character.middle is None else character.middle


def _has_right_middle(character: HeroCharacter) -> bool:
    """Return whether the middle suits the width: a hex for odd widths, a corner for even ones."""
    return (character.middle is None) == bool(width(character) % 2)


def check_place(position: Position, piece: Piece) -> Iterator[PlaceError]:
    """Yield the errors in the place of a character."""
    character, board = character_of(piece), position.board
    if not _has_right_middle(character):
        yield _wrong_middle(board, character)
        return
    if character.beside:
        return  # `occupy` has found a fit
    effects, middle = terrain_effects_for(position, character), middle_of(character)
    if find_fit(effects, character, middle) is None:
        taken = sorted(footprint(board.grid, width(character), middle), key=board.grid.column_row)
        yield PlaceError(
            _("{name} does not fit here: {why}").format(name=character.name, why=", ".join(_obstacles(effects, taken))),
            Hint(_("a place where at least half of its width is free")) if len(taken) > 1 else Hint(_("a free hex")),
        )


def _wrong_middle(board: Board, character: HeroCharacter) -> PlaceError:
    hexes_wide, grid = width(character), board.grid
    if character.middle is not None:
        message = ngettext(
            "a character {width} hex wide stands at a hex, not at a corner",
            "a character {width} hexes wide stands at a hex, not at a corner",
            hexes_wide,
        )
        names = [format_cell(board, cell) for cell in grid.cells_at(character.middle) if cell in board]
    else:
        message = _("a character {width} hexes wide stands at a corner, not at a hex")
        corners = (grid.corner(character.cell, index) for index in range(len(grid.corners)))
        names = [format_point(board, corner) for corner in corners]
    return PlaceError(message.format(width=hexes_wide), *sorted(names))


def _obstacles(effects: TerrainEffects, taken: Sequence[Cell]) -> Iterator[str]:
    """Yield a text for each hex that a character would occupy but cannot enter, and each wall between two of them."""
    board = effects.board
    off_map = 0
    for cell in taken:
        kinds = board.kinds(cell)
        if kinds is None:
            if board.index(cell) is None:
                off_map += 1
            else:
                yield _("{cell} is a hole").format(cell=format_cell(board, cell))
        elif effects.hex(cell) is None:
            terrain = ", ".join(word(kind) for kind in kinds)
            yield _("{cell} cannot be entered ({terrain})").format(cell=format_cell(board, cell), terrain=terrain)
    if off_map:
        yield ngettext("{count} hex is off the map", "{count} hexes are off the map", off_map).format(count=off_map)
    for one, other in combinations(taken, 2):
        if board.grid.edge_between(one, other) is not None and effects.is_walled(one, other):
            border = format_border(board, (one, other))
            yield _("{border} cannot be crossed").format(border=border)


def with_place(position: Position, piece: Piece, name: str) -> HeroCharacter:
    """Return a character at the place with a label."""
    label, at, _corner = name.partition("@")
    middle = parse_point(position.board, name) if at else None
    moved = structs.replace(character_of(piece), at=parse_cell(position.board, label), middle=middle)
    return occupy(position, moved)
