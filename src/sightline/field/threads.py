"""Independent parts of a task in several threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from operator import index
from os import cpu_count
from typing import TypeVar

from sightline.deadline import check_limit

Threads = int | None
"""Number of worker threads; `None` means one per CPU."""
Part = TypeVar("Part")


def thread_count(threads: Threads) -> int:
    """Return the number of threads to use. Raise `ValueError` if it is below 1, `TypeError` if it is not whole."""
    if threads is None:
        return cpu_count() or 1
    if index(threads) < 1:
        raise ValueError(f"threads is 1 or more, or None for as many as there are processors, not {threads}")
    return threads


def run_in_threads(run: Callable[[Part], None], parts: Sequence[Part], threads: Threads) -> None:
    """Call `run` with each part. Threads take the next part when they are done with one; this thread works too.

    The limit, which other threads share, is checked before each part.
    """
    left, workers = iter(parts), min(thread_count(threads), len(parts))

    def work() -> None:
        for part in left:
            check_limit()
            run(part)

    if workers < 2:
        work()
        return
    with ThreadPoolExecutor(workers - 1) as pool:
        others = [pool.submit(copy_context().run, work) for _ in range(workers - 1)]
        work()
        for each in others:
            each.result()
