"""What the compiled functions work on, in inches, and how exact they are.

Lines between two ends are looked at in a frame of these: x runs along the shortest way between them, and so no line
from the one to the other runs straight up. A line has a direction (ux, uy) and an offset along its normal (-uy, ux);
how far aside of it a place lies is measured along that normal too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.plane import SAME

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NOISE = 1e-11
"""Lines may miss a clearance by this many inches."""
CLEARANCE = SAME / 2 + NOISE
"""Open lines keep this distance from all obstacles, in inches."""
GAP = CLEARANCE + 1e-9
"""Obstacles this far from an end, in inches, are surely clear of it."""
OPEN, MISSES = -1, -2
"""What else there is to say of a line than which obstacle cuts it: nothing does, or it does not meet both ends."""


class Shapes(NamedTuple):
    """Shapes by their corners, from `first[i]` to before `first[i + 1]`; a disc has one, its middle, and a radius."""

    x: Floats
    y: Floats
    radius: Floats
    first: Ints


class Body(NamedTuple):
    """All places within a radius of the hull of some corners, and from where to where they reach."""

    x: Floats
    y: Floats
    radius: float
    left: float
    right: float
    low: float
    high: float


class Frame(NamedTuple):
    """Where a frame has its origin, and its direction of x."""

    x: float
    y: float
    ux: float
    uy: float


class Line(NamedTuple):
    """A directed line."""

    ux: float
    uy: float
    offset: float


class Window(NamedTuple):
    """What lines between two ends stay in, and from where to where neither end reaches."""

    left: float
    right: float
    low: float
    high: float
    after_start: float
    before_stop: float


class Pivot(NamedTuple):
    """A place that lines pass at a distance, to the right of it in their direction if the distance is negative."""

    x: float
    y: float
    aside: float


class Edge(NamedTuple):
    """A straight line from one place to another."""

    ax: float
    ay: float
    bx: float
    by: float


class Circle(NamedTuple):
    """All places at a distance from one."""

    x: float
    y: float
    radius: float


class World(NamedTuple):
    """The convex parts of all ends, with the first of each end, and the obstacles, with discs round them."""

    ends: Shapes
    parts: Ints
    obstacles: Shapes
    x: Floats
    y: Floats
    reach: Floats


class Segment(NamedTuple):
    """A line from one place to another, in thousandths of an inch."""

    ax: int
    ay: int
    bx: int
    by: int


class Walls(NamedTuple):
    """What cuts straight lines: outlines and discs, each with a number, in thousandths of an inch.

    A side is a row of where it starts and stops and the number of its outline; those of number i come from `first[i]`
    to before `first[i + 1]`. A row of `boxes` has the least and the greatest coordinates of its corners. A disc is a
    row of its middle, its radius and its number; it has no sides and an empty box.
    """

    sides: Ints
    first: Ints
    boxes: Ints
    discs: Ints


class Grid(NamedTuple):
    """Which sides come into which cells: those from `first[cell]` to before `first[cell + 1]` of `things`.

    Cells are squares of that size, row after row, from a corner of the grid.
    """

    x: int
    y: int
    size: int
    columns: int
    rows: int
    first: Ints
    things: Ints


class Room(NamedTuple):
    """Room for what one thread works on: the obstacles between two ends, and which come near the one or the other."""

    obstacles: Shapes
    corners: Floats
    is_near_start: Bools
    is_near_stop: Bools
    is_between: Bools
    start: Floats
    stop: Floats
    places: Floats
