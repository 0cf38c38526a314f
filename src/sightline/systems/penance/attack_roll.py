"""Section 6: the to-hit number, the attack dice, and the damage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from sightline.i18n import Term
from sightline.rules import (
    Attack,
    Clause,
    Finding,
    Odds,
    Position,
    Ruling,
    distribution,
    odds_of,
    rule,
    shared_findings,
)
from sightline.systems.penance.advantage import ADVANTAGE
from sightline.systems.penance.elevation import is_higher
from sightline.systems.penance.facing import is_from_behind
from sightline.systems.penance.pieces import Casket

EXECUTION = Ruling(
    "execution",
    "Do two fives hit whatever the number to reach?",
    ("always-hits", "needs-number"),
)

BASE_NUMBER = 5
FACES = (1, 2, 3, 4, 5, 0)
_JAM = 0
KEPT = 2
"""The number of best dice that are added."""
MAX_TOTAL = 10
_MOVEMENT_MODIFIERS = ((0, 0), (3, 1), (6, 2))
"""The greatest number of hexes moved, and the to-hit modifier up to it."""
_MAX_MOVEMENT_MODIFIER = 3
"""The modifier beyond the last number of hexes."""

QUALITIES: Mapping[str, tuple[int, int]] = {
    Term("plain"): (0, 0),
    Term("strong"): (1, 0),
    Term("critical"): (2, 1),
    Term("execution"): (0, 0),
}
"""The damage that each quality of a hit adds, and the Defense that it bypasses; an execution bypasses all."""


@rule(
    Clause(
        "PEN-6.1",
        "The number to reach",
        "The number to reach is 5, plus the changes for range, the attacker's and the defender's movement, the "
        "side that is hit, cover and elevation. The attacker's movement this turn and the defender's last turn "
        "each add: 0 hexes 0, 1 to 3 hexes 1, 4 to 6 hexes 2, 7 or more 3. The number has no lower or upper limit.",
        "Quick Reference: Calculate To-Hit Number",
    ),
    off=(),
)
def to_hit_number(attack: Attack[Casket]) -> Iterator[Finding]:
    """Yield the base number and the modifiers of movement."""
    clause, attacker, target = to_hit_number.clause, attack.attacker, attack.target
    yield from attack.modifies(clause, "target_number", BASE_NUMBER, "base-number")
    for casket, hexes, message in (
        (attacker, attacker.moved, "attacker-moved"),
        (target, target.moved_last_turn, "target-moved"),
    ):
        modifiers = (value for limit, value in _MOVEMENT_MODIFIERS if hexes <= limit)
        value = next(modifiers, _MAX_MOVEMENT_MODIFIER)
        yield from attack.modifies(clause, "target_number", value, message, casket=casket.name, hexes=hexes)


@rule(
    Clause(
        "PEN-6.2",
        "The attack dice",
        "Two attack dice are rolled and added. Their faces count 1, 2, 3, 4, 5 and 0, the jam. A total of at least "
        "the number to reach hits.",
        "Quick Reference: Roll 2 Attack Dice; the dice page of the game",
    ),
    off=False,
)
def is_hit(total: int, number: int) -> bool:
    """Return whether a total of the dice reaches the to-hit number."""
    return total >= number


@rule(
    Clause(
        "PEN-6.3",
        "Quality of a hit",
        "A total of 7 or 8 is a strong hit (+1 damage), 9 a critical hit (+2 damage, 1 Defense bypassed), and 10 "
        "an execution, which destroys the chosen component and bypasses all Defense. A lower total is a plain hit.",
        "Quick Reference: If hit, apply damage modifiers",
    ),
    off="plain",
)
def quality(total: int) -> str:
    """Return the quality of a hit by the total of the dice."""
    qualities = {7: "strong", 8: "strong", 9: "critical", MAX_TOTAL: "execution"}
    return qualities.get(total, "plain")


@rule(
    Clause(
        "PEN-6.4",
        "Executions",
        "Two fives always hit or, if so ruled, only if they reach the number.",
        "Quick Reference: EXECUTION",
    ),
    off=False,
)
def does_execution_hit(position: Position, number: int) -> bool:
    """Return whether two fives hit."""
    return number <= MAX_TOTAL or position.rulings[EXECUTION.name] == "always-hits"


@rule(
    Clause(
        "PEN-6.5",
        "Jams",
        "Two jams always miss and jam the weapon.",
        "The dice page of the game",
    ),
    off=False,
)
def is_jam(dice: tuple[int, ...]) -> bool:
    """Return whether both counting dice are jams."""
    return set(dice) == {_JAM}


@rule(
    Clause(
        "PEN-6.6",
        "Damage rolled",
        "The damage of the card, plus the changes for the quality of the hit, the side that is hit and elevation.",
        "Quick Reference: If hit, apply damage modifiers",
    ),
    off=(),
)
def card_damage(attack: Attack[Casket]) -> Iterable[Finding]:
    """Return the damage of the card."""
    weapon, clause = attack.weapon, card_damage.clause
    if weapon is None:
        return ()
    return shared_findings(attack.position).find(
        (clause.id, weapon.name, weapon.damage),
        lambda: attack.modifies(clause, "damage", weapon.damage, "card-damage", weapon=weapon.name),
    )


@rule(
    Clause(
        "PEN-6.7",
        "Damage dealt",
        "The target's Defense is changed by the side that is hit and by cover and reduced by what the hit "
        "bypasses, to no less than 0. Damage dealt is the damage rolled minus this Defense, at least 1 on a hit. "
        "An execution bypasses all Defense.",
        "Quick Reference: If hit, apply damage modifiers; the least damage and executions: ours",
    ),
    off=0,
)
def damage_dealt(attack: Attack[Casket], quality: str, numbers: Mapping[str, int]) -> int:
    """Return the damage dealt by a hit; `numbers` holds the sums of the findings on damage and Defense."""
    return max(1, damage_rolled(quality, numbers) - defense_against(attack, quality, numbers))


def damage_rolled(quality: str, numbers: Mapping[str, int]) -> int:
    """Return the damage of a hit before Defense is subtracted."""
    bonus, _ = QUALITIES[quality]
    return numbers.get("damage", 0) + bonus


def defense_against(attack: Attack[Casket], quality: str, numbers: Mapping[str, int]) -> int:
    """Return the Defense that a hit has to overcome, 0 or more."""
    _, bypassed = QUALITIES[quality]
    defense = attack.target.defense + numbers.get("defense", 0)
    return 0 if quality == "execution" else max(0, defense - bypassed)


@rule(
    Clause(
        "PEN-6.8",
        "Advantage",
        "If so ruled, a hit on side 3, 4 or 5 or from higher ground rolls three dice and keeps the best two; if "
        "both hold, still three. Another choice of the ruling says whether this replaces their change to the "
        "number to reach or comes on top of it.",
        "See Also: Dice Pool Advantage",
    ),
    off=False,
)
def has_advantage(attack: Attack[Casket]) -> bool:
    """Return whether the attack rolls a third die."""
    return (is_from_behind(attack) or is_higher(attack)) and attack.position.rulings[ADVANTAGE.name] != "none"


def advantage(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield a note if the attack rolls a third die."""
    if has_advantage(attack):
        yield attack.notes(has_advantage.clause, "advantage")


