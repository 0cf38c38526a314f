"""PG-21.1 to 21.4: engagement, the attacks that it forbids, and disengaging."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.board import Piece
from sightline.rules import Attack, Clause, Finding, Position, Ruling, Site, rule
from sightline.systems.post_galactica.measure import is_within
from sightline.systems.post_galactica.measures import measure_of
from sightline.systems.post_galactica.pieces import Unit, is_melee, lifts, unit_of

BUILDINGS_ENGAGE = Ruling(
    "buildings-engage",
    "Do buildings engage enemies, and can they be engaged?",
    ("no", "yes"),
)

_ENGAGEMENT_DISTANCE = 1


@rule(
    Clause(
        "PG-21.1",
        "Engagement",
        "A unit is engaged by every enemy unit on a neighbouring hex or, on a free table, within 1 inch, even "
        "through walls. A ruling says whether buildings engage and are engaged.",
        "21.1 Engagement; walls: ours",
    ),
    off=(),
)
def engaging_units(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """Return the units that engage a unit at its place, in file order."""
    return tuple(_iter_engaging(position, unit))


def _iter_engaging(position: Position, unit: Unit) -> Iterator[Unit]:
    measure = measure_of(position)
    for other in map(unit_of, position.pieces.values()):
        is_near = is_enemy(unit, other) and is_within(measure.distance(unit, other), _ENGAGEMENT_DISTANCE)
        if is_near and can_engage(position, unit, other):
            yield other


def is_enemy(unit: Unit, other: Unit) -> bool:
    """Return whether another unit fights against a unit."""
    return other.name != unit.name and not other.is_friend_of(unit)


def can_engage(position: Position, unit: Unit, other: Unit) -> bool:
    """Return whether two enemies engage each other when adjacent; for buildings by the ruling `buildings-engage`."""
    return not (unit.building or other.building) or position.rulings[BUILDINGS_ENGAGE.name] == "yes"


def units_engaging_attacker(attack: Attack[Unit]) -> tuple[Unit, ...]:
    """Return the units that engage the attacker, in file order."""
    attacker = attack.attacker
    return attack.position.cached(("engagers", attacker.name), lambda position: engaging_units(position, attacker))


def names_of(units: Iterable[Piece]) -> str:
    """Return the names of units as a list in a text."""
    return ", ".join(unit.name for unit in units)


@rule(
    Clause(
        "PG-21.2",
        "Fighting in melee",
        "An engaged unit must fight in the Melee Phase if it can.",
        "21.2 Melee Requirement",
    ),
    off=(),
)
def must_fight(attack: Attack[Unit]) -> Iterable[Finding]:
    """Yield a note if the attacker is engaged and must fight."""
    if is_melee(attack.weapon) and (by := units_engaging_attacker(attack)):
        yield attack.notes(must_fight.clause, "must-fight", name=attack.attacker.name, enemies=names_of(by))


@rule(
    Clause(
        "PG-21.3",
        "Shooting while engaged",
        "An engaged unit cannot make ranged attacks, unless one of its rules exempts it.",
        "21.3 Ranged Attacks While Engaged",
    ),
    off=(),
)
def check_engaged(attack: Attack[Unit]) -> Iterable[Finding]:
    """Yield a refusal, or a note that it is lifted, if the attacker shoots while engaged."""
    if not is_melee(attack.weapon) and (by := units_engaging_attacker(attack)):
        sites = _sites(attack.position, by)
        yield from forbid_unless_lifted(
            attack, check_engaged.clause, "engaged", sites, name=attack.attacker.name, enemies=names_of(by)
        )


@rule(
    Clause(
        "PG-21.4",
        "Disengaging",
        "In the Action Phase an engaged unit may move up to half its Movement, rounded up to a whole inch or hex. "
        "It may pass near enemies on the way but cannot end engaged. It makes no attacks later that turn, unless "
        "one of its rules exempts it.",
        "21.4 Disengaging; the way: ours",
    ),
    off=None,
)
def disengage_movement(position: Position, unit: Unit) -> int | None:
    """Return the movement of a unit that disengages, None if it is not engaged."""
    return (unit.movement + 1) // 2 if engaging_units(position, unit) else None


def check_disengaged(attack: Attack[Unit]) -> Iterable[Finding]:
    """Yield a refusal, or a note that it is lifted, if the attacker has disengaged this turn."""
    if attack.attacker.disengaged:
        yield from forbid_unless_lifted(attack, disengage_movement.clause, "disengaged", name=attack.attacker.name)


def forbid_unless_lifted(
    attack: Attack[Unit], clause: Clause, message: str, sites: Iterable[Site | str] = (), **args: str | int
) -> Iterator[Finding]:
    """Yield the finding that a clause forbids the attack, or that a special rule of the attacker lifts the clause."""
    if lifts(attack.attacker, clause):
        yield attack.permits(clause, f"{message}-lifted", sites, **args)
    else:
        yield attack.forbids(clause, message, sites, **args)


def _sites(position: Position, units: Iterable[Unit]) -> list[Site | str]:
    measure = measure_of(position)
    return [site for unit in units for site in measure.sites(unit)]
