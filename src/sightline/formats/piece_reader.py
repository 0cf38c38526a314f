"""The sections `pieces` and `pairs` of a scenario."""

from __future__ import annotations

import contextlib
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from sightline.board import BasedPiece, Board, Hint, Piece, PlaceError, Table, format_cell, parse_cell
from sightline.formats import yaml_tree
from sightline.formats.cell_lists import CELLS
from sightline.formats.containers import Field, ListReader, MappingReader, StructReader
from sightline.formats.context import Context
from sightline.formats.free_tables import (
    MAX_ON_TABLE,
    find_excess_corners,
    find_overhang,
    iter_outline_errors,
    iter_overlapping,
)
from sightline.formats.measured import SPOT
from sightline.formats.problems import MAX_PROBLEMS
from sightline.formats.readers import INVALID, NameReader, Reader, Schema, join, shorten
from sightline.formats.struct_readers import CELL, MIDDLE, PIECE, by_field, struct_reader
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _
from sightline.lattice import Cell, Point
from sightline.plane import Polygon, Spot, inner_spot
from sightline.rules import FieldError, Position, Rulings, placing_of


class PiecesReader(MappingReader):
    """The pieces by name; the value is a tuple of them."""

    what = N_("a mapping of pieces")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        if context.is_free and len(node.entries) > MAX_ON_TABLE:
            message = _("a free table has at most {most} pieces, not {count}")
            return self.refuse(node, key, context, message.format(most=MAX_ON_TABLE, count=len(node.entries)), ())
        context.piece_names = node.entries
        kind = context.rules.piece_type if context.rules else Piece
        pieces, standing, reader = [], [], piece_reader(context)
        places, stated = dict[str, tuple[str, Node]](), dict[str, tuple[Node, Node]]()
        for word, child in node.entries.values():
            path, context.stated = join(key, word.text), {}
            name = NameReader().read(word, path, context, owner)
            values = reader.read(child, path, context, word)
            is_valid = name is not INVALID and values is not INVALID
            piece = occupying(kind(name=name, **values), context) if is_valid else None
            stated[word.text] = word, child
            pieces.append(piece)
            if piece is not None and piece.as_terrain is not None:
                context.objects.add(piece.name)
            place = _place_of(child)
            if place is not None:
                places[word.text] = place
                context.places[path] = place[1]
                standing.append(piece or _standing(kind, word.text, context))
        if context.surface is not None and (context.rules is not None or not context.is_free):
            surface = context.surface.with_pieces(piece for piece in standing if piece is not None)
            astray = check_stands(surface, {name: places[name] for name in surface.pieces}, context)
            right = (piece for piece in pieces if piece is not None and piece.name not in astray)
            if is_too_much(surface, node, context):
                return INVALID
            fitting = surface.without_pieces(astray) if context.is_free else context.surface.with_pieces(right)
            check_places(fitting, places, context)
            check_pieces(surface, {piece.name: stated[piece.name] for piece in pieces if piece is not None}, context)
        context.pieces = tuple(piece for piece in pieces if piece is not None)
        return INVALID if None in pieces else context.pieces

    def schema(self, context: Context) -> Schema:
        names = NameReader().schema(context)
        return {"type": "object", "propertyNames": names, "additionalProperties": piece_reader(context).schema(context)}


def _place_of(piece: Node) -> tuple[str, Node] | None:
    """Give the key that says where a piece stands, `at` or the `outline` of a building without it, and its node."""
    entries = piece.entries if isinstance(piece, yaml_tree.Mapping) else {}
    return next(((key, entries[key][1]) for key in ("at", "outline") if key in entries), None)


def _standing(kind: type[Piece], name: str, context: Context) -> Piece | None:
    """Give a piece that is wrong otherwise as it stands, or None where that is not known."""
    wanted = placing_of(context.rules).place_fields if context.rules else ()
    stated = {key: context.stated[key] for key in wanted if key in context.stated}
    needed = ("base", "outline") if context.is_free else ("at",)
    if INVALID in stated.values() or not any(key in stated for key in needed):
        return None
    with contextlib.suppress(TypeError):  # of a key that is needed and missing
        return occupying(kind(name=name, **_stated(stated, context)), context)
    return None


