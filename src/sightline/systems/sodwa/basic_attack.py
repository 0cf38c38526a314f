"""Section 5: melee and ranged attacks, their findings, the dice and doubles, and defeat."""

from __future__ import annotations

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
    Position,
    Rolled,
    Sight,
    Step,
    distribution,
    odds_of,
    rule,
)
from sightline.rules.dice import Roll
from sightline.systems.sodwa import attack_numbers
from sightline.systems.sodwa.ability import abilities_with, attacks_unseen, forbidding, held_findings, is_held, refusing
from sightline.systems.sodwa.attack_numbers import ATTACK, DAMAGE, DEFENSE, NumberChange
from sightline.systems.sodwa.encounter import Encounter, Refusal
from sightline.systems.sodwa.movement import behind, can_be_put
from sightline.systems.sodwa.pieces import AttackKind, Attributes, Character
from sightline.systems.sodwa.sight import check_engagement, engaging_enemies, find_look, is_adjacent, obstacles
from sightline.systems.sodwa.terrain import is_elevated

DIE = tuple(range(10))
MIN_ROLL, MAX_ROLL = 1, 100


class Difficulty(Struct, frozen=True):
    """The lowest roll of two ten-sided dice that succeeds, not clamped."""

    difficulty: int


@rule(
    Clause(
        "SOD-5.1",
        "Melee and ranged attacks",
        "An attack on an adjacent target is melee, any other is ranged. Melee needs neither Range nor sight; "
        "ranged attacks need both.",
        "Attacking and Defending",
    ),
    off="melee",
)
def attack_kind(is_adjacent: bool) -> AttackKind:  # noqa: FBT001
    """Return whether an attack on a target, which is adjacent or not, is melee or ranged."""
    return "melee" if is_adjacent else "ranged"


def check_range_and_sight(encounter: Encounter) -> Iterator[Refusal]:
    """Yield a refusal if a ranged attack is out of range, and another one if there is no sight."""
    if encounter.kind == "melee":
        return
    who, reach = encounter.attacker.name, encounter.attacker.range
    if not encounter.is_in_range:
        yield Refusal("beyond-range", {"attacker": who, "reach": reach, "tiles": encounter.distance})
    if not encounter.is_target_seen and not attacks_unseen(encounter.attacker.abilities):
        yield Refusal("no-sight", {"attacker": who, "target": encounter.target.name})


@rule(
    Clause(
        "SOD-5.11",
        "Friends",
        "One cannot choose to attack a friend.",
        "Ours",
    ),
    off=(),
)
def check_friend(encounter: Encounter) -> Sequence[Refusal]:
    """Return a refusal if the target is of the attacker's side."""
    attacker, target = encounter.attacker, encounter.target
    if not attacker.is_friend_of(target):
        return ()
    return (Refusal("friend", {"attacker": attacker.name, "target": target.name, "side": target.side or ""}),)


def is_refused(encounter: Encounter) -> bool:
    """Return whether a rule or an effect refuses an attack on an enemy, for whom `check_friend` does not apply."""
    own, others = encounter.attacker.effects, encounter.target.effects
    if (own and forbidding(own, "attack") is not None) or check_engagement(encounter):
        return True
    if others and any(ability.refusals(encounter) for ability in refusing(others)):
        return True
    return next(check_range_and_sight(encounter), None) is not None


