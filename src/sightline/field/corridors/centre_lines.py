"""Between which places on a free table a straight line is open, exactly, for all pairs at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import sqrt

import numpy as np
import numpy.typing as npt

from sightline.field.corridors.corridor_types import Bools, Grid, Ints, Walls
from sightline.field.corridors.grid_walk import fill_lines, lay_out
from sightline.field.corridors.parallel_fill import filled
from sightline.plane import Disc, Shape


class StraightLines:
    """What cuts straight lines on a free table, made ready for many questions: all that meets them, if only just.

    Coordinates and radii are taken to the nearest thousandth of an inch, up to 1000 inches; all else is exact.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._walls = _walls_of(shapes)
        self._grid = _grid_of(self._walls.sides)

    def open_pairs(self, places: npt.ArrayLike, ignored: Bools | None = None, *, threads: int | None = None) -> Bools:
        """Tell between which places, an array of shape (n, 2) in inches, the straight line meets no shape.

        Gives a symmetric matrix of shape (n, n). `ignored`, of shape (n, m) for m shapes, says which of these do not
        count for lines from or to a place. The answer does not depend on the number of threads, which is that of the
        processors unless told.
        """
        whole = _thousandths(places).reshape(-1, 2)
        order = _from_near_to_near(whole)

        def fill(rows: Ints, ignored: Bools, found: Bools) -> None:
            fill_lines(self._walls, self._grid, whole, order, rows, ignored, found)

        return filled(fill, (len(whole), len(self._walls.boxes)), ignored, threads, least=200)


def _thousandths(inches: npt.ArrayLike) -> Ints:
    return np.rint(np.asarray(inches, np.float64) * 1000).astype(np.int64)


def _from_near_to_near(places: Ints) -> Ints:
    """Give an order of places in which most are near the one before: there and back through strips across the table."""
    if not len(places):
        return np.arange(0)
    x, y = (places - places.min(axis=0)).T
    strip = y // max(1, int(1.5 * sqrt(int(x.max()) * int(y.max()) / len(places))))
    return np.lexsort((np.where(strip % 2 == 0, x, -x), strip))


def _walls_of(shapes: Sequence[Shape]) -> Walls:
    outlines = [() if isinstance(shape, Disc) else shape.corners for shape in shapes]
    sizes = np.array([len(outline) for outline in outlines], np.int64)
    first, has_sides = np.append(0, np.cumsum(sizes)), sizes > 0
    starts, ends = first[:-1][has_sides], first[1:][has_sides]
    corners = _thousandths(list(chain(*outlines))).reshape(-1, 2)
    following = np.arange(1, len(corners) + 1)
    following[ends - 1] = starts
    sides = np.column_stack((corners, corners[following], np.repeat(np.arange(len(shapes)), sizes)))
    boxes = np.zeros((len(shapes), 4), np.int64)
    if len(starts):
        boxes[has_sides] = np.column_stack([each.reduceat(corners, starts) for each in (np.minimum, np.maximum)])
    discs = _thousandths([(*shape.centre, shape.radius) for shape in shapes if isinstance(shape, Disc)]).reshape(-1, 3)
    return Walls(sides, first, boxes, np.column_stack((discs, np.flatnonzero(~has_sides))))


def _grid_of(sides: Ints) -> Grid:
    """Give a grid of so many cells that a side comes into a few of them."""
    if not len(sides):
        return lay_out(sides, 0, 0, 1, 1, 1)
    corners = sides[:, :2]
    (x, y), (width, height) = corners.min(axis=0).tolist(), np.ptp(corners, axis=0).tolist()
    far = int(np.abs(sides[:, :2] - sides[:, 2:4]).sum())
    size = 1 + int(max(sqrt(width * height / len(sides)), far / len(sides)))
    return lay_out(sides, x, y, size, width // size + 1, height // size + 1)
