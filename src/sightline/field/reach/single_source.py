"""Reach of a piece from its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from sightline.board import Piece
from sightline.field.reach.piece_placement import Centre
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Sight, Steps, Stepwise, find_cheapest_paths, require
from sightline.sight import PlannedSight, find_sighting


def find_costs_from_piece(
    rules: Ruleset[Any], position: Position, piece: Piece, *, to_stop: bool = False
) -> Mapping[Centre, int]:
    """Return the minimum cost of each reachable place; with `to_stop` only of those where the piece may stop."""
    steps, plan = require(rules, Stepwise).steps(position, piece), position.plan(require(rules, PlannedSight).sight)

    def is_seen(node: Any) -> bool:
        place = cast("Cell", steps.place(node)[0])
        return place == piece.cell or find_sighting(plan, position, piece.cell, place).sight is Sight.CLEAR

    def onward(node: Any) -> Iterator[tuple[Any, int]]:
        for to, cost in steps.onward(node):
            if steps.out_of_sight != "enter" or is_seen(to):
                yield to, cost

    def may_stop(node: Any) -> bool:
        return steps.may_stop(node) and (steps.out_of_sight != "stop" or is_seen(node))

    start = steps.start(piece)
    paths = find_cheapest_paths(start, onward, steps.budget(start))
    costs = {node: path.cost for node, path in paths.items()}
    if steps.can_always_step:
        costs |= _find_forced_steps(steps, costs, steps.budget(start))
    found = dict[Centre, int]()
    for node in sorted(costs, key=costs.__getitem__):
        if not to_stop or node == start or may_stop(node):
            found.setdefault(steps.place(node)[0], costs[node])
    return found


def _find_forced_steps(steps: Steps[Any], costs: Mapping[Any, int], budget: int) -> dict[Any, int]:
    """Return the costs of nodes that are reachable only by the rule that one step is allowed at any cost."""
    found = dict[Any, int]()
    for node in (node for node, cost in costs.items() if not cost):
        for to, cost in steps.onward(node):
            if cost > budget and to not in costs and steps.may_stop(to):
                found[to] = min(cost, found.get(to, cost))
    return found
