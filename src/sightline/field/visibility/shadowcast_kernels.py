"""From single origins by a sweep: what is seen through the gaps that are left between all that was met so far.

The map is cut into wedges round the origin: eight of squares, six of hexes. In a wedge lie x steps ahead and y steps
aside, 0 <= y <= x, and a line to such a cell has slope y / x. It meets no other cell that is x steps ahead, so that
columns of cells, those equally far ahead, are gone through from near to far: what is in a gap is seen, and what lies in
the way of its lines cuts it into smaller ones. Slopes are fractions, and which of its ends a gap holds is known of it:
all is exact. Each gap is followed by itself until it is cut, closed or off the map.

In the way of lines of a slope between these lie, of the cell x steps ahead and y aside:

- on squares the cell itself: (2y - 1) / (2x + 1) and (2y + 1) / (2x - 1);
- its border ahead: (2y - 1) / (2x + 1) and (2y + 1) / (2x + 1);
- its border aside: (2y + 1) / (2x + 1) and (2y + 1) / (2x - 1);
- the corner between those two: of the one slope (2y + 1) / (2x + 1);
- on hexes the cell: the least of (3y - 1) / (3x + 1) and (3y - 2) / (3x - 1), and the most of (3y + 1) / (3x - 1) and
  (3y + 2) / (3x + 1);
- its side aside, along which lines of slope 1 / 2 run, if 2y + 1 = x.
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
"""What of a place is in the way of lines of a wedge, one bit each; `CORNER` of hexes is the side that is run along."""
ONE = np.uint64(1)
_MARGIN = 2
"""Places by which the edge of a map of hexes goes to and fro at most, as seen from a wedge, and one."""


class SectorMap(NamedTuple):
    """A map as wedges have it.

    - `ways`: of each wedge how x and y follow from q and r: x = q * a + r * b + c, y = q * d + r * e + f; then how many
      bits away the places are that lie one step ahead, and aside, and whether steps aside follow the rows of the map.
    - `spans`: the lowest and the highest y of cells of the map, shape (wedges, columns, 2).
    - `numbers`: the number of the cell at each bit, margins before and after, -1 where there is none.
    - `cells`: q, r, bit with the margin, and the kind as an origin of each cell.
    """

    is_hex: bool
    transforms: Longs
    extents: Longs
    cell_at_bit: Longs
    cells: Longs


class Obstacles(NamedTuple):
    """What is in the way of lines, in one pass for each group of targets that it is the same for.

    - `flags`: what of each place counts, shape (kinds of obstacles, wedges, bits with margins).
    - `lines`: whether anything does, as bits by y, shape (kinds of obstacles, wedges, columns, words).
    - `passes`: the kind of obstacles of each pass; `begins` says where those of each kind of origin begin.
    - `targets`: the cells, as bits, that are told in each pass.
    - `steps`: how many bits away neighbours are that are seen otherwise than from afar; `near` says which are seen.
    """

    flags: Bytes
    columns: Words
    passes: Longs
    pass_starts: Longs
    targets: Words
    neighbour_steps: Longs
    neighbours_seen: Bools


class Gap(NamedTuple):
    """The lines of some slopes to cells at least x steps ahead; the ends are left out with `is_above`, `is_below`."""

    x: int
    low: Fraction
    is_low_open: bool
    high: Fraction
    is_high_open: bool


class Origin(NamedTuple):
    """An origin as a wedge has it: its x and y, its bit, and what `Wedges.ways` says of steps."""

    x: int
    y: int
    bit: int
    ahead: int
    aside: int
    is_row: int


@inlined
def _push(stack: Longs, top: int, gap: Gap) -> int:
    """Put a gap onto the others, if there is any slope in it; gives how many there are then."""
    (p, q), (r, s) = gap.low, gap.high
    if p * s > r * q or (p * s == r * q and (gap.is_low_open or gap.is_high_open)):
        return top
    row = stack[top]
    row[0], row[1], row[2], row[3], row[4], row[5], row[6] = gap.x, p, q, gap.is_low_open, r, s, gap.is_high_open
    return top + 1


@inlined
def _remove_slopes(stack: Longs, top: int, gap: Gap, low: Fraction, high: Fraction) -> tuple[int, Gap]:
    """Take the slopes between two out of a gap: what is left below is put onto the others, what is above given."""
    if low[0] * gap.high[1] >= gap.high[0] * low[1] or high[0] * gap.low[1] <= gap.low[0] * high[1]:
        return top, gap
    if low[0] * gap.low[1] >= gap.low[0] * low[1]:
        top = _push(stack, top, Gap(gap.x, gap.low, gap.is_low_open, low, False))
    return top, Gap(gap.x, high, False, gap.high, gap.is_high_open)


@inlined
def _remove_slope(stack: Longs, top: int, gap: Gap, slope: Fraction) -> tuple[int, Gap]:
    """Take one slope out of a gap."""
    if slope[0] * gap.high[1] > gap.high[0] * slope[1] or slope[0] * gap.low[1] < gap.low[0] * slope[1]:
        return top, gap
    top = _push(stack, top, Gap(gap.x, gap.low, gap.is_low_open, slope, True))
    return top, Gap(gap.x, slope, True, gap.high, gap.is_high_open)


@inlined
def _cut_by_square(stack: Longs, top: int, gap: Gap, x: int, y: int, flags: int) -> tuple[int, Gap]:
    """Take out of a gap what a square is in the way of."""
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
    """Take out of a gap what a hex is in the way of."""
    if flags & CELL:
        low = (3 * y - 2, 3 * x - 1) if 2 * y < x + 1 else (3 * y - 1, 3 * x + 1)
        high = (3 * y + 2, 3 * x + 1) if 2 * y < x - 1 else (3 * y + 1, 3 * x - 1)
        top, gap = _remove_slopes(stack, top, gap, low, high)
    if flags & CORNER and 2 * y + 1 == x:
        top, gap = _remove_slope(stack, top, gap, (1, 2))
    return top, gap


@inlined
def _read_bits(column: Words, bit: int, count: int) -> np.uint64:
    """Give some bits of a line from one on, at most 64."""
    word, shift = bit >> 6, np.uint64(bit & 63)
    bits = column[word] >> shift | column[word + 1] << ONE << np.uint64(63) - shift
    return np.uint64(bits if count >= WORD else bits & ~(ALL << np.uint64(count)))


@inlined
def _split_gap(
    is_hex: bool, origin: Origin, stack: Longs, top: int, gap: Gap, column: Words, flags: Bytes, y: int, last: int
) -> int:
    """Cut a gap by what is in its way in one column, from one y to another; gives how many gaps there are then."""
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
    """Tell whether any bit of a line is set from one to another."""
    while bit <= last:
        if _read_bits(column, bit, last + 1 - bit) != NONE:
            return True
        bit += WORD
    return False


@inlined
def _set_cells(cell_at_bit: Longs, at: int, step: int, count: int, is_row: int, out: Words) -> None:
    """Set the bits of some cells that lie so many bits apart, maybe next to each other in a row."""
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
    """Give what the first and the last y that is in the way of a gap add to its slopes, as `_follow` has it."""
    (p, q), (r, s) = low, high
    if is_hex:
        is_along = 2 * p == q  # the hex below is then beside the side that is run along
        return p + q if 2 * p < q else 2 * q - p - is_along, r + s - 1 if 2 * r > s else 2 * s - r - 1
    return q - p, r + s - 1


@inlined
def _follow_gap(
    is_hex: bool, origin: Origin, gap: Gap, extents: Longs, columns: Words, cell_at_bit: Longs, out: Words
) -> BlockedColumn:
    """Follow a gap until something is in its way, and note what is seen: gives the column, and from which y to which.

    The column is -1 where the gap leaves the map. Each y follows from a fraction that grows with x.
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
    """Note what is seen in one wedge."""
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
    """Note which neighbours are seen, where they are seen otherwise."""
    for k in range(len(obstacles.neighbour_steps)):
        number = sectors.cell_at_bit[sectors.cells[source, 2] + obstacles.neighbour_steps[k]]
        if number >= 0:
            bit = ONE << np.uint64(number & 63)
            out[number >> 6] = (
                out[number >> 6] | bit if obstacles.neighbours_seen[source, k] else out[number >> 6] & ~bit
            )


