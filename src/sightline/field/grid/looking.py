"""From single origins: whether the lines of a template meet anything that counts, left at the first thing that does."""

from __future__ import annotations

import numpy as np

from sightline.field.compiled import compiled, entry
from sightline.field.grid.meeting import ENTER, LEAVE, WAYS, Ints
from sightline.field.grid.places import Bools, Longs
from sightline.field.grid.seeing import DEPTH, Sheet

ONE = np.uint64(1)


@compiled
def _meets(sheet: Sheet, kinds: int, sort: int, bit: int, tape: Ints, at: int, end: int) -> bool:
    """Tell whether any of some contacts of one sort counts, for the origin at a bit."""
    if not sheet.counts[kinds, sort]:
        return False
    ways, strings = sheet.table[kinds, sort], sheet.strings
    for k in range(at, end):
        there = bit + (tape[k] >> 4)
        if strings[ways[tape[k] & (WAYS - 1)], 0, there >> 6] >> np.uint64(there & 63) & ONE:
            return True
    return False


@compiled
def _is_met(sheet: Sheet, kinds: int, bit: int, tape: Ints, begin: int, end: int, met: Bools, close: Longs) -> bool:
    """Tell whether lines from one origin meet anything that counts."""
    at, depth = begin, 0
    met[0], close[0] = False, end
    while at < end:
        sort = tape[at]
        if sort == ENTER:
            depth += 1
            met[depth], close[depth] = depth % 2 == 1, begin + tape[at + 1]
            at += 2
        elif sort == LEAVE:
            depth -= 1
            at += 1
            if met[depth + 1] == (depth % 2 == 0):
                met[depth] = met[depth + 1]
                at = close[depth]
        else:
            next_at = at + 2 + tape[at + 1]
            if _meets(sheet, kinds, sort, bit, tape, at + 2, next_at):
                met[depth], next_at = True, close[depth]
            at = next_at
    return bool(met[0])


@entry
def fill_open(
    sheet: Sheet, starts: Longs, stops: Longs, kinds: Longs, tape: Ints, begins: Longs, which: Longs, found: Bools
) -> None:
    """Tell of pairs of an origin and a target whether the lines between them meet nothing that counts.

    `starts` are the bits of origins, `stops` those of targets; `kinds` has the kind of each place as an origin and as a
    target, shape (2, bits), -1 where there is no cell. `which` is the number of each pair's displacement.
    """
    met, close = np.zeros(DEPTH, np.bool_), np.zeros(DEPTH, np.int64)
    many = len(sheet.stops)
    for k in range(len(starts)):
        number = which[k]
        pair = kinds[0, starts[k]] * many + kinds[1, stops[k]]
        bit = starts[k] + (sheet.lead << 6)
        found[k] = not _is_met(sheet, pair, bit, tape, begins[number], begins[number + 1], met, close)
