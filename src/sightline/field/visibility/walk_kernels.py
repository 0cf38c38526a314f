"""Kernels for the cells that one cell sees, without templates: lines are walked until the result is decided.

Building a template needs all lines of a displacement, and pays off if it is reused for other origins and boards. For a
single origin most lines need not be walked: those of a group that is already decided.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.visibility.bit_layout import Bools, Longs, Words
from sightline.field.visibility.contact_kernels import (
    CONTACT_COUNT,
    Scratch,
    add_beginning,
    add_line,
    distance,
)
from sightline.field.visibility.displacement_kernels import MAX_DEPTH, CompiledBoard
from sightline.field.visibility.line_program import CENTRE, LINE, OPEN, LineProgram
from sightline.field.visibility.line_walk import Pair
from sightline.field.visibility.pair_kernels import CellArrays, is_obstructing
from sightline.field.visibility.template_builder import find_point

_FIRST = 8
"""The number of cells of a line that are examined first: on a crowded board most lines are blocked there."""


class GroupEnds(NamedTuple):
    """For each instruction of a line program that opens a group the one that closes it, for neighbours too.

    Both are int64, shape (instructions,).
    """

    far: Longs
    near: Longs


def find_group_ends(program: LineProgram) -> GroupEnds:
    """Return where the groups of a program end."""
    return GroupEnds(_match(program.instructions), _match(program.near_instructions))


def _match(instructions: Longs) -> Longs:
    found, open_rows = np.zeros(len(instructions), np.int64), list[int]()
    for row, operation in enumerate(instructions[:, 0].tolist()):
        if operation == OPEN:
            open_rows.append(row)
        elif operation != LINE:
            found[open_rows.pop()] = row
    return found


@compiled
def _is_line_blocked(
    program: LineProgram,
    scratch: Scratch,
    instruction: Longs,
    target: Pair,
    bit_sets: Words,
    table: Longs,
    has_any: Bools,
    bit: int,
) -> bool:
    """Return whether a contact of one line obstructs, for the origin at a bit."""
    _, line, start, stop = instruction
    if program.first_class[line].max() < 0:
        return False
    first = find_point(program, 0, 0, start, (0, 0))
    last = find_point(program, target[0], target[1], stop, first)
    add_beginning(program, scratch, line, first, last, target, _FIRST)
    if _is_any_obstructing(scratch, bit_sets, table, has_any, bit):
        return True
    add_line(program, scratch, line, first, last, target, stop == CENTRE)
    return _is_any_obstructing(scratch, bit_sets, table, has_any, bit)


@compiled
def _is_any_obstructing(scratch: Scratch, bit_sets: Words, table: Longs, has_any: Bools, bit: int) -> bool:
    """Return whether a contact noted obstructs, for the origin at a bit, and forget all of them."""
    count = scratch.counts[CONTACT_COUNT]
    scratch.counts[CONTACT_COUNT] = 0
    for k in range(count):
        contact_class = scratch.classes[k]
        if has_any[contact_class] and is_obstructing(bit_sets, table[contact_class], scratch.contacts[k], bit):
            return True
    return False


@compiled
def _are_lines_blocked(
    program: LineProgram,
    group_ends: GroupEnds,
    scratch: Scratch,
    target: Pair,
    bit_sets: Words,
    table: Longs,
    has_any: Bools,
    bit: int,
    blocked: Bools,
    ends: Longs,
) -> bool:
    """Return whether the lines of a displacement, `target`, are blocked for the origin at a bit.

    `blocked` and `ends` are scratch of length `MAX_DEPTH`. Groups are as in `pair_kernels.is_blocked`.
    """
    is_near = distance(program.is_hex, target[0], target[1]) == 1
    instructions = program.near_instructions if is_near else program.instructions
    closing = group_ends.near if is_near else group_ends.far
    row, depth = 0, 0
    blocked[0], ends[0] = False, len(instructions)
    while row < len(instructions):
        operation = instructions[row, 0]
        if operation == OPEN:
            depth += 1
            blocked[depth], ends[depth] = depth % 2 == 1, closing[row]
            row += 1
        elif operation == LINE:
            row += 1
            if _is_line_blocked(program, scratch, instructions[row - 1], target, bit_sets, table, has_any, bit):
                blocked[depth], row = True, ends[depth]
        else:
            depth -= 1
            row += 1
            if blocked[depth + 1] == (depth % 2 == 0):
                blocked[depth], row = blocked[depth + 1], ends[depth]
    return bool(blocked[0])


@entry
def fill_seen(
    program: LineProgram,
    group_ends: GroupEnds,
    scratch: Scratch,
    board: CompiledBoard,
    cells: CellArrays,
    places: Longs,
    start: int,
    first: int,
    stop: int,
    found: Bools,
) -> None:
    """Set `found[k]` to whether the lines from cell `start` to cell k are open, for k from `first` to before `stop`.

    `places` has q and r of each cell, shape (cells, 2). The entry of the cell itself is unchanged.
    """
    blocked, ends, bit_sets = np.zeros(MAX_DEPTH, np.bool_), np.zeros(MAX_DEPTH, np.int64), board.bit_sets[:, 0]
    bit = cells.bits[start] + (board.lead << 6)
    for k in range(first, stop):
        if k != start:
            class_pair = cells.start_classes[start] * len(board.stop_sets) + cells.stop_classes[k]
            target = (places[k, 0] - places[start, 0], places[k, 1] - places[start, 1])
            table, has_any = board.table[class_pair], board.has_any[class_pair]
            found[k] = not _are_lines_blocked(
                program, group_ends, scratch, target, bit_sets, table, has_any, bit, blocked, ends
            )
