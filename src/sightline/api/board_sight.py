"""Plain sight on the board of a scenario, from fields that are kept with it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.board import Board, Table
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Rulings
from sightline.sight import PlannedSight
from sightline.too_much import TooMuch

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField

_LARGE_BOARD, _MANY_LINES = 10_000, 300_000
"""Cells of a board, and lines from one cell to all, for which it is worth loading Numba to answer one question."""


class BoardSight:
    """A `PlainSight` from fields: that of one position, and that of the other one that was asked about last."""

    def __init__(self, rules: Ruleset[Any], position: Position) -> None:
        self._rules = rules
        self._own = self._other = self._build(position)

    @property
    def is_cast(self) -> bool:
        """True if single cells are answered at once, whatever their number; see `CellField`."""
        return self._own.field.is_cast

    def __call__(self, position: Position, cell: Cell) -> bytes:
        if self._own.is_of(position):
            return self._own.field.see_from(cell)
        if not self._other.is_of(position):
            self._other = self._build(position)
        return self._other.field.see_from(cell)

    def _build(self, position: Position) -> _PositionField:
        from sightline.field.cell_field import CellField

        rulings = Rulings(position.rulings.declared, position.rulings.chosen)  # none of these need be tracked
        return _PositionField(position.surface, rulings, CellField(self._rules, position.with_rulings(rulings)))


class _PositionField(NamedTuple):
    surface: Board | Table
    rulings: Rulings
    field: CellField

    def is_of(self, position: Position) -> bool:
        return self.surface is position.surface and self.rulings.chosen == position.rulings.chosen


def find_board_sight(rules: Ruleset[Any], position: Position) -> BoardSight | None:
    """Return what plain pieces see on a board of cells; None where asking cell by cell is sooner done.

    That is so without Numba, on small boards where to load it takes longer than most answers, and where too much would
    have to be held of the board.
    """
    if position.is_free or not isinstance(rules, PlannedSight):
        return None
    cells = len(position.board.ground)
    is_large = cells >= _LARGE_BOARD or cells * rules.count_lines(position, 1, 1) >= _MANY_LINES
    if not (is_large or "numba" in sys.modules):
        return None
    try:
        sight = BoardSight(rules, position)
        return sight if sight.is_cast or is_large else None
    except (ImportError, TooMuch):
        return None
