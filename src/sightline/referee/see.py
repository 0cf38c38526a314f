"""Answer `see`: the cells, or on a free table the pieces, that one piece sees."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sightline.board import Board, Piece, format_cell
from sightline.deadline import limited
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.referee.deciding_rulings import find_deciding_rulings, with_deciding_rulings
from sightline.referee.plain_sight import PlainSight, plainly_seen
from sightline.rules import require
from sightline.rules.answers import Seen, SeenPieces, Sight
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.sight import PlannedSight

_LEVELS = (Sight.BLOCKED, Sight.IMPEDED, Sight.CLEAR)
"""The sight that each number of `PlainSight` stands for."""


def see(rules: Ruleset[Any], position: Position, piece: Piece, plain_sight: PlainSight | None = None) -> Seen:
    """Return how `piece` would see a plain piece in each cell of the board."""
    planned = require(rules, PlannedSight)
    first, consulted = position.tracking_rulings()
    levels = plainly_seen(planned, first, piece, plain_sight)
    if plain_sight is None or levels is None:
        return _see_each(planned, position, piece)
    rulings = find_deciding_rulings(position, consulted, lambda at, _: plain_sight(at, piece.cell) != levels)
    return Seen(from_=piece.name, cells=_sights(position.board, levels), rulings=rulings)


def _sights(board: Board, levels: bytes) -> Mapping[str, Sight]:
    """Return the sight of each cell by its label, without blocked cells."""
    return {format_cell(board, board.cell_at(index)): _LEVELS[level] for index, level in enumerate(levels) if level}


def _see_each(rules: PlannedSight[Any], position: Position, piece: Piece) -> Seen:
    """Return the sight of a piece, computed cell by cell."""
    found: dict[Cell, Sight] = {}
    decided: dict[str, str] = {}
    order = _nearest_first(position, piece)
    for cell in limited(order, N_("cells"), len(order)):
        here, consulted = position.tracking_rulings()
        found[cell] = _sight_at(rules, here, piece, cell)
        decided.update(_decided_at(rules, position, piece, cell, found[cell], consulted - decided.keys()))
    cells = {format_cell(position.board, cell): found[cell] for cell in position.board if _is_seen(found, cell)}
    rulings = {name: choice for name, choice in position.rulings.items() if name in decided}
    return Seen(from_=piece.name, cells=cells, rulings=rulings)


def _nearest_first(position: Position, piece: Piece) -> list[Cell]:
    """Return all cells except those of a piece, nearest first: near cells are seen, so that rulings are found early."""
    board = position.board
    others = (cell for cell in board if cell not in piece.cells)
    return sorted(others, key=lambda cell: board.grid.distance(piece.cell, cell))


def _is_seen(found: Mapping[Cell, Sight], cell: Cell) -> bool:
    return found.get(cell, Sight.BLOCKED) is not Sight.BLOCKED


def _decided_at(
    rules: PlannedSight[Any], position: Position, piece: Piece, cell: Cell, sight: Sight, consulted: Collection[str]
) -> Mapping[str, str]:
    """Return which of the `consulted` rulings decide how a cell is seen."""
    return find_deciding_rulings(position, consulted, lambda at, _: _sight_at(rules, at, piece, cell) is not sight)


def _sight_at(rules: PlannedSight[Any], position: Position, piece: Piece, cell: Cell) -> Sight:
    """Return how a plain piece in a cell is seen. It replaces whoever stands there, with all their cells."""
    board = position.board
    for other in board.occupants.get(cell, ()):
        if len(other.cells) > 1:  # the cell itself is an end, in which no other piece is looked for
            board = board.without_piece(other.name)
    return rules.sight_at(position if board is position.board else position.with_surface(board), piece, cell)


def see_pieces(rules: Ruleset[Any], position: Position, piece: Piece) -> SeenPieces:
    """Return how `piece` sees each of the others on a free table."""

    def answer(at: Position) -> SeenPieces:
        others = (other for other in at.pieces.values() if other.name != piece.name)
        looks = {other.name: rules.view(at, piece, other, None).sight for other in others}
        return SeenPieces(from_=piece.name, pieces={n: s for n, s in looks.items() if s is not Sight.BLOCKED})

    return with_deciding_rulings(position, answer)
