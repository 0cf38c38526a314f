"""Which ends are open to which."""

from __future__ import annotations

from sightline.field.corridors.clipping import frame_of, framed, gather_obstacles, window_of
from sightline.field.corridors.corridor_types import OPEN, Body, Bools, Frame, Ints, Line, Room, World
from sightline.field.corridors.line_tests import cutting
from sightline.field.corridors.rotating_line import is_open_about_any
from sightline.field.jit import compiled, entry
from sightline.plane import SAME


@compiled
def _facing(room: Room, world: World, start: int, stop: int) -> tuple[Frame, Body, Body]:
    """Give two convex parts of ends in their frame."""
    here = Frame(0.0, 0.0, 1.0, 0.0)
    frame = frame_of(framed(here, world.ends, start, room.start), framed(here, world.ends, stop, room.stop))
    return frame, framed(frame, world.ends, start, room.start), framed(frame, world.ends, stop, room.stop)


@compiled
def _is_open(room: Room, world: World, start: int, stop: int, ignored: Bools, also: Bools) -> bool:
    """Tell whether some line between two convex parts of ends is open; two rows tell which obstacles do not count."""
    frame, a, b = _facing(room, world, start, stop)
    window = window_of(a, b)
    if window.before_stop - window.after_start < SAME:
        return True
    count = gather_obstacles(room, world, frame, a, b, window, ignored, also)
    if count < 0:
        return False
    shortest = Line(1.0, 0.0, 0.0)
    return cutting(room.obstacles, count, a, b, shortest) == OPEN or is_open_about_any(room, count, a, b, window)


@entry
def fill_rows(world: World, room: Room, ignored: Bools, wanted: Bools, rows: Ints, found: Bools) -> None:
    """Note, for some ends, which later ones lines to are open, of those wanted; in both halves of a matrix."""
    for i in rows:
        for j in range(i + 1, len(found)):
            is_open = False
            if wanted[i, j]:
                for start in range(world.parts[i], world.parts[i + 1]):
                    for stop in range(world.parts[j], world.parts[j + 1]):
                        is_open = is_open or _is_open(room, world, start, stop, ignored[i], ignored[j])
            found[i, j] = found[j, i] = is_open


@entry
def fill_reached(world: World, room: Room, ignored: Bools, rows: Ints, found: Bools) -> None:
    """Note in the same way between which ends some obstacle comes, whether it cuts lines there or not."""
    for i in rows:
        for j in range(i + 1, len(found)):
            is_reached = False
            for start in range(world.parts[i], world.parts[i + 1]):
                for stop in range(world.parts[j], world.parts[j + 1]):
                    frame, a, b = _facing(room, world, start, stop)
                    count = gather_obstacles(room, world, frame, a, b, window_of(a, b), ignored[i], ignored[j])
                    is_reached = is_reached or count != 0
            found[i, j] = found[j, i] = is_reached
