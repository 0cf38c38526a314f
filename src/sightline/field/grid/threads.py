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
    threads = threads or cpu_count() or 1
    if threads == 1 or len(parts) < 2:
        for part in parts:
            do(part)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(do, parts):
            pass
