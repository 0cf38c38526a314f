"""All spots that a piece can come to from anywhere on a board, and the steps between them, as numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import structs

from sightline.board import Board, Piece, format_cell, format_point
from sightline.field.reach.kinds import Bools, Ints
from sightline.lattice import Cell, Grid, Point
from sightline.rules import Position, Ruleset, Steps

Middle = Cell | Point


def middles(board: Board, piece: Piece) -> Mapping[Middle, str]:
    """Give the places where a piece may have its middle, with their labels: all cells, or all corners."""
    if piece.middle is None:
        return {cell: format_cell(board, cell) for cell in board}
    corners = range(len(board.grid.corners))
    found = dict.fromkeys(board.grid.corner(cell, index) for cell in board for index in corners)
    return {corner: format_point(board, corner) for corner in found}


def standing(rules: Ruleset, position: Position, piece: Piece, middle: Middle) -> Piece | None:
    """Give a piece as it stands with its middle in a place, None where it cannot stand there."""
    board = position.board
    if isinstance(middle, Cell):
        moved = structs.replace(piece, at=middle, beside=())
    else:
        at = next(cell for cell in board.grid.cells_at(middle) if cell in board)
        moved = structs.replace(piece, at=at, beside=(), middle=middle)
    moved = rules.settle(position, moved)
    return None if any(rules.check_place(position, moved)) or _is_taken(rules, board, moved) else moved


def _is_taken(rules: Ruleset, board: Board, piece: Piece) -> bool:
    """Tell whether a piece cannot stand where it does because of others."""
    for cell in piece.cells:
        others = [other for other in board.occupants.get(cell, ()) if other.name != piece.name]
        if others and not (rules.shares_cells and rules.can_share(board, cell, (*others, piece))):
            return True
    return False


class Start(NamedTuple):
    """Where a move begins: the number of the place, the first spot, those it leads to for nothing, and the budget."""

    place: int
    spots: tuple[int, ...]
    budget: int


class Graph:
    """The spots that a piece can come to, and the steps between them that cost something.

    A spot is a place, a cell or corner, in a state. It lies in a layer of its own state, and of its own corner of a
    cell. Steps that cost nothing are taken together with those before them.
    """

    def __init__(self, grid: Grid, steps: Steps[Any], places: Mapping[Middle, int], pieces: Mapping[int, Piece]) -> None:
        self._grid, self._steps, self._places = grid, steps, places
        self._spots: dict[tuple[Middle, Hashable], int] = {}
        self._known: list[Any] = []
        self._layers: dict[tuple[Point | None, Hashable], int] = {}
        self._cells: list[tuple[int, int, int]] = []
        firsts = {place: (self._number(spot := steps.start(piece)), steps.budget(spot)) for place, piece in pieces.items()}
        found, free = self._explore()
        after = _closures(free)
        self.starts = [Start(place, after.get(spot, (spot,)), budget) for place, (spot, budget) in firsts.items()]
        every = {(spot, last, cost) for spot, to, cost in found for last in after.get(to, (to,))} if free else found
        self.steps = np.array([*every], np.int64).reshape(-1, 3)

    def _explore(self) -> tuple[list[tuple[int, int, int]], dict[int, list[int]]]:
        """Give the steps from spot to spot with their costs, and where those lead that cost nothing."""
        found, free, spot = list[tuple[int, int, int]](), dict[int, list[int]](), 0
        while spot < len(self._known):
            for to, cost in self._steps.onward(self._known[spot]):
                number = self._number(to)
                if cost:
                    found.append((spot, number, cost))
                else:
                    free.setdefault(spot, []).append(number)
            spot += 1
        return found, free

    def _number(self, spot: Any) -> int:
        key = self._steps.place(spot)
        number = self._spots.get(key)
        if number is None:
            number = self._spots[key] = len(self._spots)
            self._known.append(spot)
            anchor, corner = _anchor(self._grid, key[0])
            layer = self._layers.setdefault((corner, key[1]), len(self._layers))
            self._cells.append((*anchor, layer))
        return number

    def table(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Give column, row, layer and place of every spot."""
        places = np.array([self._places[place] for place, _ in self._spots], np.int64)
        q, r, layer = np.array(self._cells, np.int64).reshape(-1, 3).T.copy()
        return q, r, layer, places

    def may_stop(self) -> Bools:
        """Tell of every spot whether a move may end there."""
        return np.array([self._steps.may_stop(spot) for spot in self._known], np.bool_)


def _anchor(grid: Grid, place: Middle) -> tuple[Cell, Point | None]:
    """Give a cell at a place, and how far a corner lies from its middle."""
    if isinstance(place, Cell):
        return place, None
    cell = grid.cells_at(place)[-1]
    centre = grid.centre(cell)
    return cell, Point(place.x - centre.x, place.y - centre.y)


def _closures(free: Mapping[int, Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """Give all spots that a spot leads to for nothing, itself the first."""
    return {spot: tuple(_closure(free, spot)) for spot in free}


def _closure(free: Mapping[int, Sequence[int]], spot: int) -> Iterator[int]:
    found, waiting = {spot}, [spot]
    while waiting:
        at = waiting.pop()
        yield at
        more = set(free.get(at, ())) - found
        found |= more
        waiting += more
