"""Readers made from the types that a rule system states: pieces, weapons, kinds of terrain."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct, inspect

from sightline.board import (
    MAX_TABLE_SIZE,
    Base,
    Board,
    Degrees,
    Facing,
    Hint,
    Inches,
    PieceName,
    PlaceError,
    TerrainName,
    parse_cell,
    parse_point,
)
from sightline.formats import yaml_tree
from sightline.formats.containers import Field, ListReader, MappingReader, StructReader
from sightline.formats.context import Context
from sightline.formats.measured import BASE, OUTLINE
from sightline.formats.readers import (
    INVALID,
    AngleReader,
    BooleanReader,
    ChoiceReader,
    EitherReader,
    IntegerReader,
    LengthReader,
    NameReader,
    NumberReader,
    Reader,
    ScalarReader,
    Schema,
    TextReader,
    choice_reader,
    describe,
    shorten,
)
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_, _
from sightline.lattice import HEX_LAYOUTS, Cell, Point, parse_grid
from sightline.plane import Spot

Place = TypeVar("Place")
_NAMED_BY_CLASS = (N_("a weapon"), N_("a list of weapons"))
"""What the readers of our own systems' lists of structs are called after their classes, for the catalogues."""

_FACINGS = {layout: parse_grid(layout).facings for layout in (*HEX_LAYOUTS, "square")}


def parse_middle(board: Board, text: str) -> Cell | Point:
    """Give the cell with that label or the corner with that name."""
    return parse_point(board, text) if "@" in text else parse_cell(board, text)


@dataclass(frozen=True)
class PlaceReader(Reader):
    """The name of a place of the map, as `parse` reads it; `what` says in English what it is, as in "a cell"."""

    parse: Callable[[Board, str], Any]
    pattern: str
    what: str

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, yaml_tree.Unusable):
            return INVALID
        if not isinstance(node, Scalar):
            message = _("{wanted}, belongs here, not {found}").format(wanted=_(self.what), found=describe(node))
            context.problems.add(node, key, message, found=node.found, allowed=self.allowed(context))
            return INVALID
        if context.board is None:
            return INVALID
        text = shorten(node.text)  # which makes no name right, and keeps messages short
        try:
            return self.parse(context.board, text)
        except PlaceError as error:
            allowed, nearest = error.allowed, error.nearest
            context.problems.add(node, key, str(error), found=node.text, allowed=allowed, nearest=nearest)
            return INVALID

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_(self.what)),)

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": self.pattern}


LABEL = "[A-Z]{1,3}[1-9][0-9]{0,3}"
CELL = PlaceReader(parse_cell, f"^{LABEL}$", N_("a cell, such as B3"))
MIDDLE = PlaceReader(parse_middle, f"^{LABEL}(@[NESW]{{1,2}})?$", N_("a cell or a corner, such as B3 or B3@E"))
"""The middle of a piece: gives a `Cell`, or the `Point` of a corner."""


def _facings(context: Context) -> Collection[str]:
    """Give the facings of the file's grid; of all grids of the system while that is not known."""
    if context.grid is not None:
        return context.grid.facings
    layouts = (layout for layout in _FACINGS if ("square" if layout == "square" else "hex") in context.grids)
    return dict.fromkeys(facing for layout in layouts for facing in _FACINGS[layout])


PIECE = ChoiceReader(lambda context: context.piece_names, N_("a piece of this scenario"), PieceName, is_open=True)
"""The name of a piece of the same file."""
_NAMED: Mapping[type, ScalarReader] = {
    Facing: ChoiceReader(_facings, N_("a facing of this map"), Facing),
    PieceName: PIECE,
    TerrainName: ChoiceReader(lambda context: context.terrain, N_("a kind of terrain"), TerrainName),
}
"""Readers of names that are types of their own."""


