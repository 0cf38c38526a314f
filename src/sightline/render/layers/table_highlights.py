"""The layers of marked pieces and features, of sight, and of the area of a move, on free tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.plane import Disc, Shape, Spot
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.rays import outline, sign
from sightline.render.primitives.pixels import Pixel, pair
from sightline.render.primitives.svg_tags import ROUND, circle, path
from sightline.render.primitives.table_shapes import extent, middle
from sightline.render.scenes.parts import Mark
from sightline.rules import Effect, Sight

AREA = ' fill-rule="evenodd" fill-opacity="0.55"'
_SEEN = {Sight.CLEAR: Effect.PERMITS, Sight.IMPEDED: Effect.IMPEDES, Sight.BLOCKED: Effect.BLOCKS}
"""The signs of sight of a piece."""


def area(canvas: Canvas) -> Iterator[str]:
    """Draw the area in which the middle of a piece can end its move."""
    rings = "".join("M" + "L".join(pair(canvas.pixel(spot)) for spot in ring) + "z" for ring in canvas.scene.area)
    if rings:
        yield path("reached-2", rings, None, AREA)
        yield path("area-edge", rings, 1.6, ROUND)


def glows(canvas: Canvas) -> Iterator[str]:
    """Draw a glow round seen pieces."""
    for name, sight in (canvas.scene.seen_pieces or {}).items():
        shape = canvas.scene.pieces[name].shape
        css = "seen" if sight is Sight.CLEAR else "half-seen"
        radius = _radius(canvas, shape) + 0.35 * canvas.unit
        yield circle(css, canvas.pixel(middle(shape)), radius, None, ' fill-opacity="0.8"')


def viewer(canvas: Canvas) -> Iterator[str]:
    """Draw a ring round the piece that the picture is about."""
    if canvas.scene.viewer is not None:
        shape = canvas.scene.pieces[canvas.scene.viewer].shape
        yield circle(
            "halo", canvas.pixel(middle(shape)), _radius(canvas, shape) + 0.26 * canvas.unit, 0.3 * canvas.unit
        )
        yield circle(
            "viewer", canvas.pixel(middle(shape)), _radius(canvas, shape) + 0.26 * canvas.unit, 0.16 * canvas.unit
        )


def _radius(canvas: Canvas, shape: Shape) -> float:
    return extent(shape) * canvas.inches.inch


def unseen(canvas: Canvas) -> Iterator[str]:
    """Darken unseen pieces."""
    for name in _not_seen(canvas):
        outlined = canvas.inches.path(canvas.scene.pieces[name].shape)
        yield path("unseen", outlined, None, ' fill-opacity="0.45"')
        yield f'<path d="{outlined}" fill="url(#{canvas.prefix}-unseen-hatch)"/>'


def _not_seen(canvas: Canvas) -> Iterator[str]:
    seen = canvas.scene.seen_pieces
    if seen is not None:
        yield from (name for name in canvas.scene.pieces if name not in seen and name != canvas.scene.viewer)


def outlines(canvas: Canvas) -> Iterator[str]:
    """Outline every feature and piece that findings are about, each effect in its own style."""
    for shape, mark in _marked(canvas):
        data = canvas.inches.path(shape)
        yield path("halo", data, 0.26 * canvas.unit, ' stroke-opacity="0.8" stroke-linejoin="round"')
        yield path(str(mark.effect), data, 0.14 * canvas.unit, outline(canvas, mark.effect))


def _marked(canvas: Canvas) -> Iterator[tuple[Shape, Mark]]:
    table, marks = canvas.scene.table, canvas.scene.named_marks
    shapes = [(feature.name, feature.outline) for feature in table.features]
    for name, shape in (*shapes, *((piece.name, piece.shape) for piece in table.pieces.values())):
        if name in marks:
            yield shape, marks[name]


def signs(canvas: Canvas) -> Iterator[str]:
    """Draw a sign at everything that findings are about, and a sign of sight at every piece."""
    for shape, mark in _marked(canvas):
        yield from sign(mark.effect, canvas.pixel(_low_corner(shape)), sign_radius(canvas, 0.4), mark.value)
    for name, effect in seen_signs(canvas).items():
        at = canvas.pixel(_low_corner(canvas.scene.pieces[name].shape))
        yield from sign(effect, at, sign_radius(canvas, 0.34))


def sign_radius(canvas: Canvas, size: float) -> float:
    """Return the radius of a sign of a size in units, at least that of a legible one, in pixels."""
    return max(0.75 * canvas.smallest_text, size * canvas.unit)


def sign_places(canvas: Canvas) -> Iterator[Pixel]:
    """Yield the middles of the signs of findings and of sight."""
    shapes = (
        *(shape for shape, _ in _marked(canvas)),
        *(canvas.scene.pieces[name].shape for name in seen_signs(canvas)),
    )
    yield from (canvas.pixel(_low_corner(shape)) for shape in shapes)


def seen_signs(canvas: Canvas) -> Mapping[str, Effect]:
    """Return the sign of sight of each piece, by name."""
    seen, viewer = canvas.scene.seen_pieces, canvas.scene.viewer
    if seen is None:
        return {}
    return {name: _SEEN[seen.get(name, Sight.BLOCKED)] for name in canvas.scene.pieces if name != viewer}


def _low_corner(shape: Shape) -> Spot:
    """Return the lowest point of an outline, the leftmost of equal ones."""
    if isinstance(shape, Disc):
        return shape.centre.plus(-0.7 * shape.radius, 0.7 * shape.radius)
    return max(shape.corners, key=lambda corner: corner.y - corner.x)
