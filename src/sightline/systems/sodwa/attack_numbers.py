"""Section 5: the numbers of an attack, from who attacks whom and how the two stand to each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from sightline.i18n import Term
from sightline.rules import Clause, Rule, Sight, rule
from sightline.systems.sodwa.facing import is_behind
from sightline.systems.sodwa.pieces import AttackKind, Attributes, Character, attributes

# House: what moving, heights and impeded sight change.
MOVED: Final = 10
HEIGHT: Final = 10
IMPEDED_DEFENSE: Final = 20
ATTACK, DEFENSE, DAMAGE = "attack_value", "defense_value", "damage"


class Encounter(Protocol):
    """A character that attacks another, and how the two stand to each other."""

    @property
    def attacker(self) -> Character: ...

    @property
    def target(self) -> Character: ...

    @property
    def kind(self) -> AttackKind:
        """Whether it is in melee."""

    @property
    def sight(self) -> Sight:
        """What the attacker sees of the target."""

    @property
    def is_attacker_seen(self) -> bool:
        """Whether the target's sight of the attacker is not blocked."""

    @property
    def levels(self) -> tuple[bool, bool]:
        """Whether the attacker stands on an elevated tile, and whether the target does."""


class Change(NamedTuple):
    """By how much a number changes, `on` None where it is only noted, with the message that says why."""

    on: str | None
    value: int
    message: str
    args: Mapping[str, str | int]


def fighting(encounter: Encounter) -> tuple[Attributes, Attributes] | None:
    """Give what the two fight with, None where either states no numbers."""
    kind = encounter.kind
    one, other = attributes(encounter.attacker, kind), attributes(encounter.target, kind)
    return (one, other) if one and other else None


@rule(
    Clause(
        "SOD-5.2",
        "Difficulty",
        "The difficulty is Defense, Evasion if the target is aware, and modifiers, less Accuracy and modifiers. Two "
        "ten-sided dice, read as 01 to 100, succeed with the difficulty or more.",
        "Attacking and Defending",
    ),
    off=(),
)
def own_values(encounter: Encounter) -> Iterable[Change]:
    """Give the Accuracy of the attacker and the Defense of the target."""
    numbers = fighting(encounter)
    if numbers:
        yield Change(ATTACK, numbers[0].accuracy, "own-accuracy", {"name": encounter.attacker.name})
        yield Change(DEFENSE, numbers[1].defense, "own-defense", {"name": encounter.target.name})


@rule(
    Clause(
        "SOD-3.3",
        "Having moved",
        "A Move of any kind lowers Accuracy by 10 and raises Defense by 10 until the mover's next turn begins.",
        "Combat Modifiers; the figures: ours",
    ),
    off=(),
)
def having_moved(encounter: Encounter) -> Iterable[Change]:
    """Give what moves of the two change."""
    attacker, target = encounter.attacker, encounter.target
    if attacker.moved:
        yield Change(ATTACK, -MOVED, "attacker-moved", {"name": attacker.name})
    if target.moved:
        yield Change(DEFENSE, MOVED, "target-moved", {"name": target.name})


@rule(
    Clause(
        "SOD-5.4",
        "Impeded sight",
        "Impeded sight adds 20 to the target's Defense, once, in melee too.",
        "Impeding Terrain; melee: ours",
    ),
    off=(),
)
def impeded_sight(encounter: Encounter) -> Iterable[Change]:
    """Give what impeded sight changes."""
    if encounter.sight is Sight.IMPEDED:
        yield Change(DEFENSE, IMPEDED_DEFENSE, "impeded-sight", {})


@rule(
    Clause(
        "SOD-5.5",
        "Higher and lower",
        "Who attacks from the lower level has 10 less Accuracy, from the higher 10 more, in melee too.",
        "Combat Modifiers; the figures: ours",
    ),
    off=(),
)
def heights(encounter: Encounter) -> Iterable[Change]:
    """Give what the levels of the two change."""
    own, others = encounter.levels
    if own != others:
        value, message = (HEIGHT, "from-above") if own else (-HEIGHT, "from-below")
        yield Change(ATTACK, value, message, {"attacker": encounter.attacker.name, "target": encounter.target.name})


@rule(
    Clause(
        "SOD-5.6",
        "Evasion",
        "Evasion counts when the target is aware: the attacker is adjacent, or the target's sight to it is not "
        "blocked, and the attack does not come from behind, the 90 degrees opposite the target's facing, both edges "
        "included.",
        "Attributes: Evasion; what behind is: ours",
    ),
    off=(),
)
def evasion(encounter: Encounter) -> Iterable[Change]:
    """Give whether the target's Evasion counts."""
    target, attacker = encounter.target, encounter.attacker
    if not target.evasion:
        return
    if is_behind(target, attacker.cell):
        yield Change(None, 0, "from-behind", {"name": target.name, "facing": str(target.facing)})
    elif encounter.kind == "melee" or encounter.is_attacker_seen:
        yield Change(DEFENSE, target.evasion, "evasion", {"name": target.name})
    else:
        yield Change(None, 0, "unseen", {"name": target.name, "attacker": attacker.name})


@rule(
    Clause(
        "SOD-5.7",
        "Damage",
        "The damage done is the Damage of the attack less the target's reduction of that kind, not below 0. Bio damage "
        "is not reduced.",
        "Attributes: Damage Reduction",
    ),
    off=0,
)
def ignored(encounter: Encounter) -> int:
    """Give how much of the damage of a success is ignored."""
    numbers, kind = fighting(encounter), encounter.attacker.damage_kind
    if numbers is None or kind == "bio":
        return 0
    reduction: int = getattr(encounter.target.reduction, kind)
    return min(numbers[0].damage, reduction)


def damage(encounter: Encounter) -> Iterator[Change]:
    """Give the damage of a success."""
    numbers = fighting(encounter)
    if numbers:
        attacker, target, less = encounter.attacker, encounter.target.name, ignored(encounter)
        yield Change(DAMAGE, numbers[0].damage, "own-damage", {"name": attacker.name})
        args: dict[str, str | int] = {"name": target, "reduction": less, "kind": Term(attacker.damage_kind)}
        yield Change(DAMAGE, -less, "reduction", args)


VALUES: Final[tuple[Rule[[Encounter], Iterable[Change]], ...]] = (
    own_values,
    having_moved,
    impeded_sight,
    heights,
    evasion,
)
"""What the two values of an attack are made of."""


def numbers_of(encounter: Encounter) -> Mapping[str, int]:
    """Give the two values of an attack and its damage."""
    found = {ATTACK: 0, DEFENSE: 0, DAMAGE: 0}
    for changes in VALUES:
        _add(found, changes(encounter))
    _add(found, damage(encounter))
    return found


def _add(found: dict[str, int], changes: Iterable[Change]) -> None:
    for change in changes:
        if change.on is not None:
            found[change.on] += change.value
