"""How a piece goes over a board of cells, step by step, wherever it starts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, Generic, Literal

from sightline.board import Piece
from sightline.lattice import Cell, Point
from sightline.rules.dijkstra import Node

Bar = Literal["enter", "stop"] | None
"""What a clause forbids in a cell: to enter it, to stop in it, or neither."""


class Steps(ABC, Generic[Node]):
    """The steps that one piece can make among the others. Where it stands itself on the board plays no part.

    A spot is a place together with whatever else decides how a move goes on from there. The answer for one piece
    searches these steps from where it stands, the answer for a whole board from everywhere at once.
    """

    @property
    def out_of_sight(self) -> Bar:
        """What is forbidden in cells that a plain piece in the first cell of the move would not see."""
        return None

    @property
    def can_always_step(self) -> bool:
        """Whether a move may be one step, and free ones before it, whatever it costs, to where it may stop."""
        return False

    @abstractmethod
    def start(self, piece: Piece) -> Node:
        """Give the spot at which a move begins where the piece stands like this."""

    @abstractmethod
    def budget(self, start: Node) -> int:
        """Give what a move that begins at a spot may cost."""

    @abstractmethod
    def onward(self, spot: Node) -> Iterable[tuple[Node, int]]:
        """Give where one can go on to from a spot, and at what cost, 0 or more each."""

    @abstractmethod
    def may_stop(self, spot: Node) -> bool:
        """Tell whether a move may end at a spot. Where it began it may in any case."""

    @property
    def is_near(self) -> bool:
        """Whether steps lead from cell to cell, and depend on the state and on what is near alone.

        That is terrain, level, pieces and `aspect` of the two cells, for a diagonal step of the two beside them too,
        and the borders between these. Then the same step need not be asked for twice.
        """
        return False

    def aspect(self, cell: Cell) -> Hashable:
        """Give what else of a cell steps near it, and stopping there, depend on."""
        del cell
        return None

    @abstractmethod
    def place(self, spot: Node) -> tuple[Cell | Point, Hashable]:
        """Give the place of a spot, a cell or corner, and its state: what else decides how a move goes on there."""

    @abstractmethod
    def at(self, place: Any, state: Any) -> Node:
        """Give a spot in a place and state, from where a move goes on as from all others."""


class CellSteps(Steps[Cell]):
    """Steps from cell to cell that depend on what is near alone; nothing else decides how a move goes on."""

    @property
    def is_near(self) -> bool:
        return True

    def start(self, piece: Piece) -> Cell:
        return piece.cell

    def place(self, spot: Cell) -> tuple[Cell, None]:
        return spot, None

    def at(self, place: Cell, state: None) -> Cell:
        return place
