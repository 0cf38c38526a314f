"""Published charts as CSV: parsing of a text into rows, with all problems at once."""

from __future__ import annotations

import contextlib
import csv
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sightline.board import Board
from sightline.formats.problems import Problems, TooManyProblems
from sightline.formats.readers import shorten
from sightline.formats.yaml_tree import Node, Source, Unusable
from sightline.i18n import N_, _
from sightline.inference.chart_rows import Row, SheetColumn
from sightline.inference.unknown_board import Inference

_CELL = re.compile(r'("(?:[^"]|"")*"|[^,]*)(?:,|$)')
_NOTHING = N_("nothing")


@dataclass(frozen=True)
class _ChartCell:
    """A cell of the chart."""

    text: str
    node: Node


def read_sheet(source: Source, inference: Inference, board: Board) -> list[Row]:
    """Read the rows of a chart about the pieces of a board. Raise `ScenarioError` with every problem."""
    reader = _ChartReader(source, inference, board)
    rows: list[Row] = []
    with contextlib.suppress(TooManyProblems):
        rows = reader.read()
    reader.problems.raise_if_any()
    return rows


class _ChartReader:
    """The state of reading one chart."""

    def __init__(self, source: Source, inference: Inference, board: Board) -> None:
        self.source = source
        self.inference = inference
        self.board = board
        self.problems = Problems(source.file)
        self.stated: dict[tuple[str, str], Row] = {}

    def read(self) -> list[Row]:
        written = ((number, line) for number, line in enumerate(self.source.lines, start=1) if line.strip())
        number, first = next(written, (1, ""))
        if not first:
            names = ",".join(column.name for column in self.inference.columns)
            message = _("the names of the columns are missing")
            self.problems.add(self._place(1, 0, 0), None, message, allowed=(names,))
            return []
        header = self._header(self._cells(number, first) or [])
        if header is None:
            return []
        return [row for number, line in written if (row := self._row(number, line, header)) is not None]

    def _cells(self, number: int, line: str) -> list[_ChartCell] | None:
        """Return the cells of a line, or None after reporting a quoting error."""
        spans = [match.span(1) for match in _CELL.finditer(line)]
        if len(spans) > 1 and spans[-1][0] == len(line) and not line.endswith(","):
            spans.pop()  # the empty match at the end of the line, after its last cell
        with contextlib.suppress(csv.Error):
            texts = next(csv.reader([line], strict=True), [""])
            if len(texts) == len(spans):
                places = (self._place(number, *span) for span in spans)
                return [_ChartCell(text.strip(), node) for text, node in zip(texts, places, strict=True)]
        message = _("a quotation mark is misplaced in this line")
        self.problems.add(self._place(number, 0, len(line)), None, message, found=shorten(line))
        return None

    def _place(self, number: int, start: int, stop: int) -> Node:
        return Unusable(self.source, number, start + 1, number, stop + 1)

    def _header(self, cells: Sequence[_ChartCell]) -> list[SheetColumn] | None:
        """Return the columns in the order of the file, or None after reporting what is wrong with them."""
        known = {column.name: column for column in self.inference.columns}
        before = len(self.problems.found)
        named: list[str] = []
        for cell in cells:
            name = cell.text
            if name not in known:
                message = _("{name!r} is not a column of this chart").format(name=shorten(name))
                self._add(cell, None, message, tuple(known))
            elif name in named:
                self._add(cell, name, _("the column {name!r} appears a second time").format(name=name))
            named.append(name)
        for name in known:
            if name not in named:
                place = cells[0].node if cells else self._place(1, 0, 0)
                message = _("the column {name!r} is missing").format(name=name)
                self.problems.add(place, name, message, allowed=tuple(known))
        return [known[cell.text] for cell in cells] if len(self.problems.found) == before else None

    def _row(self, number: int, line: str, header: Sequence[SheetColumn]) -> Row | None:
        """Return a row, or None after reporting what is wrong with it."""
        cells = self._cells(number, line)
        if cells is None:
            return None
        if len(cells) != len(header):
            message = _("expected {wanted} columns, found {found}").format(wanted=len(header), found=len(cells))
            self.problems.add(self._place(number, 0, len(line)), None, message, found=shorten(line))
            return None
        before = len(self.problems.found)
        by_name = {column.name: cell for column, cell in zip(header, cells, strict=True)}
        for column in self.inference.columns:
            self._check_cell(column, by_name[column.name])
        if len(self.problems.found) > before:
            return None
        row = Row(number, {column.name: by_name[column.name].text for column in self.inference.columns})
        self._check_row(row, by_name)
        return row if len(self.problems.found) == before else None

    def _check_cell(self, column: SheetColumn, cell: _ChartCell) -> None:
        if not column.words:
            if cell.text not in self.board.pieces:
                what = _("there is no piece {name!r}") if cell.text else _("the name of a piece is missing")
                self._add(cell, column.name, what.format(name=shorten(cell.text)), self.board.pieces)
            return
        for word in cell.text.split() if column.is_list else [cell.text]:
            if word not in column.words:
                allowed = tuple(word or _(_NOTHING) for word in column.words)
                message = _("{word!r} is not a value of this column").format(word=shorten(word))
                self._add(cell, column.name, message, allowed)

    def _check_row(self, row: Row, cells: Mapping[str, _ChartCell]) -> None:
        ends = [column.name for column in self.inference.columns[:2]]
        if row.attacker == row.target:
            message = _("{name!r} cannot attack itself").format(name=shorten(row.target))
            self._add(cells[ends[1]], ends[1], message)
        for name, message in self.inference.check_row(row):
            self._add(cells[name], name, message)
        other = self.stated.setdefault((row.attacker, row.target), row)
        if other is not row:
            if dict(other.cells) == dict(row.cells):
                says = _("line {line} already says the same about {attacker!r} and {target!r}")
            else:
                says = _("line {line} already says something else about {attacker!r} and {target!r}")
            pair = {"attacker": shorten(row.attacker), "target": shorten(row.target)}
            self._add(cells[ends[0]], ends[0], says.format(line=other.line, **pair))

    def _add(self, cell: _ChartCell, key: str | None, message: str, allowed: Collection[str] = ()) -> None:
        self.problems.add(cell.node, key, message, found=cell.text, allowed=allowed)
