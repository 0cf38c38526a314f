"""Which straight lines from place to place meet nothing, decided in whole numbers: what touches a line cuts it.

Lines are walked from cell to cell of a grid until a side cuts them. What cut the line before, or the line to the same
place from the place before, is asked first: where places come in an order in which each is near the one before it,
that spares most of the walks.
"""

from __future__ import annotations

from math import floor, inf

import numpy as np

from sightline.field.corridors.corridor_types import Bools, Grid, Ints, Segment, Walls
from sightline.field.jit import compiled, entry

NOTHING = -1


@entry
def fill_lines(walls: Walls, grid: Grid, places: Ints, order: Ints, rows: Ints, ignored: Bools, found: Bools) -> None:
    """Note, for some places, that lines to itself and to later ones are open, in both halves of a matrix.

    Rows are where these places come in the order. Row i of what is ignored tells which walls do not count for place i.
    """
    latest, holding = np.full(len(places), NOTHING), np.empty(len(walls.boxes), np.int64)
    things = grid.things
    for row in rows:
        i, recent = order[row], NOTHING
        held = _gather_holding(walls, places[i, 0], places[i, 1], ignored[i], holding)
        for j in order[row:]:
            line = Segment(places[i, 0], places[i, 1], places[j, 0], places[j, 1])
            cut = latest[j]
            if not _is_cut_by(things, cut, line) or _is_ignored(things, cut, ignored, i, j):
                cut = recent
                if not _is_cut_by(things, cut, line) or _is_ignored(things, cut, ignored, i, j):
                    cut = _first_cut(grid, line, ignored, i, j)
            if cut != NOTHING:
                latest[j] = recent = cut
            elif not _is_held(holding, held, ignored, j) and not _is_cut_by_disc(walls.discs, line, ignored, i, j):
                found[i, j] = found[j, i] = True


@entry
def lay_out(sides: Ints, x: int, y: int, size: int, columns: int, rows: int) -> Grid:
    """Give the grid of that many cells in which each side is in all cells that it comes near to."""
    first, things = np.zeros(columns * rows + 1, np.int64), np.empty((0, 5), np.int64)
    for is_counted in (False, True):
        into = first[:-1].copy()
        for side in sides:
            top, bottom = (min(side[1], side[3]) - 1 - y) // size, (max(side[1], side[3]) + 1 - y) // size
            for row in range(max(0, top), min(rows - 1, bottom) + 1):
                low, high = _between(side, y + row * size - 1, y + (row + 1) * size + 1)
                left, right = floor((low - 1 - x) / size), floor((high + 1 - x) / size)
                for cell in range(row * columns + max(0, left), row * columns + min(columns - 1, right) + 1):
                    if is_counted:
                        things[into[cell]] = side
                        into[cell] += 1
                    else:
                        first[cell + 1] += 1
        if not is_counted:
            for cell in range(columns * rows):
                first[cell + 1] += first[cell]
            things = np.empty((first[-1], 5), np.int64)
    return Grid(x, y, size, columns, rows, first, things)


@compiled
def _between(side: Ints, top: int, bottom: int) -> tuple[float, float]:
    """Give from where to where, more or less, a side reaches in a strip across the table that it comes into."""
    ax, ay, bx, by = side[0], side[1], side[2], side[3]
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    if ay == by:
        return float(min(ax, bx)), float(max(ax, bx))
    slope = (bx - ax) / (by - ay)
    one, other = ax + slope * (max(top, ay) - ay), ax + slope * (min(bottom, by) - ay)
    return min(one, other), max(one, other)


@compiled
def _first_cut(grid: Grid, line: Segment, ignored: Bools, i: int, j: int) -> int:
    """Give a side that cuts a line, as one of the things in the grid, or NOTHING."""
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
                if _is_cut_by(grid.things, k, line) and not _is_ignored(grid.things, k, ignored, i, j):
                    return k
        if next_x < next_y:
            column, next_x = column + right, next_x + each_x
        else:
            row, next_y = row + down, next_y + each_y
    return NOTHING


