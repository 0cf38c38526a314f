"""What a change on a board changes in who sees whom: only pairs whose lines pass over what has changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.visibility.bit_layout import Bools, Longs, Words
from sightline.field.visibility.pair_kernels import ONE
from sightline.field.visibility.template_builder import WAYS, Ints


class Boards(NamedTuple):
    """A board before a change and after it, 0 and 1, to lines of sight.

    - `strings`: those of the sheets of both, unshifted.
    - `table`, `counts`: as in a sheet, for each of the boards and by the kinds of the ends after the change.
    - `lines`, `starts`, `stops`: of the cell at each bit its line, -1 for none, and its kinds as an origin and as a
      target, of which there are `kinds`. The first place is that of bit `margin` there, of bit `lead` in strings.
    """

    strings: Words
    lead: int
    table: Longs
    counts: Bools
    lines: Ints
    starts: Ints
    stops: Ints
    kinds: int
    margin: int


class Changes(NamedTuple):
    """Where contacts begin or cease to count: places from `begins`, for each sort and way to lie, numbered together."""

    begins: Longs
    bits: Longs


class Templates(NamedTuple):
    """The templates of some displacements, without groups: how many bits and lines each leads away, and where in the
    tape it begins."""

    steps: Longs
    tape: Ints
    begins: Longs


@compiled
def _counts(boards: Boards, board: int, kinds: int, sort: int, contact: int, bit: int) -> bool:
    """Tell whether a contact counts on one of the boards, for the origin at a bit of the strings."""
    string, there = boards.table[board, kinds, sort, contact & (WAYS - 1)], bit + (contact >> 4)
    return bool(boards.strings[string, there >> 6] >> np.uint64(there & 63) & ONE)


@compiled
def _first_met(boards: Boards, board: int, kinds: int, bit: int, tape: Ints, begin: int, end: int) -> int:
    """Give where a template has the first contact that counts for the origin at a bit, -1 for none."""
    at = begin
    while at < end:
        sort, next_at = tape[at], at + 2 + tape[at + 1]
        if boards.counts[board, kinds, sort]:
            for k in range(at + 2, next_at):
                if _counts(boards, board, kinds, sort, tape[k], bit):
                    return k
        at = next_at
    return -1


@compiled
def _put_down(found: Longs, count: int, pair: int) -> Longs:
    """Put down a number, with more room if need be."""
    if count == len(found):
        wider = np.empty(2 * count, np.int64)
        wider[:count] = found
        found = wider
    found[count] = pair
    return found


@compiled
def _gather_run(
    boards: Boards, changes: Changes, templates: Templates, k: int, at: int, found: Longs, count: int
) -> tuple[Longs, int]:
    """Gather the pairs whose lines pass over changes in one run of contacts of a template."""
    tape, sort, hint = templates.tape, templates.tape[at], 0
    first, last = at + 2, at + 2 + tape[at + 1]
    begin, end, step, lines = templates.begins[k], templates.begins[k + 1], templates.steps[k, 0], templates.steps[k, 1]
    for place in range(first, last):
        key, away = sort * WAYS + (tape[place] & (WAYS - 1)), tape[place] >> 4
        for i in range(changes.begins[key], changes.begins[key + 1]):
            bit = changes.bits[i] - away
            origin = bit + boards.margin
            line = boards.lines[origin]
            if line < 0 or boards.lines[origin + step] != line + lines:
                continue
            kinds, bit = boards.starts[origin] * boards.kinds + boards.stops[origin + step], bit + boards.lead
            board = 0 if _counts(boards, 1, kinds, sort, tape[place], bit) else 1
            # What closed the line before this one is likely to close this one too.
            is_hinted = hint != 0 and first <= place + hint < last
            if is_hinted and _counts(boards, board, kinds, sort, tape[place + hint], bit):
                continue
            blocker = _first_met(boards, board, kinds, bit, tape, begin, end)
            hint = blocker - place
            if blocker < 0:
                pair = origin * len(boards.lines) + origin + step
                found, count, hint = _put_down(found, count, 2 * pair + board), count + 1, 0
    return found, count


@entry
def gather_pairs(boards: Boards, changes: Changes, templates: Templates) -> Longs:
    """Give the pairs whose lines pass over changes, and that these may open or close: the others are closed anyway.

    A pair is the place of its start in `boards.lines`, times how many there are, plus that of its stop; all that twice,
    and one more if it is open now. It may be given several times.
    """
    tape, found, count = templates.tape, np.empty(1 << 10, np.int64), 0
    for k in range(len(templates.steps)):
        at, end = templates.begins[k], templates.begins[k + 1]
        while at < end:
            sort = tape[at]
            if changes.begins[sort * WAYS] < changes.begins[(sort + 1) * WAYS]:
                found, count = _gather_run(boards, changes, templates, k, at, found, count)
            at += 2 + tape[at + 1]
    return found[:count]


@entry
def put_pairs(rows: Words, starts: Longs, stops: Longs, are_seen: Bools) -> None:
    """Write into rows which of some pairs are seen."""
    for k in range(len(starts)):
        word, shift = stops[k] >> 6, np.uint64(stops[k] & 63)
        seen = ONE if are_seen[k] else np.uint64(0)
        rows[starts[k], word] = rows[starts[k], word] & ~(ONE << shift) | seen << shift
