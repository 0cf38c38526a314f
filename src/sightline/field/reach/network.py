"""The search of all steps from everywhere at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from sightline.field.reach.kinds import BLOCK, Beyond, Bools, Box, Costs, Groups, Ints, Starts, Told, Words
from sightline.field.reach.net import Net, Start
from sightline.field.reach.sights import Sees
from sightline.field.reach.strings import WORD, Numbers, grouped
from sightline.field.reach.sweep import sweep

NOTHING = np.zeros((0, 0), np.uint64)


class Network:
    """The steps of a net in groups; none dearer than any start allows."""

    def __init__(self, net: Net, *, can_always_step: bool) -> None:
        self._net = net
        costs = [kind.cost for kind in net.steps]
        dearest, budget = max(costs, default=0), max(start.budget for start in net.starts)
        self._most = min(budget, int(net.spots.sum()) * dearest)
        self.highest = max(self._most, dearest * can_always_step)
        """The highest cost that there can be."""
        within = {kind: to for kind, to in net.steps.items() if kind.cost <= self._most}
        self._groups = grouped(within, net.spots, net.numbers)
        self._single = grouped(net.single_steps if can_always_step else {}, net.spots, net.numbers)
        self._box = box_of(net.numbers, 2 + self._most // min(costs, default=1))

    def fill(self, costs: Costs, *, to_stop: bool, sees: Sees | None, threads: int | None) -> None:
        """Write the least costs, from place to place, into the rows of all places where moves begin.

        With `to_stop` only of spots where a move may end; with `sees` cells that a start does not see are not entered.
        """
        net = self._net
        stops = np.array([net.numbers.mask(row) for row in net.stops])
        counted = stops if to_stop else np.array([net.numbers.mask(row) for row in net.spots])
        for starts in _turns(net.starts):
            rows = np.full(net.numbers.words * WORD, -1, np.int64)
            rows[[start.cell for start in starts]] = [start.place for start in starts]
            told = Told(rows, net.places, counted, NOTHING if sees is None else self._seen(rows, sees))
            beyond = Beyond(self._single, stops)
            run(self._groups, self._starts(starts), self._box, told, beyond, costs, threads)

    def _starts(self, starts: Sequence[Start]) -> Starts:
        numbers = self._net.numbers
        budgets = np.zeros(numbers.count, np.int64)
        budgets[[start.cell for start in starts]] = [start.budget for start in starts]
        live = [numbers.string(budgets >= cost) for cost in range(self._most + 1)]
        strings: dict[tuple[int, int, int], Bools] = {}
        for start in starts:
            for spot in start.spots:
                strings.setdefault(spot, np.zeros(numbers.count, np.bool_))[start.cell] = True
        layer, q, r = np.array([*strings], np.int64).T.copy()
        words = np.array([numbers.string(bits) for bits in strings.values()])
        return Starts(layer, q, r, words, np.array(live))

    def _seen(self, rows: Ints, sees: Sees) -> Words:
        """Give, for each way that a cell can lie from a start, the starts that see it."""
        box, numbers, strings = self._box, self._net.numbers, []
        place, starts = np.append(self._net.places.max(axis=0), -1), np.flatnonzero(rows >= 0)
        for r in range(-box.r, box.r + 1):
            for q in range(-box.q, box.q + 1):
                cells = starts + q * box.column + r * box.row
                to = place[np.where((cells >= 0) & (cells < len(place)), cells, -1)]
                bits = np.zeros(numbers.count, np.bool_)
                bits[starts[to >= 0]] = sees(rows[starts[to >= 0]], to[to >= 0])
                strings.append(numbers.string(bits))
        return np.array(strings)


def _turns(starts: Sequence[Start]) -> Iterator[Sequence[Start]]:
    """Yield all starts, of each cell one at a time."""
    while starts:
        cells = {start.cell: start for start in reversed(starts)}
        yield [*cells.values()]
        taken = {start.place for start in cells.values()}
        starts = [start for start in starts if start.place not in taken]


def box_of(numbers: Numbers, steps: int) -> Box:
    """Give how far ways of so many steps lead."""
    far = numbers.step * steps
    return Box(numbers.column, numbers.row, numbers.pad, numbers.step, min(numbers.wide, far), min(numbers.high, far))


def run(
    groups: Groups, starts: Starts, box: Box, told: Told, beyond: Beyond, costs: Costs, threads: int | None
) -> None:
    """Search from all starts, on a thread for each processor unless told; the answer does not depend on that."""
    words = starts.words.shape[1]
    threads = min(threads or cpu_count() or 1, words // BLOCK)
    share = -(-words // (BLOCK * threads)) * BLOCK

    def search(first: int) -> None:
        sweep(groups, starts, box, told, beyond, costs, first, min(first + share, words))

    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(search, range(0, words, share)):
            pass
