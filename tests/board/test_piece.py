"""Pieces."""

from __future__ import annotations

import pytest

from sightline.board import Facing, Piece, Weapon
from sightline.lattice import Cell


def test_a_piece_stands_on_one_cell() -> None:
    assert Piece(name="A", at=Cell(1, 2)).cells == (Cell(1, 2),)


@pytest.mark.parametrize(
    ("one", "other", "friends"),
    [("red", "red", True), ("red", "blue", False), ("red", None, False), (None, "red", False), (None, None, False)],
)
def test_friends_fight_for_one_stated_side(one: str | None, other: str | None, friends: bool) -> None:
    a, b = Piece(name="A", at=Cell(0, 0), side=one), Piece(name="B", at=Cell(1, 0), side=other)
    assert a.is_friend_of(b) is friends
    assert b.is_friend_of(a) is friends


def test_pieces_and_weapons_are_values() -> None:
    piece, weapon = Piece(name="A", at=Cell(0, 0)), Weapon(name="rifle", range=8)
    assert piece == Piece(name="A", at=Cell(0, 0))
    assert weapon == Weapon(name="rifle", range=8, damage=1, attacks=1)
    with pytest.raises(AttributeError):
        piece.at = Cell(1, 1)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        weapon.damage = 2  # type: ignore[misc]


def test_a_facing_is_a_word() -> None:
    assert Facing("NE") == "NE"
