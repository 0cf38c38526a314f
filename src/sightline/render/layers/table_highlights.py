"""The layers of what findings are about, of sight, and of where a piece can end its move, on free tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.plane import Disc, Shape, Spot
from sightline.render.canvas import pair
from sightline.render.layers.rays import outline, sign
from sightline.render.parts import Mark
from sightline.render.shapes import extent, middle
from sightline.render.svg_tags import ROUND, circle, path
from sightline.render.view import View
from sightline.rules import Effect, Sight

AREA = ' fill-rule="evenodd" fill-opacity="0.55"'
_SEEN = {Sight.CLEAR: Effect.PERMITS, Sight.IMPEDED: Effect.IMPEDES, Sight.BLOCKED: Effect.BLOCKS}
"""The signs that show how a piece is seen."""


def area(view: View) -> Iterator[str]:
    """Draw where the middle of a piece can end its move."""
    rings = "".join("M" + "L".join(pair(view.pixel(spot)) for spot in ring) + "z" for ring in view.scene.area)
    if rings:
        yield path("reached-2", rings, None, AREA)
        yield path("area-edge", rings, 1.6, ROUND)


def glows(view: View) -> Iterator[str]:
    """Draw a glow round those who are seen."""
    for name, sight in (view.scene.seen_pieces or {}).items():
        shape = view.scene.pieces[name].shape
        css = "seen" if sight is Sight.CLEAR else "half-seen"
        radius = _radius(view, shape) + 0.35 * view.unit
        yield circle(css, view.pixel(middle(shape)), radius, None, ' fill-opacity="0.8"')


def viewer(view: View) -> Iterator[str]:
    """Draw a ring round the piece that all is about."""
    if view.scene.viewer is not None:
        shape = view.scene.pieces[view.scene.viewer].shape
        yield circle("halo", view.pixel(middle(shape)), _radius(view, shape) + 0.26 * view.unit, 0.3 * view.unit)
        yield circle("viewer", view.pixel(middle(shape)), _radius(view, shape) + 0.26 * view.unit, 0.16 * view.unit)


def _radius(view: View, shape: Shape) -> float:
    return extent(shape) * view.inches.inch


def unseen(view: View) -> Iterator[str]:
    """Darken the pieces that are not seen."""
    for name in _not_seen(view):
        outlined = view.inches.path(view.scene.pieces[name].shape)
        yield path("unseen", outlined, None, ' fill-opacity="0.45"')
        yield f'<path d="{outlined}" fill="url(#{view.prefix}-unseen-hatch)"/>'


def _not_seen(view: View) -> Iterator[str]:
    seen = view.scene.seen_pieces
    if seen is not None:
        yield from (name for name in view.scene.pieces if name not in seen and name != view.scene.viewer)


def outlines(view: View) -> Iterator[str]:
    """Outline every feature and piece that findings are about, each effect in its own style."""
    for shape, mark in _marked(view):
        data = view.inches.path(shape)
        yield path("halo", data, 0.26 * view.unit, ' stroke-opacity="0.8" stroke-linejoin="round"')
        yield path(str(mark.effect), data, 0.14 * view.unit, outline(view, mark.effect))


def _marked(view: View) -> Iterator[tuple[Shape, Mark]]:
    table, marks = view.scene.table, view.scene.named_marks
    shapes = [(feature.name, feature.outline) for feature in table.features]
    for name, shape in (*shapes, *((piece.name, piece.shape) for piece in table.pieces.values())):
        if name in marks:
            yield shape, marks[name]


def signs(view: View) -> Iterator[str]:
    """Draw a sign at everything that findings are about, and at every piece how it is seen."""
    for shape, mark in _marked(view):
        yield from sign(mark.effect, view.pixel(_low_corner(shape)), 0.4 * view.unit, mark.value)
    for name, effect in seen_signs(view).items():
        yield from sign(effect, view.pixel(_low_corner(view.scene.pieces[name].shape)), 0.34 * view.unit)


def seen_signs(view: View) -> Mapping[str, Effect]:
    """Return by name the sign that shows how each piece is seen."""
    seen, viewer = view.scene.seen_pieces, view.scene.viewer
    if seen is None:
        return {}
    return {name: _SEEN[seen.get(name, Sight.BLOCKED)] for name in view.scene.pieces if name != viewer}


def _low_corner(shape: Shape) -> Spot:
    """Return the point of an outline that lies lowest on the left."""
    if isinstance(shape, Disc):
        return shape.centre.plus(-0.7 * shape.radius, 0.7 * shape.radius)
    return max(shape.corners, key=lambda corner: corner.y - corner.x)
