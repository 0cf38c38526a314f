"""The verdicts of SODWA."""

from __future__ import annotations

from sightline.rules import Verdict
from sightline.systems.sodwa.pieces import AttackKind


class SodwaVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict with the preview of the attack, legal or not.

    `damage` is that of a success, `ignored` the part that damage reduction absorbs. The numbers are None if attacker or
    target states none.
    """

    kind: AttackKind
    adjacent: bool
    attack_value: int | None
    defense_value: int | None
    damage: int | None
    ignored: int | None
