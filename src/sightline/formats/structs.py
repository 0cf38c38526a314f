"""Readers made from the types that a rule system states: pieces, weapons, kinds of terrain."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import Struct, inspect

from sightline.board import Board, Facing, PlaceError, parse_cell
from sightline.formats import tree
from sightline.formats.context import Context
from sightline.formats.readers import (
    INVALID,
    Either,
    Field,
    Flag,
    ListOf,
    Name,
    Reader,
    ScalarReader,
    Schema,
    Table,
    Text,
    Whole,
    Word,
    words,
)
from sightline.formats.tree import Node, Scalar
from sightline.lattice import HEX_LAYOUTS, Cell, parse_grid

Place = TypeVar("Place")

_FACINGS = {layout: parse_grid(layout).facings for layout in (*HEX_LAYOUTS, "square")}


@dataclass(frozen=True)
class PlaceName(Reader):
    """The name of a place of the map, as `parse` reads it."""

    parse: Callable[[Board, str], Any]
    pattern: str

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if isinstance(node, tree.Unusable):
            return INVALID
        if not isinstance(node, Scalar):
            context.problems.add(node, key, "the name of a place belongs here", found=node.found)
            return INVALID
        if context.board is None:
            return INVALID
        try:
            return self.parse(context.board, node.text)
        except PlaceError as error:
            mended = self._mend(context.board, node.text)
            context.problems.add(node, key, str(error), found=node.text, allowed=error.allowed, nearest=mended)
            return INVALID

    def _mend(self, board: Board, text: str) -> str | None:
        """Give what was meant where only capitals or leading zeros are wrong."""
        mended = re.sub(r"(?<=[A-Z])0+(?=[1-9])", "", text.upper())
        try:
            self.parse(board, mended)
        except PlaceError:
            return None
        return mended

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": self.pattern}


LABEL = "[A-Z]{1,3}[1-9][0-9]{0,3}"
CELL = PlaceName(parse_cell, f"^{LABEL}$")


def _facings(context: Context) -> Iterable[str]:
    """Give the facings of the file's grid; of all grids of the system while that is not known."""
    if context.grid is not None:
        return context.grid.facings
    kinds = context.rules.grids if context.rules else ()
    layouts = (layout for layout in _FACINGS if ("square" if layout == "square" else "hex") in kinds)
    return dict.fromkeys(facing for layout in layouts for facing in _FACINGS[layout])


def struct_reader(struct: type[Struct], what: str, omit: Collection[str] = (), **more: Any) -> Table:
    """Give the reader of a mapping that states the fields of a struct, some left out; `more` goes to the struct too."""
    fields = {
        field.name: Field(_reader_of(field.type), field.required)
        for field in inspect.type_info(struct).fields  # type: ignore[attr-defined]
        if field.name not in omit
    }
    return Table(fields, lambda values: struct(**values, **more), what)


def _reader_of(kind: inspect.Type) -> Reader:
    match kind:
        case inspect.UnionType(types):
            readers = [_reader_of(each) for each in types if not isinstance(each, inspect.NoneType)]
            return readers[0] if len(readers) == 1 else Either(tuple(_as_scalar(reader) for reader in readers))
        case inspect.LiteralType(values):
            return words(*map(str, values))
        case inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return Whole(low, high)
        case inspect.BoolType():
            return Flag()
        case inspect.CustomType(cls) if cls is Facing:
            return Word(_facings, "facing of this map", Facing)
        case inspect.NamedTupleType(cls) if cls is Cell:
            return CELL
        case inspect.StrType(min_length=shortest):
            return Name() if shortest else Text()
        case inspect.VarTupleType(inspect.StructType(cls, fields=fields)):
            unique = "name" if any(field.name == "name" for field in fields) else None
            return ListOf(struct_reader(cls, f"a {cls.__name__.lower()}"), unique=unique)
        case _:
            raise TypeError(f"no reader is known for {kind}; a field of a piece or terrain has another type")


def _as_scalar(reader: Reader) -> ScalarReader:
    if not isinstance(reader, ScalarReader):
        raise TypeError("only single values can be alternatives of each other")
    return reader
