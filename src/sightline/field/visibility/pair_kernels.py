"""From single origins: whether the lines of a template meet anything that counts, left at the first thing that does."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.visibility.bit_layout import Bools, Longs, Words
from sightline.field.visibility.displacement_kernels import DEPTH, Sheet, slide
from sightline.field.visibility.template_builder import ENTER, LEAVE, WAYS, Ints

ONE = np.uint64(1)


@compiled
def is_counted(strings: Words, ways: Longs, contact: int, bit: int) -> bool:
    """Tell whether a contact of a sort counts, for the origin at a bit."""
    there = bit + (contact >> 4)
    return bool(strings[ways[contact & (WAYS - 1)], there >> 6] >> np.uint64(there & 63) & ONE)


@compiled
def _meets(strings: Words, ways: Longs, bit: int, tape: Ints, at: int, end: int) -> bool:
    """Tell whether any of some contacts of one sort counts, for the origin at a bit."""
    for k in range(at, end):
        if is_counted(strings, ways, tape[k], bit):
            return True
    return False


@compiled
def is_met(
    strings: Words, table: Longs, counts: Bools, bit: int, tape: Ints, begin: int, end: int, met: Bools, close: Longs
) -> bool:
    """Tell whether lines from one origin, between ends of some kinds, meet anything that counts.

    `strings` has the strings of a sheet unshifted; `table` and `counts` are those of these kinds.
    """
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
            if counts[sort] and _meets(strings, table[sort], bit, tape, at + 2, next_at):
                met[depth], next_at = True, close[depth]
            at = next_at
    return bool(met[0])


class Cells(NamedTuple):
    """The cells of a map by number: the bit of each, its line, its kinds as an origin and as a target."""

    bits: Longs
    lines: Longs
    starts: Longs
    stops: Longs


class Ways(NamedTuple):
    """The templates of displacements from `first` to before `stop`: each begins in the tape where `begins` says.

    `numbers` has the number of each displacement, as `Displacements.numbers` has it; with `is_half` only of those to
    later places, as cells see each other alike.
    """

    numbers: Longs
    is_half: bool
    first: int
    stop: int
    tape: Ints
    begins: Longs


@compiled
def _way(sheet: Sheet, cells: Cells, start: int, stop: int, numbers: Longs) -> int:
    """Give the number of the displacement from one cell to another."""
    line, ways = cells.lines[start], cells.lines[stop] - cells.lines[start]
    along = cells.bits[stop] - cells.bits[start] - sheet.begins[cells.lines[stop]] + sheet.begins[line]
    even = along - slide(sheet, line, ways) + slide(sheet, 0, ways)
    return int(numbers[ways + len(sheet.begins), even + sheet.length + 1])


@entry
def fill_open(sheet: Sheet, cells: Cells, ways: Ways, starts: Longs, stops: Longs, found: Bools) -> None:
    """Tell of pairs of two cells, by number, whether the lines between them meet nothing that counts.

    Of other displacements than those of `ways` nothing is told; nor of a cell and itself.
    """
    met, close, strings = np.zeros(DEPTH, np.bool_), np.zeros(DEPTH, np.int64), sheet.strings[:, 0]
    for k in range(len(starts)):
        start, stop = starts[k], stops[k]
        if ways.is_half and cells.bits[start] > cells.bits[stop]:
            start, stop = stop, start
        way = _way(sheet, cells, start, stop, ways.numbers)
        if ways.first <= way < ways.stop:
            kinds, bit = (
                cells.starts[start] * len(sheet.stops) + cells.stops[stop],
                cells.bits[start] + (sheet.lead << 6),
            )
            begin, end = ways.begins[way - ways.first], ways.begins[way - ways.first + 1]
            table, counts = sheet.table[kinds], sheet.counts[kinds]
            found[k] = not is_met(strings, table, counts, bit, ways.tape, begin, end, met, close)


@entry
def write_pairs(rows: Words, starts: Longs, stops: Longs, are_seen: Bools) -> None:
    """Write bits into rows of a bit matrix: bit `stops[k]` of row `starts[k]` becomes `are_seen[k]`."""
    for k in range(len(starts)):
        word, shift = stops[k] >> 6, np.uint64(stops[k] & 63)
        seen = ONE if are_seen[k] else np.uint64(0)
        rows[starts[k], word] = rows[starts[k], word] & ~(ONE << shift) | seen << shift
