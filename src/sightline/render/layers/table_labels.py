"""The layer of names beside small bases and in features, if there is room for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sightline.board import Feature, Piece
from sightline.plane import Polygon, Spot, inner_spot
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.links import link_ends
from sightline.render.layers.plates import plate_size
from sightline.render.layers.table_lines import sign_capsules, tape_place, tape_size
from sightline.render.layers.table_pieces import name_on
from sightline.render.primitives.label_layout import BOLDER, Capsule, LabelLayout
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.svg_tags import BOLD, MIDDLE, beside, words
from sightline.render.primitives.table_shapes import middle, spans
from sightline.render.primitives.text_metrics import advance, clean, shorten
from sightline.render.scenes.measurements import inches
from sightline.render.scenes.terrain_meanings import feature_words

_LONGEST_NAME, _LONGEST_BESIDE = 24, 14
_HALO = ' stroke-width="3.5" stroke-opacity="0.85" stroke-linejoin="round" paint-order="stroke"'
_HEIGHTS = (0.5, 0.25, 0.75, 0.12, 0.88)
_HARD, _SOFT, _WORST = 12.0, 3.0, 2.5
_MAX_PIECES = 150
"""With more pieces than this, names beside bases are limited to the pieces that the picture is about."""


class TableLabel(NamedTuple):
    """A name, its middle, and its owner."""

    at: Pixel
    text: str
    owner: Piece | Feature


def labels(canvas: Canvas) -> Iterator[str]:
    """Write the names of small bases beside them, and those of features in free places."""
    size = canvas.inches.text_size
    for label in placed(canvas):
        more = BOLD + beside(label.owner.name) if isinstance(label.owner, Piece) else ""
        yield words("tag", label.at.plus(0, 0.36 * size), size, label.text, MIDDLE + more + _HALO)


def placed(canvas: Canvas) -> Sequence[TableLabel]:
    """Return the names of small bases, whole if there is room, then those of features."""
    return canvas.computed(_placed)


def _placed(canvas: Canvas) -> Sequence[TableLabel]:
    if canvas.below is not None:
        return placed(canvas.below)
    layout, size = LabelLayout(3 * canvas.unit), canvas.inches.text_size
    for capsule, weight in _obstacles(canvas):
        layout.add(capsule, weight)
    found = []
    for piece in _named_beside(canvas):
        short = () if name_on(canvas, piece) else (canvas.names[piece.name],)
        for text in dict.fromkeys((shorten(piece.name, _LONGEST_BESIDE), *short)):
            width = BOLDER * advance(text) * size
            places = (at for at in _beside(canvas, piece, width) if _is_on_table(canvas, at, width))
            if label := layout.place(places, width, 0.9 * size, _HARD, _WORST):
                found.append(TableLabel(label.at, text, piece))
                break
    for feature in canvas.scene.table.features:
        text = shorten(feature_words(feature), _LONGEST_NAME)
        width = advance(text) * size
        places = (at for at in _around(canvas, feature) if _is_on_table(canvas, at, width))
        if label := layout.place(places, width, 0.9 * size, _HARD, _WORST):
            found.append(TableLabel(label.at, text, feature))
    return found


def _obstacles(canvas: Canvas) -> Iterator[tuple[Capsule, float]]:
    """Yield the obstacles of names with their weights: bases, lines, signs, the tape and its number."""
    scene, unit = canvas.scene, canvas.unit
    for piece in scene.pieces.values():
        (left, top), (right, bottom) = map(canvas.pixel, piece.shape.box)
        yield Capsule.of_text(canvas.pixel(middle(piece.shape)), right - left, bottom - top), _HARD
    for segment in scene.segments:
        start, stop = canvas.pixel(segment.start), canvas.pixel(segment.stop)
        yield Capsule(start, stop, 0.1 * unit), _SOFT
    yield from ((Capsule(start, stop, 0.1 * unit), _SOFT) for _, start, stop in link_ends(canvas))
    if scene.tape is not None:
        yield Capsule(canvas.pixel(scene.tape.start), canvas.pixel(scene.tape.stop), 0.1 * unit), _SOFT
        size = plate_size(tape_size(canvas), inches(scene.tape.inches))
        yield Capsule.of_text(tape_place(canvas, scene.tape), *size), _HARD
    yield from ((sign, _HARD) for sign in sign_capsules(canvas))


def _named_beside(canvas: Canvas) -> Iterator[Piece]:
    scene = canvas.scene
    about = {*scene.about, scene.viewer, *scene.named_marks}
    pieces = sorted(scene.pieces.values(), key=lambda piece: piece.name not in about)
    for piece in pieces:
        on = name_on(canvas, piece)
        is_whole = on is not None and on.text == clean(piece.name)
        if (piece.name in about or len(pieces) <= _MAX_PIECES) and not is_whole:
            yield piece


def _beside(canvas: Canvas, piece: Piece, width: float) -> Iterator[Pixel]:
    """Yield candidate middles of the name of a piece: below, above, to the right, to the left."""
    size, half = canvas.inches.text_size, 0.5 * width + 3
    at = canvas.pixel(middle(piece.shape))
    (left, top), (right, bottom) = map(canvas.pixel, piece.shape.box)
    yield Pixel(at.x, bottom + 0.6 * size)
    yield Pixel(at.x, top - 0.65 * size)
    yield Pixel(right + half, at.y)
    yield Pixel(left - half, at.y)


def _around(canvas: Canvas, feature: Feature) -> Iterator[Pixel]:
    """Yield candidate middles of the name of a feature: in its widest spans at some heights, then outside."""
    outline = feature.outline
    yield canvas.pixel(inner_spot(outline))
    yield from map(canvas.pixel, _widest_parts(outline))
    (_, top), (_, bottom) = map(canvas.pixel, outline.box)
    at, size = canvas.pixel(middle(outline)), canvas.inches.text_size
    yield Pixel(at.x, bottom + 0.7 * size)
    yield Pixel(at.x, top - 0.7 * size)


def _widest_parts(outline: Polygon) -> Iterator[Spot]:
    (_, top), (_, bottom) = outline.box
    for part in _HEIGHTS:
        y = top + part * (bottom - top)
        for left, right in sorted(spans(outline, y), key=lambda span: span[0] - span[1]):
            for across in (0.5, 0.25, 0.75):
                yield Spot(left + across * (right - left), y)


def _is_on_table(canvas: Canvas, at: Pixel, width: float) -> bool:
    on = canvas.projection
    return on.left <= at.x - width / 2 and at.x + width / 2 <= on.left + on.width and on.top < at.y < on.top + on.height
