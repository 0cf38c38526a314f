"""What the verdict on a SODWA attack says besides the common keys."""

from __future__ import annotations

from sightline.rules import Verdict
from sightline.systems.sodwa.pieces import AttackKind


class SodwaVerdict(Verdict, frozen=True, kw_only=True):
    """The preview of an attack. The numbers are None where either of the two states none.

    `damage` is that of a success, `ignored` what damage reduction takes off. The numbers stand for illegal attacks too.
    """

    kind: AttackKind
    adjacent: bool
    attack_value: int | None
    defense_value: int | None
    damage: int | None
    ignored: int | None
