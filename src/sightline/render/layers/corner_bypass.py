"""The layer of paths round corners: a line passes between two cells, and findings are about the cells beside it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sightline.lattice import Cell, ContactType
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.rays import outline
from sightline.render.primitives.pixels import Pixel, between, pair
from sightline.render.primitives.svg_tags import path
from sightline.render.scenes.parts import Mark, Ray
from sightline.render.scenes.scene import Scene
from sightline.render.scenes.verdicts import weightiest
from sightline.rules import Effect

_CLOSING = (Effect.BLOCKS, Effect.IMPEDES)
_NEAR, _BULGE = 0.62, 1.15
"""The ends and the bend of a path, as fractions of the line from the corner to a cell's middle."""


def bypasses(canvas: Canvas) -> Iterator[str]:
    """Draw every path round a corner that findings are about, over the cell beside it."""
    for before, side, after, mark in found_bypasses(canvas.scene):
        a, b, over = map(canvas.cells.centre, (before, after, side))
        corner = between(a, b, 0.5)
        start, stop = (between(corner, end, _NEAR) for end in (a, b))
        yield from curve(canvas, start, between(corner, over, _BULGE), stop, mark.effect)


def curve(canvas: Canvas, start: Pixel, over: Pixel, stop: Pixel, effect: Effect) -> Iterator[str]:
    """Draw a curve from `start` to `stop` that bends towards `over`."""
    data = f"M{pair(start)}Q{pair(over)} {pair(stop)}"
    yield path("halo", data, 0.2 * canvas.unit, ' stroke-opacity="0.8"')
    yield path(str(effect), data, 0.09 * canvas.unit, outline(canvas, effect))


def found_bypasses(scene: Scene) -> Iterator[tuple[Cell, Cell, Cell, Mark]]:
    """Yield (end, cell beside the corner, other end, mark) for each path round a corner that findings are about."""
    board = scene.board
    for ray in scene.rays if board.grid.kind == "square" and scene.marks else ():
        for first, second in _corners(ray):
            before, after = Cell(first.q, second.r), Cell(second.q, first.r)
            for side in (first, second):
                sites = (side, board.border(before, side), board.border(side, after))
                if marks := [mark for site in sites if (mark := scene.marks.get(site)) and mark.effect in _CLOSING]:
                    yield before, side, after, weightiest(marks)


def _corners(ray: Ray) -> Iterator[tuple[Cell, ...]]:
    """Yield the two cells on either side of each corner that a line passes through."""
    touched: dict[Fraction, list[Cell]] = {}
    for contact in ray.contacts:
        if contact.kind is ContactType.TOUCHES:
            touched.setdefault(contact.at[0], []).extend(contact.cells)
    yield from (tuple(cells) for cells in touched.values() if len(cells) == 2)
