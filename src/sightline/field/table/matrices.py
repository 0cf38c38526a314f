"""Matrices of what holds between two ends, filled by several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from sightline.field.table.kinds import Bools, Ints


def filled(
    fill: Callable[[Ints, Bools, Bools], None],
    shape: tuple[int, int],
    ignored: Bools | None,
    threads: int | None,
    *,
    least: int = 1,
) -> Bools:
    """Fill a matrix of shape (n, n) for n ends, at least so many rows at a time, which follow each other.

    `shape` is (n, m) for m obstacles, and that of `ignored`, which says what does not count for an end; else
    ValueError is raised. Rows, what is ignored and the matrix, in which nothing holds yet, are what `fill` takes.
    """
    count = shape[0]
    found = np.zeros((count, count), np.bool_)
    ignored = np.zeros(shape, np.bool_) if ignored is None else np.ascontiguousarray(ignored, np.bool_)
    if ignored.shape != shape:
        raise ValueError(f"what is ignored has shape {ignored.shape}, not {shape}")
    threads = threads or cpu_count() or 1
    # Early rows have more to do than late ones, so there are more runs of them than threads.
    runs = np.array_split(np.arange(count), max(1, min(4 * threads, count // least)))
    if threads == 1 or len(runs) == 1:
        fill(np.arange(count), ignored, found)
        return found
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(lambda rows: fill(rows, ignored, found), runs):
            pass
    return found
