"""Least costs on a plain grid of squares, given as an array of costs: no rules, no pieces."""

from __future__ import annotations

import numpy as np

from sightline.field.reach.bitstrings import Kind, Numbers
from sightline.field.reach.graph import Net, Setouts
from sightline.field.reach.path_solver import Network
from sightline.field.reach.reach_types import Costs, Ints

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_CORNERS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
DIRECTIONS = (*_SIDES, *_CORNERS)
"""By how many columns and rows steps lead: over the sides first, N E S W, then over the corners, NE SE SW NW."""


def costs_between(costs: Ints, budget: int, *, diagonal: bool = False, threads: int | None = None) -> Costs:
    """Give the least costs from every cell to every other, cell by cell row by row: a matrix of cells x cells.

    `costs` are what it costs to enter a cell, of shape (rows, columns), or to enter it by each of `DIRECTIONS`, of
    shape (4, rows, columns), with `diagonal` of (8, rows, columns): small whole numbers, 0 where one cannot. Nobody is
    in a cell that cannot be entered by any. No way costs more than `budget`; where there is none is the highest number
    of the type. Takes a thread for each processor unless told; the answer does not depend on that.
    """
    network, count = _network(costs, budget, diagonal=diagonal), costs.shape[-2] * costs.shape[-1]
    found = network.blank(count, count)
    network.fill(found, threads=threads)
    return found


def costs_around(costs: Ints, budget: int, *, diagonal: bool = False, threads: int | None = None) -> Costs:
    """Give the least costs from every cell to those around it: of shape (rows, columns, 2 * down + 1, 2 * right + 1).

    They are those of `costs_between` in less room: at [row, column, down + i, right + j] is the cost from a cell to the
    one i rows down and j columns to the right. `down` and `right` are as far as the budget leads on that grid.
    """
    network, (rows, columns) = _network(costs, budget, diagonal=diagonal), costs.shape[-2:]
    high, wide = 2 * network.box.r + 1, 2 * network.box.q + 1
    found = network.blank(rows * columns, high * wide)
    network.fill(found, is_around=True, threads=threads)
    return found.reshape(rows, columns, high, wide)


def _network(costs: Ints, budget: int, *, diagonal: bool) -> Network:
    directions = DIRECTIONS if diagonal else _SIDES
    into = np.broadcast_to(costs, (len(directions), *costs.shape[-2:])).reshape(len(directions), -1)
    r, q = np.indices(costs.shape[-2:]).reshape(2, -1)
    numbers = Numbers(q, r, 1)
    cells, place = numbers.of(q, r), np.flatnonzero(into.any(axis=0))
    spots = np.zeros((1, numbers.count), np.bool_)
    spots[0, cells[place]] = True
    places = np.full((1, numbers.count), -1, np.int64)
    places[0, cells] = np.arange(len(cells))
    steps = {}
    for (right, down), costs_to in zip(directions, into, strict=True):
        along = np.zeros(numbers.count, np.int64)
        along[cells] = costs_to
        along[~numbers.shifted(spots[0], right, down)] = 0
        for cost in np.unique(along[along > 0]).tolist():
            steps[Kind(0, cost, 0, right, down)] = along == cost
    starts = Setouts(place, np.full(len(place), budget), cells[place], {(0, 0, 0): np.arange(len(place))})
    return Network(Net(numbers, spots, spots, places, steps, steps, starts), can_always_step=False)
