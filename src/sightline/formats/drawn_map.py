"""Drawings of maps: one token per cell, one line per row."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct

from sightline.board import MAX_BOARD_SIZE, Hint
from sightline.formats.context import Context
from sightline.formats.level_reader import LevelReader
from sightline.formats.readers import INVALID, Reader, Schema, shorten
from sightline.formats.yaml_hints import indent_hint
from sightline.formats.yaml_tree import Node, Scalar, Unusable
from sightline.i18n import N_, _, ngettext

HOLE = "_"
CLEAR = "."
MINUS = "-"
"""The sign of a level below 0."""
_ROW_END = re.compile("[\n\u2028\u2029]")
"""Line ends within a YAML text: libyaml does not normalize all of them to "\
"."""
_TOKEN = re.compile(r"([^\s\d_-]+)(0|-?[1-9][0-9]*)?")

Content = tuple[tuple[str, ...] | None, int]
"""The kinds of a cell, None for a hole, and its level."""
_CLEAR_GROUND: Content = ((), 0)


class Drawing(Struct, frozen=True):
    """A parsed drawing: its size, and the ground and level of each cell, row by row. Errors have been reported."""

    columns: int
    rows: int
    ground: tuple[tuple[str, ...] | None, ...]
    levels: tuple[int, ...]


class DrawingReader(Reader, frozen=True):
    """A drawing in the letters in force; the value is a `Drawing`."""

    what = N_("a drawing")

    def read(self, node: Node, key: str, context: Context, owner: Node) -> Any:
        if not self.accepts(node, Scalar, key, context):
            return INVALID
        return _DrawingParser(node, key, context, owner).read()

    def allowed(self, context: Context) -> Collection[str]:
        return (Hint(_("a text of several lines: |")),)

    def schema(self, context: Context) -> Schema:
        return {"type": "string"}


class _DrawingParser:
    """The state of reading one drawing."""

    def __init__(self, node: Scalar, key: str, context: Context, owner: Node) -> None:
        self.node = node
        self.key = key
        self.context = context
        self.owner = owner
        self.letters = context.letters
        self.knows_letters = context.rules is not None
        self.allowed = (*self.letters, HOLE) if self.knows_letters else ()
        # Beyond the maximum number of rows, and of columns per row, the rest is not split.
        self.rows = _ROW_END.split(node.text, MAX_BOARD_SIZE)
        while len(self.rows) > 1 and not self.rows[-1].strip():
            self.rows.pop()  # the end of the text, and blank lines, are ignored
        self.level = LevelReader.of(context)
        self.contents: dict[str, Content | None] = {}
        self.starts: tuple[int, list[int]] = (-1, [])

    def read(self) -> Drawing | Any:
        tokens = [row.split(maxsplit=MAX_BOARD_SIZE) for row in self.rows]
        columns = len(tokens[0])
        if not 1 <= columns <= MAX_BOARD_SIZE or len(tokens) > MAX_BOARD_SIZE:
            size = Hint(_("1 to {most} columns and rows").format(most=MAX_BOARD_SIZE))
            self.context.problems.add(self.node, self.key, self._wrong_size(columns), allowed=(size,))
            return INVALID
        contents = [content for row, line in enumerate(tokens) for content in self._read_row(row, line, columns)]
        self._report_lost_row(columns)
        ground, levels = zip(*contents, strict=True)
        return Drawing(columns, len(tokens), ground, levels)

    def _wrong_size(self, columns: int) -> str:
        if not columns:
            return _("the first row of the drawing is empty") if self.node.text.strip() else _("the drawing is empty")
        wide, high = N_("row 1 of the drawing has more than {most} cells"), N_("the drawing has more than {most} rows")
        return _(wide if columns > MAX_BOARD_SIZE else high).format(most=MAX_BOARD_SIZE)

    def _read_row(self, row: int, tokens: list[str], columns: int) -> Iterator[Content]:
        if len(tokens) != columns:
            place, text = self._place(row, None), self.rows[row].strip()
            message, allowed = _other_length(row, len(tokens), columns)
            self.context.problems.add(place, self.key, message, found=text, allowed=(allowed,))
        for number, token in enumerate(tokens[:columns]):
            if token not in self.contents:
                self.contents[token] = self._parse(token)
            content = self.contents[token]
            if content is None:
                self._report(token, self._place(row, number))
            yield content or _CLEAR_GROUND
        yield from (_CLEAR_GROUND,) * (columns - len(tokens))

    def _parse(self, token: str) -> Content | None:
        """Return the content of a token, None if it is invalid."""
        if token == HOLE:
            return None, 0
        match = _TOKEN.fullmatch(token)
        if not match or (len(match[1]) > 1 and CLEAR in match[1]):
            return None
        kinds = set(map(self._kind_of, match[1]))
        level = self.level.parse(match[2] or "0", self.context)
        if level is INVALID:
            return None
        return (tuple(sorted(kind for kind in kinds if kind and kind != "clear")), level) if None not in kinds else None

    def _kind_of(self, letter: str) -> str | None:
        """Return the kind of a letter, None for an unknown one; every letter is known while the system is not."""
        return self.letters.get(letter, None if self.knows_letters else "clear")

    def _report(self, token: str, place: Node) -> None:
        match = _TOKEN.fullmatch(token)
        unknown = [letter for letter in match[1] if self._kind_of(letter) is None] if match else []
        allowed: Collection[str] = self.allowed
        if match is None:
            message = _(
                "{token!r} is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"
            )
            message = message.format(token=shorten(token))
        elif unknown:
            message = _("{letter!r} is not in the legend").format(letter=unknown[0])
        elif match[2] and self.level.parse(match[2], self.context) is INVALID:
            message, allowed = self.level.complaint(match[2]), self.level.allowed(self.context)
        else:
            message = _("{letter!r} cannot be combined with other letters").format(letter=CLEAR)
        self.context.problems.add(place, self.key, message, found=token, allowed=allowed)

    def _place(self, row: int, number: int | None) -> Node:
        """Return the place of a token, or of a whole row. Only literal drawings keep their lines unchanged."""
        line = self.node.line + 1 + row
        lines = self.node.source.lines
        if self.node.style != "|" or line > len(lines) or not lines[line - 1].endswith(self.rows[row]):
            return self.node
        text = self.rows[row]
        if self.starts[0] != row:
            self.starts = row, [match.start() for match in re.finditer(r"\S+", text)] or [0]
        column = len(lines[line - 1]) - len(text) + self.starts[1][number or 0] + 1
        return Scalar(self.node.source, line, column, line, column, text, None)

    def _report_lost_row(self, columns: int) -> None:
        """Report a row of walls (#) that YAML takes for a comment, because it is indented less than the first row."""
        if self.node.style != "|" or not self.knows_letters:
            return
        lines = self.node.source.lines
        for number in range(self.node.line + len(self.rows), len(lines)):
            text = lines[number]
            row = text.lstrip(" ")
            if not row.startswith("#") or len(text) - len(row) < self.owner.column:
                return
            tokens = row.split(maxsplit=MAX_BOARD_SIZE)
            if len(tokens) == columns and all(self._parse(token) is not None for token in tokens):
                indent = len(text) - len(row) - self.owner.column + 1
                place = Unusable(self.node.source, number + 1, len(text) - len(row) + 1, number + 1, len(text) + 1)
                message = _("YAML reads this row as a comment: {hint}").format(hint=indent_hint(indent))
                self.context.problems.add(place, self.key, message, found=row.strip())


def _other_length(row: int, cells: int, columns: int) -> tuple[str, str]:
    """Return the message about a row of another length than the first, and the allowed length."""
    message = ngettext(
        "row {row} has {count} cells and row 1 has {columns}",
        "row {row} has {count} cells and row 1 has {columns}",
        cells,
    )
    allowed = ngettext("{count} cells", "{count} cells", columns)
    return message.format(row=row + 1, count=cells, columns=columns), Hint(allowed.format(count=columns))
