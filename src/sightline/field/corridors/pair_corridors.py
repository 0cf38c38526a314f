"""Kernels that examine pairs of ends."""

from __future__ import annotations

from sightline.field.corridors.corridor_types import (
    OPEN,
    Bools,
    CorridorWorkspace,
    DirectedLine,
    Frame,
    FramedShape,
    Ints,
    TableArrays,
)
from sightline.field.corridors.line_tests import find_blocker
from sightline.field.corridors.obstacle_clip import clip_obstacles, find_frame, find_window, to_frame
from sightline.field.corridors.rotating_line import has_open_line
from sightline.field.jit import compiled, entry
from sightline.plane.shapes import SAME


@compiled
def _face_parts(
    work: CorridorWorkspace, table: TableArrays, start: int, stop: int
) -> tuple[Frame, FramedShape, FramedShape]:
    """Return the frame of two convex parts of ends, and these parts in it."""
    table_frame = Frame(0.0, 0.0, 1.0, 0.0)
    one = to_frame(table_frame, table.parts, start, work.start)
    other = to_frame(table_frame, table.parts, stop, work.stop)
    frame = find_frame(one, other)
    return frame, to_frame(frame, table.parts, start, work.start), to_frame(frame, table.parts, stop, work.stop)


@compiled
def _is_open(work: CorridorWorkspace, table: TableArrays, start: int, stop: int, ignored: Bools, also: Bools) -> bool:
    """Return whether any line between two convex parts of ends is open.

    `ignored` and `also`, shape (obstacles,), tell which obstacles do not count for the one and the other end.
    """
    frame, a, b = _face_parts(work, table, start, stop)
    window = find_window(a, b)
    if window.before_stop - window.after_start < SAME:
        return True
    count = clip_obstacles(work, table, frame, a, b, window, ignored, also)
    if count < 0:
        return False
    shortest = DirectedLine(1.0, 0.0, 0.0)
    return find_blocker(work.obstacles, count, a, b, shortest) == OPEN or has_open_line(work, count, a, b, window)


@entry
def fill_open(
    table: TableArrays, work: CorridorWorkspace, ignored: Bools, wanted: Bools, rows: Ints, found: Bools
) -> None:
    """Write whether corridors between the ends in `rows` and later ends are open, on both sides of the diagonal.

    `ignored` has shape (ends, obstacles), `wanted` and `found` (ends, ends); pairs that are not wanted become False.
    """
    for i in rows:
        for j in range(i + 1, len(found)):
            is_open = False
            if wanted[i, j]:
                for start in range(table.first_part[i], table.first_part[i + 1]):
                    for stop in range(table.first_part[j], table.first_part[j + 1]):
                        is_open = is_open or _is_open(work, table, start, stop, ignored[i], ignored[j])
            found[i, j] = found[j, i] = is_open


@entry
def fill_approached(table: TableArrays, work: CorridorWorkspace, ignored: Bools, rows: Ints, found: Bools) -> None:
    """Write whether any obstacle comes into the window between ends, as `fill_open` does."""
    for i in rows:
        for j in range(i + 1, len(found)):
            is_approached = False
            for start in range(table.first_part[i], table.first_part[i + 1]):
                for stop in range(table.first_part[j], table.first_part[j + 1]):
                    frame, a, b = _face_parts(work, table, start, stop)
                    count = clip_obstacles(work, table, frame, a, b, find_window(a, b), ignored[i], ignored[j])
                    is_approached = is_approached or count != 0
            found[i, j] = found[j, i] = is_approached
