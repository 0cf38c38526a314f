"""Which cells are in sight of where a move begins."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sightline.field.reach.reach_types import Bools, Ints, Words

Sees = Callable[[Ints, Ints], Bools]
"""Tells of cells, given by number, whether each sees the one beside it in another list; a cell sees itself."""


def by_rows(rows: Words) -> Sees:
    """Give who sees which cell from a row of bits for each cell."""

    def sees(starts: Ints, stops: Ints) -> Bools:
        bits = rows[starts, stops >> 6] >> (stops & 63).astype(np.uint64) & np.uint64(1)
        found: Bools = (bits == 1) | (starts == stops)
        return found

    return sees
