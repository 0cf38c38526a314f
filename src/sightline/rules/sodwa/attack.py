"""Section 5: melee or ranged, the two values, awareness, damage, and what doubles do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from sightline.language import Word
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
from sightline.rules.sodwa.facing import is_behind
from sightline.rules.sodwa.ground import is_elevated
from sightline.rules.sodwa.movement import behind, can_be_put
from sightline.rules.sodwa.pieces import AttackKind, Attributes, Character, attributes, character_of
from sightline.rules.sodwa.sight import is_adjacent, keeps_to_adjacent, obstacles, see

# House: what moving, heights and a hundred-sided roll change.
MOVED: Final = 10
HEIGHT: Final = 10
IMPEDED_DEFENSE: Final = 20
DIE = tuple(range(10))
LOWEST, HIGHEST = 1, 100
ATTACK, DEFENSE, DAMAGE = "attack_value", "defense_value", "damage"


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
def kind_of(attack: Attack) -> AttackKind:
    """Tell whether an attack is melee or ranged."""
    return "melee" if is_adjacent(attack.position, attack.attacker.cell, attack.target.cell) else "ranged"


def range_and_sight(attack: Attack) -> Iterator[Finding]:
    """Find whether a ranged attack reaches and sees its target."""
    if kind_of(attack) == "melee":
        return
    attacker, clause = character_of(attack.attacker), kind_of.clause
    if attack.cells > attacker.range:
        reach = attacker.range
        yield attack.forbids(clause, "beyond-range", attacker=attacker.name, reach=reach, tiles=attack.cells)
    if attack.look.sight is Sight.BLOCKED:
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
def spares_friends(attack: Attack) -> Iterable[Finding]:
    """Find whether the target is a friend."""
    attacker, target = attack.attacker, attack.target
    if attacker.is_friend_of(target):
        clause, side = spares_friends.clause, target.side or ""
        yield attack.forbids(clause, "friend", attacker=attacker.name, target=target.name, side=side)


def by_position(attack: Attack) -> Iterator[Finding]:
    """Find what comes of where the two stand, with everything against the attack."""
    # What costs least to find out stands first: many stop at the first finding against an attack.
    yield from spares_friends(attack)
    yield from range_and_sight(attack)
    yield from keeps_to_adjacent(attack)
    yield from obstacles(attack)


def fighting(attack: Attack) -> tuple[Attributes, Attributes] | None:
    """Give what the two fight with in this attack, None where either states no numbers."""
    kind = kind_of(attack)
    one, other = (attributes(character_of(piece), kind) for piece in (attack.attacker, attack.target))
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
def own_values(attack: Attack) -> Iterable[Finding]:
    """Find the Accuracy of the attacker and the Defense of the target."""
    numbers = fighting(attack)
    if numbers:
        clause, (own, others) = own_values.clause, numbers
        yield from attack.modifies(clause, ATTACK, own.accuracy, "own-accuracy", name=attack.attacker.name)
        yield from attack.modifies(clause, DEFENSE, others.defense, "own-defense", name=attack.target.name)


@rule(
    Clause(
        "SOD-3.3",
        "Having moved",
        "A Move of any kind lowers Accuracy by 10 and raises Defense by 10 until the mover's next turn begins.",
        "Combat Modifiers; the figures: ours",
    ),
    off=(),
)
def having_moved(attack: Attack) -> Iterable[Finding]:
    """Find what moves of the two change."""
    clause, attacker, target = having_moved.clause, character_of(attack.attacker), character_of(attack.target)
    if attacker.moved:
        yield from attack.modifies(clause, ATTACK, -MOVED, "attacker-moved", name=attacker.name)
    if target.moved:
        yield from attack.modifies(clause, DEFENSE, MOVED, "target-moved", name=target.name)


@rule(
    Clause(
        "SOD-5.4",
        "Impeded sight",
        "Impeded sight adds 20 to the target's Defense, once, in melee too.",
        "Impeding Terrain; melee: ours",
    ),
    off=(),
)
def impeded_sight(attack: Attack) -> Iterable[Finding]:
    """Find what impeded sight changes."""
    if attack.look.sight is Sight.IMPEDED:
        yield from attack.modifies(impeded_sight.clause, DEFENSE, IMPEDED_DEFENSE, "impeded-sight")


@rule(
    Clause(
        "SOD-5.5",
        "Higher and lower",
        "Who attacks from the lower level has 10 less Accuracy, from the higher 10 more, in melee too.",
        "Combat Modifiers; the figures: ours",
    ),
    off=(),
)
def heights(attack: Attack) -> Iterable[Finding]:
    """Find what the levels of the two change."""
    own, others = (is_elevated(attack.position, piece.cell) for piece in (attack.attacker, attack.target))
    if own != others:
        value, message = (HEIGHT, "from-above") if own else (-HEIGHT, "from-below")
        names = {"attacker": attack.attacker.name, "target": attack.target.name}
        yield from attack.modifies(heights.clause, ATTACK, value, message, **names)


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
def evasion(attack: Attack) -> Iterable[Finding]:
    """Find whether the target's Evasion counts."""
    target, clause, attacker = character_of(attack.target), evasion.clause, attack.attacker
    if not target.evasion:
        return
    if is_behind(target, attacker.cell):
        yield attack.notes(clause, "from-behind", name=target.name, facing=str(target.facing))
    elif _is_seen(attack.position, target, attacker.cell, kind_of(attack)):
        yield from attack.modifies(clause, DEFENSE, target.evasion, "evasion", name=target.name)
    else:
        yield attack.notes(clause, "unseen", name=target.name, attacker=attacker.name)


