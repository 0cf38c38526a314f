"""Search for open corridors between shapes on a free table, for all pairs at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np

from sightline.field.corridors.corridor_types import (
    Bools,
    CorridorWorkspace,
    Floats,
    Ints,
    ShapeArrays,
    TableArrays,
)
from sightline.field.corridors.pair_corridors import fill_approached, fill_open
from sightline.field.corridors.symmetric_fill import fill_symmetric
from sightline.plane import Disc, Shape
from sightline.plane.convex_parts import ConvexPart, decompose
from sightline.plane.shapes import spots


class CorridorFinder:
    """The obstacles of a free table, as arrays, for queries about any ends.

    Answers do not depend on the number of `threads`, which is one per CPU by default.
    """

    def __init__(self, obstacles: Sequence[Shape]) -> None:
        outlines = ((spots(shape), shape.radius if isinstance(shape, Disc) else 0.0) for shape in obstacles)
        self._obstacles = [ConvexPart(tuple(points), radius) for points, radius in outlines]
        self._arrays = _to_arrays(self._obstacles)

    def find_open_pairs(
        self,
        ends: Sequence[Shape],
        ignored: Bools | None = None,
        *,
        wanted: Bools | None = None,
        threads: int | None = None,
    ) -> Bools:
        """Return between which ends a corridor is open: one that `widest_corridor` finds at least 1e-6 inches wide.

        Shape (ends, ends), symmetric, True on the diagonal. `ignored`, shape (ends, obstacles), states which obstacles
        do not count for lines from or to an end; by default all count. `wanted`, shape (ends, ends), symmetric, tells
        which pairs to examine; all others are False.
        """
        table = self._table(ends)
        examined = np.ones((len(ends), len(ends)), np.bool_) if wanted is None else wanted

        def fill(rows: Ints, ignored: Bools, found: Bools) -> None:
            fill_open(table, _allocate_workspace(table), ignored, examined, rows, found)

        found = fill_symmetric(fill, len(ends), len(self._obstacles), ignored, threads)
        np.fill_diagonal(found, val=True)
        return found

    def find_approached_pairs(self, ends: Sequence[Shape], *, threads: int | None = None) -> Bools:
        """Return between which ends a corridor may depend on an obstacle, because it is close to some line.

        Shape (ends, ends), symmetric, False on the diagonal.
        """
        if not self._obstacles:
            return np.zeros((len(ends), len(ends)), np.bool_)
        table = self._table(ends)

        def fill(rows: Ints, ignored: Bools, found: Bools) -> None:
            fill_approached(table, _allocate_workspace(table), ignored, rows, found)

        return fill_symmetric(fill, len(ends), len(self._obstacles), None, threads)

    def _table(self, ends: Sequence[Shape]) -> TableArrays:
        convex = [decompose(shape) for shape in ends]
        every = _to_arrays([part for some in convex for part in some])
        return TableArrays(every, _offsets(map(len, convex)), self._arrays, *self._discs)

    @cached_property
    def _discs(self) -> list[Floats]:
        """Discs round the obstacles: x and y of their middles, and their radii."""
        rows = [(*part.middle, part.bounding_radius) for part in self._obstacles]
        return list(np.array(rows, np.float64).reshape(-1, 3).T.copy())


def _to_arrays(shapes: Sequence[ConvexPart]) -> ShapeArrays:
    x, y = np.array([point for shape in shapes for point in shape.points], np.float64).reshape(-1, 2).T.copy()
    radius = np.array([shape.radius for shape in shapes], np.float64)
    return ShapeArrays(x, y, radius, _offsets(len(shape.points) for shape in shapes))


def _offsets(sizes: Iterable[int]) -> Ints:
    """Return where each of some consecutive runs begins, and where the last one ends: shape (runs + 1,)."""
    return np.array([*accumulate(sizes, initial=0)], np.int64)


def _allocate_workspace(table: TableArrays) -> CorridorWorkspace:
    corners, obstacles = len(table.obstacles.x), len(table.obstacles.radius)
    largest = int(np.diff(table.parts.first).max(initial=0))
    kept = np.zeros((2, corners))
    # For each corner of an obstacle a circle and two edges are intersected with the outlines of both ends: with each
    # edge of a polygon in at most 2 + 1 + 1 points, with a disc in at most 2 + 2 + 2.
    points = 2 * max(6, 4 * largest) * corners
    return CorridorWorkspace(
        obstacles=ShapeArrays(kept[0], kept[1], np.zeros(obstacles), np.zeros(obstacles + 1, np.int64)),
        corners=kept,
        is_near_start=np.zeros(obstacles, np.bool_),
        is_near_stop=np.zeros(obstacles, np.bool_),
        is_between=np.zeros(obstacles, np.bool_),
        start=np.zeros((2, largest)),
        stop=np.zeros((2, largest)),
        points=np.zeros((2, points)),
    )
