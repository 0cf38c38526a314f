"""The pieces on a screen: the places of their bodies, and their names."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import Piece, format_cell, format_piece
from sightline.formats.writer import piece_keys
from sightline.plane import Spot
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_pieces import RADIUS, describe
from sightline.render.layers.cell_stacks import Body, stack_pieces
from sightline.render.primitives.table_shapes import extent, middle
from sightline.render.primitives.text_metrics import clean
from sightline.render.screen.screen_payload import ScreenPiece
from sightline.render.text_maps.table_roster import piece_words


def screen_pieces(canvas: Canvas) -> Iterator[ScreenPiece]:
    """Yield all pieces in file order, including those that are only counted in a stack."""
    scene = canvas.scene
    if scene.is_free:
        for piece in scene.pieces.values():
            at, radius = canvas.pixel(middle(piece.shape)), extent(piece.shape) * canvas.inches.inch
            yield _piece(canvas, piece, Body(at, radius), ", ".join(piece_words(scene, piece)))
        return
    placed = stack_pieces(canvas)
    bodies = dict(placed.bodies)
    for rest in placed.rests:
        bodies |= {piece.name: Body(rest.at, 0.6) for piece in rest.pieces}
    for name, (at, size) in ((name, bodies[name]) for name in scene.pieces if name in bodies):
        piece = scene.pieces[name]
        yield _piece(canvas, piece, Body(at, RADIUS * size * canvas.unit), clean(describe(scene, piece)))


def _piece(canvas: Canvas, piece: Piece, body: Body, label: str) -> ScreenPiece:
    """Return a piece with its body, whose size is its radius in pixels."""
    colour = canvas.colours.get(piece.side, "none")
    (x, y), radius = body
    states = piece_keys(piece, canvas.scene.surface)
    shown = (round(x, 2), round(y, 2), round(radius, 2))
    return ScreenPiece(piece.name, piece.side, colour, _place(canvas, piece), *shown, label, states)


def _place(canvas: Canvas, piece: Piece) -> str | tuple[str | float, ...]:
    """Return the place of a piece: a label, the labels of its cells, or a place on a table."""
    if isinstance(piece.at, Spot):
        return float(piece.at.x), float(piece.at.y)
    board = canvas.scene.board
    if piece.centred or not piece.beside:
        return format_piece(board, piece)
    return tuple(format_cell(board, cell) for cell in piece.cells)
