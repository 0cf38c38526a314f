"""In what order the cells of a map are told, and where each stands."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sightline.field.grid.places import WORD, Bools, Longs, Places
from sightline.field.grid.turning import Order


def order_of(places: Places, is_there: Bools) -> Order:
    """Give the order of a map's cells, row by row and holes left out; `is_there` has shape (rows, columns)."""
    return _order_of(places, is_there.tobytes())


@lru_cache(maxsize=8)
def _order_of(places: Places, there: bytes) -> Order:
    is_there = np.frombuffer(there, np.bool_).reshape(places.rows, places.columns)
    numbers = np.cumsum(is_there).reshape(is_there.shape) - 1
    height = WORD if places.is_flat else 1
    tiles, rows = [], []
    runs: list[tuple[int, int, int]] = []
    for row in range(0, places.rows, height):
        for column in range(0, places.columns, WORD):
            tile = is_there[row : row + height, column : column + WORD]
            tiles.append((row, column, *tile.shape))
            begins = []
            for i, line in enumerate(tile):
                begins.append(len(runs))
                runs += [(place, count, int(numbers[row + i, column + place])) for place, count in _runs(line)]
            rows.append([*begins, *[len(runs)] * (WORD + 1 - len(begins))])
    return Order(
        np.array(runs, np.int64).reshape(-1, 3),
        np.array(rows, np.int64),
        np.array(tiles, np.int64),
        places.begins,
        places.is_flat,
    )


def _runs(line: Bools) -> list[tuple[int, int]]:
    """Give where each run of true values begins, and how many there are."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8))).tolist()
    return [(start, stop - start) for start, stop in zip(edges[::2], edges[1::2], strict=True)]


def sources_of(places: Places, is_there: Bools) -> Longs:
    """Give the bit of each cell in that order."""
    found: Longs = places.of_rows[is_there]
    return found
