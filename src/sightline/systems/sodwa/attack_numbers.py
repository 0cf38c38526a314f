"""Section 5: the numbers of an attack, computed from an encounter of two characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from sightline.i18n import Term
from sightline.rules import Clause, Rule, Sight, rule
from sightline.systems.sodwa.ability import abilities_with, damage_bonus, pierces
from sightline.systems.sodwa.encounter import Encounter
from sightline.systems.sodwa.facing import is_behind
from sightline.systems.sodwa.pieces import Attributes, attributes

# House rules: the modifiers of moving, heights and impeded sight.
MOVED_MODIFIER: Final = 10
HEIGHT_MODIFIER: Final = 10
IMPEDED_SIGHT_MODIFIER: Final = 20
ATTACK, DEFENSE, DAMAGE = "attack_value", "defense_value", "damage"


class NumberChange(NamedTuple):
    """A modifier of the number `on`, or a note if that is None, with the id and arguments of its message."""

    on: str | None
    value: int
    message: str
    args: Mapping[str, str | int]


def attributes_of_both(encounter: Encounter) -> tuple[Attributes, Attributes] | None:
    """Return the attributes of attacker and target in this kind of attack, None if either states none."""
    kind = encounter.kind
    one, other = attributes(encounter.attacker, kind), attributes(encounter.target, kind)
    return (one, other) if one and other else None


@rule(
    Clause(
        "SOD-5.2",
        "Difficulty",
        "The difficulty is the target's Defense, its Evasion if it is aware, and its modifiers, minus the "
        "attacker's Accuracy and modifiers. Two ten-sided dice, read as 01 to 100, succeed if they show the "
        "difficulty or more.",
        "Attacking and Defending",
    ),
    off=(),
)
def own_values(encounter: Encounter) -> Iterable[NumberChange]:
    """Yield the Accuracy of the attacker and the Defense of the target."""
    numbers = attributes_of_both(encounter)
    if numbers:
        yield NumberChange(ATTACK, numbers[0].accuracy, "own-accuracy", {"name": encounter.attacker.name})
        yield NumberChange(DEFENSE, numbers[1].defense, "own-defense", {"name": encounter.target.name})


@rule(
    Clause(
        "SOD-3.3",
        "Having moved",
        "A Move action of any kind lowers Accuracy by 10 and raises Defense by 10 until the mover's next turn begins.",
        "Combat Modifiers; the figures: ours",
    ),
    off=(),
)
def having_moved(encounter: Encounter) -> Iterable[NumberChange]:
    """Yield the modifiers of moves of attacker and target."""
    attacker, target = encounter.attacker, encounter.target
    if attacker.moved:
        yield NumberChange(ATTACK, -MOVED_MODIFIER, "attacker-moved", {"name": attacker.name})
    if target.moved:
        yield NumberChange(DEFENSE, MOVED_MODIFIER, "target-moved", {"name": target.name})


@rule(
    Clause(
        "SOD-5.4",
        "Impeded sight",
        "Impeded sight adds 20 to the target's Defense, only once, and in melee too.",
        "Impeding Terrain; melee: ours",
    ),
    off=(),
)
def impeded_sight(encounter: Encounter) -> Iterable[NumberChange]:
    """Yield the modifier of impeded sight."""
    if encounter.sight is Sight.IMPEDED:
        yield NumberChange(DEFENSE, IMPEDED_SIGHT_MODIFIER, "impeded-sight", {})


@rule(
    Clause(
        "SOD-5.5",
        "Higher and lower",
        "An attacker on the lower level has 10 less Accuracy, one on the higher level 10 more, in melee too.",
        "Combat Modifiers; the figures: ours",
    ),
    off=(),
)
def height_difference(encounter: Encounter) -> Iterable[NumberChange]:
    """Yield the modifier of different levels."""
    own, others = encounter.levels
    if own != others:
        value, message = (HEIGHT_MODIFIER, "from-above") if own else (-HEIGHT_MODIFIER, "from-below")
        yield NumberChange(
            ATTACK, value, message, {"attacker": encounter.attacker.name, "target": encounter.target.name}
        )


@rule(
    Clause(
        "SOD-5.6",
        "Evasion",
        "Evasion counts if the target is aware: the attacker is adjacent, or the target's sight to it is not "
        "blocked, and the attack does not come from behind. Behind is the 90 degrees opposite the target's facing, "
        "both edges included.",
        "Attributes: Evasion; what behind is: ours",
    ),
    off=(),
)
def evasion(encounter: Encounter) -> Iterable[NumberChange]:
    """Yield the target's Evasion, or a note on why it does not count."""
    target, attacker = encounter.target, encounter.attacker
    if not target.evasion:
        return
    if is_behind(target, attacker.cell):
        yield NumberChange(None, 0, "from-behind", {"name": target.name, "facing": str(target.facing)})
    elif encounter.kind == "melee" or encounter.is_attacker_seen:
        yield NumberChange(DEFENSE, target.evasion, "evasion", {"name": target.name})
    else:
        yield NumberChange(None, 0, "unseen", {"name": target.name, "attacker": attacker.name})


@rule(
    Clause(
        "SOD-5.7",
        "Damage",
        "An attack does its Damage minus the target's reduction of that kind, but no less than 0. Bio damage is "
        "not reduced.",
        "Attributes: Damage Reduction",
    ),
    off=0,
)
def ignored(encounter: Encounter) -> int:
    """Return the part of a success's damage that the target's reduction absorbs."""
    numbers, kind = attributes_of_both(encounter), encounter.attacker.damage_kind
    if numbers is None or kind == "bio" or pierces(encounter.attacker.abilities):
        return 0
    attacker = encounter.attacker
    reduction: int = getattr(encounter.target.reduction, kind)
    return min(numbers[0].damage + damage_bonus(attacker.abilities, attacker.karma), reduction)


def damage(encounter: Encounter) -> Iterator[NumberChange]:
    """Yield the damage of a success and its reduction."""
    numbers = attributes_of_both(encounter)
    if numbers:
        attacker, target, less = encounter.attacker, encounter.target.name, ignored(encounter)
        yield NumberChange(DAMAGE, numbers[0].damage, "own-damage", {"name": attacker.name})
        args: dict[str, str | int] = {"name": target, "reduction": less, "kind": Term(attacker.damage_kind)}
        yield NumberChange(DAMAGE, -less, "reduction", args)


VALUE_RULES: Final[tuple[Rule[[Encounter], Iterable[NumberChange]], ...]] = (
    own_values,
    having_moved,
    impeded_sight,
    height_difference,
    evasion,
)
"""The rules for the two values of an attack."""


def numbers_of(encounter: Encounter) -> Mapping[str, int]:
    """Return the two values of an attack and its damage, by name."""
    found = {ATTACK: 0, DEFENSE: 0, DAMAGE: 0}
    changes = [rule_(encounter) for rule_ in VALUE_RULES]
    changes += [ability.changes(encounter) for ability in abilities_with("changes")]
    for on, value, _message, _args in chain(*changes, damage(encounter)):
        if on is not None:
            found[on] += value
    return found
