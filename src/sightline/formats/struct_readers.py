"""Readers derived from types: the structs of pieces, weapons and kinds of terrain that a rule system declares.

Fields, defaults, bounds and choices are those of the struct; there is one reader per type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct, inspect, structs

from sightline.board import (
    MAX_TABLE_SIZE,
    Base,
    Board,
    Degrees,
    Facing,
    Inches,
    PieceName,
    PlaceError,
    TerrainName,
    parse_cell,
    parse_point,
)
from sightline.formats.containers import DictReader, Field, ListReader, StructReader
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
    shorten,
)
from sightline.formats.yaml_tree import Node, Scalar
from sightline.i18n import N_
from sightline.lattice import HEX_LAYOUTS, Cell, Point, parse_grid
from sightline.plane import Spot

MAX_ITEMS = 100
"""The maximum length of a list in a piece, such as its weapons: a chart has a row for each."""
_NAMED_BY_KEY = (N_("a weapon"), N_("a list of weapons"))
"""The names of structs in lists of our own systems, derived from keys, for the translation catalogues."""

_FACINGS = {layout: parse_grid(layout).facings for layout in (*HEX_LAYOUTS, "square")}


class PlaceReader(Reader, frozen=True):
    """The label of a place of the map, parsed by `parse`."""

    parse: Callable[[Board, str], Any]
    pattern: str
    what: str
    misplaced: ClassVar[str] = N_("expected {wanted}, found {found}")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, Scalar, key, context) or context.board is None:
            return INVALID
        text = shorten(node.text)  # longer texts are never valid, and would make messages long
        try:
            return self.parse(context.board, text)
        except PlaceError as error:
            allowed, nearest = error.allowed, error.nearest
            context.problems.add(node, key, str(error), found=node.text, allowed=allowed, nearest=nearest)
            return INVALID

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": self.pattern}


def _parse_middle(board: Board, text: str) -> Cell | Point:
    return parse_point(board, text) if "@" in text else parse_cell(board, text)


LABEL = "[A-Z]{1,3}[1-9][0-9]{0,3}"
CELL = PlaceReader(parse_cell, f"^{LABEL}$", N_("a cell, such as B3"))
MIDDLE = PlaceReader(_parse_middle, f"^{LABEL}(@[NESW]{{1,2}})?$", N_("a cell or a corner, such as B3 or B3@E"))
"""The reader of the middle of a piece: a `Cell`, or the `Point` of a corner."""


def _facings(context: Context) -> Collection[str]:
    """Return the facings of the file's grid; those of all grids of the system while the grid is not known."""
    if context.grid is not None:
        return context.grid.facings
    layouts = (layout for layout in _FACINGS if ("square" if layout == "square" else "hex") in context.grids)
    return dict.fromkeys(facing for layout in layouts for facing in _FACINGS[layout])


PIECE = ChoiceReader(lambda context: context.piece_names, N_("a piece of this scenario"), PieceName, is_open=True)
"""The reader of the name of a piece of the same file."""
_READERS: Mapping[type, Reader] = {
    Facing: ChoiceReader(_facings, N_("a facing of this map"), Facing),
    PieceName: PIECE,
    TerrainName: ChoiceReader(lambda context: context.terrain, N_("a kind of terrain"), TerrainName),
    Cell: CELL,
    Inches: LengthReader(0, MAX_TABLE_SIZE),
    Degrees: AngleReader(),
    Base: BASE,
}
"""The readers of our own types."""


def struct_reader(
    struct: type[Struct],
    what: str,
    omit: Collection[str] = (),
    *,
    build: Callable[[dict[str, Any]], Any] | None = None,
    is_open: bool = False,
) -> StructReader:
    """Return the reader of the fields of a struct, without those in `omit`; by default it builds the struct.

    An open one is for a struct of an unknown system, which may have further fields.
    """
    fields = _fields_of(struct, frozenset(omit))
    return StructReader(fields, build or (lambda values: struct(**by_field(struct, values))), what, is_open)


@cache
def _fields_of(struct: type[Struct], omit: frozenset[str]) -> Mapping[str, Field]:
    """Return the fields of a struct by key."""
    fields = inspect.type_info(struct).fields  # type: ignore[attr-defined]
    return {
        field.encode_name: Field(
            _name_by_key(field.encode_name, _reader_of(field.type, field.encode_name)), field.required
        )
        for field in fields
        if field.name not in omit
    }


def _name_by_key(key: str, reader: Reader) -> Reader:
    """Return a reader whose messages name a mapping by its key."""
    return structs.replace(reader, what=key, is_called_by_key=True) if isinstance(reader, StructReader) else reader


def by_field(struct: type[Struct], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by the names of the fields of a struct: fields whose keys are Python keywords end in `_`."""
    names = dict(zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True))
    return {names.get(key, key): value for key, value in values.items()}


def _reader_of(kind: inspect.Type, key: str) -> Reader:
    """Return the reader of a type; a list of structs is named after its key. Raise TypeError for an unknown type."""
    match kind:
        case inspect.UnionType(types):
            readers = [_reader_of(each, key) for each in types if not isinstance(each, inspect.NoneType)]
            return readers[0] if len(readers) == 1 else EitherReader(tuple(map(_as_scalar, readers)))
        case inspect.VarTupleType(inspect.NamedTupleType(cls)) if cls is Spot:
            return OUTLINE
        case inspect.VarTupleType(inspect.StructType(cls, fields=fields)):
            unique = "name" if any(field.name == "name" for field in fields) else None
            name = key.removesuffix("s")
            return ListReader(struct_reader(cls, f"a {name}"), f"a list of {name}s", unique, MAX_ITEMS)
        case inspect.VarTupleType(inspect.Metadata(extra={"words": _words}) as item):
            return ListReader(_reader_of(item, key), most=MAX_ITEMS, is_set=True)
        case inspect.VarTupleType(item):
            return ListReader(_reader_of(item, key), most=MAX_ITEMS)
        case inspect.DictType(name, value):
            return DictReader(_as_scalar(_reader_of(name, key)), _reader_of(value, key), most=MAX_ITEMS)
        case inspect.CustomType(cls) | inspect.NamedTupleType(cls) | inspect.StructType(cls) if cls in _READERS:
            return _READERS[cls]
        case inspect.StructType(cls):
            return struct_reader(cls, "")  # named by its key
    return _scalar_reader_of(kind)


def _scalar_reader_of(kind: inspect.Type) -> ScalarReader:
    match kind:
        case inspect.Metadata(inspect.StrType(), extra={"words": words, "what": what}):
            return ChoiceReader(lambda _context: tuple(words()), what)
        case inspect.LiteralType(values):
            return choice_reader(*map(str, values))
        case inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return IntegerReader(low, high)
        case inspect.FloatType(ge=low, le=high) if low is not None and high is not None:
            return NumberReader(low, high)
        case inspect.BoolType():
            return BooleanReader()
        case inspect.StrType(min_length=shortest):
            return NameReader() if shortest else TextReader()
    raise TypeError(f"no reader is known for {kind}; a field of a piece or terrain has another type")


def _as_scalar(reader: Reader) -> ScalarReader:
    if not isinstance(reader, ScalarReader):
        raise TypeError("only single values can be alternatives of each other")
    return reader
