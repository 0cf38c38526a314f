"""A line drawn by a sight plan, with its reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from sightline.board import format_point
from sightline.lattice import Cell, ContactType, Grid, PassedCell, Point, contacts, passed_cells, trace
from sightline.rules.answers import Line
from sightline.rules.clause import Clause
from sightline.rules.position import Position, Site
from sightline.sight.plan import ContactKind


class Reason(Struct, frozen=True, gc=False):
    """A contact that counts: its clause, its degree, and its sites, each with the word for the terrain or piece there.

    `at` is the numerator of the position on the line where it begins.
    """

    kind: ContactKind
    clause: Clause
    degree: int
    sites: tuple[tuple[Site, str], ...]
    at: int


class LineResult(Struct, frozen=True, dict=True):
    """A line between two points, and the reasons on it in order."""

    grid: Grid
    start: Point
    stop: Point
    reasons: tuple[Reason, ...]

    @cached_property
    def passed_cells(self) -> list[PassedCell]:
        """Every cell that the line crosses or runs along an edge of, in order."""
        return passed_cells(self.grid, self.start, self.stop)

    @property
    def denominator(self) -> int:
        """The denominator of positions on the line."""
        return trace(self.grid, self.start, self.stop).denominator

    def position_of(self, cells: Sequence[Cell]) -> int | None:
        """Return the position where the line first meets a cell, or the border of two cells; None if it does not."""
        if len(cells) == 1:
            return self.position_of_cell(cells[0])
        # Cells are convex, so that the line meets the common border as soon as it has met both cells.
        met = [self.position_of_cell(cell) for cell in cells]
        return None if None in met else max(at for at in met if at is not None)

    def position_of_cell(self, cell: Cell) -> int | None:
        """Return the position where the line first meets a cell; None if it does not."""
        at = self._reasoned.get(cell)  # cheap tests first
        if at is None:
            at = self._passes.get(cell)
        return self._touches.get(cell) if at is None else at

    @cached_property
    def _reasoned(self) -> Mapping[Site, int]:
        return {site: reason.at for reason in reversed(self.reasons) for site, _ in reason.sites}

    @cached_property
    def _passes(self) -> Mapping[Cell, int]:
        return {cell: start for _, cell, start in reversed(self.passed_cells)}

    @cached_property
    def _touches(self) -> Mapping[Cell, int]:
        met = contacts(self.grid, self.start, self.stop)
        return {contact.cells[0]: contact.start for contact in met if contact.kind is ContactType.TOUCHES}

    def line(self, position: Position) -> Line:
        """Return the line by the names of its ends."""
        names: dict[Point, str] = position.cached_by_terrain(format_point, dict)
        for point in (self.start, self.stop):
            if point not in names:
                names[point] = format_point(position.board, point)
        return Line(names[self.start], names[self.stop])
