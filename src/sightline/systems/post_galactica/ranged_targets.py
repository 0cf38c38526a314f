"""PG-20.1, 20.6 and 20.7: legal targets of ranged attacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from sightline.rules import Attack, Clause, Finding, Sight, rule
from sightline.systems.post_galactica.engagement import forbid_unless_lifted
from sightline.systems.post_galactica.measure import is_within, message_length
from sightline.systems.post_galactica.pieces import (
    MELEE,
    STEALTH,
    STEALTH_DETECTION,
    Unit,
    UnitWeapon,
    has_tag,
    is_melee,
    skill,
)

_MAX_STEALTH_RANGE = 4
_STEALTH_HIT = 1
_DECIMALS = 2
"""The number of decimals with which texts state a distance."""


@rule(
    Clause(
        "PG-20.1",
        "Ranged targets",
        "The target of a ranged attack must be an enemy unit or building that is within range of the weapon, in "
        "sight and not protected by a rule, and the attacker must be able to make ranged attacks.",
        "20.1 Legal Targets",
    ),
    off=(),
)
def check_ranged_target(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield every refusal of the target of a ranged attack."""
    if is_melee(attack.weapon):
        return
    clause, weapon, names = check_ranged_target.clause, cast("UnitWeapon | None", attack.weapon), _names(attack)
    yield from check_common_target(attack, clause)
    if skill(attack.attacker, weapon) is None:
        yield attack.forbids(clause, "no-ranged-skill", name=attack.attacker.name)
    if weapon is not None and weapon.range != MELEE:
        yield from check_distance(attack, clause, weapon, weapon.range)
    if attack.view.sight is Sight.BLOCKED:
        yield attack.forbids(clause, "no-sight", (), **names)


def check_distance(attack: Attack[Unit], clause: Clause, weapon: UnitWeapon, limit: float) -> Iterator[Finding]:
    """Yield the refusal, by a clause, of a target beyond the reach of a weapon."""
    if is_within(attack.distance, limit):
        return
    reach, rounded = message_length(limit), round(attack.distance, _DECIMALS)
    if rounded > limit:
        distance = message_length(rounded)
        yield attack.forbids(clause, "beyond-range", weapon=weapon.name, range=reach, distance=distance)
    else:
        yield attack.forbids(clause, "just-beyond-range", weapon=weapon.name, range=reach)


def check_common_target(attack: Attack[Unit], clause: Clause) -> Iterator[Finding]:
    """Yield every refusal, by a clause, common to ranged and melee attacks: a friend, or a protected target."""
    target, names = attack.target, _names(attack)
    if attack.attacker.is_friend_of(target):
        yield attack.forbids(clause, "friend", (), side=target.side or "", **names)
    if target.protected:
        yield attack.forbids(clause, "protected", target=target.name, reason=target.protected)


@rule(
    Clause(
        "PG-20.6",
        "Stealth",
        "Beyond 4 inches a unit tagged Stealth cannot be the target of ranged attacks, unless the attacker has "
        "Stealth Detection or one of its rules exempts it. Hit Checks against it, ranged or melee, suffer -1 in "
        "any case.",
        "20.6 Stealth Units",
    ),
    off=(),
)
def stealth(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield the effects of the target's stealth."""
    attacker, target = attack.attacker, attack.target
    if not has_tag(target, STEALTH):
        return
    clause = stealth.clause
    if not is_melee(attack.weapon) and not is_within(attack.distance, _MAX_STEALTH_RANGE):
        if has_tag(attacker, STEALTH_DETECTION):
            yield attack.permits(clause, "stealth-detected", target=target.name, name=attacker.name)
        else:
            yield from forbid_unless_lifted(attack, clause, "stealth", target=target.name, most=_MAX_STEALTH_RANGE)
    yield from attack.modifies(clause, "hit_check", _STEALTH_HIT, "stealth-hit", target=target.name)


@rule(
    Clause(
        "PG-20.7",
        "Split fire",
        "A unit that may split fire divides its weapons between targets, one target per weapon, all declared "
        "before the first roll. Its other ranged attacks are then forbidden.",
        "20.7 Split Fire",
    ),
    off=(),
)
def declared_targets(attack: Attack[Unit]) -> Iterable[Finding]:
    """Yield a refusal if the attacker has declared another target, or none, for the weapon."""
    targets, weapon = attack.attacker.targets, attack.weapon
    if not targets or is_melee(weapon) or weapon is None:
        return
    declared = targets.get(weapon.name)
    names: dict[str, str | int] = {"attacker": attack.attacker.name, "weapon": weapon.name}
    if declared is None:
        yield attack.forbids(declared_targets.clause, "undeclared", (), **names)
    elif declared != attack.target.name:
        yield attack.forbids(declared_targets.clause, "other-target", (), target=declared, **names)


def _names(attack: Attack[Unit]) -> dict[str, str | int]:
    return {"attacker": attack.attacker.name, "target": attack.target.name}
