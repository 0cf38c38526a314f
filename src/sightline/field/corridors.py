"""Between which shapes on a free table a corridor is open, for all pairs at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from os import cpu_count

import numpy as np

from sightline.field.kernel import Bools, Room, Shapes, World, fill_rows
from sightline.plane import Disc, Shape
from sightline.plane.parts import Part, parts
from sightline.plane.shapes import spots


def open_pairs(ends: Sequence[Shape], obstacles: Sequence[Shape], ignored: Bools | None = None, threads: int | None = None) -> Bools:
    """Tell between which ends there is a corridor at least 1e-6 inch wide, as `widest_corridor` finds one.

    Gives a symmetric matrix of shape (n, n) for n ends, which are open to themselves. `ignored`, of shape (n, m) for m
    obstacles, says which of them do not count for lines from or to an end. Ends need an extent.
    """
    count = len(ends)
    found = np.zeros((count, count), np.bool_)
    if ignored is None:
        ignored = np.zeros((count, len(obstacles)), np.bool_)
    world = pack(ends, obstacles)
    threads = threads or cpu_count() or 1
    rows = [np.arange(i, count, 4*threads) for i in range(4*threads)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda some: fill_rows(world, _room(world), ignored, some, found), rows))
    return found


def pack(ends: Sequence[Shape], obstacles: Sequence[Shape]) -> World:
    """Give shapes as arrays of numbers."""
    pieces = [parts(shape) for shape in ends]
    things = [Part(tuple(spots(shape)), shape.radius if isinstance(shape, Disc) else 0.0) for shape in obstacles]
    x, y, reach = (np.array([row[k] for row in ((*p.middle, p.reach) for p in things)], np.float64) for k in range(3))
    return World(
        _shapes([part for some in pieces for part in some]), _firsts(map(len, pieces)), _shapes(things), x, y, reach
    )


def _shapes(parts: Sequence[Part]) -> Shapes:
    places = np.array([point for part in parts for point in part.points], np.float64).reshape(-1, 2).T
    x, y = np.ascontiguousarray(places)
    return Shapes(x, y, np.array([part.radius for part in parts], np.float64), _firsts(len(part.points) for part in parts))


def _firsts(sizes: Iterable[int]) -> np.ndarray:
    return np.array([*accumulate(sizes, initial=0)], np.int64)


def _room(world: World) -> Room:
    corners, things = len(world.obstacles.x), len(world.obstacles.radius)
    most = int(np.diff(world.ends.first).max(initial=0))
    places = 2 * max(6, 4 * most) * corners
    kept = np.zeros((2, corners))
    return Room(
        Shapes(kept[0], kept[1], np.zeros(things), np.zeros(things + 1, np.int64)),
        kept,
        *np.zeros((3, things), np.bool_),
        np.zeros((2, most)),
        np.zeros((2, most)),
        np.zeros((2, places)),
    )