def struct_reader(
    struct: type[Struct],
    what: str,
    omit: Collection[str] = (),
    *,
    build: Callable[[dict[str, Any]], Any] | None = None,
    is_open: bool = False,
) -> StructReader:
    """Give the reader of a mapping that states the fields of a struct, some left out; it gives what `build` makes.

    An open one is of a struct that a system not known would say more of.
    """
    fields = _fields_of(struct, frozenset(omit))
    return StructReader(fields, build or (lambda values: struct(**by_field(struct, values))), what, is_open)


@cache
def _fields_of(struct: type[Struct], omit: frozenset[str]) -> Mapping[str, Field]:
    """Give the fields of a struct by key, some left out."""
    fields = inspect.type_info(struct).fields  # type: ignore[attr-defined]
    return {
        field.encode_name: Field(_called(field.encode_name, _reader_of(field.type)), field.required)
        for field in fields
        if field.name not in omit
    }


def _called(key: str, reader: Reader) -> Reader:
    """Give a reader whose messages call a mapping by the key that it stands behind."""
    return replace(reader, what=key, is_called_by_key=True) if isinstance(reader, StructReader) else reader


def by_field(struct: type[Struct], values: Mapping[str, Any]) -> dict[str, Any]:
    """Give values by the names of the fields of a struct: those of keys that are words of Python end in `_`."""
    names = dict(zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True))
    return {names.get(key, key): value for key, value in values.items()}


def _reader_of(kind: inspect.Type) -> Reader:
    return _reader_of_measure(kind) or _reader_of_words(kind)


def _reader_of_measure(kind: inspect.Type) -> Reader | None:
    """Give the reader of what free tables measure, None for any other type."""
    match kind:
        case inspect.CustomType(cls) if cls is Inches:
            return LengthReader(0, MAX_TABLE_SIZE)
        case inspect.CustomType(cls) if cls is Degrees:
            return AngleReader()
        case inspect.StructType(cls) if cls is Base:
            return BASE
        case inspect.VarTupleType(inspect.NamedTupleType(cls)) if cls is Spot:
            return OUTLINE
    return None


def _reader_of_words(kind: inspect.Type) -> Reader:
    match kind:
        case inspect.UnionType(types):
            readers = [_reader_of(each) for each in types if not isinstance(each, inspect.NoneType)]
            return readers[0] if len(readers) == 1 else EitherReader(tuple(_as_scalar(reader) for reader in readers))
        case inspect.VarTupleType(inspect.StructType(cls, fields=fields)):
            unique = "name" if any(field.name == "name" for field in fields) else None
            name = cls.__name__.lower()
            return ListReader(struct_reader(cls, f"a {name}"), f"a list of {name}s", unique)
        case inspect.StructType(cls):
            return struct_reader(cls, "")  # called by its key
        case inspect.VarTupleType(item):
            return ListReader(_reader_of(item))
        case inspect.DictType(key, value):
            return MappingReader(_as_scalar(_reader_of(key)), _reader_of(value))
        case _:
            return _reader_of_one(kind)


def _reader_of_one(kind: inspect.Type) -> Reader:
    match kind:
        case inspect.LiteralType(values):
            return choice_reader(*map(str, values))
        case inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return IntegerReader(low, high)
        case inspect.FloatType(ge=low, le=high) if low is not None and high is not None:
            return NumberReader(low, high)
        case inspect.BoolType():
            return BooleanReader()
        case inspect.CustomType(cls) if cls in _NAMED:
            return _NAMED[cls]
        case inspect.NamedTupleType(cls) if cls is Cell:
            return CELL
        case inspect.StrType(min_length=shortest):
            return NameReader() if shortest else TextReader()
        case _:
            raise TypeError(f"no reader is known for {kind}; a field of a piece or terrain has another type")


def _as_scalar(reader: Reader) -> ScalarReader:
    if not isinstance(reader, ScalarReader):
        raise TypeError("only single values can be alternatives of each other")
    return reader