def dice_rolled(attack: Attack[Casket]) -> int:
    """Return the number of attack dice rolled, of which the best `KEPT` count."""
    return KEPT + 1 if has_advantage(attack) else KEPT


def outcome_of(position: Position, number: int, kept: tuple[int, ...]) -> str:
    """Return the outcome of the counting dice: the quality of the hit, "miss" or "jam"."""
    if is_jam(kept):
        return Term("jam")
    total = sum(kept)
    hits = does_execution_hit(position, number) if total == MAX_TOTAL else is_hit(total, number)
    return Term(quality(total)) if hits else Term("miss")


def roll_odds(attack: Attack[Casket], number: int) -> Odds:
    """Return the odds of a roll against a to-hit number, with the chance of each quality."""
    dice = dice_rolled(attack)

    def odds(position: Position) -> Odds:
        chances = distribution([FACES] * dice, lambda kept: outcome_of(position, number, kept), keep=KEPT)
        return odds_of({name: chances.get(name, Fraction(0)) for name in QUALITIES})

    return attack.position.cached_by_rulings((roll_odds, dice, number), odds)


def expected_damage(odds: Odds, dealt: Mapping[str, int]) -> Fraction:
    """Return the expected damage of one attack, including misses."""
    return sum((chance * dealt[name] for name, chance in odds.outcomes.items()), Fraction(0))
