"""The places on a board where a piece may be centred, and the piece placed at one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from sightline.board import Board, Piece, format_cell, format_point
from sightline.lattice import Cell, Point
from sightline.rules import Position, Ruleset, placing_of

Centre = Cell | Point
"""A place where a piece may be centred: a cell, or a corner of cells."""


def label_places(board: Board, piece: Piece) -> Mapping[Centre, str]:
    """Return the labels of all places where a piece may be centred, in board order: all cells, or all their corners."""
    if piece.middle is None:
        return {cell: format_cell(board, cell) for cell in board}
    corners = range(len(board.grid.corners))
    found = dict.fromkeys(board.grid.corner(cell, index) for cell in board for index in corners)
    return {corner: format_point(board, corner) for corner in found}


def place_piece(rules: Ruleset[Any], position: Position, piece: Piece, centre: Centre) -> Piece | None:
    """Return a piece centred on a place, with all other pieces at their places; None if it cannot stand there."""
    board = position.board
    if isinstance(centre, Cell):
        moved = structs.replace(piece, at=centre, beside=())
    else:
        at = next(cell for cell in board.grid.cells_at(centre) if cell in board)
        moved = structs.replace(piece, at=at, beside=(), middle=centre)
    placing = placing_of(rules)
    moved = placing.occupy(position, moved)
    return None if any(placing.check_place(position, moved)) or _is_crowded_out(rules, board, moved) else moved


def _is_crowded_out(rules: Ruleset[Any], board: Board, piece: Piece) -> bool:
    """Return whether other pieces in any of its cells prevent a piece from standing there."""
    for cell in piece.cells:
        others = [other for other in board.occupants.get(cell, ()) if other.name != piece.name]
        if others and not placing_of(rules).can_share(board, cell, (*others, piece)):
            return True
    return False
