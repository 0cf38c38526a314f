"""In what order the cells of a map are told, and where each stands."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Places
from sightline.field.visibility.transpose import Order


def order_of(places: Places, is_there: Bools) -> Order:
    """Give the order of a map's cells, row by row and holes left out; `is_there` has shape (rows, columns)."""
    return _order_of(places, is_there.tobytes())


@lru_cache(maxsize=8)
def _order_of(places: Places, there: bytes) -> Order:
    is_there = np.frombuffer(there, np.bool_).reshape(places.rows, places.columns)
    bits, words = sources_of(places, is_there), places.words
    if places.is_flat:
        width = -(-places.columns // WORD)
        rows, columns = np.nonzero(is_there)
        bits, words = rows * width * WORD + columns, places.rows * width
    numbers = np.arange(len(bits))
    are_first = (np.diff(bits, prepend=-2) != 1) | (bits % WORD == 0) | (numbers % WORD == 0)
    first = np.flatnonzero(are_first)
    counts = np.diff(first, append=len(bits))
    pieces = np.stack([bits[first] % WORD, counts, first // WORD, first % WORD], axis=1)
    begins = np.searchsorted(bits[first], WORD * np.arange(words + 1))
    return Order(pieces, begins, places.begins, places.length, places.is_flat)


def sources_of(places: Places, is_there: Bools) -> Longs:
    """Give the bit of each cell in that order."""
    found: Longs = places.of_rows[is_there]
    return found
