"""The verdicts of Penance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from sightline.rules import Verdict


class TargetNumber(Struct, frozen=True):
    """The number that the sum of the attack dice has to reach."""

    target_number: int


class PenanceVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict with the side that is hit, the possible reactions, and the damage.

    - `damage_bonus` is the modifier of the damage by side and elevation.
    - `defense` is the modifier of the target's Defense by side and cover.
    - `dealt` is the damage by quality of the hit; it and `expected_damage` are None if the attack is not legal.
    """

    to_hit: TargetNumber | None
    side_hit: int
    damage_bonus: int
    defense: int
    reactions: tuple[str, ...]
    dealt: Mapping[str, int] | None
    expected_damage: Fraction | None
