"""Trials: the parts of an action that dice decide, with chance and outcome."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct


class Trial(Struct, frozen=True, kw_only=True):
    """An attack, or a save, with its chance before the roll.

    - `side`: the side whose luck it is.
    - `chance`: the probability of success, with everything that the side could add to the dice.
    - `damage`: the damage of a success, 0 for a save.
    - `spent`, `gained`: the points that the side added to the dice, and those that it gained for a failure.
    """

    kind: Literal["attack", "save"]
    side: str
    chance: Fraction
    success: bool
    damage: int = 0
    spent: int = 0
    gained: int = 0
