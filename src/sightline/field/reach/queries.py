"""The queries of a field about the movement of pieces on a map of cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from sightline.board import Piece
from sightline.field.reach.all_sources import find_costs_from_everywhere
from sightline.field.reach.piece_placement import label_places
from sightline.field.reach.reach_types import Costs, Words
from sightline.field.reach.single_source import find_costs_from_piece
from sightline.rules import Position, Ruleset


class ReachQueries(ABC):
    """Base class of a field on a map of cells: the reach of pieces, with all others at their places."""

    def __init__(self, rules: Ruleset[Any], position: Position) -> None:
        self._rules, self._position = rules, position

    @abstractmethod
    def pairs(self, sight: str = "clear", *, threads: int | None = None) -> Words:
        """Return visibility rows, shape (cells, words): bit t of row s means that sight from s to t."""

    def places(self, name: str) -> tuple[str, ...]:
        """Return the labels of the places where a piece may be centred, by row and column: all cells, or all corners.

        Raise `KeyError` if no moving piece has the name.
        """
        return tuple(label_places(self._position.board, self._piece(name)).values())

    def reach(self, name: str, *, to_stop: bool = False, threads: int | None = None) -> Costs:
        """Return the minimum costs of a piece from each place to each other, with all other pieces at their places.

        Shape (places, places), in the order of `places`: row s, column t is the cost from s to t, in an unsigned type
        whose highest value means unreachable. The row of a place where the piece cannot stand is all unreachable. With
        `to_stop` only places where it may stop have costs.

        Uses one thread per CPU by default; the answer does not depend on `threads`. Raise `KeyError` if no moving piece
        has the name, and `NotAnswered`.
        """
        piece = self._piece(name)
        return find_costs_from_everywhere(
            self._rules, self._position, piece, lambda: self.pairs(threads=threads), to_stop=to_stop, threads=threads
        )

    def reaches(self, *, to_stop: bool = False) -> Mapping[str, Costs]:
        """Return, by name, the minimum costs of each piece from its place: its own row of `reach`, shape (places,).

        Raises `NotAnswered`.
        """
        pieces = self._position.pieces.items()
        return {name: self._find_row(piece, to_stop=to_stop) for name, piece in pieces if piece.as_terrain is None}

    def _find_row(self, piece: Piece, *, to_stop: bool) -> Costs:
        costs = find_costs_from_piece(self._rules, self._position, piece, to_stop=to_stop)
        limits = np.iinfo(np.min_scalar_type(max(costs.values()) + 1))
        places = label_places(self._position.board, piece)
        return np.fromiter((costs.get(place, limits.max) for place in places), limits.dtype, len(places))

    def _piece(self, name: str) -> Piece:
        piece = self._position.pieces[name]
        if piece.as_terrain is not None:
            raise KeyError(name)
        return piece
