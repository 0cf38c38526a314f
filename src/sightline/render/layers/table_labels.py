"""The layer of names beside small bases and in features, where there is room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sightline.board import Feature, Piece
from sightline.plane import Polygon, Spot, inner_spot
from sightline.render.canvas import Canvas
from sightline.render.layers.table_pieces import name_on
from sightline.render.pixels import Pixel
from sightline.render.spatial_hash import Box, SpatialHash
from sightline.render.svg_tags import BOLD, MIDDLE, words
from sightline.render.table_shapes import middle, spans
from sightline.render.terrain_meanings import feature_words
from sightline.render.text_metrics import advance, shorten

_LONGEST_NAME, _LONGEST_BESIDE = 24, 14
_HALO = ' stroke-width="3.5" stroke-opacity="0.85" stroke-linejoin="round" paint-order="stroke"'
_HEIGHTS = (0.5, 0.25, 0.75, 0.12, 0.88)
_MAX_PIECES = 150
"""With more pieces, only those that the picture is about are named beside their bases."""


class Label(NamedTuple):
    """A name where there is room for it, and its owner."""

    at: Pixel
    text: str
    owner: Piece | Feature


def labels(canvas: Canvas) -> Iterator[str]:
    """Write the names of small bases beside them, and those of features where nothing stands."""
    for label in placed(canvas):
        weight = BOLD if isinstance(label.owner, Piece) else ""
        yield words("tag", label.at, canvas.inches.text_size, label.text, MIDDLE + weight + _HALO)


def placed(canvas: Canvas) -> Iterator[Label]:
    """Yield the names of small bases, whole where there is room for that, then those of features."""
    taken: SpatialHash[None] = SpatialHash(max(canvas.projection.width, canvas.projection.height))
    for piece in canvas.scene.pieces.values():
        taken.add(_box_of(canvas, *piece.shape.box), None)
    for piece in _named_beside(canvas):
        for text in dict.fromkeys((shorten(piece.name, _LONGEST_BESIDE), canvas.names[piece.name])):
            at = _free(_beside(canvas, piece, text), text, taken, canvas)
            if at is not None:
                yield Label(at, text, piece)
                break
    for feature in canvas.scene.table.features:
        name = shorten(feature_words(feature), _LONGEST_NAME)
        at = _free(_inside(canvas, feature), name, taken, canvas)
        if at is not None:
            yield Label(at, name, feature)


def _named_beside(canvas: Canvas) -> Iterator[Piece]:
    scene = canvas.scene
    about = {*scene.about, scene.viewer, *scene.named_marks}
    pieces = sorted(scene.pieces.values(), key=lambda piece: piece.name not in about)
    for piece in pieces:
        if (piece.name in about or len(pieces) <= _MAX_PIECES) and name_on(canvas, piece) is None:
            yield piece


def _beside(canvas: Canvas, piece: Piece, text: str) -> Iterator[Pixel]:
    """Yield where the name of a piece may stand: below, above, to the right, to the left."""
    low, high = piece.shape.box
    size = canvas.inches.text_size
    half = 0.5 * advance(text) * size + 3
    at = canvas.pixel(middle(piece.shape)).plus(0, 0.36 * size)
    left, top, right, bottom = _box_of(canvas, low, high)
    yield Pixel(at.x, bottom + 0.95 * size)
    yield Pixel(at.x, top - 0.3 * size)
    yield Pixel(right + half, at.y)
    yield Pixel(left - half, at.y)


def _inside(canvas: Canvas, feature: Feature) -> Iterator[Pixel]:
    """Yield where the name of a feature may stand: in its widest spans at some heights."""
    outline = feature.outline
    down = 0.36 * canvas.inches.text_size
    yield canvas.pixel(inner_spot(outline)).plus(0, down)
    for spot in _widest_parts(outline):
        yield canvas.pixel(spot).plus(0, down)


def _widest_parts(outline: Polygon) -> Iterator[Spot]:
    (_, top), (_, bottom) = outline.box
    for part in _HEIGHTS:
        y = top + part * (bottom - top)
        for left, right in sorted(spans(outline, y), key=lambda span: span[0] - span[1]):
            for across in (0.5, 0.25, 0.75):
                yield Spot(left + across * (right - left), y)


def _free(places: Iterable[Pixel], text: str, taken: SpatialHash[None], canvas: Canvas) -> Pixel | None:
    """Return the first free place for a text, and occupy it; None where there is none."""
    size = canvas.inches.text_size
    half = 0.5 * advance(text) * size
    for at in places:
        box = Box(at.x - half, at.y - 0.8 * size, at.x + half, at.y + 0.25 * size)
        if _is_on_table(canvas, box) and not taken.overlapping(box):
            taken.add(box, None)
            return at
    return None


def _is_on_table(canvas: Canvas, box: Box) -> bool:
    return canvas.projection.left <= box.left and box.right <= canvas.projection.left + canvas.projection.width


def _box_of(canvas: Canvas, low: Spot, high: Spot) -> Box:
    return Box(*canvas.pixel(low), *canvas.pixel(high))
