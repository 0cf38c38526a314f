"""A free table as a coarse map of characters."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from math import ceil, hypot
from string import ascii_letters

from sightline.board import Table, format_inches
from sightline.i18n import localized
from sightline.plane import Edge, Polygon, Spot
from sightline.render.primitives.table_shapes import middle, ring_spans
from sightline.render.primitives.text_metrics import columns
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.text_canvas import Painter, unpainted

AREA, LINE, BUILDING = ":", "*", "#"
_WIDEST, _STEPS = 72, (0.25, 0.5, 1.0, 2.0, 3.0, 6.0, 12.0, 24.0)
_TALL = 2
"""The ratio of height to width of a character."""
_LABELS_EVERY = 6
_LONGEST_SCALE = 5
"""The columns of the scale before the map, except on tables of thousands of inches."""


@dataclass
class CharMap:
    """Rows of characters, each `step` inches wide and twice as high."""

    table: Table
    step: float
    paint: Painter = unpainted
    rows: list[list[str]] = field(init=False)

    def __post_init__(self) -> None:
        width, height = ceil(self.table.width / self.step), ceil(self.table.height / (self.step * _TALL))
        self.rows = [["."] * width for _row in range(height)]

    def place(self, spot: Spot) -> tuple[int, int]:
        """Return the column and row of a spot."""
        column, row = int(spot.x / self.step), int(spot.y / (self.step * _TALL))
        return min(column, len(self.rows[0]) - 1), min(row, len(self.rows) - 1)

    def put(self, spot: Spot, char: str) -> None:
        """Put a character at a spot."""
        column, row = self.place(spot)
        self.rows[row][column] = char

    def fill(self, rings: tuple[tuple[Spot, ...], ...], char: str) -> None:
        """Put a character wherever the middle of a character is inside an odd number of rings."""
        for row, chars in enumerate(self.rows):
            for left, right in ring_spans(rings, (row + 0.5) * self.step * _TALL):
                for column in range(round(left / self.step), min(round(right / self.step), len(chars))):
                    chars[column] = char

    def trace(self, edge: Edge, char: str) -> None:
        """Put a character wherever a straight line runs."""
        (ax, ay), (bx, by) = edge
        count = ceil(2 * hypot(bx - ax, by - ay) / self.step) or 1
        for k in range(count + 1):
            self.put(Spot(ax + (bx - ax) * k / count, ay + (by - ay) * k / count), char)

    def write(self, spot: Spot, token: str, css: str = "") -> bool:
        """Write a token over a spot if nothing is written there; return whether it is."""
        column, row = self.place(spot)
        width, chars = columns(token), self.rows[row]
        start = max(0, min(column - (width - 1) // 2, len(chars) - width))
        if any(len(char) != 1 for char in chars[start : start + width]) or start + width > len(chars):
            return False
        # A token is stored in its first column as a whole; the columns that it covers are empty.
        chars[start : start + width] = [f"{token}\0{css}", *[""] * (width - 1)]
        return True

    def lines(self) -> list[str]:
        """Return the map with a scale along two sides."""
        last = format_inches(len(self.rows) * self.step * _TALL)
        margin = max(4, len(last) + 1)
        head = " " * margin
        for column in range(0, len(self.rows[0]), 2 * _LABELS_EVERY):
            head = f"{head.ljust(margin + column)}{localized(format_inches(column * self.step))}"
        labels = (
            localized(format_inches(row * self.step * _TALL)) if row % _TALL == 0 else ""
            for row in range(len(self.rows))
        )
        return [
            head,
            *(f"{label:>{margin - 1}} {self._paint(row)}" for label, row in zip(labels, self.rows, strict=True)),
        ]

    def _paint(self, row: Sequence[str]) -> str:
        parts = (char.partition("\0") for char in row)
        return "".join(self.paint(text, css) if css else text for text, _end, css in parts)


def feature_letters(table: Table) -> Mapping[str, str]:
    """Return a letter for each feature, no two the same: a to Z, then letters with accents and of other scripts."""
    further = (char for char in map(chr, range(0xC0, sys.maxunicode)) if char.isalpha() and columns(char) == 1)
    return {
        feature.name: letter for feature, letter in zip(table.features, chain(ascii_letters, further), strict=False)
    }


def drawn_map(
    scene: Scene, tokens: Mapping[str, str], *, width: int, paint: Painter = unpainted
) -> tuple[CharMap, tuple[str, ...]]:
    """Return the map, and the names of the pieces without room on it."""
    table = scene.table
    longest = table.width / max(1, min(_WIDEST, width - _LONGEST_SCALE))
    chars = CharMap(table, next((step for step in _STEPS if step >= longest), longest), paint)
    letters = feature_letters(table)
    for feature in table.features:
        chars.fill((feature.outline.corners,), letters[feature.name])
        # Features thinner than a character are shown too; ends between two characters are rounded inwards.
        at = middle(feature.outline)
        for start, stop in feature.outline.edges:
            chars.trace(Edge(_toward(start, at), _toward(stop, at)), letters[feature.name])
    for piece in table.pieces.values():
        if piece.building and isinstance(piece.shape, Polygon):
            chars.fill((piece.shape.corners,), BUILDING)
    chars.fill(scene.area, AREA)
    if len(scene.segments) == 1:
        chars.trace(Edge(scene.segments[0].start, scene.segments[0].stop), LINE)
    for leg in pairwise(scene.way):
        chars.trace(Edge(*leg), LINE)
    colours = scene.side_colours
    hidden = tuple(
        name
        for name, piece in table.pieces.items()
        if not chars.write(middle(piece.shape), f"[{tokens[name]}]", f"side-{colours[piece.side]}")
    )
    return chars, hidden


def _toward(spot: Spot, at: Spot) -> Spot:
    return spot.plus((at.x - spot.x) * 1e-6, (at.y - spot.y) * 1e-6)
