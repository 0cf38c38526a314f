"""The characters in which maps of squares show the terrain on borders: lines that differ without colour."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sightline.board import Board


class BorderChars(NamedTuple):
    """The characters of a border between two squares of one row, and between two of one column."""

    upright: str
    lying: str


_BY_KIND: Mapping[str, BorderChars] = MappingProxyType(
    {
        "obstructing": BorderChars("┃", "━"),
        "obstructing-indoor": BorderChars("║", "═"),
        "difficult": BorderChars("┇", "┅"),
        "impeding": BorderChars("┊", "┈"),
        "liquid": BorderChars("≈", "≈"),
        "icy": BorderChars("*", "*"),
        "corrosive": BorderChars("°", "°"),
        "transition": BorderChars("╫", "╪"),
    }
)
"""The characters of the kinds that also have their own form in pictures."""
_FREE = tuple(map(BorderChars, "│╎▌░▒▓:", "─╌▄░▒▓:"))
_NO_MORE = BorderChars("?", "?")


def border_chars(board: Board) -> Mapping[tuple[str, ...], BorderChars]:
    """Return the characters of the terrain on borders, with unique ones for each combination of kinds on the board."""
    combinations = sorted(
        {tuple(sorted(kinds)) for kinds in board.borders.values()}, key=lambda kinds: (len(kinds), kinds)
    )
    free = iter(_FREE)
    return {
        kinds: _BY_KIND[kinds[0]] if len(kinds) == 1 and kinds[0] in _BY_KIND else next(free, _NO_MORE)
        for kinds in combinations
    }
