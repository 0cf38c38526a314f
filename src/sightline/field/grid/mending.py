"""What a change on a board changes in who sees whom: only pairs whose lines pass over what has changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.compiled import compiled, entry
from sightline.field.grid.looking import Cells
from sightline.field.grid.meeting import ENTER, LEAVE, WAYS, Ints
from sightline.field.grid.places import Bools, Longs, Words

ONE = np.uint64(1)


class Crossings(NamedTuple):
    """Which displacements meet what, the other way round: for each subject and number of bits away.

    A subject is a sort of contact and how it lies; of cells in a row each is met by itself. `subjects` numbers them by
    sort and way, -1 for none. Those that meet a subject so many bits away are `ways` from where `begins` says on, at
    (subject, bits from `lowest` on), to before where it says next.
    """

    subjects: Longs
    lowest: int
    begins: Longs
    ways: Ints


class Changes(NamedTuple):
    """Where contacts begin or cease to count: subjects, places, and whether they count there now.

    `numbers` has the number of the cell at each bit of the map, -1 for none.
    """

    subjects: Longs
    bits: Longs
    closed: Bools
    numbers: Longs


@entry
def count_crossings(
    subjects: Longs,
    cells: Bools,
    shapes: Longs,
    tape: Ints,
    begins: Longs,
    lowest: int,
    span: int,
    counts: Longs,
    ways: Ints,
) -> None:
    """Count, or with room for `ways` fill in, which displacements meet what.

    `cells` tells of which sorts ways are shapes of cells in a row; `shapes` has the length of each and how far apart
    they are. `counts` are where the runs begin, if `ways` has room, and are left where they end.
    """
    for k in range(len(begins) - 1):
        at = begins[k]
        while at < begins[k + 1]:
            if tape[at] == ENTER or tape[at] == LEAVE:
                at += 2 if tape[at] == ENTER else 1
                continue
            sort, end = tape[at], at + 2 + tape[at + 1]
            for place in range(at + 2, end):
                way, bit = tape[place] & (WAYS - 1), tape[place] >> 4
                length, apart = (shapes[way, 0], shapes[way, 1]) if cells[sort] else (1, 0)
                subject = subjects[sort * WAYS + (0 if cells[sort] else way)]
                for i in range(length):
                    row = subject * span + bit + i * apart - lowest
                    if len(ways):
                        ways[counts[row]] = k
                    counts[row] += 1
            at = end


@compiled
def _is_seen(rows: Words, start: int, stop: int) -> bool:
    return bool(rows[start, stop >> 6] >> np.uint64(stop & 63) & ONE)


@compiled
def _may_change(rows: Words, ends: Bools, start: int, stop: int, closed: bool) -> bool:
    """Tell whether a pair may be seen otherwise; of one that nobody sees for what it is, as it sees the other."""
    seen = _is_seen(rows, stop, start) if ends[stop] else _is_seen(rows, start, stop)
    return seen == closed


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
    crossings: Crossings,
    cells: Cells,
    steps: Longs,
    rows: Words,
    ends: Bools,
    starts: Longs,
    stops: Longs,
) -> int:
    """Gather the pairs that may be seen otherwise than rows say: those seen so far whose lines meet what counts now,
    and those not seen whose lines met what no longer does. `ends` are the cells that nobody sees for what they are
    themselves, though they see others as others see them. Gives how many; as many are put down as there is room for.
    """
    if len(changes.bits) == 0:
        return 0  # where a board has nothing that counts there are no subjects either
    count, span = 0, (len(crossings.begins) - 1) // (crossings.subjects.max() + 1)
    for start in range(len(cells.bits)):
        for i in range(len(changes.bits)):
            away = changes.bits[i] - cells.bits[start] - crossings.lowest
            if not 0 <= away < span:
                continue
            row = changes.subjects[i] * span + away
            for k in range(crossings.begins[row], crossings.begins[row + 1]):
                way = crossings.ways[k]
                _, stop = _pair(changes, cells, cells.bits[start], steps[way, 0], steps[way, 1])
                if stop >= 0 and _may_change(rows, ends, start, stop, changes.closed[i]):
                    if count < len(starts):
                        starts[count], stops[count] = start, stop
                    count += 1
    return count


@entry
def put_pairs(rows: Words, starts: Longs, stops: Longs, are_seen: Bools) -> None:
    """Write into rows which of some pairs are seen."""
    for k in range(len(starts)):
        word, shift = stops[k] >> 6, np.uint64(stops[k] & 63)
        seen = ONE if are_seen[k] else np.uint64(0)
        rows[starts[k], word] = rows[starts[k], word] & ~(ONE << shift) | seen << shift
