"""How good an action is for who takes it, by the exact odds: what computer players go by."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import structs

from sightline.board import Facing
from sightline.rules import Site
from sightline.rules.game import Action
from sightline.systems.sodwa import destructible
from sightline.systems.sodwa.attack_numbers import DAMAGE, numbers_of
from sightline.systems.sodwa.basic_attack import HIGHEST, LOWEST, difficulty_of, is_success
from sightline.systems.sodwa.facing import facing_to, is_behind
from sightline.systems.sodwa.game import actions as act
from sightline.systems.sodwa.game.clock import cost_of
from sightline.systems.sodwa.game.encounter import Meeting, Scene
from sightline.systems.sodwa.game.enemy_distance import BARRIER, enemies, iter_barriers, tiles_to_enemy
from sightline.systems.sodwa.game.karma import spent_on
from sightline.systems.sodwa.game.legality import site_named
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.pieces import Character, attributes

_DEFEAT: Final = 5
"""What it is worth, in points of damage, that somebody is defeated."""
_TILE: Final = Fraction(1, 100)
"""What a tile nearer to the nearest enemy is worth, by the way that has to be gone."""
_BACK: Final = Fraction(1, 20000)
"""What is lost for each point of Evasion and each enemy that one has behind oneself: less than a tile is worth."""
_TROUBLE: Final = Fraction(1, 10000)
"""What is lost by doing anything at all."""
_ROLLS: Final = range(LOWEST, HIGHEST + 1)
_KEPT: Final = 4096


def weigh(state: State, action: Action) -> Fraction:
    """Give what an action of the active character is worth, in points of damage done on average."""
    mover = state.mover
    if mover is None:
        return Fraction(0)
    match action:
        case act.End():
            return -_lost(state, mover)
        case act.Move(path=path) if "attack" not in state.acted:
            moved = _moved(state, mover, path)
            return _best_attack(state, moved) - _lost(state, moved) - _TROUBLE
        case act.Turn(facing=facing):
            return -_lost(state, structs.replace(mover, facing=Facing(facing))) - _TROUBLE
    return _gained(state, mover, action) - _lost(state, mover) - _TROUBLE


def _gained(state: State, mover: Character, action: Action) -> Fraction:
    """Give what an action brings that leaves the mover where it is."""
    match action:
        case act.Attack(target=target) if target in state.characters:
            return _worth_of_attack(state, Scene(state, mover).meet(state.characters[target]))
        case act.Attack(target=target):
            return _worth_of_breaking(state, mover, target)
        case act.PickUp(target=target):
            return _worth_of_clearing(state, mover, state.arena.objects[target].cell)
    return Fraction(0)


def _moved(state: State, mover: Character, path: Sequence[str]) -> Character:
    *_, before, at = (mover.cell, *map(state.arena.tiles.cell, path))
    left = mover.ip - cost_of("move")
    return structs.replace(mover, at=at, facing=facing_to(before, [at]), moved=True, ip=left)


@lru_cache(_KEPT)
def chance(roll_needed: int, karma: int) -> Fraction:
    """Give the chance that a roll succeeds, or that so much karma makes up for it."""
    hits = sum(is_success(roll, roll_needed) or spent_on(roll, roll_needed, karma) > 0 for roll in _ROLLS)
    return Fraction(hits, len(_ROLLS))


def _best_attack(state: State, moved: Character) -> Fraction:
    """Give what the best attack on an enemy is worth that a character can make once it has moved."""
    if moved.ip < cost_of("attack"):
        return Fraction(0)
    scene = Scene(state.with_characters(moved), moved)
    meetings = (scene.meet(state.characters[name]) for name in scene.enemies_to_attack())
    return max((_worth_of_attack(state, meeting) for meeting in meetings), default=Fraction(0))


def _worth_of_attack(state: State, meeting: Meeting) -> Fraction:
    values, target = numbers_of(meeting), meeting.target
    odds = chance(difficulty_of(values), state.karma[meeting.attacker.side or ""])
    damage = min(values[DAMAGE], target.health)
    return odds * (damage + _DEFEAT * (damage == target.health))


def _worth_of_breaking(state: State, mover: Character, target: str) -> Fraction:
    """Give what an attack on obstructing terrain is worth: something only where it shuts the way."""
    position, site = state.arena.position, site_named(state, target)
    assert site is not None
    numbers = attributes(mover, destructible.kind_against(position, mover, site))
    damage = numbers.damage if numbers else 0
    if destructible.is_destroyed(position, damage, state.damage.get(site, 0)):
        return _worth_of_clearing(state, mover, site)
    added = Fraction(damage, destructible.DESTROYING) if destructible.adds_up(position) else Fraction(0)
    return added * _worth_of_clearing(state, mover, site)


def _worth_of_clearing(state: State, mover: Character, site: Site) -> Fraction:
    return BARRIER * _TILE if site in iter_barriers(state, mover) else Fraction(0)


def _lost(state: State, mover: Character) -> Fraction:
    """Give what is lost by where a character stands and by what it faces."""
    behind = sum(is_behind(mover, enemy.cell) for enemy in enemies(state, mover))
    return tiles_to_enemy(state, mover) * _TILE + mover.evasion * behind * _BACK
