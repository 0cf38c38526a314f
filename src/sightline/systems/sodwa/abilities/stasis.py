"""Stasis."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_
from sightline.rules import Clause, rule
from sightline.systems.sodwa.encounter import Encounter, Refusal
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets, resist_chance
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import STASIS


@rule(
    Clause(
        "SOD-8.12",
        "Stasis",
        "For 2 of its turns the target cannot act, and nothing affects it; an enemy resists with a Power save. It "
        "stays where it is, blocks lines and engages enemies.",
        "Abilities: Stasis; the figures, and what it still does: ours",
    ),
    off=(),
)
def check_stasis(encounter: Encounter) -> Sequence[Refusal]:
    """Return a refusal if the target is in stasis."""
    if STASIS not in encounter.target.effects:
        return ()
    return (Refusal("in-stasis", {"name": encounter.target.name}),)


class Stasis(ActivatedAbility):
    """Takes a character out of time."""

    key = STASIS
    clause = check_stasis.clause
    effects = (STASIS,)
    mark = "="
    begins: ClassVar = N_("{on} falls into stasis.")
    messages: ClassVar = {"in-stasis": N_("{name} is in stasis: nothing affects it")}

    def refusals(self, encounter: Encounter) -> Sequence[Refusal]:
        return check_stasis(encounter)

    def holds(self) -> bool:
        return True

    def forbids(self, action: str | None) -> bool:
        return action is not None

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        [target], entry = targets, self.entry
        is_friend = resolution.character(target).is_friend_of(resolution.character(user))
        if not is_friend and entry.save and resolution.is_saved(target, self.key, entry.save, entry.strength):
            return
        resolution.begin(STASIS, target, user, entry.duration, entry.strength)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        [target] = targets
        if not use.is_enemy(target):
            return Fraction(-1)
        return 1 - resist_chance(use.state.characters[target], self)
