"""The choice of pieces that are drawn in a crowded cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sightline.board import Piece
from sightline.render.scenes.scene import Scene

MAX_BODIES = 4
"""The maximum number of bodies in a cell, including the one that counts the rest."""


def shown_among(scene: Scene, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces to draw in a cell, in their order.

    Pieces that the picture is about come first, then one of each side, then the first.
    """
    return first_among(pieces, {*scene.about, *scene.attackers, scene.viewer})


def first_among(pieces: Sequence[Piece], about: Collection[str | None]) -> tuple[Piece, ...]:
    """Return the pieces to draw in a cell; those named in `about` come first."""
    if len(pieces) <= MAX_BODIES:
        return tuple(pieces)
    first_of_side = {piece.side: piece.name for piece in reversed(pieces)}.values()
    weighed = sorted(pieces, key=lambda piece: (piece.name not in about, piece.name not in first_of_side))
    chosen = weighed[: MAX_BODIES - 1]
    return tuple(piece for piece in pieces if piece in chosen)
