"""Corrosion."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules import Clause, rule
from sightline.systems.sodwa.ability import ABILITIES
from sightline.systems.sodwa.game.activated_ability import resist_chance
from sightline.systems.sodwa.game.area_ability import AreaAbility
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import Character, is_flyer
from sightline.systems.sodwa.terrain import CORROSIVE

KEY = "corrosion"
_SAVED = 2
"""The divisor of damage after a save."""


@rule(
    Clause(
        "SOD-8.18",
        "Corrosion",
        "A tile and the eight around it are corrosive for 3 of the user's turns. A movement that enters a corrosive "
        "tile, or ends on one in flight, does 3 bio damage once, and so does a turn that begins on one. A Fortitude "
        "save halves it, rounded down.",
        "Abilities: Corrosion; the figures: ours",
    ),
    off=0,
)
def corrosion_damage(*, is_saved: bool) -> int:
    """Return the bio damage of corrosive terrain."""
    return ABILITIES[KEY].number("damage") // (_SAVED if is_saved else 1)


class Corrosion(AreaAbility):
    """Makes an area corrosive."""

    key = KEY
    clause = corrosion_damage.clause
    terrain = CORROSIVE
    imperils = True
    begins: ClassVar = N_("Acid covers {on}.")

    def turn_begins(self, resolution: Resolution, who: str) -> None:
        self.entered(resolution, who, [resolution.character(who).cell])

    def entered(self, resolution: Resolution, who: str, tiles: Sequence[Cell]) -> None:
        if self.afflicts(resolution.state, resolution.character(who), tiles) is not None:
            resolution.hurt(who, KEY, "bio", corrosion_damage(is_saved=resolution.is_resisted(who, self)))

    def afflicts(self, state: SodwaState, mover: Character, tiles: Sequence[Cell]) -> Cell | None:
        corrosive, index = state.map.tiles_of(CORROSIVE), state.map.tiles.index
        if not corrosive:
            return None
        touched = tiles[-1:] if is_flyer(mover) else tiles
        return next((cell for cell in touched if corrosive >> index(cell) & 1), None)

    def loss(self, character: Character) -> Fraction:
        saved, resisted = corrosion_damage(is_saved=True), resist_chance(character, self)
        return resisted * saved + (1 - resisted) * corrosion_damage(is_saved=False)

    def worth(self, state: SodwaState, character: Character) -> Fraction:
        return min(self.loss(character), Fraction(character.health))
