"""The section `map` of a scenario: grid, size, drawing, lists of terrain, levels and borders."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs

from sightline.board import LENGTH_PATTERN, MAX_BOARD_SIZE, MAX_TABLE_SIZE, Board, Border, Hint, parse_border
from sightline.formats import yaml_tree
from sightline.formats.cell_lists import CELLS, LevelsReader, with_levels, with_terrain
from sightline.formats.containers import DictReader, Field, ListReader, StructReader
from sightline.formats.context import Context
from sightline.formats.drawn_map import HOLE, MINUS, Drawing, DrawingReader
from sightline.formats.free_tables import FEATURES, build_table
from sightline.formats.link_reader import LINKS
from sightline.formats.readers import (
    INVALID,
    MAX_NAME_LENGTH,
    ChoiceReader,
    ContextReader,
    LengthReader,
    NameReader,
    Reader,
    ScalarReader,
    Schema,
    choice_reader,
    join,
)
from sightline.formats.struct_readers import LABEL, PlaceReader, struct_reader
from sightline.formats.yaml_tree import Node
from sightline.formats.zone_reader import ZONES
from sightline.i18n import N_, _
from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.rules import Terrain

FREE = "free"
"""The grid of a free table."""


class _KindReader(ChoiceReader, frozen=True):
    """A kind of cells or borders: any word while the system is not known."""

    def parse(self, text: str, context: Context) -> Any:
        return super().parse(text, context) if context.rules else text


KIND = _KindReader(lambda context: context.terrain, N_("a kind of terrain"), is_open=True)
KIND_OF_BORDER = _KindReader(lambda context: context.border_terrain, N_("a kind of border"), is_open=True)
BORDER = PlaceReader(parse_border, f"^{LABEL}/{LABEL}$", N_("a border, such as B2/C2"))


def _size_hint() -> str:
    return Hint(_("columns x rows, each 1 to {most}, such as 7x8").format(most=MAX_BOARD_SIZE))


class _SizeReader(ScalarReader, frozen=True):
    """Columns times rows; the value is the pair."""

    what = N_("the size of a map")

    def parse(self, text: str, context: Context) -> Any:
        match = re.fullmatch("([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
        if not match or max(int(match[1]), int(match[2])) > MAX_BOARD_SIZE:
            return INVALID
        return int(match[1]), int(match[2])

    def allowed(self, context: Context) -> Collection[str]:
        return (_size_hint(),)

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$"}


class _LetterReader(ScalarReader, frozen=True):
    """A letter of the legend."""

    what = N_("a letter of a legend")

    def parse(self, text: str, context: Context) -> Any:
        is_letter = len(text) == 1 and not text.isdigit() and not text.isspace() and text not in (HOLE, MINUS)
        return text if is_letter else INVALID

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("one character, no digit, no -, no _, no space")),)

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": r"^[^\s\d_-]$"}


class _NewKindReader(NameReader, frozen=True):
    """The name of a kind of terrain defined by the file."""

    def parse(self, text: str, context: Context) -> Any:
        built_in = (*context.rules.terrain, *context.rules.border_terrain) if context.rules else ()
        return INVALID if text in built_in else super().parse(text, context)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("a name that is not a built-in kind")),)

    def complaint(self, text: str) -> str:
        is_name = text.strip() and len(text) <= MAX_NAME_LENGTH
        return _("{text!r} is already a built-in kind").format(text=text) if is_name else super().complaint(text)


MAX_KINDS = 10_000
"""The maximum number of kinds of terrain defined by a file."""


class _KindsReader(ContextReader, frozen=True):
    """Kinds of terrain defined by the file, with the fields of the system."""

    def reader_in(self, context: Context) -> Reader:
        terrain = context.rules.terrain_type if context.rules else Terrain
        kind = struct_reader(terrain, N_("a kind of terrain"), omit=("letter",), is_open=context.rules is None)
        return DictReader(_NewKindReader(), kind, N_("a mapping of kinds"), most=MAX_KINDS)

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        kinds = super().read(node, key, context, owner)
        # An invalid kind is still registered, as clear terrain, so that its uses are not reported as well.
        names = node.entries if isinstance(node, yaml_tree.Mapping) else ()
        clear = context.rules.terrain["clear"] if context.rules else Terrain()
        context.use_kinds(dict.fromkeys(names, clear) if kinds is INVALID else kinds)
        return kinds


class _LegendReader(DictReader, frozen=True):
    """Letters defined by the file, or letters of the system with another meaning."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        legend = super().read(node, key, context, owner)
        letters = node.entries if isinstance(node, yaml_tree.Mapping) else ()
        context.legend = dict.fromkeys(letters, "clear") if legend is INVALID else legend
        return legend


