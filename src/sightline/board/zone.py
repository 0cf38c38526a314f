"""Zones: parts of a map in which the sides start."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from sightline.board.labels import Rectangle


class Zone(Struct, frozen=True, dict=True):
    """A part of a map: the union of one or more rectangles, which may overlap."""

    rectangles: tuple[Rectangle, ...]

    @cached_property
    def box(self) -> Rectangle:
        """The smallest rectangle that contains the zone."""
        lefts, tops, rights, bottoms = zip(*self.rectangles, strict=True)
        return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))

    def __contains__(self, place: tuple[int, int]) -> bool:
        """Return whether a (column, row), both from 0, is in the zone."""
        column, row = place
        left, top, right, bottom = self.box
        if not (left <= column <= right and top <= row <= bottom):
            return False
        return bool(self._marked[(row - top) * (right - left + 1) + column - left])

    @cached_property
    def _marked(self) -> bytearray:
        """One byte per cell of the box, row by row: 1 for the cells in the zone."""
        left, top, right, bottom = self.box
        columns = right - left + 1
        marked = bytearray(columns * (bottom - top + 1))
        for rectangle in self.rectangles:
            width = rectangle.right - rectangle.left + 1
            for row in range(rectangle.top, rectangle.bottom + 1):
                start = (row - top) * columns + rectangle.left - left
                marked[start : start + width] = b"\1" * width
        return marked
