"""Regeneration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.rules import Clause, rule
from sightline.systems.sodwa.ability import ABILITIES, Ability

if TYPE_CHECKING:
    from sightline.systems.sodwa.game.state_resolution import Resolution

KEY = "regeneration"


@rule(
    Clause(
        "SOD-8.4",
        "Regeneration",
        "When its turn begins, the character regains 2 Health, up to what is missing.",
        "Abilities: Regeneration; the figure: ours",
    ),
    off=0,
)
def health_regained() -> int:
    """Return the Health that is regained when a turn begins."""
    return ABILITIES[KEY].number("health")


class Regeneration(Ability):
    """Health regained when the character's turn begins."""

    key = KEY
    clause = health_regained.clause

    def turn_begins(self, resolution: Resolution, who: str) -> None:
        if KEY in resolution.character(who).abilities:
            resolution.heal(who, who, health_regained())
