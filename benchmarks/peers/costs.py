"""Least costs on plain grids of squares: scipy, by its Dijkstra with a limit."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

MAX_AT_ONCE = 1000
"""So many sources are asked of scipy at once, as distances between all cells would fill the memory."""


def scipy_costs(costs: Any, budget: int, *, diagonal: bool) -> Callable[[], int] | None:
    """Find the distances from all cells of a grid, given as costs of entering them; keeps none, counts them."""
    if find_spec("scipy") is None:
        return None
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    rows, columns = costs.shape
    place = np.arange(rows * columns).reshape(rows, columns)
    steps = [(q, r) for r in (-1, 0, 1) for q in (-1, 0, 1) if (q or r) and (diagonal or not (q and r))]
    starts, stops = [], []
    for q, r in steps:
        here = place[max(0, -r) : rows - max(0, r), max(0, -q) : columns - max(0, q)].ravel()
        there = here + r * columns + q
        is_open = (costs.ravel()[here] > 0) & (costs.ravel()[there] > 0)
        starts.append(here[is_open])
        stops.append(there[is_open])
    start, stop = np.concatenate(starts), np.concatenate(stops)
    graph = csr_array((costs.ravel()[stop].astype(np.float64), (start, stop)), shape=(place.size, place.size))
    sources = np.flatnonzero(costs.ravel() > 0)

    def find() -> int:
        batches = (sources[first : first + MAX_AT_ONCE] for first in range(0, len(sources), MAX_AT_ONCE))
        return sum(int(np.isfinite(dijkstra(graph, indices=batch, limit=budget)).sum()) for batch in batches)

    return find
