"""Shadow casting with exact slopes: what one cell sees through the gaps between obstacles.

The map is cut into sectors round the origin. In a sector a cell is x steps ahead and y steps aside, 0 <= y <= x, and
the line to it has slope y / x. It crosses no other cell x steps ahead, so columns of equal x are scanned from near to
far: cells in a gap are seen, and what obstructs in a column splits the gap for the columns behind it. This is recursive
shadow casting, with a stack for the recursion. Slopes are fractions of integers, and a gap knows which of its ends
belong to it: all is exact.

Of the cell x steps ahead and y aside, these obstruct the lines of slopes between:

- on squares the cell: (2y - 1) / (2x + 1) and (2y + 1) / (2x - 1);
- its edge ahead: (2y - 1) / (2x + 1) and (2y + 1) / (2x + 1);
- its edge aside: (2y + 1) / (2x + 1) and (2y + 1) / (2x - 1);
- the corner between those two: the slope (2y + 1) / (2x + 1) alone;
- on hexes the cell: the least of (3y - 1) / (3x + 1) and (3y - 2) / (3x - 1), and the greatest of (3y + 1) / (3x - 1)
  and (3y + 2) / (3x + 1);
- its edge aside, along which lines of slope 1 / 2 run, if 2y + 1 = x.

Intervals are open: a line that only touches a cell is not obstructed by it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.cpython.unsafe.numbers import trailing_zeros

from sightline.field.jit import compiled, entry, inlined
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.displacement_kernels import ALL, NONE, fill_bits

Bytes = npt.NDArray[np.uint8]
Fraction = tuple[int, int]
BlockedColumn = tuple[int, int, int]

CELL, EDGE_AHEAD, EDGE_ASIDE, CORNER = 1, 2, 4, 8
"""The kinds of obstacles in a place, for lines of one sector, one bit each.

