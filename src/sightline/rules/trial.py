"""Trials of luck: what an action left to the dice, and how it came out."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct


class Trial(Struct, frozen=True, kw_only=True):
    """An attack, or a save against what others do, with its chance before the dice fell.

    - `side`: whose luck it is.
    - `chance`: that it succeeds, with all that the side could add to the dice.
    - `damage`: that of a success, 0 for a save.
    - `spent`, `gained`: the points that the side added to the dice, and those that it got for a failure.
    """

    kind: Literal["attack", "save"]
    side: str
    chance: Fraction
    success: bool
    damage: int = 0
    spent: int = 0
    gained: int = 0
