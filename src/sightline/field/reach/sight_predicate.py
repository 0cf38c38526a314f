"""The predicate of which cells are in sight of the cell where a move begins."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sightline.field.reach.reach_types import Bools, Ints, Words

SightPredicate = Callable[[Ints, Ints], Bools]
"""From two arrays of cell numbers to bools: whether, pair by pair, the first cell sees the second, or is the same."""


def sight_from_rows(rows: Words) -> SightPredicate:
    """Return the predicate that reads visibility rows: bit t of row s, shape (cells, words), is set where s sees t."""

    def sees(sources: Ints, targets: Ints) -> Bools:
        bits = rows[sources, targets >> 6] >> (targets & 63).astype(np.uint64) & np.uint64(1)
        found: Bools = (bits == 1) | (sources == targets)
        return found

    return sees
