"""The common base of values that hold a surface: a board of cells or a free table."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.board.board import Board
from sightline.board.piece import Piece
from sightline.board.table import Table


class OnSurface:
    """A base of classes with a field `surface`: properties for its kind and its pieces."""

    surface: Board | Table

    @property
    def board(self) -> Board:
        """The board. Raise TypeError on a free table."""
        if isinstance(self.surface, Board):
            return self.surface
        raise TypeError("a free table has no cells")

    @property
    def table(self) -> Table:
        """The free table. Raise TypeError on a board of cells."""
        if isinstance(self.surface, Table):
            return self.surface
        raise TypeError("a board of cells is no free table")

    @property
    def is_free(self) -> bool:
        """True on a free table, where lengths are measured in inches."""
        return isinstance(self.surface, Table)

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """All pieces by name."""
        return self.surface.pieces
