"""Section 5: melee or ranged, what is found of an attack, and what the dice and doubles do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.rules import (
    Attack,
    Clause,
    Dice,
    Finding,
    Message,
    Odds,
    Rolled,
    Sight,
    Step,
    distribution,
    odds_of,
    rule,
)
from sightline.rules.dice import Roll
from sightline.systems.sodwa import attack_numbers as made_of
from sightline.systems.sodwa.attack_numbers import ATTACK, DAMAGE, DEFENSE, Change
from sightline.systems.sodwa.movement import behind, can_be_put
from sightline.systems.sodwa.pieces import AttackKind, Attributes, Character
from sightline.systems.sodwa.sight import is_adjacent, keeps_to_adjacent, obstacles, see
from sightline.systems.sodwa.terrain import is_elevated

DIE = tuple(range(10))
LOWEST, HIGHEST = 1, 100


class Difficulty(Struct, frozen=True):
    """What two ten-sided dice have to show at least, not clamped."""

    difficulty: int


@rule(
    Clause(
        "SOD-5.1",
        "Melee and ranged attacks",
        "Against an adjacent target an attack is melee, else ranged. Melee needs neither Range nor sight, ranged needs "
        "both.",
        "Attacking and Defending",
    ),
    off="melee",
)
def kind_of(attack: Attack[Character]) -> AttackKind:
    """Tell whether an attack is melee or ranged."""
    return "melee" if is_adjacent(attack.position, attack.attacker.cell, attack.target.cell) else "ranged"


def range_and_sight(attack: Attack[Character]) -> Iterator[Finding]:
    """Find whether a ranged attack reaches and sees its target."""
    if kind_of(attack) == "melee":
        return
    attacker, clause = attack.attacker, kind_of.clause
    if attack.cells > attacker.range:
        reach = attacker.range
        yield attack.forbids(clause, "beyond-range", attacker=attacker.name, reach=reach, tiles=attack.cells)
    if attack.view.sight is Sight.BLOCKED:
        yield attack.forbids(clause, "no-sight", attacker=attacker.name, target=attack.target.name)


@rule(
    Clause(
        "SOD-5.11",
        "Friends",
        "A friend is no target of an attack of one's own choice.",
        "Ours",
    ),
    off=(),
)
def spares_friends(attack: Attack[Character]) -> Iterable[Finding]:
    """Find whether the target is a friend."""
    attacker, target = attack.attacker, attack.target
    if attacker.is_friend_of(target):
        clause, side = spares_friends.clause, target.side or ""
        yield attack.forbids(clause, "friend", attacker=attacker.name, target=target.name, side=side)


def by_position(attack: Attack[Character]) -> Iterator[Finding]:
    """Find what comes of where the two stand, with everything against the attack."""
    # What costs least to find out stands first: many stop at the first finding against an attack.
    yield from spares_friends(attack)
    yield from range_and_sight(attack)
    yield from keeps_to_adjacent(attack)
    yield from obstacles(attack)


@dataclass(frozen=True)
class _Judged:
    """An attack that is being judged, as an encounter: it is found out only what is asked for."""

    attack: Attack[Character]

    @property
    def attacker(self) -> Character:
        return self.attack.attacker

    @property
    def target(self) -> Character:
        return self.attack.target

    @property
    def kind(self) -> AttackKind:
        return kind_of(self.attack)

    @property
    def sight(self) -> Sight:
        return self.attack.view.sight

    @property
    def is_attacker_seen(self) -> bool:
        return see(self.attack.position, self.target.cell, self.attacker.cell).sight is not Sight.BLOCKED

    @property
    def levels(self) -> tuple[bool, bool]:
        position = self.attack.position
        return is_elevated(position, self.attacker.cell), is_elevated(position, self.target.cell)


def fighting(attack: Attack[Character]) -> tuple[Attributes, Attributes] | None:
    """Give what the two fight with in this attack, None where either states no numbers."""
    return made_of.fighting(_Judged(attack))


def values(attack: Attack[Character]) -> Iterator[Finding]:
    """Find what the two values of an attack are made of, where both state their numbers."""
    if fighting(attack):
        for changes in made_of.VALUES:
            yield from _found(attack, changes.clause, changes(_Judged(attack)))


def damage(attack: Attack[Character]) -> Iterator[Finding]:
    """Find the damage of a success."""
    yield from _found(attack, made_of.ignored.clause, made_of.damage(_Judged(attack)))


def _found(attack: Attack[Character], clause: Clause, changes: Iterable[Change]) -> Iterator[Finding]:
    for on, value, message, args in changes:
        if on is None:
            yield attack.notes(clause, message, (), **args)
        else:
            yield from attack.modifies(clause, on, value, message, (), **args)


def difficulty_of(numbers: Mapping[str, int]) -> int:
    """Give the difficulty, not clamped, from the sums of the findings."""
    return numbers.get(DEFENSE, 0) - numbers.get(ATTACK, 0)


@rule(
    Clause(
        "SOD-5.3",
        "01 and 100",
        "01 always fails. 100 always succeeds and counts as doubles.",
        "Attacking and Defending",
    ),
    off=None,
)
def forced(roll: int) -> bool | None:
    """Tell whether a roll succeeds whatever the difficulty, or fails; None where the difficulty decides."""
    return {LOWEST: False, HIGHEST: True}.get(roll)


def is_success(roll: int, difficulty: int) -> bool:
    """Tell whether a roll of 1 to 100 succeeds."""
    always = forced(roll)
    return roll >= difficulty if always is None else always


@rule(
    Clause(
        "SOD-5.8",
        "Doubles",
        "Doubles on a success change the action. A ranged basic attack knocks the target back one tile, away along the "
        "line in the nearest of eight directions, if it survives and can be there; what only ends movements does not "
        "hinder.",
        "Attacking and Defending; knockback: ours",
    ),
    off=False,
)
def is_doubles(roll: int) -> bool:
    """Tell whether two dice, read as 1 to 100, show the same."""
    return roll % 11 == 0 or roll == HIGHEST


def read(dice: Roll) -> int:
    """Read two ten-sided dice as 1 to 100."""
    tens, ones = dice
    return 10 * tens + ones or HIGHEST


def odds(difficulty: int) -> Odds:
    """Give the odds of an attack of that difficulty: of plain successes and of doubles among them."""

    def outcome(dice: Roll) -> str:
        roll = read(dice)
        if not is_success(roll, difficulty):
            return "failure"
        return "doubles" if is_doubles(roll) else "plain"

    found = distribution([DIE, DIE], outcome)
    return odds_of({name: found.get(name, Fraction(0)) for name in (Term("plain"), Term("doubles"))})


def what_dice_do(attack: Attack[Character], made_of: Sequence[Finding]) -> Iterator[Finding]:
    """Note where 01 or 100 decide against the difficulty that findings come to, and what doubles do."""
    numbers = Counter[str]()
    for finding in made_of:
        numbers[finding.on or ""] += finding.value or 0
    difficulty, clause = difficulty_of(numbers), forced.clause
    if forced(LOWEST) is not None and difficulty <= LOWEST:
        yield attack.notes(clause, "always-fails", difficulty=difficulty)
    if forced(HIGHEST) is not None and difficulty > HIGHEST:
        yield attack.notes(clause, "always-succeeds", difficulty=difficulty)
    if kind_of(attack) == "ranged" and odds(difficulty).outcomes["doubles"]:
        yield _knockback(attack)


def _knockback(attack: Attack[Character]) -> Finding:
    """Note where doubles knock the target back to, if it survives."""
    to, target, clause = thrown_to(attack), attack.target.name, is_doubles.clause
    if to is not None:
        return attack.notes(clause, "knocks-back", [to], target=target, cell=attack.position.label(to))
    blocked = behind(attack.attacker.cell, attack.target.cell)
    if blocked not in attack.position.board:
        return attack.notes(clause, "no-knock-back-off", target=target)
    return attack.notes(clause, "no-knock-back", [blocked], target=target, cell=attack.position.label(blocked))


def thrown_to(attack: Attack[Character]) -> Cell | None:
    """Give the tile that doubles knock the target back to, None where it stays."""
    to = behind(attack.attacker.cell, attack.target.cell)
    return to if can_be_put(attack.position, attack.target, to) else None


@rule(
    Clause(
        "SOD-1.4",
        "Defeat",
        "At 0 Health a character is defeated and leaves the map. A team without characters has lost.",
        "The Basics; Attributes: Health Points",
    ),
    off=False,
)
def is_defeated(health: int) -> bool:
    """Tell whether so much Health left is a defeat."""
    return health <= 0


def defeat(attack: Attack[Character], health: int) -> Iterator[Step]:
    """Tell who is defeated with so much Health left, and which team has lost."""
    if not is_defeated(health):
        return
    target = attack.target
    yield _step(is_defeated.clause, "defeated", name=target.name)
    others = (piece for piece in attack.position.pieces.values() if piece.as_terrain is None)
    if target.side is not None and not any(other.is_friend_of(target) for other in others if other is not target):
        yield _step(is_defeated.clause, "team-lost", side=target.side)


def resolve(attack: Attack[Character], numbers: Mapping[str, int], dice: Dice) -> Rolled:
    """Roll a legal attack, and tell what happens; without numbers there is nothing to roll."""
    if fighting(attack) is None:
        return Rolled()
    difficulty, thrown = difficulty_of(numbers), (dice.throw(DIE), dice.throw(DIE))
    roll = read(thrown)
    is_hit = is_success(roll, difficulty)
    dealt = numbers.get(DAMAGE, 0) if is_hit else 0
    steps = [_step(made_of.own_values.clause, "rolled", tens=thrown[0], ones=thrown[1], roll=f"{roll:02}")]
    clause = made_of.own_values.clause if forced(roll) is None else forced.clause
    steps.append(_step(clause, "succeeds" if is_hit else "fails", roll=f"{roll:02}", difficulty=difficulty))
    if is_hit:
        steps += _after_success(attack, dealt, roll)
    return Rolled(rolls=thrown, outcome="hit" if is_hit else "miss", damage=dealt, steps=tuple(steps))


def _after_success(attack: Attack[Character], dealt: int, roll: int) -> Iterator[Step]:
    target, less = attack.target, made_of.ignored(_Judged(attack))
    health = max(0, target.health - dealt)
    yield _step(made_of.ignored.clause, "damage-dealt", damage=dealt, ignored=less, name=target.name, health=health)
    yield from defeat(attack, health)
    if not is_doubles(roll):
        return
    if kind_of(attack) == "melee":
        yield _step(is_doubles.clause, "doubles-melee")
    elif health:
        to = thrown_to(attack)
        if to is None:
            yield _step(is_doubles.clause, "not-knocked-back", target=target.name)
        else:
            yield _step(is_doubles.clause, "knocked-back", target=target.name, cell=attack.position.label(to))


def _step(clause: Clause, message: str, **args: str | int) -> Step:
    return Step(clause=clause, message=Message(message, args))


@rule(
    Clause(
        "SOD-5.9",
        "The preview",
        "Before it is confirmed an attack shows whether it is melee or ranged, the two values, the damage that is "
        "ignored, the roll needed and the damage of a success; afterwards difficulty, roll, damage and Health left.",
        "Battle information panel",
    ),
    off={},
)
def preview(attack: Attack[Character], numbers: Mapping[str, int]) -> Mapping[str, Any]:
    """Give what a preview shows, besides the roll needed."""
    known = fighting(attack) is not None
    kind = kind_of(attack)
    return {
        "kind": Term(kind),
        "adjacent": kind == "melee",
        "attack_value": numbers.get(ATTACK, 0) if known else None,
        "defense_value": numbers.get(DEFENSE, 0) if known else None,
        "damage": numbers.get(DAMAGE, 0) if known else None,
        "ignored": made_of.ignored(_Judged(attack)) if known else None,
    }
