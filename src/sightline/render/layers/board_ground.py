"""The ground of a board on a canvas, cached because it does not change when pieces move."""

from __future__ import annotations

from dataclasses import dataclass, field

from sightline.board import Border
from sightline.i18n import current_language
from sightline.lattice import Grid
from sightline.render.layers.canvas import Canvas

KEPT_GROUNDS = 8
"""The maximum number of cached grounds."""


@dataclass(frozen=True)
class BoardGround:
    """The cells of a board with terrain, levels and borders; their drawings, the projection, and the language."""

    grid: Grid
    size: tuple[int, int]
    ground: tuple[tuple[str, ...] | None, ...]
    levels: tuple[int, ...]
    borders: frozenset[tuple[Border, tuple[str, ...]]]
    letters: frozenset[tuple[str, str]]
    tints: frozenset[tuple[str, str]]
    textures: frozenset[tuple[str, int]]
    place: tuple[float, float, float]
    ids: tuple[str, str]
    language: str
    canvas: Canvas = field(compare=False)


def board_ground(canvas: Canvas) -> BoardGround:
    """Return the ground of the board on a canvas, in the current language."""
    scene, on = canvas.scene, canvas.cells
    board = scene.board
    return BoardGround(
        grid=board.grid,
        size=(board.columns, board.rows),
        ground=board.ground,
        levels=board.levels,
        borders=frozenset(board.borders.items()),
        letters=frozenset(scene.letters.items()),
        tints=frozenset((kind, drawing.tint) for kind, drawing in scene.drawings.items()),
        textures=frozenset((kind, own.texture) for kind, own in scene.own_kinds.items()),
        place=(on.unit, on.left, on.top),
        ids=(canvas.prefix, canvas.scope),
        language=current_language(),
        canvas=canvas,
    )
