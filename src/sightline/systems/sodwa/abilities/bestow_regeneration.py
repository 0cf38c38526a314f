"""Bestow Regeneration."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_, _
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.ability import ABILITIES
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.effects import find_effect
from sightline.systems.sodwa.game.state_resolution import Resolution, missing_health

KEY = "bestow-regeneration"
_OWN = "regeneration"


@rule(
    Clause(
        "SOD-8.11",
        "Bestow Regeneration",
        "For 3 of its turns a friend regains 2 Health when they begin, unless it regenerates anyway.",
        "Abilities: Bestow Regeneration; the figures: ours",
    ),
    off=0,
)
def health_bestowed() -> int:
    """Return the Health that is regained as a turn begins."""
    return ABILITIES[KEY].number("health")


class BestowRegeneration(ActivatedAbility):
    """Regeneration for a friend for a number of turns."""

    key = KEY
    clause = health_bestowed.clause
    effects = (KEY,)
    mark = "+"
    begins: ClassVar = N_("{on} begins to regenerate.")
    messages: ClassVar = {"regenerates": N_("{name} regenerates anyway")}

    def turn_begins(self, resolution: Resolution, who: str) -> None:
        effect = find_effect(resolution.state, who, KEY)
        if effect is not None:
            resolution.heal(who, effect.by, health_bestowed())

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        target = use.state.characters[targets[0]]
        if _OWN in target.abilities:
            yield use.refusal("regenerates", name=target.name)
        elif KEY in target.effects:
            yield use.refusal("has-the-effect", name=target.name, effect=self.title)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        resolution.begin(KEY, targets[0], user, self.entry.duration, self.number("health"))

    def describe(self, preview: Json) -> Iterator[str]:
        yield _("regains {health} Health when its turns begin").format(health=health_bestowed())
        yield from super().describe(preview)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        missing = missing_health(use.state, use.state.characters[targets[0]])
        return Fraction(min(missing, health_bestowed() * (self.entry.duration or 0)), 2)
