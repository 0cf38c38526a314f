"""Shooting: legal targets, the number of dice, what they need to hit, and their odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb

from msgspec import Struct

from sightline.rules import Attack, Clause, Dice, Finding, Message, Odds, Rolled, Step, odds_of, rule
from sightline.sight import sighting_of
from sightline.systems.combat_hex.pieces import Warrior
from sightline.systems.combat_hex.sight_plan import DEGRADED
from sightline.systems.combat_hex.terrain import standing_level

_DIE = (1, 2, 3, 4, 5, 6)
_FACES = len(_DIE)
_MIN_HIT = 5


class Shooting(Struct, frozen=True):
    """The number of dice, the lowest face that hits, and the face that is a glancing blow."""

    dice: int
    hits_on: int
    glances_on: int


class ShootingOdds(Odds, frozen=True, kw_only=True):
    """Odds of at least one hit. `outcomes` and `glances` are the chances by number of hits and of glancing blows."""

    glances: Mapping[str, Fraction]


@rule(
    Clause(
        "CH-BONUS",
        "From above",
        "A shooter on elevated terrain rolls one extra die against a target on the ground.",
        "The sheet: Shot bonus",
    ),
    off=0,
)
def bonus(attack: Attack[Warrior]) -> int:
    """Return the number of dice added for shooting from above, from levels only."""
    shooter, target = (standing_level(attack.position, piece.cell) for piece in (attack.attacker, attack.target))
    return int(shooter > 0 >= target)


def bonus_die(attack: Attack[Warrior]) -> Iterable[Finding]:
    """Yield the die that a shot from above adds."""
    return attack.modifies(bonus.clause, "dice", bonus(attack), "from-above")


def is_degraded(attack: Attack[Warrior]) -> bool:
    """Return whether the line of sight allows only a degraded shot."""
    return sighting_of(attack).degree == DEGRADED


@rule(
    Clause("CH-HIT", "Hits", "Each die that shows 5 or 6 hits. In a degraded shot only a 6 hits.", "The sheet: Hit on"),
    off=(),
)
def dice_and_number(attack: Attack[Warrior]) -> Iterator[Finding]:
    """Yield the shooter's number of dice and the number that each has to reach."""
    clause, shooter = dice_and_number.clause, attack.attacker
    yield from attack.modifies(clause, "dice", shooter.dice, "own-dice", warrior=shooter.name)
    yield from attack.modifies(clause, "hits_on", _MIN_HIT, "base-number")
    if is_degraded(attack):
        yield from attack.modifies(clause, "hits_on", 1, "degraded")


@rule(
    Clause(
        "CH-GLANCE",
        "Glancing blows",
        "Each die that shows 1 is a glancing blow, whether the shot is degraded or not.",
        "The sheet: Hit on",
    ),
    off=0,
)
def glancing_face() -> int:
    """Return the face that is a glancing blow."""
    return 1


@rule(
    Clause("CH-FRIEND", "Friends", "A friend cannot be targeted. Sides have no other effect.", "Ours"),
    off=(),
)
def check_friend(attack: Attack[Warrior]) -> Iterable[Finding]:
    """Yield a refusal if the target is of the shooter's side."""
    if attack.attacker.is_friend_of(attack.target):
        shooter, target, side = attack.attacker.name, attack.target.name, attack.target.side or ""
        yield attack.forbids(check_friend.clause, "friend", attacker=shooter, target=target, side=side)


@rule(
    Clause(
        "CH-RANGE",
        "Range",
        "The target must be within the shooter's range, counted in hexes between the nearest hexes of the two bases.",
        "Ours",
    ),
    off=(),
)
def check_range(attack: Attack[Warrior]) -> Iterable[Finding]:
    """Yield a refusal if the target is out of range."""
    shooter, reach = attack.attacker, reach_of(attack.attacker)
    if reach is not None and attack.cells > reach:
        yield attack.forbids(check_range.clause, "out-of-range", warrior=shooter.name, range=reach, hexes=attack.cells)


def reach_of(shooter: Warrior) -> int | None:
    """Return the greatest distance at which a warrior can shoot, None without a limit."""
    return None if shooter.range == "unlimited" else shooter.range


def shooting_odds(shooting: Shooting) -> ShootingOdds:
    """Return the exact odds of hits and of glancing blows."""
    hits = _count_chances(shooting.dice, _FACES + 1 - shooting.hits_on)
    some = odds_of({count: chance for count, chance in hits.items() if count != "0"})
    glances = _count_chances(shooting.dice, int(1 <= shooting.glances_on <= _FACES))
    return ShootingOdds(hit=some.hit, percent=some.percent, outcomes=hits, glances=glances)


def _count_chances(dice: int, faces: int) -> dict[str, Fraction]:
    """Return the chance of each number of dice, as text, that show one of a number of faces (binomial distribution)."""
    others, rolls = _FACES - faces, _FACES**dice
    return {
        str(count): Fraction(comb(dice, count) * faces**count * others ** (dice - count), rolls)
        for count in range(dice + 1)
    }


def shoot(shooting: Shooting, dice: Dice) -> Rolled:
    """Roll the dice of a shot. The damage is the number of hits: the sheet states nothing else."""
    thrown = tuple(dice.throw(_DIE) for _ in range(shooting.dice))
    hits, glances = sum(face >= shooting.hits_on for face in thrown), thrown.count(shooting.glances_on)
    steps = (
        Step(clause=dice_and_number.clause, message=Message("thrown", {"dice": ", ".join(map(str, thrown))})),
        Step(clause=dice_and_number.clause, message=Message("hits", {"count": hits, "least": shooting.hits_on})),
        Step(clause=glancing_face.clause, message=Message("glances", {"count": glances})),
    )
    return Rolled(rolls=thrown, outcome="hit" if hits else "miss", damage=hits, steps=steps)
