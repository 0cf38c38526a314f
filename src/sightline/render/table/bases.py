"""The layer of pieces: their bases true to scale, in the colour of the side, with rings that tell it in print too."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, pi, radians
from typing import NamedTuple

from sightline.board import Piece
from sightline.plane import Disc, Polygon, Shape, Spot
from sightline.render.paper import Pixel, number, polar
from sightline.render.table.roster import piece_words
from sightline.render.table.spans import spans
from sightline.render.table.view import TableView, middle, reach_of
from sightline.render.tags import BOLD, MIDDLE, ROUND, path, polygon, words
from sightline.render.words import advance, clean, escape

_MOST_RINGS = 3
_EDGE = 0.07
_SMALLEST_NAME, _LARGEST_NAME = 7.0, 14.0


class Name(NamedTuple):
    """What is written on a base, where its middle is, and how large."""

    at: Pixel
    text: str
    size: float


def bases(view: TableView) -> Iterator[str]:
    """Draw every piece, buildings first; which way a rectangle faces is a head at its front."""
    for piece in sorted(view.scene.pieces.values(), key=lambda piece: not is_building(piece)):
        colour = view.colours[piece.side]
        yield f"<g><title>{escape(', '.join(piece_words(view.scene.table, piece)))}</title>"
        if is_building(piece):
            yield from building(view.path(piece.shape), colour)
        else:
            yield from body(view, piece.shape, colour, view.sides.index(piece.side) if piece.side else None)
            yield from _front(view, piece, colour)
        if name := name_on(view, piece):
            css = "words" if is_building(piece) else f"name-{colour}"
            yield words(css, name.at.plus(0, 0.36 * name.size), name.size, name.text, MIDDLE + BOLD)
        yield "</g>"


def is_building(piece: Piece) -> bool:
    """Tell whether a piece is a building."""
    return bool(getattr(piece, "building", False))


def building(outline: str, colour: str) -> Iterator[str]:
    """Draw a building: walls round a floor in the colour of its side. The legend uses it too."""
    yield path("on-stone", outline)
    yield path(f"side-{colour}", outline, 4, ' fill-opacity="0.3"')
    yield path("halo", outline, 0.8)


def body(view: TableView, shape: Shape, colour: str, side: int | None) -> Iterator[str]:
    """Draw the base of a piece of the side with that number, or of none. The legend uses it too."""
    half = view.inch * _narrowest(shape) / 2
    width = max(0.8, min(_EDGE * view.unit, 0.15 * half))
    dashes = f' stroke-dasharray="{number(3 * width)} {number(2 * width)}"' if side is None else ""
    yield path(f"side-{colour}", view.path(shape), width, ROUND + dashes)
    # A ring more for each side: they can be counted where colours cannot be told apart.
    for ring in range(0 if side is None else side % (_MOST_RINGS + 1)):
        outer, inner = ((1.2 + 1.8 * ring) * width / view.inch, (2.0 + 1.8 * ring) * width / view.inch)
        data = view.path(_within(shape, outer)) + view.path(_within(shape, inner))
        yield path(f"name-{colour}", data, None, ' fill-rule="evenodd"')


def _narrowest(shape: Shape) -> float:
    """Give the diameter of a disc, else the length of the shortest side."""
    return 2 * shape.radius if isinstance(shape, Disc) else min(hypot(b.x - a.x, b.y - a.y) for a, b in shape.edges)


def _within(shape: Shape, inset: float) -> Shape:
    """Give a base with every edge moved that far inwards."""
    if isinstance(shape, Disc):
        return Disc(shape.centre, shape.radius - inset)
    at, half = middle(shape), _narrowest(shape) / 2
    (a, b, c, _), part = shape.corners, inset / half
    # Along the longer side the same inset is a smaller part.
    ab, bc = hypot(b.x - a.x, b.y - a.y) / 2, hypot(c.x - b.x, c.y - b.y) / 2
    x, y = 1 - part * half / ab, 1 - part * half / bc
    ahead, aside = Spot((b.x - a.x) / 2 * x, (b.y - a.y) / 2 * x), Spot((c.x - b.x) / 2 * y, (c.y - b.y) / 2 * y)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Polygon(tuple(at.plus(i * ahead.x + j * aside.x, i * ahead.y + j * aside.y) for i, j in signs))


def _front(view: TableView, piece: Piece, colour: str) -> Iterator[str]:
    """Draw a head at the front of a rectangle."""
    base = getattr(piece, "base", None)
    if base is None or base.length is None:
        return
    angle = radians(float(getattr(piece, "facing", 0)) - 90)
    size = 0.3 * min(base.width, base.length) * view.inch
    tip = polar(view.pixel(middle(piece.shape)), 0.47 * base.length * view.inch, angle)
    foot = polar(tip, -0.6 * size, angle)
    sides = (polar(foot, 0.6 * size, angle + turn) for turn in (pi / 2, -pi / 2))
    yield path(f"name-{colour}", polygon(tip, *sides))


def name_on(view: TableView, piece: Piece) -> Name | None:
    """Give what is written on a base: the name, else its short form, None where there is no room for either."""
    shape = piece.shape
    at = middle(shape)
    for text in (clean(piece.name), view.names[piece.name]):
        size = min(_LARGEST_NAME, 0.7 * reach_of(shape) * view.inch)
        while size >= _SMALLEST_NAME:
            if advance(text) * size <= _room(view, shape, at, size):
                return Name(view.pixel(at), text, size)
            size *= 0.9
    return None


def _room(view: TableView, shape: Shape, at: Spot, size: float) -> float:
    """Give how wide a text of a size may run in the middle of a shape, in pixels."""
    half = 0.4 * size / view.inch
    sides = [
        min(at.x - left, right - at.x)
        for y in (at.y - half, at.y + half)
        for left, right in spans(shape, y)
        if left <= at.x <= right
    ]
    return 1.9 * min(sides) * view.inch if len(sides) == 2 else 0.0
