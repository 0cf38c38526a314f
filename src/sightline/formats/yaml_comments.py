"""Comments of YAML texts that the program writes: their collection for translators, and their translation.

A comment is on its own line, or after a value and two spaces. It begins with "# " and a letter, which no row of a
drawing does. The title of a scenario is translated as well.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from sightline.i18n import _

_WIDTH = 100
_COMMENT = re.compile(r"(?P<before>|.*  )# (?P<text>[^\W\d_].*)")
_TITLE = re.compile(r"(?P<before>title: )(?P<text>.*)")


def iter_texts(text: str) -> Iterator[str]:
    """Yield the comments of a YAML text, and its title."""
    for line in text.splitlines():
        if found := _COMMENT.fullmatch(line) or _TITLE.fullmatch(line):
            yield found["text"]


def localized_comments(text: str) -> str:
    """Return a YAML text with its comments and its title in the current language, long lines of comments wrapped."""
    return "".join(f"{line}\n" for written in text.splitlines() for line in _localized_lines(written))


def _localized_lines(line: str) -> list[str]:
    found = _COMMENT.fullmatch(line) or _TITLE.fullmatch(line)
    if found is None:
        return [line]
    before, text = found.groups()
    comment = _(text)
    if before == "title: ":
        return [f"{before}{comment}"]
    if before.strip() and len(before) + len(comment) <= _WIDTH:
        return [f"{before}# {comment}"]
    indent = " " * (len(before) - len(before.lstrip()))
    lines = textwrap.wrap(comment, _WIDTH, initial_indent=f"{indent}# ", subsequent_indent=f"{indent}# ")
    return [*lines, before.rstrip()] if before.strip() else lines
