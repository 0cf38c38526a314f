"""What stands where: cells, terrain, levels, borders and pieces. Knows no rules."""

from sightline.board.board import MOST_CELLS_A_SIDE, Board, Border
from sightline.board.course import Course, Met, course
from sightline.board.names import (
    Described,
    PlaceError,
    Rectangle,
    cells_in,
    format_border,
    format_cell,
    format_piece,
    format_point,
    parse_border,
    parse_cell,
    parse_cells,
    parse_point,
    parse_rectangle,
)
from sightline.board.piece import Facing, Piece, PieceName, Weapon

__all__ = [
    "MOST_CELLS_A_SIDE",
    "Board",
    "Border",
    "Course",
    "Described",
    "Facing",
    "Met",
    "Piece",
    "PieceName",
    "PlaceError",
    "Rectangle",
    "Weapon",
    "cells_in",
    "course",
    "format_border",
    "format_cell",
    "format_piece",
    "format_point",
    "parse_border",
    "parse_cell",
    "parse_cells",
    "parse_point",
    "parse_rectangle",
]
