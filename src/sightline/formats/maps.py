"""The section `map` of a scenario: grid, size, drawing, lists of terrain, levels and borders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from sightline.board import MOST_CELLS_A_SIDE, Board, Border, format_cell, parse_border, parse_rectangle
from sightline.formats import tree
from sightline.formats.context import Context
from sightline.formats.drawing import HOLE, Drawing, DrawingReader
from sightline.formats.readers import (
    INVALID,
    LONGEST_NAME,
    Field,
    ListOf,
    MapOf,
    Name,
    Reader,
    ScalarReader,
    Schema,
    Table,
    Whole,
    Word,
    is_mapping,
    join,
    shorten,
    words,
)
from sightline.formats.structs import LABEL, PlaceName, struct_reader
from sightline.formats.tree import Node
from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.rules import Terrain

_CELLS = PlaceName(parse_rectangle, f"^{LABEL}(:{LABEL})?$")
_KIND = Word(lambda context: context.terrain, "kind of terrain")
_KIND_OF_BORDER = Word(lambda context: context.border_terrain, "kind of border")
_BORDER = PlaceName(parse_border, f"^{LABEL}/{LABEL}$")


class _Size(ScalarReader):
    """Columns times rows; gives the pair."""

    def parse(self, text: str, context: Context) -> Any:
        match = re.fullmatch("([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
        if not match or max(int(match[1]), int(match[2])) > MOST_CELLS_A_SIDE:
            return INVALID
        return int(match[1]), int(match[2])

    def allowed(self, context: Context) -> tuple[str, ...]:
        return (f"columns x rows, each 1 to {MOST_CELLS_A_SIDE}, such as 7x8",)

    def complaint(self, text: str) -> str:
        return f"{shorten(text)!r} is no size of a map"

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$"}


class _Letter(ScalarReader):
    """A letter of the legend."""

    def parse(self, text: str, context: Context) -> Any:
        is_letter = len(text) == 1 and not text.isdigit() and not text.isspace() and text != HOLE
        return text if is_letter else INVALID

    def allowed(self, context: Context) -> tuple[str, ...]:
        return ("one character, no digit, no _, no space",)

    def complaint(self, text: str) -> str:
        return f"{shorten(text)!r} is no letter of a legend"

    def schema(self, context: Context) -> Schema:
        return {"type": "string", "pattern": r"^[^\s\d_]$"}


class _NewKind(Name):
    """The name of a kind of terrain of the file's own."""

    def parse(self, text: str, context: Context) -> Any:
        built_in = (*context.rules.terrain, *context.rules.border_terrain) if context.rules else ()
        return INVALID if text in built_in else super().parse(text, context)

    def allowed(self, context: Context) -> tuple[str, ...]:
        return ("a name that no built-in kind has",)

    def complaint(self, text: str) -> str:
        return f"{text!r} is a built-in kind" if text.strip() and len(text) <= LONGEST_NAME else super().complaint(text)


class _Kinds(Reader):
    """Kinds of terrain of the file's own, in the system's terms."""

    def _reader(self, context: Context) -> Reader:
        terrain = type(next(iter(context.rules.terrain.values()))) if context.rules else Terrain
        return MapOf(_NewKind(), struct_reader(terrain, "a kind of terrain", omit=("letter",)))

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        kinds = self._reader(context).read(node, key, context, owner)
        # A kind that is wrong is known all the same, so that nobody is told that it is not.
        names = [word.text for word, _ in node.pairs] if isinstance(node, tree.Mapping) else []
        context.own_kinds = dict.fromkeys(names, Terrain()) if kinds is INVALID else kinds
        return kinds

    def schema(self, context: Context) -> Schema:
        return self._reader(context).schema(context)


class _Legend(MapOf):
    """Letters of the file's own, or of the system's with another meaning."""

    def __init__(self) -> None:
        super().__init__(_Letter(), _KIND, "a mapping of letters")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        legend = super().read(node, key, context, owner)
        letters = [word.text for word, _ in node.pairs] if isinstance(node, tree.Mapping) else []
        context.legend = dict.fromkeys(letters, "clear") if legend is INVALID else legend
        return legend


class _Listed(PlaceName):
    """Cells in a list of terrain, which counts towards the most that lists may name."""

    def __init__(self) -> None:
        super().__init__(_CELLS.parse, _CELLS.pattern)

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        rectangle = super().read(node, key, context, owner)
        if rectangle is not INVALID:
            context.count_listed(rectangle.size, node, key)
        return rectangle


