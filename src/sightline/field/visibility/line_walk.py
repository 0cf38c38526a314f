"""Trace straight lines over hexes or squares exactly, in compiled code; the same results as `sightline.lattice.trace`.

- A cell is a pair (q, r), a point a pair (x, y) in the integer coordinates of the grid.
- A position on a line is an integer: 0 at its start, `unit` at its end.
- The edges of a cell are level lines of linear forms of x and y: three forms for a hex, two for a square. Within a cell
  each form differs by at most 1 from its value at the centre.
- The rate of a form is how much it grows from the start of the line to its end.
- The step over an edge is +-(1, 0), +-(1, -1) or +-(0, 1) for the three forms of a hex, +-(1, 0) or +-(0, 1) for the
  two of a square.

The traversal goes from cell to cell, as Amanatides and Woo do for voxels: for each form it keeps the position where the
line would leave the cell. The least of these is the exit. Two that are equal mean a corner, which is handled apart:
there the line may go on into a cell, or along an edge between two cells.
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
"""Indices into `LineTrace` and `LineTrace.counts`."""


class LineTrace(NamedTuple):
    """The contacts of one line. The first `counts[k]` rows of the k-th of the other arrays are filled; all are int64.

    - `crossed`: shape (rows, 4): q, r, and the positions of entry and exit, of each cell whose interior is crossed.
    - `crossings`: shape (rows, 5): q, r of the cell left, q, r of the step over the edge, and the position.
    - `alongs`: shape (rows, 6): q, r of a cell, q, r of the step over the edge that is run along, and the positions
      where that begins and ends.
    - `corners`: shape (rows, 3): x, y, and the position.
    - `counts`: shape (4,), in the order of `CROSSED`, `CROSSINGS`, `ALONGS`, `CORNERS`.
    """

    crossed: Longs
    crossings: Longs
    alongs: Longs
    corners: Longs
    counts: Longs


def allocate_trace(reach: int) -> LineTrace:
    """Return empty arrays for lines between points of cells at most `reach` steps apart."""
    rows = 4 * reach + 16
    crossed, crossings, alongs, corners = (np.zeros((rows, width), np.int64) for width in (4, 5, 6, 3))
    return LineTrace(crossed, crossings, alongs, corners, np.zeros(4, np.int64))


@compiled
def centre(is_hex: bool, q: int, r: int) -> Pair:
    """Return the point in the middle of a cell."""
    return (3 * q, 2 * r + q) if is_hex else (2 * q + 1, 2 * r + 1)


@compiled
def _forms(is_hex: bool, x: int, y: int) -> Triple:
    """Return the values of the linear forms at a point, or their rates for a vector."""
    return ((x + y) // 2, (x - y) // 2, y) if is_hex else (x, y, 0)


@compiled
def _edge_step(is_hex: bool, form: int, sign: int) -> Pair:
    """Return the step over the edge by which a line leaves a cell where a form grows, or falls, by more than 1."""
    if form == 0:
        return sign, 0
    if form == 1 and is_hex:
        return sign, -sign
    return 0, sign


@compiled
def cells_at(is_hex: bool, x: int, y: int) -> tuple[int, Pair, Pair, Pair, Pair]:
    """Return the number of cells at a point, and these: one for a centre, else those round the corner, clockwise.

    The four are filled up by repetition: a point is a centre, or a corner of three hexes or of four squares.
    """
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
    """Return whether a line that continues from a corner of a cell stays in it, or on one of its edges."""
    x, y = centre(is_hex, cell[0], cell[1])
    middle, here = _forms(is_hex, x, y), _forms(is_hex, corner[0], corner[1])
    for form in range(3):
        if (middle[form] - here[form]) * rates[form] < 0:
            return False
    return True


@compiled
def _find_cells_ahead(is_hex: bool, corner: Pair, rates: Triple) -> tuple[int, Pair, Pair]:
    """Return the number of cells ahead at a corner, one or two, and these. Two share the edge that is run along."""
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
def _find_position(is_hex: bool, point: Pair, values: Triple, rates: Triple, unit: int) -> int:
    """Return the position of a point on the line that starts where the forms have `values`."""
    here = _forms(is_hex, point[0], point[1])
    form = 0 if rates[0] else 1 if rates[1] else 2
    return (here[form] - values[form]) * (unit // rates[form])


@compiled
def _inverse_rates(rates: Triple, unit: int) -> Triple:
    """Return by how many positions the line advances while each form grows by one; 0 for a constant form."""
    return (
        unit // rates[0] if rates[0] else 0,
        unit // rates[1] if rates[1] else 0,
        unit // rates[2] if rates[2] else 0,
    )


@compiled
def _exit_position(middle: int, value: int, inverse: int, unit: int) -> int:
    """Return the position where the line leaves a cell by one form; beyond its end for a constant form."""
    if inverse == 0:
        return unit + 1
    return (middle + (1 if inverse > 0 else -1) - value) * inverse


@compiled
def _increments(is_hex: bool, form: int) -> Triple:
    """Return by how much each form grows from a cell to the next, by the step over an edge of the given form."""
    if not is_hex:
        return (2, 0, 0) if form == 0 else (0, 2, 0)
    return (2, 1, 1) if form == 0 else (1, 2, -1) if form == 1 else (1, -1, 2)


@compiled
def _add_corner(trace: LineTrace, x: int, y: int, at: int) -> None:
    row = trace.counts[CORNERS]
    trace.corners[row, 0], trace.corners[row, 1], trace.corners[row, 2] = x, y, at
    trace.counts[CORNERS] = row + 1


@compiled
def _add_crossed(trace: LineTrace, cell: Pair, start: int, stop: int) -> None:
    row = trace.counts[CROSSED]
    trace.crossed[row, 0], trace.crossed[row, 1] = cell
    trace.crossed[row, 2], trace.crossed[row, 3] = start, stop
    trace.counts[CROSSED] = row + 1


@compiled
def _fill_edge(rows: Longs, row: int, cell: Pair, step: Pair, start: int) -> None:
    rows[row, 0], rows[row, 1] = cell
    rows[row, 2], rows[row, 3] = step
    rows[row, 4] = start


@compiled
def _follow_edges(
    is_hex: bool, corner: Pair, at: int, stop: Pair, values: Triple, rates: Triple, unit: int, trace: LineTrace
) -> tuple[bool, Pair, int]:
    """Go on from a corner, along edges if need be.

    Return whether the line enters another cell, that cell, and the position.
    """
    while corner != stop:
        count, cell, other = _find_cells_ahead(is_hex, corner, rates)
        if count == 1:
            return True, cell, at
        (x, y), (other_x, other_y) = centre(is_hex, cell[0], cell[1]), centre(is_hex, other[0], other[1])
        corner = (x + other_x - corner[0], y + other_y - corner[1])
        row, step = trace.counts[ALONGS], (other[0] - cell[0], other[1] - cell[1])
        _fill_edge(trace.alongs, row, cell, step, at)
        at = _find_position(is_hex, corner, values, rates, unit)
        trace.alongs[row, 5] = at
        trace.counts[ALONGS] = row + 1
        _add_corner(trace, corner[0], corner[1], at)
    return False, (0, 0), at


@compiled
def _cross_cells(
    is_hex: bool, cell: Pair, entered: int, values: Triple, rates: Triple, unit: int, trace: LineTrace, most: int
) -> tuple[bool, Pair, int]:
    """Go from cell to cell over edges, until a corner, the end of the line, or `most` crossed cells.

    Return whether a corner comes first, the corner, and the position. The exit position of each form is updated with
    the cell, by `_increments`.
    """
    x, y = centre(is_hex, cell[0], cell[1])
    middle, inverses = _forms(is_hex, x, y), _inverse_rates(rates, unit)
    a, b = (
        _exit_position(middle[0], values[0], inverses[0], unit),
        _exit_position(middle[1], values[1], inverses[1], unit),
    )
    c = _exit_position(middle[2], values[2], inverses[2], unit)
    while True:
        left = min(a, b, c)
        if left > unit:
            _add_crossed(trace, cell, entered, unit)
            return False, (0, 0), unit
        _add_crossed(trace, cell, entered, left)
        first, last = 0 if a == left else 1 if b == left else 2, 2 if c == left else 1 if b == left else 0
        sign = 1 if rates[first] > 0 else -1
        step = _edge_step(is_hex, first, sign)
        if first != last:
            other = _edge_step(is_hex, last, 1 if rates[last] > 0 else -1)
            return True, _corner_between(is_hex, cell, step, other), left
        row = trace.counts[CROSSINGS]
        _fill_edge(trace.crossings, row, cell, step, left)
        trace.counts[CROSSINGS] = row + 1
        if trace.counts[CROSSED] >= most:
            return False, (0, 0), left
        cell, entered = (cell[0] + step[0], cell[1] + step[1]), left
        increments = _increments(is_hex, first)
        a, b, c = (
            a + sign * increments[0] * inverses[0],
            b + sign * increments[1] * inverses[1],
            c + sign * increments[2] * inverses[2],
        )


@compiled
def _corner_between(is_hex: bool, cell: Pair, step: Pair, other: Pair) -> Pair:
    """Return the corner of a cell between two of its edges, which are given by the steps over them."""
    x, y = centre(is_hex, cell[0], cell[1])
    q, r = step[0] + other[0], step[1] + other[1]
    return (x + q, y + (2 * r + q) // 3) if is_hex else (x + q, y + r)


@compiled
def walk(is_hex: bool, start: Pair, stop: Pair, trace: LineTrace, most: int) -> int:
    """Fill in the trace of the line between two points, which may be one corner. Return `unit`.

    Stop after `most` cells that are crossed, 1 or more.
    """
    trace.counts[:] = 0
    values = _forms(is_hex, start[0], start[1])
    rates = _forms(is_hex, stop[0] - start[0], stop[1] - start[1])
    unit = _lcm(_lcm(abs(rates[0]), abs(rates[1])), abs(rates[2]))
    around = cells_at(is_hex, start[0], start[1])
    at, cell, goes_on = 0, around[1], True
    if around[0] > 1:
        _add_corner(trace, start[0], start[1], 0)
        goes_on, cell, at = _follow_edges(is_hex, start, at, stop, values, rates, unit, trace)
    while goes_on:
        goes_on, corner, at = _cross_cells(is_hex, cell, at, values, rates, unit, trace, most)
        if goes_on:
            _add_corner(trace, corner[0], corner[1], at)
            goes_on = at < unit and trace.counts[CROSSED] < most
        if goes_on:
            goes_on, cell, at = _follow_edges(is_hex, corner, at, stop, values, rates, unit, trace)
    return max(unit, 1)


@entry
def walk_line(is_hex: bool, x: int, y: int, stop_x: int, stop_y: int, trace: LineTrace) -> int:
    """Fill in the trace of the line from (x, y) to (stop_x, stop_y). Return `unit`."""
    return walk(is_hex, (x, y), (stop_x, stop_y), trace, len(trace.crossed))
