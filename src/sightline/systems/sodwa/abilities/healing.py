"""Healing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_, _
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.state_resolution import Resolution, missing_health


@rule(
    Clause(
        "SOD-8.8",
        "Healing",
        "A friend in sight, or the user, regains 4 Health, up to what is missing.",
        "Abilities: Healing; the figure: ours",
    ),
    off=0,
)
def health_restored(missing: int, most: int) -> int:
    """Return the Health that is restored to a character that lacks `missing`."""
    return min(missing, most)


class Healing(ActivatedAbility):
    """Restores Health of a friend."""

    key = "healing"
    clause = health_restored.clause
    messages: ClassVar = {"not-hurt": N_("{name} lacks no Health")}

    def _restored(self, use: AbilityUse, name: str) -> int:
        return health_restored(missing_health(use.state, use.state.characters[name]), self.number("health"))

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        if missing_health(use.state, use.state.characters[targets[0]]) <= 0:
            yield use.refusal("not-hurt", name=targets[0])

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        restored = health_restored(resolution.missing_health(targets[0]), self.number("health"))
        resolution.heal(targets[0], user, restored)

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        return {"health": use.state.characters[targets[0]].health + self._restored(use, targets[0])}

    def describe(self, preview: Json) -> Iterator[str]:
        yield _("{health} Health afterwards").format(**preview)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        return Fraction(self._restored(use, targets[0]))
