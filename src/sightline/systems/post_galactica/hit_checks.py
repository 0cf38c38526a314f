"""PG-H1 to H3: Hit Checks, wounds, and what is left of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from msgspec import Struct

from sightline.rules import Attack, Clause, Dice, Finding, Message, Odds, Rolled, Step, distribution, percent, rule
from sightline.systems.post_galactica.pieces import Unit, skill, unit_of
from sightline.systems.post_galactica.sight import buildings_to_shoot_through, view_of

DIE = (1, 2, 3, 4, 5, 6)
_LOWEST = 2


class Needed(Struct, frozen=True):
    """What two dice have to show at least to hit, and then to wound; either may lie outside of what they can show."""

    hit_check: int
    wound_threshold: int


@rule(
    Clause(
        "PG-H1",
        "The Hit Check",
        "One for each attack: two dice and what modifies them have to come to the skill of the attacker or more. A "
        "natural 2 misses, a natural 12 is nothing special.",
        "Ours: the readable chapters do not print the dice",
    ),
    off=False,
)
def hits(total: int, number: int) -> bool:
    """Tell whether two dice hit, where they need that number."""
    return total >= number and total != _LOWEST


@rule(
    Clause(
        "PG-H2",
        "Wounds",
        "The Wound Threshold is Toughness plus Armor, with what cover adds. After a hit two dice that show it or more "
        "wound, for the damage of the weapon in Cohesion.",
        "Ours: the readable chapters do not print the dice",
    ),
    off=False,
)
def wounds(total: int, threshold: int) -> bool:
    """Tell whether two dice wound."""
    return total >= threshold


@rule(
    Clause(
        "PG-H3",
        "Models left",
        "A unit has as many models left as Cohesion divided by Body Value, rounded up; without Cohesion it is gone.",
        "Ours: the readable chapters do not print it",
    ),
    off=0,
)
def models(unit: Unit, lost: int) -> int:
    """Give how many models a unit has left once it has lost so much Cohesion."""
    return -((lost - unit.cohesion) // unit.body_value)


def own_values(attack: Attack[Unit]) -> Iterator[Finding]:
    """Find the skill of the attacker, and Toughness and Armor of the target."""
    attacker, target = attack.attacker, attack.target
    number = skill(attacker, attack.weapon) or 0
    yield from attack.modifies(hits.clause, "hit_check", number, "own-skill", name=attacker.name)
    clause, name = wounds.clause, target.name
    yield from attack.modifies(clause, "wound_threshold", target.toughness, "own-toughness", name=name)
    yield from attack.modifies(clause, "wound_threshold", target.armor, "own-armor", name=name)


def needed(numbers: Mapping[str, int]) -> Needed:
    """Give what the dice need, from the sums of the findings."""
    return Needed(numbers.get("hit_check", 0), numbers.get("wound_threshold", 0))


@lru_cache
def _totals() -> Mapping[int, Fraction]:
    return distribution((DIE, DIE), sum)


def _chance(succeeds: Callable[[int, int], bool], number: int) -> Fraction:
    """Give the chance that two dice succeed."""
    return sum((chance for total, chance in _totals().items() if succeeds(total, number)), Fraction(0))


def wound_chance(numbers: Needed) -> Fraction:
    """Give the chance that one hit wounds."""
    return _chance(wounds, numbers.wound_threshold)


def odds(attack: Attack[Unit], numbers: Needed) -> Odds:
    """Give the odds of one Hit Check, and the chance of each loss of Cohesion by all attacks of the weapon."""
    hit = _chance(hits, numbers.hit_check)
    lost: dict[int, Fraction] = {}
    attacks, damage = (attack.weapon.attacks, attack.weapon.damage) if attack.weapon else (1, 0)
    for times, chance in _successes(attacks, hit * wound_chance(numbers)):
        loss = min(times * damage, attack.target.cohesion)
        lost[loss] = lost.get(loss, Fraction(0)) + chance
    return Odds(hit=hit, percent=percent(hit), outcomes={str(loss): chance for loss, chance in lost.items()})


def _successes(attempts: int, chance: Fraction) -> Iterator[tuple[int, Fraction]]:
    """Yield every number of successes that is possible, with its chance."""
    for times in range(attempts + 1):
        ways = comb(attempts, times) * chance**times * (1 - chance) ** (attempts - times)
        if ways:
            yield times, ways


def expected_models_lost(attack: Attack[Unit], odds: Odds) -> Fraction:
    """Give how many models the target loses on average."""
    target = attack.target
    before = models(target, 0)
    lost = (chance * (before - models(target, int(loss))) for loss, chance in odds.outcomes.items())
    return sum(lost, Fraction(0))


def roll(attack: Attack[Unit], numbers: Needed, dice: Dice) -> Rolled:
    """Roll all attacks of the weapon, one after the other: the Hit Check of each, and then for wounds."""
    rolling = _Rolling(attack, numbers, dice)
    for _ in range(attack.weapon.attacks if attack.weapon else 1):
        rolling.attack_once()
    return rolling.rolled()


class _Rolling:
    """The attacks of a weapon while they are rolled; `lost` is the Cohesion lost so far, by name."""

    def __init__(self, attack: Attack[Unit], numbers: Needed, dice: Dice) -> None:
        self.attack = attack
        self.numbers = numbers
        self.dice = dice
        self.thrown: list[int] = []
        self.steps: list[Step] = []
        self.is_hit = False
        self.lost: dict[str, int] = {}

    def attack_once(self) -> None:
        """Roll the Hit Check of one attack, and for a wound if it hits the target, or the building in the way."""
        target, number = self.attack.target, self.numbers.hit_check
        total, shown = self._throw()
        through = view_of(self.attack).through
        if hits(total, number):
            self.is_hit = True
            self._step(hits.clause, "hits", dice=shown, total=total, number=number)
            self._wound(target, self.numbers.wound_threshold)
        elif total == _LOWEST and through is not None:
            building = unit_of(self.attack.position.pieces[through])
            self._step(buildings_to_shoot_through.clause, "hits-building", dice=shown, building=building.name)
            self._wound(building, building.toughness + building.armor)
        elif total == _LOWEST:
            self._step(hits.clause, "always-misses", dice=shown)
        else:
            self._step(hits.clause, "misses", dice=shown, total=total, number=number)

    def _wound(self, unit: Unit, threshold: int) -> None:
        total, shown = self._throw()
        is_wound = wounds(total, threshold)
        message, name = "wounds" if is_wound else "does-not-wound", unit.name
        self._step(wounds.clause, message, dice=shown, total=total, number=threshold, name=name)
        if is_wound and self.attack.weapon:
            self.lost[name] = min(self.lost.get(name, 0) + self.attack.weapon.damage, unit.cohesion)

    def rolled(self) -> Rolled:
        """Give what came of it, with what is left of whoever lost Cohesion."""
        for name, lost in self.lost.items():
            unit = unit_of(self.attack.target if name == self.attack.target.name else self._piece(name))
            left, message = models(unit, lost), "left" if lost < unit.cohesion else "gone"
            self._step(models.clause, message, name=name, lost=lost, left=left, cohesion=unit.cohesion - lost)
        return Rolled(
            rolls=tuple(self.thrown),
            outcome="hit" if self.is_hit else "miss",
            damage=self.lost.get(self.attack.target.name, 0),
            steps=tuple(self.steps),
        )

    def _piece(self, name: str) -> Unit:
        return unit_of(self.attack.position.pieces[name])

    def _throw(self) -> tuple[int, str]:
        """Throw two dice; gives their total, and how they are told."""
        dice = [self.dice.throw(DIE) for _ in range(2)]
        self.thrown += dice
        return sum(dice), ", ".join(map(str, dice))

    def _step(self, clause: Clause, message: str, **args: str | int) -> None:
        self.steps.append(Step(clause=clause, message=Message(message, args)))
