"""PG-H1 to H3: Hit Checks, wounds, and the models left of a unit."""

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
_MIN_TOTAL = 2


class HitNumbers(Struct, frozen=True):
    """The lowest totals of two dice that hit, and then wound; either may be outside 2 to 12."""

    hit_check: int
    wound_threshold: int


@rule(
    Clause(
        "PG-H1",
        "The Hit Check",
        "There is one Hit Check for each attack: two dice plus modifiers must equal or exceed the attacker's "
        "skill. A natural 2 misses; a natural 12 is nothing special.",
        "Ours: the chapters at hand do not give the dice",
    ),
    off=False,
)
def is_hit(total: int, number: int) -> bool:
    """Return whether a total of two dice hits against a number."""
    return total >= number and total != _MIN_TOTAL


@rule(
    Clause(
        "PG-H2",
        "Wounds",
        "The Wound Threshold is Toughness plus Armor, including what cover adds. After a hit, two dice that equal "
        "or exceed it wound, and the target loses the weapon's damage in Cohesion.",
        "Ours: the chapters at hand do not give the dice",
    ),
    off=False,
)
def is_wounded(total: int, threshold: int) -> bool:
    """Return whether a total of two dice wounds against a threshold."""
    return total >= threshold


@rule(
    Clause(
        "PG-H3",
        "Models left",
        "The number of models left is Cohesion divided by Body Value, rounded up. At 0 Cohesion the unit is gone.",
        "Ours: the chapters at hand do not give it",
    ),
    off=0,
)
def models_left(unit: Unit, lost: int) -> int:
    """Return the number of models that a unit has left after losing `lost` Cohesion."""
    return -((lost - unit.cohesion) // unit.body_value)


def own_values(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield the skill of the attacker, and Toughness and Armor of the target."""
    attacker, target = attack.attacker, attack.target
    number = skill(attacker, attack.weapon) or 0
    yield from attack.modifies(is_hit.clause, "hit_check", number, "own-skill", name=attacker.name)
    clause, name = is_wounded.clause, target.name
    yield from attack.modifies(clause, "wound_threshold", target.toughness, "own-toughness", name=name)
    yield from attack.modifies(clause, "wound_threshold", target.armor, "own-armor", name=name)


def hit_numbers(numbers: Mapping[str, int]) -> HitNumbers:
    """Return the numbers of the dice, from the sums of the findings."""
    return HitNumbers(numbers.get("hit_check", 0), numbers.get("wound_threshold", 0))


@lru_cache
def _totals() -> Mapping[int, Fraction]:
    return distribution((DIE, DIE), sum)


def _chance(succeeds: Callable[[int, int], bool], number: int) -> Fraction:
    """Return the chance that two dice succeed against a number."""
    return sum((chance for total, chance in _totals().items() if succeeds(total, number)), Fraction(0))


def wound_chance(attack: Attack[Unit], numbers: HitNumbers) -> Fraction:
    """Return the chance that one hit wounds."""
    number = numbers.wound_threshold
    return attack.position.cached_by_rulings((wound_chance, number), lambda _: _chance(is_wounded, number))


def odds(attack: Attack[Unit], numbers: HitNumbers) -> Odds:
    """Return the odds of one Hit Check, with the chance of each loss of Cohesion by all attacks of the weapon."""
    attacks, damage = (attack.weapon.attacks, attack.weapon.damage) if attack.weapon else (1, 0)
    wound, cohesion = wound_chance(attack, numbers), attack.target.cohesion
    return attack.position.cached_by_rulings(
        (odds, numbers, attacks, damage, cohesion), lambda _: _odds(numbers.hit_check, wound, attacks, damage, cohesion)
    )


def _odds(number: int, wound: Fraction, attacks: int, damage: int, cohesion: int) -> Odds:
    hit = _chance(is_hit, number)
    lost: dict[int, Fraction] = {}
    for times, chance in _successes(attacks, hit * wound):
        loss = min(times * damage, cohesion)
        lost[loss] = lost.get(loss, Fraction(0)) + chance
    return Odds(hit=hit, percent=percent(hit), outcomes={str(loss): chance for loss, chance in lost.items()})


def _successes(attempts: int, chance: Fraction) -> Iterator[tuple[int, Fraction]]:
    """Yield every possible number of successes with its probability (binomial distribution)."""
    for times in range(attempts + 1):
        probability = comb(attempts, times) * chance**times * (1 - chance) ** (attempts - times)
        if probability:
            yield times, probability


def expected_models_lost(attack: Attack[Unit], odds: Odds) -> Fraction:
    """Return the expected number of models that the target loses."""
    target = attack.target
    before = models_left(target, 0)
    lost = (chance * (before - models_left(target, int(loss))) for loss, chance in odds.outcomes.items())
    return sum(lost, Fraction(0))


def roll(attack: Attack[Unit], numbers: HitNumbers, dice: Dice) -> Rolled:
    """Roll all attacks of the weapon in turn, each with its Hit Check and wound roll."""
    rolling = _AttackRolls(attack, numbers, dice)
    for _ in range(attack.weapon.attacks if attack.weapon else 1):
        rolling.attack_once()
    return rolling.rolled()


class _AttackRolls:
    """The attacks of a weapon being rolled; `lost` is the Cohesion lost so far, by name of the unit."""

    def __init__(self, attack: Attack[Unit], numbers: HitNumbers, dice: Dice) -> None:
        self.attack = attack
        self.numbers = numbers
        self.dice = dice
        self.thrown: list[int] = []
        self.steps: list[Step] = []
        self.is_hit = False
        self.lost: dict[str, int] = {}

    def attack_once(self) -> None:
        """Roll the Hit Check of one attack, and if it hits the target or the building shot through, the wound roll."""
        target, number = self.attack.target, self.numbers.hit_check
        total, shown = self._throw()
        through = view_of(self.attack).through
        if is_hit(total, number):
            self.is_hit = True
            self._step(is_hit.clause, "hits", dice=shown, total=total, number=number)
            self._wound(target, self.numbers.wound_threshold)
        elif total == _MIN_TOTAL and through is not None:
            building = unit_of(self.attack.position.pieces[through])
            self._step(buildings_to_shoot_through.clause, "hits-building", dice=shown, building=building.name)
            self._wound(building, building.toughness + building.armor)
        elif total == _MIN_TOTAL:
            self._step(is_hit.clause, "always-misses", dice=shown)
        else:
            self._step(is_hit.clause, "misses", dice=shown, total=total, number=number)

    def _wound(self, unit: Unit, threshold: int) -> None:
        total, shown = self._throw()
        is_wound = is_wounded(total, threshold)
        message, name = "wounds" if is_wound else "does-not-wound", unit.name
        self._step(is_wounded.clause, message, dice=shown, total=total, number=threshold, name=name)
        if is_wound and self.attack.weapon:
            self.lost[name] = min(self.lost.get(name, 0) + self.attack.weapon.damage, unit.cohesion)

    def rolled(self) -> Rolled:
        """Return the outcome, with the remaining models of the units that lost Cohesion."""
        for name, lost in self.lost.items():
            unit = unit_of(self.attack.target if name == self.attack.target.name else self._piece(name))
            left, message = models_left(unit, lost), "left" if lost < unit.cohesion else "gone"
            self._step(models_left.clause, message, name=name, lost=lost, left=left, cohesion=unit.cohesion - lost)
        return Rolled(
            rolls=tuple(self.thrown),
            outcome="hit" if self.is_hit else "miss",
            damage=self.lost.get(self.attack.target.name, 0),
            steps=tuple(self.steps),
        )

    def _piece(self, name: str) -> Unit:
        return unit_of(self.attack.position.pieces[name])

    def _throw(self) -> tuple[int, str]:
        """Throw two dice; return their total and their faces as text."""
        dice = [self.dice.throw(DIE) for _ in range(2)]
        self.thrown += dice
        return sum(dice), ", ".join(map(str, dice))

    def _step(self, clause: Clause, message: str, **args: str | int) -> None:
        self.steps.append(Step(clause=clause, message=Message(message, args)))
