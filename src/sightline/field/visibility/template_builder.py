"""What the lines of one displacement meet, contact by contact: its template, the same wherever it begins.

A template is a row of integers, read by `sightline.field.visibility.displacement_kernels`: contacts of lines in runs of
one sort, within groups of which the worst and, inside those, the best counts in turns; the outermost is one of which
the worst counts.

- `ENTER`, then where its `LEAVE` stands, counted from the template's beginning: an inner group begins.
- `LEAVE`: it ends.
- The number of a sort, how many contacts, then one number for each: how many bits away its cell stands, sixteen times
  that, plus how it lies. The cell is the one crossed, touched or ended in; beside a side run along or touched, or at a
  corner passed, the first that `sightline.sight.contacts` names; the one before a border crossed.

How contacts lie: sides in one of the directions of `direction_of`; corners by the way that lines pass them; cells
crossed one after the other, all in a row, are one contact of two to four cells, as `SHAPES` has it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.field.jit import compiled, entry
from sightline.field.visibility.line_walk import (
    ALONGS,
    CORNERS,
    CROSSED,
    CROSSINGS,
    Course,
    Longs,
    Pair,
    cells_at,
    centre,
    room_for,
    walk,
)

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

ENTER, LEAVE = -1, -2
LINE, OPEN, CLOSE = range(3)
CELL, END, TOUCH, ALONG, BORDER, BORDER_TOUCH, CORNER = range(7)
CENTRE, FIRST_OUTERMOST, LAST_OUTERMOST = 0, -1, -2
"""Points of an end: its centre, its corners from 1 on, or the outermost two as seen from the other end."""
IS_NEAR, IS_OF_START, IS_OF_STOP = range(3)
"""What may be known of a site by where it is: that its distances to the ends hold, that it is a side of one of them."""
MOST_SITES = 6
WAYS = 16
"""In how many ways a contact may lie, at most."""
LONGEST = 4
"""Cells in a row that are one contact, at most."""
SHAPES = {(direction, length): 3 * direction + length - 1 for direction in range(3) for length in range(2, LONGEST + 1)}
"""How cells in a row lie, by the direction in which they follow the first, and how many they are; 0 is a single one."""


class Scheme(NamedTuple):
    """What to note of lines, and which to draw.

    - `steps`: one row per group opened or closed and line: what it is, and of a line its number and its two points.
    - `near`: the same between neighbours.
    - `corners`: the way from a centre to each corner.
    - `sorts`: for each line and kind of contact the first of its sorts, -1 where nothing is to be noted.
    - `facts`: line, kind, what is known, the role of the site, and the table that says it.
    - `tables`: whether something holds at distances from the one end and from the other.
    - `q`, `r`: how far the bits of neighbours stand apart.
    """

    is_hex: bool
    steps: Longs
    near: Longs
    corners: Longs
    sorts: Longs
    facts: Longs
    tables: Bools
    q: int
    r: int


class Desk(NamedTuple):
    """Room for what is noted of one displacement: contacts with their sorts, and which were met before.

    `sites` has, for each role of a contact, q and r of its cell, or of both its cells, and whether it is there.
    """

    course: Course
    sorts: Longs
    contacts: Longs
    sites: Longs
    keys: Longs
    stamps: Longs
    counts: Longs


CONTACTS, STAMP = 0, 1


def desk_for(reach: int, lines: int, sorts: int) -> Desk:
    """Give room for so many lines of points of cells at most so many steps apart."""
    contacts = 16 * (reach + 4) * lines
    keys = 1 << (2 * contacts).bit_length() if lines > 1 else 1
    room = (np.zeros(contacts, np.int64), np.zeros(contacts, np.int64), np.zeros((MOST_SITES, 5), np.int64))
    return Desk(
        room_for(reach), *room, np.zeros(keys, np.int64), np.zeros(keys, np.int64), np.zeros(2 + sorts, np.int64)
    )


@compiled
def distance(is_hex: bool, q: int, r: int) -> int:
    """Give the distance of two cells so far apart, in cells."""
    if is_hex:
        return max(abs(q), abs(r), abs(q + r))
    return max(abs(q), abs(r))


@compiled
def direction_of(q: int, r: int) -> int:
    """Give the number of a step over a side: (1, 0), (0, 1), (1, -1), and 3 more for the steps back."""
    return (0 if r == 0 else 1 if q == 0 else 2) + (3 if q < 0 or (q == 0 and r < 0) else 0)


@compiled
def shape_of(direction: int, length: int) -> int:
    """Give how some cells in a row lie, as `SHAPES` has it."""
    return 0 if length == 1 else 3 * direction + length - 1


@compiled
def _put_cell(desk: Desk, role: int, q: int, r: int) -> None:
    site = desk.sites[role]
    site[0], site[1], site[2], site[3], site[4] = q, r, q, r, 1


@compiled
def _put_free_cell(desk: Desk, role: int, q: int, r: int, target: Pair) -> None:
    """Note a cell, as absent where it is one of the ends."""
    _put_cell(desk, role, q, r)
    if _is_end(q, r, target):
        desk.sites[role, 4] = 0


@compiled
def _put_border(desk: Desk, role: int, q: int, r: int, step_q: int, step_r: int) -> None:
    """Note the border that a step leads over."""
    site = desk.sites[role]
    site[0], site[1], site[2], site[3], site[4] = q, r, q + step_q, r + step_r, 1


@compiled
def _is_end(q: int, r: int, target: Pair) -> bool:
    return (q == 0 and r == 0) or (q == target[0] and r == target[1])


@compiled
def _holds(scheme: Scheme, desk: Desk, row: int, target: Pair) -> bool:
    """Tell whether one thing that may be known of a site is so."""
    _, _, what, role, table = scheme.facts[row]
    q, r, other_q, other_r, is_there = desk.sites[role]
    if not is_there:
        return False
    if what == IS_OF_START:
        return bool((q == 0 and r == 0) or (other_q == 0 and other_r == 0))
    to_q, to_r = target
    if what == IS_OF_STOP:
        return bool((q == to_q and r == to_r) or (other_q == to_q and other_r == to_r))
    is_hex = scheme.is_hex
    start = min(distance(is_hex, q, r), distance(is_hex, other_q, other_r))
    stop = min(distance(is_hex, q - to_q, r - to_r), distance(is_hex, other_q - to_q, other_r - to_r))
    return bool(scheme.tables[table, start, stop])


@compiled
def _sort_of(scheme: Scheme, desk: Desk, line: int, kind: int, target: Pair) -> int:
    """Give the sort of the contact whose sites are noted: by what is known of them, and which are absent."""
    known, bit = 0, 1
    first = 1 if kind == END else 0 if kind == ALONG or kind == BORDER_TOUCH else 2
    for role in range(first, 2):  # those that may be absent
        if not desk.sites[role, 4]:
            known += bit
        bit *= 2
    for row in range(len(scheme.facts)):
        if scheme.facts[row, 0] == line and scheme.facts[row, 1] == kind:
            if _holds(scheme, desk, row, target):
                known += bit
            bit *= 2
    return int(scheme.sorts[line, kind]) + known


@compiled
def _is_new(desk: Desk, sort: int, contact: int) -> bool:
    """Take down a contact; whether it was not met before in this group."""
    last = len(desk.keys) - 1
    if last == 0:
        return True
    key, stamp = (sort << 40) ^ (contact & 0xFFFFFFFFFF), desk.counts[STAMP]
    place = (key * 0x9E3779B97F4A7 >> 20) & last
    while desk.stamps[place] == stamp:
        if desk.keys[place] == key:
            return False
        place = (place + 1) & last
    desk.stamps[place], desk.keys[place] = stamp, key
    return True


@compiled
def _note(scheme: Scheme, desk: Desk, sort: int, q: int, r: int, way: int) -> None:
    """Note a contact of a sort at a cell."""
    row, contact = desk.counts[CONTACTS], WAYS * (q * scheme.q + r * scheme.r) + way
    if _is_new(desk, sort, contact):
        desk.sorts[row], desk.contacts[row] = sort, contact
        desk.counts[CONTACTS] = row + 1


@compiled
def _note_cells(scheme: Scheme, desk: Desk, line: int, target: Pair) -> None:
    """Note the cells crossed, those in a row together."""
    course = desk.course
    first_sort, first_q, first_r, direction, length = -1, 0, 0, 0, 0
    last_q, last_r = 0, 0
    for k in range(course.counts[CROSSED]):
        q, r = course.crossed[k, 0], course.crossed[k, 1]
        if _is_end(q, r, target):
            continue
        _put_cell(desk, 0, q, r)
        sort, step_q, step_r = _sort_of(scheme, desk, line, CELL, target), q - last_q, r - last_r
        is_side = abs(step_q) + abs(step_r) == 1 or (scheme.is_hex and step_q * step_r == -1)
        way = direction_of(step_q, step_r) if is_side else -1
        if length and sort == first_sort and is_side and (length == 1 or way == direction):
            direction, length = way, length + 1
        else:
            _note_row(scheme, desk, first_sort, first_q, first_r, last_q, last_r, direction, length)
            first_sort, first_q, first_r, length = sort, q, r, 1
        last_q, last_r = q, r
    _note_row(scheme, desk, first_sort, first_q, first_r, last_q, last_r, direction, length)


@compiled
def _note_row(
    scheme: Scheme, desk: Desk, sort: int, q: int, r: int, last_q: int, last_r: int, direction: int, length: int
) -> None:
    """Note cells in a row, from one to another in a direction."""
    if length == 0:
        return
    if length > 1 and direction >= 3:
        q, r, direction = last_q, last_r, direction - 3
    step_q, step_r = _step_in(direction)
    done = 0
    while length - done > LONGEST:
        _note(scheme, desk, sort, q + done * step_q, r + done * step_r, shape_of(direction, LONGEST))
        done += LONGEST
    part = min(length, LONGEST)
    done = length - part
    _note(scheme, desk, sort, q + done * step_q, r + done * step_r, shape_of(direction, part))


@compiled
def _step_in(direction: int) -> Pair:
    """Give the step in one of the first three directions."""
    if direction == 0:
        return 1, 0
    return (0, 1) if direction == 1 else (1, -1)


@compiled
def _note_end(scheme: Scheme, desk: Desk, line: int, target: Pair) -> None:
    """Note the cell that the line ends in, where it ends in the middle of it."""
    course = desk.course
    _put_cell(desk, 0, target[0], target[1])
    last, crossing = course.crossed[course.counts[CROSSED] - 1], course.crossings[course.counts[CROSSINGS] - 1]
    _put_border(desk, 1, crossing[0], crossing[1], crossing[2], crossing[3])
    if course.counts[CROSSINGS] == 0 or crossing[4] != last[2]:
        desk.sites[1, 4] = 0
    way = direction_of(crossing[2], crossing[3]) if desk.sites[1, 4] else 0
    _note(scheme, desk, _sort_of(scheme, desk, line, END, target), target[0], target[1], way)


@compiled
def _note_alongs(scheme: Scheme, desk: Desk, line: int, target: Pair) -> None:
    for k in range(desk.course.counts[ALONGS]):
        side = desk.course.alongs[k]
        _put_beside(desk, side[0], side[1], side[2], side[3], target)
        sort = _sort_of(scheme, desk, line, ALONG, target)
        _note(scheme, desk, sort, side[0], side[1], direction_of(side[2], side[3]))


@compiled
def _put_beside(desk: Desk, q: int, r: int, step_q: int, step_r: int, target: Pair) -> None:
    """Note a side and the cells beside it, save those of the ends."""
    _put_free_cell(desk, 0, q, r, target)
    _put_free_cell(desk, 1, q + step_q, r + step_r, target)
    _put_border(desk, 2, q, r, step_q, step_r)


@compiled
def _note_borders(scheme: Scheme, desk: Desk, line: int, target: Pair) -> None:
    for k in range(desk.course.counts[CROSSINGS]):
        q, r, step_q, step_r, _ = desk.course.crossings[k]
        _put_cell(desk, 0, q, r)
        _put_cell(desk, 1, q + step_q, r + step_r)
        _put_border(desk, 2, q, r, step_q, step_r)
        _note(scheme, desk, _sort_of(scheme, desk, line, BORDER, target), q, r, direction_of(step_q, step_r))


@compiled
def _cell_at(is_hex: bool, x: int, y: int, k: int) -> Pair:
    """Give one of the cells round a corner, clockwise."""
    _, first, second, third, fourth = cells_at(is_hex, x, y)
    return first if k == 0 else second if k == 1 else third if k == 2 else fourth


@compiled
def _is_passed(course: Course, q: int, r: int, target: Pair) -> bool:
    """Tell whether a cell is an end, or the line crosses it or runs along a side of it."""
    if _is_end(q, r, target):
        return True
    for k in range(course.counts[CROSSED]):
        if course.crossed[k, 0] == q and course.crossed[k, 1] == r:
            return True
    for k in range(course.counts[ALONGS]):
        one_q, one_r, step_q, step_r = (
            course.alongs[k, 0],
            course.alongs[k, 1],
            course.alongs[k, 2],
            course.alongs[k, 3],
        )
        if (one_q == q and one_r == r) or (one_q + step_q == q and one_r + step_r == r):
            return True
    return False


@compiled
def _note_touches(scheme: Scheme, desk: Desk, line: int, target: Pair) -> None:
    course = desk.course
    for k in range(course.counts[CORNERS]):
        x, y = course.corners[k, 0], course.corners[k, 1]
        for j in range(3 if scheme.is_hex else 4):
            q, r = _cell_at(scheme.is_hex, x, y, j)
            if not _is_passed(course, q, r, target):
                _put_cell(desk, 0, q, r)
                _note(scheme, desk, _sort_of(scheme, desk, line, TOUCH, target), q, r, 0)


@compiled
def _is_run_along(course: Course, one: Pair, other: Pair) -> bool:
    for k in range(course.counts[ALONGS]):
        q, r, step_q, step_r = course.alongs[k, 0], course.alongs[k, 1], course.alongs[k, 2], course.alongs[k, 3]
        a, b = (q, r), (q + step_q, r + step_r)
        if (a == one and b == other) or (a == other and b == one):
            return True
    return False


@compiled
def _note_border_touches(scheme: Scheme, desk: Desk, line: int, target: Pair) -> None:
    course, around = desk.course, 3 if scheme.is_hex else 4
    for k in range(course.counts[CORNERS]):
        x, y = course.corners[k, 0], course.corners[k, 1]
        for j in range(around):
            one = _cell_at(scheme.is_hex, x, y, j)
            other = _cell_at(scheme.is_hex, x, y, (j + 1) % around)
            if not _is_run_along(course, one, other):
                step_q, step_r = other[0] - one[0], other[1] - one[1]
                _put_beside(desk, one[0], one[1], step_q, step_r, target)
                sort = _sort_of(scheme, desk, line, BORDER_TOUCH, target)
                _note(scheme, desk, sort, one[0], one[1], direction_of(step_q, step_r))


@compiled
def _note_corners(scheme: Scheme, desk: Desk, line: int, target: Pair) -> None:
    """Note the corners passed between two cells that share none of their sides: squares have them."""
    course, is_hex = desk.course, scheme.is_hex
    for k in range(1, course.counts[CROSSED]):
        q, r, _, left = course.crossed[k - 1]
        to_q, to_r, entered, _ = course.crossed[k]
        if left != entered or q == to_q or r == to_r or is_hex:
            continue
        aside = 0 if to_r > r and to_q > q else 1  # side cells are listed clockwise from the north
        upright = 1 - aside
        _put_cell(desk, aside, to_q, r)
        _put_cell(desk, upright, q, to_r)
        _put_border(desk, 2 + 2 * aside, q, r, to_q - q, 0)
        _put_border(desk, 3 + 2 * aside, to_q, r, 0, to_r - r)
        _put_border(desk, 2 + 2 * upright, q, r, 0, to_r - r)
        _put_border(desk, 3 + 2 * upright, q, to_r, to_q - q, 0)
        sort = _sort_of(scheme, desk, line, CORNER, target)
        _note(scheme, desk, sort, q, r, (1 if to_q > q else 0) + (2 if to_r > r else 0))


@compiled
def _note_line(
    scheme: Scheme, desk: Desk, line: int, start: Pair, stop: Pair, target: Pair, is_to_centre: bool
) -> None:
    """Take down the contacts of one line that are wanted."""
    wanted = scheme.sorts[line]
    walk(scheme.is_hex, start, stop, desk.course)
    if wanted[CELL] >= 0:
        _note_cells(scheme, desk, line, target)
    if wanted[END] >= 0 and is_to_centre:
        _note_end(scheme, desk, line, target)
    if wanted[TOUCH] >= 0:
        _note_touches(scheme, desk, line, target)
    if wanted[ALONG] >= 0:
        _note_alongs(scheme, desk, line, target)
    if wanted[BORDER] >= 0:
        _note_borders(scheme, desk, line, target)
    if wanted[BORDER_TOUCH] >= 0:
        _note_border_touches(scheme, desk, line, target)
    if wanted[CORNER] >= 0:
        _note_corners(scheme, desk, line, target)


@compiled
def _point(scheme: Scheme, q: int, r: int, which: int, seen_from: Pair) -> Pair:
    """Give one of the points of a cell."""
    x, y = centre(scheme.is_hex, q, r)
    if which == CENTRE:
        return x, y
    if which > 0:
        return x + scheme.corners[which - 1, 0], y + scheme.corners[which - 1, 1]
    turn = -1 if which == FIRST_OUTERMOST else 1
    best_x, best_y = x + scheme.corners[0, 0] - seen_from[0], y + scheme.corners[0, 1] - seen_from[1]
    for k in range(1, len(scheme.corners)):
        other_x, other_y = x + scheme.corners[k, 0] - seen_from[0], y + scheme.corners[k, 1] - seen_from[1]
        turned = turn * (best_x * other_y - best_y * other_x)
        is_nearer = abs(other_x) + abs(other_y) < abs(best_x) + abs(best_y)
        if turned > 0 or (turned == 0 and is_nearer):
            best_x, best_y = other_x, other_y
    return best_x + seen_from[0], best_y + seen_from[1]


@compiled
def _put_down(desk: Desk, tape: Ints, at: int) -> int:
    """Write the contacts noted, in runs of one sort; gives where the tape goes on."""
    contacts, counts = desk.counts[CONTACTS], desk.counts[2:]
    counts[:] = 0
    for k in range(contacts):
        counts[desk.sorts[k]] += 1
    for sort in range(len(counts)):
        run = counts[sort]
        if run:
            tape[at], tape[at + 1] = sort, run
            counts[sort] = at + 2
            at += 2 + run
    for k in range(contacts):
        sort = desk.sorts[k]
        tape[counts[sort]] = desk.contacts[k]
        counts[sort] += 1
    desk.counts[CONTACTS] = 0
    return at


@compiled
def _write(scheme: Scheme, desk: Desk, target: Pair, tape: Ints, at: int, opened: Longs) -> int:
    """Write the template of one displacement; gives where the tape goes on."""
    begin, depth = at, 0
    steps = scheme.near if distance(scheme.is_hex, target[0], target[1]) == 1 else scheme.steps
    for row in range(len(steps)):
        what, line, start, stop = steps[row]
        if what == LINE:
            first = _point(scheme, 0, 0, start, (0, 0))
            last = _point(scheme, target[0], target[1], stop, first)
            _note_line(scheme, desk, line, first, last, target, stop == CENTRE)
            continue
        at = _put_down(desk, tape, at)
        desk.counts[STAMP] += 1
        if what == OPEN:
            tape[at] = ENTER
            opened[depth] = at + 1
            depth += 1
            at += 2
        else:
            depth -= 1
            tape[at] = LEAVE
            tape[opened[depth]] = at - begin
            at += 1
    return _put_down(desk, tape, at)


@entry
def write_templates(
    scheme: Scheme, desk: Desk, targets: Longs, first: int, tape: Ints, starts: Longs, most: int
) -> int:
    """Write the templates of displacements, from the first on, while there is room for one of the most integers.

    `targets` has q and r of each; `starts` says where each template begins, and the last one ends. Gives the number of
    the next displacement.
    """
    opened = np.zeros(8, np.int64)
    at, done = 0, first
    while done < len(targets) and at + most <= len(tape):
        starts[done - first] = at
        desk.counts[STAMP] += 1
        at = _write(scheme, desk, (targets[done, 0], targets[done, 1]), tape, at, opened)
        done += 1
        starts[done - first] = at
    return done
