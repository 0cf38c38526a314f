"""Moves over cells as a graph: the successor function, start and goal test of a search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, Generic, Literal

from sightline.board import Piece
from sightline.lattice import Cell, Point
from sightline.rules.dijkstra import Node

Bar = Literal["enter", "stop"] | None
"""The act that a clause forbids in a cell: entering it, stopping in it, or none."""


class Steps(ABC, Generic[Node]):
    """The steps that one piece can make among the others, from any start.

    A node is a place together with the state on which further steps depend. For one piece, the search begins at one
    start; for a whole board, at all cells at once.
    """

    @property
    def out_of_sight(self) -> Bar:
        """The act forbidden in cells that a plain piece in the start cell would not see."""
        return None

    @property
    def can_always_step(self) -> bool:
        """True if a move may always make one step over budget, after free steps, to a node where it may stop."""
        return False

    @abstractmethod
    def start(self, piece: Piece) -> Node:
        """Return the node at which a move of the piece from its place begins."""

    @abstractmethod
    def budget(self, start: Node) -> int:
        """Return the largest cost of a move from a start node."""

    @abstractmethod
    def onward(self, node: Node) -> Iterable[tuple[Node, int]]:
        """Return the successors of a node, each with the cost of the step, 0 or more."""

    @abstractmethod
    def may_stop(self, node: Node) -> bool:
        """Return whether a move may end at a node. It always may at its start."""

    @property
    def is_near(self) -> bool:
        """True if steps lead from cell to cell and depend only on the state and the neighbourhood.

        The neighbourhood of a step is terrain, level, pieces and `aspect` of its two cells, for a diagonal step also of
        the two cells next to both, and the borders between these. Equal neighbourhoods then share one evaluation.
        """
        return False

    @property
    def heeds_levels(self) -> bool:
        """False if levels affect neither steps nor stopping: neighbourhoods then ignore them."""
        return True

    def aspect(self, cell: Cell) -> Hashable:
        """Return everything else about a cell that affects steps near it and stopping in it."""
        del cell
        return None

    @abstractmethod
    def place(self, node: Node) -> tuple[Cell | Point, Hashable]:
        """Return the place of a node, a cell or corner, and its state: all else on which further steps depend."""

    @abstractmethod
    def at(self, place: Any, state: Any) -> Node:
        """Return a node of a place and state; all such nodes have the same successors."""


class CellSteps(Steps[Cell]):
    """Steps from cell to cell that depend only on the neighbourhood; the nodes are the cells."""

    @property
    def is_near(self) -> bool:
        return True

    def start(self, piece: Piece) -> Cell:
        return piece.cell

    def place(self, node: Cell) -> tuple[Cell, None]:
        return node, None

    def at(self, place: Cell, state: None) -> Cell:
        return place
