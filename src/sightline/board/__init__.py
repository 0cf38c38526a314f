"""What stands where: cells, terrain, levels, borders and pieces. Knows no rules."""

from sightline.board.board import MOST_CELLS_A_SIDE, Board, Border
from sightline.board.labels import (
    Hint,
    PlaceError,
    Rectangle,
    format_border,
    format_cell,
    format_label,
    format_piece,
    format_point,
    format_rectangle,
    parse_border,
    parse_cell,
    parse_cells,
    parse_label,
    parse_point,
    parse_rectangle,
)
from sightline.board.line_contacts import LineContacts, Met, find_line_contacts
from sightline.board.piece import Base, BasedPiece, Degrees, Facing, Piece, PieceName, TerrainName, Weapon
from sightline.board.surface import Surface
from sightline.board.table import LARGEST_TABLE, Feature, Table
from sightline.board.units import LENGTH, Inches, format_inches, parse_length
from sightline.board.zone import Zone

__all__ = [
    "LARGEST_TABLE",
    "LENGTH",
    "MOST_CELLS_A_SIDE",
    "Base",
    "BasedPiece",
    "Board",
    "Border",
    "Degrees",
    "Facing",
    "Feature",
    "Hint",
    "Inches",
    "LineContacts",
    "Met",
    "Piece",
    "PieceName",
    "PlaceError",
    "Rectangle",
    "Surface",
    "Table",
    "TerrainName",
    "Weapon",
    "Zone",
    "find_line_contacts",
    "format_border",
    "format_cell",
    "format_inches",
    "format_label",
    "format_piece",
    "format_point",
    "format_rectangle",
    "parse_border",
    "parse_cell",
    "parse_cells",
    "parse_label",
    "parse_length",
    "parse_point",
    "parse_rectangle",
]
