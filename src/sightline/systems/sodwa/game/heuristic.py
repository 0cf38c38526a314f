"""Heuristic values for computer players, by exact odds, in points of expected damage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import structs

from sightline.lattice import Cell
from sightline.rules import Site
from sightline.systems.sodwa.ability import abilities_with
from sightline.systems.sodwa.attack_numbers import DAMAGE, numbers_of
from sightline.systems.sodwa.basic_attack import difficulty_of, is_refused
from sightline.systems.sodwa.facing import is_behind
from sightline.systems.sodwa.game.clock import cost_of
from sightline.systems.sodwa.game.enemy_distance import BARRIER, enemies, iter_barriers, tiles_to_enemy
from sightline.systems.sodwa.game.karma import success_chance
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import BattleEncounter, Surroundings
from sightline.systems.sodwa.game.turn_types import find_clash
from sightline.systems.sodwa.pieces import Character

EFFORT: Final = Fraction(1, 10000)
"""The cost of any action, so that none is taken for nothing."""
DEFEAT: Final = 5
"""The value of a defeat."""
_THREAT: Final = Fraction(1, 2)
"""The weight of an attack that an enemy could make: it may move, or have another target."""
TILE: Final = Fraction(1, 100)
"""The value of being a tile nearer to the nearest enemy, by the path that there is."""
_BACK: Final = Fraction(1, 20000)
"""The cost of each point of Evasion and each enemy behind one's back: less than the value of a tile."""

_MAX_CACHED: Final = 4096

chance = lru_cache(_MAX_CACHED)(success_chance)
"""The chance of a success with so much karma at hand, cached."""


def best_attack_value(state: SodwaState, attacker: Character) -> Fraction:
    """Return the value of the best attack on a character that the active one can still make, 0 without any."""
    if attacker.ip < cost_of("attack") or find_clash(state.acted, "attack") is not None:
        return Fraction(0)
    around = Surroundings(state, attacker)
    values = (attack_value(state, encounter) for encounter in around.enemies_in_reach() if not is_refused(encounter))
    return max(values, default=Fraction(0))


def attack_value(state: SodwaState, encounter: BattleEncounter) -> Fraction:
    """Return the value of an attack on a character."""
    numbers, target = numbers_of(encounter), encounter.target
    hit = chance(difficulty_of(numbers), state.karma[encounter.attacker.side or ""])
    damage = min(numbers[DAMAGE], target.health)
    return hit * (damage + DEFEAT * (damage == target.health))


def threat(state: SodwaState, enemy: Character, target: Character) -> Fraction:
    """Return the value to an enemy of attacking a character, from where both stand, in a turn in which it stays."""
    rested = structs.replace(enemy, moved=False, attacked=False)
    encounter = Surroundings(state, rested).encounter(target)
    if is_refused(encounter):
        return Fraction(0)
    return attack_value(state, encounter) * _THREAT


def clearing_value(state: SodwaState, character: Character, site: Site) -> Fraction:
    """Return the value of clearing a tile or border: something only where it shuts the way to all enemies."""
    return BARRIER * TILE if site in iter_barriers(state, character) else Fraction(0)


def position_loss(state: SodwaState, character: Character) -> Fraction:
    """Return the cost of a character's place and facing."""
    danger = damage_to_expect(state, character, [character.cell])
    return (
        tiles_to_enemy(state, character) * TILE + character.evasion * enemies_behind(state, character) * _BACK + danger
    )


def enemies_behind(state: SodwaState, character: Character) -> int:
    """Return the number of enemies behind a character's back."""
    return sum(is_behind(character, enemy.cell) for enemy in enemies(state, character))


def damage_to_expect(state: SodwaState, character: Character, tiles: Sequence[Cell]) -> Fraction:
    """Return the damage to expect of what abilities do on the tiles that a movement enters."""
    losses = (
        ability.loss(character)
        for ability in abilities_with("afflicts")
        if ability.afflicts(state, character, tiles) is not None
    )
    return sum(losses, Fraction(0))
