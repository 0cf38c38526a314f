"""Least costs on a plain grid of squares, given as an array of costs: the reach kernels without rules and pieces."""

from __future__ import annotations

import numpy as np

from sightline.field.reach.cell_index import CellIndex
from sightline.field.reach.path_solver import PathSolver
from sightline.field.reach.reach_types import Costs, Ints
from sightline.field.reach.step_graph import Sources, StepGraph
from sightline.field.reach.step_groups import StepClass

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_CORNERS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
DIRECTIONS = (*_SIDES, *_CORNERS)
"""Displacements of steps, in columns and rows: over sides N, E, S, W, then over corners NE, SE, SW, NW."""


def find_costs(costs: Ints, budget: int, *, diagonal: bool = False, threads: int | None = None) -> Costs:
    """Return the least costs from each cell to each other, shape (cells, cells), cells row by row.

    `costs` are small whole numbers: the cost of entering each cell, shape (rows, columns); or of entering it by each of
    `DIRECTIONS`, shape (4, rows, columns), with `diagonal` (8, rows, columns). 0 means that it cannot be entered; a
    cell that cannot be entered at all is no source. The highest value of the type stands for more than `budget`.
    """
    solver, count = _build_solver(costs, budget, diagonal=diagonal), costs.shape[-2] * costs.shape[-1]
    found = solver.allocate_costs(count, count)
    solver.fill(found, threads=threads)
    return found


def find_costs_by_displacement(
    costs: Ints, budget: int, *, diagonal: bool = False, threads: int | None = None
) -> Costs:
    """Return the same in less memory, shape (rows, columns, 2 * down + 1, 2 * right + 1).

    At [row, column, down + i, right + j] stands the cost from a cell to the one i rows down and j columns right of it.
    `down` and `right` are the farthest that the budget allows on this grid.
    """
    solver, (rows, columns) = _build_solver(costs, budget, diagonal=diagonal), costs.shape[-2:]
    height, width = 2 * solver.box.max_r + 1, 2 * solver.box.max_q + 1
    found = solver.allocate_costs(rows * columns, height * width)
    solver.fill(found, by_displacement=True, threads=threads)
    return found.reshape(rows, columns, height, width)


def _build_solver(costs: Ints, budget: int, *, diagonal: bool) -> PathSolver:
    directions = DIRECTIONS if diagonal else _SIDES
    into = np.broadcast_to(costs, (len(directions), *costs.shape[-2:])).reshape(len(directions), -1)
    r, q = np.indices(costs.shape[-2:]).reshape(2, -1)
    index = CellIndex(q, r, 1)
    cells, place = index.of(q, r), np.flatnonzero(into.any(axis=0))
    nodes = np.zeros((1, index.count), np.bool_)
    nodes[0, cells[place]] = True
    places = np.full((1, index.count), -1, np.int64)
    places[0, cells] = np.arange(len(cells))
    steps = {}
    for (right, down), costs_to in zip(directions, into, strict=True):
        cost_of = np.zeros(index.count, np.int64)
        cost_of[cells] = costs_to
        cost_of[~index.shift(nodes[0], right, down)] = 0
        for cost in np.unique(cost_of[cost_of > 0]).tolist():
            steps[StepClass(0, cost, 0, right, down)] = cost_of == cost
    sources = Sources(place, np.full(len(place), budget), cells[place], {(0, 0, 0): np.arange(len(place))})
    return PathSolver(StepGraph(index, nodes, nodes, places, steps, steps, sources), can_always_step=False)
