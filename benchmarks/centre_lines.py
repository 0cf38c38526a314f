"""Between which points on a table a straight line meets no wall: exact, for all pairs at once.

The counterpart of shapely's prepared geometry, which answers the same question. Coordinates are whole thousandths of an
inch, up to 1000 inches, and all decisions are made in int64; a line that touches a wall meets it.

Lines are walked from cell to cell of a uniform grid that holds the edges of walls, until one cuts them. The edges that
cut the last line, and the last line to the same point, are tried first: as points come in an order in which most are
near the one before, that spares most of the walks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import floor, inf, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.field.jit import compiled, entry
from sightline.plane import Polygon

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

_NOTHING = -1
"""The number of no edge."""


class _WallArrays(NamedTuple):
    """Walls: their edges, shape (edges, 4), as ax, ay, bx, by; those of wall i begin at `first[i]`, shape (walls + 1,).

    `boxes`, shape (walls, 4), are the least x and y and the greatest x and y of each wall.
    """

    edges: Ints
    first: Ints
    boxes: Ints


class _EdgeGrid(NamedTuple):
    """A uniform grid of square cells, row by row, and copies of the edges that come near each cell.

    The edges of a cell are `first[cell]` up to but excluding `first[cell + 1]` of `edges`, shape (n, 4). The grid
    begins at (x, y); `size` is the side of a cell.
    """

    x: int
    y: int
    size: int
    columns: int
    rows: int
    first: Ints
    edges: Ints


class _WholeSegment(NamedTuple):
    """A line of sight between two points."""

    ax: int
    ay: int
    bx: int
    by: int


class CentreLines:
    """The walls of a table, indexed for questions about any points."""

    def __init__(self, walls: Sequence[Polygon]) -> None:
        self._walls = _to_arrays(walls)
        self._grid = _build_grid(self._walls.edges)

    def find_open_pairs(self, points: npt.ArrayLike) -> Bools:
        """Return between which points, shape (n, 2) in inches, the straight line meets no wall.

        Shape (n, n), symmetric; on the diagonal stands whether the point itself lies in no wall.
        """
        whole = _to_thousandths(points).reshape(-1, 2)
        found = np.zeros((len(whole), len(whole)), np.bool_)
        _fill_open(self._walls, self._grid, whole, _find_order(whole), found)
        return found


def _to_thousandths(inches: npt.ArrayLike) -> Ints:
    return np.rint(np.asarray(inches, np.float64) * 1000).astype(np.int64)


def _find_order(points: Ints) -> Ints:
    """Return an order of points in which most are near the one before: boustrophedon, through strips of the table."""
    if not len(points):
        return np.arange(0)
    x, y = (points - points.min(axis=0)).T
    strip = y // max(1, int(1.5 * sqrt(int(x.max()) * int(y.max()) / len(points))))
    return np.lexsort((np.where(strip % 2 == 0, x, -x), strip))


def _to_arrays(walls: Sequence[Polygon]) -> _WallArrays:
    first = np.cumsum([0, *(len(wall.corners) for wall in walls)], dtype=np.int64)
    starts, ends = first[:-1], first[1:]
    corners = _to_thousandths(list(chain.from_iterable(wall.corners for wall in walls))).reshape(-1, 2)
    following = np.arange(1, len(corners) + 1)
    following[ends - 1] = starts
    boxes = np.column_stack([each.reduceat(corners, starts) for each in (np.minimum, np.maximum)])
    return _WallArrays(np.column_stack((corners, corners[following])), first, boxes)


def _build_grid(edges: Ints) -> _EdgeGrid:
    """Return a grid with about as many cells as edges, none smaller than the mean edge."""
    if not len(edges):
        return _fill_grid(edges, 0, 0, 1, 1, 1)
    corners = edges[:, :2]
    (x, y), (width, height) = corners.min(axis=0).tolist(), np.ptp(corners, axis=0).tolist()
    total = int(np.abs(edges[:, :2] - edges[:, 2:]).sum())
    size = 1 + int(max(sqrt(width * height / len(edges)), total / len(edges)))
    return _fill_grid(edges, x, y, size, width // size + 1, height // size + 1)


@entry
def _fill_grid(edges: Ints, x: int, y: int, size: int, columns: int, rows: int) -> _EdgeGrid:
    """Return the grid in which each edge is in all cells that it comes near to: counting sort, in two passes."""
    first, sorted_edges = np.zeros(columns * rows + 1, np.int64), np.empty((0, 4), np.int64)
    for is_counted in (False, True):
        into = first[:-1].copy()
        for edge in edges:
            top, bottom = (min(edge[1], edge[3]) - 1 - y) // size, (max(edge[1], edge[3]) + 1 - y) // size
            for row in range(max(0, top), min(rows - 1, bottom) + 1):
                low, high = _span_in_strip(edge, y + row * size - 1, y + (row + 1) * size + 1)
                left, right = floor((low - 1 - x) / size), floor((high + 1 - x) / size)
                for cell in range(row * columns + max(0, left), row * columns + min(columns - 1, right) + 1):
                    if is_counted:
                        sorted_edges[into[cell]] = edge
                        into[cell] += 1
                    else:
                        first[cell + 1] += 1
        if not is_counted:
            for cell in range(columns * rows):
                first[cell + 1] += first[cell]
            sorted_edges = np.empty((first[-1], 4), np.int64)
    return _EdgeGrid(x, y, size, columns, rows, first, sorted_edges)


@compiled
def _span_in_strip(edge: Ints, top: int, bottom: int) -> tuple[float, float]:
    """Return the least and the greatest x, up to rounding, of an edge within a horizontal strip that it enters."""
    ax, ay, bx, by = edge[0], edge[1], edge[2], edge[3]
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    if ay == by:
        return float(min(ax, bx)), float(max(ax, bx))
    slope = (bx - ax) / (by - ay)
    one, other = ax + slope * (max(top, ay) - ay), ax + slope * (min(bottom, by) - ay)
    return min(one, other), max(one, other)


@entry
def _fill_open(walls: _WallArrays, grid: _EdgeGrid, points: Ints, order: Ints, found: Bools) -> None:
    """Set in `found`, shape (n, n), the pairs of points, shape (n, 2), with an open line."""
    latest = np.full(len(points), _NOTHING)
    for row in range(len(order)):
        i, recent = order[row], _NOTHING
        if _is_inside_any(walls, points[i, 0], points[i, 1]):
            continue
        for j in order[row:]:
            line = _WholeSegment(points[i, 0], points[i, 1], points[j, 0], points[j, 1])
            cut = latest[j]
            if not _is_cut_by(grid.edges, cut, line):
                cut = recent
                if not _is_cut_by(grid.edges, cut, line):
                    cut = _find_cut(grid, line)
            if cut != _NOTHING:
                latest[j] = recent = cut
            else:
                found[i, j] = found[j, i] = True


@compiled
def _find_cut(grid: _EdgeGrid, line: _WholeSegment) -> int:
    """Return the number of an edge of the grid that cuts a line, else _NOTHING, by the walk of Amanatides and Woo."""
    ax, ay = (line.ax - grid.x) / grid.size, (line.ay - grid.y) / grid.size
    bx, by = (line.bx - grid.x) / grid.size, (line.by - grid.y) / grid.size
    column, row = floor(ax), floor(ay)
    right, down = 1 if bx > ax else -1, 1 if by > ay else -1
    each_x, each_y = (1 / abs(bx - ax) if bx != ax else inf), (1 / abs(by - ay) if by != ay else inf)
    next_x = abs(column + (bx > ax) - ax) * each_x if bx != ax else inf
    next_y = abs(row + (by > ay) - ay) * each_y if by != ay else inf
    for _ in range(abs(floor(bx) - column) + abs(floor(by) - row) + 1):
        if 0 <= column < grid.columns and 0 <= row < grid.rows:
            cell = row * grid.columns + column
            for k in range(grid.first[cell], grid.first[cell + 1]):
                if _is_cut_by(grid.edges, k, line):
                    return k
        if next_x < next_y:
            column, next_x = column + right, next_x + each_x
        else:
            row, next_y = row + down, next_y + each_y
    return _NOTHING


@compiled
def _is_cut_by(edges: Ints, k: int, line: _WholeSegment) -> bool:
    """Return whether edge k, shape (n, 4), cuts or touches a line; False for _NOTHING."""
    if k == _NOTHING:
        return False
    cx, cy, ex, ey = edges[k, 0] - line.ax, edges[k, 1] - line.ay, edges[k, 2] - line.ax, edges[k, 3] - line.ay
    dx, dy = line.bx - line.ax, line.by - line.ay
    one, other = dx * cy - dy * cx, dx * ey - dy * ex
    if (one > 0 and other > 0) or (one < 0 and other < 0):
        return False
    ux, uy = ex - cx, ey - cy
    start = uy * cx - ux * cy
    stop = start + ux * dy - uy * dx
    if (start > 0 and stop > 0) or (start < 0 and stop < 0):
        return False
    return one != 0 or other != 0 or _do_boxes_meet(cx, cy, ex, ey, dx, dy)


@compiled
def _do_boxes_meet(cx: int, cy: int, ex: int, ey: int, dx: int, dy: int) -> bool:
    """Return whether the bounding boxes of (0, 0) to (dx, dy) and of (cx, cy) to (ex, ey) meet."""
    is_beside = max(cx, ex) < min(0, dx) or min(cx, ex) > max(0, dx)
    return not (is_beside or max(cy, ey) < min(0, dy) or min(cy, ey) > max(0, dy))


@compiled
def _is_inside_any(walls: _WallArrays, x: int, y: int) -> bool:
    for i in range(len(walls.boxes)):
        is_in_box = walls.boxes[i, 0] < x < walls.boxes[i, 2] and walls.boxes[i, 1] < y < walls.boxes[i, 3]
        if is_in_box and _is_inside(walls.edges[walls.first[i] : walls.first[i + 1]], x, y):
            return True
    return False


@compiled
def _is_inside(edges: Ints, x: int, y: int) -> bool:
    """Return whether a point lies in an outline: whether the ray to its right crosses an odd number of edges."""
    is_inside = False
    for edge in edges:
        ax, ay, bx, by = edge[0] - x, edge[1] - y, edge[2] - x, edge[3] - y
        if (ay > 0) != (by > 0) and (ax * by - ay * bx > 0) == (by > ay):
            is_inside = not is_inside
    return is_inside
