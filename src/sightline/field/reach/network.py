"""The steps of a piece as strings of bits, and the search of all of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from sightline.field.reach.graph import Graph, Start
from sightline.field.reach.kinds import BLOCK, Bools, Box, Costs, Groups, Ints, Starts, Told, Words
from sightline.field.reach.strings import WORD, Kind, Numbers, grouped
from sightline.field.reach.sweep import sweep

NOTHING = np.zeros((0, 0), np.uint64)


class Network:
    """The spots of a graph, by number of their cell, and the steps between them; none dearer than any start allows."""

    def __init__(self, graph: Graph, *, can_always_step: bool) -> None:
        self._graph = graph
        self._q, self._r, self._layer, self._place = graph.table()
        costs = graph.steps[:, 2]
        dearest, budget = int(costs.max(initial=0)), max(start.budget for start in graph.starts)
        self._most = min(budget, len(self._q) * dearest)
        self.highest = max(self._most, dearest * can_always_step)
        """The highest cost that there can be."""
        self._can_always_step = can_always_step
        start, to, _ = graph.steps[costs <= self.highest].T
        longest = max(int(np.abs(along[to] - along[start]).max(initial=0)) for along in (self._q, self._r))
        self._numbers = Numbers(self._q, self._r, longest)
        self._index = self._numbers.of(self._q, self._r)
        spots = self._by_layer(np.ones(len(self._q), np.bool_))
        self._groups = grouped(self._kinds(start, to, costs[costs <= self.highest]), list(spots), self._numbers)
        self._box = box_of(self._numbers, 2 + self._most // max(1, int(costs.min(initial=1))))

    def fill(self, costs: Costs, *, to_stop: bool, sees: Bools | None, threads: int | None) -> None:
        """Write the least costs, from place to place, into the rows of all places where moves begin.

        With `to_stop` only of spots where a move may end; with `sees` cells that a start does not see are not entered.
        """
        numbers = self._numbers
        stops = self._masks(self._graph.may_stop())
        counted = stops if to_stop else self._masks(np.ones(len(self._q), np.bool_))
        columns = np.full((len(stops), numbers.count), -1, np.int64)
        columns[self._layer, self._index] = self._place
        for starts in self._turns():
            rows = np.full(numbers.words * WORD, -1, np.int64)
            rows[[self._index[start.spots[0]] for start in starts]] = [start.place for start in starts]
            seen = NOTHING if sees is None else self._seen(rows, columns, sees)
            told = Told(rows, columns, counted, seen)
            run(self._groups, self._starts(starts), self._box, told, told._replace(counted=stops), costs, threads)

    def _by_layer(self, holds: Bools) -> Bools:
        """Give the cells whose spot in a layer is one for which that holds; a row for each layer."""
        found = np.zeros((int(self._layer.max()) + 1, self._numbers.count), np.bool_)
        found[self._layer[holds], self._index[holds]] = True
        return found

    def _masks(self, holds: Bools) -> Words:
        return np.array([self._numbers.mask(row) for row in self._by_layer(holds)])

    def _kinds(self, start: Ints, to: Ints, cost: Ints) -> dict[Kind, Bools]:
        """Give the cells that steps lead to, by kind of step."""
        apart = (along[to] - along[start] for along in (self._q, self._r))
        fields = np.stack([self._layer[to], cost, self._layer[start], *apart])
        low, high = fields.min(axis=1, initial=0), fields.max(axis=1, initial=0)
        keys = np.ravel_multi_index(tuple(fields - low[:, None]), tuple(high - low + 1))
        found = {}
        for key in np.unique(keys):
            steps = keys == key
            bits = np.zeros(self._numbers.count, np.bool_)
            bits[self._index[to[steps]]] = True
            found[Kind(*fields[:, steps.argmax()].tolist())] = bits
        return found

    def _turns(self) -> Iterator[list[Start]]:
        """Yield all starts, of each cell one at a time."""
        turns: list[list[Start]] = []
        before = Counter[int]()
        for start in self._graph.starts:
            cell = int(self._index[start.spots[0]])
            if before[cell] == len(turns):
                turns.append([])
            turns[before[cell]].append(start)
            before[cell] += 1
        yield from turns

    def _starts(self, starts: Sequence[Start]) -> Starts:
        cells = self._index[[start.spots[0] for start in starts]]
        budgets = np.zeros(self._numbers.count, np.int64)
        budgets[cells] = [start.budget for start in starts]
        live = [self._numbers.string(budgets >= cost) for cost in range(self._most + 1)]
        strings: dict[tuple[int, int, int], Bools] = {}
        for start, cell in zip(starts, cells, strict=True):
            for spot in start.spots:
                first = start.spots[0]
                where = int(self._layer[spot]), int(self._q[spot] - self._q[first]), int(self._r[spot] - self._r[first])
                strings.setdefault(where, np.zeros(self._numbers.count, np.bool_))[cell] = True
        layer, q, r = np.array([*strings], np.int64).T.copy()
        words = np.array([self._numbers.string(bits) for bits in strings.values()])
        return Starts(layer, q, r, words, np.array(live), self._can_always_step)

    def _seen(self, rows: Ints, columns: Ints, sees: Bools) -> Words:
        """Give, for each way that a cell can lie from a start, the starts that see it."""
        box, strings = self._box, []
        place = columns.max(axis=0)
        starts = np.flatnonzero(rows >= 0)
        for r in range(-box.r, box.r + 1):
            for q in range(-box.q, box.q + 1):
                cells = starts + q * box.column + r * box.row
                on_map = (cells >= 0) & (cells < len(place))
                to = np.where(on_map, place[np.where(on_map, cells, 0)], -1)
                bits = np.zeros(self._numbers.count, np.bool_)
                bits[starts] = (to >= 0) & sees[rows[starts], to]
                strings.append(self._numbers.string(bits))
        return np.array(strings)


def box_of(numbers: Numbers, steps: int) -> Box:
    """Give how far ways of so many steps lead."""
    far = numbers.step * steps
    return Box(
        numbers.column, numbers.row, numbers.pad, numbers.step, min(numbers.wide, far), min(numbers.high, far)
    )


def run(
    groups: Groups, starts: Starts, box: Box, told: Told, beyond: Told, costs: Costs, threads: int | None
) -> None:
    """Search from all starts, on a thread for each processor unless told; the answer does not depend on that."""
    words = starts.words.shape[1]
    threads = min(threads or cpu_count() or 1, words // BLOCK)
    share = -(-words // (BLOCK * threads)) * BLOCK
    with ThreadPoolExecutor(threads) as pool:
        parts = range(0, words, share)
        for _ in pool.map(
            lambda first: sweep(groups, starts, box, told, beyond, costs, first, min(first + share, words)), parts
        ):
            pass
