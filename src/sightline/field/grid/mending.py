"""What a change on a board changes in who sees whom: only pairs whose lines pass over what has changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.compiled import compiled, entry
from sightline.field.grid.looking import Cells
from sightline.field.grid.meeting import ENTER, LEAVE, WAYS, Ints
from sightline.field.grid.places import Bools, Longs, Words

ONE = np.uint64(1)


class Changes(NamedTuple):
    """Where contacts begin or cease to count, by their sort and how they lie.

    The places of one sort and way are those of `bits` from where `begins` says to before where it says next; `closed`
    tells for each whether contacts count there now. `numbers` has the number of the cell at each bit, -1 for none.
    """

    begins: Longs
    bits: Longs
    closed: Bools
    numbers: Longs


@compiled
def _is_seen(rows: Words, start: int, stop: int) -> bool:
    return bool(rows[start, stop >> 6] >> np.uint64(stop & 63) & ONE)


@compiled
def _may_change(rows: Words, start: int, stop: int, closed: bool, is_half: bool) -> bool:
    return _is_seen(rows, start, stop) == closed or (is_half and _is_seen(rows, stop, start) == closed)


@compiled
def _pair(changes: Changes, cells: Cells, origin: int, step: int, lines: int) -> tuple[int, int]:
    """Give the cells that a displacement leads from and to, -1 and -1 where there are not both."""
    target, bits = origin + step, len(changes.numbers)
    if not (0 <= origin < bits and 0 <= target < bits):
        return -1, -1
    start, stop = changes.numbers[origin], changes.numbers[target]
    if start < 0 or stop < 0 or cells.lines[stop] - cells.lines[start] != lines:
        return -1, -1
    return start, stop


@entry
def gather_pairs(
    changes: Changes,
    cells: Cells,
    steps: Longs,
    tape: Ints,
    begins: Longs,
    rows: Words,
    is_half: bool,
    starts: Longs,
    stops: Longs,
) -> int:
    """Gather the pairs that may be seen otherwise than rows say: those seen so far whose lines meet what counts now,
    and those not seen whose lines met what no longer does; with `is_half` those for which it is so one way or the
    other. Gives how many; as many are put down as there is room for.
    """
    count = 0
    for k in range(len(steps)):
        at = begins[k]
        while at < begins[k + 1]:
            if tape[at] == ENTER or tape[at] == LEAVE:
                at += 2 if tape[at] == ENTER else 1
                continue
            sort, end = tape[at], at + 2 + tape[at + 1]
            for contact in tape[at + 2 : end]:
                entry_ = sort * WAYS + (contact & (WAYS - 1))
                for i in range(changes.begins[entry_], changes.begins[entry_ + 1]):
                    start, stop = _pair(changes, cells, changes.bits[i] - (contact >> 4), steps[k, 0], steps[k, 1])
                    if start >= 0 and _may_change(rows, start, stop, changes.closed[i], is_half):
                        if count < len(starts):
                            starts[count], stops[count] = start, stop
                        count += 1
            at = end
    return count


@entry
def put_pairs(rows: Words, starts: Longs, stops: Longs, are_seen: Bools) -> None:
    """Write into rows which of some pairs are seen."""
    for k in range(len(starts)):
        word, shift = stops[k] >> 6, np.uint64(stops[k] & 63)
        seen = ONE if are_seen[k] else np.uint64(0)
        rows[starts[k], word] = rows[starts[k], word] & ~(ONE << shift) | seen << shift
