"""Piercing Attack."""

from __future__ import annotations

from sightline.rules import Clause, rule
from sightline.systems.sodwa.ability import Ability


@rule(
    Clause(
        "SOD-8.2",
        "Piercing Attack",
        "Attacks ignore damage reduction.",
        "Abilities: Piercing Attack",
    ),
    off=False,
)
def ignores_reduction() -> bool:
    """Return whether piercing attacks ignore damage reduction."""
    return True


class PiercingAttack(Ability):
    """Attacks that ignore damage reduction."""

    key = "piercing-attack"
    clause = ignores_reduction.clause

    def pierces(self) -> bool:
        return ignores_reduction()
