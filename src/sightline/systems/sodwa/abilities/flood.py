"""Flood."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules import Clause, rule
from sightline.systems.sodwa.game.area_ability import AreaAbility, iter_area
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.pieces import Character, is_flyer
from sightline.systems.sodwa.terrain import LIQUID


@rule(
    Clause(
        "SOD-8.16",
        "Flood",
        "A tile and the eight around it are liquid for 3 of the user's turns, occupied ones too. Obstructing tiles and "
        "rubble are left out. Of several effects on a tile the latest counts.",
        "Abilities: Flood; the figures, and the latest: ours",
    ),
    off=(),
)
def flooded(state: SodwaState, centre: Cell) -> Sequence[Cell]:
    """Return the tiles that a flood covers."""
    return tuple(iter_area(state, centre))


class Flood(AreaAbility):
    """Makes an area liquid."""

    key = "flood"
    clause = flooded.clause
    terrain = LIQUID
    begins: ClassVar = N_("Water covers {on}.")
    messages: ClassVar = {"nothing-to-cover": N_("neither {cell} nor any tile around it can be covered")}

    def area(self, state: SodwaState, centre: Cell) -> Sequence[Cell]:
        return flooded(state, centre)

    def worth(self, state: SodwaState, character: Character) -> Fraction:
        return Fraction(not is_flyer(character), 4)
