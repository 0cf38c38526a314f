"""Running a plan of sight for one pair of ends, and explaining what it found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Literal

from sightline.board import Piece, format_point
from sightline.lattice import Cell, Passed, Point, outermost_corners
from sightline.rules.answer import Line as NamedLine
from sightline.rules.answer import Sight
from sightline.rules.contacts import Drawn, find_contacts
from sightline.rules.judge import ContactJudge
from sightline.rules.plan import (
    Each,
    End,
    Fold,
    Line,
    Over,
    SightPlan,
    Together,
    Worst,
)
from sightline.rules.position import Position
from sightline.rules.traced import Reason, Traced


@dataclass(frozen=True)
class Sighting:
    """What a plan makes of a pair of ends: the degree, its class, and the lines that decided, with their reasons.

    `rulings` are the names of those that it asked for: under other choices of any but these it is the same.
    `considered` are all lines that were drawn, those of choices not taken among them.
    """

    degree: int
    sight: Sight
    lines: tuple[Traced, ...]
    rulings: frozenset[str] = frozenset()
    considered: tuple[Traced, ...] = field(default=(), compare=False)

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons, line by line and in order along each."""
        return tuple(chain.from_iterable(line.reasons for line in self.lines))

    @cached_property
    def passed(self) -> list[Passed]:
        """Every cell that a line crosses or runs along a side of, line by line and in order along each."""
        return [each for line in self.lines for each in line.passed]

    def place_of(self, cells: Sequence[Cell]) -> Fraction | int | None:
        """Give where a line first meets a cell, or the border of two cells, to compare with others; None for nowhere.

        Places on several lines are compared as fractions of their lengths.
        """
        if len(self.lines) == 1:
            return self.lines[0].place_of(cells)
        places = ((line.place_of(cells), line.unit) for line in self.lines)
        return min((Fraction(place, unit) for place, unit in places if place is not None), default=None)

    def named_lines(self, position: Position) -> tuple[NamedLine, ...]:
        """Give the lines that decided, by the names of their ends."""
        return tuple(line.line(position) for line in self.lines)


EndCells = Cell | Piece | tuple[Cell, ...]
"""An end of a look: a piece, or a cell or cells as if they were the whole of one."""


def look(plan: SightPlan, position: Position, start: EndCells, stop: EndCells) -> Sighting:
    """Run a plan for two ends."""
    return look_between(plan, position, start, stop, cells_of(start), cells_of(stop))


def look_between(
    plan: SightPlan,
    position: Position,
    start: EndCells,
    stop: EndCells,
    drawn_from: tuple[Cell, ...],
    drawn_to: tuple[Cell, ...],
) -> Sighting:
    """Run a plan for two ends with lines between some of their cells only. The others are no obstacles all the same."""
    watched, consulted = position.watched()
    ends: Mapping[End, tuple[Cell, ...]] = {"from": cells_of(start), "to": cells_of(stop)}
    found = _Look(plan, watched, ends, {"from": drawn_from, "to": drawn_to}).fold(plan.fold, {})
    return replace(found, rulings=frozenset(consulted))


def cells_of(end: EndCells) -> tuple[Cell, ...]:
    """Give the cells of an end."""
    match end:
        case Cell():
            return (end,)
        case Piece():
            return end.cells
    return end


