"""How good an action is for who takes it, by the exact odds: what computer players go by."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import structs

from sightline.rules import Ruleset
from sightline.rules.game import Action
from sightline.rules.referee.judging import attack_on, judge
from sightline.rules.sodwa.attack import LOWEST, is_success
from sightline.rules.sodwa.pieces import Character
from sightline.rules.sodwa.play import actions as act
from sightline.rules.sodwa.play.acting import cell_named
from sightline.rules.sodwa.play.clock import cost_of
from sightline.rules.sodwa.play.karma import spent_on
from sightline.rules.sodwa.play.phases import type_of
from sightline.rules.sodwa.play.state import State

_DEFEAT: Final = 5
"""What it is worth, in points of damage, that somebody is defeated."""
_TILE: Final = Fraction(1, 100)
"""What a tile nearer to the nearest enemy is worth."""
_TROUBLE: Final = Fraction(1, 1000)
"""What is lost by doing anything at all."""
_ROLLS: Final = range(LOWEST, 101)


def weigh(rules: Ruleset, state: State, action: Action) -> Fraction:
    """Give what an action of the active character is worth, in points of damage done on average."""
    mover = state.mover
    if mover is None:
        return Fraction(0)
    match action:
        case act.Attack(target=target) if target in state.characters:
            return _worth_of_attack(rules, state, mover, state.characters[target]) - _distance(state, mover)
        case act.Move(path=path) if "attack" not in state.acted:
            moved = structs.replace(mover, at=cell_named(state, path[-1]), moved=True, ip=mover.ip - cost_of("move"))
            after = state.with_characters(moved)
            return max(_attacks(rules, after, moved), default=Fraction(0)) - _distance(after, moved) - _TROUBLE
        case act.End():
            return -_distance(state, mover)
    return -_distance(state, mover) - _TROUBLE


def chance(roll_needed: int, karma: int) -> Fraction:
    """Give the chance that a roll succeeds, or that so much karma makes up for it."""
    hits = sum(is_success(roll, roll_needed) or spent_on(roll, roll_needed, karma) > 0 for roll in _ROLLS)
    return Fraction(hits, len(_ROLLS))


def _attacks(rules: Ruleset, state: State, mover: Character) -> Iterator[Fraction]:
    """Yield what each attack on an enemy is worth that can still be made in this turn."""
    if "attack" in state.acted or mover.ip < cost_of(type_of(act.Attack(who="", target=""))):
        return
    reach = max(mover.range, 1)
    for enemy in _enemies(state, mover):
        if state.board.grid.distance(mover.cell, enemy.cell) <= reach:
            yield _worth_of_attack(rules, state, mover, enemy)


def _worth_of_attack(rules: Ruleset, state: State, mover: Character, target: Character) -> Fraction:
    judged = judge(rules, attack_on(rules, state.position, mover, target, None))
    if judged.odds is None:
        return Fraction(0)
    values = judged.further_keys
    odds = chance(values["defense_value"] - values["attack_value"], state.karma[mover.side or ""])
    damage: int = min(values["damage"], target.health)
    return odds * (damage + _DEFEAT * (damage == target.health))


def _distance(state: State, mover: Character) -> Fraction:
    enemies = (state.board.grid.distance(mover.cell, enemy.cell) for enemy in _enemies(state, mover))
    return min(enemies, default=0) * _TILE


def _enemies(state: State, mover: Character) -> Iterator[Character]:
    return (each for each in state.characters.values() if each.side != mover.side)
