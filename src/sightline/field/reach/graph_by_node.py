"""Construction of the movement graph of a piece with one query of the rules for each node."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sightline.board import Piece
from sightline.field.reach.cell_index import CellIndex
from sightline.field.reach.piece_placement import Centre, place_piece
from sightline.field.reach.reach_types import Bools, Ints
from sightline.field.reach.step_graph import Sources, StepGraph
from sightline.field.reach.step_groups import StepClass
from sightline.lattice import Cell, Grid, Point
from sightline.rules import Position, Ruleset, Steps


def build_graph_by_node(
    rules: Ruleset[Any], position: Position, piece: Piece, steps: Steps[Any], places: Sequence[Centre]
) -> StepGraph:
    """Return the graph of all nodes that a piece can reach from any of `places`; these are all places of the board."""
    placed = ((number, place_piece(rules, position, piece, place)) for number, place in enumerate(places))
    starts = {number: steps.start(moved) for number, moved in placed if moved is not None}
    nodes = _NodeNumbers(position.board.grid, steps)
    sources = [(place, nodes.number(node), steps.budget(node)) for place, node in starts.items()]
    return nodes.build_graph({place: number for number, place in enumerate(places)}, sources)


class _NodeNumbers:
    """Nodes by number, in the order in which they are found.

    A node lies in the cell of its place; if that is a corner, in one of the cells there. The layer stands for its
    state, and for the corner of the cell.
    """

    def __init__(self, grid: Grid, steps: Steps[Any]) -> None:
        self._grid, self._steps = grid, steps
        self._numbers: dict[tuple[Centre, Hashable], int] = {}
        self._nodes: list[Any] = []
        self._layers: dict[tuple[Point | None, Hashable], int] = {}
        self._cells: list[tuple[int, int, int]] = []
        """Column, row and layer of each node."""

    def number(self, node: Any) -> int:
        """Return the number of a node, a new one on its first occurrence."""
        key = self._steps.place(node)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            self._nodes.append(node)
            cell, corner = _cell_of(self._grid, key[0])
            layer = self._layers.setdefault((corner, key[1]), len(self._layers))
            self._cells.append((*cell, layer))
        return number

    def build_graph(self, places: Mapping[Centre, int], sources: Sequence[tuple[int, int, int]]) -> StepGraph:
        """Return the graph of all nodes reachable from `sources`: number of place, number of node, budget."""
        paid, free = self._explore()
        closures = {node: tuple(_iter_closure(free, node)) for node in free}
        single_steps = np.array(paid, np.int64).reshape(-1, 3)
        # Kernels do not support free steps: each is joined to the steps before it.
        joined = [(start, last, cost) for start, to, cost in paid for last in closures.get(to, (to,))]
        steps = np.array(joined, np.int64).reshape(-1, 3)
        q, r, layer = np.array(self._cells, np.int64).reshape(-1, 3).T.copy()
        start, to, _ = steps.T
        max_step = max(int(np.abs(along[to] - along[start]).max(initial=0)) for along in (q, r))
        index = CellIndex(q, r, max_step)
        cell, layers = index.of(q, r), len(self._layers)
        nodes, stops = np.zeros((2, layers, index.count), np.bool_)
        nodes[layer, cell] = True
        stops[layer, cell] = [self._steps.may_stop(node) for node in self._nodes]
        place_of = np.full((layers, index.count), -1, np.int64)
        place_of[layer, cell] = [places[place] for place, _ in self._numbers]
        place, first, budget = np.array(sources, np.int64).reshape(-1, 3).T
        first_nodes: dict[tuple[int, int, int], list[int]] = {}
        for number, node in enumerate(first.tolist()):
            for other in closures.get(node, (node,)):
                key = int(layer[other]), int(q[other] - q[node]), int(r[other] - r[node])
                first_nodes.setdefault(key, []).append(number)
        numbers = {key: np.array(found) for key, found in first_nodes.items()}
        every, single = (_classify_steps(each, q, r, layer, cell, index.count) for each in (steps, single_steps))
        return StepGraph(index, nodes, stops, place_of, every, single, Sources(place, budget, cell[first], numbers))

    def _explore(self) -> tuple[list[tuple[int, int, int]], dict[int, list[int]]]:
        """Assign numbers to all nodes that can be reached.

        Return paid steps (start, end, cost), and free ends by start.
        """
        paid, free, node = list[tuple[int, int, int]](), dict[int, list[int]](), 0
        while node < len(self._nodes):
            for to, cost in self._steps.onward(self._nodes[node]):
                number = self.number(to)
                if cost:
                    paid.append((node, number, cost))
                else:
                    free.setdefault(node, []).append(number)
            node += 1
        return paid, free


def _cell_of(grid: Grid, place: Centre) -> tuple[Cell, Point | None]:
    """Return a cell at a place, and for a corner its position relative to the middle of this cell."""
    if isinstance(place, Cell):
        return place, None
    cell = grid.cells_at(place)[-1]
    centre = grid.centre(cell)
    return cell, Point(place.x - centre.x, place.y - centre.y)


def _iter_closure(free: Mapping[int, Sequence[int]], node: int) -> Iterator[int]:
    """Yield all nodes reachable from a node by free steps, itself first."""
    found, waiting = {node}, [node]
    while waiting:
        at = waiting.pop()
        yield at
        more = set(free.get(at, ())) - found
        found |= more
        waiting += more


def _classify_steps(steps: Ints, q: Ints, r: Ints, layer: Ints, cell: Ints, count: int) -> dict[StepClass, Bools]:
    """Return the target cells of steps by class, each of shape (count,).

    `steps`, shape (n, 3), holds start, end and cost; `q`, `r`, `layer` and `cell`, shape (nodes,), describe nodes.
    """
    start, to, cost = steps.T
    fields = np.stack([layer[to], cost, layer[start], q[to] - q[start], r[to] - r[start]])
    low, high = fields.min(axis=1, initial=0), fields.max(axis=1, initial=0)
    keys = np.ravel_multi_index(tuple(fields - low[:, None]), tuple(high - low + 1))
    found = {}
    for key in np.unique(keys):
        mine = keys == key
        bits = np.zeros(count, np.bool_)
        bits[cell[to[mine]]] = True
        found[StepClass(*fields[:, mine.argmax()].tolist())] = bits
    return found
