"""The rows and columns of a published chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SheetColumn:
    """A column of a chart: its name, and the words that are allowed in it.

    The first two columns name the attacker and the target, and have no list of words. If `is_list` is true, a cell
    holds any number of words.
    """

    name: str
    words: tuple[str, ...] = ()
    is_list: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a chart: the text in each column, and its line number in the file."""

    line: int
    cells: Mapping[str, str]

    @property
    def attacker(self) -> str:
        """The name of the attacking piece."""
        return self._ends[0]

    @property
    def target(self) -> str:
        """The name of the target."""
        return self._ends[1]

    @property
    def _ends(self) -> tuple[str, ...]:
        return tuple(self.cells.values())[:2]
