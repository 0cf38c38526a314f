"""Messages about invalid YAML, in the terms of authors of scenarios."""

from __future__ import annotations

import re
from itertools import takewhile

import yaml

from sightline.board import MAX_BOARD_SIZE
from sightline.formats.line_index import Lines
from sightline.i18n import N_, _

_DRAWING = re.compile(r"( *)cells *: *[|>]")
_WIDEST_INDICATOR = 9
_HINTS = {
    "found character that cannot start any token": N_("a text that begins with this character must be quoted"),
    "mapping values are not allowed in this context": N_(
        "a key and its value are not allowed here; check the indentation, and quote a text that contains a colon "
        "followed by a space"
    ),
    "found unexpected ':'": N_("a text with a colon here must be quoted"),
    "did not find expected ',' or '}'": N_("a comma or the closing } is missing before this"),
    "did not find expected ',' or ']'": N_("a comma or the closing ] is missing before this"),
    "did not find expected node content": N_(
        "a value is missing before this; a # after a bracket or a space begins a comment unless it is quoted"
    ),
    "did not find expected key": N_("this line is not indented like the lines it belongs to"),
    "found unexpected end of stream": N_("a quote is not closed"),
    "could not find expected ':'": N_("a key must be followed by a colon and a space"),
    "did not find expected <document start>": N_(
        "something follows after the end of the scenario; check the indentation"
    ),
}
_TAB = N_("there is a tab here, where YAML allows only spaces")
_LIBYAML_MESSAGES = (
    N_("while parsing a block collection"),
    N_("while parsing a block mapping"),
    N_("while parsing a flow mapping"),
    N_("while parsing a flow sequence"),
    N_("while parsing a node"),
    N_("while parsing a quoted scalar"),
    N_("while scanning a block scalar"),
    N_("while scanning a directive"),
    N_("while scanning a plain scalar"),
    N_("while scanning a quoted scalar"),
    N_("while scanning a simple key"),
    N_("while scanning an alias"),
    N_("while scanning an anchor"),
    N_("while scanning for the next token"),
    N_("block sequence entries are not allowed in this context"),
    N_("could not find expected ':'"),
    N_("did not find expected ',' or ']'"),
    N_("did not find expected ',' or '}'"),
    N_("did not find expected '-' indicator"),
    N_("did not find expected <document start>"),
    N_("did not find expected alphabetic or numeric character"),
    N_("did not find expected comment or line break"),
    N_("did not find expected key"),
    N_("did not find expected node content"),
    N_("did not find expected whitespace or line break"),
    N_("found a tab character that violates indentation"),
    N_("found a tab character where an indentation space is expected"),
    N_("found an indentation indicator equal to 0"),
    N_("found character that cannot start any token"),
    N_("found unexpected ':'"),
    N_("found unexpected document indicator"),
    N_("found unexpected end of stream"),
    N_("found unknown escape character"),
    N_("mapping keys are not allowed in this context"),
    N_("mapping values are not allowed in this context"),
)
"""The messages of libyaml that scenarios are likely to cause, marked for translation."""


def explain(lines: Lines, error: yaml.MarkedYAMLError, line: int, column: int) -> str:
    """Return the message about an error at a line and column, both from 1, with a remedy if one is known."""
    from sightline.battles.record_writer import BEGINNING  # no valid file needs it

    if lines and lines[0].startswith(BEGINNING):
        return _("this is the record of a battle: sightline play continues it, and sightline replay tells it")
    drawing = _explain_drawing(lines, line)
    if drawing:
        return drawing
    problem = ", ".join(_(part) for part in (error.context, error.problem) if part)
    before = lines[line - 1][:column] if line <= len(lines) else ""
    hint = _TAB if "\t" in before and not before.strip() else _HINTS.get(error.problem or "")
    if not hint:
        return _("this is not valid YAML: {said}").format(said=problem)
    return _("this is not valid YAML: {hint} ({said})").format(hint=_(hint), said=problem)


def _explain_drawing(lines: Lines, line: int) -> str | None:
    """Return the remedy if a line is in a drawing whose first row is indented more than a later one, else None."""
    bottom = min(line, len(lines))
    for above in range(bottom - 1, max(bottom - MAX_BOARD_SIZE - 2, -1), -1):
        match = _DRAWING.match(lines[above])
        if match:
            rows = (lines[number] for number in range(above + 1, bottom))
            indents = [len(row) - len(row.lstrip(" ")) - len(match[1]) for row in rows if row.strip()]
            indents = list(takewhile(lambda indent: indent > 0, indents))
            return indent_hint(min(indents)) if indents and min(indents) < indents[0] else None
    return None


def indent_hint(indent: int) -> str:
    """Return the remedy for a drawing whose rows are indented by `indent` columns more than its key."""
    way = (
        _("write `cells: |{indent}` to say how far the rows are indented").format(indent=indent)
        if indent <= _WIDEST_INDICATOR
        else _("indent the rows by {most} at most and write `cells: |` with that number").format(most=_WIDEST_INDICATOR)
    )
    return _("the first row of the drawing is indented more than a later one: {way}").format(way=way)
