"""Filling of symmetric matrices of pairs in several threads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sightline.deadline import has_limit
from sightline.field.corridors.corridor_types import Bools, Ints
from sightline.field.threads import Threads, run_in_threads, thread_count


def fill_symmetric(
    fill: Callable[[Ints, Bools, Bools], None], ends: int, obstacles: int, ignored: Bools | None, threads: Threads
) -> Bools:
    """Return a matrix of shape (ends, ends), filled by calls `fill(rows, ignored, matrix)` in several threads.

    Each call fills some rows from the diagonal on, and the same columns; the matrix is False before. `ignored`, shape
    (ends, obstacles), states which obstacles do not count for an end; by default all count. Raise `ValueError` if its
    shape is wrong.
    """
    found = np.zeros((ends, ends), np.bool_)
    shape = (ends, obstacles)
    ignored = np.zeros(shape, np.bool_) if ignored is None else np.ascontiguousarray(ignored, np.bool_)
    if ignored.shape != shape:
        raise ValueError(f"what is ignored has shape {ignored.shape}, not {shape}")
    # Early rows take longer than late ones, so there are more runs of rows than threads.
    count = ends if has_limit() else min(4 * thread_count(threads), ends)
    runs = np.array_split(np.arange(ends), max(1, count))
    run_in_threads(lambda rows: fill(rows, ignored, found), runs, threads)
    return found
