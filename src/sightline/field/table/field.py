"""A free table, for questions about all pieces at once."""

from __future__ import annotations

import numpy as np

from sightline.field.table.corridors import Obstacles
from sightline.field.table.kinds import Bools
from sightline.rules import Position, Ruleset, Sight


class TableField:
    """All pieces of a free table; `pieces` has their names in file order. Raises `NotAnswered`."""

    def __init__(self, rules: Ruleset, position: Position) -> None:
        self.pieces = tuple(position.pieces)
        self._rules, self._position = rules, position
        self._obstacles = rules.table_obstacles(position)

    def pairs(self, *, threads: int | None = None) -> Bools:
        """Tell which piece sees which, without a weapon: row i, column j is whether the i-th sees the j-th.

        Gives a matrix of shape (n, n) for n pieces, false on the diagonal. Takes a thread for each processor unless
        told; the answer does not depend on that.
        """
        pieces = list(self._position.pieces.values())
        ignored = np.zeros((len(pieces), len(self._obstacles.shapes)), np.bool_)
        for row, name in zip(ignored, self.pieces, strict=True):
            row[list(self._obstacles.ignored[name])] = True
        shapes = [piece.shape for piece in pieces]
        found = Obstacles(self._obstacles.shapes).open_pairs(shapes, ignored, threads=threads)
        for i, j in np.argwhere(~found):
            if self.pieces[i] in self._obstacles.exempt:
                look = self._rules.look(self._position, pieces[i], pieces[j], None)
                found[i, j] = look.sight is not Sight.BLOCKED
        np.fill_diagonal(found, False)
        return found
