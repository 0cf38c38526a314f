"""Labels of places on a board: cells, corners, borders and rectangles. `parse_...` is the inverse of `format_...`.

`parse_...` raises `PlaceError`, a ValueError with what is allowed and which label was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import NamedTuple, TypeVar

from sightline.board.board import Board, Border
from sightline.board.piece import Piece
from sightline.i18n import _
from sightline.lattice import Cell, Point, format_column, parse_column

_CACHED_LABELS = 65_536
_LABEL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})")
_LEADING_ZEROS = re.compile("(?<=[A-Z])0+(?=[1-9])")

Place = TypeVar("Place")
Parser = Callable[[Board, str], Place]


class Hint(str):
    """A description of what is allowed if it cannot be listed; never proposed as the nearest allowed word."""

    __slots__ = ()


class PlaceError(ValueError):
    """Raised for a label of which there is no place on the board.

    - `allowed`: what is allowed instead.
    - `nearest`: the label that was meant, if only case or leading zeros are wrong; otherwise None.
    """

    def __init__(self, message: str, *allowed: str) -> None:
        super().__init__(message)
        self.allowed = allowed
        self.nearest: str | None = None


def _suggesting_correction(parse: Parser[Place]) -> Parser[Place]:
    """Decorate a parser to set `nearest` on its errors."""

    @wraps(parse)
    def parse_or_suggest(board: Board, text: str) -> Place:
        try:
            return parse(board, text)
        except PlaceError as error:
            error.nearest = _find_correction(parse, board, text)
            raise

    return parse_or_suggest


def _find_correction(parse: Parser[Place], board: Board, text: str) -> str | None:
    """Return the text in upper case without leading zeros if that can be parsed, otherwise None."""
    corrected = _LEADING_ZEROS.sub("", text.upper())
    try:
        parse(board, corrected)
    except PlaceError:
        return None
    return corrected


def format_cell(board: Board, cell: Cell) -> str:
    """Return the label of a cell: column letters, then the row from 1."""
    return _format_label(*board.grid.column_row(cell))


@_suggesting_correction
def parse_cell(board: Board, text: str) -> Cell:
    """Return the cell of the map with a label."""
    column, row = _parse_label(board, text)
    cell = board.grid.cell_at(column, row)
    if cell not in board:
        raise PlaceError(_("{cell} is a hole in the map").format(cell=text), *_labels(board))
    return cell


def parse_cells(board: Board, text: str) -> Iterator[Cell]:
    """Yield the cell with a label, or the cells of a rectangle such as `A1:C3`, row by row without holes."""
    for index in parse_rectangle(board, text).indices(board.columns):
        if board.ground[index] is not None:
            yield board.grid.cell_at(index % board.columns, index // board.columns)


def parse_label(text: str) -> tuple[int, int] | None:
    """Return the column and row, both from 0, of a label on any map; None if the text is not a label."""
    return _read_label(text)


def format_label(column: int, row: int) -> str:
    """Return the label of a column and row, both from 0."""
    return _format_label(column, row)


class Rectangle(NamedTuple):
    """A rectangle of cells: columns and rows from 0, both ends included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> int:
        """The number of its cells."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)

    @classmethod
    def around(cls, place: tuple[int, int], steps: int) -> Rectangle:
        """Return the square of `steps` columns and rows around a place, which has all cells within that distance."""
        column, row = place
        return cls(column - steps, row - steps, column + steps, row + steps)

    def within(self, columns: int, rows: int) -> Rectangle:
        """Return its intersection with a map of a size, which must not be empty."""
        left, top = max(0, self.left), max(0, self.top)
        return Rectangle(left, top, min(columns - 1, self.right), min(rows - 1, self.bottom))

    def rows(self, columns: int) -> Iterator[range]:
        """Yield the cell indices of each of its rows, on a board with a number of columns."""
        for row in range(self.top, self.bottom + 1):
            yield range(row * columns + self.left, row * columns + self.right + 1)

    def indices(self, columns: int) -> Iterator[int]:
        """Yield the cell indices of its cells, row by row, on a board with `columns` columns."""
        for row in self.rows(columns):
            yield from row


@_suggesting_correction
def parse_rectangle(board: Board, text: str) -> Rectangle:
    """Return the rectangle between two labels, such as `A1:C3`, holes included.

    A single label must be that of a cell.
    """
    first, colon, second = text.partition(":")
    if not colon:
        column, row = board.grid.column_row(parse_cell(board, text))
        return Rectangle(column, row, column, row)
    (a, b), (c, d) = _parse_label(board, first), _parse_label(board, second)
    return Rectangle(min(a, c), min(b, d), max(a, c), max(b, d))


def format_rectangle(rectangle: Rectangle) -> str:
    """Return the label of a rectangle: its first and last cell, or its only cell."""
    first, last = _format_label(rectangle.left, rectangle.top), _format_label(rectangle.right, rectangle.bottom)
    return first if first == last else f"{first}:{last}"


def format_point(board: Board, point: Point) -> str:
    """Return the label of a point.

    For a centre it is that of the cell, for a corner the first of its labels in string order.

    Raise `PlaceError` if no cell of the map has the point.
    """
    cells = board.grid.cells_at(point)
    if len(cells) == 1:
        return format_cell(board, cells[0])
    names = [f"{format_cell(board, cell)}@{corner}" for cell, corner in board.grid.corner_names(point) if cell in board]
    if not names:
        raise PlaceError(_("no cell of the map has the point {point}").format(point=point))
    return min(names)


@_suggesting_correction
def parse_point(board: Board, text: str) -> Point:
    """Return the point with a label: `B3` is the centre of a cell, `B3@SE` a corner."""
    label, at, corner = text.partition("@")
    cell = parse_cell(board, label)
    if not at:
        return board.grid.centre(cell)
    if corner not in board.grid.corners:
        names = (f"{label}@{name}" for name in board.grid.corners)
        message = _("a {layout} cell has no corner {corner!r}").format(layout=board.grid.layout, corner=corner)
        raise PlaceError(message, *names)
    return board.grid.corner(cell, board.grid.corners.index(corner))


def format_piece(board: Board, piece: Piece) -> str:
    """Return the label of the place of a piece: of its `middle` corner if it has one, otherwise of its first cell."""
    return format_cell(board, piece.cell) if piece.middle is None else format_point(board, piece.middle)


def format_border(board: Board, border: Border) -> str:
    """Return the label of a border, such as `B2/C2`."""
    return "/".join(format_cell(board, cell) for cell in board.border(*border))


@_suggesting_correction
def parse_border(board: Board, text: str) -> Border:
    """Return the border between two neighbouring cells of the map, whose labels may be in either order."""
    first, slash, second = text.partition("/")
    if not slash:
        two_cells = Hint(_("two neighbouring cells, such as A1/A2"))
        raise PlaceError(_("{text!r} is not a border").format(text=text), two_cells)
    a, b = parse_cell(board, first), parse_cell(board, second)
    if board.grid.edge_between(a, b) is None:
        beside = (cell for cell in board.grid.neighbours(a) if cell in board)
        near = [format_border(board, (a, cell)) for cell in beside]
        raise PlaceError(_("{one} and {other} are not neighbours").format(one=first, other=second), *near)
    return board.border(a, b)


def _parse_label(board: Board, text: str) -> tuple[int, int]:
    """Return the column and row, both from 0, of a label within the size of the map, holes included."""
    place = _read_label(text)
    if place is None:
        message = _(
            "{text!r} is not a cell: write capital letters for the column, then the row, counted from 1"
        ).format(text=text)
        raise PlaceError(message, *_labels(board))
    column, row = place
    if column >= board.columns or row >= board.rows:
        message = _("{cell} is off the map, which is {columns}x{rows}")
        raise PlaceError(message.format(cell=text, columns=board.columns, rows=board.rows), *_labels(board))
    return column, row


@lru_cache(maxsize=_CACHED_LABELS)
def _format_label(column: int, row: int) -> str:
    return f"{format_column(column)}{row + 1}"


@lru_cache(maxsize=_CACHED_LABELS)
def _read_label(text: str) -> tuple[int, int] | None:
    match = _LABEL.fullmatch(text)
    return (parse_column(match[1]), int(match[2]) - 1) if match else None


def _labels(board: Board) -> tuple[str, ...]:
    return (Hint(_("A1 to {last}").format(last=_format_label(board.columns - 1, board.rows - 1))),)
