"""Construction of the movement graph of a piece with one query of the rules for each local pattern of cells.

It is for pieces whose steps depend only on neighbouring cells.

Cells are divided into classes of equal contents, and for each direction into patterns: cells from which a step in this
direction has the same neighbourhood. The rules are queried for one cell of each pattern.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache, cached_property
from itertools import repeat
from typing import Any

import numpy as np

from sightline.board import Board, Piece
from sightline.field.reach.cell_index import CellIndex
from sightline.field.reach.piece_placement import place_piece
from sightline.field.reach.reach_types import Ints
from sightline.field.reach.step_graph import Sources, StepGraph
from sightline.field.reach.step_groups import StepClass
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Steps


def build_graph_by_pattern(
    rules: Ruleset[Any], position: Position, piece: Piece, steps: Steps[Any], places: Sequence[Cell]
) -> StepGraph:
    """Return a graph with all nodes that a piece can reach from any cell; `places` are all cells.

    A state that the piece can be in, in one cell of a class, has a node in all cells of the class, so some nodes may be
    unreachable.
    """
    patterns = _CellPatterns(position.board, piece, steps, places)
    explorer = _PatternExplorer(patterns, steps)
    sources, first_nodes = list[tuple[Ints, int]](), dict[tuple[int, int, int], list[Ints]]()
    count = 0
    for cell_class, cells in enumerate(patterns.cells_of):
        moved = place_piece(rules, position, piece, places[cells[0]])
        if moved is not None:
            start = steps.start(moved)
            layer, budget = explorer.layer(steps.place(start)[1]), steps.budget(start)
            explorer.add(layer, cell_class)
            sources.append((cells, budget))
            first_nodes.setdefault((layer, 0, 0), []).append(np.arange(count, count + len(cells)))
            count += len(cells)
    place = np.concatenate([np.zeros(0, np.int64), *(cells for cells, _ in sources)])
    budgets = np.repeat([budget for _, budget in sources], [len(cells) for cells, _ in sources]).astype(np.int64)
    numbers = {key: np.concatenate(found) for key, found in first_nodes.items()}
    return explorer.build_graph(Sources(place, budgets, patterns.indices[place], numbers))


class _CellPatterns:
    """The classes of a board's cells, and the patterns round them, as arrays over cell indices.

    - `indices`, shape (cells,): the cell index of each of `places`;
    - `class_of`, shape (count,): 1 + the class of the cell with this index, 0 for no cell;
    - `cells_of`: for each class the numbers, in `places`, of its cells.
    """

    def __init__(self, board: Board, piece: Piece, steps: Steps[Any], places: Sequence[Cell]) -> None:
        self._board, self.places = board, places
        q, r = np.array(places, np.int64).T.copy()
        self.index = CellIndex(q, r, 1)
        self.indices = self.index.of(q, r)
        known: dict[Hashable, int] = {}
        levels = board.levels if steps.heeds_levels else repeat(0)
        on_map = (each for each in zip(board.ground, levels, strict=False) if each[0] is not None)
        others = {
            cell: tuple(other.name for other in occupants if other.name != piece.name)
            for cell, occupants in board.occupants.items()
        }
        classes = np.array(
            [
                known.setdefault((*each, others.get(cell, ()), steps.aspect(cell)), len(known))
                for cell, each in zip(places, on_map, strict=True)
            ],
            np.int64,
        )
        self.class_of = np.zeros(self.index.count, np.int64)
        self.class_of[self.indices] = classes + 1
        self.cells_of = [np.flatnonzero(classes == number) for number in range(len(known))]

    def _neighbour(self, values: Ints, q: int, r: int) -> Ints:
        """Return for each cell the value of the cell at a displacement from it, 0 where there is none."""
        return self.index.shift(values, -q, -r)

    @cached_property
    def _borders(self) -> dict[Cell, Ints]:
        """For each direction to a neighbour the class of the border there, shape (count,); 0 for nothing."""
        known = dict[Hashable, int]()
        found = {step: np.zeros(self.index.count, np.int64) for step in self._board.grid.edge_steps}
        borders = self._board.borders.items()
        indices = dict(zip(self.places, self.indices.tolist(), strict=True)) if borders else {}
        for (one, other), terrain in borders:
            number = known.setdefault(terrain, len(known) + 1)
            for a, b in ((one, other), (other, one)):
                if a in indices:
                    found[Cell(b.q - a.q, b.r - a.r)][indices[a]] = number
        return found

    @cached_property
    def by_step(self) -> dict[Cell, Ints]:
        """For each direction of a step the pattern of each cell, shape (count,).

        Cells of one pattern are equal in everything that a step may depend on: the classes of both cells, and the
        border between them. For diagonal steps these include the two cells next to both, and their four borders.
        """
        grid = self._board.grid
        found = {step: _number_distinct([*self._ends(step), self._borders[step]]) for step in grid.edge_steps}
        if grid.kind == "square":
            for step in (Cell(x, y) for x in (-1, 1) for y in (-1, 1)):
                along, across = Cell(step.q, 0), Cell(0, step.r)
                beside = *self._pass(along, across), *self._pass(across, along)
                found[step] = _number_distinct([*self._ends(step), *beside])
        return found

    def _ends(self, step: Cell) -> tuple[Ints, Ints]:
        return self.class_of, self._neighbour(self.class_of, *step)

    def _pass(self, first: Cell, second: Cell) -> Iterator[Ints]:
        """Yield what a path of two steps meets between its ends: the cell in the middle, and both borders."""
        yield self._neighbour(self.class_of, *first)
        yield self._borders[first]
        yield self._neighbour(self._borders[second], *first)


def _number_distinct(arrays: Sequence[Ints]) -> Ints:
    """Return numbers, shape (count,), equal where all of some arrays of shape (count,) have equal values."""
    found = arrays[0]
    for array in arrays[1:]:
        _, found = np.unique(found * (int(array.max()) + 1) + array, return_inverse=True)
    return found


class _PatternExplorer:
    """The reachable pairs of layer and cell class, and the steps from them; each state has a layer."""

    def __init__(self, patterns: _CellPatterns, steps: Steps[Any]) -> None:
        self._patterns, self._steps = patterns, steps
        self._layers: dict[Hashable, int] = {}
        self._found: dict[tuple[int, int], None] = {}
        self._cell_at = {int(index): cell for index, cell in zip(patterns.indices, patterns.places, strict=True)}

    def layer(self, state: Hashable) -> int:
        """Return the layer of a state, a new one on its first occurrence."""
        return self._layers.setdefault(state, len(self._layers))

    def add(self, layer: int, cell_class: int) -> None:
        """Add a reachable layer and cell class."""
        self._found.setdefault((layer, cell_class))

    def build_graph(self, sources: Sources) -> StepGraph:
        """Explore from the added pairs, and return the graph."""
        patterns, steps, targets, done = self._patterns, self._steps, dict[StepClass, list[Ints]](), 0
        found = self._found
        while done < len(found):
            for layer, cell_class in list(found)[done:]:
                done += 1
                self._explore(layer, cell_class, targets)
        count, layers, states = patterns.index.count, len(self._layers), list(self._layers)
        nodes, stops = np.zeros((2, layers, count), np.bool_)
        for layer, cell_class in found:
            cells = patterns.cells_of[cell_class]
            nodes[layer, patterns.indices[cells]] = True
            may_stop = steps.may_stop(steps.at(patterns.places[cells[0]], states[layer]))
            stops[layer, patterns.indices[cells]] = may_stop
        place_of = np.full((layers, count), -1, np.int64)
        place_of[:, patterns.indices] = np.arange(len(patterns.places))
        classes = {}
        for step, indices in targets.items():
            classes[step] = np.zeros(count, np.bool_)
            classes[step][np.concatenate(indices)] = True
        return StepGraph(patterns.index, nodes, stops, place_of, classes, classes, sources)

    def _explore(self, layer: int, cell_class: int, targets: dict[StepClass, list[Ints]]) -> None:
        """Add the steps from all cells of a class in a layer to `targets`: by class, the indices they lead to."""
        patterns, state = self._patterns, list(self._layers)[layer]
        cells = patterns.indices[patterns.cells_of[cell_class]]
        steps_from = cache(lambda cell: self._find_steps(cell, state))
        for step, numbers in patterns.by_step.items():
            by = step.q * patterns.index.column_stride + step.r * patterns.index.row_stride
            _, first, of_cells = np.unique(numbers[cells], return_index=True, return_inverse=True)
            for number, example in enumerate(cells[first].tolist()):
                found = steps_from(self._cell_at[example]).get(step)
                if found is not None:
                    after, cost = found
                    to = cells[of_cells == number] + by
                    target_layer = self.layer(after)
                    self.add(target_layer, int(patterns.class_of[to[0]]) - 1)
                    targets.setdefault(StepClass(target_layer, cost, layer, *step), []).append(to)

    def _find_steps(self, cell: Cell, state: Hashable) -> dict[Cell, tuple[Hashable, int]]:
        """Return by displacement the steps from a cell in a state: the state after each, and its cost."""
        found = {}
        for node, cost in self._steps.onward(self._steps.at(cell, state)):
            place, after = self._steps.place(node)
            found[Cell(place[0] - cell.q, place[1] - cell.r)] = after, cost
        return found
