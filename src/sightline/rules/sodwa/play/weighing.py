"""How good an action is for who takes it, by the exact odds: what computer players go by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec import structs

from sightline.board import Facing
from sightline.rules import Ruleset, Site
from sightline.rules.game import Action
from sightline.rules.referee.judging import attack_on, judge
from sightline.rules.sodwa import breaking
from sightline.rules.sodwa.attack import LOWEST, is_success
from sightline.rules.sodwa.facing import facing_to, is_behind
from sightline.rules.sodwa.pieces import Character, attributes
from sightline.rules.sodwa.play import actions as act
from sightline.rules.sodwa.play.acting import cell_named, site_named
from sightline.rules.sodwa.play.approaching import BARRIER, enemies, iter_barriers, tiles_to_enemy
from sightline.rules.sodwa.play.clock import cost_of
from sightline.rules.sodwa.play.karma import spent_on
from sightline.rules.sodwa.play.phases import type_of
from sightline.rules.sodwa.play.state import State

_DEFEAT: Final = 5
"""What it is worth, in points of damage, that somebody is defeated."""
_TILE: Final = Fraction(1, 100)
"""What a tile nearer to the nearest enemy is worth, by the way that has to be gone."""
_BACK: Final = Fraction(1, 1000)
"""What is lost for each point of Evasion and each enemy that one has behind oneself."""
_TROUBLE: Final = Fraction(1, 10000)
"""What is lost by doing anything at all."""
_ROLLS: Final = range(LOWEST, 101)


def weigh(rules: Ruleset, state: State, action: Action) -> Fraction:
    """Give what an action of the active character is worth, in points of damage done on average."""
    mover = state.mover
    if mover is None:
        return Fraction(0)
    match action:
        case act.End():
            return -_lost(state, mover)
        case act.Move(path=path) if "attack" not in state.acted:
            moved = _moved(state, mover, path)
            gained = max(_attacks(rules, state.with_characters(moved), moved), default=Fraction(0))
            return gained - _lost(state, moved) - _TROUBLE
        case act.Turn(facing=facing):
            return -_lost(state, structs.replace(mover, facing=Facing(facing))) - _TROUBLE
    return _gained(rules, state, mover, action) - _lost(state, mover) - _TROUBLE


def _gained(rules: Ruleset, state: State, mover: Character, action: Action) -> Fraction:
    """Give what an action brings that leaves the mover where it is."""
    match action:
        case act.Attack(target=target) if target in state.characters:
            return _worth_of_attack(rules, state, mover, state.characters[target])
        case act.Attack(target=target):
            return _worth_of_breaking(state, mover, target)
        case act.PickUp(target=target):
            return _worth_of_clearing(state, mover, state.position.pieces[target].cell)
    return Fraction(0)


def _moved(state: State, mover: Character, path: Sequence[str]) -> Character:
    *_, before, at = (mover.cell, *(cell for label in path if (cell := cell_named(state, label))))
    left = mover.ip - cost_of("move")
    return structs.replace(mover, at=at, facing=facing_to(before, [at]), moved=True, ip=left)


def chance(roll_needed: int, karma: int) -> Fraction:
    """Give the chance that a roll succeeds, or that so much karma makes up for it."""
    hits = sum(is_success(roll, roll_needed) or spent_on(roll, roll_needed, karma) > 0 for roll in _ROLLS)
    return Fraction(hits, len(_ROLLS))


def _attacks(rules: Ruleset, state: State, mover: Character) -> Iterator[Fraction]:
    """Yield what each attack on an enemy is worth that can still be made in this turn."""
    if "attack" in state.acted or mover.ip < cost_of(type_of(act.Attack(who="", target=""))):
        return
    reach = max(mover.range, 1)
    for enemy in enemies(state, mover):
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


def _worth_of_breaking(state: State, mover: Character, target: str) -> Fraction:
    """Give what an attack on obstructing terrain is worth: something only where it shuts the way."""
    position, site = state.position, site_named(state, target)
    assert site is not None
    numbers = attributes(mover, breaking.kind_against(position, mover, site))
    damage = numbers.damage if numbers else 0
    if breaking.is_destroyed(position, damage, state.damage.get(site, 0)):
        return _worth_of_clearing(state, mover, site)
    added = Fraction(damage, breaking.DESTROYING) if breaking.adds_up(position) else Fraction(0)
    return added * _worth_of_clearing(state, mover, site)


def _worth_of_clearing(state: State, mover: Character, site: Site) -> Fraction:
    return BARRIER * _TILE if site in iter_barriers(state, mover) else Fraction(0)


def _lost(state: State, mover: Character) -> Fraction:
    """Give what is lost by where a character stands and by what it faces."""
    behind = sum(is_behind(mover, enemy.cell) for enemy in enemies(state, mover))
    return tiles_to_enemy(state, mover) * _TILE + mover.evasion * behind * _BACK
