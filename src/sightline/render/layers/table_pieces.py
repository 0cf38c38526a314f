"""The layer of pieces on free tables: bases to scale in the colour of the side, whose rings number the sides."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from typing import NamedTuple

from sightline.board import Piece
from sightline.plane import Disc, Polygon, Shape, Spot, rectangle
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, beside, dashed, of_piece, path, polygon, words
from sightline.render.primitives.table_shapes import extent, middle, spans
from sightline.render.primitives.text_metrics import advance, clean, escape
from sightline.render.text_maps.table_roster import degrees_of, piece_words

_MAX_RINGS = 3
_EDGE, _RING = 0.07, 1.8
_LARGEST_NAME = 14.0


class Name(NamedTuple):
    """The text on a base, its middle, and its size in pixels."""

    at: Pixel
    text: str
    size: float


def bases(canvas: Canvas) -> Iterator[str]:
    """Draw every piece, buildings first; a rectangle has an arrowhead at its front."""
    for piece in sorted(canvas.scene.pieces.values(), key=lambda piece: not piece.building):
        colour = canvas.colours[piece.side]
        yield f"<g{of_piece(piece.name)}><title>{escape(', '.join(piece_words(canvas.scene, piece)))}</title>"
        if piece.building:
            yield from building(canvas.inches.path(piece.shape), colour)
        else:
            yield from body(canvas, piece.shape, colour, canvas.sides.index(piece.side) if piece.side else None)
            yield from _front(canvas, piece)
        yield "</g>"


def names(canvas: Canvas) -> Iterator[str]:
    """Write names on the bases that have room for them."""
    for piece in canvas.scene.pieces.values():
        if name := name_on(canvas, piece):
            css = "words" if piece.building else f"name-{canvas.colours[piece.side]}"
            yield words(
                css, name.at.plus(0, 0.36 * name.size), name.size, name.text, MIDDLE + BOLD + beside(piece.name)
            )


def building(outline: str, colour: str) -> Iterator[str]:
    """Draw a building: walls round a floor in the colour of its side."""
    yield path("on-stone", outline)
    yield path(f"side-{colour}", outline, 4, ' fill-opacity="0.3"')
    yield path("halo", outline, 0.8)


def body(canvas: Canvas, shape: Shape, colour: str, side: int | None) -> Iterator[str]:
    """Draw a base; `side` is the index of its side, None for no side."""
    width = _edge(canvas, shape)
    dashes = dashed(3 * width, 2 * width) if side is None else ""
    yield path(f"side-{colour}", canvas.inches.path(shape), width, ROUND + dashes)
    # The number of rings identifies the side if colours are not distinguishable.
    for ring in range(0 if side is None else side % (_MAX_RINGS + 1)):
        insets = ((_RING * ring + part) * width / canvas.inches.inch for part in (1.1, 1.9))
        data = "".join(canvas.inches.path(_within(shape, inset)) for inset in insets)
        yield path(f"name-{colour}", data, None, ' fill-rule="evenodd"')


def _edge(canvas: Canvas, shape: Shape) -> float:
    """Return the width of the edge of a base, in pixels."""
    return max(0.7, min(_EDGE * canvas.unit, 0.06 * _narrowest(shape) * canvas.inches.inch))


def _narrowest(shape: Shape) -> float:
    """Return the diameter of a disc, or the length of the shortest side of a polygon."""
    return 2 * shape.radius if isinstance(shape, Disc) else min(hypot(b.x - a.x, b.y - a.y) for a, b in shape.edges)


def _within(shape: Shape, inset: float) -> Shape:
    """Return a base with every edge moved inwards by `inset` inches."""
    if isinstance(shape, Disc):
        return Disc(shape.centre, shape.radius - inset)
    at, half = middle(shape), _narrowest(shape) / 2
    (a, b, c, _), part = shape.corners, inset / half
    # The same inset is a smaller fraction of the longer side.
    ab, bc = hypot(b.x - a.x, b.y - a.y) / 2, hypot(c.x - b.x, c.y - b.y) / 2
    x, y = 1 - part * half / ab, 1 - part * half / bc
    ahead, aside = Spot((b.x - a.x) / 2 * x, (b.y - a.y) / 2 * x), Spot((c.x - b.x) / 2 * y, (c.y - b.y) / 2 * y)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Polygon(tuple(at.plus(i * ahead.x + j * aside.x, i * ahead.y + j * aside.y) for i, j in signs))


def _front(canvas: Canvas, piece: Piece) -> Iterator[str]:
    """Draw the arrowhead along the front edge of a rectangle."""
    base = _rectangle(piece)
    if base is not None:
        ahead, depth = _ahead(piece), _nose(base)
        tip = middle(piece.shape).plus(*(0.48 * base.depth * each for each in ahead))
        foot = tip.plus(*(-depth * each for each in ahead))
        aside = Spot(-ahead.y * 0.42 * base.width, ahead.x * 0.42 * base.width)
        outline = polygon(*map(canvas.pixel, (tip, foot.plus(*aside), foot.plus(-aside.x, -aside.y))))
        yield path(f"name-{canvas.colours[piece.side]}", outline)


class _Rectangle(NamedTuple):
    """A base with a front: its width, and its depth from front to back, in inches."""

    width: float
    depth: float


def _rectangle(piece: Piece) -> _Rectangle | None:
    base = piece.base
    return None if base is None or base.length is None else _Rectangle(base.width, base.length)


def _nose(base: _Rectangle) -> float:
    """Return the depth of the arrowhead of a base, in inches."""
    return min(0.22 * base.depth, 0.3 * base.width)


def _ahead(piece: Piece) -> Spot:
    turn = radians(degrees_of(piece))
    return Spot(sin(turn), -cos(turn))


def name_on(canvas: Canvas, piece: Piece) -> Name | None:
    """Return the text on a base: the name, otherwise its short form; None if there is no room for either."""
    shape = _writable(canvas, piece)
    at = middle(shape)
    for text in (clean(piece.name), canvas.names[piece.name]):
        size = min(_LARGEST_NAME, 0.85 * extent(shape) * canvas.inches.inch)
        while size >= canvas.smallest_text:
            if advance(text) * size <= _room(canvas, shape, at, size):
                return Name(canvas.pixel(at), text, size)
            size *= 0.9
    return None


def _writable(canvas: Canvas, piece: Piece) -> Shape:
    """Return the part of a base available for a name: inside the rings of its side and behind its arrowhead."""
    shape, base = piece.shape, _rectangle(piece)
    if piece.building:
        return shape
    rings = canvas.sides.index(piece.side) % (_MAX_RINGS + 1) if piece.side else 0
    inset = (_RING * rings + 0.5) * _edge(canvas, shape) / canvas.inches.inch
    if base is None:
        return _within(shape, inset)
    ahead, nose = _ahead(piece), _nose(base)
    centre = middle(shape).plus(-ahead.x * nose / 2, -ahead.y * nose / 2)
    return _within(rectangle(centre, base.width, base.depth - nose, degrees_of(piece)), inset)


def _room(canvas: Canvas, shape: Shape, at: Spot, size: float) -> float:
    """Return the maximum width of a text of a size in the middle of a shape, in pixels."""
    half = 0.4 * size / canvas.inches.inch
    sides = [
        min(at.x - left, right - at.x)
        for y in (at.y - half, at.y + half)
        for left, right in spans(shape, y)
        if left <= at.x <= right
    ]
    return 1.9 * min(sides) * canvas.inches.inch if len(sides) == 2 else 0.0
