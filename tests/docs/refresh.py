"""Driver: updates what commands print in README and docs: `.venv/bin/python -m tests.docs.refresh`. Read the changes!

Of an output with `...`, what stands before the first and behind each `...` is taken again from where its first line
still stands; where that line is gone, the output is left as it is.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.docs.console import LEFT_OUT, Console, is_as_expected, iter_commands
from tests.docs.pages import FENCE, PAGES, SCENARIOS, block_of


def refresh(page: Path) -> None:
    """Run the commands of a page, and write what they print into it."""
    console, text = Console(), page.read_text(encoding="utf-8")
    parts, done = [], 0
    for match in FENCE.finditer(text):
        block = block_of(match)
        if block.file is not None:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.language == "console":
            parts += [text[done : match.start("text")], "".join(_run(console, block.text))]
            done = match.end("text")
    page.write_text("".join((*parts, text[done:])), encoding="utf-8")


def _run(console: Console, text: str) -> Iterator[str]:
    for command in iter_commands(text):
        printed, expected = console.run(command.line), command.expected
        if not is_as_expected(printed, expected):
            expected = tuple(_again([row.rstrip() for row in printed.rstrip().split("\n")], expected))
        yield "".join(f"{row}\n" for row in (f"$ {command.line}", *expected))


def _again(printed: Sequence[str], expected: Sequence[str]) -> Sequence[str]:
    if LEFT_OUT not in expected:
        return printed
    groups = _groups(expected)
    kept: list[str] = []
    for number, group in enumerate(groups):
        is_last = number == len(groups) - 1
        if group and group[0] not in printed:
            return expected
        start = printed.index(group[0]) if group else 0
        stop = start + len(group) if not is_last else len(printed)
        kept += [*([LEFT_OUT] if number else []), *(printed[start:stop] if group else ())]
    return kept


def _groups(expected: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for row in expected:
        if row == LEFT_OUT:
            groups.append([])
        else:
            groups[-1].append(row)
    return groups


def main() -> None:
    """Refresh every page."""
    for page in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SCENARIOS, Path(folder) / "scenarios")
            here = Path.cwd()
            os.chdir(folder)
            try:
                refresh(page)
            finally:
                os.chdir(here)


if __name__ == "__main__":
    main()
