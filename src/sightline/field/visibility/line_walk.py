"""The exact course of a straight line over hexes or squares, as `sightline.lattice.trace` has it, in compiled code.

Cells are pairs (q, r), points pairs (x, y) in the integer coordinates of the grid, forms and rates triples, of which
squares use two. The steps over a side are +-(1, 0), +-(1, -1) and +-(0, 1) for the three forms of hexes, +-(1, 0) and
+-(0, 1) for the two of squares.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.field.jit import compiled, entry

Longs = npt.NDArray[np.int64]
Triple = tuple[int, int, int]
Pair = tuple[int, int]

CROSSED, CROSSINGS, ALONGS, CORNERS = range(4)


class Course(NamedTuple):
    """Room for the course of one line; `counts` says how many rows of each of the others are filled.

    - `crossed`: q, r, start, stop of each cell whose interior the line passes through.
    - `crossings`: q, r of the cell left, the step over the side, and where.
    - `alongs`: q, r of a cell, the step over the side that the line runs along, start, stop.
    - `corners`: x, y, and where.
    """

    crossed: Longs
    crossings: Longs
    alongs: Longs
    corners: Longs
    counts: Longs


def room_for(reach: int) -> Course:
    """Give room for the lines between points of cells at most so many steps apart."""
    rows = 4 * reach + 16
    crossed, crossings, alongs, corners = (np.zeros((rows, width), np.int64) for width in (4, 5, 6, 3))
    return Course(crossed, crossings, alongs, corners, np.zeros(4, np.int64))


@compiled
def centre(is_hex: bool, q: int, r: int) -> Pair:
    """Give the point in the middle of a cell."""
    return (3 * q, 2 * r + q) if is_hex else (2 * q + 1, 2 * r + 1)


@compiled
def _forms(is_hex: bool, x: int, y: int) -> Triple:
    return ((x + y) // 2, (x - y) // 2, y) if is_hex else (x, y, 0)


@compiled
def _step(is_hex: bool, form: int, sign: int) -> Pair:
    """Give the step over the side by which a line leaves a cell where that form grows, or falls, too far."""
    if form == 0:
        return sign, 0
    if form == 1 and is_hex:
        return sign, -sign
    return 0, sign


@compiled
def cells_at(is_hex: bool, x: int, y: int) -> tuple[int, Pair, Pair, Pair, Pair]:
    """Give how many cells hold a point, and which, clockwise: one for a centre, else all round the corner."""
    if is_hex:
        q, east = x // 3, x % 3
        if east == 0:
            own = (q, (y - q) // 2)
            return 1, own, own, own, own
        if east == 2:
            r = (y - q) // 2
            return 3, (q + 1, r - 1), (q + 1, r), (q, r), (q, r)
        r = (y - q - 1) // 2
        return 3, (q, r), (q + 1, r), (q, r + 1), (q, r + 1)
    q, r = x // 2, y // 2
    if x % 2:
        return 1, (q, r), (q, r), (q, r), (q, r)
    return 4, (q, r - 1), (q, r), (q - 1, r), (q - 1, r - 1)


@compiled
def _is_ahead(is_hex: bool, cell: Pair, corner: Pair, rates: Triple) -> bool:
    """Tell whether a line, going on from a corner of a cell, stays in it or on one of its sides."""
    x, y = centre(is_hex, cell[0], cell[1])
    middle, here = _forms(is_hex, x, y), _forms(is_hex, corner[0], corner[1])
    for form in range(3):
        if (middle[form] - here[form]) * rates[form] < 0:
            return False
    return True


@compiled
def _ahead(is_hex: bool, corner: Pair, rates: Triple) -> tuple[int, Pair, Pair]:
    """Give how many cells lie ahead at a corner, one or two, and which."""
    around = cells_at(is_hex, corner[0], corner[1])
    count, found, other = 0, around[1], around[1]
    for k in range(around[0]):
        cell = around[1] if k == 0 else around[2] if k == 1 else around[3] if k == 2 else around[4]
        if _is_ahead(is_hex, cell, corner, rates):
            if count == 0:
                found = cell
            other = cell
            count += 1
    return count, found, other


@compiled
def _lcm(a: int, b: int) -> int:
    return a if b == 0 else b if a == 0 else a // gcd(a, b) * b


@compiled
def _position(is_hex: bool, point: Pair, values: Triple, rates: Triple, unit: int) -> int:
    """Give where on the line a point lies."""
    here = _forms(is_hex, point[0], point[1])
    form = 0 if rates[0] else 1 if rates[1] else 2
    return (here[form] - values[form]) * (unit // rates[form])


@compiled
def _factors(rates: Triple, unit: int) -> Triple:
    """Give how far along the line each form grows by one, 0 for a form that stays as it is."""
    return (
        unit // rates[0] if rates[0] else 0,
        unit // rates[1] if rates[1] else 0,
        unit // rates[2] if rates[2] else 0,
    )


@compiled
def _exit(middle: int, value: int, factor: int, unit: int) -> int:
    """Give where the line leaves a cell, or would, by one form; past its end where the form stays as it is."""
    if factor == 0:
        return unit + 1
    return (middle + (1 if factor > 0 else -1) - value) * factor


@compiled
def _growth(is_hex: bool, form: int) -> Triple:
    """Give how much the forms grow by a step over the side of one of them."""
    if not is_hex:
        return (2, 0, 0) if form == 0 else (0, 2, 0)
    return (2, 1, 1) if form == 0 else (1, 2, -1) if form == 1 else (1, -1, 2)


@compiled
def _add_corner(course: Course, x: int, y: int, at: int) -> None:
    row = course.counts[CORNERS]
    course.corners[row, 0], course.corners[row, 1], course.corners[row, 2] = x, y, at
    course.counts[CORNERS] = row + 1


@compiled
def _add_crossed(course: Course, cell: Pair, start: int, stop: int) -> None:
    row = course.counts[CROSSED]
    course.crossed[row, 0], course.crossed[row, 1] = cell
    course.crossed[row, 2], course.crossed[row, 3] = start, stop
    course.counts[CROSSED] = row + 1


@compiled
def _add_side(rows: Longs, row: int, cell: Pair, step: Pair, start: int) -> None:
    rows[row, 0], rows[row, 1] = cell
    rows[row, 2], rows[row, 3] = step
    rows[row, 4] = start


@compiled
def _pass_corners(
    is_hex: bool, corner: Pair, at: int, stop: Pair, values: Triple, rates: Triple, unit: int, course: Course
) -> tuple[bool, Pair, int]:
    """Go on from a corner, along sides if need be: whether the line enters another cell, which, and where."""
    while corner != stop:
        count, cell, other = _ahead(is_hex, corner, rates)
        if count == 1:
            return True, cell, at
        (x, y), (other_x, other_y) = centre(is_hex, cell[0], cell[1]), centre(is_hex, other[0], other[1])
        corner = (x + other_x - corner[0], y + other_y - corner[1])
        row, step = course.counts[ALONGS], (other[0] - cell[0], other[1] - cell[1])
        _add_side(course.alongs, row, cell, step, at)
        at = _position(is_hex, corner, values, rates, unit)
        course.alongs[row, 5] = at
        course.counts[ALONGS] = row + 1
        _add_corner(course, corner[0], corner[1], at)
    return False, (0, 0), at


@compiled
def _cross_cells(
    is_hex: bool, cell: Pair, entered: int, values: Triple, rates: Triple, unit: int, course: Course
) -> tuple[bool, Pair, int]:
    """Go from cell to cell over sides: whether a corner comes before the line's end, which, and where."""
    x, y = centre(is_hex, cell[0], cell[1])
    middle, factors = _forms(is_hex, x, y), _factors(rates, unit)
    a, b = _exit(middle[0], values[0], factors[0], unit), _exit(middle[1], values[1], factors[1], unit)
    c = _exit(middle[2], values[2], factors[2], unit)
    while True:
        left = min(a, b, c)
        if left > unit:
            _add_crossed(course, cell, entered, unit)
            return False, (0, 0), unit
        _add_crossed(course, cell, entered, left)
        first, last = 0 if a == left else 1 if b == left else 2, 2 if c == left else 1 if b == left else 0
        sign = 1 if rates[first] > 0 else -1
        step = _step(is_hex, first, sign)
        if first != last:
            other = _step(is_hex, last, 1 if rates[last] > 0 else -1)
            return True, _corner_between(is_hex, cell, step, other), left
        row = course.counts[CROSSINGS]
        _add_side(course.crossings, row, cell, step, left)
        course.counts[CROSSINGS] = row + 1
        cell, entered = (cell[0] + step[0], cell[1] + step[1]), left
        growth = _growth(is_hex, first)
        a, b, c = (
            a + sign * growth[0] * factors[0],
            b + sign * growth[1] * factors[1],
            c + sign * growth[2] * factors[2],
        )


