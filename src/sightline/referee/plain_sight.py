"""Sight of plain pieces over whole boards, for questions that would otherwise ask cell by cell."""

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
    """Return what a piece sees of a board, as `PlainSight` has it; None where that is not known.

    It is not known without `plain_sight`, and where the piece sees otherwise than a plain one in its place. All rulings
    that may decide the answer count as consulted in the position.
    """
    if plain_sight is None or not isinstance(rules, PlannedSight) or not _sees_plainly(rules, position, piece):
        return None
    for ruling in rules.dummy_sight(position).rulings:
        _ = position.rulings[ruling]
    check_limit()
    return plain_sight(position, piece.cell)


def _sees_plainly(rules: PlannedSight[Any], position: Position, piece: Piece) -> bool:
    """Return whether a plain piece in the place of a piece sees what it does.

    A plain piece replaces everybody in its cell, and with them the other cells of those who have several.
    """
    is_single = all(len(each.cells) == 1 for each in (piece, *position.board.occupants.get(piece.cell, ())))
    return is_single and rules.uses_default_sight(position, piece)
