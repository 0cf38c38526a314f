"""The places of an answer as cells and corners of the board, and the last steps to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from sightline.board import Board, Piece, PlaceError, parse_cell, parse_point
from sightline.lattice import Cell, Point
from sightline.rules import Movable, Place, Position, Ruleset, require

AnyValue = TypeVar("AnyValue")


def in_cells(board: Board, places: Mapping[str, AnyValue]) -> Mapping[Cell, AnyValue]:
    """Return the values by cell, without places that are corners."""
    found: dict[Cell, AnyValue] = {}
    for label, value in places.items():
        try:
            found[parse_cell(board, label)] = value
        except PlaceError:
            continue
    return found


def at_corners(board: Board, places: Mapping[str, AnyValue]) -> Mapping[Point, AnyValue]:
    """Return the values by corner, without places that are cells."""
    return {parse_point(board, label): value for label, value in places.items() if "@" in label}


def cell_steps(board: Board, places: Mapping[str, Place]) -> Iterable[tuple[Cell, Cell]]:
    """Yield the last step of the path to each cell, if it is from a neighbouring cell."""
    for before, label in _last_steps(places):
        a, b = (list(in_cells(board, {name: None})) for name in (before, label))
        if a and b and board.grid.distance(a[0], b[0]) == 1:
            yield a[0], b[0]


def corner_steps(board: Board, places: Mapping[str, Place]) -> Iterable[tuple[Point, Point]]:
    """Yield the last step of the path to each corner, if it is from a corner."""
    for before, label in _last_steps(places):
        ends = tuple(at_corners(board, {before: None, label: None}))
        if len(ends) == 2:
            yield ends[0], ends[1]


def _last_steps(places: Mapping[str, Place]) -> Iterator[tuple[str, str]]:
    own = next((label for label, place in places.items() if not place.path), None)
    for label, place in places.items():
        before = place.path[-2] if len(place.path) > 1 else own
        if place.path and before is not None:
            yield before, label


def covered(rules: Ruleset[Any], position: Position, piece: Piece, places: Mapping[str, Place]) -> Mapping[Cell, int]:
    """Return the cells that a piece of several cells can cover, by least cost; empty for a piece of one cell."""
    found: dict[Cell, int] = {}
    is_large = len(piece.cells) > 1
    for label, place in places.items() if piece.centred else ():
        for there in require(rules, Movable).placements(position, piece, label, place) if place.may_stop else ():
            is_large |= len(there.cells) > 1
            for cell in there.cells:
                found[cell] = min(place.cost, found.get(cell, place.cost))
    return found if is_large else {}
