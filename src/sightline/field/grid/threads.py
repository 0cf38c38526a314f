"""Work in parts that threads take in turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TypeVar

Threads = int | None
"""How many, as many as there are processors unless told."""
Part = TypeVar("Part")


def in_threads(do: Callable[[Part], None], parts: Sequence[Part], threads: Threads) -> None:
    """Do something with each part, in as many threads as there are processors unless told."""
    left, workers = iter(parts), min(threads or cpu_count() or 1, len(parts))

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
