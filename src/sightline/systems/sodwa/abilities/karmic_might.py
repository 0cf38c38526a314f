"""Karmic Might."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from sightline.i18n import N_
from sightline.rules import Clause, rule
from sightline.systems.sodwa.ability import ABILITIES, Ability
from sightline.systems.sodwa.attack_numbers import ATTACK, DAMAGE, NumberChange
from sightline.systems.sodwa.encounter import Encounter
from sightline.systems.sodwa.pieces import KARMIC_MIGHT


class Might(NamedTuple):
    """The Accuracy and the Damage that karma adds."""

    accuracy: int
    damage: int


@rule(
    Clause(
        "SOD-8.21",
        "Karmic Might",
        "For every full 10 points in its side's pool the character has 5 more Accuracy, for every full 20 one more "
        "Damage.",
        "Abilities: growing more powerful as the pool grows; the figures: ours",
    ),
    off=Might(0, 0),
)
def might(karma: int) -> Might:
    """Return the Accuracy and Damage that karma adds."""
    number = ABILITIES[KARMIC_MIGHT].number
    accuracy = karma // number("accuracy-per") * number("accuracy")
    return Might(accuracy, karma // number("damage-per") * number("damage"))


class KarmicMight(Ability):
    """Strength that grows with the pool of the character's side."""

    key = KARMIC_MIGHT
    clause = might.clause
    messages: ClassVar = {"karmic-might": N_("{name} draws on {karma} karma")}

    def changes(self, encounter: Encounter) -> Iterable[NumberChange]:
        attacker = encounter.attacker
        if self.key in attacker.abilities:
            args: dict[str, str | int] = {"name": attacker.name, "karma": attacker.karma}
            for on, value in zip((ATTACK, DAMAGE), might(attacker.karma), strict=True):
                if value:
                    yield NumberChange(on, value, "karmic-might", args)

    def more_damage(self, karma: int) -> int:
        return might(karma).damage
