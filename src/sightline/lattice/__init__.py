"""Hex and square grids in exact integer arithmetic: cells, points, edges, and the traversal of a grid by a line.

There is no terrain, no rule, no floating point and no tolerance in this package.
"""

from functools import cache

from sightline.lattice.cells import Cell, Point, format_column, parse_column
from sightline.lattice.grid import Grid
from sightline.lattice.hexes import HEX_LAYOUTS, HexGrid
from sightline.lattice.squares import SquareGrid
from sightline.lattice.tangents import tangent_corners
from sightline.lattice.trace import (
    Contact,
    ContactType,
    PassedCell,
    Trace,
    contacts,
    pack_coordinates,
    pack_edge,
    passed_cells,
    passed_cells_among,
    passed_cells_near,
    trace,
    trace_from,
)

__all__ = [
    "HEX_LAYOUTS",
    "Cell",
    "Contact",
    "ContactType",
    "Grid",
    "HexGrid",
    "PassedCell",
    "Point",
    "SquareGrid",
    "Trace",
    "contacts",
    "format_column",
    "pack_coordinates",
    "pack_edge",
    "parse_column",
    "parse_grid",
    "passed_cells",
    "passed_cells_among",
    "passed_cells_near",
    "tangent_corners",
    "trace",
    "trace_from",
]


@cache
def parse_grid(layout: str) -> Grid:
    """Return the grid of a layout, one of `HEX_LAYOUTS` or "square". Raise ValueError for any other word."""
    return SquareGrid() if layout == "square" else HexGrid(layout)
