"""The width of a map of characters: its possible forms, and the places of cells on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sightline.board import Board
from sightline.lattice import Cell
from sightline.render.text_maps.cell_tokens import NARROWEST, CellTokens

_STEPS = {"square": ((0, 1), (2, 0)), "flat": ((1, 2), (2, 0)), "pointy": ((0, 1), (2, 1))}
"""By the form of cells: the lines down with each step of a cell's coordinates, and the half cells to the right."""


class MapForm(NamedTuple):
    """The column widths of a map: of the content of a cell, and from one column of cells to the next.

    - `before`: the columns before the content of a cell, for its sign.
    - `behind`: those after it, for the border on its right.
    """

    token: int
    pitch: int
    before: int
    behind: int

    def cells_in(self, board: Board, width: int) -> int:
        """Return how many columns of cells fit side by side."""
        shoved = self.pitch // 2 if board.grid.layout.startswith("pointy") else 0
        return min(board.columns, max(1, 1 + (width - shoved - self.before - self.token) // self.pitch))


def map_form(board: Board, tokens: CellTokens, width: int, *, has_signs: bool, has_borders: bool) -> MapForm:
    """Return the widest form of a map that fits, otherwise the narrowest; `has_borders`: some are between columns."""
    # A border separates cells as well as the place of a sign does.
    before, behind = (1 if has_signs or not has_borders else 0), (1 if has_borders else 0)
    forms = [MapForm(*each, before, behind) for each in _widths(board, tokens, before + behind)]
    return next((form for form in forms if form.cells_in(board, width) == board.columns), forms[-1])


def _widths(board: Board, tokens: CellTokens, apart: int) -> Iterator[tuple[int, int]]:
    """Yield the widths of the content of cells, and of cells, from wide to narrow."""
    widths = range(tokens.full_width, tokens.least_width - 1, -1)
    match board.grid.layout.split()[0]:
        case "square":
            yield from ((width, width + apart) for width in widths)
        case "pointy":  # rows are shifted by half of an even number
            yield from ((width, width + apart + (width + apart) % 2) for width in widths)
        case _:  # neighbouring columns are on different lines: they can be nearer than their content is wide
            narrow = max(NARROWEST, tokens.least_width)
            yield from ((width, width + apart) for width in widths if width >= narrow)
            yield from ((narrow, pitch) for pitch in range(narrow, (narrow + apart + 1) // 2 - 1, -1))


def cell_positions(board: Board) -> Callable[[Cell], tuple[int, int]]:
    """Return a function that returns the line of a cell, and how many half cells it lies to the right."""
    (a, b), (c, d) = _STEPS[board.grid.layout.split()[0]]
    # The first two columns and rows reach farthest, whichever of them are shifted.
    first = [board.grid.cell_at(column, row) for column in (0, 1) for row in (0, 1)]
    top, left = min(a * q + b * r for q, r in first), min(c * q + d * r for q, r in first)
    return lambda cell: (a * cell.q + b * cell.r - top, c * cell.q + d * cell.r - left)
