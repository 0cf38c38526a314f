"""Invisibility."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_, _
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.encounter import Encounter, Refusal
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.enemy_distance import enemies
from sightline.systems.sodwa.game.heuristic import threat
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import INVISIBILITY


@rule(
    Clause(
        "SOD-8.5",
        "Invisibility",
        "Until it attacks, the character cannot be targeted by enemies that are not adjacent.",
        "Abilities: Invisibility; what counts as an attack: ours",
    ),
    off=(),
)
def check_invisible(encounter: Encounter) -> Sequence[Refusal]:
    """Return a refusal if the target is an invisible enemy that is not adjacent."""
    target = encounter.target
    if INVISIBILITY not in target.effects or encounter.kind == "melee" or target.is_friend_of(encounter.attacker):
        return ()
    return (Refusal("invisible", {"name": target.name}),)


class Invisibility(ActivatedAbility):
    """Hides its user until it attacks."""

    key = INVISIBILITY
    clause = check_invisible.clause
    effects = (INVISIBILITY,)
    mark = "?"
    ends_with_attack = True
    begins: ClassVar = N_("{on} cannot be seen any more.")
    messages: ClassVar = {"invisible": N_("{name} is invisible: only adjacent enemies can choose it")}

    def refusals(self, encounter: Encounter) -> Sequence[Refusal]:
        return check_invisible(encounter)

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        if self.key in use.user.effects:
            yield use.refusal("has-the-effect", name=use.user.name, effect=self.title)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        resolution.begin(self.key, user, user)

    def describe(self, preview: Json) -> Iterator[str]:
        del preview
        yield _("only adjacent enemies can target it until it attacks")

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        """Return the value of attacks by enemies that are not adjacent: the user is safe from them until it attacks."""
        around = use.around
        afar = (each for each in enemies(use.state, use.user) if not around.is_adjacent(around.tiles[each.name]))
        return sum((threat(use.state, each, use.user) for each in afar), Fraction(0))
