"""The order of cells in answers, and where each stands in the bit layout."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Places
from sightline.field.visibility.transpose import RowOrder


def build_row_order(places: Places, is_there: Bools) -> RowOrder:
    """Return the order of the cells of a map; `is_there` has shape (rows, columns) and is False at holes. Cached."""
    return _build_row_order(places, is_there.tobytes())


@lru_cache(maxsize=8)
def _build_row_order(places: Places, there: bytes) -> RowOrder:
    is_there = np.frombuffer(there, np.bool_).reshape(places.rows, places.columns)
    bits, words = find_cell_bits(places, is_there), places.words
    if places.is_flat:
        width = -(-places.columns // WORD)
        rows, columns = np.nonzero(is_there)
        bits, words = rows * width * WORD + columns, places.rows * width
    numbers = np.arange(len(bits))
    are_first = (np.diff(bits, prepend=-2) != 1) | (bits % WORD == 0) | (numbers % WORD == 0)
    first = np.flatnonzero(are_first)
    counts = np.diff(first, append=len(bits))
    runs = np.stack([bits[first] % WORD, counts, first // WORD, first % WORD], axis=1)
    run_starts = np.searchsorted(bits[first], WORD * np.arange(words + 1))
    return RowOrder(runs, run_starts, places.begins, places.length, places.is_flat)


def find_cell_bits(places: Places, is_there: Bools) -> Longs:
    """Return the bit of each cell, in the order of answers: row by row, without holes. Shape (cells,)."""
    found: Longs = places.of_rows[is_there]
    return found
