"""Straight lines from place to place: those that run into the shadow of some side of an obstacle are cut, whatever else
there is; the others are walked from cell to cell of a grid until something cuts them.
"""

from __future__ import annotations

from math import floor, hypot, inf

import numpy as np

from sightline.field.compiled import compiled, entry
from sightline.field.table.kinds import Bools, Floats, Grid, Ints, Line, Shapes
from sightline.field.table.lines import is_cut
from sightline.plane import SAME


@entry
def fill_lines(
    obstacles: Shapes, grid: Grid, sides: Floats, x: Floats, y: Floats, ignored: Bools, rows: Ints, found: Bools
) -> None:
    """Tell, for some places, whether the lines to itself and to later places are open; into both halves of a matrix.

    The sides, one to a row with both ends, are those of obstacles that count for all places.
    """
    for i in rows:
        found[i, i] = True
        depths = _depths(sides, x[i + 1 :] - x[i], y[i + 1 :] - y[i], x[i], y[i])
        for j in range(i + 1, len(found)):
            is_open = depths[j - i - 1] <= 0
            if is_open:
                is_open = _is_open(obstacles, grid, x[i], y[i], x[j], y[j], ignored[i], ignored[j])
            found[i, j] = found[j, i] = is_open


@compiled
def _depths(sides: Floats, to_x: Floats, to_y: Floats, x: Floats, y: Floats) -> Floats:
    """Tell which ways from a place lead into a shadow: for these it gives a positive number.

    A shadow lies between the lines to the ends of a side, beyond it. The loop over the ways runs in vector registers.
    """
    depths = np.full(len(to_x), -inf)
    for k in range(len(sides)):
        ax, ay, bx, by = sides[k, 0] - x, sides[k, 1] - y, sides[k, 2] - x, sides[k, 3] - y
        area = ax * by - ay * bx
        if area < 0:
            ax, ay, bx, by, area = bx, by, ax, ay, -area
        for j in range(len(to_x)):
            past_a, past_b = ax * to_y[j] - ay * to_x[j], to_x[j] * by - to_y[j] * bx
            beyond = to_x[j] * (by - ay) - to_y[j] * (bx - ax) - area
            depths[j] = max(depths[j], min(past_a, past_b, beyond))
    return depths


@compiled
def _is_open(
    obstacles: Shapes, grid: Grid, ax: float, ay: float, bx: float, by: float, ignored: Bools, also: Bools
) -> bool:
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy)
    if length < SAME:
        return True
    ux, uy = dx / length, dy / length
    line, start = Line(ux, uy, ay * ux - ax * uy), ax * ux + ay * uy
    column, row = floor((ax - grid.x) / grid.size), floor((ay - grid.y) / grid.size)
    right, down = 1 if dx > 0 else -1, 1 if dy > 0 else -1
    steps = abs(floor((bx - grid.x) / grid.size) - column) + abs(floor((by - grid.y) / grid.size) - row)
    next_x = (grid.x + (column + (dx > 0)) * grid.size - ax) / dx if dx else inf
    next_y = (grid.y + (row + (dy > 0)) * grid.size - ay) / dy if dy else inf
    each_x, each_y = (grid.size / abs(dx) if dx else inf), (grid.size / abs(dy) if dy else inf)
    for _ in range(steps + 1):
        if 0 <= column < grid.columns and 0 <= row < grid.rows:
            cell = row * grid.columns + column
            for k in range(grid.first[cell], grid.first[cell + 1]):
                i = grid.things[k]
                if is_cut(obstacles, i, line, start, start + length) and not ignored[i] and not also[i]:
                    return False
        if next_x < next_y:
            column, next_x = column + right, next_x + each_x
        else:
            row, next_y = row + down, next_y + each_y
    return True
