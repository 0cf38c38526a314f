"""Kernels of whole boards: for one displacement, the bit set of the origins from which its lines are open.

The contacts of a line depend on its displacement only. A bit set has a bit for each cell, in the order of
`sightline.field.visibility.bit_layout`, so that a contact of the line from the cell at bit b stands at bit b + d, with
one d for all origins. The bit set of the places that obstruct, shifted by d, therefore says of all origins at once
whether this contact obstructs their line; a line is blocked from the origins in the OR of these. One word answers 64
pairs, a vector register up to 512.

- 64 shifted copies: a shift by d is one by d // 64 words and d % 64 bits. Each bit set is stored once for each of the
  64 shifts, so that a shift is a plain load of whole words. Without the copies each word would take two loads, two
  shifts and an OR.
- Contacts in the outer loop, words in the inner one: the words are contiguous, and LLVM vectorises the loop. Indices
  into words are unsigned: signed ones might be negative, which is tested for each of them, and prevents that.
- Early out: words are worked on in blocks of `BLOCK_WORDS`, and a block is left as soon as no origin in it is open. On
  a crowded board most lines are blocked by their first few contacts.
- No masks for the edge of the map: origins whose target is off the map are masked out first. All contacts of the others
  lie between the two ends or beside them, in the gaps between scanlines or in the `lead` at worst.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry, inlined
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.line_program import ENTER, LEAVE, ORIENTATIONS, Ints

BLOCK_WORDS = 192
"""The number of words that are processed together: few enough for the L1 cache, many enough for the loops."""
MAX_DEPTH = 8
"""The maximum nesting depth of groups, including the outermost one."""
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NONE = np.uint64(0)
OUTERMOST = np.uint64(0)
"""The row of the outermost group in a `Workspace`; unsigned like all indices of inner loops."""


class CompiledBoard(NamedTuple):
    """The obstructions of sight on a board, for one degree of a plan.

    A contact obstructs for a pair of endpoint classes if its reading has at least that degree, for a reason. A pair of
    endpoint classes has the index `start_class * len(stop_sets) + stop_class`.

    - `bit_sets`: uint64, shape (sets, 64, words). `bit_sets[s, k]` is set s, shifted down by k bits. The first cell is
      bit 0 of word `lead`. Set 0 is empty.
    - `table`: int64, shape (endpoint pairs, contact classes, `ORIENTATIONS`): the set of the places where a contact
      obstructs.
    - `has_any`: bool, shape (endpoint pairs, contact classes): whether any contact of a class obstructs.
    - `start_words`: uint64, shape (start classes, words): the cells of each class as origins, without `lead`.
    - `stop_sets`: int64, shape (stop classes,): the set of the cells of each class as targets.
    - `scanline_starts`: int64, shape (scanlines,): the bit of the first cell of each scanline, without `lead`.
    - `scanline_length`: cells on a scanline.
    - `shifted_parity`: which scanlines of hexes are shifted by half a cell: 1 the even ones, 0 the odd ones; -1 on
      squares.
    - `has_holes`: whether some of these cells are not on the map.
    """

    bit_sets: Words
    lead: int
    table: Longs
    has_any: Bools
    start_words: Words
    stop_sets: Longs
    scanline_starts: Longs
    scanline_length: int
    shifted_parity: int
    has_holes: bool


class Workspace(NamedTuple):
    """Arrays for one thread. A row is for a group of lines at that depth; the outermost has row 0.

    - `blocked`: uint64, shape (MAX_DEPTH, BLOCK_WORDS): the origins from which the group is known to be blocked.
    - `live`: uint64, the same shape: the origins for which the group still matters.
    - `requested`: uint64, shape (BLOCK_WORDS,): the origins that are asked for.
    - `group_ends`: int64, shape (MAX_DEPTH,): where in the code each open group has its `LEAVE`; for row 0 the end.
    """

    blocked: Words
    live: Words
    requested: Words
    group_ends: Longs


def allocate_workspace() -> Workspace:
    """Return a workspace for one thread."""
    blocked, live = np.zeros((MAX_DEPTH, BLOCK_WORDS), np.uint64), np.zeros((MAX_DEPTH, BLOCK_WORDS), np.uint64)
    return Workspace(blocked, live, np.zeros(BLOCK_WORDS, np.uint64), np.zeros(MAX_DEPTH, np.int64))


@entry
def shift_bit_sets(bit_sets: Words) -> None:
    """Fill `bit_sets[s, k]`, for k from 1 to 63, with `bit_sets[s, 0]` shifted down by k bits."""
    words = bit_sets.shape[2]
    for bit_set in range(len(bit_sets)):
        plain = bit_sets[bit_set, 0]
        for k in range(1, WORD):
            shifted, down, up = bit_sets[bit_set, k], np.uint64(k), np.uint64(WORD - k)
            for i in range(words - 1):
                shifted[i] = plain[i] >> down | plain[i + 1] << up
            shifted[words - 1] = plain[words - 1] >> down


@compiled
def fill_bits(words: Words, low: int, high: int) -> None:
    """Set the bits `low` to before `high`."""
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
def scanline_shift(board: CompiledBoard, scanline: int, scanlines: int) -> int:
    """Return how many cells a cell is shifted on its scanline, relative to one `scanlines` before it on `scanline`.

    On hexes the first cell of a scanline is shifted by one coordinate on every second scanline; on squares this is 0.
    """
    if board.shifted_parity < 0:
        return 0
    return (scanline + scanlines + board.shifted_parity) // 2 - (scanline + board.shifted_parity) // 2


@compiled
def _fill_inner_origins(board: CompiledBoard, even: int, odd: int, inner: Words) -> None:
    """Set the origins whose target is within its scanline; `even` and `odd` are how many cells on it is, by parity."""
    inner[:] = NONE
    for scanline in range(len(board.scanline_starts)):
        begin, along = board.scanline_starts[scanline], odd if scanline % 2 else even
        fill_bits(inner, begin + max(0, -along), begin + min(board.scanline_length, board.scanline_length - along))


@inlined
def _address(board: CompiledBoard, first: int, bit_set: int, bit: int) -> np.uint64:
    """Return the index, in the flat `bit_sets`, of a bit set shifted down by `bit`, from word `first` on."""
    return np.uint64((bit_set * WORD + (bit & 63)) * board.bit_sets.shape[2] + (bit >> 6) + first)


@inlined
def _contact_address(board: CompiledBoard, class_pair: int, contact_class: int, first: int, contact: int) -> np.uint64:
    """Return the index of the words that say where a contact obstructs, for origins from word `first` on."""
    return _address(board, first, board.table[class_pair, contact_class, contact & (ORIENTATIONS - 1)], contact >> 4)


@inlined
def _add_contacts(
    board: CompiledBoard,
    flat: Words,
    class_pair: int,
    first: int,
    code: Ints,
    at: int,
    workspace: Workspace,
    depth: int,
    n: int,
) -> tuple[bool, int]:
    """Add a run of contacts of one class to a group: the origins where any of them obstructs are blocked.

    Return whether any origin is still undecided, and the position where the code continues. Eight contacts are taken at
    a time, which saves loads and stores of `blocked`, and the test for the early out; the last one is repeated to make
    up eight.
    """
    contact_class, count = code[at], code[at + 1]
    at += 2
    end, last = at + count, at + count - 1
    if not board.has_any[class_pair, contact_class]:
        return True, end
    blocked, live, row = workspace.blocked, workspace.live, np.uint64(depth)
    while at < end:  # eight at a time, the last one again and again
        a = _contact_address(board, class_pair, contact_class, first, code[at])
        b = _contact_address(board, class_pair, contact_class, first, code[min(at + 1, last)])
        c = _contact_address(board, class_pair, contact_class, first, code[min(at + 2, last)])
        d = _contact_address(board, class_pair, contact_class, first, code[min(at + 3, last)])
        e = _contact_address(board, class_pair, contact_class, first, code[min(at + 4, last)])
        f = _contact_address(board, class_pair, contact_class, first, code[min(at + 5, last)])
        g = _contact_address(board, class_pair, contact_class, first, code[min(at + 6, last)])
        h = _contact_address(board, class_pair, contact_class, first, code[min(at + 7, last)])
        left = NONE
        for i in range(np.uint64(n)):
            found = blocked[row, i] | flat[a + i] | flat[b + i] | flat[c + i] | flat[d + i]
            found |= flat[e + i] | flat[f + i] | flat[g + i] | flat[h + i]
            blocked[row, i] = found
            left |= live[row, i] & ~found
        if left == NONE:
            return False, end
        at += 8
    return True, end


@inlined
def _enter_group(blocked: Words, live: Words, depth: int, n: int) -> bool:
    """Begin an inner group. Return whether any origin depends on it.

    Groups take turns by depth: at even depths an origin is blocked if any part is (as with the outermost), at odd
    depths if all parts are. An inner group matters where the outer one is undecided: not blocked yet, or still blocked
    by all.
    """
    is_any = depth % 2 == 0
    left, outer, inner = NONE, np.uint64(depth - 1), np.uint64(depth)
    for i in range(np.uint64(n)):
        undecided = live[outer, i] & (blocked[outer, i] if is_any else ~blocked[outer, i])
        live[inner, i] = undecided
        left |= undecided
        blocked[inner, i] = NONE if is_any else ALL
    return bool(left != NONE)


@inlined
def _leave_group(blocked: Words, live: Words, depth: int, n: int) -> bool:
    """Combine an inner group with the outer one. Return whether any origin is still undecided there."""
    left, outer, inner = NONE, np.uint64(depth - 1), np.uint64(depth)
    if depth % 2 == 0:
        for i in range(np.uint64(n)):
            blocked[outer, i] &= blocked[inner, i] | ~live[inner, i]
            left |= blocked[outer, i] & live[outer, i]
    else:
        for i in range(np.uint64(n)):
            blocked[outer, i] |= blocked[inner, i] & live[inner, i]
            left |= ~blocked[outer, i] & live[outer, i]
    return bool(left != NONE)


@inlined
def _run_template(
    board: CompiledBoard,
    flat: Words,
    class_pair: int,
    first: int,
    code: Ints,
    begin: int,
    end: int,
    workspace: Workspace,
    n: int,
) -> bool:
    """Run a template for `n` words of origins. Return whether the lines of any of them are open.

    Before, `live[0]` has the origins that are asked for and `blocked[0]` the others; afterwards `blocked[0]` has those
    that are blocked too. `first` is the word of the first of these origins in `bit_sets`. Once no origin of a group is
    undecided, the code goes on at the end of that group.
    """
    blocked, live, group_ends = workspace.blocked, workspace.live, workspace.group_ends
    at, depth, is_open = begin, 0, True
    group_ends[0] = end
    while at < end:
        if code[at] == ENTER:
            depth += 1
            group_ends[depth] = begin + code[at + 1]
            at += 2
            if not _enter_group(blocked, live, depth, n):
                at = group_ends[depth] + 1
                depth -= 1
        elif code[at] == LEAVE:
            is_open = _leave_group(blocked, live, depth, n)
            depth -= 1
            at = at + 1 if is_open else group_ends[depth]
        else:
            is_open, at = _add_contacts(board, flat, class_pair, first, code, at, workspace, depth, n)
            if not is_open:
                at = group_ends[depth]
    return is_open


@inlined
def _select_origins(
    board: CompiledBoard,
    flat: Words,
    start_class: int,
    stop_class: int,
    first: int,
    step: int,
    requested: Words,
    live: Words,
    blocked: Words,
    n: int,
) -> bool:
    """Select the requested origins of one class that have a target of one class. Return whether there are any."""
    own, row, origin = board.start_words, np.uint64(start_class), np.uint64(first)
    others = _address(board, first + board.lead, board.stop_sets[stop_class], step)
    left = NONE
    for i in range(np.uint64(n)):
        live[OUTERMOST, i] = requested[i] & own[row, origin + i] & flat[others + i]
        blocked[OUTERMOST, i] = ~live[OUTERMOST, i]
        left |= live[OUTERMOST, i]
    return bool(left != NONE)


@inlined
def _fill_block(
    board: CompiledBoard,
    flat: Words,
    step: int,
    first: int,
    code: Ints,
    begin: int,
    end: int,
    workspace: Workspace,
    n: int,
    found: Words,
    k: int,
    to: int,
) -> None:
    """Add to `found[k, to:]` the origins in `n` words, from word `first` on, whose lines are open.

    The template is run once for each pair of endpoint classes that occurs; most boards have one.
    """
    requested, live, blocked = workspace.requested, workspace.live, workspace.blocked
    stop_classes, at, row = len(board.stop_sets), np.uint64(to), np.uint64(k)
    is_single = len(board.start_words) * stop_classes == 1 and not board.has_holes
    for start_class in range(len(board.start_words)):
        for stop_class in range(stop_classes):
            if is_single:
                for i in range(np.uint64(n)):
                    live[OUTERMOST, i] = requested[i]
                    blocked[OUTERMOST, i] = ~requested[i]
            elif not _select_origins(board, flat, start_class, stop_class, first, step, requested, live, blocked, n):
                continue
            pair = start_class * stop_classes + stop_class
            if _run_template(board, flat, pair, first + board.lead, code, begin, end, workspace, n):
                for i in range(np.uint64(n)):
                    found[row, at + i] |= ~blocked[OUTERMOST, i]


@inlined
def _origin_range(board: CompiledBoard, scanlines: int) -> tuple[int, int]:
    """Return the first bit, and that after the last, of the scanlines from which there is one `scanlines` further on.

    Words outside this range are not looked at.
    """
    last = len(board.scanline_starts) - 1 - max(0, scanlines)
    return board.scanline_starts[max(0, -scanlines)], board.scanline_starts[last] + board.scanline_length


@inlined
def _request_origins(inner: Words, bit: int, end: int, first: int, n: int, requested: Words) -> None:
    """Copy `n` words of inner origins, from word `first` on, without the bits before `bit` and from `end` on."""
    origin = np.uint64(first)
    for i in range(np.uint64(n)):
        requested[i] = inner[origin + i]
    if first == bit >> 6:
        requested[0] &= ALL << np.uint64(bit & 63)
    if first + n == ((end - 1) >> 6) + 1:
        requested[n - 1] &= ALL >> np.uint64(63 - ((end - 1) & 63))


@entry
def fill_open_origins(
    board: CompiledBoard,
    workspace: Workspace,
    steps: Longs,
    code: Ints,
    offsets: Longs,
    found: Words,
    rows: Longs,
    low: int,
) -> None:
    """Add to rows of `found` the origins from which displacements are open.

    - `steps`: int64, shape (displacements, 3): how far the target is in bits, in scanlines, and along the scanline in
      coordinates.
    - `code`, `offsets`: their templates, as in `TemplateBlock`.
    - `found`: uint64, shape (rows, words): words of origins from word `low` on; `rows` is the row of each displacement.

    The kernel takes one displacement at a time. Consecutive displacements that lead equally far along scanlines share
    the mask of inner origins, see `Displacements`.
    """
    inner, known_even, known_odd = np.zeros(board.start_words.shape[1], np.uint64), 1 << 40, 0
    flat, last_word = board.bit_sets.reshape(-1), low + found.shape[1]
    for k in range(len(steps)):
        step, scanlines, along = steps[k, 0], steps[k, 1], steps[k, 2]
        even, odd = along + scanline_shift(board, 0, scanlines), along + scanline_shift(board, 1, scanlines)
        if even != known_even or odd != known_odd:
            _fill_inner_origins(board, even, odd, inner)
            known_even, known_odd = even, odd
        bit, end = _origin_range(board, scanlines)
        for at in range(max(low, bit >> 6), min(last_word, ((end - 1) >> 6) + 1), BLOCK_WORDS):
            n = min(BLOCK_WORDS, min(last_word, ((end - 1) >> 6) + 1) - at)
            _request_origins(inner, bit, end, at, n, workspace.requested)
            _fill_block(board, flat, step, at, code, offsets[k], offsets[k + 1], workspace, n, found, rows[k], at - low)
