"""Ends and obstacles on a free table, and which of what is known of them holds after a change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sightline.field.corridors.all_pairs import Obstacles
from sightline.field.corridors.corridor_types import Bools
from sightline.plane import Shape


@dataclass(frozen=True, eq=False)
class Layout:
    """Ends and obstacles; `ignored`, of shape (n, m) for n ends and m obstacles, says what does not count for whom."""

    ends: Sequence[Shape]
    obstacles: Sequence[Shape]
    ignored: Bools

    def open_pairs(self, threads: int | None = None) -> Bools:
        """Tell between which ends there is a corridor, in a symmetric matrix."""
        return Obstacles(self.obstacles).open_pairs(self.ends, self.ignored, threads=threads)

    def open_pairs_after(self, before: Layout, known: Bools, threads: int | None = None) -> Bools:
        """Tell the same from what is known of an earlier layout: only what differs from that is worked out again."""
        rows = {row: number for number, row in enumerate(before._iter_rows())}
        at = np.array([rows.get(row, -1) for row in self._iter_rows()], np.int64)
        wanted = self._reached_by_changes(before, threads) | (at < 0) | (at < 0)[:, None]
        found = Obstacles(self.obstacles).open_pairs(self.ends, self.ignored, wanted=wanted, threads=threads)
        kept = np.pad(known, (0, 1))[np.ix_(at, at)]
        return np.where(wanted, found, kept)

    def _reached_by_changes(self, before: Layout, threads: int | None) -> Bools:
        """Tell between which ends an obstacle comes that was not there before, or came that is there no longer."""
        changed = {shape for shape, _ in {*_numbered(self.obstacles)} ^ {*_numbered(before.obstacles)}}
        return Obstacles([*changed]).reached_pairs(self.ends, threads=threads)

    def _iter_rows(self) -> Iterator[Hashable]:
        """Yield what each end is and what does not count for it. Two that have that in common are open to the same."""
        numbered = list(_numbered(self.obstacles))
        for end, row in zip(self.ends, self.ignored, strict=True):
            yield end, frozenset(numbered[number] for number in np.flatnonzero(row))


def _numbered(shapes: Sequence[Shape]) -> Iterator[tuple[Shape, int]]:
    """Yield shapes, each with a number that tells equal ones apart."""
    counts: Counter[Shape] = Counter()
    for shape in shapes:
        counts[shape] += 1
        yield shape, counts[shape]
