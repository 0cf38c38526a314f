"""The search of all steps from everywhere at once."""

from __future__ import annotations

import numpy as np

from sightline.field.reach.bfs_kernels import sweep
from sightline.field.reach.bitstrings import WORD, grouped
from sightline.field.reach.graph import Net
from sightline.field.reach.reach_types import BLOCK, Beyond, Bools, Box, Costs, Ints, Starts, Told, Words
from sightline.field.reach.seen_mask import Sees
from sightline.field.threads import Threads, in_threads, thread_count

NOTHING = np.zeros((0, 0), np.uint64)


class Network:
    """The steps of a net in groups; none dearer than any start allows."""

    def __init__(self, net: Net, *, can_always_step: bool) -> None:
        self._net, starts, numbers = net, net.starts, net.numbers
        costs = [kind.cost for kind in net.steps]
        dearest, cheapest = max(costs, default=0), min(costs, default=1)
        self._most = min(int(starts.budget.max(initial=0)), int(net.spots.sum()) * dearest)
        self._highest = max(self._most, dearest * can_always_step)
        within = {kind: to for kind, to in net.steps.items() if kind.cost <= self._most}
        self._groups = grouped(within, net.spots, numbers)
        self._single = grouped(net.single_steps if can_always_step else {}, net.spots, numbers)
        begun = max((max(abs(q), abs(r)) for _, q, r in starts.spots), default=0)
        far = begun + numbers.step * (self._most // cheapest + can_always_step)
        self.box = Box(
            numbers.column, numbers.row, numbers.pad, numbers.step, min(numbers.wide, far), min(numbers.high, far)
        )
        """How far ways lead at most."""

    @property
    def room(self) -> int:
        """How many bytes a thread works in: some for each spot that a way can lead to, and each cost of a step."""
        dearest = int(self._groups.cost.max(initial=0))
        displacements = (2 * (self.box.q + self.box.step) + 1) * (2 * (self.box.r + self.box.step) + 1)
        return (dearest + 2) * len(self._net.spots) * displacements * BLOCK * WORD // 8

    def blank(self, rows: int, columns: int) -> Costs:
        """Give a matrix of a type that holds all costs; in the rows of places where no move begins there is no way."""
        found = np.empty((rows, columns), np.min_scalar_type(self._highest + 1))
        for row in np.setdiff1d(np.arange(rows), self._net.starts.place):  # much faster than all of them at once
            found[row] = np.iinfo(found.dtype).max
        return found

    def fill(
        self,
        costs: Costs,
        *,
        is_around: bool = False,
        to_stop: bool = False,
        sees: Sees | None = None,
        threads: Threads = None,
    ) -> None:
        """Write the least costs into the rows of the places where moves begin: by the number of the place they lead to.

        With `is_around` it is by how many rows and columns of the box they lead, with `to_stop` only of spots where a
        move may end. With `sees` cells that a start does not see are not entered. Takes a thread for each processor
        unless told; the answer does not depend on that.
        """
        net = self._net
        stops = np.array([net.numbers.mask(row) for row in net.stops])
        counted = stops if to_stop else NOTHING
        columns = np.zeros((len(stops), 0), np.int64) if is_around else net.places
        for taken in net.starts.turns():
            rows = np.full(net.numbers.words * WORD, -1, np.int64)
            rows[net.starts.cell[taken]] = net.starts.place[taken]
            told = Told(rows, columns, counted, NOTHING if sees is None else self._seen(rows, sees))
            self._run(self._starts(taken), told, Beyond(self._single, stops), costs, threads)

    def _run(self, starts: Starts, told: Told, beyond: Beyond, costs: Costs, threads: Threads) -> None:
        words = starts.words.shape[1]
        share = -(-words // (BLOCK * min(thread_count(threads), words // BLOCK))) * BLOCK

        def search(first: int) -> None:
            sweep(self._groups, starts, self.box, told, beyond, costs, first, min(first + share, words))

        in_threads(search, range(0, words, share), threads)

    def _starts(self, taken: Bools) -> Starts:
        starts, numbers = self._net.starts, self._net.numbers
        budgets = np.full(numbers.count, -1, np.int64)
        budgets[starts.cell[taken]] = starts.budget[taken]
        live = np.array([numbers.string(budgets >= cost) for cost in range(self._most + 1)])
        words = []
        for which in starts.spots.values():
            bits = np.zeros(numbers.count, np.bool_)
            bits[starts.cell[which[taken[which]]]] = True
            words.append(numbers.string(bits))
        layer, q, r = np.array([*starts.spots], np.int64).T.copy()
        return Starts(layer, q, r, np.array(words), live)

    def _seen(self, rows: Ints, sees: Sees) -> Words:
        """Give, for each way that a cell can lie from a start, the starts that see it."""
        box, numbers, strings = self.box, self._net.numbers, []
        place, starts = np.append(self._net.places.max(axis=0), -1), np.flatnonzero(rows >= 0)
        for r in range(-box.r, box.r + 1):
            for q in range(-box.q, box.q + 1):
                cells = starts + q * box.column + r * box.row
                to = place[np.where((cells >= 0) & (cells < len(place)), cells, -1)]
                bits = np.zeros(numbers.count, np.bool_)
                bits[starts[to >= 0]] = sees(rows[starts[to >= 0]], to[to >= 0])
                strings.append(numbers.string(bits))
        return np.array(strings)
