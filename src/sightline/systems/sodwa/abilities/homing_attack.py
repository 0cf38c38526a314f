"""Homing Attack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sightline.i18n import N_
from sightline.rules import Clause, Sight, rule
from sightline.systems.sodwa.ability import ABILITIES, Ability
from sightline.systems.sodwa.attack_numbers import DEFENSE, IMPEDED_SIGHT_MODIFIER, NumberChange
from sightline.systems.sodwa.encounter import Encounter

KEY = "homing-attack"


@rule(
    Clause(
        "SOD-8.1",
        "Homing Attack",
        "Ranged attacks ignore impeded sight. They can be made without sight, against 10 more Defense.",
        "Abilities: Homing Attack; the figure: ours",
    ),
    off=(),
)
def homing(encounter: Encounter) -> Iterable[NumberChange]:
    """Yield the modifiers of a ranged attack that homes in on its target."""
    attacker = encounter.attacker
    if KEY not in attacker.abilities or encounter.kind == "melee":
        return
    if encounter.sight is Sight.IMPEDED:
        yield NumberChange(DEFENSE, -IMPEDED_SIGHT_MODIFIER, "homing-impeded", {"name": attacker.name})
    elif encounter.sight is Sight.BLOCKED:
        yield NumberChange(DEFENSE, ABILITIES[KEY].number("unseen"), "homing-unseen", {"name": attacker.name})


class HomingAttack(Ability):
    """Ranged attacks that find their target."""

    key = KEY
    clause = homing.clause
    messages: ClassVar = {
        "homing-impeded": N_("the attack of {name} homes in: impeded sight does not matter"),
        "homing-unseen": N_("the attack of {name} homes in on a target that is not seen"),
    }

    def attacks_unseen(self) -> bool:
        return True

    def changes(self, encounter: Encounter) -> Iterable[NumberChange]:
        return homing(encounter)
