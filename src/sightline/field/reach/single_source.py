"""What pieces reach from where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from sightline.board import Piece
from sightline.field.reach.standing import Middle
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Sight, Steps, Stepwise, find_cheapest_paths, require
from sightline.sight import PlannedSight, find_sighting


def reach_from_here(
    rules: Ruleset[Any], position: Position, piece: Piece, *, to_stop: bool = False
) -> Mapping[Middle, int]:
    """Give what each place that a piece reaches costs it at least; with `to_stop` only where it may stop."""
    steps, plan = require(rules, Stepwise).steps(position, piece), position.plan(require(rules, PlannedSight).sight)

    def is_seen(spot: Any) -> bool:
        place = cast("Cell", steps.place(spot)[0])
        return place == piece.cell or find_sighting(plan, position, piece.cell, place).sight is Sight.CLEAR

    def onward(spot: Any) -> Iterator[tuple[Any, int]]:
        for to, cost in steps.onward(spot):
            if steps.out_of_sight != "enter" or is_seen(to):
                yield to, cost

    def may_stop(spot: Any) -> bool:
        return steps.may_stop(spot) and (steps.out_of_sight != "stop" or is_seen(spot))

    start = steps.start(piece)
    ways = find_cheapest_paths(start, onward, steps.budget(start))
    costs = {spot: way.cost for spot, way in ways.items()}
    if steps.can_always_step:
        costs |= _single_steps(steps, costs, steps.budget(start))
    found = dict[Middle, int]()
    for spot in sorted(costs, key=costs.__getitem__):
        if not to_stop or spot == start or may_stop(spot):
            found.setdefault(steps.place(spot)[0], costs[spot])
    return found


def _single_steps(steps: Steps[Any], costs: Mapping[Any, int], budget: int) -> dict[Any, int]:
    """Give what single steps cost that only the leave to make one whatever it costs opens."""
    found = dict[Any, int]()
    for spot in (spot for spot, cost in costs.items() if not cost):
        for to, cost in steps.onward(spot):
            if cost > budget and to not in costs and steps.may_stop(to):
                found[to] = min(cost, found.get(to, cost))
    return found
