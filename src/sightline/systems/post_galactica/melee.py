"""PG-21.5 and 21.6: melee attacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from sightline.rules import Attack, Clause, Finding, Sight, rule
from sightline.systems.post_galactica.engagement import engagers, names_of
from sightline.systems.post_galactica.measure import is_within, told
from sightline.systems.post_galactica.pieces import Unit, Weapon, is_melee, skill
from sightline.systems.post_galactica.sight import sites_of, what_cuts
from sightline.systems.post_galactica.targeting import no_target


@rule(
    Clause(
        "PG-21.5",
        "Melee range",
        "A melee weapon reaches a neighbouring hex or 1 inch, or as far as its datasheet says: any enemy there that no "
        "rule protects, without sight too, unless buildings hide it.",
        "21.5 Melee Range; sight: ours",
    ),
    off=(),
)
def melee_target(attack: Attack[Unit]) -> Iterator[Finding]:
    """Find everything for which the target is none of a melee attack, and whether it is out of sight."""
    if not is_melee(attack.weapon):
        return
    clause, weapon, target = melee_target.clause, cast("Weapon", attack.weapon), attack.target.name
    yield from no_target(attack, clause)
    if not is_within(attack.distance, weapon.melee_reach):
        reach, distance = told(weapon.melee_reach), told(attack.distance)
        yield attack.forbids(clause, "beyond-range", weapon=weapon.name, range=reach, distance=distance)
    if attack.view.sight is Sight.BLOCKED:
        sites = dict.fromkeys(site for named in what_cuts(attack) for site in sites_of(named))
        yield attack.notes(clause, "without-sight", sites, target=target)


def melee_skill(attack: Attack[Unit]) -> Iterator[Finding]:
    """Find whether the attacker makes no melee attacks at all."""
    if is_melee(attack.weapon) and skill(attack.attacker, attack.weapon) is None:
        yield attack.forbids(skill.clause, "no-melee-skill", name=attack.attacker.name)


@rule(
    Clause(
        "PG-21.6",
        "Several enemies",
        "A unit that several enemies engage chooses which of them to attack, unless a rule forces one, and divides its "
        "melee attacks singly among them if its datasheet allows that.",
        "21.6 Multiple Enemy Units",
    ),
    off=(),
)
def chooses(attack: Attack[Unit]) -> Iterable[Finding]:
    """Find whether the attacker has a choice of enemies in melee."""
    by = engagers(attack) if is_melee(attack.weapon) else ()
    if len(by) > 1:
        attacker = attack.attacker
        message = "chooses-and-divides" if attacker.split_melee else "chooses"
        yield attack.notes(chooses.clause, message, name=attacker.name, enemies=names_of(by))
