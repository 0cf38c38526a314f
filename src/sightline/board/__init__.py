"""Boards of cells and free tables: terrain, levels, borders, features, pieces, and the labels of places. No rules."""

from sightline.board.board import MAX_BOARD_SIZE, MAX_LEVEL, MIN_LEVEL, Board, Border
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
from sightline.board.line_contacts import LineContact, LineContacts, find_line_contacts
from sightline.board.on_surface import OnSurface
from sightline.board.piece import (
    Base,
    BasedPiece,
    Degrees,
    Facing,
    Piece,
    PieceName,
    TerrainName,
    Weapon,
    iter_named_pieces,
)
from sightline.board.surface import Surface
from sightline.board.table import MAX_TABLE_SIZE, Feature, Table
from sightline.board.units import LENGTH_PATTERN, Inches, format_inches, parse_length
from sightline.board.zone import Zone

__all__ = [
    "LENGTH_PATTERN",
    "MAX_BOARD_SIZE",
    "MAX_LEVEL",
    "MAX_TABLE_SIZE",
    "MIN_LEVEL",
    "Base",
    "BasedPiece",
    "Board",
    "Border",
    "Degrees",
    "Facing",
    "Feature",
    "Hint",
    "Inches",
    "LineContact",
    "LineContacts",
    "OnSurface",
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
    "iter_named_pieces",
    "parse_border",
    "parse_cell",
    "parse_cells",
    "parse_label",
    "parse_length",
    "parse_point",
    "parse_rectangle",
]
