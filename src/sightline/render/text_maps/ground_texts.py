"""The texts of the ground of a map of characters, cached because they do not change when pieces move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from sightline.board import Board
from sightline.lattice import Cell, Grid
from sightline.render.primitives.text_metrics import cut
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.text_canvas import TextCanvas
from sightline.rules.terrain_letters import CLEAR_LETTER

_MAX_CACHED = 4
"""The maximum number of cached grounds."""


@dataclass(frozen=True)
class _Ground:
    """The cells of a board with terrain and levels, letters, the shown levels, and whether cells have numbers."""

    grid: Grid
    columns: int
    ground: tuple[tuple[str, ...] | None, ...]
    levels: tuple[int, ...]
    letters: frozenset[tuple[str, str]]
    shown_levels: tuple[int, ...]
    has_numbers: bool
    board: Board = field(compare=False)


class GroundTexts:
    """The texts of the ground of each cell, in decreasing length. Cells with equal ground share them.

    - `of_cell`: the texts by cell.
    - `counts`: the number of cells with these texts.
    - `canvases`: the maps of the ground drawn so far, by their form and columns.
    """

    def __init__(self, ground: _Ground) -> None:
        texts = dict[tuple[tuple[str, ...], int], Sequence[str]]()
        self.of_cell: dict[Cell, Sequence[str]] = {}
        letters = dict(ground.letters)
        for cell, (kinds, level) in zip(ground.board, ground.board.iter_ground(), strict=True):
            if (kinds, level) not in texts:
                level_text = str(level) if level in ground.shown_levels else ""
                texts[kinds, level] = tuple(_iter_texts(kinds, level_text, letters, has_numbers=ground.has_numbers))
            self.of_cell[cell] = texts[kinds, level]
        self.counts: Mapping[Sequence[str], int] = Counter(self.of_cell.values())
        self.canvases: dict[tuple[tuple[int, int, int, int], range], TextCanvas] = {}

    def within(self, width: int) -> Mapping[Cell, str]:
        """Return the text of the ground of each cell in at most `width` columns."""
        texts = {each: cut(longest_within(each, width), width) for each in self.counts}
        return {cell: texts[each] for cell, each in self.of_cell.items()}


def ground_texts(scene: Scene) -> GroundTexts:
    """Return the texts of the ground of a scene."""
    board = scene.board
    ground = _Ground(
        grid=board.grid,
        columns=board.columns,
        ground=board.ground,
        levels=board.levels,
        letters=frozenset(scene.letters.items()),
        shown_levels=scene.levels,
        has_numbers=bool(scene.values),
        board=board,
    )
    return _cached_texts(ground)


_cached_texts = lru_cache(_MAX_CACHED)(GroundTexts)


def _iter_texts(kinds: Sequence[str], level: str, letters: Mapping[str, str], *, has_numbers: bool) -> Iterator[str]:
    """Yield the letters of terrain and its level, in decreasing length: a level alone means clear ground."""
    of_kinds = "".join(letters[kind] for kind in kinds)
    yield f"{of_kinds or letters.get('clear', CLEAR_LETTER)}{level}"
    if level and not of_kinds and not has_numbers:
        yield level
    if level and len(of_kinds) > 1:
        yield f"{of_kinds[0]}{level}"


def longest_within(texts: Sequence[str], width: int) -> str:
    """Return the longest of the texts of a ground that fits in a width, otherwise the shortest."""
    return next((text for text in texts if len(text) <= width), texts[-1])
