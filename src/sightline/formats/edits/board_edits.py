"""Edits of cells and borders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from sightline.board import Board, Border, Rectangle, format_border, format_rectangle, parse_label
from sightline.formats.cell_lists import CELLS
from sightline.formats.containers import ListReader
from sightline.formats.context import Context
from sightline.formats.edits.edit_forms import StatedEdit
from sightline.formats.level_reader import LevelReader
from sightline.formats.map_reader import BORDER, KIND, KIND_OF_BORDER
from sightline.formats.readers import INVALID, Reader
from sightline.i18n import N_

_KINDS = ListReader(KIND, N_("a list of kinds of terrain"))
_KINDS_OF_BORDERS = ListReader(KIND_OF_BORDER, N_("a list of kinds of borders"))
_BORDERS = ListReader(BORDER, N_("a list of borders"))
_CLEAR = "clear"


@dataclass
class BoardEdits:
    """The state of applying edits to a board, one by one; cells are given by index.

    `undo` are the edits that undo them, to be applied from last to first. `is_gone` is true once an edit names a place
    that is not on the board.
    """

    board: Board
    context: Context
    ground: dict[int, tuple[str, ...]] = field(default_factory=dict)
    levels: dict[int, int] = field(default_factory=dict)
    borders: dict[Border, tuple[str, ...]] = field(default_factory=dict)
    undo: list[dict[str, Any]] = field(default_factory=list)
    is_gone: bool = False

    @property
    def edited(self) -> Board:
        """The board with the changes."""
        cell_at = self.board.cell_at
        board = self.board.with_ground({cell_at(index): kinds for index, kinds in self.ground.items()})
        board = board.with_levels({cell_at(index): level for index, level in self.levels.items()})
        return board.with_borders(self.borders)

    def apply(self, edit: StatedEdit) -> None:
        """Apply an edit of cells or borders, or report what is wrong with it."""
        if edit.subject == "cells":
            self._apply_to_cells(edit)
        else:
            self._apply_to_borders(edit)

    def _apply_to_cells(self, edit: StatedEdit) -> None:
        rectangles = self._read_places(CELLS, edit)
        kinds = self._read_kinds(_KINDS, edit) if "terrain" in edit.values else None
        level = self._read(LevelReader.of(self.context), edit, "level") if "level" in edit.values else None
        if INVALID in (rectangles, kinds, level):
            return
        cells = [index for index in self._iter_indices(rectangles) if self.board.ground[index] is not None]
        if kinds is not None:
            before: Mapping[int, Any] = {index: self.ground.get(index, self.board.ground[index]) for index in cells}
            self.undo += self._undo_cells("terrain", before, kinds)
            self.ground |= dict.fromkeys(cells, kinds)
        if level is not None:
            before = {index: self.levels.get(index, self.board.levels[index]) for index in cells}
            self.undo += self._undo_cells("level", before, level)
            self.levels |= dict.fromkeys(cells, level)

    def _iter_indices(self, rectangles: Iterable[Rectangle]) -> Iterator[int]:
        for rectangle in rectangles:
            yield from rectangle.indices(self.board.columns)

    def _undo_cells(self, key: str, before: Mapping[int, Any], after: object) -> Iterator[dict[str, Any]]:
        """Yield the edits that restore the values of cells."""
        cells: dict[Any, list[int]] = {}
        for index, value in before.items():
            if value != after:
                cells.setdefault(value, []).append(index)
        for value, indices in cells.items():
            stated = list(value) if isinstance(value, tuple) else value
            yield {"cells": [*map(format_rectangle, _runs(sorted(indices), self.board.columns))], key: stated}

    def _apply_to_borders(self, edit: StatedEdit) -> None:
        borders, kinds = self._read_places(_BORDERS, edit), self._read_kinds(_KINDS_OF_BORDERS, edit)
        if INVALID in (borders, kinds):
            return
        before: dict[tuple[str, ...], list[str]] = {}
        for border in borders:
            earlier = self.borders.get(border, self.board.borders.get(border, ()))
            before.setdefault(earlier, []).append(format_border(self.board, border))
        self.undo += ({"borders": labels, "terrain": list(earlier)} for earlier, labels in before.items())
        self.borders |= dict.fromkeys(borders, kinds)

    def _read_places(self, reader: Reader, edit: StatedEdit) -> Any:
        """Return the places that an edit names; set `is_gone` if one does not exist."""
        places = self._read(reader, edit, edit.subject)
        if places is INVALID:
            self.is_gone |= any(
                _is_off(text, self.board) for text in edit.values[edit.subject] if isinstance(text, str)
            )
        return places

    def _read_kinds(self, reader: Reader, edit: StatedEdit) -> Any:
        kinds = self._read(reader, edit, "terrain")
        return kinds if kinds is INVALID else tuple(sorted(set(kinds) - {_CLEAR}))

    def _read(self, reader: Reader, edit: StatedEdit, key: str) -> Any:
        node = edit.node(key, edit.values[key])
        return INVALID if node is None else reader.read(node, key, self.context, node)


def _is_off(text: str, board: Board) -> bool:
    """Return whether a text is a valid label or rectangle, but one of its labels is not a cell of the board."""
    places = [parse_label(part) for part in text.replace(":", "/").split("/")]
    labels = [place for place in places if place is not None]
    is_off = any(column >= board.columns or row >= board.rows for column, row in labels)
    return len(labels) == len(places) and (is_off or (":" not in text and _names_hole(labels, board)))


def _names_hole(places: Iterable[tuple[int, int]], board: Board) -> bool:
    return any(board.ground[row * board.columns + column] is None for column, row in places)


def _runs(indices: list[int], columns: int) -> Iterator[Rectangle]:
    """Yield runs of sorted cell indices as rectangles of one row each."""
    breaks = [0, *(n for n, (a, b) in enumerate(pairwise(indices), 1) if b != a + 1 or b % columns == 0), len(indices)]
    for start, stop in pairwise(breaks):
        first, last = indices[start], indices[stop - 1]
        yield Rectangle(first % columns, first // columns, last % columns, last // columns)