def attack_findings(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield the findings that decide whether an attack is legal, and the components of its two values."""
    yield from position_findings(attack)
    yield from value_findings(attack)


def position_findings(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield the findings that depend only on the board, with every refusal of the attack."""
    encounter = _JudgedEncounter(attack)
    # Cheapest first: many questions stop at the first finding against an attack.
    yield from held_findings(encounter.attacker.name, encounter.attacker.effects, "attack")
    yield from _to_refusals(attack, check_friend.clause, check_friend(encounter))
    yield from _to_refusals(attack, attack_kind.clause, check_range_and_sight(encounter))
    yield from _to_refusals(attack, check_engagement.clause, check_engagement(encounter))
    for ability in refusing(encounter.target.effects):
        yield from _to_refusals(attack, ability.clause, ability.refusals(encounter))
    yield from obstacles(attack)


def _to_refusals(attack: Attack[Character], clause: Clause, refusals: Iterable[Refusal]) -> Iterator[Finding]:
    return (attack.forbids(clause, message, sites, **args) for message, args, sites in refusals)


@dataclass(frozen=True)
class _JudgedEncounter:
    """An attack being judged, as an encounter; its relations are computed on demand."""

    attack: Attack[Character]

    @property
    def attacker(self) -> Character:
        return self.attack.attacker

    @property
    def target(self) -> Character:
        return self.attack.target

    @property
    def position(self) -> Position:
        return self.attack.position

    @property
    def kind(self) -> AttackKind:
        return attack_kind(is_adjacent(self.attack.position, self.attacker.cell, self.target.cell))

    @property
    def distance(self) -> int:
        return self.attack.cells

    @property
    def is_in_range(self) -> bool:
        return self.attack.cells <= self.attacker.range

    @property
    def engaging(self) -> Sequence[Character]:
        return engaging_enemies(self.attack.position, self.attacker)

    @property
    def sight(self) -> Sight:
        return self.attack.view.sight

    @property
    def is_target_seen(self) -> bool:
        return self.sight is not Sight.BLOCKED

    @property
    def is_attacker_seen(self) -> bool:
        look = find_look(self.attack.position, self.target.cell, self.attacker.cell, None)
        return look.sighting.sight is not Sight.BLOCKED

    @property
    def levels(self) -> tuple[bool, bool]:
        position = self.attack.position
        return is_elevated(position, self.attacker.cell), is_elevated(position, self.target.cell)


def attributes_of_both(attack: Attack[Character]) -> tuple[Attributes, Attributes] | None:
    """Return the attributes of attacker and target in this attack, None if either states none."""
    return attack_numbers.attributes_of_both(_JudgedEncounter(attack))


def value_findings(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield the components of the two values of an attack, if both characters state their numbers."""
    if attributes_of_both(attack):
        encounter = _JudgedEncounter(attack)
        for changes in attack_numbers.VALUE_RULES:
            yield from _to_findings(attack, changes.clause, changes(encounter))
        for ability in abilities_with("changes"):
            yield from _to_findings(attack, ability.clause, ability.changes(encounter))


def damage_findings(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield the damage of a success."""
    yield from _to_findings(attack, attack_numbers.ignored.clause, attack_numbers.damage(_JudgedEncounter(attack)))


def _to_findings(attack: Attack[Character], clause: Clause, changes: Iterable[NumberChange]) -> Iterator[Finding]:
    for on, value, message, args in changes:
        if on is None:
            yield attack.notes(clause, message, (), **args)
        else:
            yield from attack.modifies(clause, on, value, message, (), **args)


def difficulty_of(numbers: Mapping[str, int]) -> int:
    """Return the difficulty, not clamped, from the sums of the findings."""
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
def automatic_result(roll: int) -> bool | None:
    """Return the result of a roll that does not depend on the difficulty, None for all others."""
    return {MIN_ROLL: False, MAX_ROLL: True}.get(roll)


def is_success(roll: int, difficulty: int) -> bool:
    """Return whether a roll of 1 to 100 succeeds."""
    always = automatic_result(roll)
    return roll >= difficulty if always is None else always


@rule(
    Clause(
        "SOD-5.8",
        "Doubles",
        "Doubles on a success change the action. A ranged basic attack knocks the target back one tile, away along "
        "the line in the nearest of eight directions, if it survives and can stand there. Terrain that only ends "
        "movements does not prevent this.",
        "Attacking and Defending; knockback: ours",
    ),
    off=False,
)
def is_doubles(roll: int) -> bool:
    """Return whether two dice, read as 1 to 100, show the same face."""
    return roll % 11 == 0 or roll == MAX_ROLL


def read(dice: Roll) -> int:
    """Return two ten-sided dice read as 1 to 100."""
    tens, ones = dice
    return 10 * tens + ones or MAX_ROLL


def odds(position: Position, difficulty: int) -> Odds:
    """Return the odds of an attack by its difficulty: of plain successes and of doubles among them."""
    return position.cached_by_rulings((odds, difficulty), lambda _: _odds(difficulty))


def _odds(difficulty: int) -> Odds:
    def outcome(dice: Roll) -> str:
        roll = read(dice)
        if not is_success(roll, difficulty):
            return "failure"
        return "doubles" if is_doubles(roll) else "plain"

    found = distribution([DIE, DIE], outcome)
    return odds_of({name: found.get(name, Fraction(0)) for name in (Term("plain"), Term("doubles"))})


def dice_notes(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield notes if 01 or 100 decide against the difficulty, and on the effect of doubles."""
    if not attributes_of_both(attack):
        return
    encounter = _JudgedEncounter(attack)
    numbers = attack_numbers.numbers_of(encounter)
    difficulty, clause = difficulty_of(numbers), automatic_result.clause
    if automatic_result(MIN_ROLL) is not None and difficulty <= MIN_ROLL:
        yield attack.notes(clause, "always-fails", difficulty=difficulty)
    if automatic_result(MAX_ROLL) is not None and difficulty > MAX_ROLL:
        yield attack.notes(clause, "always-succeeds", difficulty=difficulty)
    if encounter.kind == "ranged" and odds(attack.position, difficulty).outcomes["doubles"]:
        yield _knockback(attack, numbers[DAMAGE])


def _knockback(attack: Attack[Character], damage: int) -> Finding:
    """Return the note on the tile to which doubles knock the target back, or on why they do not."""
    target, clause = attack.target.name, is_doubles.clause
    if is_defeated(attack.target.health - damage):
        return attack.notes(clause, "no-knock-back-defeated", target=target)
    to = thrown_to(attack.position, attack.attacker, attack.target)
    if to is not None:
        return attack.notes(clause, "knocks-back", [to], target=target, cell=attack.position.label(to))
    if is_held(attack.target.effects):
        return attack.notes(clause, "no-knock-back-held", target=target)
    blocked = behind(attack.attacker.cell, attack.target.cell)
    if blocked not in attack.position.board:
        return attack.notes(clause, "no-knock-back-off", target=target)
    return attack.notes(clause, "no-knock-back", [blocked], target=target, cell=attack.position.label(blocked))


def thrown_to(position: Position, attacker: Character, target: Character) -> Cell | None:
    """Return the tile that doubles knock the target back to, None if it stays."""
    if is_held(target.effects):
        return None
    to = behind(attacker.cell, target.cell)
    return to if can_be_put(position, target, to) else None


@rule(
    Clause(
        "SOD-1.4",
        "Defeat",
        "At 0 Health a character is defeated and leaves the map. A team with no characters left has lost.",
        "The Basics; Attributes: Health Points",
    ),
    off=False,
)
def is_defeated(health: int) -> bool:
    """Return whether a character with this Health left is defeated."""
    return health <= 0


def defeat_steps(attack: Attack[Character], health: int) -> Iterator[Step]:
    """Yield the defeat of the target with this Health left, and of its team if it was the last."""
    if not is_defeated(health):
        return
    target = attack.target
    yield _step(is_defeated.clause, "defeated", name=target.name)
    others = (piece for piece in attack.position.pieces.values() if piece.as_terrain is None)
    if target.side is not None and not any(other.is_friend_of(target) for other in others if other is not target):
        yield _step(is_defeated.clause, "team-lost", side=target.side)


def resolve(attack: Attack[Character], numbers: Mapping[str, int], dice: Dice) -> Rolled:
    """Roll a legal attack and return its outcome; nothing is rolled if a character states no numbers."""
    if attributes_of_both(attack) is None:
        return Rolled()
    difficulty, thrown = difficulty_of(numbers), (dice.throw(DIE), dice.throw(DIE))
    roll = read(thrown)
    is_hit = is_success(roll, difficulty)
    dealt = numbers.get(DAMAGE, 0) if is_hit else 0
    steps = [_step(attack_numbers.own_values.clause, "rolled", tens=thrown[0], ones=thrown[1], roll=f"{roll:02}")]
    clause = attack_numbers.own_values.clause if automatic_result(roll) is None else automatic_result.clause
    steps.append(_step(clause, "succeeds" if is_hit else "fails", roll=f"{roll:02}", difficulty=difficulty))
    if is_hit:
        steps += _after_success(attack, dealt, roll)
    return Rolled(rolls=thrown, outcome="hit" if is_hit else "miss", damage=dealt, steps=tuple(steps))


def _after_success(attack: Attack[Character], dealt: int, roll: int) -> Iterator[Step]:
    """Yield the steps after a successful roll: the damage, a defeat, and the effect of doubles."""
    target, less = attack.target, attack_numbers.ignored(_JudgedEncounter(attack))
    health = max(0, target.health - dealt)
    yield _step(
        attack_numbers.ignored.clause, "damage-dealt", damage=dealt, ignored=less, name=target.name, health=health
    )
    yield from defeat_steps(attack, health)
    if not is_doubles(roll):
        return
    if _JudgedEncounter(attack).kind == "melee":
        yield _step(is_doubles.clause, "doubles-melee")
    elif health:
        to = thrown_to(attack.position, attack.attacker, attack.target)
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
        "Before it is confirmed, an attack shows whether it is melee or ranged, the two values, the damage that "
        "will be ignored, the roll needed and the damage on a success. Afterwards it shows difficulty, roll, "
        "damage and Health left.",
        "Battle information panel",
    ),
    off={},
)
def preview(attack: Attack[Character], numbers: Mapping[str, int]) -> Mapping[str, Any]:
    """Return the fields of a preview, except the roll needed."""
    known = attributes_of_both(attack) is not None
    kind = _JudgedEncounter(attack).kind
    return {
        "kind": Term(kind),
        "adjacent": kind == "melee",
        "attack_value": numbers.get(ATTACK, 0) if known else None,
        "defense_value": numbers.get(DEFENSE, 0) if known else None,
        "damage": numbers.get(DAMAGE, 0) if known else None,
        "ignored": attack_numbers.ignored(_JudgedEncounter(attack)) if known else None,
    }
