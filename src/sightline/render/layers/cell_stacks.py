"""Stacks of pieces in one cell: the places of bodies, the pieces drawn, and the number of the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, hypot
from operator import itemgetter
from typing import NamedTuple

from sightline.board import Piece
from sightline.lattice import Cell
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.primitives.pixels import Pixel
from sightline.render.scenes.shown_pieces import shown_among

_LARGE, _NEAR = 1.25, 0.3
_SIZES = {1: 1.0, 2: 0.62, 3: 0.6, 4: 0.6}
_PLACES: Mapping[int, Sequence[tuple[float, float]]] = {
    1: ((0.0, 0.0),),
    2: ((-0.31, 0.0), (0.31, 0.0)),
    3: ((-0.36, -0.28), (0.36, -0.28), (0.0, 0.38)),
    4: ((-0.36, -0.28), (0.36, -0.28), (-0.36, 0.38), (0.36, 0.38)),
}


class Body(NamedTuple):
    """The middle of a piece in pixels, and its size in cell units."""

    at: Pixel
    size: float


class Rest(NamedTuple):
    """Pieces that do not fit in the cell, and the place of their number."""

    at: Pixel
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Stacking:
    """The places of pieces: bodies by name, the pieces in the middle of each cell, and the pieces without room."""

    bodies: Mapping[str, Body]
    inside: Mapping[Cell, tuple[Piece, ...]]
    rests: Sequence[Rest]


def has_base(piece: Piece) -> bool:
    """Return whether a piece is drawn as a base over all its cells, with its body in the middle."""
    return len(piece.cells) > 2 or (piece.centred and len(piece.cells) > 1)


def ring(canvas: Canvas, piece: Piece, inset: float) -> str:
    """Return the path of a ring round a piece: `inset` inside the edge of its base, or of each of its cells."""
    return outline_path(canvas, piece.cells) if has_base(piece) else canvas.cells.cell_path(piece.cells, 1 - inset)


def stack_pieces(canvas: Canvas) -> Stacking:
    """Return the place of each piece, computed once for all layers. Pieces outside the map are omitted."""
    return canvas.computed(_stack)


def _stack(canvas: Canvas) -> Stacking:
    board = canvas.scene.board
    bodies: dict[str, Body] = {}
    inside: dict[Cell, list[Piece]] = {}
    for piece in board.pieces.values():
        cells = [cell for cell in piece.cells if cell in board]
        if cells:
            at = _middle(canvas, cells)
            bodies[piece.name] = Body(at, _LARGE if has_base(piece) else 1.0)
            home = _home(canvas, cells, at)
            if home is not None:
                inside.setdefault(home, []).append(piece)
    rests = []
    for cell, pieces in inside.items():
        standing = [piece for piece in pieces if piece.as_terrain is None]
        if len(standing) > 1:
            rests += _share(canvas, cell, standing, bodies)
    return Stacking(bodies, {cell: tuple(pieces) for cell, pieces in inside.items()}, rests)


def _middle(canvas: Canvas, cells: Collection[Cell]) -> Pixel:
    places = [canvas.cells.centre(cell) for cell in cells]
    return Pixel(fsum(place.x for place in places) / len(places), fsum(place.y for place in places) / len(places))


def _home(canvas: Canvas, cells: Collection[Cell], at: Pixel) -> Cell | None:
    """Return the cell whose middle a body is in, None if it is between cells."""
    middles = ((canvas.cells.centre(cell), cell) for cell in cells)
    away, near = min(((hypot(middle.x - at.x, middle.y - at.y), cell) for middle, cell in middles), key=itemgetter(0))
    return near if away < _NEAR * canvas.unit else None


def _share(canvas: Canvas, cell: Cell, pieces: Sequence[Piece], bodies: dict[str, Body]) -> list[Rest]:
    """Place the bodies of several pieces in a cell; return those without room."""
    shown = shown_among(canvas.scene, pieces)
    rest = tuple(piece for piece in pieces if piece not in shown)
    number = len(shown) + bool(rest)
    places = [canvas.cells.centre(cell).plus(x * canvas.unit, y * canvas.unit) for x, y in _PLACES[number]]
    for piece, at in zip(shown, places, strict=False):
        bodies[piece.name] = Body(at, _SIZES[number])
    for piece in rest:
        del bodies[piece.name]
    return [Rest(places[-1], rest)] if rest else []
