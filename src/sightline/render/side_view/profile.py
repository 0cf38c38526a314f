"""The contacts of a line seen from its side: columns of cells along it, the pieces on them, single points.

Distances along a line are in units of the drawing plane, in which the centre of a cell has distance 1 from its edges.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import NamedTuple

from sightline.board import Board, Border, Piece
from sightline.lattice import Cell, Contact, ContactType, Point, trace
from sightline.render.primitives.projection import lattice_to_plane
from sightline.render.scenes.parts import Ray
from sightline.render.scenes.shown_pieces import first_among
from sightline.rules import Site

_OUTSIDE = 1.0
"""The width of the column of a piece whose cell the line does not pass, in units of the drawing plane."""


class ProfileColumn(NamedTuple):
    """A cell, and its section of the line. `is_beside`: the line runs along its edge, the next column is opposite."""

    cell: Cell
    start: float
    stop: float
    is_beside: bool = False

    @property
    def middle(self) -> float:
        """The middle of the column."""
        return (self.start + self.stop) / 2


class Touch(NamedTuple):
    """A cell that the line meets in one point."""

    cell: Cell
    at: float


class Wall(NamedTuple):
    """A border with terrain, and its section of the line: a single point if the line crosses it.

    `is_touch`: the line only touches an end of it.
    """

    border: Border
    start: float
    stop: float
    is_touch: bool = False


class Stand(NamedTuple):
    """A piece, its position on the line, its level, and the level of the column there."""

    piece: Piece
    at: float
    level: int
    below: int


@dataclass(frozen=True)
class Profile:
    """A line over a board, from attacker to target. `marked` are the sites that findings are about."""

    board: Board
    ray: Ray
    attacker: Piece
    target: Piece
    marked: Collection[Site] = ()

    @cached_property
    def length(self) -> float:
        """The length of the line."""
        to_plane = lattice_to_plane(self.board.grid)
        (a, b), (c, d) = (to_plane(*point) for point in (self.ray.start, self.ray.stop))
        return hypot(c - a, d - b)

    @cached_property
    def columns(self) -> tuple[ProfileColumn, ...]:
        """The columns on the map in order, with the cells of attacker and target, passed or not, at the ends."""
        columns = [column for contact in self.ray.contacts for column in self._columns(contact)]
        found = [column for column in columns if column.cell in self.board]
        if not any(column.cell in self.attacker.cells for column in found):
            found.insert(0, ProfileColumn(self._cell_at(self.ray.start, self.attacker), -_OUTSIDE, 0.0))
        if not any(column.cell in self.target.cells for column in found):
            last = self._cell_at(self.ray.stop, self.target)
            found.append(ProfileColumn(last, self.length, self.length + _OUTSIDE))
        return tuple(found)

    def _cell_at(self, end: Point, piece: Piece) -> Cell:
        """Return the cell of a piece at whose corner a line ends, its first cell if it ends elsewhere."""
        around = self.board.grid.cells_at(end)
        return next((cell for cell in piece.cells if cell in around), piece.cells[0])

    def _columns(self, contact: Contact) -> Iterator[ProfileColumn]:
        first, last = (float(contact.at[k]) * self.length for k in (0, -1))
        match contact.kind:
            case ContactType.STARTS_IN:
                yield ProfileColumn(contact.cells[0], -last, last)  # all of the cell, not only from its middle on
            case ContactType.ENDS_IN:
                yield ProfileColumn(contact.cells[0], first, 2 * self.length - first)
            case ContactType.CROSSES:
                yield ProfileColumn(contact.cells[0], first, last)
            case ContactType.ALONG:
                middle = (first + last) / 2
                yield ProfileColumn(contact.cells[0], first, middle, is_beside=True)
                yield ProfileColumn(contact.cells[1], middle, last, is_beside=True)
            case _:
                return

    @cached_property
    def touches(self) -> tuple[Touch, ...]:
        """The cells on the map that the line meets in one point, without those of the columns."""
        drawn = {column.cell for column in self.columns}
        touched = (contact for contact in self.ray.contacts if contact.kind is ContactType.TOUCHES)
        return tuple(
            Touch(cell, float(contact.at[0]) * self.length)
            for contact in touched
            for cell in contact.cells
            if cell in self.board and cell not in drawn
        )

    @cached_property
    def walls(self) -> tuple[Wall, ...]:
        """The borders with terrain that the line crosses or runs along, and the marked ones that it touches."""
        met = tuple(self._met_walls())
        borders = {wall.border for wall in met}
        return (*met, *(wall for wall in self._touched_walls() if wall.border not in borders))

    def _met_walls(self) -> Iterator[Wall]:
        for contact in self.ray.contacts:
            if contact.kind in (ContactType.CROSSES_BORDER, ContactType.ALONG):
                a, b = contact.cells
                border = self.board.border(a, b)
                if border in self.board.borders:
                    start, stop = (float(contact.at[k]) * self.length for k in (0, -1))
                    yield Wall(border, start, stop)

    def _touched_walls(self) -> Iterator[Wall]:
        corners = self._corners
        for border in self.board.borders:
            if border in self.marked:
                a, b = (self._corners_of(cell) for cell in border)
                for end in (end for end in corners if end in a & b):
                    yield Wall(border, corners[end], corners[end], is_touch=True)

    @cached_property
    def _corners(self) -> Mapping[Point, float]:
        """The corners that the line meets, each with its distance along the line."""
        (x, y), grid = self.ray.start, self.board.grid
        if self.ray.start == self.ray.stop:
            return {}
        line = trace(grid, self.ray.start, self.ray.stop)
        met = zip(line.corners[::3], line.corners[1::3], line.corners[2::3], strict=True)
        return {Point(x + dx, y + dy): at / line.denominator * self.length for dx, dy, at in met}

    def _corners_of(self, cell: Cell) -> set[Point]:
        return {self.board.grid.corner(cell, k) for k in range(len(self.board.grid.corners))}

    @cached_property
    def stands(self) -> tuple[Stand, ...]:
        """The pieces on the columns, attacker and target first."""
        others = {piece.name: piece for column in self.columns for piece in self._on(column.cell)}
        pieces = {piece.name: piece for piece in (self.attacker, self.target)} | others
        return tuple(self._stand(piece, pieces.values()) for piece in pieces.values())

    def _on(self, cell: Cell) -> tuple[Piece, ...]:
        return first_among(self.board.occupants.get(cell, ()), (self.attacker.name, self.target.name))

    def rest(self, cell: Cell) -> int:
        """Return the number of pieces in a cell that do not fit."""
        return len(self.board.occupants.get(cell, ())) - len(self._on(cell))

    def _stand(self, piece: Piece, pieces: Iterable[Piece]) -> Stand:
        """Return a piece in the middle of its widest column, next to others in its cell, on its highest level.

        Objects are only placed next to objects.
        """
        own = [column for column in self.columns if column.cell in piece.cells]
        column = max(own, key=lambda column: column.stop - column.start)
        is_object = piece.as_terrain is not None
        alike = (other for other in pieces if (other.as_terrain is not None) == is_object)
        sharing = [other.name for other in alike if column.cell in other.cells]
        part = (sharing.index(piece.name) + 1) / (len(sharing) + 1)
        at = column.start + (column.stop - column.start) * part
        return Stand(piece, at, max(self.board.level(cell) for cell in piece.cells), self.board.level(column.cell))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell that the line passes or touches."""
        columns, touches = (column.cell for column in self.columns), (touch.cell for touch in self.touches)
        return tuple(dict.fromkeys((*columns, *touches)))