@compiled
def _corner_between(is_hex: bool, cell: Pair, step: Pair, other: Pair) -> Pair:
    """Give the corner of a cell between two of its sides, given by the steps over them."""
    x, y = centre(is_hex, cell[0], cell[1])
    q, r = step[0] + other[0], step[1] + other[1]
    return (x + q, y + (2 * r + q) // 3) if is_hex else (x + q, y + r)


@compiled
def walk(is_hex: bool, start: Pair, stop: Pair, course: Course) -> int:
    """Fill in the course of the line between two points, maybe one corner; gives the denominator of positions."""
    course.counts[:] = 0
    values = _forms(is_hex, start[0], start[1])
    rates = _forms(is_hex, stop[0] - start[0], stop[1] - start[1])
    unit = _lcm(_lcm(abs(rates[0]), abs(rates[1])), abs(rates[2]))
    around = cells_at(is_hex, start[0], start[1])
    at, cell, goes_on = 0, around[1], True
    if around[0] > 1:
        _add_corner(course, start[0], start[1], 0)
        goes_on, cell, at = _pass_corners(is_hex, start, at, stop, values, rates, unit, course)
    while goes_on:
        goes_on, corner, at = _cross_cells(is_hex, cell, at, values, rates, unit, course)
        if goes_on:
            _add_corner(course, corner[0], corner[1], at)
            goes_on = at < unit
        if goes_on:
            goes_on, cell, at = _pass_corners(is_hex, corner, at, stop, values, rates, unit, course)
    return max(unit, 1)


@entry
def walk_line(is_hex: bool, x: int, y: int, stop_x: int, stop_y: int, course: Course) -> int:
    """Fill in the course of one line; gives the denominator of positions."""
    return walk(is_hex, (x, y), (stop_x, stop_y), course)
