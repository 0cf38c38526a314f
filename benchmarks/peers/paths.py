"""Ways over a board: networkx and scipy, by the costs of terrain alone."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from benchmarks.boards import Ground


def networkx_paths(ground: Ground, movement: int) -> Callable[[], int] | None:
    """Count the hexes that networkx finds ways to on a graph built before."""
    if find_spec("networkx") is None:
        return None
    import networkx

    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(ground.steps())

    def find() -> int:
        return len(networkx.single_source_dijkstra_path(graph, ground.start, cutoff=movement))

    return find


def scipy_reaches_all(ground: Ground, movement: int) -> Callable[[], int] | None:
    """Count the pairs of places between which scipy finds a way, by its Dijkstra with a limit from every place.

    Works in batches of sources, as all distances at once would not fit into the memory of a small machine.
    """
    if find_spec("scipy") is None:
        return None
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    numbers = {place: number for number, place in enumerate(ground.costs)}
    starts, stops, costs = zip(*((numbers[a], numbers[b], cost) for a, b, cost in ground.steps()), strict=True)
    graph = csr_array((np.array(costs, np.float64), (starts, stops)), shape=(len(numbers), len(numbers)))
    batches = [range(first, min(first + 500, len(numbers))) for first in range(0, len(numbers), 500)]

    def find() -> int:
        found = (dijkstra(graph, indices=batch, limit=movement) for batch in batches)
        return sum(int(np.isfinite(distances).sum()) for distances in found)

    return find
