"""Least costs between all places of a board, from the movement graph of a piece."""

from __future__ import annotations

import numpy as np

from sightline.deadline import check_limit, has_limit
from sightline.field.reach.frontier_kernels import fill_costs
from sightline.field.reach.reach_types import (
    BLOCK,
    WORD,
    Bools,
    Costs,
    CostSink,
    DisplacementBox,
    ForcedSteps,
    Ints,
    SourceBits,
    Words,
)
from sightline.field.reach.sight_predicate import SightPredicate
from sightline.field.reach.step_graph import StepGraph
from sightline.field.reach.step_groups import group_steps
from sightline.field.threads import Threads, run_in_threads, thread_count

_NO_MASKS = np.zeros((0, 0), np.uint64)


class PathSolver:
    """A movement graph in the form of the kernels, without steps that no source can afford.

    With `can_always_step` a move may also be a single step that costs more than the budget. `box` holds the
    displacements that paths may have.
    """

    def __init__(self, graph: StepGraph, *, can_always_step: bool) -> None:
        self._graph, sources, index = graph, graph.sources, graph.index
        costs = [step.cost for step in graph.steps]
        dearest, cheapest = max(costs, default=0), min(costs, default=1)
        # No path visits a node twice.
        self._max_cost = min(int(sources.budget.max(initial=0)), int(graph.nodes.sum()) * dearest)
        self._highest = max(self._max_cost, dearest * can_always_step)
        affordable = {step: to for step, to in graph.steps.items() if step.cost <= self._max_cost}
        self._groups = group_steps(affordable, graph.nodes, index)
        self._forced = group_steps(graph.single_steps if can_always_step else {}, graph.nodes, index)
        offset = max((max(abs(q), abs(r)) for _, q, r in sources.first_nodes), default=0)
        farthest = offset + index.max_step * (self._max_cost // cheapest + can_always_step)
        self.box = DisplacementBox(
            index.column_stride,
            index.row_stride,
            index.pad,
            index.max_step,
            min(index.width, farthest),
            min(index.height, farthest),
        )

    @property
    def workspace_bytes(self) -> int:
        """The memory that each thread needs: a block of words for each cost of a step, layer and displacement."""
        dearest = int(self._groups.cost.max(initial=0))
        displacements = (2 * (self.box.max_q + self.box.max_step) + 1) * (2 * (self.box.max_r + self.box.max_step) + 1)
        return (dearest + 2) * len(self._graph.nodes) * displacements * BLOCK * WORD // 8

    def allocate_costs(self, rows: int, columns: int) -> Costs:
        """Return a cost matrix in the smallest type that holds all costs and a higher value for unreachable.

        The rows of places from which no move begins are all unreachable; `fill` must write the others.
        """
        found = np.empty((rows, columns), np.min_scalar_type(self._highest + 1))
        for row in np.setdiff1d(np.arange(rows), self._graph.sources.place):  # far faster than all in one index
            found[row] = np.iinfo(found.dtype).max
        return found

    def fill(
        self,
        costs: Costs,
        *,
        by_displacement: bool = False,
        to_stop: bool = False,
        sees: SightPredicate | None = None,
        threads: Threads = None,
    ) -> None:
        """Write least costs into the rows of the sources' places; columns are target places.

        - `by_displacement`: columns are displacements instead, row by row in the box;
        - `to_stop`: only nodes at which a move may end count;
        - `sees`: cells that the source does not see are not entered.

        Uses one thread per CPU by default; the result does not depend on `threads`.
        """
        graph = self._graph
        stops = np.array([graph.index.pack_mask(row) for row in graph.stops])
        columns = np.zeros((len(stops), 0), np.int64) if by_displacement else graph.places
        for batch in graph.sources.iter_batches():
            rows = np.full(graph.index.words * WORD, -1, np.int64)
            rows[graph.sources.cell[batch]] = graph.sources.place[batch]
            seen = _NO_MASKS if sees is None else self._pack_seen(rows, sees)
            sink = CostSink(rows, columns, stops if to_stop else _NO_MASKS, seen)
            self._run(self._pack_sources(batch), sink, ForcedSteps(self._forced, stops), costs, threads)

    def _run(self, sources: SourceBits, sink: CostSink, forced: ForcedSteps, costs: Costs, threads: Threads) -> None:
        words = sources.words.shape[1]
        share = -(-words // (BLOCK * min(thread_count(threads), words // BLOCK))) * BLOCK
        step = BLOCK if has_limit() else share

        def search(first: int) -> None:
            last = min(first + share, words)
            for start in range(first, last, step):
                check_limit()
                fill_costs(self._groups, sources, self.box, sink, forced, costs, start, min(start + step, last))

        run_in_threads(search, range(0, words, share), threads)

    def _pack_sources(self, batch: Bools) -> SourceBits:
        sources, index = self._graph.sources, self._graph.index
        budgets = np.full(index.count, -1, np.int64)
        budgets[sources.cell[batch]] = sources.budget[batch]
        affordable = np.array([index.pack_bits(budgets >= cost) for cost in range(self._max_cost + 1)])
        words = []
        for numbers in sources.first_nodes.values():
            bits = np.zeros(index.count, np.bool_)
            bits[sources.cell[numbers[batch[numbers]]]] = True
            words.append(index.pack_bits(bits))
        layer, q, r = np.array([*sources.first_nodes], np.int64).T.copy()
        return SourceBits(layer, q, r, np.array(words), affordable)

    def _pack_seen(self, rows: Ints, sees: SightPredicate) -> Words:
        """Return `CostSink.seen`: for each displacement in the box the sources that see the cell there.

        `rows` is `CostSink.rows`. Places are cells here: `sees` takes their numbers.
        """
        box, index, found = self.box, self._graph.index, []
        places, sources = np.append(self._graph.places.max(axis=0), -1), np.flatnonzero(rows >= 0)
        for r in range(-box.max_r, box.max_r + 1):
            for q in range(-box.max_q, box.max_q + 1):
                cells = sources + q * box.column_stride + r * box.row_stride
                to = places[np.where((cells >= 0) & (cells < len(places)), cells, -1)]
                bits = np.zeros(index.count, np.bool_)
                bits[sources[to >= 0]] = sees(rows[sources[to >= 0]], to[to >= 0])
                found.append(index.pack_bits(bits))
        return np.array(found)
