"""Caskets, the pieces of Penance."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sightline.board import Facing, Piece, Weapon

Count = Annotated[int, Meta(ge=0, le=9999)]


class Casket(Piece, frozen=True, kw_only=True):
    """A Casket. `moved` and `moved_last_turn` are hexes entered, `sp` the movement points left this turn."""

    facing: Facing
    shield: Literal["left", "right", "none"] = "left"
    sp: Count = 6
    moved: Count = 0
    moved_last_turn: Count = 0
    heat: Count = 0
    defense: Count = 0
    weapons: tuple[Weapon, ...] = ()
