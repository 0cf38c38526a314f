"""The movement graph of a piece: all nodes it can be at, and the steps between them, as arrays over cell indices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from sightline.field.reach.cell_index import CellIndex
from sightline.field.reach.reach_types import Bools, Ints
from sightline.field.reach.step_groups import StepClass


@dataclass(frozen=True)
class Sources:
    """Places from which moves begin, as arrays of shape (sources,): number of the place, budget, cell index.

    `first_nodes` maps (layer, q, r) to the numbers of sources, as indices into these arrays, whose moves begin at the
    node in this layer, q columns and r rows from the source's cell. A move may begin at any of several nodes, as steps
    that cost nothing lead from one to the other.
    """

    place: Ints
    budget: Ints
    cell: Ints
    first_nodes: Mapping[tuple[int, int, int], Ints]

    def iter_batches(self) -> Iterator[Bools]:
        """Yield batches of sources, as masks of shape (sources,), with at most one source of each cell in a batch."""
        left = np.arange(len(self.cell))
        while len(left):
            _, first = np.unique(self.cell[left], return_index=True)
            batch = np.zeros(len(self.cell), np.bool_)
            batch[left[first]] = True
            yield batch
            left = np.delete(left, first)


@dataclass(frozen=True)
class StepGraph:
    """Nodes, as arrays of shape (layers, count) by layer and cell index, and steps, by class with their target cells.

    - `nodes`: which nodes there are;
    - `stops`: at which of them a move may end;
    - `places`: the number of each node's place, -1 for none;
    - `steps`: steps that cost something, each followed by any number of steps that cost nothing;
    - `single_steps`: steps that cost something, alone.
    """

    index: CellIndex
    nodes: Bools
    stops: Bools
    places: Ints
    steps: Mapping[StepClass, Bools]
    single_steps: Mapping[StepClass, Bools]
    sources: Sources
