"""Kernels that find the contacts of one line, and classify them.

Cells are relative to the origin, which is (0, 0); the target is the displacement. A contact is noted by its class and
by a number that holds its place and orientation, see `sightline.field.visibility.line_program`. Its class depends on

- the line of the plan and the kind of contact: this gives the first class;
- which of its sites are absent: an end of the line is no site beside an edge, and the last border may be missing;
- which facts hold that follow from the displacement.

Each of these two is one bit of the number that is added to the first class.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.field.jit import compiled
from sightline.field.visibility.line_program import (
    ALONG,
    BORDER,
    BORDER_TOUCH,
    CELL,
    CORNER,
    END,
    IS_OF_START,
    IS_OF_STOP,
    MAX_RUN,
    MAX_SITES,
    ORIENTATIONS,
    TOUCH,
    LineProgram,
)
from sightline.field.visibility.line_walk import (
    ALONGS,
    CORNERS,
    CROSSED,
    CROSSINGS,
    LineTrace,
    Longs,
    Pair,
    allocate_trace,
    cells_at,
    walk,
)


class Scratch(NamedTuple):
    """Arrays for one displacement at a time.

    - `trace`: the line that is looked at.
    - `classes`, `contacts`: int64: class and number of the contacts noted, in this group.
    - `sites`: int64, shape (MAX_SITES, 5): for each role of a contact q, r of its cell and again, or of the two cells
      of a border, and whether it is present.
    - `hash_keys`, `hash_stamps`: int64, a hash set with open addressing of the contacts of a group; a slot is used if
      its stamp is the current one, so that a new stamp empties the set.
    - `counts`: int64: the number of contacts, the current stamp, and from 2 on counters by class.
    """

    trace: LineTrace
    classes: Longs
    contacts: Longs
    sites: Longs
    hash_keys: Longs
    hash_stamps: Longs
    counts: Longs


CONTACT_COUNT, STAMP = 0, 1
"""Indices into `Scratch.counts`."""


def allocate_scratch(reach: int, lines: int, class_count: int) -> Scratch:
    """Return scratch for `lines` lines between points of cells at most `reach` steps apart.

    Only groups of several lines can meet a contact twice, so that a single line needs no hash set.
    """
    contacts = 16 * (reach + 4) * lines
    hash_keys = 1 << (2 * contacts).bit_length() if lines > 1 else 1
    room = (np.zeros(contacts, np.int64), np.zeros(contacts, np.int64), np.zeros((MAX_SITES, 5), np.int64))
    return Scratch(
        allocate_trace(reach),
        *room,
        np.zeros(hash_keys, np.int64),
        np.zeros(hash_keys, np.int64),
        np.zeros(2 + class_count, np.int64),
    )


@compiled
def distance(is_hex: bool, q: int, r: int) -> int:
    """Return the distance between two cells, in steps; (q, r) is their difference."""
    if is_hex:
        return max(abs(q), abs(r), abs(q + r))
    return max(abs(q), abs(r))


@compiled
def direction_of(q: int, r: int) -> int:
    """Return the number of a step over an edge: 0, 1, 2 for (1, 0), (0, 1), (1, -1), and 3 more for the opposite."""
    return (0 if r == 0 else 1 if q == 0 else 2) + (3 if q < 0 or (q == 0 and r < 0) else 0)


@compiled
def run_orientation(direction: int, length: int) -> int:
    """Return the orientation of a run of cells, see `RUN_ORIENTATIONS`."""
    return 0 if length == 1 else 3 * direction + length - 1


@compiled
def _set_cell(scratch: Scratch, role: int, q: int, r: int) -> None:
    site = scratch.sites[role]
    site[0], site[1], site[2], site[3], site[4] = q, r, q, r, 1


@compiled
def _set_intermediate_cell(scratch: Scratch, role: int, q: int, r: int, target: Pair) -> None:
    """Set the site in a role to a cell; it is absent if it is one of the ends."""
    _set_cell(scratch, role, q, r)
    if _is_endpoint(q, r, target):
        scratch.sites[role, 4] = 0


@compiled
def _set_border(scratch: Scratch, role: int, q: int, r: int, step_q: int, step_r: int) -> None:
    """Set the site in a role to the border that a step leads over."""
    site = scratch.sites[role]
    site[0], site[1], site[2], site[3], site[4] = q, r, q + step_q, r + step_r, 1


@compiled
def _is_endpoint(q: int, r: int, target: Pair) -> bool:
    return (q == 0 and r == 0) or (q == target[0] and r == target[1])


@compiled
def _fact_holds(program: LineProgram, scratch: Scratch, row: int, target: Pair) -> bool:
    """Return whether a fact of the program, by its row, holds for its site."""
    _, _, fact, role, table = program.facts[row]
    q, r, other_q, other_r, is_present = scratch.sites[role]
    if not is_present:
        return False
    if fact == IS_OF_START:
        return bool((q == 0 and r == 0) or (other_q == 0 and other_r == 0))
    to_q, to_r = target
    if fact == IS_OF_STOP:
        return bool((q == to_q and r == to_r) or (other_q == to_q and other_r == to_r))
    is_hex = program.is_hex
    start = min(distance(is_hex, q, r), distance(is_hex, other_q, other_r))
    stop = min(distance(is_hex, q - to_q, r - to_r), distance(is_hex, other_q - to_q, other_r - to_r))
    return bool(program.distance_tables[table, start, stop])


@compiled
def _find_class(program: LineProgram, scratch: Scratch, line: int, kind: int, target: Pair) -> int:
    """Return the class of the contact whose sites are set."""
    variant, bit = 0, 1
    first = 1 if kind == END else 0 if kind == ALONG or kind == BORDER_TOUCH else 2
    for role in range(first, 2):  # those that may be absent
        if not scratch.sites[role, 4]:
            variant += bit
        bit *= 2
    for row in range(len(program.facts)):
        if program.facts[row, 0] == line and program.facts[row, 1] == kind:
            if _fact_holds(program, scratch, row, target):
                variant += bit
            bit *= 2
    return int(program.first_class[line, kind]) + variant


@compiled
def _insert(scratch: Scratch, contact_class: int, contact: int) -> bool:
    """Record a contact. Return whether it is new in the current group."""
    last = len(scratch.hash_keys) - 1
    if last == 0:
        return True
    key, stamp = (contact_class << 40) ^ (contact & 0xFFFFFFFFFF), scratch.counts[STAMP]
    slot = (key * 0x9E3779B97F4A7 >> 20) & last
    while scratch.hash_stamps[slot] == stamp:
        if scratch.hash_keys[slot] == key:
            return False
        slot = (slot + 1) & last
    scratch.hash_stamps[slot], scratch.hash_keys[slot] = stamp, key
    return True


@compiled
def _add_contact(program: LineProgram, scratch: Scratch, contact_class: int, q: int, r: int, orientation: int) -> None:
    """Note a contact at a cell, unless it was noted before in this group."""
    row = scratch.counts[CONTACT_COUNT]
    contact = ORIENTATIONS * (q * program.q_stride + r * program.r_stride) + orientation
    if _insert(scratch, contact_class, contact):
        scratch.classes[row], scratch.contacts[row] = contact_class, contact
        scratch.counts[CONTACT_COUNT] = row + 1


@compiled
def _add_cells(program: LineProgram, scratch: Scratch, line: int, target: Pair) -> None:
    """Note the cells crossed but for the ends; consecutive ones in one direction, of one class, as runs."""
    trace = scratch.trace
    run_class, run_q, run_r, direction, length = -1, 0, 0, 0, 0
    last_q, last_r = 0, 0
    for k in range(trace.counts[CROSSED]):
        q, r = trace.crossed[k, 0], trace.crossed[k, 1]
        if _is_endpoint(q, r, target):
            continue
        _set_cell(scratch, 0, q, r)
        contact_class, step_q, step_r = _find_class(program, scratch, line, CELL, target), q - last_q, r - last_r
        is_step = abs(step_q) + abs(step_r) == 1 or (program.is_hex and step_q * step_r == -1)
        orientation = direction_of(step_q, step_r) if is_step else -1
        if length and contact_class == run_class and is_step and (length == 1 or orientation == direction):
            direction, length = orientation, length + 1
        else:
            _add_run(program, scratch, run_class, run_q, run_r, last_q, last_r, direction, length)
            run_class, run_q, run_r, length = contact_class, q, r, 1
        last_q, last_r = q, r
    _add_run(program, scratch, run_class, run_q, run_r, last_q, last_r, direction, length)


@compiled
def _add_run(
    program: LineProgram,
    scratch: Scratch,
    contact_class: int,
    q: int,
    r: int,
    last_q: int,
    last_r: int,
    direction: int,
    length: int,
) -> None:
    """Note the cells from one to another, `length` in a row, cut into runs of at most `MAX_RUN`."""
    if length == 0:
        return
    if length > 1 and direction >= 3:
        q, r, direction = last_q, last_r, direction - 3
    step_q, step_r = _step_in(direction)
    done = 0
    while length - done > MAX_RUN:
        _add_contact(
            program, scratch, contact_class, q + done * step_q, r + done * step_r, run_orientation(direction, MAX_RUN)
        )
        done += MAX_RUN
    part = min(length, MAX_RUN)
    done = length - part
    _add_contact(
        program, scratch, contact_class, q + done * step_q, r + done * step_r, run_orientation(direction, part)
    )


@compiled
def _step_in(direction: int) -> Pair:
    """Return the step in one of the directions 0, 1, 2."""
    if direction == 0:
        return 1, 0
    return (0, 1) if direction == 1 else (1, -1)


@compiled
def _add_end(program: LineProgram, scratch: Scratch, line: int, target: Pair) -> None:
    """Note the cell that the line ends in, with the border over which it is entered; absent if by a corner."""
    trace = scratch.trace
    _set_cell(scratch, 0, target[0], target[1])
    last, crossing = trace.crossed[trace.counts[CROSSED] - 1], trace.crossings[trace.counts[CROSSINGS] - 1]
    _set_border(scratch, 1, crossing[0], crossing[1], crossing[2], crossing[3])
    if trace.counts[CROSSINGS] == 0 or crossing[4] != last[2]:
        scratch.sites[1, 4] = 0
    orientation = direction_of(crossing[2], crossing[3]) if scratch.sites[1, 4] else 0
    _add_contact(program, scratch, _find_class(program, scratch, line, END, target), target[0], target[1], orientation)


@compiled
def _add_edges_run_along(program: LineProgram, scratch: Scratch, line: int, target: Pair) -> None:
    for k in range(scratch.trace.counts[ALONGS]):
        edge = scratch.trace.alongs[k]
        _set_edge(scratch, edge[0], edge[1], edge[2], edge[3], target)
        contact_class = _find_class(program, scratch, line, ALONG, target)
        _add_contact(program, scratch, contact_class, edge[0], edge[1], direction_of(edge[2], edge[3]))


@compiled
def _set_edge(scratch: Scratch, q: int, r: int, step_q: int, step_r: int, target: Pair) -> None:
    """Set the sites of an edge: the cells beside it, absent if they are ends, and the border."""
    _set_intermediate_cell(scratch, 0, q, r, target)
    _set_intermediate_cell(scratch, 1, q + step_q, r + step_r, target)
    _set_border(scratch, 2, q, r, step_q, step_r)


@compiled
def _add_edges_crossed(program: LineProgram, scratch: Scratch, line: int, target: Pair) -> None:
    for k in range(scratch.trace.counts[CROSSINGS]):
        q, r, step_q, step_r, _ = scratch.trace.crossings[k]
        _set_cell(scratch, 0, q, r)
        _set_cell(scratch, 1, q + step_q, r + step_r)
        _set_border(scratch, 2, q, r, step_q, step_r)
        _add_contact(
            program, scratch, _find_class(program, scratch, line, BORDER, target), q, r, direction_of(step_q, step_r)
        )


@compiled
def _cell_around(is_hex: bool, x: int, y: int, k: int) -> Pair:
    """Return the k-th cell round a corner, clockwise."""
    _, first, second, third, fourth = cells_at(is_hex, x, y)
    return first if k == 0 else second if k == 1 else third if k == 2 else fourth


@compiled
def _is_passed(trace: LineTrace, q: int, r: int, target: Pair) -> bool:
    """Return whether a cell is an end, or the line crosses it or runs along one of its edges."""
    if _is_endpoint(q, r, target):
        return True
    for k in range(trace.counts[CROSSED]):
        if trace.crossed[k, 0] == q and trace.crossed[k, 1] == r:
            return True
    for k in range(trace.counts[ALONGS]):
        one_q, one_r, step_q, step_r = (
            trace.alongs[k, 0],
            trace.alongs[k, 1],
            trace.alongs[k, 2],
            trace.alongs[k, 3],
        )
        if (one_q == q and one_r == r) or (one_q + step_q == q and one_r + step_r == r):
            return True
    return False


@compiled
def _add_cells_touched(program: LineProgram, scratch: Scratch, line: int, target: Pair) -> None:
    """Note the cells that the line touches at a corner only."""
    trace = scratch.trace
    for k in range(trace.counts[CORNERS]):
        x, y = trace.corners[k, 0], trace.corners[k, 1]
        for j in range(3 if program.is_hex else 4):
            q, r = _cell_around(program.is_hex, x, y, j)
            if not _is_passed(trace, q, r, target):
                _set_cell(scratch, 0, q, r)
                _add_contact(program, scratch, _find_class(program, scratch, line, TOUCH, target), q, r, 0)


@compiled
def _runs_along(trace: LineTrace, one: Pair, other: Pair) -> bool:
    """Return whether the line runs along the edge between two cells."""
    for k in range(trace.counts[ALONGS]):
        q, r, step_q, step_r = trace.alongs[k, 0], trace.alongs[k, 1], trace.alongs[k, 2], trace.alongs[k, 3]
        a, b = (q, r), (q + step_q, r + step_r)
        if (a == one and b == other) or (a == other and b == one):
            return True
    return False


@compiled
def _add_edges_touched(program: LineProgram, scratch: Scratch, line: int, target: Pair) -> None:
    """Note the edges that meet the line in one of their ends only."""
    trace, around = scratch.trace, 3 if program.is_hex else 4
    for k in range(trace.counts[CORNERS]):
        x, y = trace.corners[k, 0], trace.corners[k, 1]
        for j in range(around):
            one = _cell_around(program.is_hex, x, y, j)
            other = _cell_around(program.is_hex, x, y, (j + 1) % around)
            if not _runs_along(trace, one, other):
                step_q, step_r = other[0] - one[0], other[1] - one[1]
                _set_edge(scratch, one[0], one[1], step_q, step_r, target)
                contact_class = _find_class(program, scratch, line, BORDER_TOUCH, target)
                _add_contact(program, scratch, contact_class, one[0], one[1], direction_of(step_q, step_r))


@compiled
def _add_corners(program: LineProgram, scratch: Scratch, line: int, target: Pair) -> None:
    """Note the corners passed between two cells that share no edge, which squares alone have.

    The line passes between the two other cells at the corner: two ways round it, with a role each, "one" and "other".
    They are listed clockwise from the north, as seen from the cell before the corner.
    """
    trace, is_hex = scratch.trace, program.is_hex
    for k in range(1, trace.counts[CROSSED]):
        q, r, _, left = trace.crossed[k - 1]
        to_q, to_r, entered, _ = trace.crossed[k]
        if left != entered or q == to_q or r == to_r or is_hex:
            continue
        aside = 0 if to_r > r and to_q > q else 1  # side cells are listed clockwise from the north
        upright = 1 - aside
        _set_cell(scratch, aside, to_q, r)
        _set_cell(scratch, upright, q, to_r)
        _set_border(scratch, 2 + 2 * aside, q, r, to_q - q, 0)
        _set_border(scratch, 3 + 2 * aside, to_q, r, 0, to_r - r)
        _set_border(scratch, 2 + 2 * upright, q, r, 0, to_r - r)
        _set_border(scratch, 3 + 2 * upright, q, to_r, to_q - q, 0)
        contact_class = _find_class(program, scratch, line, CORNER, target)
        _add_contact(program, scratch, contact_class, q, r, (1 if to_q > q else 0) + (2 if to_r > r else 0))


@compiled
def add_line(
    program: LineProgram, scratch: Scratch, line: int, start: Pair, stop: Pair, target: Pair, is_to_centre: bool
) -> None:
    """Note the contacts of one line that the program asks for."""
    wanted = program.first_class[line]
    walk(program.is_hex, start, stop, scratch.trace, len(scratch.trace.crossed))
    if wanted[CELL] >= 0:
        _add_cells(program, scratch, line, target)
    if wanted[END] >= 0 and is_to_centre:
        _add_end(program, scratch, line, target)
    if wanted[TOUCH] >= 0:
        _add_cells_touched(program, scratch, line, target)
    if wanted[ALONG] >= 0:
        _add_edges_run_along(program, scratch, line, target)
    if wanted[BORDER] >= 0:
        _add_edges_crossed(program, scratch, line, target)
    if wanted[BORDER_TOUCH] >= 0:
        _add_edges_touched(program, scratch, line, target)
    if wanted[CORNER] >= 0:
        _add_corners(program, scratch, line, target)


@compiled
def add_beginning(
    program: LineProgram, scratch: Scratch, line: int, start: Pair, stop: Pair, target: Pair, most: int
) -> None:
    """Note the contacts of one line with the first cells and edges that it crosses, as far as these are asked for."""
    walk(program.is_hex, start, stop, scratch.trace, most)
    if program.first_class[line, CELL] >= 0:
        _add_cells(program, scratch, line, target)
    if program.first_class[line, BORDER] >= 0:
        _add_edges_crossed(program, scratch, line, target)
