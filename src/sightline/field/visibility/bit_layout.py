"""The places of the cells and borders of a board in bit sets, such that each step is the same distance everywhere.

A scanline is a row of cells of squares and pointy hexes, a column of flat hexes. Scanlines follow each other with gaps
between them. Cell (q, r) is bit `q * q_stride + r * r_stride`: the displacement of two cells is a number of bits,
wherever they are, and a shift of a bit set moves all cells alike. On hexes scanlines begin at different q, and so half
a cell before or after the one before.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain, repeat
from operator import is_not

import numpy as np
import numpy.typing as npt

from sightline.board import Board
from sightline.lattice import Cell, Grid, HexGrid

Bools = npt.NDArray[np.bool_]
Longs = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
BitSet = int
"""Bit b of the layout is bit b + `BitLayout.margin` here; there are margins before and after all cells."""

WORD = 64
_GAP = 3
"""Bits between two scanlines: a line between cells of the map has contacts at most two cells next to it.

So no contact beyond the end of a scanline is taken for a cell of the next one.
"""


class BitLayout:
    """The bits of a board's cells: `scanline_count` scanlines of `scanline_length` cells.

    - `stride`: bits from one scanline to the next.
    - `q_stride`, `r_stride`: bits from a cell to the next one in the direction of q, and of r.
    - `bit_count`: from the first cell to the last one.

    Two boards of one grid and size have equal layouts.
    """

    def __init__(self, grid: Grid, columns: int, rows: int) -> None:
        self.grid, self.columns, self.rows = grid, columns, rows
        self.is_hex = grid.kind == "hex"
        self.is_flat = isinstance(grid, HexGrid) and grid.is_flat
        self.scanline_count, self.scanline_length = (columns, rows) if self.is_flat else (rows, columns)
        self.stride = self.scanline_length + _GAP + self.is_hex
        self.q_stride, self.r_stride = (self.stride, 1) if self.is_flat else (1, self.stride)
        self.bit_count = self._bit_at(self.scanline_length - 1, self.scanline_count - 1) + 1

    def _bit_at(self, place: int, scanline: int) -> int:
        """Return the bit of a place on a scanline."""
        return self.bit_of(self.grid.cell_at(scanline, place) if self.is_flat else self.grid.cell_at(place, scanline))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BitLayout) and (self.grid, self.columns, self.rows) == (
            other.grid,
            other.columns,
            other.rows,
        )

    def __hash__(self) -> int:
        return hash((self.grid, self.columns, self.rows))

    @cached_property
    def scanline_starts(self) -> Longs:
        """The bit of the first place of each scanline."""
        return np.array([self._bit_at(0, scanline) for scanline in range(self.scanline_count)], np.int64)

    @cached_property
    def cell_bits(self) -> Longs:
        """The bits of all places of the map, holes included, shape (rows, columns)."""
        found: Longs = self.scanline_starts[:, None] + np.arange(self.scanline_length)
        return np.ascontiguousarray(found.T) if self.is_flat else found

    def bit_of(self, cell: Cell) -> int:
        """Return the bit of a cell, or how many bits a step leads."""
        return cell.q * self.q_stride + cell.r * self.r_stride

    @property
    def shifted_parity(self) -> int:
        """The parity of the scanlines of hexes that are shifted by half a cell: 1 even, 0 odd; -1 on squares."""
        return -self._bit_at(0, 1) + self.stride if self.is_hex and self.scanline_count > 1 else -1

    @property
    def margin(self) -> int:
        """The number of bits before the first cell, and after the last one, where contacts of lines can be."""
        return 2 * self.stride + 2

    @property
    def word_count(self) -> int:
        """Words of a bit set without margins."""
        return -(-self.bit_count // WORD)

    @cached_property
    def all_bits(self) -> BitSet:
        """The bit set of everything, the margins included."""
        return (1 << self.bit_count + 2 * self.margin) - 1

    def encode_cells(self, cells: Iterable[Cell]) -> BitSet:
        """Return the bit set of some cells."""
        pairs = np.fromiter(chain.from_iterable(cells), np.int64).reshape(-1, 2)
        return self._encode_bits(pairs[:, 0] * self.q_stride + pairs[:, 1] * self.r_stride)

    def encode(self, flags: Bools) -> BitSet:
        """Return the bit set of the places with a flag; `flags` has shape (rows, columns)."""
        return self._encode_bits(self.cell_bits[flags])

    def _encode_bits(self, bits: Longs) -> BitSet:
        found = np.zeros(self.bit_count + 2 * self.margin, np.bool_)
        found[bits + self.margin] = True
        return int.from_bytes(np.packbits(found, bitorder="little").tobytes(), "little")

    def decode(self, bit_set: BitSet) -> Bools:
        """Return which places are in a bit set, shape (rows, columns); the inverse of `encode`."""
        size = -(-(self.bit_count + 2 * self.margin) // 8)
        flags = np.unpackbits(np.frombuffer(bit_set.to_bytes(size, "little"), np.uint8), bitorder="little")
        return flags.view(np.bool_)[self.cell_bits + self.margin]

    def shift(self, bit_set: BitSet, step: Cell) -> BitSet:
        """Return the places from which a step leads into a bit set."""
        away = self.bit_of(step)
        return bit_set >> away if away >= 0 else bit_set << -away & self.all_bits


def find_cells(layout: BitLayout, board: Board) -> Bools:
    """Return which places of the map are cells, not holes. Shape (rows, columns)."""
    found = np.fromiter(map(is_not, board.ground, repeat(None)), np.bool_, len(board.ground))
    return found.reshape(layout.rows, layout.columns)
