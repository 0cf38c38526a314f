"""Mind Control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, product
from typing import ClassVar

from msgspec import structs

from sightline.i18n import N_
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.ability import abilities_with
from sightline.systems.sodwa.basic_attack import check_range_and_sight
from sightline.systems.sodwa.encounter import Refusal
from sightline.systems.sodwa.facing import facing_to
from sightline.systems.sodwa.game import attack_on_character as on_character
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets, resist_chance
from sightline.systems.sodwa.game.heuristic import attack_value
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.game.surroundings import BattleEncounter, Surroundings
from sightline.systems.sodwa.sight import check_engagement


@rule(
    Clause(
        "SOD-8.9",
        "Mind Control",
        "Unless it makes a Power save, an enemy attacks another one of its side, of the controller's choice, that it "
        "could attack if it were no friend. The controller's side pays and gains the karma.",
        "Abilities: Mind Control; whom it attacks, and the karma: ours",
    ),
    off=("",),
)
def can_be_attacked(encounter: BattleEncounter) -> Iterable[Refusal]:
    """Return the refusals of an attack that a controlled enemy would make."""
    others = (ability.refusals(encounter) for ability in abilities_with("refusals"))
    return tuple(chain(check_range_and_sight(encounter), check_engagement(encounter), *others))


class MindControl(ActivatedAbility):
    """Makes an enemy attack a character of its own side."""

    key = "mind-control"
    clause = can_be_attacked.clause
    messages: ClassVar = {
        "attacks-itself": N_("{name} cannot be made to attack itself"),
        "cannot-attack": N_("{attacker} could not attack {target} from where it is"),
    }

    def iter_choices(self, use: AbilityUse) -> Iterator[Targets]:
        victims = [*use.possible("enemy")]
        others = [name for name in use.possible("other") if use.is_enemy(name)] if victims else []
        return ((victim, target) for victim, target in product(victims, others) if target != victim)

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        victim, target = targets
        if victim == target:
            yield use.refusal("attacks-itself", name=victim)
            return
        if not use.is_enemy(target):
            yield use.refusal("not-an-enemy", name=target)
            return
        refusals = [*can_be_attacked(self._encounter(use, targets))]
        if refusals:
            yield use.refusal("cannot-attack", attacker=victim, target=target)
        yield from map(use.to_finding, refusals)

    def _encounter(self, use: AbilityUse, targets: Targets) -> BattleEncounter:
        victim, target = map(use.state.characters.__getitem__, targets)
        return Surroundings(use.state, victim).encounter(target)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        victim, target = targets
        entry = self.entry
        if entry.save and resolution.is_saved(victim, self.key, entry.save, entry.strength):
            return
        attacker = resolution.character(victim)
        facing = facing_to(attacker.cell, [resolution.character(target).cell])
        resolution.change(structs.replace(attacker, facing=facing))
        on_character.resolve(resolution, victim, target, resolution.character(user).side or "")
        resolution.has_attacked(victim)

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        victim, target = map(use.state.characters.__getitem__, targets)
        return {"target": target.name, **on_character.preview(use.state, victim, target, use.user.side)}

    def describe(self, preview: Json) -> Iterable[str]:
        return on_character.describe(preview["target"], preview)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        fails = 1 - resist_chance(use.state.characters[targets[0]], self)
        return fails * attack_value(use.state, self._encounter(use, targets))
