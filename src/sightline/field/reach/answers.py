"""What a piece reaches from everywhere on a board."""

from __future__ import annotations

import numpy as np

from sightline.board import Piece
from sightline.field.reach.graph import Graph, middles, standing
from sightline.field.reach.kinds import Costs
from sightline.field.reach.network import Network
from sightline.field.reach.sights import sees_from_everywhere
from sightline.rules import ANY_MOVE, Manner, Position, Ruleset


def reach_from_everywhere(
    rules: Ruleset,
    position: Position,
    piece: Piece,
    manner: Manner = ANY_MOVE,
    *,
    to_stop: bool = False,
    threads: int | None = None,
) -> Costs:
    """Give what each place costs a piece at least if it stood in any other, everyone else where they stand.

    Row s, column t of the matrix is the cost from the s-th to the t-th of the places where the piece may have its
    middle, `middles` of it; with `to_stop` only where it may stop. Where it does not get, and in all of the row of a
    place where it cannot stand, is the highest number of the type. Raises `NotAnswered`.
    """
    steps = rules.steps(position, piece, manner)
    places = {place: number for number, place in enumerate(middles(position.board, piece))}
    stood = ((number, standing(rules, position, piece, place)) for place, number in places.items())
    pieces = {number: moved for number, moved in stood if moved is not None}
    if not pieces:
        return np.full((len(places), len(places)), 255, np.uint8)
    network = Network(Graph(position.board.grid, steps, places, pieces), can_always_step=steps.can_always_step)
    costs = np.empty((len(places), len(places)), np.min_scalar_type(network.highest + 1))
    none = np.iinfo(costs.dtype).max
    costs[np.setdiff1d(np.arange(len(places)), [*pieces])] = none
    sees = sees_from_everywhere(rules, position) if steps.out_of_sight else None
    network.fill(costs, to_stop=to_stop, sees=sees if steps.out_of_sight == "enter" else None, threads=threads)
    if to_stop:
        if sees is not None:
            costs[~sees] = none
        costs[[*pieces], [*pieces]] = 0
    return costs
