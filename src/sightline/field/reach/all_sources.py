"""Reach of a piece from every place of a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from sightline.board import Piece
from sightline.deadline import limited
from sightline.field.reach.graph_by_node import build_graph_by_node
from sightline.field.reach.graph_by_pattern import build_graph_by_pattern
from sightline.field.reach.path_solver import PathSolver
from sightline.field.reach.piece_placement import Centre, label_places, place_piece
from sightline.field.reach.reach_types import Costs, Words
from sightline.field.reach.sight_predicate import sight_from_rows
from sightline.field.reach.single_source import find_costs_from_piece
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Stepwise, require
from sightline.too_much import MAX_MATRIX_BYTES, check_amount

_TOO_LARGE = N_("a matrix of all costs has at most {most} entries, and this one {found}: reach() asks for one piece")
MAX_WORKSPACE = 1 << 30
"""The maximum bytes per thread. If expensive steps would need more, sources are searched one by one."""


def find_costs_from_everywhere(
    rules: Ruleset[Any],
    position: Position,
    piece: Piece,
    find_rows: Callable[[], Words],
    *,
    to_stop: bool = False,
    threads: int | None = None,
) -> Costs:
    """Return the minimum costs of a piece from each place to each other, with all other pieces at their places.

    Shape (places, places), from row to column, in the order of `label_places`. The highest value of the type stands for
    unreachable, and in the whole row of a place where the piece cannot stand. With `to_stop` only places where it may
    stop have costs.

    `find_rows` returns visibility rows, shape (cells, words): bit t of row s is set where s sees t clearly. It is
    called only if movement depends on sight. Raise `NotAnswered`, and `TooMuch` if there are too many places.
    """
    steps = require(rules, Stepwise).steps(position, piece)
    places = list(label_places(position.board, piece))
    check_amount(len(places) ** 2, MAX_MATRIX_BYTES, "map", _TOO_LARGE)
    if steps.is_near:
        graph = build_graph_by_pattern(rules, position, piece, steps, cast("Sequence[Cell]", places))
    else:
        graph = build_graph_by_node(rules, position, piece, steps, places)
    solver = PathSolver(graph, can_always_step=steps.can_always_step)
    costs = solver.allocate_costs(len(places), len(places))
    if solver.workspace_bytes > MAX_WORKSPACE:
        _fill_one_by_one(rules, position, piece, places, costs, to_stop=to_stop)
        return costs
    sees = sight_from_rows(find_rows()) if steps.out_of_sight else None
    solver.fill(costs, to_stop=to_stop, sees=sees if steps.out_of_sight == "enter" else None, threads=threads)
    if to_stop:
        if sees is not None:
            unreachable = np.iinfo(costs.dtype).max
            sources, targets = np.nonzero(costs != unreachable)
            unseen = ~sees(sources, targets)
            costs[sources[unseen], targets[unseen]] = unreachable
        # A move may always end where it begins.
        costs[graph.sources.place, graph.sources.place] = 0
    return costs


def _fill_one_by_one(
    rules: Ruleset[Any], position: Position, piece: Piece, places: Sequence[Centre], costs: Costs, *, to_stop: bool
) -> None:
    numbers = {place: number for number, place in enumerate(places)}
    for place, source in limited(numbers.items(), N_("places"), len(numbers)):
        moved = place_piece(rules, position, piece, place)
        if moved is not None:
            costs[source] = np.iinfo(costs.dtype).max
            for to, cost in find_costs_from_piece(rules, position, moved, to_stop=to_stop).items():
                costs[source, numbers[to]] = cost
