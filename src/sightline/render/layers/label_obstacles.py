"""The obstacles of labels on a board of cells, each with a weight: pieces, lines, signs, borders, marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import pi

from sightline.board import Piece
from sightline.lattice import Cell
from sightline.render.layers import cell_groups
from sightline.render.layers.badges import badges_below_at, has_bars, piece_badge_size
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_pieces import BAR, RADIUS, connections, covered_angles, facing_angle
from sightline.render.layers.cell_stacks import Body, has_base, stack_pieces
from sightline.render.layers.cell_values import SMALLEST_WITH_WAYS
from sightline.render.layers.links import link_ends
from sightline.render.layers.marked_areas import area_tag_size, area_tags
from sightline.render.layers.rays import ray_ends
from sightline.render.primitives.label_layout import Capsule
from sightline.render.primitives.pixels import Pixel, across, between, polar

BODY, SIGN, FRONT, ARC, LINE, EDGE, MARK = 12.0, 8.0, 5.0, 3.0, 3.0, 1.6, 1.0
Obstacle = tuple[Capsule, float]
_ARC_PARTS, _SMALLEST_WITH_MARKS = 6, 10


def terrain_obstacles(canvas: Canvas) -> Iterator[Obstacle]:
    """Yield the marks of terrain in cells, with their weight."""
    if canvas.unit >= _SMALLEST_WITH_MARKS:
        for cell, _ in canvas.scene.board.iter_terrain():
            yield Capsule.of_text(canvas.cells.centre(cell), 1.5 * canvas.unit, canvas.unit), MARK


def surface_obstacles(canvas: Canvas) -> Iterator[Obstacle]:
    """Yield everything drawn on a board except marks of terrain, labels and answers, with its weight."""
    placed = stack_pieces(canvas)
    for name, body in placed.bodies.items():
        yield from _piece(canvas, canvas.scene.board.pieces[name], body)
    for rest in placed.rests:
        yield Capsule.of_text(rest.at, 0.7 * canvas.unit, 0.45 * canvas.unit), BODY
    yield from _edges(canvas)
    for sign, at in area_tags(canvas):
        yield Capsule.of_text(at, *area_tag_size(canvas, sign)), SIGN


def answer_obstacles(canvas: Canvas) -> Iterator[Obstacle]:
    """Yield the drawn parts of an answer on a board except labels, each with its weight."""
    yield from _lines(canvas)
    yield from _steps(canvas)
    yield from _outlined(canvas)


def _disc(at: Pixel, radius: float) -> Capsule:
    return Capsule(at, at, radius)


def _piece(canvas: Canvas, piece: Piece, body: Body) -> Iterator[Obstacle]:
    at, size, unit = body.at, body.size * canvas.unit, canvas.unit
    if piece.as_terrain is not None:
        yield Capsule.of_text(at, 1.3 * unit, 1.2 * unit), BODY
        yield _disc(at.plus(-0.6 * unit, 0.6 * unit), 0.26 * unit), SIGN
        return
    is_long = len(piece.cells) > 1 and not has_base(piece)
    middles = [canvas.cells.centre(cell) for cell in piece.cells] if is_long else [at]
    yield from ((_disc(middle, 1.2 * RADIUS * size), BODY) for middle in middles)
    yield from ((Capsule(a, b, BAR * RADIUS * size), BODY) for a, b in connections(middles, size))
    angle = facing_angle(canvas, piece)
    if angle is not None:
        yield Capsule(polar(at, 0.6 * size, angle), polar(at, 0.9 * size, angle), 0.12 * size), FRONT
    if covered := covered_angles(canvas, piece):
        half = 0.44 * 2 * pi / len(canvas.cells.grid.facings)
        first, last = covered[0] - half, covered[1] + half
        points = [polar(at, 0.68 * size, first + (last - first) * k / _ARC_PARTS) for k in range(_ARC_PARTS + 1)]
        yield from ((Capsule(a, b, 0.09 * size), ARC) for a, b in pairwise(points))
    badges = canvas.scene.depiction_of(piece).badges
    if has_bars(badges):
        for x in (-0.74 * size, 0.74 * size):
            yield Capsule(at.plus(x, -0.42 * size), at.plus(x, 0.42 * size), 0.12 * size), SIGN
    for _, place in badges_below_at(at.plus(0, 0.6 * size), piece_badge_size(size), badges):
        yield _disc(place, 0.22 * size), SIGN


def _lines(canvas: Canvas) -> Iterator[Obstacle]:
    unit = canvas.unit
    for ray in canvas.scene.rays:
        start, stop = ray_ends(canvas, ray)
        yield Capsule(start, stop, 0.06 * unit), LINE
        if ray.broken_at is not None:
            yield _disc(between(start, stop, float(ray.broken_at)), 0.26 * unit), SIGN
    for _, start, stop in link_ends(canvas):
        yield Capsule(start, stop, 0.06 * unit), LINE
        yield _disc(stop, 0.2 * unit), SIGN
    if canvas.scene.corner is not None:
        yield _disc(canvas.pixel(canvas.scene.corner.at), 0.18 * unit), SIGN


def _steps(canvas: Canvas) -> Iterator[Obstacle]:
    if canvas.unit >= SMALLEST_WITH_WAYS:
        ends = [(canvas.cells.centre(a), canvas.cells.centre(b)) for a, b in canvas.scene.steps]
        ends += [(canvas.pixel(a), canvas.pixel(b)) for a, b in canvas.scene.corner_steps]
        yield from ((_disc(between(a, b, 0.5), 0.14 * canvas.unit), LINE) for a, b in ends)


def _edges(canvas: Canvas) -> Iterator[Obstacle]:
    """Yield terrain on borders, the outlines of bases, and borders round groups."""
    scene, unit = canvas.scene, canvas.unit
    for border in scene.board.borders:
        yield Capsule(*canvas.cells.border(border), 0.14 * unit), LINE
    for piece in filter(has_base, scene.board.pieces.values()):
        yield from _round(canvas, piece.cells, 0.16 * unit)
    for group, inset in cell_groups.nested(canvas):
        yield from _round(canvas, group.cells, inset)


def _outlined(canvas: Canvas) -> Iterator[Obstacle]:
    """Yield the outlines of marked cells and pieces."""
    scene = canvas.scene
    pieces = [scene.board.pieces[name] for name in (*scene.attackers, *filter(None, (scene.viewer,)))]
    ringed = dict.fromkeys(cell for piece in pieces if not has_base(piece) for cell in piece.cells)
    for cell in dict.fromkeys((*ringed, *(site for site in scene.marks if isinstance(site, Cell)))):
        yield from _ring(canvas, cell)


def _ring(canvas: Canvas, cell: Cell) -> Iterator[Obstacle]:
    corners = [canvas.cells.centre(cell).plus(0.84 * x, 0.84 * y) for x, y in canvas.cells.outline]
    yield from ((Capsule(a, b, 0.08 * canvas.unit), EDGE) for a, b in pairwise((*corners, corners[0])))


def _round(canvas: Canvas, cells: Iterable[Cell], inset: float) -> Iterator[Obstacle]:
    inside = frozenset(cells)
    for cell in sorted(inside):
        for side, other in enumerate(canvas.cells.grid.neighbours(cell)):
            if other not in inside:
                a, b = canvas.cells.edge(cell, side)
                inward = across(a, b, inset)
                yield Capsule(a.plus(*inward), b.plus(*inward), 0.09 * canvas.unit), EDGE