def _is_seen(position: Position, target: Character, attacker: Cell, kind: AttackKind) -> bool:
    return kind == "melee" or see(position, target.cell, attacker).sight is not Sight.BLOCKED


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
def ignored(attack: Attack) -> int:
    """Give how much of the damage of a success is ignored."""
    numbers, kind = fighting(attack), character_of(attack.attacker).damage_kind
    if numbers is None or kind == "bio":
        return 0
    reduction: int = getattr(character_of(attack.target).reduction, kind)
    return min(numbers[0].damage, reduction)


def damage(attack: Attack) -> Iterator[Finding]:
    """Find the damage of a success."""
    numbers, clause = fighting(attack), ignored.clause
    if numbers:
        kind, target = character_of(attack.attacker).damage_kind, attack.target.name
        yield from attack.modifies(clause, DAMAGE, numbers[0].damage, "own-damage", name=attack.attacker.name)
        less = ignored(attack)
        yield from attack.modifies(clause, DAMAGE, -less, "reduction", name=target, reduction=less, kind=Word(kind))


def values(attack: Attack) -> Iterator[Finding]:
    """Find what the two values of an attack are made of, where both state their numbers."""
    if fighting(attack):
        yield from own_values(attack)
        yield from having_moved(attack)
        yield from impeded_sight(attack)
        yield from heights(attack)
        yield from evasion(attack)


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
    return odds_of({name: found.get(name, Fraction(0)) for name in (Word("plain"), Word("doubles"))})


def what_dice_do(attack: Attack, made_of: Sequence[Finding]) -> Iterator[Finding]:
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


def _knockback(attack: Attack) -> Finding:
    """Note where doubles knock the target back to, if it survives."""
    to, target, clause = thrown_to(attack), attack.target.name, is_doubles.clause
    if to is not None:
        return attack.notes(clause, "knocks-back", [to], target=target, cell=attack.position.label(to))
    blocked = behind(attack.attacker.cell, attack.target.cell)
    if blocked not in attack.position.board:
        return attack.notes(clause, "no-knock-back-off", target=target)
    return attack.notes(clause, "no-knock-back", [blocked], target=target, cell=attack.position.label(blocked))


def thrown_to(attack: Attack) -> Cell | None:
    """Give the tile that doubles knock the target back to, None where it stays."""
    to = behind(attack.attacker.cell, attack.target.cell)
    return to if can_be_put(attack.position, character_of(attack.target), to) else None


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


def defeat(attack: Attack, health: int) -> Iterator[Step]:
    """Tell who is defeated with so much Health left, and which team has lost."""
    if not is_defeated(health):
        return
    target = attack.target
    yield _step(is_defeated.clause, "defeated", name=target.name)
    others = (piece for piece in attack.position.pieces.values() if piece.as_terrain is None)
    if target.side is not None and not any(other.is_friend_of(target) for other in others if other is not target):
        yield _step(is_defeated.clause, "team-lost", side=target.side)


def resolve(attack: Attack, numbers: Mapping[str, int], dice: Dice) -> Rolled:
    """Roll a legal attack, and tell what happens; without numbers there is nothing to roll."""
    if fighting(attack) is None:
        return Rolled()
    difficulty, thrown = difficulty_of(numbers), (dice.throw(DIE), dice.throw(DIE))
    roll = read(thrown)
    is_hit = is_success(roll, difficulty)
    dealt = numbers.get(DAMAGE, 0) if is_hit else 0
    steps = [_step(own_values.clause, "rolled", tens=thrown[0], ones=thrown[1], roll=f"{roll:02}")]
    clause = own_values.clause if forced(roll) is None else forced.clause
    steps.append(_step(clause, "succeeds" if is_hit else "fails", roll=f"{roll:02}", difficulty=difficulty))
    if is_hit:
        steps += _after_success(attack, dealt, roll)
    return Rolled(rolls=thrown, outcome="hit" if is_hit else "miss", damage=dealt, steps=tuple(steps))


def _after_success(attack: Attack, dealt: int, roll: int) -> Iterator[Step]:
    target, less = character_of(attack.target), ignored(attack)
    health = max(0, target.health - dealt)
    yield _step(ignored.clause, "damage-dealt", damage=dealt, ignored=less, name=target.name, health=health)
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
def preview(attack: Attack, numbers: Mapping[str, int]) -> Mapping[str, Any]:
    """Give what a preview shows, besides the roll needed."""
    known = fighting(attack) is not None
    kind = kind_of(attack)
    return {
        "kind": Word(kind),
        "adjacent": kind == "melee",
        "attack_value": numbers.get(ATTACK, 0) if known else None,
        "defense_value": numbers.get(DEFENSE, 0) if known else None,
        "damage": numbers.get(DAMAGE, 0) if known else None,
        "ignored": ignored(attack) if known else None,
    }
