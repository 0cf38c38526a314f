"""Queries about all pieces of a free table at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sightline.field.corridors.corridor_types import Bools
from sightline.field.corridors.table_layout import TableLayout
from sightline.field.protocols import ScenarioLike
from sightline.field.reach.reach_types import Costs
from sightline.rules import CorridorSight, Position, Ruleset, Sight, require


class TableField:
    """All pieces of a free table. `pieces` holds their names in file order.

    Raise `NotAnswered` if the rule system does not use corridors.
    """

    def __init__(self, rules: Ruleset[Any], position: Position, known: tuple[TableLayout, Bools] | None = None) -> None:
        self.pieces = tuple(position.pieces)
        self._rules, self._position, self._known = rules, position, known
        obstacles = require(rules, CorridorSight).table_obstacles(position)
        ignored = np.zeros((len(self.pieces), len(obstacles.shapes)), np.bool_)
        for row, name in zip(ignored, self.pieces, strict=True):
            row[list(obstacles.ignored[name])] = True
        self._layout = TableLayout([piece.shape for piece in position.pieces.values()], obstacles.shapes, ignored)
        self._exempt = obstacles.exempt

    def __repr__(self) -> str:
        return f"<TableField {len(self.pieces)} pieces>"

    def pairs(self, *, threads: int | None = None) -> Bools:
        """Return which piece sees which, without a weapon: row i, column j for whether the i-th piece sees the j-th.

        Shape (pieces, pieces), False on the diagonal. Uses one thread per CPU by default; the answer does not depend on
        `threads`.
        """
        found, pieces = self._find_open_pairs(threads).copy(), list(self._position.pieces.values())
        for i, piece in enumerate(pieces):
            for j in np.flatnonzero(~found[i]) if piece.name in self._exempt else ():
                view = self._rules.view(self._position, piece, pieces[j], None)
                found[i, j] = view.sight is not Sight.BLOCKED
        np.fill_diagonal(found, val=False)
        return found

    def update(self, scenario: ScenarioLike) -> TableField:
        """Return the field of a changed scenario. Its `pairs` examines only the pairs that the change may affect."""
        return TableField(scenario.rules, scenario.position, self._known)

    if TYPE_CHECKING:  # attributes that only a map has raise AttributeError

        @property
        def cells(self) -> tuple[str, ...]:
            """Raise AttributeError: a free table has no cells."""
            raise AttributeError

        def see(self, label: str) -> npt.NDArray[np.uint8]:
            """Raise AttributeError: a free table has no cells."""
            raise AttributeError

        def rows(self, sight: str = "clear", *, threads: int | None = None) -> Iterator[npt.NDArray[np.uint64]]:
            """Raise AttributeError: a free table has no cells."""
            raise AttributeError

        def places(self, name: str) -> tuple[str, ...]:
            """Raise AttributeError: a free table has no cells."""
            raise AttributeError

        def reach(self, name: str, *, to_stop: bool = False, threads: int | None = None) -> Costs:
            """Raise AttributeError: a free table has no cells."""
            raise AttributeError

        def reaches(self, *, to_stop: bool = False) -> Mapping[str, Costs]:
            """Raise AttributeError: a free table has no cells."""
            raise AttributeError

    def _find_open_pairs(self, threads: int | None) -> Bools:
        """Return between which pieces a corridor is open, cached."""
        if self._known is None:
            self._known = self._layout, self._layout.find_open_pairs(threads)
        before, known = self._known
        if before is not self._layout:
            self._known = self._layout, self._layout.update_open_pairs(before, known, threads)
        return self._known[1]
