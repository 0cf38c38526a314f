"""The sections `pieces` and `pairs` of a scenario."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import structs

from sightline.board import BasedPiece, Hint, Piece
from sightline.formats import yaml_tree
from sightline.formats.cell_lists import CELLS
from sightline.formats.containers import Field, ListReader, MappingReader, StructReader
from sightline.formats.context import Context
from sightline.formats.free_tables import (
    MAX_ON_TABLE,
)
from sightline.formats.measured import SPOT
from sightline.formats.piece_checks import StatedPiece, check_pieces
from sightline.formats.readers import INVALID, NameReader, Reader, Schema, join, shorten
from sightline.formats.struct_readers import CELL, MIDDLE, PIECE, by_field, struct_reader
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _
from sightline.lattice import Cell, Point
from sightline.plane import Polygon, Spot, inner_spot
from sightline.rules import placing_of


class PiecesReader(MappingReader, frozen=True):
    """The pieces by name; the value is a tuple of them."""

    what = N_("a mapping of pieces")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        if context.is_free and len(node.entries) > MAX_ON_TABLE:
            message = _("a free table has at most {most} pieces, not {count}")
            return self.refuse(node, key, context, message.format(most=MAX_ON_TABLE, count=len(node.entries)), ())
        context.piece_names = node.entries
        reader = piece_reader(context)
        pieces = [
            _read_piece(word, child, join(key, word.text), reader, context) for word, child in node.entries.values()
        ]
        context.pieces = tuple(each.valid for each in pieces if each.valid is not None)
        is_checked = check_pieces(pieces, node, context)
        return context.pieces if is_checked and len(context.pieces) == len(pieces) else INVALID

    def schema(self, context: Context) -> Schema:
        names = NameReader().schema(context)
        return {"type": "object", "propertyNames": names, "additionalProperties": piece_reader(context).schema(context)}


def _read_piece(word: Scalar, node: Node, key: str, reader: StructReader, context: Context) -> StatedPiece:
    context.stated = {}
    name = NameReader().read(word, key, context, word)
    values = reader.read(node, key, context, word)
    kind = context.rules.piece_type if context.rules else Piece
    is_valid = name is not INVALID and values is not INVALID
    piece = context.occupying(kind(name=name, **values)) if is_valid else None
    if piece is not None and piece.as_terrain is not None:
        context.objects.add(piece.name)
    place = _place_of(node)
    if place is None:
        return StatedPiece(word.text, word, node, piece, None, None)
    context.places[key] = place[1]
    return StatedPiece(word.text, word, node, piece, piece or _standing(kind, word.text, context), place)


def _place_of(piece: Node) -> tuple[str, Node] | None:
    """Return the key and value of the place of a piece: `at`, or `outline` for a building without it."""
    entries = piece.entries if isinstance(piece, yaml_tree.Mapping) else {}
    return next(((key, entries[key][1]) for key in ("at", "outline") if key in entries), None)


def _standing(kind: type[Piece], name: str, context: Context) -> Piece | None:
    """Return an invalid piece at its place, None if that is not known."""
    wanted = placing_of(context.rules).place_fields if context.rules else ()
    stated = {key: context.stated[key] for key in wanted if key in context.stated}
    needed = ("base", "outline") if context.is_free else ("at",)
    if INVALID in stated.values() or not any(key in stated for key in needed):
        return None
    with contextlib.suppress(TypeError):  # a required key is missing
        return context.occupying(kind(name=name, **_by_field(stated, context)))
    return None


class _StatedPieceReader(StructReader, frozen=True):
    """The keys of a piece; the values read so far are available in the context."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        context.stated = values


class _FreePieceReader(_StatedPieceReader, frozen=True):
    """The keys of a piece on a free table: a building has an outline, any other a place and a base."""

    def needs(self, name: str, given: Mapping[str, Node]) -> bool:
        is_building = isinstance(flag := given.get("building"), Scalar) and flag.text == "true"
        match name:
            case "at" | "base":
                return not is_building
            case "outline":
                return is_building
        return super().needs(name, given)

    def schema(self, context: Context) -> Schema:
        stated = super().schema(context)
        is_building = {"properties": {"building": {"const": True}}, "required": ["building"]}
        unit = {"properties": {"outline": False}, "required": ["at", "base"]}
        return {**stated, "required": [], "if": is_building, "then": {"required": ["outline"]}, "else": unit}


