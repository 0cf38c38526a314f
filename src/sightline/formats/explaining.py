"""What is wrong with a text that YAML cannot read, in the words of someone who writes a scenario."""

from __future__ import annotations

import re
from itertools import takewhile

import yaml

from sightline.board import MOST_CELLS_A_SIDE
from sightline.formats.lines import Lines

_DRAWING = re.compile(r"( *)cells *: *[|>]")
_WIDEST_INDICATOR = 9
_HINTS = {
    "found character that cannot start any token": "a text that begins with this character needs quotes",
    "mapping values are not allowed in this context": (
        "a key and its value cannot stand here; check the indentation, and quote a text that has a colon before a space"
    ),
    "found unexpected ':'": "a text that has a colon here needs quotes",
    "did not find expected ',' or '}'": "a comma or the closing } is missing before this",
    "did not find expected ',' or ']'": "a comma or the closing ] is missing before this",
    "did not find expected node content": (
        "a value is missing before this; a # behind a bracket or a space begins a comment unless it is quoted"
    ),
    "did not find expected key": "this line is not indented like the lines that it belongs to",
    "found unexpected end of stream": "a quote is not closed",
    "could not find expected ':'": "a key stands here without a colon and a space behind it",
    "did not find expected <document start>": "something follows where the scenario has ended; check the indentation",
}
_TAB = "a tab stands here, where YAML allows only spaces"


def explain(lines: Lines, error: yaml.MarkedYAMLError, line: int, column: int) -> str:
    """Say what YAML stumbles over at a line and column, both from 1, and how to mend it where that is known."""
    drawing = _explain_drawing(lines, line)
    if drawing:
        return drawing
    said = ", ".join(part for part in (error.context, error.problem) if part)
    before = lines[line - 1][:column] if line <= len(lines) else ""
    hint = _TAB if "\t" in before and not before.strip() else _HINTS.get(error.problem or "")
    return f"this is no YAML: {hint} ({said})" if hint else f"this is no YAML: {said}"


def _explain_drawing(lines: Lines, line: int) -> str | None:
    """Say how to mend a drawing whose first row is indented more than a later one, if the line is in such a one."""
    bottom = min(line, len(lines))
    for above in range(bottom - 1, max(bottom - MOST_CELLS_A_SIDE - 2, -1), -1):
        match = _DRAWING.match(lines[above])
        if match:
            rows = (lines[number] for number in range(above + 1, bottom))
            indents = [len(row) - len(row.lstrip(" ")) - len(match[1]) for row in rows if row.strip()]
            indents = list(takewhile(lambda indent: indent > 0, indents))
            return told_indent(min(indents)) if indents and min(indents) < indents[0] else None
    return None


def told_indent(indent: int) -> str:
    """Say how to write a drawing whose rows are indented so many columns more than its key."""
    way = (
        f"write `cells: |{indent}` to say how far the rows are indented"
        if indent <= _WIDEST_INDICATOR
        else f"indent the rows by {_WIDEST_INDICATOR} at most and write `cells: |` with that number"
    )
    return f"the first row of the drawing is indented more than a later one: {way}"
