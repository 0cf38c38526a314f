"""Refusals of questions that ask for too much work, stated before the work is done."""

from __future__ import annotations

from sightline.i18n import _

MAX_ATTACKS = 10_000
"""The limit of attacks of a chart."""
MAX_LINES = 5000
"""The limit of lines between hexes of buildings in all attacks of a chart: those of one attack of the largest two."""
MAX_CELLS_ENTERED = 1_000_000
"""The limit of cells that the paths of a move enter, all paths together."""
MAX_CELLS_ASKED = 100_000
"""The limit of cells of a map of which each is asked about: by `see`, `threat` and `advise`."""
MAX_PASSES = 100_000
"""The limit of loop passes of `threat` and `advise`: lines looked along, attacks judged, places reached."""
MAX_CHART_STEPS = 3_000_000
"""The limit of cells along all lines of a chart."""
MAX_STEPS_WALKED = 100_000_000
"""The limit of cells along all lines from one cell to all others of a map, where they are walked one by one."""
MAX_STEPS_TRIED = 50_000
"""The limit of changes that `why_not` tries, times the cells along the line, or lines, of the shot."""
MAX_TERRAIN_TRIED = 5_000_000
"""The limit of changes that `why_not` tries, times the cells and borders with terrain or a level."""
MAX_PATHS_COMPARED = 20_000
"""The limit of paths that are compared for those that provoke the fewest."""
MAX_ACTIONS = 20_000
"""The limit of legal actions that are listed at once."""
MAX_BIT_SETS = 20_000
"""The limit of sets of cells that obstruct on a map, for two ends that stand somewhere."""
MAX_BOARD_BYTES = 1 << 29
"""The limit of bytes of these sets, each shifted 64 times, for all pairs of cells of a map."""
MAX_MATRIX_BYTES = 1 << 30
"""The limit of bytes of a matrix of a field."""
MAX_MOVE_CORNERS = 4000
"""The limit of corners of features and bases within reach of a move on a free table."""
MAX_MOVE_VIEWS = 4_000_000
"""The limit of the places where a move on a free table may bend, times the edges that each may see."""
MAX_MARKS = 200_000
"""The limit of marks of terrain in a picture: the kinds in each cell, all cells together."""
MAX_SVG_LENGTH = 5_000_000
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
