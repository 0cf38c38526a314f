"""The layer of pieces: bodies whose shape and colour show the side, with names, facings, arcs and badges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import atan2, hypot, pi

from sightline.board import Piece
from sightline.render.layers.badges import badges_below, bars, has_bars, piece_badge_size
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.layers.cell_stacks import has_base, stack_pieces
from sightline.render.layers.crates import crate_with_badges
from sightline.render.layers.plates import tag
from sightline.render.primitives.pixels import Pixel, number, pair, polar
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, ROUND, circle, dashed, of_piece, path, polygon, words
from sightline.render.primitives.text_metrics import escape
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.board_roster import place_words, side_words, state_words

RADIUS, BAR = 0.5, 0.8
"""The ratio of a body's radius to the size of its piece, and of half the width of bars between bodies to the radius."""
_LARGEST_NAME, _WIDEST_NAME = 0.62, 0.76
_SHAPES = ("circle", "square", "diamond", "hexagon", "triangle")


def pieces(canvas: Canvas) -> Iterator[str]:
    """Draw every piece, the largest first; pieces that share a cell are side by side, and the rest is counted."""
    placed = stack_pieces(canvas)
    shown = [piece for piece in canvas.scene.board.pieces.values() if piece.name in placed.bodies]
    for piece in sorted(shown, key=_drawing_order):
        yield f"<g{of_piece(piece.name)}><title>{escape(describe(canvas.scene, piece))}</title>"
        at, size = placed.bodies[piece.name]
        yield from (
            _piece(canvas, piece, at, size) if piece.as_terrain is None else crate_with_badges(canvas, piece, at)
        )
        yield "</g>"
    for rest in placed.rests:
        yield f"<g><title>{escape(', '.join(piece.name for piece in rest.pieces))}</title>"
        yield from count(rest.at, 0.3 * canvas.unit, len(rest.pieces))
        yield "</g>"


def _drawing_order(piece: Piece) -> tuple[bool, int]:
    """Return the sort key of a piece: objects are below all others, then the largest first."""
    return piece.as_terrain is None, -len(piece.cells) if has_base(piece) else 0


def count(at: Pixel, size: float, number_of_pieces: int) -> Iterator[str]:
    """Write how many more pieces there are."""
    yield from tag(at, size, f"+{number_of_pieces}")


def describe(scene: Scene, piece: Piece) -> str:
    """Return a piece in words: all its state that a picture shows."""
    return ", ".join((piece.name, side_words(piece), place_words(scene.board, piece), *state_words(scene, piece)))


def _piece(canvas: Canvas, piece: Piece, middle: Pixel, part: float) -> Iterator[str]:
    size = part * canvas.unit
    at = [canvas.cells.centre(cell) for cell in piece.cells if cell in canvas.scene.board]
    colour = canvas.colours[piece.side]
    shape = canvas.sides.index(piece.side) if piece.side else None
    if has_base(piece):
        yield from _base(canvas, piece, colour)
    if len(at) == 1 or has_base(piece):
        yield from _arc(canvas, piece, middle, size)
        yield from _facing(canvas, piece, middle, size)
        yield body(shape, colour, middle, RADIUS * size)
    else:
        yield from _long_body(shape, colour, at, size)
        yield from _arc(canvas, piece, middle, size)
        yield from _facing(canvas, piece, middle, size)
    badges = canvas.scene.depiction_of(piece).badges
    if has_bars(badges):
        yield from bars(middle, 0.74 * size, 0.42 * size)
    yield from badges_below(middle.plus(0, 0.6 * size), piece_badge_size(size), badges)
    name, height = name_on(canvas, piece, part)
    if canvas.is_written(height):
        yield words(f"name-{colour}", middle.plus(0, 0.36 * height), height, name, MIDDLE + BOLD)


def name_on(canvas: Canvas, piece: Piece, part: float) -> tuple[str, float]:
    """Return the text on a body of a size, in cell units, and the text size in pixels."""
    size = part * canvas.unit
    return canvas.fitted_name(piece.name, _WIDEST_NAME * size, _LARGEST_NAME * size)


