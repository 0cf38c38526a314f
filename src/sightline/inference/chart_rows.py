"""A published chart as its rows: which columns it has, and what each row states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SheetColumn:
    """A column of a chart: its name, and the words that may stand in it.

    The first two columns name the attacker and the target, and have no words. Where `is_list` is true several words
    may stand in one place, or none.
    """

    name: str
    words: tuple[str, ...] = ()
    is_list: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a chart: what stands in each column, and the line of the file that it is."""

    line: int
    cells: Mapping[str, str]

    @property
    def attacker(self) -> str:
        """The name of the piece that attacks."""
        return self._ends[0]

    @property
    def target(self) -> str:
        """The name of the piece that is attacked."""
        return self._ends[1]

    @property
    def _ends(self) -> tuple[str, ...]:
        return tuple(self.cells.values())[:2]
