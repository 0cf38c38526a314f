"""Prospects of a character where its movement ends: whom it could attack from there, and who could attack it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import structs

from sightline.i18n import _
from sightline.rules.game import Json
from sightline.systems.sodwa.attack_numbers import numbers_of
from sightline.systems.sodwa.basic_attack import difficulty_of, is_refused
from sightline.systems.sodwa.game.action_types import ATTACK
from sightline.systems.sodwa.game.clock import cost_of
from sightline.systems.sodwa.game.enemy_distance import enemies
from sightline.systems.sodwa.game.karma import success_chance
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import BattleEncounter, Surroundings
from sightline.systems.sodwa.game.turn_types import find_clash
from sightline.systems.sodwa.pieces import Character


def prospects_of(state: SodwaState, mover: Character) -> Json:
    """Return as JSON the basic attacks of the active character that are possible now, and those of enemies on it."""
    return {
        "targets": [{"target": each.target.name, **_chances(state, each)} for each in _iter_own(state, mover)],
        "threats": [{"who": each.attacker.name, **_chances(state, each)} for each in _iter_others(state, mover)],
    }


def describe_prospects(preview: Json) -> Iterator[str]:
    """Yield prospects in phrases of the current language."""
    targets = ", ".join(_with_chance(each["target"], each) for each in preview["targets"])
    threats = ", ".join(_with_chance(each["who"], each) for each in preview["threats"])
    yield (
        _("from there it can attack {targets}").format(targets=targets)
        if targets
        else _("from there it can attack nobody")
    )
    yield (
        _("as they stand, it can be attacked there by {threats}").format(threats=threats)
        if threats
        else _("as they stand, nobody can attack it there")
    )


def _iter_own(state: SodwaState, mover: Character) -> Iterator[BattleEncounter]:
    """Yield the attacks that the active character can still make in its turn."""
    is_payable = mover.ip >= cost_of(ATTACK) and find_clash(state.acted, ATTACK) is None
    if is_payable:
        reached = Surroundings(state, mover).enemies_in_reach()
        yield from (each for each in reached if not is_refused(each))


def _iter_others(state: SodwaState, target: Character) -> Iterator[BattleEncounter]:
    """Yield the attacks of enemies that stand where they are, in turns in which they have not moved."""
    for enemy in enemies(state, target):
        rested = structs.replace(enemy, moved=False, attacked=False)
        encounter = Surroundings(state, rested).encounter(target)
        if not is_refused(encounter):
            yield encounter


def _chances(state: SodwaState, encounter: BattleEncounter) -> Json:
    difficulty, karma = difficulty_of(numbers_of(encounter)), state.karma[encounter.attacker.side or ""]
    return {"hit": success_chance(difficulty, 0), "with_karma": success_chance(difficulty, karma)}


def _with_chance(name: str, chances: Json) -> str:
    """Return a name with the chance of an attack behind it."""
    hit, with_karma = _percent(chances["hit"]), _percent(chances["with_karma"])
    text = _("{name} ({hit} %, with karma {with_karma} %)") if with_karma > hit else _("{name} ({hit} %)")
    return text.format(name=name, hit=hit, with_karma=with_karma)


def _percent(chance: Fraction) -> int:
    return int(100 * chance)
