"""Between which places on a free table a straight line is open, exactly, for all pairs at once."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from sightline.field.table.kinds import Bools, Grid, Ints, Walls
from sightline.field.table.matrices import filled
from sightline.field.table.walking import fill_lines, lay_out
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
    sides, boxes, discs, first = [np.empty((0, 5), np.int64)], np.zeros((len(shapes), 4), np.int64), [], [0]
    for number, shape in enumerate(shapes):
        if isinstance(shape, Disc):
            discs.append([*_thousandths([*shape.centre, shape.radius]), number])
        else:
            corners = _thousandths(shape.corners)
            numbers = np.full(len(corners), number)
            sides.append(np.column_stack((corners, np.roll(corners, -1, axis=0), numbers)))
            boxes[number] = *corners.min(axis=0), *corners.max(axis=0)
        first.append(first[-1] + (0 if isinstance(shape, Disc) else len(shape.corners)))
    return Walls(np.concatenate(sides), np.array(first), boxes, np.array(discs, np.int64).reshape(-1, 4))


def _grid_of(sides: Ints) -> Grid:
    """Give a grid of so many cells that a side comes into a few of them."""
    if not len(sides):
        return lay_out(sides, 0, 0, 1, 1, 1)
    corners = sides[:, :2]
    (x, y), (width, height) = corners.min(axis=0).tolist(), np.ptp(corners, axis=0).tolist()
    far = int(np.abs(sides[:, :2] - sides[:, 2:4]).sum())
    size = 1 + int(max(sqrt(width * height / len(sides)), far / len(sides)))
    return lay_out(sides, x, y, size, width // size + 1, height // size + 1)
