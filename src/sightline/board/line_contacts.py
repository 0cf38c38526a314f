"""The contacts of a line with a board, by label: geometry without rules."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from sightline.board.board import Board
from sightline.board.labels import format_cell, format_point
from sightline.lattice import Contact, ContactType, Point, contacts


class LineContact(Struct, frozen=True, kw_only=True):
    """One contact of a line: its kind, the labels of its cells, and its positions as fractions of the line's length.

    There is one position if the line meets the cells in a point (`touches` and `crosses-border`), otherwise two.
    """

    kind: ContactType
    cells: tuple[str, ...]
    at: tuple[Fraction, ...]


class LineContacts(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The contacts of the line between two points, by position, then label, without those off the map."""

    from_: str
    to: str
    contacts: tuple[LineContact, ...]


def find_line_contacts(board: Board, start: Point, stop: Point) -> LineContacts:
    """Return the contacts of the line between two points of the map."""
    met = [found for contact in contacts(board.grid, start, stop) if (found := _with_labels(board, contact))]
    met.sort(key=lambda found: (found.at[0], found.at[-1], found.cells))
    return LineContacts(from_=format_point(board, start), to=format_point(board, stop), contacts=tuple(met))


def _with_labels(board: Board, contact: Contact) -> LineContact | None:
    """Return a contact with labels, or None if it is off the map."""
    cells = [cell for cell in contact.cells if cell in board]
    if contact.kind is ContactType.CROSSES_BORDER:
        if len(cells) < 2:
            return None
        names = [format_cell(board, cell) for cell in board.border(*cells)]
    else:
        names = sorted(format_cell(board, cell) for cell in cells)
    return LineContact(kind=contact.kind, cells=tuple(names), at=contact.at) if names else None
