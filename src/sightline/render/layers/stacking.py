"""Where the bodies of pieces stand, and who of many in one cell is drawn: the first few, and how many more."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from sightline.board import Piece
from sightline.lattice import Cell
from sightline.render.canvas import Pixel
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.scene import Scene
from sightline.render.view import View

MOST_BODIES = 4
"""How many there is room for in one cell, the number of further ones among them."""
_LARGE, _NEAR = 1.25, 0.3
_SIZES = {1: 1.0, 2: 0.62, 3: 0.6, 4: 0.6}
_PLACES: Mapping[int, Sequence[tuple[float, float]]] = {
    1: ((0.0, 0.0),),
    2: ((-0.31, 0.0), (0.31, 0.0)),
    3: ((-0.36, -0.28), (0.36, -0.28), (0.0, 0.38)),
    4: ((-0.36, -0.28), (0.36, -0.28), (-0.36, 0.38), (0.36, 0.38)),
}


class Body(NamedTuple):
    """Where the middle of a piece is drawn, and how large, as a part of a cell."""

    at: Pixel
    size: float


class Rest(NamedTuple):
    """Those in a cell for whom there is no room, and where that is said."""

    at: Pixel
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Crowds:
    """Who is drawn where: a body for each piece by name, the cells with the pieces whose bodies are there, the rest."""

    bodies: Mapping[str, Body]
    inside: Mapping[Cell, tuple[Piece, ...]]
    rests: Sequence[Rest]


def has_base(piece: Piece) -> bool:
    """Tell whether a piece is drawn as a base over all its cells, with its body in the middle."""
    return len(piece.cells) > 2 or (piece.centred and len(piece.cells) > 1)


def ring(view: View, piece: Piece, inset: float) -> str:
    """Give the path of a ring round a piece: round its base, else in each of its cells, `inset` within its edge."""
    return outline_path(view, piece.cells) if has_base(piece) else view.cells.cell_path(piece.cells, 1 - inset)


def shown_among(scene: Scene, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Give those of several pieces in one cell whom there is room for, in their order.

    That is whom the picture is about, then one of each side, then the first.
    """
    return first_among(pieces, {*scene.about, *scene.attackers, scene.viewer})


def first_among(pieces: Sequence[Piece], about: Collection[str | None]) -> tuple[Piece, ...]:
    """Give those of several pieces in one cell whom there is room for when a picture is about pieces of those names."""
    if len(pieces) <= MOST_BODIES:
        return tuple(pieces)
    first_of_side = {piece.side: piece.name for piece in reversed(pieces)}.values()
    weighed = sorted(pieces, key=lambda piece: (piece.name not in about, piece.name not in first_of_side))
    chosen = weighed[: MOST_BODIES - 1]
    return tuple(piece for piece in pieces if piece in chosen)


def crowds(view: View) -> Crowds:
    """Give who is drawn where. Who stands on no cell of the map is drawn nowhere."""
    board = view.scene.board
    bodies: dict[str, Body] = {}
    inside: dict[Cell, list[Piece]] = {}
    for piece in board.pieces.values():
        cells = [cell for cell in piece.cells if cell in board]
        if cells:
            at = _middle(view, cells)
            bodies[piece.name] = Body(at, _LARGE if has_base(piece) else 1.0)
            home = _home(view, cells, at)
            if home is not None:
                inside.setdefault(home, []).append(piece)
    rests = []
    for cell, pieces in inside.items():
        standing = [piece for piece in pieces if piece.as_terrain is None]
        if len(standing) > 1:
            rests += _share(view, cell, standing, bodies)
    return Crowds(bodies, {cell: tuple(pieces) for cell, pieces in inside.items()}, rests)


def _middle(view: View, cells: Collection[Cell]) -> Pixel:
    places = [view.cells.centre(cell) for cell in cells]
    return Pixel(sum(place.x for place in places) / len(places), sum(place.y for place in places) / len(places))


def _home(view: View, cells: Collection[Cell], at: Pixel) -> Cell | None:
    """Give the cell in the middle of which a body stands."""
    near = min(cells, key=lambda cell: hypot(view.cells.centre(cell).x - at.x, view.cells.centre(cell).y - at.y))
    middle = view.cells.centre(near)
    return near if hypot(middle.x - at.x, middle.y - at.y) < _NEAR * view.unit else None


def _share(view: View, cell: Cell, pieces: Sequence[Piece], bodies: dict[str, Body]) -> list[Rest]:
    """Let the bodies of several pieces share a cell; gives who has no room."""
    shown = shown_among(view.scene, pieces)
    rest = tuple(piece for piece in pieces if piece not in shown)
    number = len(shown) + bool(rest)
    places = [view.cells.centre(cell).plus(x * view.unit, y * view.unit) for x, y in _PLACES[number]]
    for piece, at in zip(shown, places, strict=False):
        bodies[piece.name] = Body(at, _SIZES[number])
    for piece in rest:
        del bodies[piece.name]
    return [Rest(places[-1], rest)] if rest else []
