"""What a piece reaches from everywhere on a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from sightline.board import Piece
from sightline.field.reach.graph_by_node import net_by_spots
from sightline.field.reach.graph_by_pattern import net_by_likeness
from sightline.field.reach.path_solver import Network
from sightline.field.reach.reach_types import Costs, Words
from sightline.field.reach.seen_mask import by_rows
from sightline.field.reach.single_source import reach_from_here
from sightline.field.reach.standing import Middle, middles, standing
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset, Stepwise, require

MOST_ROOM = 1 << 30
"""Bytes: where steps are so dear that the search of all together would take more, it is one start after the other."""


def reach_from_everywhere(
    rules: Ruleset[Any],
    position: Position,
    piece: Piece,
    seen: Callable[[], Words],
    *,
    to_stop: bool = False,
    threads: int | None = None,
) -> Costs:
    """Give what each place costs a piece at least if it stood in any other, everyone else where they stand.

    Row s, column t of the matrix is the cost from the s-th to the t-th of the places where the piece may have its
    middle, `middles` of it; with `to_stop` only where it may stop. Where it does not get, and in all of the row of a
    place where it cannot stand, is the highest number of the type. `seen` gives, if it is asked, a row of bits for each
    cell, of the cells that it sees clear. Raises `NotAnswered`.
    """
    steps = require(rules, Stepwise).steps(position, piece)
    places = list(middles(position.board, piece))
    if steps.is_near:
        net = net_by_likeness(rules, position, piece, steps, cast("Sequence[Cell]", places))
    else:
        net = net_by_spots(rules, position, piece, steps, places)
    stood = net.starts.place
    network = Network(net, can_always_step=steps.can_always_step)
    costs = network.blank(len(places), len(places))
    if network.room > MOST_ROOM:
        _fill_one_by_one(rules, position, piece, places, costs, to_stop=to_stop)
        return costs
    sees, none = by_rows(seen()) if steps.out_of_sight else None, np.iinfo(costs.dtype).max
    network.fill(costs, to_stop=to_stop, sees=sees if steps.out_of_sight == "enter" else None, threads=threads)
    if to_stop:
        if sees is not None:
            starts, stops = np.nonzero(costs != none)
            unseen = ~sees(starts, stops)
            costs[starts[unseen], stops[unseen]] = none
        costs[stood, stood] = 0
    return costs


def _fill_one_by_one(
    rules: Ruleset[Any], position: Position, piece: Piece, places: Sequence[Middle], costs: Costs, *, to_stop: bool
) -> None:
    numbers = {place: number for number, place in enumerate(places)}
    for place, start in numbers.items():
        moved = standing(rules, position, piece, place)
        if moved is not None:
            costs[start] = np.iinfo(costs.dtype).max
            for to, cost in reach_from_here(rules, position, moved, to_stop=to_stop).items():
                costs[start, numbers[to]] = cost
