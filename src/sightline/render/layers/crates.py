"""The layer of objects: pieces that count as terrain, drawn as crates below the other pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.board import Piece
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel, number
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, circle, path, polygon, words
from sightline.render.primitives.text_metrics import advance

_HALF, _BADGE = 0.6, 0.24
_LARGEST_NAME, _WIDEST_NAME = 0.44, 0.96


def crate_with_badges(canvas: Canvas, piece: Piece, at: Pixel) -> Iterator[str]:
    """Draw an object with the mark of its terrain, and its name unless another piece stands on it.

    Several in a cell are one crate with all their marks, the name of the first, and the number of the others.
    """
    unit, kind = canvas.unit, piece.as_terrain or ""
    half = _HALF * unit
    things = [other for other in canvas.scene.board.occupants[piece.cell] if other.as_terrain is not None]
    if piece is things[0]:
        yield from crate(at, half)
    if piece is things[-1] and len(things) == len(canvas.scene.board.occupants[piece.cell]):
        yield from _name(canvas, things, at)
    kinds = list(dict.fromkeys(other.as_terrain for other in things))
    if piece is next(other for other in things if other.as_terrain == kind):
        yield from terrain_badge(
            canvas, kind, at.plus(2 * _BADGE * unit * kinds.index(kind) - half, half), _BADGE * unit, "tiny"
        )


def _name(canvas: Canvas, things: Sequence[Piece], at: Pixel) -> Iterator[str]:
    """Write the text on a crate, in a box of its own."""
    name, size = name_on(canvas, things)
    if not canvas.is_written(size):
        return
    wide, high = (0.5 * advance(name) + 0.1) * size, 0.62 * size
    box = polygon(*(at.plus(wide * x, high * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))))
    yield path("crate", box, 0.03 * canvas.unit, ROUND)
    yield words("value", at.plus(0, 0.36 * size), size, name, MIDDLE + BOLD)


def name_on(canvas: Canvas, things: Sequence[Piece]) -> tuple[str, float]:
    """Return the text on a crate and its size in pixels: the name of the first, and the number of the others."""
    others = f"+{len(things) - 1}" if len(things) > 1 else ""
    width = _WIDEST_NAME * canvas.unit - advance(others) * canvas.smallest_text
    name, size = canvas.fitted_name(things[0].name, width, _LARGEST_NAME * canvas.unit)
    return name + others, min(size, _WIDEST_NAME * canvas.unit / advance(name + others))


def terrain_badge(canvas: Canvas, kind: str, at: Pixel, radius: float, size: str) -> Iterator[str]:
    """Draw the mark of a kind of terrain on a disc; `size` is the size of the mark's definition."""
    yield circle("badge", at, radius, 0.17 * radius)
    if kind in canvas.scene.drawings:
        part = number(0.6) if size == "legend" else "1"
        place = f"translate({number(at.x)} {number(at.y)}) scale({part})"
        yield f'<use href="#{canvas.symbol(size, kind)}" transform="{place}"/>'
    else:
        yield words("words", at.plus(0, 0.54 * radius), 1.5 * radius, canvas.scene.letters[kind], MIDDLE + BOLD)


def crate(at: Pixel, half: float) -> Iterator[str]:
    """Draw a crate of planks in a frame; `half` is half its width."""
    corners = [at.plus(half * x, half * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    yield path("crate", polygon(*corners), 0.16 * half, ROUND)
    left, top, wide, inner = at.x - half, at.y - half, 2 * half, 0.24 * half
    frame = f"M{number(left + inner)} {number(top)}v{number(wide)}M{number(at.x + half - inner)} {number(top)}"
    planks = "".join(
        f"M{number(left + inner)} {number(at.y + far * half)}h{number(wide - 2 * inner)}" for far in (-0.5, 0.0, 0.5)
    )
    yield path("crate-plank", f"{frame}v{number(wide)}{planks}", 0.09 * half)
