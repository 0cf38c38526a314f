"""The order of cells in answers, and their bits in the bit layout."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sightline.field.visibility.bit_layout import WORD, BitLayout, Bools, Longs
from sightline.field.visibility.transpose import RowOrder


def build_row_order(layout: BitLayout, is_cell: Bools) -> RowOrder:
    """Return the order of the cells of a map; `is_cell` has shape (rows, columns) and is False at holes. Cached."""
    return _build_row_order(layout, is_cell.tobytes())


@lru_cache(maxsize=8)
def _build_row_order(layout: BitLayout, there: bytes) -> RowOrder:
    is_cell = np.frombuffer(there, np.bool_).reshape(layout.rows, layout.columns)
    bits, words = find_cell_bits(layout, is_cell), layout.word_count
    if layout.is_flat:
        width = -(-layout.columns // WORD)
        rows, columns = np.nonzero(is_cell)
        bits, words = rows * width * WORD + columns, layout.rows * width
    numbers = np.arange(len(bits))
    are_first = (np.diff(bits, prepend=-2) != 1) | (bits % WORD == 0) | (numbers % WORD == 0)
    first = np.flatnonzero(are_first)
    counts = np.diff(first, append=len(bits))
    runs = np.stack([bits[first] % WORD, counts, first // WORD, first % WORD], axis=1)
    run_starts = np.searchsorted(bits[first], WORD * np.arange(words + 1))
    return RowOrder(runs, run_starts, layout.scanline_starts, layout.scanline_length, layout.is_flat)


def find_cell_bits(layout: BitLayout, is_cell: Bools) -> Longs:
    """Return the bit of each cell, in the order of answers: row by row, without holes. Shape (cells,)."""
    found: Longs = layout.cell_bits[is_cell]
    return found
