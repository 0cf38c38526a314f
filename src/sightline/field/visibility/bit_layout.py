"""Where the cells and borders of a board stand in strings of bits, so that one step is one distance everywhere.

Lines of cells, the rows of squares and of pointy hexes, the columns of flat ones, follow each other with gaps between
them; along lines of hexes each begins half a cell before or after the one before it.
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
String = int
"""A bit for each place of a map, and for those of a margin before the first and one behind the last."""

WORD = 64
_GAP = 3
"""Cells between two lines: what a line of sight between cells of the map meets lies at most two beside it."""


class Places:
    """The places of a board's cells: `lines` lines of `length` cells, the q-th and r-th of them `q` and `r` bits apart.

    `bits` is the length of a string. Two boards of one grid and size have the same places.
    """

    def __init__(self, grid: Grid, columns: int, rows: int) -> None:
        self.grid, self.columns, self.rows = grid, columns, rows
        self.is_hex = grid.kind == "hex"
        self.is_flat = isinstance(grid, HexGrid) and grid.is_flat
        self.lines, self.length = (columns, rows) if self.is_flat else (rows, columns)
        self.stride = self.length + _GAP + self.is_hex
        self.q, self.r = (self.stride, 1) if self.is_flat else (1, self.stride)
        self.bits = self._bit(self.length - 1, self.lines - 1) + 1

    def _bit(self, place: int, line: int) -> int:
        cell = self.grid.cell_at(line, place) if self.is_flat else self.grid.cell_at(place, line)
        return cell.q * self.q + cell.r * self.r

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and (self.grid, self.columns, self.rows) == (
            other.grid,
            other.columns,
            other.rows,
        )

    def __hash__(self) -> int:
        return hash((self.grid, self.columns, self.rows))

    @cached_property
    def begins(self) -> Longs:
        """The bit of the first cell of each line."""
        return np.array([self._bit(0, line) for line in range(self.lines)], np.int64)

    @cached_property
    def of_rows(self) -> Longs:
        """The bits of all places of the map, row by row, holes and all, of shape (rows, columns)."""
        found: Longs = self.begins[:, None] + np.arange(self.length)
        return np.ascontiguousarray(found.T) if self.is_flat else found

    def bit(self, cell: Cell) -> int:
        """Give the bit of a cell."""
        return cell.q * self.q + cell.r * self.r

    @property
    def shoved(self) -> int:
        """Whether even lines of hexes are shoved, 1, or odd ones, 0; -1 for squares."""
        return -self._bit(0, 1) + self.stride if self.is_hex and self.lines > 1 else -1

    @property
    def margin(self) -> int:
        """How many bits beyond the string sites of lines may lie at most."""
        return 2 * self.stride + 2

    @property
    def words(self) -> int:
        """How many words a string takes."""
        return -(-self.bits // WORD)

    @cached_property
    def everywhere(self) -> String:
        """The string of all places, those of the margins too."""
        return (1 << self.bits + 2 * self.margin) - 1

    def string(self, cells: Iterable[Cell]) -> String:
        """Give the string of some cells."""
        places = np.fromiter(chain.from_iterable(cells), np.int64).reshape(-1, 2)
        return self._string(places[:, 0] * self.q + places[:, 1] * self.r)

    def spread(self, rows: Bools) -> String:
        """Give the string of what is said of the map's places, of shape (rows, columns)."""
        return self._string(self.of_rows[rows])

    def _string(self, bits: Longs) -> String:
        found = np.zeros(self.bits + 2 * self.margin, np.bool_)
        found[bits + self.margin] = True
        return int.from_bytes(np.packbits(found, bitorder="little").tobytes(), "little")

    def rows_of(self, string: String) -> Bools:
        """Give what a string says of the map's places, of shape (rows, columns)."""
        size = -(-(self.bits + 2 * self.margin) // 8)
        every = np.unpackbits(np.frombuffer(string.to_bytes(size, "little"), np.uint8), bitorder="little")
        return every.view(np.bool_)[self.of_rows + self.margin]

    def beside(self, string: String, step: Cell) -> String:
        """Give the places from which a step leads to one in a string."""
        away = self.bit(step)
        return string >> away if away >= 0 else string << -away & self.everywhere


def on_map(places: Places, board: Board) -> Bools:
    """Tell which places of the map, row by row, are no holes: shape (rows, columns)."""
    found = np.fromiter(map(is_not, board.ground, repeat(None)), np.bool_, len(board.ground))
    return found.reshape(places.rows, places.columns)
