"""A free table, for questions about all pieces at once."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from sightline.field.corridors.centre_lines import StraightLines
from sightline.field.corridors.corridor_types import Bools
from sightline.field.corridors.table_layout import Layout
from sightline.field.protocols import Asked
from sightline.rules import CorridorSight, Position, Ruleset, Sight, require


class TableField:
    """All pieces of a free table; `pieces` has their names in file order. Raises `NotAnswered`.

    Its questions give matrices of shape (n, n) for n pieces, in which row i and column j tell of the i-th and the j-th,
    false on the diagonal. They take a thread for each processor unless told; no answer depends on that.
    """

    def __init__(self, rules: Ruleset[Any], position: Position, known: tuple[Layout, Bools] | None = None) -> None:
        self.pieces = tuple(position.pieces)
        self._rules, self._position, self._known = rules, position, known
        obstacles = require(rules, CorridorSight).table_obstacles(position)
        ignored = np.zeros((len(self.pieces), len(obstacles.shapes)), np.bool_)
        for row, name in zip(ignored, self.pieces, strict=True):
            row[list(obstacles.ignored[name])] = True
        self._layout = Layout([piece.shape for piece in position.pieces.values()], obstacles.shapes, ignored)
        self._exempt = obstacles.exempt

    def pairs(self, *, threads: int | None = None) -> Bools:
        """Tell which piece sees which, without a weapon: whether the i-th sees the j-th."""
        found, pieces = self._open_pairs(threads).copy(), list(self._position.pieces.values())
        for i, piece in enumerate(pieces):
            for j in np.flatnonzero(~found[i]) if piece.name in self._exempt else ():
                look = self._rules.view(self._position, piece, pieces[j], None)
                found[i, j] = look.sight is not Sight.BLOCKED
        np.fill_diagonal(found, val=False)
        return found

    def centre_pairs(self, *, threads: int | None = None) -> Bools:
        """Tell between whose middles the straight line meets nothing that cuts lines, if only just.

        Coordinates are taken to the nearest thousandth of an inch; all else is exact. No rules ask for this.
        """
        middles = [piece.spot for piece in self._position.pieces.values()]
        found = self._straight_lines.open_pairs(middles, self._layout.ignored, threads=threads)
        np.fill_diagonal(found, val=False)
        return found

    def update(self, scenario: Asked) -> TableField:
        """Give the field of a changed scenario, which works out again only what the change may have an effect on."""
        return TableField(scenario.rules, scenario.position, self._known)

    @cached_property
    def _straight_lines(self) -> StraightLines:
        return StraightLines(self._layout.obstacles)

    def _open_pairs(self, threads: int | None) -> Bools:
        """Give between which pieces there is a corridor, worked out once."""
        if self._known is None:
            self._known = self._layout, self._layout.open_pairs(threads)
        before, known = self._known
        if before is not self._layout:
            self._known = self._layout, self._layout.open_pairs_after(before, known, threads)
        return self._known[1]
