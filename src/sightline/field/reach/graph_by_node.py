"""Finds the steps of a piece from spot to spot, each of them by asking for it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sightline.board import Piece
from sightline.field.reach.bitstrings import Kind, Numbers
from sightline.field.reach.graph import Net, Setouts
from sightline.field.reach.reach_types import Bools, Ints
from sightline.field.reach.standing import Middle, standing
from sightline.lattice import Cell, Grid, Point
from sightline.rules import Position, Ruleset, Steps


def net_by_spots(
    rules: Ruleset[Any], position: Position, piece: Piece, steps: Steps[Any], places: Sequence[Middle]
) -> Net:
    """Give all spots that a piece can come to from anywhere; `places` are those where it may have its middle."""
    stood = ((number, standing(rules, position, piece, place)) for number, place in enumerate(places))
    spots = {number: steps.start(moved) for number, moved in stood if moved is not None}
    graph = _Graph(position.board.grid, steps)
    firsts = [(place, graph.number(spot), steps.budget(spot)) for place, spot in spots.items()]
    return graph.net({place: number for number, place in enumerate(places)}, firsts)


class _Graph:
    """Spots by number, as they are found, each in a layer for its state and its corner of a cell."""

    def __init__(self, grid: Grid, steps: Steps[Any]) -> None:
        self._grid, self._steps = grid, steps
        self._numbers: dict[tuple[Middle, Hashable], int] = {}
        self._spots: list[Any] = []
        self._layers: dict[tuple[Point | None, Hashable], int] = {}
        self._cells: list[tuple[int, int, int]] = []

    def number(self, spot: Any) -> int:
        """Give the number of a spot."""
        key = self._steps.place(spot)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            self._spots.append(spot)
            anchor, corner = _anchor(self._grid, key[0])
            layer = self._layers.setdefault((corner, key[1]), len(self._layers))
            self._cells.append((*anchor, layer))
        return number

    def net(self, places: Mapping[Middle, int], firsts: Sequence[tuple[int, int, int]]) -> Net:
        """Give the net of all spots that can be come to; `firsts` are place, spot and budget of every start."""
        found, free = self._explore()
        after = {spot: tuple(_closure(free, spot)) for spot in free}
        # Steps that cost nothing are taken together with those before them.
        single_steps = np.array(found, np.int64).reshape(-1, 3)
        steps = np.array([(at, last, cost) for at, to, cost in found for last in after.get(to, (to,))], np.int64)
        steps = steps.reshape(-1, 3)
        q, r, layer = np.array(self._cells, np.int64).reshape(-1, 3).T.copy()
        start, to, _ = steps.T
        longest = max(int(np.abs(along[to] - along[start]).max(initial=0)) for along in (q, r))
        numbers = Numbers(q, r, longest)
        cell, layers = numbers.of(q, r), len(self._layers)
        spots, stops = np.zeros((2, layers, numbers.count), np.bool_)
        spots[layer, cell] = True
        stops[layer, cell] = [self._steps.may_stop(spot) for spot in self._spots]
        of_spots = np.full((layers, numbers.count), -1, np.int64)
        of_spots[layer, cell] = [places[place] for place, _ in self._numbers]
        place, first, budget = np.array(firsts, np.int64).reshape(-1, 3).T
        begun: dict[tuple[int, int, int], list[int]] = {}
        for number, spot in enumerate(first.tolist()):
            for other in after.get(spot, (spot,)):
                where = int(layer[other]), int(q[other] - q[spot]), int(r[other] - r[spot])
                begun.setdefault(where, []).append(number)
        starts = Setouts(place, budget, cell[first], {where: np.array(which) for where, which in begun.items()})
        every, single = (_by_kind(each, q, r, layer, cell, numbers.count) for each in (steps, single_steps))
        return Net(numbers, spots, stops, of_spots, every, single, starts)

    def _explore(self) -> tuple[list[tuple[int, int, int]], dict[int, list[int]]]:
        """Give the steps from spot to spot with their costs, and where those lead that cost nothing."""
        found, free, spot = list[tuple[int, int, int]](), dict[int, list[int]](), 0
        while spot < len(self._spots):
            for to, cost in self._steps.onward(self._spots[spot]):
                number = self.number(to)
                if cost:
                    found.append((spot, number, cost))
                else:
                    free.setdefault(spot, []).append(number)
            spot += 1
        return found, free


def _anchor(grid: Grid, place: Middle) -> tuple[Cell, Point | None]:
    """Give a cell at a place, and how far a corner lies from its middle."""
    if isinstance(place, Cell):
        return place, None
    cell = grid.cells_at(place)[-1]
    centre = grid.centre(cell)
    return cell, Point(place.x - centre.x, place.y - centre.y)


def _closure(free: Mapping[int, Sequence[int]], spot: int) -> Iterator[int]:
    """Yield all spots that a spot leads to for nothing, itself the first."""
    found, waiting = {spot}, [spot]
    while waiting:
        at = waiting.pop()
        yield at
        more = set(free.get(at, ())) - found
        found |= more
        waiting += more


def _by_kind(steps: Ints, q: Ints, r: Ints, layer: Ints, cell: Ints, count: int) -> dict[Kind, Bools]:
    """Give by kind the cells that steps, rows of start, end and cost, lead to."""
    start, to, cost = steps.T
    fields = np.stack([layer[to], cost, layer[start], q[to] - q[start], r[to] - r[start]])
    low, high = fields.min(axis=1, initial=0), fields.max(axis=1, initial=0)
    keys = np.ravel_multi_index(tuple(fields - low[:, None]), tuple(high - low + 1))
    found = {}
    for key in np.unique(keys):
        mine = keys == key
        bits = np.zeros(count, np.bool_)
        bits[cell[to[mine]]] = True
        found[Kind(*fields[:, mine.argmax()].tolist())] = bits
    return found
