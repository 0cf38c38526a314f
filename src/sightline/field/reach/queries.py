"""What the pieces of a map reach, as a field tells it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from sightline.board import Piece
from sightline.field.reach.all_sources import reach_from_everywhere
from sightline.field.reach.reach_types import Costs, Words
from sightline.field.reach.single_source import reach_from_here
from sightline.field.reach.standing import middles
from sightline.rules import Position, Ruleset


class Reaching(ABC):
    """The questions about movement on a map of cells."""

    def __init__(self, rules: Ruleset[Any], position: Position) -> None:
        self._rules, self._position = rules, position

    @abstractmethod
    def pairs(self, sight: str = "clear", *, threads: int | None = None) -> Words:
        """Give a row of bits for each cell, of the cells that a piece there sees so."""

    def places(self, name: str) -> tuple[str, ...]:
        """Give the labels of the places where a piece may have its middle, in the order of rows and columns.

        These are all cells, or all corners. Raises KeyError for a name that no piece has that moves.
        """
        return tuple(middles(self._position.board, self._piece(name)).values())

    def reach(self, name: str, *, to_stop: bool = False, threads: int | None = None) -> Costs:
        """Give what every place costs a piece at least if it stood in any other, everyone else where they stand.

        Row s, column t of the matrix is what the t-th of `places` costs from the s-th; with `to_stop` only where it may
        stop. The highest number of the type stands where it does not get, and in the whole row of a place where it
        cannot stand. Takes a thread for each processor unless told; the answer does not depend on that. Raises KeyError
        for a name that no piece has that moves, and `NotAnswered`.
        """
        piece = self._piece(name)
        return reach_from_everywhere(
            self._rules, self._position, piece, lambda: self.pairs(threads=threads), to_stop=to_stop, threads=threads
        )

    def reaches(self, *, to_stop: bool = False) -> Mapping[str, Costs]:
        """Give, by name, what every place costs each piece at least from where it stands: its own row of `reach`.

        Raises `NotAnswered`.
        """
        pieces = self._position.pieces.items()
        return {name: self._from_here(piece, to_stop=to_stop) for name, piece in pieces if piece.as_terrain is None}

    def _from_here(self, piece: Piece, *, to_stop: bool) -> Costs:
        costs = reach_from_here(self._rules, self._position, piece, to_stop=to_stop)
        none = np.iinfo(np.min_scalar_type(max(costs.values()) + 1))
        every = middles(self._position.board, piece)
        return np.fromiter((costs.get(place, none.max) for place in every), none.dtype, len(every))

    def _piece(self, name: str) -> Piece:
        piece = self._position.pieces[name]
        if piece.as_terrain is not None:
            raise KeyError(name)
        return piece
