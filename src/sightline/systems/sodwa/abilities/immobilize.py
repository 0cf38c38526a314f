"""Immobilize."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_, _
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets, resist_chance
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import IMMOBILIZE


@rule(
    Clause(
        "SOD-8.10",
        "Immobilize",
        "The target is frozen in place: it takes no Move actions and is neither thrown nor knocked back, until it "
        "makes a Fortitude save when one of its turns ends.",
        "Abilities: Immobilize; when the save is made: ours",
    ),
    off=False,
)
def is_frozen() -> bool:
    """Return whether immobilized characters cannot be moved by others."""
    return True


class Immobilize(ActivatedAbility):
    """Freezes an enemy in place."""

    key = IMMOBILIZE
    clause = is_frozen.clause
    effects = (IMMOBILIZE,)
    mark = "×"
    begins: ClassVar = N_("{on} is frozen in place.")
    is_saved_each_turn = True

    def holds(self) -> bool:
        return is_frozen()

    def forbids(self, action: str | None) -> bool:
        return action == "move" and is_frozen()

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        if IMMOBILIZE in use.state.characters[targets[0]].effects:
            yield use.refusal("has-the-effect", name=targets[0], effect=self.title)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        resolution.begin(IMMOBILIZE, targets[0], user, strength=self.entry.strength)

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        return {"released": resist_chance(use.state.characters[targets[0]], self)}

    def describe(self, preview: Json) -> Iterator[str]:
        words = _("cannot move until it makes a Fortitude save: {percent} % when each of its turns ends")
        yield words.format(percent=int(100 * preview["released"]))

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        return Fraction(1, 2)
