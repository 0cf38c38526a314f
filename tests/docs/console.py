"""Driver: runs the commands of a `console` block, and compares what they print with what the block shows."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from sightline.cli import main

LEFT_OUT = "..."
"""A line that stands for any number of lines, none included."""


@dataclass(frozen=True)
class Command:
    """A command line and the lines that it should print."""

    line: str
    expected: tuple[str, ...]


def iter_commands(text: str) -> Iterator[Command]:
    """Yield the commands of a block: lines that begin with `$ `, each with the lines up to the next one."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *expected = part.rstrip("\n").split("\n")
        yield Command(line, tuple(row.rstrip() for row in expected))


class Console:
    """A place where commands are run: `sightline ...`, with `> FILE` and `< FILE`; `cat FILE`; `echo $?`."""

    def __init__(self) -> None:
        self.status = 0

    def run(self, line: str) -> str:
        """Run a command line and give all that it prints."""
        if line == "echo $?":
            return f"{self.status}\n"
        words = shlex.split(line)
        if words[0] == "cat":
            return Path(words[1]).read_text(encoding="utf-8")
        assert words[0] == "sightline", f"only sightline, cat and echo $? are run here, not {line!r}"
        words, source = _redirection(words, "<")
        words, target = _redirection(words, ">")
        printed = self._call(words[1:], Path(source).read_bytes() if source else b"")
        if target is None:
            return printed
        Path(target).write_text(printed, encoding="utf-8")
        return ""

    def _call(self, arguments: Sequence[str], given: bytes) -> str:
        raw = io.BytesIO()
        printed = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
        with ExitStack() as stack:
            stack.enter_context(patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")))
            stack.enter_context(patch.dict(os.environ, {"NO_COLOR": "1", "COLUMNS": "100"}))
            stack.enter_context(redirect_stdout(printed))
            stack.enter_context(redirect_stderr(printed))
            try:
                main(arguments)
            except SystemExit as ended:
                self.status = int(ended.code or 0)
        return raw.getvalue().decode()


def _redirection(words: list[str], sign: str) -> tuple[list[str], str | None]:
    if sign not in words:
        return words, None
    at = words.index(sign)
    return words[:at] + words[at + 2 :], words[at + 1]


def is_as_expected(printed: str, expected: Sequence[str]) -> bool:
    """Return whether a command printed these lines; `...` stands for any lines. Blank lines at the end do not count."""
    rows = "\n".join(row.rstrip() for row in printed.rstrip().split("\n"))
    parts = [re.escape(row) + "\n" if row != LEFT_OUT else "(?:[^\n]*\n)*?" for row in expected]
    return re.fullmatch("".join(parts), rows + "\n" if rows else "") is not None
