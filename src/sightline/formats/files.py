"""Reading of files into texts and trees, with every problem reported."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from sightline.formats.arguments import refuse_argument
from sightline.formats.context import Context
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.yaml_tree import MAX_BYTES, Node, Source, UnreadableText, Unusable, read_tree
from sightline.i18n import _


def read_path(path: str | PathLike[str]) -> Source:
    """Return the text of a file given by a caller. Raise as `read_file` does, and `ArgumentError` for other types."""
    if "\0" in str(path):
        raise refuse_argument("path", str(path), _("the name of a file cannot contain a zero character"))
    try:
        return read_file(Path(path))
    except OSError as error:
        if "\n" in str(path):
            message = _("this is the text of a file, not its name")
            raise refuse_argument("path", str(path), message) from error
        raise


def read_file(path: Path) -> Source:
    """Return the text of a file. Raise `ScenarioError` if it is too large or not UTF-8, OSError if unreadable."""
    with path.open("rb") as file:
        return decode(file.read(MAX_BYTES + 1), str(path))


def decode(content: bytes, file: str) -> Source:
    """Return the content of a file as text. Raise `ScenarioError` if it is more than `MAX_BYTES` or not UTF-8."""
    if len(content) > MAX_BYTES:
        message = _("the file is larger than {size} MiB").format(size=MAX_BYTES // 2**20)
        raise _refusal(Source(file, ""), message)
    try:
        return Source(file, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = Source(file, content[: error.start].decode("utf-8-sig"))
        raise _refusal(before, _("this is not UTF-8 text")) from error


def _refusal(before: Source, message: str) -> ScenarioError:
    """Return the error for a file at the end of the part of it that could be read."""
    problems = Problems(before.file)
    line, column = len(before.lines), len(before.lines[len(before.lines) - 1]) + 1
    problems.add(Unusable(before, line, column, line, column), None, message)
    return ScenarioError(problems.found)


def read_reported_tree(source: Source, context: Context) -> Node | None:
    """Return the tree of a text; None if it is unreadable, after reporting that as the only problem."""
    problems = context.problems
    before = list(problems.found)
    try:
        return read_tree(source, lambda node, key, message, found: problems.add(node, key, message, found=found))
    except UnreadableText as error:
        problems.found[:] = before
        problems.add(error.place, error.key, str(error), found=error.found)
        return None
