"""Free tables: features with outlines, and checks of where pieces stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any

from msgspec import structs

from sightline.board import BasedPiece, Feature, Piece, Table, format_inches
from sightline.formats import yaml_tree
from sightline.formats.containers import Field, ListReader, StructReader
from sightline.formats.context import Context
from sightline.formats.measured import OUTLINE
from sightline.formats.readers import INVALID, ContextReader, NameReader, Schema, shorten
from sightline.formats.struct_readers import struct_reader
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _, localized
from sightline.plane import SAME, Disc, Polygon, Shape, distance, overlap
from sightline.rules import FieldError, Terrain

MAX_ON_TABLE = 1000
"""The maximum number of features, and of pieces, of a table."""
MAX_BUILDING_CORNERS = 2000
"""The maximum total number of corners of the outlines of all buildings of a table."""


class _FeatureReader(ContextReader, frozen=True):
    """A feature: its kind, the terrain of that kind, and its outline."""

    def reader_in(self, context: Context, known: Terrain | None = None) -> StructReader:
        kind = context.rules.terrain_type if context.rules else Terrain
        stated = struct_reader(kind, N_("a feature"), omit=("letter",), is_open=context.rules is None)
        own = {key: Field(field.reader, field.needed and known is None) for key, field in stated.fields.items()}
        fields = {"is": Field(NameReader(), needed=True), **own, "outline": Field(OUTLINE, needed=True)}

        def build(values: dict[str, Any]) -> Feature:
            name, outline = values.pop("is"), Polygon(values.pop("outline"))
            means = kind(**values) if known is None else structs.replace(known, **values)
            return Feature(name, name, outline, means)

        return structs.replace(stated, fields=fields, build=build)

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        entries = node.entries if isinstance(node, yaml_tree.Mapping) else {}
        word = entries["is"][1] if "is" in entries else None
        known = context.terrain.get(word.text) if isinstance(word, Scalar) else None
        return self.reader_in(context, known).read(node, key, context, owner)

    def schema(self, context: Context) -> Schema:
        return {**super().schema(context), "required": ["is", "outline"]}  # a known kind states the rest


class _FeaturesReader(ListReader, frozen=True):
    """The features of a table, with unique names."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        features = super().read(node, key, context, owner)
        if features is INVALID:
            return INVALID
        if len(features) > MAX_ON_TABLE:
            message = _("a table has at most {most} features, not {count}")
            return self.refuse(node, key, context, message.format(most=MAX_ON_TABLE, count=len(features)), ())
        return tuple(_with_unique_names(features))


FEATURES = _FeaturesReader(_FeatureReader(), N_("a list of features"))


def _with_unique_names(features: Sequence[Feature]) -> Iterator[Feature]:
    """Yield features named after their kind, with a number if there are several of a kind."""
    kinds = Counter(feature.kind for feature in features)
    names = {kind: _numbered(kind, kinds) for kind in kinds}
    for feature in features:
        yield feature if kinds[feature.kind] == 1 else structs.replace(feature, name=next(names[feature.kind]))


def _numbered(kind: str, kinds: Container[str]) -> Iterator[str]:
    """Yield names for features of a kind, such as `wall 1`, without those that are another kind."""
    yield from (name for number in count(1) if (name := f"{kind} {number}") not in kinds)


def build_table(values: Mapping[str, Any]) -> Table:
    """Return the table with the fields of a map."""
    width, height = values["size"]
    return Table(MappingProxyType({}), width, height, values.get("features", ()))


def find_excess_corners(pieces: Iterable[Piece]) -> str | None:
    """Return the message about too many corners of buildings; None if there are not too many."""
    corners = sum(len(piece.outline) for piece in pieces if isinstance(piece, BasedPiece))
    if corners <= MAX_BUILDING_CORNERS:
        return None
    message = _("the buildings of a table have at most {most} corners together, not {count}")
    return message.format(most=MAX_BUILDING_CORNERS, count=corners)


def find_overhang(table: Table, piece: Piece) -> str | None:
    """Return the message about a piece over the edge of the table; None if it is on the table."""
    left, top, right, bottom = _bounds(piece.shape)
    over = max(-left, -top, right - table.width, bottom - table.height)
    if over < SAME:
        return None
    by, size = localized(format_inches(over)), f"{format_inches(table.width)}x{format_inches(table.height)}"
    message = _("{name!r} hangs {inches} inches over the edge of the table, which is {size}")
    return message.format(name=shorten(piece.name), inches=by, size=size)


def iter_outline_errors(piece: BasedPiece) -> Iterator[FieldError]:
    """Yield errors in the outline of a piece: only buildings have one, and it contains their place."""
    if not piece.outline:
        if piece.building:
            yield FieldError("building", _("a building on a free table needs an outline"))
    elif not piece.building:
        yield FieldError("outline", _("only a building can have an outline"), ("building: true",))
    elif piece.at not in Polygon(piece.outline) and distance(Disc(piece.spot, 0), Polygon(piece.outline)) > SAME:
        yield FieldError("at", _("the place of a building must be inside its outline"))


def iter_overlapping(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """Yield pairs of overlapping pieces: each piece that overlaps earlier ones once, after one of them."""
    reported: set[str] = set()
    order = {piece.name: number for number, piece in enumerate(pieces)}
    shapes = {piece.name: piece.shape for piece in pieces}
    boxes = sorted(((_bounds(shapes[piece.name]), piece) for piece in pieces), key=lambda each: each[0])
    for number, (box, piece) in enumerate(boxes):
        for other_box, other in boxes[number + 1 :]:
            if other_box[0] >= box[2]:
                break
            first, second = (piece, other) if order[piece.name] < order[other.name] else (other, piece)
            is_near = other_box[1] < box[3] and box[1] < other_box[3]
            if is_near and second.name not in reported and overlap(shapes[piece.name], shapes[other.name]):
                reported.add(second.name)
                yield first, second


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Return the least x and y and the greatest x and y of a shape."""
    (left, top), (right, bottom) = shape.box
    return left, top, right, bottom
