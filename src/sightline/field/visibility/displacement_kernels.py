"""For one displacement from all origins at once: from which of them the lines of a template meet nothing that counts.

Strings of bits hold one place each, 64 to a word, and are kept 64 times, each time shifted by one bit more: what stands
at some distance from every origin is then a plain run of words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry, inlined
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.template_builder import ENTER, LEAVE, WAYS, Ints

BLOCK = 192
"""Words that are worked on together, and left once none of them has anything to find out."""
DEPTH = 8
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NONE = np.uint64(0)
NOW = np.uint64(0)


class Sheet(NamedTuple):
    """What a board is to lines of sight, in strings of bits.

    - `strings`: shape (strings, 64, words); the k-th of each begins k bits later. Before the first place come `lead`
      empty words.
    - `table`: which string says where contacts count, by the kinds of their line's ends together, by their sort, and by
      how they lie. String 0 is empty.
    - `counts`: of which sorts there are any that count, by kinds of ends.
    - `starts`: the origins of each kind; `stops`: the string of the targets of each kind.
    - `begins`, `length`: the bits of the first cells of lines, and how many cells a line has.
    - `shoved`: on hexes which lines, odd ones or even ones, are shoved, 0 or 1; on squares -1.
    - `has_holes`: whether some of these cells are not there.
    """

    strings: Words
    lead: int
    table: Longs
    counts: Bools
    starts: Words
    stops: Longs
    begins: Longs
    length: int
    shoved: int
    has_holes: bool


class Room(NamedTuple):
    """Room for one thread: what was met and what is asked for, by depth of groups, and where each group ends."""

    met: Words
    live: Words
    asked: Words
    close: Longs


def room() -> Room:
    """Give room for one thread."""
    met, live = np.zeros((DEPTH, BLOCK), np.uint64), np.zeros((DEPTH, BLOCK), np.uint64)
    return Room(met, live, np.zeros(BLOCK, np.uint64), np.zeros(DEPTH, np.int64))


@entry
def shift_all(strings: Words) -> None:
    """Fill in the 63 shifted copies of strings."""
    words = strings.shape[2]
    for string in range(len(strings)):
        plain = strings[string, 0]
        for k in range(1, WORD):
            shifted, down, up = strings[string, k], np.uint64(k), np.uint64(WORD - k)
            for i in range(words - 1):
                shifted[i] = plain[i] >> down | plain[i + 1] << up
            shifted[words - 1] = plain[words - 1] >> down


@compiled
def fill_bits(words: Words, low: int, high: int) -> None:
    """Set the bits from one to before another."""
    if low >= high:
        return
    first, last = low >> 6, (high - 1) >> 6
    head, tail = ALL << np.uint64(low & 63), ALL >> np.uint64(63 - ((high - 1) & 63))
    if first == last:
        words[first] |= head & tail
        return
    words[first] |= head
    for k in range(first + 1, last):
        words[k] = ALL
    words[last] |= tail


@inlined
def slide(sheet: Sheet, line: int, lines: int) -> int:
    """Give how many places farther a cell stands on its line than its steps say, so many lines on from a line."""
    if sheet.shoved < 0:
        return 0
    return (line + lines + sheet.shoved) // 2 - (line + sheet.shoved) // 2


@compiled
def _fill_inner(sheet: Sheet, even: int, odd: int, inner: Words) -> None:
    """Find the places from which there is one on the same line so many on, for even lines and odd ones."""
    inner[:] = NONE
    for line in range(len(sheet.begins)):
        begin, along = sheet.begins[line], odd if line % 2 else even
        fill_bits(inner, begin + max(0, -along), begin + min(sheet.length, sheet.length - along))


@inlined
def _at(sheet: Sheet, first: int, string: int, bit: int) -> np.uint64:
    """Give where among all words of strings those begin that say what stands so many bits away from every origin.

    `first` is the first origin's word.
    """
    return np.uint64((string * WORD + (bit & 63)) * sheet.strings.shape[2] + (bit >> 6) + first)


@inlined
def _met_at(sheet: Sheet, kinds: int, sort: int, first: int, contact: int) -> np.uint64:
    """Give where the words begin that say where a contact counts."""
    return _at(sheet, first, sheet.table[kinds, sort, contact & (WAYS - 1)], contact >> 4)


@inlined
def _meet(
    sheet: Sheet, flat: Words, kinds: int, first: int, tape: Ints, at: int, room: Room, depth: int, n: int
) -> tuple[bool, int]:
    """Add a run of contacts of one sort; whether anything is left to find out, and where the template goes on."""
    sort, count = tape[at], tape[at + 1]
    at += 2
    end, last = at + count, at + count - 1
    if not sheet.counts[kinds, sort]:
        return True, end
    met, live, row = room.met, room.live, np.uint64(depth)
    while at < end:  # eight at a time, the last one again and again
        a = _met_at(sheet, kinds, sort, first, tape[at])
        b = _met_at(sheet, kinds, sort, first, tape[min(at + 1, last)])
        c = _met_at(sheet, kinds, sort, first, tape[min(at + 2, last)])
        d = _met_at(sheet, kinds, sort, first, tape[min(at + 3, last)])
        e = _met_at(sheet, kinds, sort, first, tape[min(at + 4, last)])
        f = _met_at(sheet, kinds, sort, first, tape[min(at + 5, last)])
        g = _met_at(sheet, kinds, sort, first, tape[min(at + 6, last)])
        h = _met_at(sheet, kinds, sort, first, tape[min(at + 7, last)])
        left = NONE
        for i in range(np.uint64(n)):
            found = met[row, i] | flat[a + i] | flat[b + i] | flat[c + i] | flat[d + i]
            found |= flat[e + i] | flat[f + i] | flat[g + i] | flat[h + i]
            met[row, i] = found
            left |= live[row, i] & ~found
        if left == NONE:
            return False, end
        at += 8
    return True, end


@inlined
def _enter(met: Words, live: Words, depth: int, n: int) -> bool:
    """Begin an inner group; whether there is anything to find out in it."""
    is_worst = depth % 2 == 0
    left, outer, inner = NONE, np.uint64(depth - 1), np.uint64(depth)
    for i in range(np.uint64(n)):
        undecided = live[outer, i] & (met[outer, i] if is_worst else ~met[outer, i])
        live[inner, i] = undecided
        left |= undecided
        met[inner, i] = NONE if is_worst else ALL
    return bool(left != NONE)


@inlined
def _leave(met: Words, live: Words, depth: int, n: int) -> bool:
    """Add an inner group to the one around it; whether anything is left to find out there."""
    left, outer, inner = NONE, np.uint64(depth - 1), np.uint64(depth)
    if depth % 2 == 0:
        for i in range(np.uint64(n)):
            met[outer, i] &= met[inner, i] | ~live[inner, i]
            left |= met[outer, i] & live[outer, i]
    else:
        for i in range(np.uint64(n)):
            met[outer, i] |= met[inner, i] & live[inner, i]
            left |= ~met[outer, i] & live[outer, i]
    return bool(left != NONE)


@inlined
def _read(
    sheet: Sheet, flat: Words, kinds: int, first: int, tape: Ints, begin: int, end: int, room: Room, n: int
) -> bool:
    """Read a template for some words of origins, those asked for in `room.live[0]`; whether lines of any are open.

    `room.met[0]` is of which they are not, or which are not asked for. `first` is the word of the strings where the
    first of these origins stands.
    """
    at, depth, met, live, close, goes_on = begin, 0, room.met, room.live, room.close, True
    close[0] = end
    while at < end:
        if tape[at] == ENTER:
            depth += 1
            close[depth] = begin + tape[at + 1]
            at += 2
            if not _enter(met, live, depth, n):
                at = close[depth] + 1
                depth -= 1
        elif tape[at] == LEAVE:
            goes_on = _leave(met, live, depth, n)
            depth -= 1
            at = at + 1 if goes_on else close[depth]
        else:
            goes_on, at = _meet(sheet, flat, kinds, first, tape, at, room, depth, n)
            if not goes_on:
                at = close[depth]
    return goes_on


@inlined
def _find_live(
    sheet: Sheet,
    flat: Words,
    start: int,
    stop: int,
    first: int,
    step: int,
    asked: Words,
    live: Words,
    met: Words,
    n: int,
) -> bool:
    """Find the origins asked for, of one kind and with a target of one kind; whether there are any."""
    own, kind, origin = sheet.starts, np.uint64(start), np.uint64(first)
    others = _at(sheet, first + sheet.lead, sheet.stops[stop], step)
    left = NONE
    for i in range(np.uint64(n)):
        live[NOW, i] = asked[i] & own[kind, origin + i] & flat[others + i]
        met[NOW, i] = ~live[NOW, i]
        left |= live[NOW, i]
    return bool(left != NONE)


@inlined
def _fill_block(
    sheet: Sheet,
    flat: Words,
    step: int,
    first: int,
    tape: Ints,
    begin: int,
    end: int,
    room: Room,
    n: int,
    found: Words,
    k: int,
    to: int,
) -> None:
    """Find, among the origins asked for in some words, those whose lines meet nothing that counts.

    They are added to a row from the word `to` on.
    """
    kinds, asked, live, met, at, row = len(sheet.stops), room.asked, room.live, room.met, np.uint64(to), np.uint64(k)
    is_single = len(sheet.starts) * kinds == 1 and not sheet.has_holes
    for start in range(len(sheet.starts)):
        for stop in range(kinds):
            if is_single:
                for i in range(np.uint64(n)):
                    live[NOW, i] = asked[i]
                    met[NOW, i] = ~asked[i]
            elif not _find_live(sheet, flat, start, stop, first, step, asked, live, met, n):
                continue
            if _read(sheet, flat, start * kinds + stop, first + sheet.lead, tape, begin, end, room, n):
                for i in range(np.uint64(n)):
                    found[row, at + i] |= ~met[NOW, i]


@inlined
def _extent(sheet: Sheet, lines: int) -> tuple[int, int]:
    """Give the first bit, and that behind the last, of the lines from which there is a line so many lines away."""
    last = len(sheet.begins) - 1 - max(0, lines)
    return sheet.begins[max(0, -lines)], sheet.begins[last] + sheet.length


@inlined
def _ask(inner: Words, bit: int, end: int, first: int, n: int, asked: Words) -> None:
    """Ask for the places in some words from the first on that are inner ones, from one bit to before another."""
    origin = np.uint64(first)
    for i in range(np.uint64(n)):
        asked[i] = inner[origin + i]
    if first == bit >> 6:
        asked[0] &= ALL << np.uint64(bit & 63)
    if first + n == ((end - 1) >> 6) + 1:
        asked[n - 1] &= ALL >> np.uint64(63 - ((end - 1) & 63))


@entry
def fill_rows(
    sheet: Sheet, room: Room, steps: Longs, tape: Ints, begins: Longs, found: Words, rows: Longs, low: int
) -> None:
    """Find from which origins each of some displacements is open, given their templates.

    `steps` has, for each displacement, how many bits, lines and places along a line it leads away. `rows` says
    to which row of `found`, of words of origins from `low` on, open ones are added.
    """
    inner, known_even, known_odd = np.zeros(sheet.starts.shape[1], np.uint64), 1 << 40, 0
    flat, last_word = sheet.strings.reshape(-1), low + found.shape[1]
    for k in range(len(steps)):
        step, lines, along = steps[k, 0], steps[k, 1], steps[k, 2]
        even, odd = along + slide(sheet, 0, lines), along + slide(sheet, 1, lines)
        if even != known_even or odd != known_odd:
            _fill_inner(sheet, even, odd, inner)
            known_even, known_odd = even, odd
        bit, end = _extent(sheet, lines)
        for at in range(max(low, bit >> 6), min(last_word, ((end - 1) >> 6) + 1), BLOCK):
            n = min(BLOCK, min(last_word, ((end - 1) >> 6) + 1) - at)
            _ask(inner, bit, end, at, n, room.asked)
            _fill_block(sheet, flat, step, at, tape, begins[k], begins[k + 1], room, n, found, rows[k], at - low)
