"""What a piece reaches from everywhere on a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from sightline.board import Piece
from sightline.field.reach.far import net_by_spots
from sightline.field.reach.kinds import Costs, Words
from sightline.field.reach.near import net_by_likeness
from sightline.field.reach.network import Network
from sightline.field.reach.places import middles
from sightline.field.reach.sights import by_rows
from sightline.lattice import Cell
from sightline.rules import Position, Ruleset


def reach_from_everywhere(
    rules: Ruleset,
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
    steps = rules.steps(position, piece)
    places = list(middles(position.board, piece))
    if steps.is_near:
        net = net_by_likeness(rules, position, piece, steps, cast("Sequence[Cell]", places))
    else:
        net = net_by_spots(rules, position, piece, steps, places)
    stood = net.starts.place
    network = Network(net, can_always_step=steps.can_always_step)
    costs = network.blank(len(places), len(places))
    sees, none = by_rows(seen()) if steps.out_of_sight else None, np.iinfo(costs.dtype).max
    network.fill(costs, to_stop=to_stop, sees=sees if steps.out_of_sight == "enter" else None, threads=threads)
    if to_stop:
        if sees is not None:
            starts, stops = np.nonzero(costs != none)
            unseen = ~sees(starts, stops)
            costs[starts[unseen], stops[unseen]] = none
        costs[stood, stood] = 0
    return costs
