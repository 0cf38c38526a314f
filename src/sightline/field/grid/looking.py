"""From single origins: whether the lines of a template meet anything that counts, left at the first thing that does."""

from __future__ import annotations

import numpy as np

from sightline.field.compiled import compiled, entry
from sightline.field.grid.meeting import ENTER, LEAVE, Ints
from sightline.field.grid.places import Bools, Longs
from sightline.field.grid.seeing import DEPTH, Sheet

ONE = np.uint64(1)


@compiled
def _is_set(sheet: Sheet, string: int, bit: int, site: int) -> bool:
    """Tell whether a string has what stands at a site, from the origin at that bit, counted from its first word."""
    there = bit + (site >> 2)
    return bool((sheet.strings[string + (site & 3), 0, there >> 6] >> np.uint64(there & 63)) & ONE)


@compiled
def _meets_group(sheet: Sheet, read: int, bit: int, tape: Ints, at: int) -> tuple[bool, int]:
    """Tell whether all clauses of a group hold of a contact, and where the next group is."""
    programs, holds = sheet.programs, True
    clauses = programs[read]
    read += 1
    for _ in range(clauses):
        is_any = False
        strings = programs[read]
        read += 1
        for _ in range(strings):
            is_any = is_any or _is_set(sheet, programs[read + 1], bit, tape[at + programs[read]])
            read += 2
        holds = holds and is_any
    return holds, read


@compiled
def _meets(sheet: Sheet, program: int, bit: int, tape: Ints, at: int, count: int, width: int) -> bool:
    """Tell whether any of some contacts of one sort counts."""
    programs = sheet.programs
    single = programs[program]
    for k in range(single):
        site, string = at + programs[program + 1 + 2 * k], programs[program + 2 + 2 * k]
        for contact in range(count):
            if _is_set(sheet, string, bit, tape[site + contact * width]):
                return True
    program += 1 + 2 * single
    if programs[program]:
        for contact in range(count):
            read = program + 1
            for _ in range(programs[program]):
                holds, read = _meets_group(sheet, read, bit, tape, at + contact * width)
                if holds:
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
            count, width = tape[at + 1], sheet.widths[sort]
            at += 2
            if _meets(sheet, sheet.where[kinds, sort], bit, tape, at, count, width):
                met[depth] = True
                at = close[depth]
            else:
                at += count * width
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