def piece_reader(context: Context) -> StructReader:
    """Return the reader of the keys of a piece; the value is a dict by field, without the name."""
    piece = context.rules.piece_type if context.rules else Piece
    omit = ("name", "at", *piece.derived_fields)
    if context.rules is None:
        known = struct_reader(piece, N_("a piece"), omit=omit, build=dict, is_open=True)
        return structs.replace(known, fields={"at": Field(_AnyPlaceReader(), needed=True), **known.fields})
    if issubclass(piece, BasedPiece) and not context.is_free:
        omit = (*omit, *_FREE_ALONE)
    stated = struct_reader(piece, N_("a piece"), omit=omit)
    fields = {"at": Field(_place_reader(piece, context), needed=True), **stated.fields}
    reader = _FreePieceReader if context.is_free else _StatedPieceReader
    return reader(fields, lambda values: _by_field(values, context), stated.what)


_FREE_ALONE = ("facing", "outline")
"""The fields of a piece with a base that exist on free tables only."""


def _place_reader(kind: type[Piece], context: Context) -> Reader:
    if context.is_free:
        return SPOT
    if kind.centred:
        return MIDDLE
    return CELL if kind.max_cells == 1 else _CellsReader(kind.max_cells)


def _by_field(values: dict[str, Any], context: Context) -> dict[str, Any]:
    """Return the values of a piece by field; the place is split into first cell, and other cells or corner."""
    values = by_field(context.rules.piece_type if context.rules else Piece, values)
    match values.get("at"):
        case None if values.get("outline"):
            return {**values, "at": inner_spot(Polygon(values["outline"]))}
        case None | Spot():
            return values
        case Point() as middle:
            assert context.board is not None  # the corner was parsed relative to it
            near = (cell for cell in context.board.grid.cells_at(middle) if cell in context.board)
            return {**values, "at": next(near), "beside": (), "middle": middle}
        case Cell() as at:
            return {**values, "beside": (), "middle": None}
        case (at, *beside):
            return {**values, "at": at, "beside": tuple(beside)}
    raise TypeError(values["at"])


class _AnyPlaceReader(Reader, frozen=True):
    """A place of a piece of an unknown system: a cell or corner, or any list."""

    what = CELL.what

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        place = INVALID if isinstance(node, yaml_tree.Sequence) else MIDDLE.read(node, key, context, owner)
        return place if isinstance(place, Cell) else INVALID

    def schema(self, context: Context) -> Schema:
        return {}


class _CellsReader(Reader, frozen=True):
    """A cell, or a list of different cells and rectangles, `most` cells or fewer; the value is a tuple of cells."""

    most: int
    what = CELL.what
    misplaced = CELL.misplaced

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, Scalar):
            cell = CELL.read(node, key, context, owner)
            return INVALID if cell is INVALID else (cell,)
        if not self.accepts(node, yaml_tree.Sequence, key, context):
            return INVALID
        listed = CELLS.read(node, key, context, owner)
        board = context.board
        if listed is INVALID or board is None:
            return INVALID
        indices = [index for rectangle in listed for index in rectangle.indices(board.columns)]
        indices = [index for index in indices if board.ground[index] is not None]
        count = len(indices)
        is_repeated = len(set(indices)) < count
        if not is_repeated and 1 <= count <= self.most:
            return tuple(board.grid.cell_at(index % board.columns, index // board.columns) for index in indices)
        message = (
            _("a piece stands on 1 to {most} different cells; one is named twice")
            if is_repeated
            else _("a piece stands on 1 to {most} cells, not {count}")
        )
        return self.refuse(node, key, context, message.format(most=self.most, count=count))

    def allowed(self, context: Context) -> Collection[str]:
        return (*CELL.allowed(context), Hint(_("a list of up to {most} cells").format(most=self.most)))

    def schema(self, context: Context) -> Schema:
        cell = CELL.schema(context)
        cells = {**CELLS.schema(context), "minItems": 1, "maxItems": self.most, "uniqueItems": True}
        return {"anyOf": [cell, cells]}


class _PairReader(ListReader, frozen=True):
    """The names of two different pieces."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        names = super().read(node, key, context, owner)
        message = None if names is INVALID else self._complaint(names, context)
        if message is None:
            return names
        context.problems.add(node, key, message, found=node.found, allowed=(Hint(_("[attacker, target]")),))
        return INVALID

    def _complaint(self, names: Sequence[str], context: Context) -> str | None:
        if len(names) != 2:
            return _("a pair must have 2 pieces, not {count}").format(count=len(names))
        if names[0] == names[1]:
            return _("{name!r} cannot attack itself").format(name=shorten(names[0]))
        things = (name for name in names if name in context.objects)
        message = _("{name!r} is an object: it cannot act and cannot be a target")
        return next((message.format(name=shorten(name)) for name in things), None)

    def schema(self, context: Context) -> Schema:
        return {**super().schema(context), "minItems": 2, "maxItems": 2}


PAIRS = ListReader(_PairReader(PIECE, N_("a pair of pieces")), N_("a list of pairs"), is_set=True)
"""The reader of the pairs that a chart lists."""
