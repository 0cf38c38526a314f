"""Templates of displacements: what the lines of each meet, made once for all boards of a size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sightline.field.grid.meeting import LINE, Ints, Scheme, desk_for, write_templates
from sightline.field.grid.places import Longs

_TAPE = 1 << 17
"""Integers of one tape."""


class Tape(NamedTuple):
    """The templates of the displacements from one to before another: each begins where `begins` says."""

    first: int
    stop: int
    numbers: Ints
    begins: Longs


def iter_tapes(scheme: Scheme, sorts: int, targets: Longs, first: int, stop: int) -> Iterator[Tape]:
    """Yield the templates of displacements, whose q and r are in `targets`, from one to before another.

    `sorts` is how many sorts of contacts there are.
    """
    reach = int(np.abs(targets[first:stop]).sum(axis=1).max(initial=1)) + 2
    lines = max(int((steps[:, 0] == LINE).sum()) for steps in (scheme.steps, scheme.near))
    desk, most = desk_for(reach, lines, sorts), (16 * reach + 64) * lines + 4 * sorts * len(scheme.steps) + 64
    numbers = np.empty(_TAPE + most, np.int32)
    while first < stop:
        begins = np.zeros(stop - first + 1, np.int64)
        last = write_templates(scheme, desk, targets[:stop], first, numbers, begins, most)
        used = begins[: last - first + 1].copy()
        yield Tape(first, last, numbers[: used[-1]].copy(), used)
        first = last
