"""The lines of a text, found on demand: a list of all lines of a hostile file would be too large."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

_BREAK = "\r\n|[\n\r\x85\u2028\u2029]"
_LINES_A_CHUNK = 1024
_CHUNK = f"(?>[^\n\r\x85\u2028\u2029]*+(?:\r\n|[\n\r\x85\u2028\u2029])){{{_LINES_A_CHUNK}}}+"
"""Patterns that are compiled on first use: files without problems do not need them."""


class Lines:
    """The lines of a text, counted from 0, without their ends. Line ends are those of libyaml."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last_chunk: tuple[int, list[str]] = (-1, [])

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> str:
        """Return a line. Raise IndexError if there is none."""
        chunk, place = divmod(number, _LINES_A_CHUNK)
        if not 0 <= chunk < len(self._starts):
            raise IndexError(number)
        return self._chunk(chunk)[place]

    @cached_property
    def _count(self) -> int:
        last = len(self._starts) - 1
        return last * _LINES_A_CHUNK + len(self._chunk(last))

    @cached_property
    def _starts(self) -> list[int]:
        """The start offset of each chunk of lines; the last chunk ends with the text."""
        starts, chunk = [0], re.compile(_CHUNK)
        while whole := chunk.match(self._text, starts[-1]):
            starts.append(whole.end())
        return starts

    def _chunk(self, number: int) -> list[str]:
        if self._last_chunk[0] != number:
            end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self._text)
            lines = re.split(_BREAK, self._text[self._starts[number] : end])
            # Except for the last, a chunk ends with a line end, which would yield an empty line.
            self._last_chunk = number, lines if number + 1 == len(self._starts) else lines[:-1]
        return self._last_chunk[1]