class _Levels(Reader):
    """Lists of cells by level; gives the level of each listed cell by its place on the board."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not is_mapping(node, key, context, "a mapping of levels"):
            return INVALID
        assert isinstance(node, tree.Mapping)
        levels: dict[int, int] = {}
        is_valid = True
        for word, child in node.pairs:
            path = join(key, word.text)
            level = Whole(0, context.highest_level).read(word, path, context, owner)
            items = ListOf(_Listed(), "a list of cells").read_items(child, path, context)
            is_valid &= level is not INVALID and all(cells is not INVALID for _, cells in items)
            own = self._of_one_level(items, levels, path, context)
            levels.update(dict.fromkeys(own, 0 if level is INVALID else level))
        return levels if is_valid else INVALID

    def _of_one_level(
        self, items: list[tuple[Node, Any]], levels: Mapping[int, int], key: str, context: Context
    ) -> set[int]:
        """Give the cells of one list, and report those that have a level from another list already."""
        own: set[int] = set()
        for number, (item, rectangle) in enumerate(items):
            board = context.board
            if board is None or rectangle is INVALID:
                continue
            indices = {index for index in rectangle.indices(board.columns) if board.ground[index] is not None}
            twice = indices & levels.keys()
            if twice:
                first = min(twice)
                label = format_cell(board, board.grid.cell_at(first % board.columns, first // board.columns))
                message = f"{label} has level {levels[first]} already"
                context.problems.add(item, f"{key}.{number}", message, found=item.found)
            own |= indices
        return own

    def schema(self, context: Context) -> Schema:
        names = {"type": "string", "pattern": f"^[0-{context.highest_level}]$"}
        return {"type": "object", "propertyNames": names, "additionalProperties": ListOf(_CELLS).schema(context)}


class _Map(Table):
    """The whole section. It settles, as it goes, the grid, the kinds and letters, and the board of the file."""

    def settle(self, name: str, node: Node, values: Mapping[str, Any], context: Context) -> None:
        if values.get(name) is INVALID:
            return
        match name:
            case "grid" if values["grid"] == "square":
                context.grid = parse_grid("square")
            case "grid":
                context.grid = parse_grid(HEX_LAYOUTS[0])
            case "hexes" if context.grid is not None and context.grid.kind == "hex":
                context.grid = parse_grid(values["hexes"])
            case "hexes":
                context.problems.add(node, "map.hexes", "only a map of hexes has a layout of hexes", found=node.found)
            case "size" if context.grid is not None:
                context.board = Board.empty(context.grid, *values["size"])
                context.places["map.size"] = node
            case "cells" if context.grid is not None:
                _lay(values["cells"], context)

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        values = super().read(node, key, context, owner)
        if isinstance(node, tree.Mapping) and not {"size", "cells"} & node.names:
            context.problems.add(owner, join(key, "size"), "a map needs a size or a drawing, cells")
            return INVALID
        if values is INVALID or context.board is None:
            return INVALID
        context.board = _with_lists(context.board, values)
        return context.board


def _lay(drawing: Drawing, context: Context) -> None:
    """Make the board of a drawing."""
    assert context.grid is not None
    drawn = (drawing.columns, drawing.rows)
    if context.board is not None and (context.board.columns, context.board.rows) != drawn:
        size, of_drawing = f"{context.board.columns}x{context.board.rows}", f"{drawing.columns}x{drawing.rows}"
        message = f"the size is {size}, the drawing has {of_drawing}"
        context.problems.add(context.places["map.size"], "map.size", message, found=size, allowed=(of_drawing,))
    empty = Board.empty(context.grid, *drawn)
    context.board = replace(empty, ground=drawing.ground, levels=drawing.levels)


def _with_lists(board: Board, values: Mapping[str, Any]) -> Board:
    """Give a board with what the lists say: terrain replaces what is drawn, of two lists both hold."""
    ground, levels = list(board.ground), bytearray(board.levels)
    listed: dict[int, tuple[str, ...]] = {}
    for kind, rectangles in values.get("terrain", {}).items():
        added = () if kind == "clear" else (kind,)
        for index in (index for rectangle in rectangles for index in rectangle.indices(board.columns)):
            listed[index] = _both(listed.get(index, ()), added)
    for index, kinds in listed.items():
        ground[index] = kinds if ground[index] is not None else None
    for index, level in values.get("levels", {}).items():
        levels[index] = level
    borders: dict[Border, tuple[str, ...]] = {}
    for kind, pairs in values.get("borders", {}).items():
        for border in pairs:
            borders[border] = _both(borders.get(border, ()), (kind,))
    return replace(board, ground=tuple(ground), levels=bytes(levels), borders=MappingProxyType(borders))


@cache
def _both(kinds: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*kinds, *more}))


def _grids(context: Context) -> tuple[str, ...]:
    return context.rules.grids if context.rules else ("hex", "square")


MAP = _Map(
    {
        "grid": Field(Word(_grids, "grid that is played on"), needed=True),
        "hexes": Field(words(*HEX_LAYOUTS, what="layout of hexes")),
        "size": Field(_Size()),
        "kinds": Field(_Kinds()),
        "legend": Field(_Legend()),
        "cells": Field(DrawingReader()),
        "terrain": Field(MapOf(_KIND, ListOf(_Listed(), "a list of cells"))),
        "levels": Field(_Levels()),
        "borders": Field(MapOf(_KIND_OF_BORDER, ListOf(_BORDER, "a list of borders"))),
    },
    what="a map",
)
"""The reader of the section; it gives the board."""
