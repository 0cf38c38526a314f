"""Two small languages: line programs, from which templates are built, and the code of templates.

A line program is compiled from the fold of a sight plan: which lines to draw for a displacement, which contacts of each
to note, and how lines are grouped. It is run once for each displacement, by
`sightline.field.visibility.template_builder`.

A template is the result: integers, the same for every origin, that `displacement_kernels` and `pair_kernels` interpret.

- `ENTER, end`: an inner group begins; `end` is where its `LEAVE` stands, relative to the beginning of the template.
- `LEAVE`: it ends. Groups take turns: the outermost is blocked if any part is, one inside it if all parts are, and so
  on.
- `contact_class, count, contact, ...`: a run of contacts of one class. A contact is 16 * bits + orientation, where bits
  is the distance from the origin to the contact's cell in the bit layout.

The cell of a contact is the one crossed, touched or ended in; the one before a border that is crossed; beside an edge
that is run along or touched, and at a corner, the first that `sightline.sight.contacts` names.

Contacts of one kind are symmetric but for their orientation, so that one bit set per class and orientation suffices:

- an edge has the direction of the step over it, 0 to 5, see `direction_of`;
- a corner of squares is passed in one of four directions: bit 0 is set towards greater q, bit 1 towards greater r. A
  line through a corner has two ways round it, by either of the two cells beside it, and a rule may block it by both
  together or by any, with the borders into them and out of them. Where these sites are depends on the direction;
- a run of two to four cells in a row, all of one class, is one contact, see `RUN_ORIENTATIONS`: a bit set that holds
  the OR over the run saves up to three loads out of four.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.field.visibility.line_walk import Longs

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

ENTER, LEAVE = -1, -2
"""Operations of templates; a number from 0 on is a contact class."""
LINE, OPEN, CLOSE = range(3)
"""Operations of line programs: draw a line, open a group, close it."""
CELL, END, TOUCH, ALONG, BORDER, BORDER_TOUCH, CORNER = range(7)
"""Kinds of contacts, as `sightline.sight.plan.ContactKind` names them."""
CENTRE, FIRST_OUTERMOST, LAST_OUTERMOST = 0, -1, -2
"""Points of an end: its centre; its corners from 1 on; the two outermost ones, seen from the other end."""
IS_NEAR, IS_OF_START, IS_OF_STOP = range(3)
"""Facts about a site that follow from the displacement.

That its distances to both ends satisfy a condition; that it is an edge of the origin, or of the target.
"""
MAX_SITES = 6
"""Roles of sites that a contact may have."""
ORIENTATIONS = 16
"""Orientations that a contact may have; a power of two."""
MAX_RUN = 4
"""The maximum number of cells in a row that are one contact."""
RUN_ORIENTATIONS = {
    (direction, length): 3 * direction + length - 1 for direction in range(3) for length in range(2, MAX_RUN + 1)
}
"""The orientation of a run of cells by its direction, 0 to 2, and length; 0 is a single cell."""


class LineProgram(NamedTuple):
    """The lines to draw for a displacement, and their contacts to note. All arrays but one are int64.

    - `instructions`: shape (n, 4): an operation, and for `LINE` the number of the line in the plan and its two points.
    - `near_instructions`: the same for two neighbours.
    - `corner_offsets`: shape (corners, 2): x, y from the centre of a cell to each corner.
    - `first_class`: shape (lines, kinds of contacts): the first contact class of each, -1 for contacts that do not
      matter.
    - `facts`: shape (facts, 5): line, kind of contact, fact, role of the site, and number of the distance table.
    - `distance_tables`: bool, shape (tables, n, n): whether a condition holds, by the distances to the start and the
      stop.
    - `q_stride`, `r_stride`: bits from a cell to its neighbours in the bit layout.
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
