"""Sight of plain pieces over whole boards, for questions that would otherwise be answered cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sightline.board import Piece
from sightline.deadline import check_limit
from sightline.lattice import Cell
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.sight import PlannedSight

PlainSight = Callable[[Position, Cell], bytes]
"""The sight of a plain piece in a cell, whoever stands there, under the rulings of a position.

One byte for each cell index of the board: 0 blocked, 1 impeded, 2 clear; 0 for the cell itself and for holes.
"""
CLEAR = 2
"""The byte of a cell that is seen clearly."""


def plainly_seen(rules: Ruleset[Any], position: Position, piece: Piece, plain_sight: PlainSight | None) -> bytes | None:
    """Return how a piece sees each cell of a board, as `PlainSight`; None if that is not known.

    It is unknown if there is no `plain_sight`, or if the piece sees differently from a plain one in its place. All
    rulings that may decide the answer count as consulted in the position.
    """
    if plain_sight is None or not isinstance(rules, PlannedSight) or not _sees_plainly(rules, position, piece):
        return None
    for ruling in rules.dummy_sight(position).rulings:
        _ = position.rulings[ruling]
    check_limit()
    return plain_sight(position, piece.cell)


def _sees_plainly(rules: PlannedSight[Any], position: Position, piece: Piece) -> bool:
    """Return whether a plain piece in the place of a piece sees the same as the piece.

    A plain piece replaces all pieces in its cell. Those of several cells vanish from their other cells too.
    """
    is_single = all(len(each.cells) == 1 for each in (piece, *position.board.occupants.get(piece.cell, ())))
    return is_single and rules.uses_default_sight(position, piece)
