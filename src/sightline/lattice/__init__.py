"""Hex and square grids as exact integers: cells, points, sides, and the course of a line over them.

Knows no terrain, no rules, no floating point and no tolerance.
"""

from sightline.lattice.cells import Cell, Point, format_column, parse_column
from sightline.lattice.grid import Grid
from sightline.lattice.hexes import HEX_LAYOUTS, HexGrid
from sightline.lattice.squares import SquareGrid
from sightline.lattice.tangents import outermost_corners
from sightline.lattice.trace import (
    Contact,
    Kind,
    Passed,
    Trace,
    contacts,
    number_of,
    passed,
    side_number_of,
    trace,
    trace_from,
)

__all__ = [
    "HEX_LAYOUTS",
    "Cell",
    "Contact",
    "Grid",
    "HexGrid",
    "Kind",
    "Passed",
    "Point",
    "SquareGrid",
    "Trace",
    "contacts",
    "format_column",
    "number_of",
    "outermost_corners",
    "parse_column",
    "parse_grid",
    "passed",
    "side_number_of",
    "trace",
    "trace_from",
]


def parse_grid(layout: str) -> Grid:
    """Give the grid of that layout, one of `HEX_LAYOUTS` or "square"; raises ValueError for any other word."""
    return SquareGrid() if layout == "square" else HexGrid(layout)
