"""Projections of boards and tables at the largest size that fits."""

from __future__ import annotations

from sightline.board import Board, Table
from sightline.render.layers.ground import EDGE
from sightline.render.layers.table_ground import SCALE
from sightline.render.primitives.projection import CellProjection, InchProjection, Projection

_BOARD_ROOM, _TABLE_ROOM = 1240.0, 900.0
_LARGEST_CELL, _SMALLEST_CELL = 76.0, 10.0
_LARGEST_INCH, _SMALLEST_INCH = 60.0, 4.0
_LARGEST_UNIT, _SMALLEST_UNIT = 22.0, 10.0


def fitted_projection(
    surface: Board | Table, size: float | None, left: float, top: float, room: float | None = None
) -> Projection:
    """Return the projection of a surface, which with its labels and scales begins at (left, top), in pixels.

    `size` is the distance between two sides of a cell in pixels, or the length of an inch; None for the largest that
    fits into `room` in each direction, by default that of a page.
    """
    if isinstance(surface, Table):
        return _table_projection(surface, size, left, top, room or _TABLE_ROOM)
    return _cell_projection(surface, size, left, top, room or _BOARD_ROOM)


def _cell_projection(board: Board, size: float | None, left: float, top: float, room: float) -> Projection:
    """Return a projection of cells, with labels along the edges if they do not fit into cells."""
    if size is None:
        plain = CellProjection(board=board, unit=1.0)
        largest = max(plain.width, plain.height) / 2
        size = min(_LARGEST_CELL, max(_SMALLEST_CELL, room / largest))
    edge = 0.0 if CellProjection(board=board, unit=size / 2).has_labels else EDGE
    return CellProjection(board=board, unit=size / 2, left=left + edge, top=top + edge)


def _table_projection(table: Table, size: float | None, left: float, top: float, room: float) -> Projection:
    """Return a projection of a table with lines and names that do not grow with it."""
    longest = max(table.width, table.height)
    inch = size or min(_LARGEST_INCH, max(_SMALLEST_INCH, room / longest))
    unit = min(_LARGEST_UNIT, max(_SMALLEST_UNIT, inch * longest / 34))
    return InchProjection(table=table, inch=inch, unit=unit, left=left + SCALE, top=top + SCALE)
