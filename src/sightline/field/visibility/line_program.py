"""Line programs, which say what lines to draw and what to note of them, and the code of templates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.field.visibility.line_walk import Longs

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

ENTER, LEAVE = -1, -2
LINE, OPEN, CLOSE = range(3)
CELL, END, TOUCH, ALONG, BORDER, BORDER_TOUCH, CORNER = range(7)
CENTRE, FIRST_OUTERMOST, LAST_OUTERMOST = 0, -1, -2
"""Points of an end: its centre, its corners from 1 on, or the outermost two as seen from the other end."""
IS_NEAR, IS_OF_START, IS_OF_STOP = range(3)
"""What may be known of a site by where it is: that its distances to the ends hold, that it is a side of one of them."""
MAX_SITES = 6
ORIENTATIONS = 16
"""In how many ways a contact may lie, at most."""
MAX_RUN = 4
"""Cells in a row that are one contact, at most."""
RUN_ORIENTATIONS = {
    (direction, length): 3 * direction + length - 1 for direction in range(3) for length in range(2, MAX_RUN + 1)
}
"""How cells in a row lie, by the direction in which they follow the first, and how many they are; 0 is a single one."""


class LineProgram(NamedTuple):
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
    instructions: Longs
    near_instructions: Longs
    corner_offsets: Longs
    first_class: Longs
    facts: Longs
    distance_tables: Bools
    q_stride: int
    r_stride: int
