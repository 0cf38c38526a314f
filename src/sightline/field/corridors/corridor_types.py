"""Array types and tolerances of the corridor kernels. Lengths are in inches, in float64.

An end is a piece's outline, split into convex parts; lines of sight run from a part of one end to a part of another.
They are examined in the frame of these two parts: x runs along the shortest line between them, so that no line from one
to the other is vertical.

A directed line has the direction (ux, uy), of length 1. Relative to it a point has the coordinates `along`, in that
direction, and `across`, along the normal (-uy, ux), less the line's offset: its signed distance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.plane.shapes import SAME

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NOISE = 1e-11
"""Tolerance for rounding errors: a line may fall short of the clearance by this much."""
CLEARANCE = SAME / 2 + NOISE
"""The distance that an open line keeps from all obstacles: half the width of the narrowest corridor."""
GAP = CLEARANCE + 1e-9
"""An obstacle at this distance from an end certainly keeps the clearance from it."""
OPEN, MISSES = -1, -2
"""Results of `find_blocker` other than the number of an obstacle: the line is open; it does not meet both ends."""


class ShapeArrays(NamedTuple):
    """Shapes, as arrays: each is the set of points within `radius` of its polygon, or for a disc of its middle.

    Shape i has the corners `first[i]` up to but excluding `first[i + 1]` of `x` and `y`, one for a disc. `radius`,
    shape (shapes,), is 0 for polygons; `first` has shape (shapes + 1,).
    """

    x: Floats
    y: Floats
    radius: Floats
    first: Ints


class FramedShape(NamedTuple):
    """A shape in the coordinates of a frame, with its bounding box, which includes the radius."""

    x: Floats
    y: Floats
    radius: float
    left: float
    right: float
    low: float
    high: float


class Frame(NamedTuple):
    """A coordinate system: its origin, and the direction of its x axis, of length 1."""

    x: float
    y: float
    ux: float
    uy: float


class DirectedLine(NamedTuple):
    """A line by its direction, of length 1, and its offset from the origin along the normal (-uy, ux)."""

    ux: float
    uy: float
    offset: float


class Window(NamedTuple):
    """The rectangle that holds all lines between two ends; neither end reaches into `after_start` to `before_stop`."""

    left: float
    right: float
    low: float
    high: float
    after_start: float
    before_stop: float


class Pivot(NamedTuple):
    """A point that lines turn about at a constant signed distance: they are tangents of a circle, or pass the point."""

    x: float
    y: float
    distance: float


class OutlineEdge(NamedTuple):
    """A line segment."""

    ax: float
    ay: float
    bx: float
    by: float


class Circle(NamedTuple):
    """A circle line."""

    x: float
    y: float
    radius: float


class TableArrays(NamedTuple):
    """All ends and obstacles of a table.

    - `parts`: the convex parts of all ends; end i has parts `first_part[i]` up to but excluding `first_part[i + 1]`;
    - `x`, `y` and `reach`, shape (obstacles,): a disc round each obstacle, for quick rejection.
    """

    parts: ShapeArrays
    first_part: Ints
    obstacles: ShapeArrays
    x: Floats
    y: Floats
    reach: Floats


class CorridorWorkspace(NamedTuple):
    """Scratch arrays of one thread, for two parts of ends and the obstacles between them, in the parts' frame.

    - `obstacles`: the obstacles in the window come first in it; `corners`, shape (2, corners), is the memory of their
      x and y;
    - `is_near_start`, `is_near_stop`, shape (obstacles,): whether the outline of an obstacle may come closer than the
      clearance to this end;
    - `is_between`, shape (obstacles,): whether an obstacle certainly keeps clear of both ends, between them;
    - `start`, `stop`, shape (2, corners of the largest part): the memory of the parts' x and y;
    - `points`, shape (2, n): the x and y of critical points, see `find_critical_points`.
    """

    obstacles: ShapeArrays
    corners: Floats
    is_near_start: Bools
    is_near_stop: Bools
    is_between: Bools
    start: Floats
    stop: Floats
    points: Floats
