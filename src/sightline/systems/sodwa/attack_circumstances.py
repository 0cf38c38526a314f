"""The circumstances of attacks. Of the two facings, an attack depends on nothing but whether it comes from behind."""

from __future__ import annotations

from typing import NamedTuple

from sightline.lattice import Cell
from sightline.rules import Attack
from sightline.systems.sodwa.facing import is_behind
from sightline.systems.sodwa.pieces import Character


class SodwaCircumstances(NamedTuple):
    """All that changes about an attack when the two move and turn while the rest of the board stays as it is.

    Under other rulings the same attack can have another distance.
    """

    attacker: str
    at: Cell
    has_moved: bool
    target: str
    target_at: Cell
    has_target_moved: bool
    is_from_behind: bool
    tiles: int


def circumstances_of(attack: Attack[Character]) -> SodwaCircumstances:
    """Return the circumstances of an attack."""
    attacker, target = attack.attacker, attack.target
    is_from_behind = is_behind(target, attacker.cell)
    return SodwaCircumstances(
        attacker.name,
        attacker.cell,
        attacker.moved,
        target.name,
        target.cell,
        target.moved,
        is_from_behind,
        attack.cells,
    )