@compiled
def _is_cut_by(things: Ints, k: int, line: Segment) -> bool:
    """Tell whether a side, or NOTHING, cuts a line."""
    if k == NOTHING:
        return False
    cx, cy, ex, ey = things[k, 0] - line.ax, things[k, 1] - line.ay, things[k, 2] - line.ax, things[k, 3] - line.ay
    dx, dy = line.bx - line.ax, line.by - line.ay
    one, other = dx * cy - dy * cx, dx * ey - dy * ex
    if (one > 0 and other > 0) or (one < 0 and other < 0):
        return False
    ux, uy = ex - cx, ey - cy
    start = uy * cx - ux * cy
    stop = start + ux * dy - uy * dx
    if (start > 0 and stop > 0) or (start < 0 and stop < 0):
        return False
    return one != 0 or other != 0 or _share_box(cx, cy, ex, ey, dx, dy)


@compiled
def _is_ignored(things: Ints, k: int, ignored: Bools, i: int, j: int) -> bool:
    """Tell whether a side does not count for one of the ends."""
    return bool(ignored[i, things[k, 4]] or ignored[j, things[k, 4]])


@compiled
def _share_box(cx: int, cy: int, ex: int, ey: int, dx: int, dy: int) -> bool:
    """Tell whether the box round a line, which begins at nothing, and that round another one meet."""
    is_beside = max(cx, ex) < min(0, dx) or min(cx, ex) > max(0, dx)
    return not (is_beside or max(cy, ey) < min(0, dy) or min(cy, ey) > max(0, dy))


@compiled
def _gather_holding(walls: Walls, x: int, y: int, ignored: Bools, into: Ints) -> int:
    """Collect the outlines round a place that count for it; gives how many there are."""
    count = 0
    for i in range(len(walls.boxes)):
        if ignored[i] or not (walls.boxes[i, 0] < x < walls.boxes[i, 2] and walls.boxes[i, 1] < y < walls.boxes[i, 3]):
            continue
        if _holds(walls.sides[walls.first[i] : walls.first[i + 1]], x, y):
            into[count] = i
            count += 1
    return count


@compiled
def _holds(sides: Ints, x: int, y: int) -> bool:
    """Tell whether a place lies in an outline: whether the ray to the right crosses an odd number of its sides."""
    is_inside = False
    for side in sides:
        ax, ay, bx, by = side[0] - x, side[1] - y, side[2] - x, side[3] - y
        if (ay > 0) != (by > 0) and (ax * by - ay * bx > 0) == (by > ay):
            is_inside = not is_inside
    return is_inside


@compiled
def _is_held(holding: Ints, count: int, ignored: Bools, j: int) -> bool:
    """Tell whether some outline counts for place j as well."""
    for k in range(count):
        number = holding[k]
        if not ignored[j, number]:
            return True
    return False


@compiled
def _is_cut_by_disc(discs: Ints, line: Segment, ignored: Bools, i: int, j: int) -> bool:
    """Tell whether some disc that counts for both its ends cuts a line."""
    dx, dy = line.bx - line.ax, line.by - line.ay
    for x, y, radius, number in discs:
        if _reaches(x - line.ax, y - line.ay, radius, dx, dy) and not (ignored[i, number] or ignored[j, number]):
            return True
    return False


@compiled
def _reaches(x: int, y: int, radius: int, dx: int, dy: int) -> bool:
    """Tell whether a disc meets a line that begins at nothing, on a table where no length has more than 21 bits."""
    along, square = x * dx + y * dy, dx * dx + dy * dy
    if along <= 0:
        return x * x + y * y <= radius * radius
    if along >= square:
        return (x - dx) ** 2 + (y - dy) ** 2 <= radius * radius
    # It does if aside^2 <= radius^2 * square. As these have too many bits, aside is taken as whole * radius + rest; and
    # where whole is more than the line is long, it does not.
    aside = abs(dx * y - dy * x)
    whole, rest = aside // radius, aside % radius
    if whole > abs(dx) + abs(dy) or whole * whole > square:
        return False
    return square - whole * whole >= -(-rest * (2 * whole * radius + rest) // (radius * radius))