def occupying(piece: Piece, context: Context) -> Piece:
    """Give a piece on the cells that it stands on, as far as these are known."""
    if context.rules is None or context.surface is None:
        return piece
    occupying: Piece = placing_of(context.rules).occupy(_position(context.surface, context), piece)
    return occupying


def _position(surface: Board | Table, context: Context) -> Position:
    """Give a board or table as the rules meet it; where pieces stand does not depend on rulings."""
    if context.position is None or context.position.surface is not surface:
        context.position = Position(surface, context.terrain, context.border_terrain, Rulings(()))
    return context.position


class _StatedPieceReader(StructReader):
    """What a piece states; the values read so far are noted."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        context.stated = values


class _FreePieceReader(_StatedPieceReader):
    """What a piece states on a free table: a building its outline, any other its place and its base."""

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
    """Give the reader of what a piece states; it gives a dict, without the name."""
    piece = context.rules.piece_type if context.rules else Piece
    omit = ("name", "at", *piece.derived_fields)
    if context.rules is None:
        known = struct_reader(piece, N_("a piece"), omit=omit, build=dict, is_open=True)
        return replace(known, fields={"at": Field(_AnyPlaceReader(), needed=True), **known.fields})
    if issubclass(piece, BasedPiece) and not context.is_free:
        omit = (*omit, *_FREE_ALONE)
    stated = struct_reader(piece, N_("a piece"), omit=omit)
    fields = {"at": Field(_place_reader(piece, context), needed=True), **stated.fields}
    reader = _FreePieceReader if context.is_free else _StatedPieceReader
    return reader(fields, lambda values: _stated(values, context), stated.what)


_FREE_ALONE = ("facing", "outline")
"""What a piece with a base states on free tables only."""


def _place_reader(kind: type[Piece], context: Context) -> Reader:
    if context.is_free:
        return SPOT
    if kind.centred:
        return MIDDLE
    return CELL if kind.max_cells == 1 else _CellsReader(kind.max_cells)


def _stated(values: dict[str, Any], context: Context) -> dict[str, Any]:
    """Give what a piece states as its fields: its first cell apart from the others, or from the corner stated."""
    values = by_field(context.rules.piece_type if context.rules else Piece, values)
    match values.get("at"):
        case None if values.get("outline"):
            return {**values, "at": inner_spot(Polygon(values["outline"]))}
        case None | Spot():
            return values
        case Point() as middle:
            assert context.board is not None  # as the corner was read from it
            near = (cell for cell in context.board.grid.cells_at(middle) if cell in context.board)
            return {**values, "at": next(near), "beside": (), "middle": middle}
        case Cell() as at:
            return {**values, "beside": (), "middle": None}
        case (at, *beside):
            return {**values, "at": at, "beside": tuple(beside)}
    raise TypeError(values["at"])


class _AnyPlaceReader(Reader):
    """A place of a piece of an unknown system: a cell or corner, or any list."""

    what = CELL.what

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        place = INVALID if isinstance(node, yaml_tree.Sequence) else MIDDLE.read(node, key, context, owner)
        return place if isinstance(place, Cell) else INVALID

    def schema(self, context: Context) -> Schema:
        return {}


@dataclass(frozen=True)
class _CellsReader(Reader):
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
            _("a piece stands on 1 to {most} different cells, not one twice")
            if is_repeated
            else _("a piece stands on 1 to {most} different cells, not {count}")
        )
        return self.refuse(node, key, context, message.format(most=self.most, count=count))

    def allowed(self, context: Context) -> Collection[str]:
        return (*CELL.allowed(context), Hint(_("a list of up to {most} cells").format(most=self.most)))

    def schema(self, context: Context) -> Schema:
        cell = CELL.schema(context)
        cells = {**CELLS.schema(context), "minItems": 1, "maxItems": self.most, "uniqueItems": True}
        return {"anyOf": [cell, cells]}


class _PairReader(ListReader):
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
            return _("a pair has 2 pieces, not {count}").format(count=len(names))
        if names[0] == names[1]:
            return _("{name!r} attacks itself here").format(name=shorten(names[0]))
        things = (name for name in names if name in context.objects)
        message = _("{name!r} is an object, which does nothing and is no target")
        return next((message.format(name=shorten(name)) for name in things), None)

    def schema(self, context: Context) -> Schema:
        return {**super().schema(context), "minItems": 2, "maxItems": 2}


PAIRS = ListReader(_PairReader(PIECE, N_("a pair of pieces")), N_("a list of pairs"))
"""The reader of the pairs that a chart lists."""


def is_too_much(surface: Board | Table, node: Node, context: Context) -> bool:
    """Report, of the node that states it, that there is more on a free table than may be; tell whether it is so."""
    too_much = find_excess_corners(surface.pieces.values()) if isinstance(surface, Table) else None
    if too_much is not None:
        context.problems.add(node, "pieces", too_much, found=node.found)
    return too_much is not None


def check_places(surface: Board | Table, stated: Mapping[str, tuple[str, Node]], context: Context) -> None:
    """Report pieces that stand where others do, where the rules do not allow it; `stated` as in `check_stands`."""
    if isinstance(surface, Table):
        _check_bases(surface, stated, context)
    else:
        _check_cells(surface, context)


def _check_bases(table: Table, stated: Mapping[str, tuple[str, Node]], context: Context) -> None:
    for first, second in islice(iter_overlapping(tuple(table.pieces.values())), MAX_PROBLEMS):
        mover, other = (second, first) if second.name in stated else (first, second)
        key, node = stated[mover.name]
        message = _("{name!r} overlaps {other!r}").format(name=shorten(mover.name), other=shorten(other.name))
        context.problems.add(node, f"pieces.{mover.name}.{key}", message, found=node.found)


def _check_cells(board: Board, context: Context) -> None:
    """Report pieces that stand in the cells of others.

    A piece that is wrong otherwise, and so is not on the board, takes its place all the same.
    """
    standing: dict[Cell, list[str]] = {}
    for name in context.piece_names:
        for cell in _cells_of(name, board, context):
            standing.setdefault(cell, []).append(name)
    colliding: dict[tuple[str, str], list[str]] = {}
    for cell, names in standing.items():
        for name in names[_fitting(board, cell, names, context) :]:
            first = _rival(board, cell, name, names, context)
            mover, other = (name, first) if f"pieces.{name}" in context.places else (first, name)
            colliding.setdefault((mover, other), []).append(format_cell(board, cell))
        if len(colliding) > MAX_PROBLEMS:
            break  # as no more are told of
    for (mover, other), labels in colliding.items():
        _report_collision(mover, other, labels, context)


def _report_collision(mover: str, other: str, labels: Sequence[str], context: Context) -> None:
    """Report that a piece cannot stand where another does: once for each cell that its file lists, else once."""
    key, place = f"pieces.{mover}.at", context.places.get(f"pieces.{mover}")
    for told in [[label] for label in labels] if isinstance(place, yaml_tree.Sequence) else [labels]:
        message = _("{name!r} stands at {cell} already").format(name=shorten(other), cell=", ".join(told))
        item_key, item = _item(key, place, told[0])
        context.problems.add(item, item_key, message, found=told[0] if item is None else item.found)


def _item(key: str, place: Node | None, label: str) -> tuple[str, Node | None]:
    """Give the key and node of that label among those of a place: the place itself, or an item of its list."""
    items = place.items if isinstance(place, yaml_tree.Sequence) else []
    named = ((f"{key}.{number}", item) for number, item in enumerate(items) if item.found == label)
    return next(named, (key, place))


def _cells_of(name: str, board: Board, context: Context) -> Sequence[Cell]:
    if name in board.pieces:
        return board.pieces[name].cells
    place = context.places.get(f"pieces.{name}")
    named = _cells_named(place.items if isinstance(place, yaml_tree.Sequence) else [place], board)
    return tuple(dict.fromkeys(named))


def _cells_named(nodes: Sequence[Node | None], board: Board) -> Iterator[Cell]:
    """Yield the cells that nodes name rightly."""
    for node in nodes:
        with contextlib.suppress(PlaceError):
            if isinstance(node, Scalar):
                yield parse_cell(board, node.text)


def _fitting(board: Board, cell: Cell, names: Sequence[str], context: Context) -> int:
    """Give how many of these, from the first on, may stand together; those wrong otherwise count where no two may."""
    rules = context.rules
    if rules is None or len(names) == 1:
        return len(names)  # without a system, as some may allow it
    if not placing_of(rules).shares_cells:
        return 1

    def is_too_many(number: int) -> bool:
        pieces = [board.pieces[name] for name in names[:number] if name in board.pieces]
        return len(pieces) > 1 and not placing_of(rules).can_share(board, cell, pieces)

    # Fewer may stand together wherever more may.
    return bisect_left(range(1, len(names) + 1), True, key=is_too_many)


def _rival(board: Board, cell: Cell, name: str, names: Sequence[str], context: Context) -> str:
    """Give the first of these that a piece may not stand in a cell with; where it may with each, the first of all."""
    rules, piece = context.rules, board.pieces.get(name)
    if rules is None or piece is None or not placing_of(rules).shares_cells:
        return names[0]
    before = [board.pieces[other] for other in names[: names.index(name)] if other in board.pieces]
    return next(
        (other.name for other in before if not placing_of(rules).can_share(board, cell, (other, piece))), names[0]
    )


def check_stands(surface: Board | Table, stated: Mapping[str, tuple[str, Node]], context: Context) -> Collection[str]:
    """Report pieces that stand where the rules do not let them stand; gives their names.

    `stated` has, by piece, the key that the problem is told of, and the node of its value. Where others share its
    cell, of which nothing is stated, what it changes for them is told of it.
    """
    position, astray = _position(surface, context), set()
    for name, (key, node) in stated.items():
        pieces = [surface.pieces[name], *_sharing(surface, name, stated, context)]
        for error in chain.from_iterable(_misplacements(position, piece, context) for piece in pieces):
            allowed = error.allowed if key == "at" else ()  # which says what place would be right
            context.problems.add(node, f"pieces.{name}.{key}", str(error), found=node.found, allowed=allowed)
            astray.add(name)
    return astray


def _sharing(surface: Board | Table, name: str, stated: Collection[str], context: Context) -> Iterator[Piece]:
    """Yield the pieces in the cell of one, of which nothing is stated, in a system where some may share it."""
    if isinstance(surface, Board) and placing_of(context.rules).shares_cells:
        there = surface.occupants.get(surface.pieces[name].cell, ())
        yield from (piece for piece in there if piece.name not in stated)


def _misplacements(position: Position, piece: Piece, context: Context) -> Iterator[PlaceError]:
    misplaced = find_overhang(position.table, piece) if position.is_free else None
    if misplaced:
        yield PlaceError(misplaced)
    elif context.rules:
        yield from placing_of(context.rules).check_place(position, piece)


def check_pieces(surface: Board | Table, stated: Mapping[str, tuple[Node, Node]], context: Context) -> None:
    """Report what pieces state wrongly, their places apart; `stated` has, by name, the name and what it states."""
    position = _position(surface, context)
    for name, (owner, node) in stated.items():
        for wrong in _misstatements(position, surface.pieces[name], context):
            entry = yaml_tree.find_entry(node, wrong.key.split("."))
            place = owner if entry is None else entry[0 if wrong.is_unknown else 1]
            found = None if entry is None else place.found
            context.problems.add(place, f"pieces.{name}.{wrong.key}", wrong.message, found=found, allowed=wrong.allowed)


def _misstatements(position: Position, piece: Piece, context: Context) -> Iterator[FieldError]:
    if isinstance(piece, BasedPiece) and position.is_free:
        yield from iter_outline_errors(piece)
    if context.rules:
        yield from context.rules.check_piece(position, piece)