def _base(canvas: Canvas, piece: Piece, colour: str) -> Iterator[str]:
    """Draw the base of a large piece; terrain and labels remain visible through it."""
    edge = outline_path(canvas, [cell for cell in piece.cells if cell in canvas.scene.board], 0.16)
    yield path(f"side-{colour}", edge, 0.1 * canvas.unit, f'{ROUND} fill-opacity="0.5"')


def body(shape: int | None, colour: str, at: Pixel, radius: float, edge: float = 0.14) -> str:
    """Draw the body of a piece; `shape` is the index of its side, None for no side."""
    css, width = f"side-{colour}", edge * radius
    name = "none" if shape is None else _SHAPES[shape % len(_SHAPES)]
    if name in ("none", "circle"):
        dashes = dashed(0.3 * radius, 0.2 * radius) if shape is None else ""
        return circle(css, at, radius, width, dashes)
    corners = {"square": 4, "diamond": 4, "hexagon": 6, "triangle": 3}[name]
    turned = -pi / 4 if name == "square" else -pi / 2
    reach = {"square": 1.24, "diamond": 1.3, "hexagon": 1.12, "triangle": 1.4}[name] * radius
    outline = polygon(*(polar(at, reach, turned + k * 2 * pi / corners) for k in range(corners)))
    return path(css, outline, width, ROUND)


def _long_body(shape: int | None, colour: str, at: list[Pixel], size: float) -> Iterator[str]:
    """Draw a piece of several cells: a body in each, and bars between those that touch."""
    # Once with edges and once without, so that only the outer edge remains visible.
    for edge in (0.14, 0.0):
        for a, b in connections(at, size):
            yield _bar(f"side-{colour}", a, b, BAR * RADIUS * size, edge * RADIUS * size)
        for place in at:
            yield body(shape, colour, place, RADIUS * size, edge)


def connections(at: Sequence[Pixel], size: float) -> Sequence[tuple[Pixel, Pixel]]:
    """Return the ends of the bars of a piece of several cells: the centres of touching bodies."""
    return [(a, b) for a, b in combinations(at, 2) if hypot(a.x - b.x, a.y - b.y) < 2.1 * size]


def _bar(css: str, a: Pixel, b: Pixel, half: float, width: float) -> str:
    along = atan2(b.y - a.y, b.x - a.x)
    ends = ((a, -pi / 2), (b, -pi / 2), (b, pi / 2), (a, pi / 2))
    return path(css, polygon(*(polar(end, half, along + turn) for end, turn in ends)), width)


def facing_angle(canvas: Canvas, piece: Piece) -> float | None:
    """Return the direction that a piece faces in radians, None if it has no facing."""
    return canvas.cells.angle(str(piece.facing))


def covered_angles(canvas: Canvas, piece: Piece) -> tuple[float, ...]:
    """Return the directions of the first and last side in the arc of a piece in radians; () without an arc."""
    angle, arc = facing_angle(canvas, piece), canvas.scene.depiction_of(piece).arc
    if angle is None or arc is None:
        return ()
    return tuple(angle + steps * 2 * pi / len(canvas.cells.grid.facings) for steps in (arc.first, arc.last))


def _facing(canvas: Canvas, piece: Piece, at: Pixel, size: float) -> Iterator[str]:
    angle = facing_angle(canvas, piece)
    if angle is not None:
        spread, colour = 0.42, canvas.colours[piece.side]
        base = (polar(at, RADIUS * size, angle - spread), polar(at, RADIUS * size, angle + spread))
        yield path(f"side-{colour}", polygon(polar(at, 0.95 * size, angle), *base), 0.07 * size, ROUND)


def _arc(canvas: Canvas, piece: Piece, at: Pixel, size: float) -> Iterator[str]:
    covered = covered_angles(canvas, piece)
    if not covered:
        return
    step = 2 * pi / len(canvas.cells.grid.facings)
    first, last = (angle + half * step for angle, half in zip(covered, (-0.44, 0.44), strict=True))
    radius = 0.68 * size
    arc = f"M{pair(polar(at, radius, first))}A{number(radius)} {number(radius)} 0 0 1 {pair(polar(at, radius, last))}"
    yield path("shield", arc, 0.15 * size, ' stroke-linecap="round"')
    yield path("shield-shine", arc, 0.05 * size, ' stroke-linecap="round"')
