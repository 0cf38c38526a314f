"""Immolate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec import structs

from sightline.i18n import N_
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.basic_attack import check_range_and_sight
from sightline.systems.sodwa.game import attack_on_character as on_character
from sightline.systems.sodwa.game.ability_effect import AbilityEffect
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.effects import find_effect
from sightline.systems.sodwa.game.heuristic import attack_value
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.game.surroundings import BattleEncounter, Surroundings
from sightline.systems.sodwa.pieces import Attributes, Character
from sightline.systems.sodwa.terrain import LIQUID, kinds_at

KEY = "immolate"


@rule(
    Clause(
        "SOD-8.3",
        "Immolate",
        "An attack with 4 energy damage, after which the target burns: 2 energy damage as each of its turns begins, "
        "until it makes a Reflex save as one ends, or stands on liquid as one begins or ends. Doubles make the save 20 "
        "harder, and do not knock back.",
        "Abilities: Immolate; the figures, liquid and doubles: ours",
    ),
    off=False,
)
def burns(kinds: Iterable[str]) -> bool:
    """Return whether a character can burn on a tile of these kinds."""
    return LIQUID not in kinds


class Immolate(ActivatedAbility):
    """An attack that sets its target on fire."""

    key = KEY
    clause = burns.clause
    effects = (KEY,)
    mark = "*"
    is_saved_each_turn = True
    begins: ClassVar = N_("{on} is on fire.")

    def _with_fire(self, user: Character) -> Character:
        """Return the character with the attacks of this ability."""
        damage = self.number("damage")

        def fiery(numbers: Attributes | None) -> Attributes | None:
            return None if numbers is None else structs.replace(numbers, damage=damage)

        return structs.replace(user, melee=fiery(user.melee), ranged=fiery(user.ranged), damage_kind="energy")

    def _encounter(self, state: SodwaState, user: Character, target: str) -> BattleEncounter:
        return Surroundings(state, self._with_fire(user)).encounter(state.characters[target])

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        encounter = use.around.encounter(use.state.characters[targets[0]])
        refusals = [*check_range_and_sight(encounter)]
        yield from map(use.to_finding, refusals)
        yield from use.sight_objections(encounter.target, refusals)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        [target], state = targets, resolution.state
        encounter = self._encounter(state, state.characters[user], target)
        attacked = on_character.roll(resolution, encounter, encounter.attacker.side or "")
        if attacked.success and attacked.health and _can_burn(resolution.state, target):
            strength = self.number("doubles") if attacked.doubles else self.entry.strength
            resolution.begin(KEY, target, user, strength=strength)

    def turn_begins(self, resolution: Resolution, who: str) -> None:
        effect = find_effect(resolution.state, who, KEY)
        if effect is not None and not self._is_put_out(resolution, effect):
            resolution.hurt(who, KEY, "energy", self.number("burning"))

    def turn_ends(self, resolution: Resolution, effect: AbilityEffect) -> None:
        self._is_put_out(resolution, effect)

    def _is_put_out(self, resolution: Resolution, effect: AbilityEffect) -> bool:
        if isinstance(effect.on, str) and not _can_burn(resolution.state, effect.on):
            resolution.end(effect, "ended")
            return True
        return False

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        [target] = targets
        return {"target": target, **on_character.preview_of(use.state, self._encounter(use.state, use.user, target))}

    def describe(self, preview: Json) -> Iterable[str]:
        return on_character.describe(preview["target"], preview)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        return attack_value(use.state, self._encounter(use.state, use.user, targets[0])) * Fraction(5, 4)


def _can_burn(state: SodwaState, name: str) -> bool:
    return burns(kinds_at(state.map.position, state.characters[name].cell))
