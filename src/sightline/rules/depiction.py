"""Data by which a rule system depicts itself in pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic

from sightline.lattice import Cell
from sightline.rules.attack import P
from sightline.rules.cell_group import CellGroup
from sightline.rules.position import Position


class Depicted(Generic[P]):
    """The parts of pictures that are a system's own: by default none."""

    show_move_ends: ClassVar[bool] = False
    """True if pictures mark the places where a move has to end."""

    def cell_groups(self, position: Position) -> Iterable[CellGroup]:
        """Return the groups of cells that pictures draw a border round, the outermost first."""
        del position
        return ()

    def threatened(self, position: Position, piece: P) -> Mapping[str, Iterable[Cell]]:
        """Return, by name, the cells in which others threaten a piece that moves; empty where nobody does."""
        del position, piece
        return {}


def depiction_of(rules: object) -> Depicted[Any]:
    """Return how a system depicts itself; by default as `Depicted` has it."""
    return rules if isinstance(rules, Depicted) else Depicted()
