"""Sightings: the result of a sight plan for two ends, with the deciding lines and their reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import Struct

from sightline.lattice import Cell, PassedCell, passed_cells_among, passed_cells_near
from sightline.rules.answers import Line as NamedLine
from sightline.rules.answers import Sight
from sightline.rules.attack import Attack
from sightline.rules.position import Position
from sightline.rules.view import View
from sightline.sight.line_result import LineResult, Reason


class LazyLines(Struct, frozen=True, dict=True, eq=False):
    """The lines of a sighting, evaluated on first use; `consulted` are the rulings consulted so far."""

    find_lines: Callable[[], tuple[LineResult, ...]] = tuple
    find_considered: Callable[[], tuple[LineResult, ...]] = tuple
    consulted: Collection[str] = ()

    @cached_property
    def lines(self) -> tuple[LineResult, ...]:
        """The deciding lines."""
        return self.find_lines()

    @cached_property
    def considered(self) -> tuple[LineResult, ...]:
        """All lines that were evaluated."""
        return self.find_considered()


_NOTHING = LazyLines()


@dataclass(frozen=True, eq=False)
class Sighting(View):
    """The result of a plan for a pair of ends: the degree, its class, and the deciding lines."""

    degree: int
    sight: Sight
    lazy_lines: LazyLines = _NOTHING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sighting) and (self.degree, self.lines) == (other.degree, other.lines)

    def __hash__(self) -> int:
        return hash(self.degree)

    @property
    def lines(self) -> tuple[LineResult, ...]:
        """The deciding lines with their reasons."""
        return self.lazy_lines.lines

    @property
    def considered(self) -> tuple[LineResult, ...]:
        """All evaluated lines, including those of rejected choices, with their reasons.

        The evaluation of a choice stops at the first line that proves it no better than an earlier choice.
        """
        return self.lazy_lines.considered

    @cached_property
    def rulings(self) -> frozenset[str]:  # type: ignore[override]
        """The names of the rulings consulted, also for its lines: choices of other rulings do not affect it."""
        _ = self.lines
        return frozenset(self.lazy_lines.consulted)

    @property
    def consulted(self) -> Collection[str]:
        return self.lazy_lines.consulted

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons, line by line and in order along each."""
        if not self.degree:
            return ()  # without a look at the lines
        return tuple(chain.from_iterable(line.reasons for line in self.lines))

    @cached_property
    def passed_cells(self) -> list[PassedCell]:
        """Every cell that a line crosses or runs along an edge of, line by line and in order along each."""
        if len(self.lines) == 1:
            return self.lines[0].passed_cells
        return [each for line in self.lines for each in line.passed_cells]

    def passed_cells_among(self, cells: Container[Cell]) -> list[PassedCell]:
        """Return those of `passed_cells` that are in `cells`, a set or mapping."""
        return [each for line in self.lines for each in passed_cells_among(line.grid, line.start, line.stop, cells)]

    def passed_cells_near(self, cell: Cell) -> list[PassedCell]:
        """Return those of `passed_cells` that are a cell or share an edge with it."""
        return [each for line in self.lines for each in passed_cells_near(line.grid, line.start, line.stop, cell)]

    def position_of(self, cells: Sequence[Cell]) -> Fraction | int | None:
        """Return a sort key for where a line first meets a cell, or the border of two cells; None if none does.

        Positions on several lines are compared as fractions of their lengths.
        """
        if len(self.lines) == 1:
            return self.lines[0].position_of(cells)
        found = ((line.position_of(cells), line.denominator) for line in self.lines)
        return min((Fraction(at, denominator) for at, denominator in found if at is not None), default=None)

    def position_of_label(self, position: Position, label: str) -> Fraction | int | None:
        """Return a sort key for the position where a line first meets the site with a label; None if none does."""
        lines = self.lines
        if len(lines) == 1 and "/" not in label:  # as for most obstacles, of which each attack may have many
            return lines[0].position_of_cell(position.cell(label))
        return self.position_of([position.cell(name) for name in label.split("/")])

    def iter_obstacles(self, position: Position) -> Iterator[str]:
        """Yield the labels of all cells and borders that count on any evaluated line."""
        reasons = (reason for line in self.considered for reason in line.reasons)
        yield from (position.label(site) for reason in reasons for site, _ in reason.sites)

    def named_lines(self, position: Position) -> tuple[NamedLine, ...]:
        """Return the deciding lines, by the names of their ends."""
        return tuple(line.line(position) for line in self.lines)


def sighting_of(attack: Attack[Any]) -> Sighting:
    """Return the sighting of an attack. Raise TypeError if its view is not from a sight plan."""
    if isinstance(attack.view, Sighting):
        return attack.view
    raise TypeError("sight was not found by a plan")