class _CellMapReader(StructReader, frozen=True):
    """A map of cells. Reading it sets the grid, the kinds and letters, and the board in the context."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        if values.get(name) is INVALID:
            return
        match name:
            case "grid":
                context.grid = parse_grid("square" if values["grid"] == "square" else HEX_LAYOUTS[0])
            case _ if context.grid is None:
                return  # no board without a valid grid; its problem has been reported
            case "hexes" if context.grid.kind == "hex":
                context.grid = parse_grid(values["hexes"])
            case "hexes":
                message = _("only a hex map can have a hex layout")
                context.problems.add(node, "map.hexes", message, found=node.found)
            case "size":
                context.board = Board.empty(context.grid, *values["size"])
                context.places["map.size"] = node
            case "cells":
                _draw_board(values["cells"], context)
            case "levels" if context.board is not None:  # available for pieces even if another list is invalid
                levels = with_levels(context.board.levels, values["levels"])
                context.board = structs.replace(context.board, levels=levels)

    def schema(self, context: Context) -> Schema:
        schema = super().schema(context)
        if not context.border_terrain:
            del schema["properties"]["borders"]
        if not context.is_played:
            del schema["properties"]["zones"]
        return schema

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        values = super().read(node, key, context, owner)
        if isinstance(node, yaml_tree.Mapping) and "zones" not in node.entries:
            context.zones = {}
        if isinstance(node, yaml_tree.Mapping) and not {"size", "cells"} & node.entries.keys():
            message = _("size is missing: a map needs a size, or a drawing under cells")
            context.problems.add(owner, join(key, "size"), message, allowed=(_size_hint(),))
            return INVALID
        if values is INVALID or context.board is None:
            return INVALID
        context.board = _with_lists(context.board, values)
        return context.board


def _draw_board(drawing: Drawing, context: Context) -> None:
    """Set the board in the context to that of a drawing, after reporting a size that differs from it."""
    assert context.grid is not None
    drawn = (drawing.columns, drawing.rows)
    if context.board is not None and (context.board.columns, context.board.rows) != drawn:
        size, of_drawing = f"{context.board.columns}x{context.board.rows}", f"{drawing.columns}x{drawing.rows}"
        message = _("the size is {size}, but the drawing is {drawn}").format(size=size, drawn=of_drawing)
        context.problems.add(context.places["map.size"], "map.size", message, found=size, allowed=(of_drawing,))
    empty = Board.empty(context.grid, *drawn)
    context.board = structs.replace(empty, ground=drawing.ground, levels=drawing.levels)


def _with_lists(board: Board, values: Mapping[str, Any]) -> Board:
    """Return a board with the terrain and borders of the lists."""
    borders: dict[Border, set[str]] = {}
    for kind, places in values.get("borders", {}).items():
        for border in places:
            borders.setdefault(border, set()).add(kind)
    return structs.replace(
        board.with_links(values["links"]) if "links" in values else board,
        ground=tuple(with_terrain(board, values["terrain"])) if "terrain" in values else board.ground,
        borders=MappingProxyType({border: tuple(sorted(kinds)) for border, kinds in borders.items()}),
    )


_GRID = Field(ChoiceReader(lambda context: context.grids, N_("a grid of this system")), needed=True)
_CELL_MAP = _CellMapReader(
    {
        "grid": _GRID,
        "hexes": Field(choice_reader(*HEX_LAYOUTS, what=N_("a layout of hexes"))),
        "size": Field(_SizeReader()),
        "kinds": Field(_KindsReader()),
        "legend": Field(_LegendReader(_LetterReader(), KIND, N_("a mapping of letters"))),
        "cells": Field(DrawingReader()),
        "terrain": Field(DictReader(KIND, CELLS, N_("a mapping of kinds to lists of cells"))),
        "levels": Field(LevelsReader()),
        "borders": Field(
            DictReader(
                KIND_OF_BORDER,
                ListReader(BORDER, N_("a list of borders")),
                N_("a mapping of kinds to lists of borders"),
            )
        ),
        "zones": Field(ZONES),
    },
    what=N_("a map"),
)


_LINKED_MAP = _CellMapReader({**_CELL_MAP.fields, "links": Field(LINKS)}, what=_CELL_MAP.what)


def _cell_map(context: Context) -> _CellMapReader:
    """Return the reader of a map of cells, with links if the system has them."""
    return _LINKED_MAP if context.rules is not None and context.rules.has_links else _CELL_MAP


class _TableSizeReader(ScalarReader, frozen=True):
    """The width and height of a free table; the value is the pair."""

    what = N_("the size of a table")

    def parse(self, text: str, context: Context) -> Any:
        width, times, height = text.partition("x")
        sides = [LengthReader(1, MAX_TABLE_SIZE).parse(side.strip(), context) for side in (width, height)]
        return INVALID if INVALID in sides or not times else tuple(sides)

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("width x height in inches, each 1 to {most}, such as 48x48").format(most=MAX_TABLE_SIZE)),)

    def schema(self, context: Context) -> Schema:
        side = LENGTH_PATTERN.strip("^$")
        return {"type": "string", "pattern": f"^{side} ?x ?{side}$"}


class _FreeTableReader(StructReader, frozen=True):
    """A free table. Reading it sets the kinds and the table in the context."""

    def after_field(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        if name == "size" and values[name] is not INVALID:
            context.table = build_table(values)

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        context.is_free = True
        values = super().read(node, key, context, owner)
        if values is INVALID:
            return INVALID
        context.table = build_table(values)
        return context.table


_FREE_TABLE = _FreeTableReader(
    {
        "grid": _GRID,
        "size": Field(_TableSizeReader(), needed=True),
        "kinds": Field(_KindsReader()),
        "features": Field(FEATURES),
    },
    what=N_("a free table"),
)


class _MapReader(Reader, frozen=True):
    """The whole section: a map of cells, or a free table."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        grid = node.entries.get("grid") if isinstance(node, yaml_tree.Mapping) else None
        is_free = grid is not None and isinstance(grid[1], yaml_tree.Scalar) and grid[1].text == FREE
        reader = _FREE_TABLE if is_free and FREE in context.grids else _cell_map(context)
        return reader.read(node, key, context, owner)

    def allowed(self, context: Context) -> Collection[str]:
        return _cell_map(context).allowed(context)

    def schema(self, context: Context) -> Schema:
        schema = (_FREE_TABLE if context.is_free else _cell_map(context)).schema(context)
        schema["properties"]["grid"] = {"enum": [grid for grid in context.grids if (grid == FREE) == context.is_free]}
        return schema


MAP = _MapReader()
"""The reader of the section; the value is the board or the table."""
