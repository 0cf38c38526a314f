"""Finds the steps of a piece where they depend on what is near alone: equal steps are asked for once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from sightline.board import Board, Piece
from sightline.field.reach.bitstrings import Kind, Numbers
from sightline.field.reach.graph import Net, Setouts
from sightline.field.reach.reach_types import Ints
from sightline.field.reach.standing import standing
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Steps

_NO_CELL = 0


def net_by_likeness(
    rules: Ruleset[Any], position: Position, piece: Piece, steps: Steps[Any], places: Sequence[Cell]
) -> Net:
    """Give all spots that a piece may come to from anywhere, and some that it cannot; `places` are all cells."""
    ground = _Ground(position.board, piece, steps, places)
    search = _Search(ground, steps)
    stood, spots = list[tuple[Ints, int]](), dict[tuple[int, int, int], list[Ints]]()
    count = 0
    for kind, cells in enumerate(ground.cells_of):
        moved = standing(rules, position, piece, places[cells[0]])
        if moved is not None:
            first = steps.start(moved)
            layer, budget = search.layer(steps.place(first)[1]), steps.budget(first)
            search.come_to(layer, kind)
            stood.append((cells, budget))
            spots.setdefault((layer, 0, 0), []).append(np.arange(count, count + len(cells)))
            count += len(cells)
    place = np.concatenate([np.zeros(0, np.int64), *(cells for cells, _ in stood)])
    budgets = np.repeat([budget for _, budget in stood], [len(cells) for cells, _ in stood]).astype(np.int64)
    begun = {where: np.concatenate(which) for where, which in spots.items()}
    return search.net(Setouts(place, budgets, ground.index[place], begun))


class _Ground:
    """The cells of a board by number: which of them are alike, and which pairs of neighbours.

    Kinds of cells are numbered from 0; `kind` has for each number of a cell one more than its kind, 0 for no cell.
    """

    def __init__(self, board: Board, piece: Piece, steps: Steps[Any], places: Sequence[Cell]) -> None:
        self._board, self.places = board, places
        q, r = np.array(places, np.int64).T.copy()
        self.numbers = Numbers(q, r, 1)
        self.index = self.numbers.of(q, r)
        known: dict[Hashable, int] = {}
        on_map = (each for each in zip(board.ground, board.levels, strict=True) if each[0] is not None)
        others = {
            cell: tuple(other.name for other in standing if other.name != piece.name)
            for cell, standing in board.occupants.items()
        }
        alike = [
            known.setdefault((*each, others.get(cell, ()), steps.aspect(cell)), len(known))
            for cell, each in zip(places, on_map, strict=True)
        ]
        of_places = np.array(alike, np.int64)
        self.kind = np.zeros(self.numbers.count, np.int64)
        self.kind[self.index] = of_places + 1
        self.cells_of = [np.flatnonzero(of_places == kind) for kind in range(len(known))]

    def around(self, along: Ints, q: int, r: int) -> Ints:
        """Give of all cells what an array holds of the one that lies so far from each, 0 where there is none."""
        return self.numbers.shifted(along, -q, -r)

    @cached_property
    def borders(self) -> dict[Cell, Ints]:
        """The kinds of the borders of cells towards each neighbour, by number: 0 for nothing."""
        known = dict[Hashable, int]()
        found = {step: np.zeros(self.numbers.count, np.int64) for step in self._board.grid.side_steps}
        borders = self._board.borders.items()
        index = dict(zip(self.places, self.index.tolist(), strict=True)) if borders else {}
        for (one, other), kinds in borders:
            number = known.setdefault(kinds, len(known) + 1)
            for a, b in ((one, other), (other, one)):
                if a in index:
                    found[Cell(b.q - a.q, b.r - a.r)][index[a]] = number
        return found

    @cached_property
    def ways(self) -> dict[Cell, Ints]:
        """For each step to a neighbour a number for each cell: equal where all is alike that a step may depend on."""
        grid = self._board.grid
        found = {step: _alike([*self._at(step), self.borders[step]]) for step in grid.side_steps}
        if grid.kind == "square":
            for step in (Cell(x, y) for x in (-1, 1) for y in (-1, 1)):
                along, across = Cell(step.q, 0), Cell(0, step.r)
                found[step] = _alike([*self._at(step), *self._beside(along, across), *self._beside(across, along)])
        return found

    def _at(self, step: Cell) -> tuple[Ints, Ints]:
        return self.kind, self.around(self.kind, *step)

    def _beside(self, aside: Cell, onward: Cell) -> Iterator[Ints]:
        """Yield what a way over a cell beside a diagonal step meets."""
        yield self.around(self.kind, *aside)
        yield self.borders[aside]
        yield self.around(self.borders[onward], *aside)


def _alike(arrays: Sequence[Ints]) -> Ints:
    """Give a number for each place of some arrays, the same where all of these hold the same."""
    found = arrays[0]
    for array in arrays[1:]:
        _, found = np.unique(found * (int(array.max()) + 1) + array, return_inverse=True)
    return found


class _Search:
    """The states in which a piece comes to cells of each kind, and the steps from them."""

    def __init__(self, ground: _Ground, steps: Steps[Any]) -> None:
        self._ground, self._steps = ground, steps
        self._layers: dict[Hashable, int] = {}
        self._found: dict[tuple[int, int], None] = {}
        self._cell_of = {int(index): cell for index, cell in zip(ground.index, ground.places, strict=True)}

    def layer(self, state: Hashable) -> int:
        """Give the layer of a state."""
        return self._layers.setdefault(state, len(self._layers))

    def come_to(self, layer: int, kind: int) -> None:
        """Note that cells of a kind are come to in a state."""
        self._found.setdefault((layer, kind))

    def net(self, starts: Setouts) -> Net:
        """Give the net of all spots that cells of their kind are come to in."""
        ground, steps, kinds, done = self._ground, self._steps, dict[Kind, list[Ints]](), 0
        waiting = self._found
        while done < len(waiting):
            for layer, kind in list(waiting)[done:]:
                done += 1
                self._explore(layer, kind, kinds)
        count, layers, states = ground.numbers.count, len(self._layers), list(self._layers)
        spots, stops = np.zeros((2, layers, count), np.bool_)
        for layer, kind in waiting:
            cells = ground.cells_of[kind]
            spots[layer, ground.index[cells]] = True
            stops[layer, ground.index[cells]] = steps.may_stop(steps.at(ground.places[cells[0]], states[layer]))
        places = np.full((layers, count), -1, np.int64)
        places[:, ground.index] = np.arange(len(ground.places))
        found = {}
        for step, targets in kinds.items():
            found[step] = np.zeros(count, np.bool_)
            found[step][np.concatenate(targets)] = True
        return Net(ground.numbers, spots, stops, places, found, found, starts)

    def _explore(self, layer: int, kind: int, kinds: dict[Kind, list[Ints]]) -> None:
        """Find the steps from cells of a kind in a state: of those that are alike each is asked for once."""
        ground, state = self._ground, list(self._layers)[layer]
        cells = ground.index[ground.cells_of[kind]]
        onward = cache(lambda cell: self._onward(cell, state))
        for step, ways in ground.ways.items():
            by = step.q * ground.numbers.column + step.r * ground.numbers.row
            _, first, of_cells = np.unique(ways[cells], return_index=True, return_inverse=True)
            for number, example in enumerate(cells[first].tolist()):
                found = onward(self._cell_of[example]).get(step)
                if found is not None:
                    after, cost = found
                    targets = cells[of_cells == number] + by
                    to = self.layer(after)
                    self.come_to(to, int(ground.kind[targets[0]]) - 1)
                    kinds.setdefault(Kind(to, cost, layer, *step), []).append(targets)

    def _onward(self, cell: Cell, state: Hashable) -> dict[Cell, tuple[Hashable, int]]:
        """Give for each step that can be made from a cell the state after it and its cost."""
        found = {}
        for spot, cost in self._steps.onward(self._steps.at(cell, state)):
            place, after = self._steps.place(spot)
            found[Cell(place[0] - cell.q, place[1] - cell.r)] = after, cost
        return found
