"""The wedges into which sweeps cut a map round an origin, and a map as they have it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.bitset_algebra import STEPS
from sightline.field.visibility.compiled_plan import Sheets
from sightline.field.visibility.shadowcast_kernels import Bytes, Wedges
from sightline.lattice import Cell, Grid, trace

_EDGE = 1
"""Places round the map that may be beside a side that lines run along."""
_INNER = slice(_EDGE, -_EDGE), slice(_EDGE, -_EDGE)
_FAR = 1 << 40
_AROUND = {
    False: (Cell(1, 0), Cell(0, 1), Cell(-1, 0), Cell(0, -1)),
    True: (Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1)),
}
"""The steps over sides, round a square and round a hex."""


@dataclass(frozen=True)
class Wedge:
    """A part of the map round any origin, by its two steps."""

    ahead: Cell
    aside: Cell

    @property
    def across(self) -> Cell:
        """The two steps together."""
        return Cell(self.ahead.q + self.aside.q, self.ahead.r + self.aside.r)

    @property
    def ways(self) -> tuple[int, int, int, int]:
        """How x follows from q and r, and how y."""
        (q, r), (other_q, other_r) = self.ahead, self.aside
        turn = q * other_r - r * other_q  # 1 or -1
        return other_r * turn, -other_q * turn, -r * turn, q * turn


def wedges_of(is_hex: bool) -> tuple[Wedge, ...]:
    """Give the wedges round an origin."""
    steps, turns = _AROUND[is_hex], (2,) if is_hex else (1, 3)
    return tuple(Wedge(step, steps[(k + turn) % len(steps)]) for k, step in enumerate(steps) for turn in turns)


class Layout:
    """The map of a board in wedges, whatever is on it."""

    def __init__(self, sheets: Sheets) -> None:
        self.places, is_there = sheets.places, sheets.ground.is_there
        self._q, self._r = self._around()
        self.bits = self._apart(self._q, self._r) + self.places.margin
        told = (self._q, self._r, self.bits)
        q, r, bits = (each[_INNER].T[is_there] if self.places.is_flat else each[_INNER][is_there] for each in told)
        numbers = np.full(self.places.bits + 2 * self.places.margin, -1, np.int64)
        numbers[bits] = np.arange(len(bits))
        ways, spans = zip(*map(self._turned, wedges_of(self.places.is_hex)), strict=True)
        columns = max(map(len, spans))
        spans = tuple(np.pad(each, ((0, columns - len(each)), (0, 0))) for each in spans)
        cells = np.stack([q, r, bits, sheets.starts.of_places[is_there]], axis=1)
        self.told = Wedges(self.places.is_hex, np.array(ways, np.int64), np.stack(spans), numbers, cells)

    def _around(self) -> tuple[Longs, Longs]:
        """Give q and r of the places of the map and of those round it, shape (lines, places)."""
        places, grid = self.places, self.places.grid
        lines, along = range(-_EDGE, places.lines + _EDGE), np.arange(-_EDGE, places.length + _EDGE)
        begins = np.array([grid.cell_at(line, 0) if places.is_flat else grid.cell_at(0, line) for line in lines])
        still = np.zeros_like(along)
        return begins[:, :1] + (still if places.is_flat else along), begins[:, 1:] + (
            along if places.is_flat else still
        )

    def _apart(self, q: Longs, r: Longs) -> Longs:
        return q * self.places.q + r * self.places.r

    def _turned(self, wedge: Wedge) -> tuple[tuple[int, ...], Longs]:
        """Give what `Wedges` has of a wedge: its ways and its spans."""
        a, b, d, e = wedge.ways
        x, y = a * self._q + b * self._r, d * self._q + e * self._r
        c, f = -int(x.min()), -int(y.min())
        spans = np.full((int(x.max()) + c + 1, 2), (_FAR, -_FAR), np.int64)
        np.minimum.at(spans[:, 0], (x + c)[_INNER], (y + f)[_INNER])
        np.maximum.at(spans[:, 1], (x + c)[_INNER], (y + f)[_INNER])
        ahead, aside = (step.q * self.places.q + step.r * self.places.r for step in (wedge.ahead, wedge.aside))
        is_row = wedge.aside.r == 0 and not self.places.is_flat
        return (a, b, c, d, e, f, ahead, aside, is_row), spans

    def lines(self, flags: Bytes) -> Words:
        """Give where anything is set in flags of shape (wedges, bits with margins), as `Obstacles.lines` has it."""
        found, columns = [], self.told.spans.shape[1]
        places = [
            (a * self._q + b * self._r + c, d * self._q + e * self._r + f)
            for a, b, c, d, e, f in self.told.ways[:, :6].tolist()
        ]
        width = max(int(y.max()) for _, y in places) + 1
        for (x, y), each in zip(places, flags, strict=True):
            strings = np.zeros((columns, width), np.bool_)
            strings[x, y] = each[self.bits] != 0
            found.append(packed(strings, -(-width // WORD) + 2))
        return np.stack(found)


def run_along(grid: Grid, wedge: Wedge) -> tuple[Cell, int]:
    """Give which cell a side is noted by that lines of a wedge run along, from the one ahead, and how the side lies."""
    target = Cell(wedge.ahead.q + wedge.across.q, wedge.ahead.r + wedge.across.r)
    q, r, side, *_ = trace(grid, grid.centre(Cell(0, 0)), grid.centre(target)).alongs
    one = Cell(q, r)
    other = grid.neighbour(one, side)
    way = STEPS.index(Cell(other.q - q, other.r - r))
    return Cell(q - wedge.ahead.q, r - wedge.ahead.r), way


def packed(strings: Bools, words: int) -> Words:
    """Give strings, one in a row, as so many words each, the lowest bit first."""
    padded = np.pad(strings, ((0, 0), (0, words * WORD - strings.shape[1])))
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
