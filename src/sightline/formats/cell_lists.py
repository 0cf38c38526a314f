"""Lists of cells in the section `map`, by kind of terrain or by level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from sightline.board import Board, Rectangle, format_cell, parse_rectangle
from sightline.formats import yaml_tree
from sightline.formats.containers import ListReader, MappingReader
from sightline.formats.context import Context
from sightline.formats.level_reader import LevelReader
from sightline.formats.readers import INVALID, Schema, join
from sightline.formats.struct_readers import LABEL, PlaceReader
from sightline.formats.yaml_tree import Node
from sightline.i18n import N_, _


class _Listed(PlaceReader, frozen=True):
    """A cell or a rectangle of cells, counted towards the limit of cells in lists."""

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        rectangle = super().read(node, key, context, owner)
        if rectangle is not INVALID:
            context.count_listed(rectangle.size, node, key)
        return rectangle


_LISTED = _Listed(parse_rectangle, f"^{LABEL}(:{LABEL})?$", N_("a cell, such as B3, or a rectangle, such as B3:D5"))
CELLS = ListReader(_LISTED, N_("a list of cells"))
"""The reader of a list of cells; the value is a tuple of rectangles."""


class LevelsReader(MappingReader, frozen=True):
    """Lists of cells by level; the value is a list of levels by cell index, None for cells that are not listed."""

    what = N_("a mapping of levels")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, yaml_tree.Mapping, key, context):
            return INVALID
        board = context.board
        levels: list[int | None] = [None] * (len(board.ground) if board else 0)
        reader, is_valid = LevelReader.of(context), True
        for word, child in node.entries.values():
            path = join(key, word.text)
            level = reader.read(word, path, context, owner)
            items = CELLS.read_items(child, path, context)
            is_valid &= level is not INVALID and all(cells is not INVALID for _, cells in items)
            if board is not None:
                _set_level(0 if level is INVALID else level, items, levels, board, path, context)
        return levels if is_valid else INVALID

    def schema(self, context: Context) -> Schema:
        names = {"enum": [str(level) for level in context.levels]}
        return {"type": "object", "propertyNames": names, "additionalProperties": CELLS.schema(context)}


def _set_level(
    level: int, items: list[tuple[Node, Any]], levels: list[int | None], board: Board, key: str, context: Context
) -> None:
    """Set the level of the cells of one list; report cells whose level another list has set."""
    before = levels[:]
    for number, (item, rectangle) in enumerate(items):
        for index in rectangle.indices(board.columns) if rectangle is not INVALID else ():
            if before[index] is not None and board.ground[index] is not None:
                label = format_cell(board, board.grid.cell_at(index % board.columns, index // board.columns))
                message = _("{cell} already has level {level}").format(cell=label, level=before[index])
                context.problems.add(item, f"{key}.{number}", message, found=item.found)
                break
            levels[index] = level


def with_levels(levels: Iterable[int], listed: Iterable[int | None]) -> tuple[int, ...]:
    """Return the drawn levels, replaced for the listed cells."""
    return tuple([drawn if level is None else level for drawn, level in zip(levels, listed, strict=True)])


def with_terrain(board: Board, lists: Mapping[str, Iterable[Rectangle]]) -> list[tuple[str, ...] | None]:
    """Return the ground of a board, replaced for the listed cells: a cell in two lists has both kinds, holes stay."""
    kinds = sorted(lists)
    # Index and kind are packed in one number: a list of pairs, or a set per cell, would be several times as large.
    listed = sorted(
        index * len(kinds) + number
        for number, kind in enumerate(kinds)
        for rectangle in lists[kind]
        for index in rectangle.indices(board.columns)
    )
    ground = list(board.ground)
    shared: dict[tuple[int, ...], tuple[str, ...]] = {}
    for index, entries in groupby(listed, lambda entry: entry // len(kinds)):
        first = index * len(kinds)
        numbers = tuple([entry - first for entry in dict.fromkeys(entries)])
        if numbers not in shared:
            shared[numbers] = tuple(kinds[number] for number in numbers if kinds[number] != "clear")
        if ground[index] is not None:
            ground[index] = shared[numbers]
    return ground
