"""Refusals of questions that ask for too much work, stated before the work is done."""

from __future__ import annotations

from sightline.i18n import _

MAX_ATTACKS = 10_000
"""The limit of attacks of a chart."""
MAX_LINES = 10_000
"""The limit of lines between hexes of buildings in all attacks of a chart: those of one attack of the largest two."""
MAX_CELLS_ENTERED = 1_000_000
"""The limit of cells that the paths of a move enter, all paths together."""
MAX_MOVE_CORNERS = 4000
"""The limit of corners of features and bases within reach of a move on a free table."""
MAX_MOVE_VIEWS = 4_000_000
"""The limit of the places where a move on a free table may bend, times the edges that each may see."""
MAX_SVG_LENGTH = 8_000_000
"""The limit of characters of an SVG that is drawn as PNG."""
MAX_PIXELS = 50_000_000
"""The limit of pixels of a PNG."""


class TooMuch(ValueError):
    """A question that asks for more work than is done: `found` is how much, `most` how much is allowed.

    `key` names what the question is about.
    """

    def __init__(self, message: str, key: str, found: int, most: int) -> None:
        super().__init__(message)
        self.key = key
        self.found = found
        self.most = most


def check_amount(found: int, most: int, key: str, message: str) -> None:
    """Raise `TooMuch` if more is found than the most allowed.

    `message`, marked for translation, has both numbers in braces.
    """
    if found > most:
        raise TooMuch(_(message).format(found=found, most=most), key, found, most)
