"""The letters that stand for kinds of terrain, the same in drawings, texts and pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import chain

from sightline.rules.position import Position

CLEAR = "clear"
"""The kind of cells without terrain."""
CLEAR_LETTER = "."
"""The letter of clear cells. In a drawing it combines with no other letter."""


def terrain_letters(position: Position) -> Mapping[str, str]:
    """Return a letter for clear cells and for each kind of terrain on a board, in cells first, then on borders.

    It is the letter that the kind states, otherwise one that no kind states, from its name if possible. Letters are
    unique.
    """
    board = position.board
    combined = {kind for kinds in set(board.ground) if kinds and len(kinds) > 1 for kind in kinds}
    stated = {kind: means.letter for kind, means in {**position.border_terrain, **position.terrain}.items()}
    taken = {*stated.values(), CLEAR_LETTER}
    spare = filter(_is_letter, map(chr, range(ord("A"), sys.maxunicode + 1)))
    kinds_by_letter: dict[str, str] = {}
    for kind in _kinds(position):
        letter = stated.get(kind, "")
        if not letter or letter in kinds_by_letter or (letter == CLEAR_LETTER and kind in combined):
            candidates = chain(filter(_is_letter, kind), filter(_is_letter, kind.upper()), spare)
            letter = next(each for each in candidates if each not in taken)
        kinds_by_letter[letter] = kind
        taken.add(letter)
    return {kind: letter for letter, kind in kinds_by_letter.items()}


def _kinds(position: Position) -> Iterable[str]:
    """Return the kinds of terrain on a board in the order in which they get letters."""
    board = position.board
    in_cells = {kind for kinds in set(board.ground) for kind in kinds or ()}
    others = {kind for kinds in set(board.borders.values()) for kind in kinds}
    others |= {piece.as_terrain for piece in board.pieces.values() if piece.as_terrain is not None}
    known = (kind for kind in position.terrain if kind in in_cells)
    return dict.fromkeys((CLEAR, *known, *sorted(in_cells), *sorted(others)))


def _is_letter(character: str) -> bool:
    return character.isalpha() and character.isprintable()
