"""The ends and obstacles of a free table, and the open pairs of a changed table from those of the one before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sightline.field.corridors.corridor_finder import CorridorFinder
from sightline.field.corridors.corridor_types import Bools
from sightline.plane import Shape


@dataclass(frozen=True, eq=False)
class TableLayout:
    """Ends and obstacles; `ignored`, shape (ends, obstacles): which obstacles do not count for lines of an end."""

    ends: Sequence[Shape]
    obstacles: Sequence[Shape]
    ignored: Bools

    def find_open_pairs(self, threads: int | None = None) -> Bools:
        """Return between which ends a corridor is open: shape (ends, ends), symmetric, True on the diagonal."""
        return CorridorFinder(self.obstacles).find_open_pairs(self.ends, self.ignored, threads=threads)

    def update_open_pairs(self, before: TableLayout, known: Bools, threads: int | None = None) -> Bools:
        """Return the result of `find_open_pairs`, computed from `known`, the open pairs of an earlier layout.

        Only pairs with a new end, or an end that now ignores other obstacles, or a changed obstacle between them, are
        examined again.
        """
        numbers = {key: number for number, key in enumerate(before._iter_keys())}
        at = np.array([numbers.get(key, -1) for key in self._iter_keys()], np.int64)
        wanted = self._find_affected_pairs(before, threads) | (at < 0) | (at < 0)[:, None]
        finder = CorridorFinder(self.obstacles)
        found = finder.find_open_pairs(self.ends, self.ignored, wanted=wanted, threads=threads)
        kept = np.pad(known, (0, 1))[np.ix_(at, at)]
        return np.where(wanted, found, kept)

    def _find_affected_pairs(self, before: TableLayout, threads: int | None) -> Bools:
        """Return between which ends an obstacle lies that is only in one of two layouts."""
        changed = {shape for shape, _ in {*_iter_numbered(self.obstacles)} ^ {*_iter_numbered(before.obstacles)}}
        return CorridorFinder([*changed]).find_approached_pairs(self.ends, threads=threads)

    def _iter_keys(self) -> Iterator[Hashable]:
        """Yield the shape and ignored obstacles of each end. Equal keys mean open corridors to the same ends."""
        numbered = list(_iter_numbered(self.obstacles))
        for end, row in zip(self.ends, self.ignored, strict=True):
            yield end, frozenset(numbered[number] for number in np.flatnonzero(row))


def _iter_numbered(shapes: Sequence[Shape]) -> Iterator[tuple[Shape, int]]:
    """Yield each shape with the number of shapes so far that equal it, itself included: all pairs differ."""
    counts: Counter[Shape] = Counter()
    for shape in shapes:
        counts[shape] += 1
        yield shape, counts[shape]