`CORNER` of a hex is the edge that is run along. The other three are of squares.
"""
ONE = np.uint64(1)
_MARGIN = 2
"""Cells by which the edge of a map of hexes goes to and fro, as seen in a sector, at most, and one more."""


class SectorMap(NamedTuple):
    """A map in sectors, independent of its content. All arrays are int64.

    - `transforms`: shape (sectors, 9): a to f of x = a * q + b * r + c, y = d * q + e * r + f, where no x and y is
      negative; how many bits a step ahead and a step aside are; and whether steps aside follow the rows of the map.
    - `extents`: shape (sectors, columns, 2): the lowest and the highest y of cells in a column.
    - `cell_at_bit`: shape (bits with margins,): the index of the cell, -1 for none.
    - `cells`: shape (cells, 4): q, r, bit with the margin, and endpoint class as an origin.
    """

    is_hex: bool
    transforms: Longs
    extents: Longs
    cell_at_bit: Longs
    cells: Longs


class Obstacles(NamedTuple):
    """The obstructions of sight, in one pass for each group of targets for which they are the same.

    - `flags`: uint8, shape (layers, sectors, bits with margins): what obstructs in each place.
    - `columns`: uint64, shape (layers, sectors, columns, words): whether any flag is set, bit y of column x.
    - `passes`: int64: the layer of each pass; `pass_starts`: where those of each class of origins begin.
    - `targets`: uint64, shape (passes, words of a row): the cells that a pass decides.
    - `neighbour_steps`: int64: how many bits away those neighbours are that have a rule of their own;
      `neighbours_seen`: bool, shape (cells, neighbours): which of them are seen.
    """

    flags: Bytes
    columns: Words
    passes: Longs
    pass_starts: Longs
    targets: Words
    neighbour_steps: Longs
    neighbours_seen: Bools


class Gap(NamedTuple):
    """Open lines to cells at least x steps ahead, of slopes from `low` to `high`; an open end is left out."""

    x: int
    low: Fraction
    is_low_open: bool
    high: Fraction
    is_high_open: bool


class Origin(NamedTuple):
    """An origin in a sector: its x, y and bit, and the steps of the sector as in `SectorMap.transforms`."""

    x: int
    y: int
    bit: int
    ahead: int
    aside: int
    is_row: int


@inlined
def _push(stack: Longs, top: int, gap: Gap) -> int:
    """Push a gap, if it holds any slope. Return the new height of the stack.

    A row of the stack, int64 of shape (gaps, 7), is x, p, q, is_low_open, r, s, is_high_open, for the slopes p / q and
    r / s.
    """
    (p, q), (r, s) = gap.low, gap.high
    if p * s > r * q or (p * s == r * q and (gap.is_low_open or gap.is_high_open)):
        return top
    row = stack[top]
    row[0], row[1], row[2], row[3], row[4], row[5], row[6] = gap.x, p, q, gap.is_low_open, r, s, gap.is_high_open
    return top + 1


@inlined
def _remove_slopes(stack: Longs, top: int, gap: Gap, low: Fraction, high: Fraction) -> tuple[int, Gap]:
    """Remove an open interval of slopes from a gap. Push what is left below; return the height and what is above."""
    if low[0] * gap.high[1] >= gap.high[0] * low[1] or high[0] * gap.low[1] <= gap.low[0] * high[1]:
        return top, gap
    if low[0] * gap.low[1] >= gap.low[0] * low[1]:
        top = _push(stack, top, Gap(gap.x, gap.low, gap.is_low_open, low, False))
    return top, Gap(gap.x, high, False, gap.high, gap.is_high_open)


@inlined
def _remove_slope(stack: Longs, top: int, gap: Gap, slope: Fraction) -> tuple[int, Gap]:
    """Remove one slope from a gap. Push what is left below; return the height and what is left above."""
    if slope[0] * gap.high[1] > gap.high[0] * slope[1] or slope[0] * gap.low[1] < gap.low[0] * slope[1]:
        return top, gap
    top = _push(stack, top, Gap(gap.x, gap.low, gap.is_low_open, slope, True))
    return top, Gap(gap.x, slope, True, gap.high, gap.is_high_open)


@inlined
def _cut_by_square(stack: Longs, top: int, gap: Gap, x: int, y: int, flags: int) -> tuple[int, Gap]:
    """Remove from a gap the slopes that a square obstructs."""
    low, middle, high = (2 * y - 1, 2 * x + 1), (2 * y + 1, 2 * x + 1), (2 * y + 1, 2 * x - 1)
    if flags & CELL:
        return _remove_slopes(stack, top, gap, low, high)
    if flags & EDGE_AHEAD:
        top, gap = _remove_slopes(stack, top, gap, low, middle)
    if flags & CORNER:
        top, gap = _remove_slope(stack, top, gap, middle)
    if flags & EDGE_ASIDE:
        top, gap = _remove_slopes(stack, top, gap, middle, high)
    return top, gap


@inlined
def _cut_by_hex(stack: Longs, top: int, gap: Gap, x: int, y: int, flags: int) -> tuple[int, Gap]:
    """Remove from a gap the slopes that a hex obstructs."""
    if flags & CELL:
        low = (3 * y - 2, 3 * x - 1) if 2 * y < x + 1 else (3 * y - 1, 3 * x + 1)
        high = (3 * y + 2, 3 * x + 1) if 2 * y < x - 1 else (3 * y + 1, 3 * x - 1)
        top, gap = _remove_slopes(stack, top, gap, low, high)
    if flags & CORNER and 2 * y + 1 == x:
        top, gap = _remove_slope(stack, top, gap, (1, 2))
    return top, gap


@inlined
def _read_bits(column: Words, bit: int, count: int) -> np.uint64:
    """Return up to 64 bits of a column, from `bit` on."""
    word, shift = bit >> 6, np.uint64(bit & 63)
    bits = column[word] >> shift | column[word + 1] << ONE << np.uint64(63) - shift
    return np.uint64(bits if count >= WORD else bits & ~(ALL << np.uint64(count)))


@inlined
def _split_gap(
    is_hex: bool, origin: Origin, stack: Longs, top: int, gap: Gap, column: Words, flags: Bytes, y: int, last: int
) -> int:
    """Split a gap by the obstacles of one column, from y to `last`; push what is left. Return the height of the stack.

    The column is the one before `gap.x`. `column` is uint64, bit `origin.y + y` for each y; `flags` is uint8 by bit of
    the board. Obstacles are found by counting trailing zeros, so that open cells take no time.
    """
    x = gap.x - 1
    at = origin.bit + x * origin.ahead
    while y <= last:
        bits = _read_bits(column, origin.y + y, last + 1 - y)
        while bits != NONE:
            here = y + trailing_zeros(bits)
            found = flags[at + here * origin.aside]
            if is_hex:
                top, gap = _cut_by_hex(stack, top, gap, x, here, found)
            else:
                top, gap = _cut_by_square(stack, top, gap, x, here, found)
            bits &= bits - ONE
        y += WORD
    return _push(stack, top, gap)


@inlined
def _has_bits(column: Words, bit: int, last: int) -> bool:
    """Return whether any bit from `bit` to `last` is set."""
    while bit <= last:
        if _read_bits(column, bit, last + 1 - bit) != NONE:
            return True
        bit += WORD
    return False


@inlined
def _set_cells(cell_at_bit: Longs, at: int, step: int, count: int, is_row: int, out: Words) -> None:
    """Set the bits of `count` cells, `step` bits apart from `at` on.

    Cells next to each other in a row of the map are set by whole words.
    """
    first, last = cell_at_bit[at], cell_at_bit[at + step * (count - 1)]
    if is_row and first >= 0 and last >= 0 and abs(last - first) == count - 1:
        fill_bits(out, min(first, last), max(first, last) + 1)
        return
    for _ in range(count):
        number = cell_at_bit[at]
        if number >= 0:
            out[number >> 6] |= ONE << np.uint64(number & 63)
        at += step


@inlined
def _column_offsets(is_hex: bool, low: Fraction, high: Fraction) -> tuple[int, int]:
    """Return what is added to the slopes of a gap to find the first and the last y that may obstruct it."""
    (p, q), (r, s) = low, high
    if is_hex:
        is_along = 2 * p == q  # the hex below is then beside the side that is run along
        return p + q if 2 * p < q else 2 * q - p - is_along, r + s - 1 if 2 * r > s else 2 * s - r - 1
    return q - p, r + s - 1


@inlined
def _follow_gap(
    is_hex: bool, origin: Origin, gap: Gap, extents: Longs, columns: Words, cell_at_bit: Longs, out: Words
) -> BlockedColumn:
    """Follow a gap from column to column, and set the cells seen, up to the first column with an obstacle in it.

    Return that column, and the first and last y in it that may obstruct; column -1 if the gap leaves the map.

    - `extents`: int64, shape (columns, 2); `columns`: uint64, shape (columns, words); both of one sector.
    - `cell_at_bit`: int64, shape (bits with margins,); `out`: uint64, shape (words of a row,).

    Per column there are four values of y: the first and last cell seen, and the first and last that may obstruct. Each
    is the floor of a fraction linear in x, and is kept as quotient and remainder, so a step takes additions only.
    """
    k, (p, q), (r, s), x = 3 if is_hex else 2, gap.low, gap.high, gap.x
    more, most = _column_offsets(is_hex, gap.low, gap.high)
    a, b = p * x + (q if gap.is_low_open else q - 1), r * x - (1 if gap.is_high_open else 0)
    c, d = k * p * x + more, k * r * x + most
    first, last, low, high = a // q, b // s, c // (k * q), d // (k * s)
    a, b, c, d = a - first * q, b - last * s, c - low * k * q, d - high * k * s
    while origin.x + x < len(columns):
        lowest, highest = extents[origin.x + x, 0] - origin.y, extents[origin.x + x, 1] - origin.y
        if low > highest + _MARGIN or high < lowest - _MARGIN:
            break
        begin, end = max(first, lowest), min(last, highest)
        if begin <= end:
            at = origin.bit + x * origin.ahead + begin * origin.aside
            _set_cells(cell_at_bit, at, origin.aside, end - begin + 1, origin.is_row, out)
        if _has_bits(columns[origin.x + x], origin.y + low, origin.y + min(high, highest + 1)):
            return x, low, min(high, highest + 1)
        x, a, b, c, d = x + 1, a + p, b + r, c + k * p, d + k * r
        if a >= q:
            first, a = first + 1, a - q
        if b >= s:
            last, b = last + 1, b - s
        if c >= k * q:
            low, c = low + 1, c - k * q
        if d >= k * s:
            high, d = high + 1, d - k * s
    return -1, 0, 0


@compiled
def _cast_sector(
    sectors: SectorMap, sector: int, cell: Longs, flags: Bytes, columns: Words, stack: Longs, out: Words
) -> None:
    """Set the cells that are seen in one sector, in `out`, uint64 of shape (words of a row,).

    `cell` is a row of `SectorMap.cells`; `flags` and `columns` are those of one layer and sector of `Obstacles`;
    `stack` is scratch. The first gap is the whole sector, without what the origin's own edges and corner obstruct:
    these are flags of its place. Axes between sectors belong to both.
    """
    a, b, c, d, e, f, ahead, aside, is_row = sectors.transforms[sector]
    q, r, bit, _ = cell
    origin = Origin(q * a + r * b + c, q * d + r * e + f, bit, ahead, aside, is_row)
    own = 0 if sectors.is_hex else flags[bit]
    low = (1, 1) if own & EDGE_AHEAD else (0, 1)
    top = _push(stack, 0, Gap(1, low, False, (1, 1), own & CORNER != 0))
    while top:
        top -= 1
        row = stack[top]
        gap = Gap(row[0], (row[1], row[2]), row[3] != 0, (row[4], row[5]), row[6] != 0)
        x, y, last = _follow_gap(
            sectors.is_hex, origin, gap, sectors.extents[sector], columns, sectors.cell_at_bit, out
        )
        if x >= 0:
            rest = Gap(x + 1, gap.low, gap.is_low_open, gap.high, gap.is_high_open)
            top = _split_gap(sectors.is_hex, origin, stack, top, rest, columns[origin.x + x], flags, y, last)


@compiled
def _correct_neighbours(sectors: SectorMap, obstacles: Obstacles, source: int, out: Words) -> None:
    """Correct which neighbours are seen, in `out`, uint64 of shape (words of a row,)."""
    for k in range(len(obstacles.neighbour_steps)):
        number = sectors.cell_at_bit[sectors.cells[source, 2] + obstacles.neighbour_steps[k]]
        if number >= 0:
            bit = ONE << np.uint64(number & 63)
            out[number >> 6] = (
                out[number >> 6] | bit if obstacles.neighbours_seen[source, k] else out[number >> 6] & ~bit
            )


@compiled
def _cast(sectors: SectorMap, obstacles: Obstacles, source: int, stack: Longs, seen: Words, out: Words) -> None:
    """Write the row of one cell into `out`, uint64 of shape (words of a row,), which is zero.

    A pass casts over all sectors with the obstacles of one layer; it decides the targets of that pass. `seen` is
    scratch of the shape of `out`.
    """
    cell = sectors.cells[source]
    for number in range(obstacles.pass_starts[cell[3]], obstacles.pass_starts[cell[3] + 1]):
        layer = obstacles.passes[number]
        seen[:] = NONE
        for sector in range(len(sectors.transforms)):
            _cast_sector(
                sectors, sector, cell, obstacles.flags[layer, sector], obstacles.columns[layer, sector], stack, seen
            )
        for i in range(len(seen)):
            out[i] |= seen[i] & obstacles.targets[number, i]
    _correct_neighbours(sectors, obstacles, source, out)


@compiled
def _allocate_gaps(sectors: SectorMap) -> Longs:
    """Return a stack with room for all gaps: those left of a column lie below the one that is followed next."""
    return np.empty((16 * sectors.extents.shape[1] + 64, 7), np.int64)


@entry
def cast_rows(sources: Longs, out: Words, *board: Any) -> None:
    """Write the rows of some cells, by index, into `out`, uint64 of shape (sources, words), which is zero.

    `board` is all of `SectorMap` and `Obstacles`, one by one: Numba passes arrays faster than tuples of them.
    """
    sectors, obstacles = SectorMap(*board[:5]), Obstacles(*board[5:])
    stack, seen = _allocate_gaps(sectors), np.empty(out.shape[1], np.uint64)
    for k in range(len(sources)):
        _cast(sectors, obstacles, sources[k], stack, seen, out[k])


@entry
def cast_cell(source: int, found: Bytes, *board: Any) -> None:
    """Write a 1 into `found` for each cell that one cell sees; its length is a multiple of 64, and it is zero."""
    sectors, obstacles = SectorMap(*board[:5]), Obstacles(*board[5:])
    seen, row = np.empty(len(found) // WORD, np.uint64), np.zeros(len(found) // WORD, np.uint64)
    _cast(sectors, obstacles, source, _allocate_gaps(sectors), seen, row)
    for word in range(len(row)):
        bits = row[word]
        if bits != NONE:
            for i in range(WORD):
                found[WORD * word + i] = bits >> np.uint64(i) & ONE
