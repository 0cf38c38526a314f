"""Matrices of what holds between two ends, filled by several threads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sightline.field.corridors.corridor_types import Bools, Ints
from sightline.field.threads import Threads, in_threads, thread_count


def filled(
    fill: Callable[[Ints, Bools, Bools], None],
    shape: tuple[int, int],
    ignored: Bools | None,
    threads: Threads,
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
    # Early rows have more to do than late ones, so there are more runs of them than threads.
    runs = np.array_split(np.arange(count), max(1, min(4 * thread_count(threads), count // least)))
    in_threads(lambda rows: fill(rows, ignored, found), runs, threads)
    return found
