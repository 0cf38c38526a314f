"""The pieces and features of a free table in words."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import Base, Feature, Inches, Piece
from sightline.i18n import LocalNumber, _, localized
from sightline.plane import Spot, overlap
from sightline.render.primitives.spatial_hash import Box
from sightline.render.primitives.text_metrics import shorten
from sightline.render.scenes.measurements import coordinates
from sightline.render.scenes.scene import Scene
from sightline.render.scenes.terrain_meanings import feature_words
from sightline.render.text_maps.board_roster import side_words, standing_words

_LONGEST_NAME = 40


def piece_words(scene: Scene, piece: Piece) -> Iterator[str]:
    """Yield a piece in words: its name, side, place, base and facing, and the features that it is in."""
    yield shorten(piece.name, _LONGEST_NAME)
    yield side_words(piece)
    if piece.building:
        yield _("building")
        yield box_words(*piece.shape.box)
    else:
        yield from _stand_words(piece)
    shape = piece.shape
    for feature in scene.features_by_place.overlapping(Box(*shape.box[0], *shape.box[1])):
        if overlap(shape, feature.outline):
            yield shorten(standing_words(scene, feature.name), _LONGEST_NAME)


def _stand_words(piece: Piece) -> Iterator[str]:
    if isinstance(piece.at, Spot):
        yield _("at {place}").format(place=coordinates(*piece.at))
    if piece.base is not None:
        yield _("base {size}").format(size=_base_words(piece.base))
        if piece.base.length is not None:
            yield _("facing {facing}").format(facing=f"{localized(degrees_of(piece))}°")


def degrees_of(piece: Piece) -> float:
    """Return the direction of a piece on a free table, in degrees clockwise from up."""
    return float(piece.facing or 0)


def _base_words(base: Base) -> str:
    return " × ".join(_length_words(length) for length in (base.width, base.length) if length is not None)


def _length_words(length: Inches) -> str:
    number = localized(LocalNumber(length.text.removesuffix("mm").rstrip()))
    text = _("{number}mm") if length.text.endswith("mm") else _("{number}″")
    return text.format(number=number)


def box_words(low: Spot, high: Spot) -> str:
    """Return a bounding box in words."""
    return _("from {low} to {high}").format(low=coordinates(*low), high=coordinates(*high))


def feature_facts(scene: Scene, feature: Feature) -> Iterator[str]:
    """Yield a feature in words: its name, its meaning, and its bounding box."""
    yield shorten(feature_words(feature), _LONGEST_NAME)
    yield from scene.features[feature.name].words
    yield box_words(*feature.outline.box)
