"""Kernels for single pairs of cells: run the template of their displacement, up to the first contact that obstructs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.visibility.bit_layout import Bools, Longs, Words
from sightline.field.visibility.displacement_kernels import MAX_DEPTH, CompiledBoard, scanline_shift
from sightline.field.visibility.line_program import ENTER, LEAVE, ORIENTATIONS, Ints

ONE = np.uint64(1)


@compiled
def is_obstructing(bit_sets: Words, sets: Longs, contact: int, bit: int) -> bool:
    """Return whether a contact obstructs, for the origin at a bit. `sets` has the bit set of each orientation."""
    there = bit + (contact >> 4)
    return bool(bit_sets[sets[contact & (ORIENTATIONS - 1)], there >> 6] >> np.uint64(there & 63) & ONE)


@compiled
def _is_any_obstructing(bit_sets: Words, sets: Longs, bit: int, code: Ints, at: int, end: int) -> bool:
    """Return whether any of the contacts `code[at:end]`, all of one class, obstructs, for the origin at a bit."""
    for k in range(at, end):
        if is_obstructing(bit_sets, sets, code[k], bit):
            return True
    return False


@compiled
def is_blocked(
    bit_sets: Words,
    table: Longs,
    has_any: Bools,
    bit: int,
    code: Ints,
    begin: int,
    end: int,
    blocked: Bools,
    group_ends: Longs,
) -> bool:
    """Return whether a template is blocked for the origin at a bit.

    `bit_sets` has those of a `CompiledBoard` unshifted, shape (sets, words); `table` and `has_any` are the rows of one
    pair of endpoint classes. `blocked` and `group_ends` are scratch of length `MAX_DEPTH`. Groups are as in
    `displacement_kernels`: at even depths any part blocks, at odd depths all parts together.
    """
    at, depth = begin, 0
    blocked[0], group_ends[0] = False, end
    while at < end:
        contact_class = code[at]
        if contact_class == ENTER:
            depth += 1
            blocked[depth], group_ends[depth] = depth % 2 == 1, begin + code[at + 1]
            at += 2
        elif contact_class == LEAVE:
            depth -= 1
            at += 1
            if blocked[depth + 1] == (depth % 2 == 0):
                blocked[depth] = blocked[depth + 1]
                at = group_ends[depth]
        else:
            next_at = at + 2 + code[at + 1]
            if has_any[contact_class] and _is_any_obstructing(
                bit_sets, table[contact_class], bit, code, at + 2, next_at
            ):
                blocked[depth], next_at = True, group_ends[depth]
            at = next_at
    return bool(blocked[0])


class CellArrays(NamedTuple):
    """For each cell its bit, scanline, endpoint class as an origin, and as a target; each int64, shape (cells,)."""

    bits: Longs
    scanlines: Longs
    start_classes: Longs
    stop_classes: Longs


class TemplateIndex(NamedTuple):
    """The templates of the displacements `first` to before `stop`, found by displacement.

    `numbers` is that of `Displacements`; `code` and `offsets` are those of a `TemplateBlock`. With `is_half` there are
    displacements to later bits only, and cells see each other alike.
    """

    numbers: Longs
    is_half: bool
    first: int
    stop: int
    code: Ints
    offsets: Longs


@compiled
def _displacement_number(board: CompiledBoard, cells: CellArrays, start: int, stop: int, numbers: Longs) -> int:
    """Return the number of the displacement from one cell to another, both by index."""
    scanline, scanlines = cells.scanlines[start], cells.scanlines[stop] - cells.scanlines[start]
    along = cells.bits[stop] - board.scanline_starts[cells.scanlines[stop]]
    along -= cells.bits[start] - board.scanline_starts[scanline]
    even = along - scanline_shift(board, scanline, scanlines) + scanline_shift(board, 0, scanlines)
    return int(numbers[scanlines + len(board.scanline_starts), even + board.scanline_length + 1])


@entry
def fill_open_pairs(
    board: CompiledBoard, cells: CellArrays, index: TemplateIndex, starts: Longs, stops: Longs, found: Bools
) -> None:
    """Set `found[k]` to whether the lines from cell `starts[k]` to cell `stops[k]` are open.

    Pairs whose displacement is not in `index`, and pairs of a cell and itself, are left as they are.
    """
    blocked, group_ends, bit_sets = np.zeros(MAX_DEPTH, np.bool_), np.zeros(MAX_DEPTH, np.int64), board.bit_sets[:, 0]
    for k in range(len(starts)):
        start, stop = starts[k], stops[k]
        if index.is_half and cells.bits[start] > cells.bits[stop]:
            start, stop = stop, start
        number = _displacement_number(board, cells, start, stop, index.numbers)
        if index.first <= number < index.stop:
            class_pair = cells.start_classes[start] * len(board.stop_sets) + cells.stop_classes[stop]
            bit = cells.bits[start] + (board.lead << 6)
            begin, end = index.offsets[number - index.first], index.offsets[number - index.first + 1]
            table, has_any = board.table[class_pair], board.has_any[class_pair]
            found[k] = not is_blocked(bit_sets, table, has_any, bit, index.code, begin, end, blocked, group_ends)


@entry
def write_pairs(rows: Words, starts: Longs, stops: Longs, are_seen: Bools) -> None:
    """Write bits into rows of a bit matrix: bit `stops[k]` of row `starts[k]` becomes `are_seen[k]`."""
    for k in range(len(starts)):
        word, shift = stops[k] >> 6, np.uint64(stops[k] & 63)
        seen = ONE if are_seen[k] else np.uint64(0)
        rows[starts[k], word] = rows[starts[k], word] & ~(ONE << shift) | seen << shift
