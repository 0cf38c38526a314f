"""Generator: the pages of the docs and the blocks of code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SCENARIOS = ROOT / "scenarios"

FENCE = re.compile(r"^```(?P<words>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# file: (\S+)\n")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the words behind that, its text, and the line of the page that it begins on."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The name that the block's first line gives it, if it is a file."""
        match = _FILE.match(self.text)
        return match[1] if match else None


def block_of(match: re.Match[str]) -> Block:
    """Return the block that `FENCE` matches in a page."""
    language, *words = match["words"].split() or [""]
    return Block(language, tuple(words), match["text"], match.string.count("\n", 0, match.start()) + 1)


def iter_blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page in order."""
    yield from map(block_of, FENCE.finditer(page.read_text(encoding="utf-8")))


def name_of(page: Path) -> str:
    """Return the path of a page within the project."""
    return page.relative_to(ROOT).as_posix()
