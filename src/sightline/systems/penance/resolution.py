"""The resolution of an attack with dice, step by step, by the clauses of section 6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sightline.rules import Attack, Dice, Message, Rolled, Rule, Step, best
from sightline.systems.penance import attack_roll
from sightline.systems.penance.pieces import Casket


def resolve(attack: Attack[Casket], numbers: Mapping[str, int], dice: Dice) -> Rolled:
    """Roll a legal attack; `numbers` holds the sums of the findings. Return the dice, outcome, damage and steps."""
    rolled = tuple(dice.throw(attack_roll.FACES) for _ in range(attack_roll.dice_rolled(attack)))
    outcome = attack_roll.outcome_of(attack.position, numbers["target_number"], best(attack_roll.KEPT, rolled))
    is_hit = outcome in attack_roll.QUALITIES
    damage = attack_roll.damage_dealt(attack, outcome, numbers) if is_hit else 0
    steps = [*_steps_to_outcome(rolled, outcome, numbers["target_number"])]
    if is_hit:
        steps += _steps_to_damage(attack, outcome, numbers, damage)
    return Rolled(rolls=rolled, outcome=outcome, damage=damage, steps=tuple(steps))


def _steps_to_outcome(rolled: tuple[int, ...], outcome: str, number: int) -> Iterator[Step]:
    """Yield the steps from the dice to the outcome, against a target number."""
    kept = best(attack_roll.KEPT, rolled)
    total = sum(kept)
    if len(rolled) > attack_roll.KEPT:
        yield _step(attack_roll.has_advantage, "three-dice", rolled=_list(rolled), kept=_list(kept), total=total)
    else:
        yield _step(attack_roll.is_hit, "dice", rolled=_list(rolled), total=total)
    if outcome == "jam":
        yield _step(attack_roll.is_jam, "jams")
    elif total == attack_roll.MAX_TOTAL and number > total:
        yield _step(
            attack_roll.does_execution_hit, f"execution-{'misses' if outcome == 'miss' else 'hits'}", number=number
        )
    else:
        yield _step(attack_roll.is_hit, "misses" if outcome == "miss" else "hits", total=total, number=number)
    if outcome in attack_roll.QUALITIES:
        yield _step(attack_roll.quality, f"{outcome}-hit", total=total)


def _steps_to_damage(attack: Attack[Casket], outcome: str, numbers: Mapping[str, int], dealt: int) -> Iterator[Step]:
    damage, defense = attack_roll.damage_rolled(outcome, numbers), attack_roll.defense_against(attack, outcome, numbers)
    yield _step(attack_roll.card_damage, "damage-rolled", damage=damage)
    yield _step(attack_roll.damage_dealt, "damage-dealt", damage=damage, defense=defense, dealt=dealt)


def _step(rule: Rule[..., Any], message: str, **args: str | int) -> Step:
    return Step(clause=rule.clause, message=Message(message, args))


def _list(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))
