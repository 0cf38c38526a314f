"""Dijkstra's algorithm: the cheapest paths from one node to all others within a budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Generic, NamedTuple, TypeVar

from sightline.deadline import check_limit
from sightline.i18n import N_
from sightline.too_much import MAX_CELLS_ENTERED, check_amount

Node = TypeVar("Node", bound=Hashable)


_TOO_FAR = N_("all paths of this move together enter more than {most} cells: use a smaller movement or map")


class CheapestPath(NamedTuple, Generic[Node]):
    """A path to a node: its cost, and every node entered, without the start."""

    cost: int
    path: tuple[Node, ...]


def find_cheapest_paths(
    start: Node, steps: Callable[[Node], Iterable[tuple[Node, int]]], budget: int
) -> Mapping[Node, CheapestPath[Node]]:
    """Return the cheapest path to each node within `budget`, the start first, then by cost.

    Ties are broken by the fewest nodes, then by the order in which paths are found. `steps` returns the successors of a
    node, each with the cost of the step, 0 or more. Raise `TooMuch` if the total length of all paths is too large.
    """
    found: dict[Node, CheapestPath[Node]] = {}
    order, entered = count(), 0
    waiting = [(0, 0, next(order), start, start)]  # type: list[tuple[int, int, int, Node, Node]]
    while waiting:
        cost, length, _, node, before = heappop(waiting)
        if node in found:
            continue
        check_limit()
        entered += length
        check_amount(entered, MAX_CELLS_ENTERED, "from", _TOO_FAR)
        found[node] = CheapestPath(cost, (*found[before].path, node) if found else ())
        for to, more in steps(node):
            if to not in found and cost + more <= budget:
                heappush(waiting, (cost + more, length + 1, next(order), to, node))
    return found
