"""Between which shapes on a free table there is a corridor, for all pairs at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np

from sightline.field.corridors.corridor_kernels import fill_reached, fill_rows
from sightline.field.corridors.corridor_types import Bools, Floats, Ints, Room, Shapes, World
from sightline.field.corridors.parallel_fill import filled
from sightline.plane import Disc, Shape
from sightline.plane.convex_parts import Part, parts
from sightline.plane.shapes import spots


class Obstacles:
    """What cuts lines on a free table, made ready for many questions.

    `ignored`, of shape (n, m) for n ends and m obstacles, says which of these do not count for lines from or to an end.
    No answer depends on the number of threads, which is that of the processors unless told.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._parts = [Part(tuple(spots(shape)), shape.radius if isinstance(shape, Disc) else 0.0) for shape in shapes]
        self._shapes = _packed(self._parts)

    def open_pairs(
        self,
        ends: Sequence[Shape],
        ignored: Bools | None = None,
        *,
        wanted: Bools | None = None,
        threads: int | None = None,
    ) -> Bools:
        """Tell between which shapes there is a corridor: where `widest_corridor` finds one at least 1e-6 inch wide.

        Gives a symmetric matrix of shape (n, n); ends see themselves. With `wanted`, another one, it tells that of the
        pairs for which this holds.
        """
        world = self._world(ends)
        asked = np.ones((len(ends), len(ends)), np.bool_) if wanted is None else wanted

        def fill(rows: Ints, ignored: Bools, found: Bools) -> None:
            fill_rows(world, _room(world), ignored, asked, rows, found)

        found = filled(fill, (len(ends), len(self._parts)), ignored, threads)
        np.fill_diagonal(found, val=True)
        return found

    def reached_pairs(self, ends: Sequence[Shape], *, threads: int | None = None) -> Bools:
        """Tell between which shapes any obstacle comes: whether lines are open there may depend on these."""
        if not self._parts:
            return np.zeros((len(ends), len(ends)), np.bool_)
        world = self._world(ends)

        def fill(rows: Ints, ignored: Bools, found: Bools) -> None:
            fill_reached(world, _room(world), ignored, rows, found)

        return filled(fill, (len(ends), len(self._parts)), None, threads)

    def _world(self, ends: Sequence[Shape]) -> World:
        pieces = [parts(shape) for shape in ends]
        return World(
            _packed([part for some in pieces for part in some]), _firsts(map(len, pieces)), self._shapes, *self._discs
        )

    @cached_property
    def _discs(self) -> list[Floats]:
        """The middles of discs round the obstacles, and their radii."""
        rows = [(*part.middle, part.reach) for part in self._parts]
        return list(np.array(rows, np.float64).reshape(-1, 3).T.copy())


def _packed(things: Sequence[Part]) -> Shapes:
    x, y = np.array([point for thing in things for point in thing.points], np.float64).reshape(-1, 2).T.copy()
    radius = np.array([thing.radius for thing in things], np.float64)
    return Shapes(x, y, radius, _firsts(len(thing.points) for thing in things))


def _firsts(sizes: Iterable[int]) -> Ints:
    """Give where each of some runs begins that follow each other, and where the last one ends."""
    return np.array([*accumulate(sizes, initial=0)], np.int64)


def _room(world: World) -> Room:
    corners, things = len(world.obstacles.x), len(world.obstacles.radius)
    most = int(np.diff(world.ends.first).max(initial=0))
    kept, places = np.zeros((2, corners)), 2 * max(6, 4 * most) * corners
    return Room(
        obstacles=Shapes(kept[0], kept[1], np.zeros(things), np.zeros(things + 1, np.int64)),
        corners=kept,
        is_near_start=np.zeros(things, np.bool_),
        is_near_stop=np.zeros(things, np.bool_),
        is_between=np.zeros(things, np.bool_),
        start=np.zeros((2, most)),
        stop=np.zeros((2, most)),
        places=np.zeros((2, places)),
    )
