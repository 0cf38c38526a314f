"""Plain sight on the board of a scenario, from fields that are cached with it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.board import Board, Table
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Rulings
from sightline.sight import PlannedSight
from sightline.too_much import TooMuch

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField

_LARGE_BOARD, _MANY_LINES = 10_000, 300_000
"""The number of cells, and of lines from one cell to all, from which loading Numba pays off for one question."""


_MAX_FIELDS = 3


class BoardSight:
    """A `PlainSight` from fields: that of one position, and an LRU cache for other positions.

    Positions of one surface share a field if they differ only in rulings that sight does not consult.
    """

    def __init__(self, rules: PlannedSight[Any], position: Position) -> None:
        self._rules = rules
        self._own = self._build(position)
        self._others: list[_PositionField] = []

    @property
    def is_cast(self) -> bool:
        """True if single cells are answered at once, whatever their number; see `CellField`."""
        return self._own.field.is_cast

    def __call__(self, position: Position, cell: Cell) -> bytes:
        for known in (self._own, *self._others):
            if known.is_of(position):
                return known.field.see_from(cell)
        self._others = [self._build(position), *self._others][: _MAX_FIELDS - 1]
        return self._others[0].field.see_from(cell)

    def _build(self, position: Position) -> _PositionField:
        from sightline.field.cell_field import CellField

        rulings = Rulings(position.rulings.declared, position.rulings.chosen)  # tuples: not tracked by the collector
        tracking, consulted = position.with_rulings(rulings).tracking_rulings()
        consulted |= self._rules.dummy_sight(tracking).rulings
        chosen = {name: rulings.chosen.get(name) for name in consulted}
        return _PositionField(position.surface, chosen, CellField(self._rules, position.with_rulings(rulings)))


class _PositionField(NamedTuple):
    """The field of a surface, and the choices of the rulings that sight may consult; None for the default."""

    surface: Board | Table
    chosen: Mapping[str, str | None]
    field: CellField

    def is_of(self, position: Position) -> bool:
        chosen = position.rulings.chosen
        return self.surface is position.surface and all(
            chosen.get(name) == choice for name, choice in self.chosen.items()
        )


def find_board_sight(rules: Ruleset[Any], position: Position) -> BoardSight | None:
    """Return the sight of plain pieces on a board of cells; None if answering cell by cell is faster.

    That is the case without Numba, on small boards, where loading it takes longer than most answers, and if the tables
    of the board would need too much memory.
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
