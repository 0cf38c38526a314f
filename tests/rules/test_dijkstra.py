"""The cheapest ways within a budget, compared with trying every path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hypothesis import given
from hypothesis import strategies as st

from sightline.rules import CheapestPath, find_cheapest_paths

Graph = Mapping[int, Mapping[int, int]]
"""Spots, each with where one can go on to and at what cost."""

SPOTS = range(6)
GRAPHS = st.dictionaries(
    st.sampled_from(SPOTS), st.dictionaries(st.sampled_from(SPOTS), st.integers(0, 4), max_size=4), max_size=6
)


def every_path(graph: Graph, path: tuple[int, ...], cost: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the cost and the spots of every path that goes on from one and meets no spot twice."""
    yield cost, path
    for to, more in graph.get(path[-1], {}).items():
        if to not in path:
            yield from every_path(graph, (*path, to), cost + more)


@given(GRAPHS, st.integers(0, 10))
def test_the_ways_are_the_cheapest_of_all_paths_and_the_shortest_of_these(graph: Graph, budget: int) -> None:
    best: dict[int, tuple[int, int]] = {}
    for cost, path in every_path(graph, (0,), 0):
        if cost <= budget:
            best[path[-1]] = min(best.get(path[-1], (cost, len(path))), (cost, len(path)))
    ways = find_cheapest_paths(0, lambda spot: graph.get(spot, {}).items(), budget)
    assert {spot: (way.cost, len(way.path) + 1) for spot, way in ways.items()} == best
    for spot, (cost, path) in ways.items():
        steps = list(zip((0, *path), path, strict=False))
        assert cost == sum(graph[a][b] for a, b in steps)
        assert (0, *path)[-1] == spot


def test_the_start_comes_first_and_the_dearest_last() -> None:
    line = {0: {1: 2}, 1: {2: 3}, 2: {3: 1}}
    ways = find_cheapest_paths(0, lambda spot: line.get(spot, {}).items(), 5)
    assert list(ways.items()) == [(0, CheapestPath(0, ())), (1, CheapestPath(2, (1,))), (2, CheapestPath(5, (1, 2)))]


def test_of_equal_ways_the_first_found_counts() -> None:
    graph = {0: {1: 1, 2: 1}, 1: {3: 1}, 2: {3: 1}}
    assert find_cheapest_paths(0, lambda spot: graph.get(spot, {}).items(), 2)[3] == CheapestPath(2, (1, 3))
