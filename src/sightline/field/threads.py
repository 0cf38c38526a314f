"""Work in parts that threads take in turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import index
from os import cpu_count
from typing import TypeVar

Threads = int | None
"""How many, as many as there are processors unless told."""
Part = TypeVar("Part")


def thread_count(threads: Threads) -> int:
    """Give how many threads to take. Raises ValueError for less than one, TypeError for no whole number."""
    if threads is None:
        return cpu_count() or 1
    if index(threads) < 1:
        raise ValueError(f"threads is 1 or more, or None for as many as there are processors, not {threads}")
    return threads


def in_threads(do: Callable[[Part], None], parts: Sequence[Part], threads: Threads) -> None:
    """Do something with each part."""
    left, workers = iter(parts), min(thread_count(threads), len(parts))

    def work() -> None:
        for part in left:
            do(part)

    if workers < 2:
        work()
        return
    with ThreadPoolExecutor(workers - 1) as pool:
        others = [pool.submit(work) for _ in range(workers - 1)]
        work()
        for each in others:
            each.result()
