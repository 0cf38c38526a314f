"""Which cells are in sight of where a move begins."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sightline.field.reach.kinds import Bools, Ints
from sightline.rules import Position, Ruleset, Sight, look

Sees = Callable[[Ints, Ints], Bools]
"""Tells of cells, given by number, whether each sees the one beside it in another list; a cell sees itself."""


def pair_by_pair(rules: Ruleset, position: Position) -> Sees:
    """Give who sees which cell by the rules about plain pieces, asked of one pair after the other."""
    plan, cells = position.plan(rules.sight), list(position.board)

    def sees(start: int, stop: int) -> bool:
        return start == stop or look(plan, position, cells[start], cells[stop]).sight is Sight.CLEAR

    def see(starts: Ints, stops: Ints) -> Bools:
        return np.fromiter(map(sees, starts.tolist(), stops.tolist()), np.bool_, len(starts))

    return see
