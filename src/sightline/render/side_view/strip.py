"""One line as a strip: the layout of a profile in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sightline.board import format_border, format_cell
from sightline.lattice import Cell
from sightline.render.layers.canvas import Canvas
from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.text_metrics import advance
from sightline.render.scenes.parts import Mark
from sightline.render.side_view.profile import Profile
from sightline.rules import Site

STOREY, SLAB = 52.0, 16.0
"""The height of terrain or a piece on a cell, and of the ground under all of them, in pixels."""
_DEEPEST = 520.0
"""The maximum height from the lowest to the highest level, in pixels."""
EYE, BODY = 0.66, 0.3
"""The height of the eye of a piece, and its radius, in storeys."""
LABEL, SIGN, ROW = 11.0, 22.0, 19.0
_FLAT, _AIR = 0.3, 0.2
_NARROWEST = 14.0


class Tag(NamedTuple):
    """A name under a strip: its site, its place on the line, its text, and the mark of findings there."""

    site: Site
    at: float
    text: str
    mark: Mark | None
    is_touch: bool = False

    @property
    def half(self) -> float:
        """Half of its width in pixels."""
        return (advance(self.text) * LABEL + (SIGN if self.mark else 0)) / 2


@dataclass(frozen=True)
class Strip:
    """The layout of a profile: distance 0 of its line is at `left`, its highest part at `top`, both in pixels."""

    canvas: Canvas
    profile: Profile
    left: float
    top: float
    unit: float

    def x(self, at: float) -> float:
        """Return the pixel column of a distance along the line."""
        return self.left + at * self.unit

    def y(self, level: float, up: float = 0.0) -> float:
        """Return the pixel row of a height of `up` storeys above a level."""
        return self.top + self._height - self._above(level, up)

    def _above(self, level: float, up: float) -> float:
        """Return how many pixels a height lies above level 0."""
        return level * self.rise + up * STOREY

    @cached_property
    def levels(self) -> range:
        """All levels from the lowest to the highest that is drawn; level 0 is among them."""
        surfaces = [self.surface(column.cell) for column in self.profile.columns]
        stands = [stand.level for stand in self.profile.stands]
        return range(min(0, *surfaces), max(0, *surfaces, *stands) + 1)

    @cached_property
    def rise(self) -> float:
        """The height of a level in pixels: a storey, less if there are many levels."""
        return min(STOREY, _DEEPEST / len(self.levels))

    def is_ruled(self, level: int) -> bool:
        """Return whether a level has its own line: all if there is room, otherwise every second, fifth ..."""
        step = next((step for step in (1, 2, 5, 10) if step * self.rise >= _NARROWEST), 20)
        return level % step == 0

    @cached_property
    def _height(self) -> float:
        """The height of the strip above level 0, in pixels."""
        blocks = [self._above(self.surface(column.cell), self.height(column.cell)) for column in self.profile.columns]
        heads = [self._above(stand.level, EYE + BODY) for stand in self.profile.stands]
        return max([*blocks, *heads]) + _AIR * STOREY

    @property
    def ground(self) -> float:
        """The lower end of the ground, in pixels."""
        return self.y(self.levels[0]) + SLAB

    @cached_property
    def rows(self) -> list[list[Tag]]:
        """The names under the strip, in as few rows as they need."""
        rows: list[list[Tag]] = []
        for tag in sorted(self._tags(), key=lambda tag: tag.at):
            free = (row for row in rows if self.x(row[-1].at) + row[-1].half + 4 <= self.x(tag.at) - tag.half)
            row = next(free, None)
            if row is None:
                rows.append([tag])
            else:
                row.append(tag)
        return rows

    @property
    def bottom(self) -> float:
        """The lower end of the names, in pixels."""
        return self.ground + 6 + ROW * len(self.rows)

    def surface(self, cell: Cell) -> int:
        """Return the level of a cell."""
        return self.profile.board.level(cell)

    def height(self, cell: Cell) -> float:
        """Return the height at which the terrain of a cell is drawn, in storeys; flat terrain is low."""
        kinds = self.profile.board.kinds(cell) or ()
        return max((_FLAT if self.canvas.scene.drawing_of(kind).is_flat else 1.0 for kind in kinds), default=0.0)

    def eyes(self) -> tuple[Pixel, Pixel]:
        """Return the ends of the line of sight."""
        first, last = self.profile.stands[:2]
        ends = ((0.0, first), (self.profile.length, last))
        a, b = (Pixel(self.x(at), self.y(stand.level, EYE)) for at, stand in ends)
        return a, b

    def _tags(self) -> Iterator[Tag]:
        """Yield a tag for each cell; if cells are too narrow, only for those with findings or pieces."""
        named = {cell for stand in self.profile.stands for cell in stand.piece.cells} | set(self.canvas.scene.marks)
        is_wide = 2 * self.unit >= _NARROWEST
        for tag in self._all_tags():
            if is_wide or tag.site in named:
                yield tag

    def _all_tags(self) -> Iterator[Tag]:
        board, marks = self.profile.board, self.canvas.scene.marks
        for column in self.profile.columns:
            name, rest = format_cell(board, column.cell), self.profile.rest(column.cell)
            text = f"{name} +{rest}" if rest else name
            yield Tag(column.cell, column.middle, text, marks.get(column.cell))
        for touch in self.profile.touches:
            yield Tag(touch.cell, touch.at, format_cell(board, touch.cell), marks.get(touch.cell), is_touch=True)
        for wall in self.profile.walls:
            site: Site = wall.border
            if site in marks:
                at, name = (wall.start + wall.stop) / 2, format_border(board, wall.border)
                yield Tag(site, at, name, marks[site], is_touch=wall.is_touch)
