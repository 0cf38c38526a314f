"""Where a piece may have its middle, and where it can stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from sightline.board import Board, Piece, format_cell, format_point
from sightline.lattice import Cell, Point
from sightline.rules import Position, Ruleset, placing_of

Middle = Cell | Point


def middles(board: Board, piece: Piece) -> Mapping[Middle, str]:
    """Give the places where a piece may have its middle, with their labels: all cells, or all corners."""
    if piece.middle is None:
        return {cell: format_cell(board, cell) for cell in board}
    corners = range(len(board.grid.corners))
    found = dict.fromkeys(board.grid.corner(cell, index) for cell in board for index in corners)
    return {corner: format_point(board, corner) for corner in found}


def standing(rules: Ruleset[Any], position: Position, piece: Piece, middle: Middle) -> Piece | None:
    """Give a piece as it stands with its middle in a place, None where it cannot stand there."""
    board = position.board
    if isinstance(middle, Cell):
        moved = structs.replace(piece, at=middle, beside=())
    else:
        at = next(cell for cell in board.grid.cells_at(middle) if cell in board)
        moved = structs.replace(piece, at=at, beside=(), middle=middle)
    moved = placing_of(rules).occupy(position, moved)
    return None if any(placing_of(rules).check_place(position, moved)) or _is_taken(rules, board, moved) else moved


def _is_taken(rules: Ruleset[Any], board: Board, piece: Piece) -> bool:
    """Tell whether a piece cannot stand where it does because of others."""
    for cell in piece.cells:
        others = [other for other in board.occupants.get(cell, ()) if other.name != piece.name]
        if others and not placing_of(rules).can_share(board, cell, (*others, piece)):
            return True
    return False
