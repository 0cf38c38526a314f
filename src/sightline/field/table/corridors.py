"""Between which shapes on a free table there is a way to see, for all pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import accumulate, chain
from math import sqrt
from os import cpu_count

import numpy as np

from sightline.field.table.kinds import Bools, Floats, Grid, Ints, Room, Shapes, World
from sightline.field.table.rows import fill_rows
from sightline.field.table.walking import fill_lines
from sightline.plane import SAME, Disc, Shape, Spot
from sightline.plane.parts import Part, parts
from sightline.plane.shapes import apart, spots


class Obstacles:
    """What cuts lines on a free table, made ready for many questions.

    Each gives a symmetric matrix of shape (n, n) for n ends, which see themselves. `ignored`, of shape (n, m) for m
    obstacles, says which of these do not count for lines from or to an end. No answer depends on the number of
    threads, which is that of the processors unless told.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._parts = [Part(tuple(spots(shape)), shape.radius if isinstance(shape, Disc) else 0.0) for shape in shapes]
        self._shapes = _packed(self._parts)

    def open_pairs(self, ends: Sequence[Shape], ignored: Bools | None = None, *, threads: int | None = None) -> Bools:
        """Tell between which shapes there is a corridor: where `widest_corridor` finds one at least 1e-6 inch wide."""
        pieces = [parts(shape) for shape in ends]
        world = World(
            _packed([part for some in pieces for part in some]),
            _firsts(map(len, pieces)),
            self._shapes,
            *self._discs,
        )

        def fill(rows: Ints, ignored: Bools, found: Bools) -> None:
            fill_rows(world, _room(world), ignored, rows, found)

        return self._filled(fill, len(ends), ignored, threads)

    def open_lines(self, places: Sequence[Spot], ignored: Bools | None = None, *, threads: int | None = None) -> Bools:
        """Tell which straight lines from place to place keep half of 1e-6 inch from every obstacle."""
        x, y = np.array(places, np.float64).reshape(-1, 2).T.copy()

        def fill(rows: Ints, ignored: Bools, found: Bools) -> None:
            sides = self._sides[~ignored.any(axis=0)]
            fill_lines(self._shapes, self._grid, sides, x, y, ignored, rows, found)

        return self._filled(fill, len(places), ignored, threads)

    def _filled(
        self, fill: Callable[[Ints, Bools, Bools], None], count: int, ignored: Bools | None, threads: int | None
    ) -> Bools:
        """Fill a matrix, every so many rows at a time: early rows have more to do than late ones."""
        found, shape = np.zeros((count, count), np.bool_), (count, len(self._parts))
        ignored = np.zeros(shape, np.bool_) if ignored is None else np.ascontiguousarray(ignored, np.bool_)
        if ignored.shape != shape:
            raise ValueError(f"what is ignored has shape {ignored.shape}, not {shape}")
        threads = threads or cpu_count() or 1
        stride = 4 * threads
        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(lambda first: fill(np.arange(first, count, stride), ignored, found), range(stride)):
                pass
        return found

    @cached_property
    def _discs(self) -> list[Floats]:
        """The middles of discs round the obstacles, and their radii."""
        rows = [(*part.middle, part.reach) for part in self._parts]
        return list(np.array(rows, np.float64).reshape(-1, 3).T.copy())

    @cached_property
    def _sides(self) -> Floats:
        """The longest side of each obstacle, of a disc one of no length."""
        longest = [max(part.edges, key=lambda edge: apart(*edge)) for part in self._parts]
        return np.array(longest, np.float64).reshape(-1, 4)

    @cached_property
    def _grid(self) -> Grid:
        return _grid_of(self._parts)


def _grid_of(things: Sequence[Part]) -> Grid:
    """Give a grid of about as many cells as there are things, each thing in all cells that the box round it meets."""
    boxes = np.array([_box(thing) for thing in things], np.float64).reshape(-1, 4)
    x, y = boxes[:, :2].min(axis=0, initial=0.0)
    width, height = boxes[:, 2:].max(axis=0, initial=0.0) - (x, y)
    size = max(sqrt(width * height / max(1, len(things))), SAME)
    columns, rows = int(width / size) + 1, int(height / size) + 1
    cells: list[list[int]] = [[] for _ in range(columns * rows)]
    for thing, (left, top, right, bottom) in enumerate((boxes - (x, y) * 2) // size):
        for row in range(int(top), int(bottom) + 1):
            for column in range(int(left), int(right) + 1):
                cells[row * columns + column].append(thing)
    return Grid(x, y, size, columns, rows, _firsts(map(len, cells)), np.array([*chain(*cells)], np.int64))


def _box(thing: Part) -> tuple[float, float, float, float]:
    """Give the box round a thing, a little larger than need be: where it begins and where it ends."""
    (xs, ys), far = zip(*thing.points, strict=True), thing.radius + SAME
    return min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far


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
