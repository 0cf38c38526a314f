"""Plain sight on the board of a scenario, from fields that are kept with it."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from sightline.lattice import Cell
from sightline.rules import Position, Ruleset
from sightline.sight import PlannedSight

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField

_LARGE_BOARD = 10_000
"""Cells of a board for which it is worth loading Numba to answer one question."""


class BoardSight:
    """A `PlainSight` of one board: a field under its own rulings, and one under the others that were asked for last."""

    def __init__(self, rules: Ruleset[Any], position: Position) -> None:
        self._rules, self._position = rules, position
        self._fields: dict[Hashable, CellField] = {}
        self._field_of(position)

    def __call__(self, position: Position, cell: Cell) -> bytes:
        return self._field_of(position).see_from(cell)

    def _field_of(self, position: Position) -> CellField:
        from sightline.field.cell_field import CellField

        chosen = position.rulings.chosen
        key = frozenset((name, choice) for name, choice in chosen.items())
        if key not in self._fields:
            own = frozenset(self._position.rulings.chosen.items())
            self._fields = {known: field for known, field in self._fields.items() if known == own}
            self._fields[key] = CellField(self._rules, self._position.with_rulings(position.rulings))
        return self._fields[key]


def find_board_sight(rules: Ruleset[Any], position: Position) -> BoardSight | None:
    """Return what plain pieces see on a board of cells; None where asking cell by cell is sooner done.

    That is a matter of loading Numba, which takes longer than most answers, and of having it.
    """
    if position.is_free or not isinstance(rules, PlannedSight):
        return None
    if not ("numba" in sys.modules or len(position.board.ground) >= _LARGE_BOARD):
        return None
    try:
        return BoardSight(rules, position)
    except ImportError:
        return None
