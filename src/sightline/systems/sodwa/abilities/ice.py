"""Ice."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules import Clause, rule
from sightline.systems.sodwa.game.activated_ability import resist_chance
from sightline.systems.sodwa.game.area_ability import AreaAbility
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.pieces import Character, is_flyer
from sightline.systems.sodwa.terrain import ICY


@rule(
    Clause(
        "SOD-8.17",
        "Ice",
        "A tile and the eight around it are icy for 3 of the user's turns. A character that enters an icy tile with a "
        "step of a Move on foot, could stop there and would go on, makes a Reflex save, or the movement ends there.",
        "Abilities: Ice; the figures: ours",
    ),
    off=False,
)
def is_slippery(state: SodwaState, mover: Character, cell: Cell) -> bool:
    """Return whether a character that enters a tile with a Move may slip there."""
    index = state.map.tiles.index(cell)
    if is_flyer(mover) or not state.map.tiles_of(ICY) >> index & 1:
        return False
    others = state.occupancy.all & ~(1 << state.occupancy.tiles[mover.name])
    return not others >> index & 1


class Ice(AreaAbility):
    """Makes an area icy."""

    key = "ice"
    clause = is_slippery.clause
    terrain = ICY
    imperils = True
    begins: ClassVar = N_("Ice covers {on}.")

    def halts(self, state: SodwaState, mover: Character, cell: Cell) -> bool:
        return is_slippery(state, mover, cell)

    def worth(self, state: SodwaState, character: Character) -> Fraction:
        return Fraction(0) if is_flyer(character) else (1 - resist_chance(character, self)) / 4
