"""The cheapest ways from one place to all others within a budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Generic, NamedTuple, TypeVar

Node = TypeVar("Node", bound=Hashable)


class CheapestPath(NamedTuple, Generic[Node]):
    """A way to a spot: what it costs, and every spot entered, the start left out."""

    cost: int
    path: tuple[Node, ...]


def find_cheapest_paths(
    start: Node, steps: Callable[[Node], Iterable[tuple[Node, int]]], budget: int
) -> Mapping[Node, CheapestPath[Node]]:
    """Give the cheapest way to each spot that costs no more than `budget`, the start first, then by cost.

    Of equally cheap ways the one of fewest spots counts, then the one found first. `steps` gives where one can go on to
    from a spot, and at what cost, 0 or more each.
    """
    found: dict[Node, CheapestPath[Node]] = {}
    order = count()
    waiting = [(0, 0, next(order), start, start)]  # type: list[tuple[int, int, int, Node, Node]]
    while waiting:
        cost, length, _, spot, before = heappop(waiting)
        if spot in found:
            continue
        found[spot] = CheapestPath(cost, (*found[before].path, spot) if found else ())
        for to, more in steps(spot):
            if to not in found and cost + more <= budget:
                heappush(waiting, (cost + more, length + 1, next(order), to, spot))
    return found
