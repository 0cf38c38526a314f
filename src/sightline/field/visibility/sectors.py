"""The sectors into which shadow casting cuts a map round an origin, and the arrays of a map in them.

Squares have eight sectors (octants), hexes six. In a sector a cell is x steps ahead and y steps aside, 0 <= y <= x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sightline.field.visibility.bit_layout import WORD, BitLayout, Bools, Longs, Words
from sightline.field.visibility.bitset_algebra import STEPS
from sightline.field.visibility.compiled_plan import CompiledPlan
from sightline.field.visibility.shadowcast_kernels import Bytes, SectorMap
from sightline.lattice import Cell, Grid, trace

_EDGE = 1
"""The number of rows of cells round the map in the layout: an edge that lines run along may belong to one of them."""
_INNER = slice(_EDGE, -_EDGE), slice(_EDGE, -_EDGE)
_FAR = 1 << 40
_MAX_GEOMETRIES = 2
"""The number of map sizes whose sectors are cached: fields under other rulings share them."""
_STEPS_AROUND = {
    False: (Cell(1, 0), Cell(0, 1), Cell(-1, 0), Cell(0, -1)),
    True: (Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1)),
}
"""The steps over edges, round a square and round a hex."""


@dataclass(frozen=True)
class Sector:
    """A part of the map round any origin, by its two steps."""

    ahead: Cell
    aside: Cell

    @property
    def across(self) -> Cell:
        """The sum of the two steps."""
        return Cell(self.ahead.q + self.aside.q, self.ahead.r + self.aside.r)

    @property
    def transform(self) -> tuple[int, int, int, int]:
        """a, b, d, e of the linear map from q, r to x, y: x = a * q + b * r, y = d * q + e * r."""
        (q, r), (other_q, other_r) = self.ahead, self.aside
        turn = q * other_r - r * other_q  # 1 or -1
        return other_r * turn, -other_q * turn, -r * turn, q * turn


def sectors_of(is_hex: bool) -> tuple[Sector, ...]:
    """Return the sectors round an origin."""
    steps, turns = _STEPS_AROUND[is_hex], (2,) if is_hex else (1, 3)
    return tuple(Sector(step, steps[(k + turn) % len(steps)]) for k, step in enumerate(steps) for turn in turns)


class SectorLayout:
    """The map of a board in sectors, independent of its content.

    `arrays` is for kernels; `bits` is the bit of each cell, with the margin, shape (scanlines + 2, cells + 2).
    """

    def __init__(self, plan: CompiledPlan) -> None:
        layout, is_cell = plan.layout, plan.board_bits.is_cell
        self._geometry = _find_geometry(layout)
        self.bits = self._geometry.bits
        q, r, bits = (
            each[_INNER].T[is_cell] if layout.is_flat else each[_INNER][is_cell] for each in self._geometry.coordinates
        )
        cell_at_bit = np.full(layout.bit_count + 2 * layout.margin, -1, np.int64)
        cell_at_bit[bits] = np.arange(len(bits))
        cells = np.stack([q, r, bits, plan.starts.of_cells[is_cell]], axis=1)
        self.arrays = SectorMap(layout.is_hex, self._geometry.transforms, self._geometry.extents, cell_at_bit, cells)

    def columns(self, flags: Bytes) -> Words:
        """Return where any flag is set, as in `Obstacles.columns`.

        `flags` is uint8 of shape (sectors, bits with margins); the result is uint64 of shape (sectors, columns, words).
        """
        found, (_, width, _) = [], self.arrays.extents.shape
        places = list(self._geometry.iter_places())
        height = max(int(y.max()) for _, y in places) + 1
        for (x, y), each in zip(places, flags, strict=True):
            rows = np.zeros((width, height), np.bool_)
            rows[x, y] = each[self.bits] != 0
            found.append(pack_bits(rows, -(-height // WORD) + 2))
        return np.stack(found)


class _Geometry:
    """The sectors of a map of a layout, including holes.

    - `coordinates`: q, r and bit of the cells of the map, and one cell round it, by scanline; `bits` is the last.
    - `transforms`, `extents`: those of `SectorMap`.
    """

    def __init__(self, layout: BitLayout) -> None:
        self.layout = layout
        self._q, self._r = self._find_coordinates()
        self.bits = self._q * layout.q_stride + self._r * layout.r_stride + layout.margin
        self.coordinates = (self._q, self._r, self.bits)
        transforms, extents = zip(*map(self._build_sector, sectors_of(layout.is_hex)), strict=True)
        columns = max(map(len, extents))
        self.extents = np.stack([np.pad(each, ((0, columns - len(each)), (0, 0))) for each in extents])
        self.transforms = np.array(transforms, np.int64)

    def _find_coordinates(self) -> tuple[Longs, Longs]:
        """Return q and r of the cells of the map, and one cell round it, by scanline; the shape of `bits`."""
        layout, grid = self.layout, self.layout.grid
        scanlines = range(-_EDGE, layout.scanline_count + _EDGE)
        along = np.arange(-_EDGE, layout.scanline_length + _EDGE)
        begins = np.array([grid.cell_at(line, 0) if layout.is_flat else grid.cell_at(0, line) for line in scanlines])
        still = np.zeros_like(along)
        return begins[:, :1] + (still if layout.is_flat else along), begins[:, 1:] + (
            along if layout.is_flat else still
        )

    def iter_places(self) -> Iterator[tuple[Longs, Longs]]:
        """Yield x and y of all cells in each sector."""
        for a, b, c, d, e, f in self.transforms[:, :6].tolist():
            yield a * self._q + b * self._r + c, d * self._q + e * self._r + f

    def _build_sector(self, sector: Sector) -> tuple[tuple[int, ...], Longs]:
        """Return the row of `SectorMap.transforms` of a sector, and its extents."""
        a, b, d, e = sector.transform
        x, y = a * self._q + b * self._r, d * self._q + e * self._r
        c, f = -int(x.min()), -int(y.min())
        extents = np.full((int(x.max()) + c + 1, 2), (_FAR, -_FAR), np.int64)
        np.minimum.at(extents[:, 0], (x + c)[_INNER], (y + f)[_INNER])
        np.maximum.at(extents[:, 1], (x + c)[_INNER], (y + f)[_INNER])
        ahead, aside = self.layout.bit_of(sector.ahead), self.layout.bit_of(sector.aside)
        is_row = sector.aside.r == 0 and not self.layout.is_flat
        return (a, b, c, d, e, f, ahead, aside, is_row), extents


@lru_cache(maxsize=_MAX_GEOMETRIES)
def _find_geometry(layout: BitLayout) -> _Geometry:
    return _Geometry(layout)


def find_axis_edge(grid: Grid, sector: Sector) -> tuple[Cell, int]:
    """Return by which cell, relative to the one ahead, an edge is noted, and its orientation.

    It is the edge that lines along the axis of a sector of hexes run along: those with y = x / 2.
    """
    target = Cell(sector.ahead.q + sector.across.q, sector.ahead.r + sector.across.r)
    q, r, side, *_ = trace(grid, grid.centre(Cell(0, 0)), grid.centre(target)).alongs
    one = Cell(q, r)
    other = grid.neighbour(one, side)
    orientation = STEPS.index(Cell(other.q - q, other.r - r))
    return Cell(q - sector.ahead.q, r - sector.ahead.r), orientation


def pack_bits(rows: Bools, words: int) -> Words:
    """Return a bool array of shape (n, bits) as words, shape (n, words), the lowest bit first."""
    padded = np.pad(rows, ((0, 0), (0, words * WORD - rows.shape[1])))
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
