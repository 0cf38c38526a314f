"""Dangers of movements: the tiles where an ability may stop or hurt who enters them, and the chance to resist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.i18n import _
from sightline.lattice import Cell
from sightline.rules.game import Json
from sightline.systems.sodwa.ability import Ability, abilities_with, title_of
from sightline.systems.sodwa.game.activated_ability import resist_chance
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.pieces import Character


def danger(state: SodwaState, mover: Character, ability: Ability, cell: Cell) -> Json:
    """Return as JSON that an ability awaits a character on a tile."""
    return {"ability": ability.key, "at": state.map.label(cell), "resisted": resist_chance(mover, ability)}


def afflictions(state: SodwaState, mover: Character, tiles: Sequence[Cell]) -> Iterator[Json]:
    """Yield as JSON what hurts a character in a movement of any kind that enters these tiles."""
    for ability in abilities_with("afflicts"):
        cell = ability.afflicts(state, mover, tiles)
        if cell is not None:
            yield danger(state, mover, ability, cell)


def describe_dangers(preview: Json) -> Iterator[str]:
    """Yield dangers in phrases of the current language."""
    for each in preview["dangers"]:
        ability, percent = title_of(each["ability"]), int(100 * each["resisted"])
        yield _("{ability} at {cell}, resisted with {percent} %").format(
            ability=ability, cell=each["at"], percent=percent
        )
