"""PG-21.5 and 21.6: melee attacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from sightline.rules import Attack, Clause, Finding, Sight, rule
from sightline.systems.post_galactica.engagement import names_of, units_engaging_attacker
from sightline.systems.post_galactica.pieces import Unit, UnitWeapon, is_melee, skill
from sightline.systems.post_galactica.ranged_targets import check_common_target, check_distance
from sightline.systems.post_galactica.sight import iter_cutting, sites_of


@rule(
    Clause(
        "PG-21.5",
        "Melee range",
        "A melee weapon reaches a neighbouring hex or 1 inch, or as far as its datasheet says. It can attack any "
        "enemy there that no rule protects, even without sight, unless buildings hide it.",
        "21.5 Melee Range; sight: ours",
    ),
    off=(),
)
def check_melee_target(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield every refusal of the target of a melee attack, and a note if it is out of sight."""
    if not is_melee(attack.weapon):
        return
    clause, weapon, target = check_melee_target.clause, cast("UnitWeapon", attack.weapon), attack.target.name
    yield from check_common_target(attack, clause)
    yield from check_distance(attack, clause, weapon, weapon.melee_reach)
    if attack.view.sight is Sight.BLOCKED:
        sites = dict.fromkeys(site for named in iter_cutting(attack) for site in sites_of(named))
        yield attack.notes(clause, "without-sight", sites, target=target)


def melee_skill(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield a refusal if the attacker makes no melee attacks at all."""
    if is_melee(attack.weapon) and skill(attack.attacker, attack.weapon) is None:
        yield attack.forbids(skill.clause, "no-melee-skill", name=attack.attacker.name)


@rule(
    Clause(
        "PG-21.6",
        "Several enemies",
        "A unit engaged by several enemies chooses which of them to attack, unless a rule forces one. It may "
        "divide its melee attacks among them, one by one, if its datasheet allows that.",
        "21.6 Multiple Enemy Units",
    ),
    off=(),
)
def choice_of_enemies(attack: Attack[Unit]) -> Iterable[Finding]:
    """Yield a note if the attacker has a choice of enemies in melee."""
    by = units_engaging_attacker(attack) if is_melee(attack.weapon) else ()
    if len(by) > 1:
        attacker = attack.attacker
        message = "chooses-and-divides" if attacker.split_melee else "chooses"
        yield attack.notes(choice_of_enemies.clause, message, name=attacker.name, enemies=names_of(by))
