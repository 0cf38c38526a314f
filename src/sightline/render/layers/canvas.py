"""A canvas: a scene with its projection, which layers draw on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeVar, cast

from sightline.render.primitives.pixels import Pixel
from sightline.render.primitives.projection import CellProjection, InchProjection, Projection
from sightline.render.primitives.text_metrics import advance, clean, short_names
from sightline.render.scenes.parts import Ray
from sightline.render.scenes.scene import Scene

Found = TypeVar("Found")
MARGIN = 20.0
"""The margin of a page in pixels."""
_NEARLY = 0.85
"""The part of the minimum size of legible text at which a text is nearly legible."""


@dataclass(frozen=True)
class Canvas:
    """A scene and its projection. Every id starts with `prefix`; `scope` is the class to which the colours are limited.

    `below` is the canvas of the board alone, if that is drawn separately; its labels are not moved. `smallest_text` is
    the minimum size of legible text, in pixels. A picture that `omits_illegible` has no text much smaller than that: on
    a screen, such names are read by pointing or tapping.
    """

    scene: Scene
    projection: Projection
    prefix: str = "sightline"
    scope: str = "colour"
    below: Canvas | None = None
    smallest_text: float = 7.0
    omits_illegible: bool = False
    _known: dict[Callable[[Canvas], Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def computed(self, find: Callable[[Canvas], Found]) -> Found:
        """Return `find(self)`, computed once for all layers that need it."""
        if find not in self._known:
            self._known[find] = find(self)
        return cast("Found", self._known[find])

    @property
    def unit(self) -> float:
        """The unit of line widths and sizes of signs, in pixels."""
        return self.projection.unit

    @property
    def cells(self) -> CellProjection:
        """The projection of a board. Raise TypeError on a free table."""
        if isinstance(self.projection, CellProjection):
            return self.projection
        raise TypeError("a free table has no cells")

    @property
    def inches(self) -> InchProjection:
        """The projection of a free table. Raise TypeError on a board of cells."""
        if isinstance(self.projection, InchProjection):
            return self.projection
        raise TypeError("a board of cells is not measured in inches")

    def pixel(self, point: tuple[float, float]) -> Pixel:
        """Return the pixel of a point in the coordinates of the board or table."""
        return self.projection.pixel(point)

    def along(self, line: Ray, part: Fraction | float) -> Pixel:
        """Return the pixel at a fraction, from 0 to 1, of a line."""
        return self.projection.along(line.start, line.stop, float(part))

    def at(self, unit: float, left: float = 0.0, top: float = 0.0) -> Canvas:
        """Return the canvas with another size and position."""
        return replace(self, projection=replace(self.projection, unit=unit, left=left, top=top))

    def symbol(self, size: str, kind: str) -> str:
        """Return the id of the mark of a kind of terrain in a size."""
        return f"{self.prefix}-{size}-{_id_of(kind)}"

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The short form of each piece's name, by name, as in text output."""
        return short_names(self.scene.pieces)

    def fitted_name(self, name: str, width: float, largest: float) -> tuple[str, float]:
        """Return the whole name or its short form, and its text size; all sizes are in pixels.

        It is the whole name if that is legible in the given width.
        """
        whole, short = clean(name).strip(), self.names[name]
        size = width / advance(whole) if whole else 0.0
        if size >= self.smallest_text:
            return whole, min(largest, size)
        return short, min(largest, width / advance(short))

    def is_legible(self, size: float) -> bool:
        """Return whether text of a size in pixels is legible, or nearly so."""
        return size >= _NEARLY * self.smallest_text

    def is_written(self, size: float) -> bool:
        """Return whether the picture has text of a size in pixels."""
        return self.is_legible(size) or not self.omits_illegible

    @property
    def sides(self) -> tuple[str | None, ...]:
        """The sides of the pieces, in order of appearance."""
        return self.scene.sides

    @property
    def colours(self) -> Mapping[str | None, str]:
        """The colour of each side."""
        return self.scene.side_colours


@lru_cache(maxsize=256)
def _id_of(kind: str) -> str:
    """Return a kind of terrain as part of an id: unchanged, or in hexadecimal if it has other characters."""
    return kind if re.fullmatch("[a-z-]+", kind) else f"0x{kind.encode('utf-8', 'replace').hex()}"