class _Look:
    def __init__(
        self,
        plan: SightPlan,
        position: Position,
        ends: Mapping[End, tuple[Cell, ...]],
        drawn: Mapping[End, tuple[Cell, ...]],
    ) -> None:
        self.plan = plan
        self.position = position
        self.drawn = drawn
        self.all_ends = frozenset((*ends["from"], *ends["to"]))
        self.judge = ContactJudge(position, ends, drawn)
        self.points: dict[End, list[Point]] = {"from": self._points(drawn["from"], plan.start)}
        if plan.stop != "outermost":
            self.points["to"] = self._points(drawn["to"], plan.stop)

    def _points(self, cells: tuple[Cell, ...], which: Literal["centre", "corners"]) -> list[Point]:
        grid = self.position.board.grid
        if which == "centre":
            return [grid.centre(cell) for cell in cells]
        return self._by_name({grid.corner(cell, index) for cell in cells for index in range(len(grid.corners))})

    def _by_name(self, corners: Iterable[Point]) -> list[Point]:
        return sorted(corners, key=lambda corner: format_point(self.position.board, corner))

    def _points_of(self, end: End, chosen: Mapping[End, Point]) -> list[Point]:
        """Give the points of an end that are left when those chosen are settled."""
        if end in chosen:
            return [chosen[end]]
        if end == "to" and self.plan.stop == "outermost":
            [seen_from, *_] = self._points_of("from", chosen)
            return self._by_name(outermost_corners(self.position.board.grid, self.drawn["to"], seen_from))
        return self.points[end]

    def fold(self, fold: Fold, chosen: Mapping[End, Point]) -> Sighting:
        if isinstance(fold, Line):
            return self._draw(fold, self._points_of("from", chosen)[0], self._points_of("to", chosen)[0])
        each = [self.fold(part, more) for part, more in self._parts(fold, chosen)]
        considered = tuple(line for found in each for line in found.considered)
        if isinstance(fold, Each | Together):
            degree = max(sighting.degree for sighting in each)
            lines = tuple(line for found in each for line in found.lines)
            if isinstance(fold, Together):
                lines = tuple(_merged(lines))
            return Sighting(degree, self.plan.classes[degree], lines, considered=considered)
        taken = (max if fold.take is Worst else min)(each, key=lambda sighting: sighting.degree)
        return replace(taken, considered=considered)

    def _parts(
        self, fold: Over | Each | Together, chosen: Mapping[End, Point]
    ) -> Iterator[tuple[Fold, Mapping[End, Point]]]:
        """Yield what a fold folds: each part, and the points chosen for it."""
        if isinstance(fold, Together):
            yield from ((part, chosen) for part in fold.parts)
        else:
            yield from ((fold.of, {**chosen, fold.end: point}) for point in self._points_of(fold.end, chosen))

    def _draw(self, line: Line, start: Point, stop: Point) -> Sighting:
        met = self._meet(line, start, stop)
        degree = max((degree for degree, _ in met), default=0)
        reasons = tuple(reason for _, each in met for reason in each)
        traced = Traced(self.position.board.grid, start, stop, reasons)
        return Sighting(degree, self.plan.classes[degree], (traced,), considered=(traced,))

    def _meet(self, line: Line, start: Point, stop: Point) -> list[tuple[int, list[Reason]]]:
        """Give the degree and the reasons of every contact of one line that counts, in order along it."""
        drawn = Drawn(self.position.board, start, stop, self.all_ends)
        found: list[tuple[int, int, list[Reason]]] = []
        for kind, reading in line.readings.items():
            watched = self.judge.watched(line.masks[kind])
            for at, sites in () if watched is None else find_contacts(drawn, kind, watched):
                degree, leaves = self.judge.read(reading, sites)
                merged = self.judge.merge(leaves, sites)
                reasons = [Reason(kind, clause, min(degree, most), named, at) for clause, most, named in merged]
                if degree and reasons:
                    found.append((at, degree, reasons))
        return [(degree, reasons) for _, degree, reasons in sorted(found, key=itemgetter(0))]


def _merged(lines: Iterable[Traced]) -> Iterator[Traced]:
    """Yield each line once, with all that counts on it in order."""
    by_ends: dict[tuple[Point, Point], Traced] = {}
    for line in lines:
        known = by_ends.get((line.start, line.stop))
        reasons = dict.fromkeys((*(known.reasons if known else ()), *line.reasons))
        by_ends[line.start, line.stop] = replace(line, reasons=tuple(sorted(reasons, key=attrgetter("at"))))
    yield from by_ends.values()
