"""Build templates: run a line program for each displacement, and write down the contacts of its lines."""

from __future__ import annotations

import numpy as np

from sightline.field.jit import compiled, entry
from sightline.field.visibility.contact_kernels import CONTACT_COUNT, STAMP, Scratch, add_line, distance
from sightline.field.visibility.line_program import CENTRE, ENTER, FIRST_OUTERMOST, LEAVE, LINE, OPEN, Ints, LineProgram
from sightline.field.visibility.line_walk import Longs, Pair, centre


@compiled
def find_point(program: LineProgram, q: int, r: int, point: int, seen_from: Pair) -> Pair:
    """Return a point of a cell: its centre, a corner, or one of the two outermost corners as seen from a point.

    The outermost corners are the tangent points; of two in one direction the nearer one counts.
    """
    x, y = centre(program.is_hex, q, r)
    if point == CENTRE:
        return x, y
    if point > 0:
        return x + program.corner_offsets[point - 1, 0], y + program.corner_offsets[point - 1, 1]
    sign = -1 if point == FIRST_OUTERMOST else 1
    best_x, best_y = x + program.corner_offsets[0, 0] - seen_from[0], y + program.corner_offsets[0, 1] - seen_from[1]
    for k in range(1, len(program.corner_offsets)):
        other_x = x + program.corner_offsets[k, 0] - seen_from[0]
        other_y = y + program.corner_offsets[k, 1] - seen_from[1]
        turned = sign * (best_x * other_y - best_y * other_x)
        is_nearer = abs(other_x) + abs(other_y) < abs(best_x) + abs(best_y)
        if turned > 0 or (turned == 0 and is_nearer):
            best_x, best_y = other_x, other_y
    return best_x + seen_from[0], best_y + seen_from[1]


@compiled
def _write_runs(scratch: Scratch, code: Ints, at: int) -> int:
    """Write the contacts noted, in runs of one class, from `at` on. Return the position after them.

    This is a counting sort by class: it counts, reserves the runs, and fills them. The order within a run is that of
    lines.
    """
    contacts, counts = scratch.counts[CONTACT_COUNT], scratch.counts[2:]
    counts[:] = 0
    for k in range(contacts):
        counts[scratch.classes[k]] += 1
    for contact_class in range(len(counts)):
        run = counts[contact_class]
        if run:
            code[at], code[at + 1] = contact_class, run
            counts[contact_class] = at + 2
            at += 2 + run
    for k in range(contacts):
        contact_class = scratch.classes[k]
        code[counts[contact_class]] = scratch.contacts[k]
        counts[contact_class] += 1
    scratch.counts[CONTACT_COUNT] = 0
    return at


@compiled
def _write_template(
    program: LineProgram, scratch: Scratch, target: Pair, code: Ints, at: int, open_positions: Longs
) -> int:
    """Write the template of one displacement, `target`, from `at` on. Return the position after them.

    `open_positions` is scratch for where the ends of open groups are to be written, int64 of shape (depth,).
    """
    begin, depth = at, 0
    is_near = distance(program.is_hex, target[0], target[1]) == 1
    instructions = program.near_instructions if is_near else program.instructions
    for row in range(len(instructions)):
        operation, line, start, stop = instructions[row]
        if operation == LINE:
            first = find_point(program, 0, 0, start, (0, 0))
            last = find_point(program, target[0], target[1], stop, first)
            add_line(program, scratch, line, first, last, target, stop == CENTRE)
            continue
        at = _write_runs(scratch, code, at)
        scratch.counts[STAMP] += 1
        if operation == OPEN:
            code[at] = ENTER
            open_positions[depth] = at + 1
            depth += 1
            at += 2
        else:
            depth -= 1
            code[at] = LEAVE
            code[open_positions[depth]] = at - begin
            at += 1
    return _write_runs(scratch, code, at)


@entry
def write_templates(
    program: LineProgram, scratch: Scratch, targets: Longs, first: int, code: Ints, offsets: Longs, max_length: int
) -> int:
    """Write the templates of displacements, from number `first` on, while `max_length` integers are left.

    `targets` is int64 of shape (displacements, 2), q and r of each. `offsets` is filled with where in `code` each
    template begins, and where the last one ends. Return the number of the first displacement that is not written.
    """
    open_positions = np.zeros(8, np.int64)
    at, done = 0, first
    while done < len(targets) and at + max_length <= len(code):
        offsets[done - first] = at
        scratch.counts[STAMP] += 1
        at = _write_template(program, scratch, (targets[done, 0], targets[done, 1]), code, at, open_positions)
        done += 1
        offsets[done - first] = at
    return done