@compiled
def _cast(sectors: SectorMap, obstacles: Obstacles, source: int, stack: Longs, seen: Words, out: Words) -> None:
    """Write the row of one cell, which is empty before."""
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
    """Give room for all gaps at once: those left over of a column lie beside the one that is followed from there on."""
    return np.empty((16 * sectors.extents.shape[1] + 64, 7), np.int64)


@entry
def cast_rows(sources: Longs, out: Words, *board: Any) -> None:
    """Write the rows of some cells, by number: bits of the cells that they see. They are empty before.

    `board` is all of `Wedges` and all of `Obstacles`, one by one, as that is passed soonest.
    """
    sectors, obstacles = SectorMap(*board[:5]), Obstacles(*board[5:])
    stack, seen = _allocate_gaps(sectors), np.empty(out.shape[1], np.uint64)
    for k in range(len(sources)):
        _cast(sectors, obstacles, sources[k], stack, seen, out[k])


@entry
def cast_cell(source: int, found: Bytes, *board: Any) -> None:
    """Set a 1 for each cell that one sees; there is room for whole words, and nothing in it before."""
    sectors, obstacles = SectorMap(*board[:5]), Obstacles(*board[5:])
    seen, row = np.empty(len(found) // WORD, np.uint64), np.zeros(len(found) // WORD, np.uint64)
    _cast(sectors, obstacles, source, _allocate_gaps(sectors), seen, row)
    for word in range(len(row)):
        bits = row[word]
        if bits != NONE:
            for i in range(WORD):
                found[WORD * word + i] = bits >> np.uint64(i) & ONE
