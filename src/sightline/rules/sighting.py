"""Running a plan of sight for one pair of ends, and explaining what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Literal

from sightline.board import format_point
from sightline.lattice import Cell, Grid, Kind, Passed, Point, Trace, contacts, passed, trace
from sightline.rules.answer import Line as DrawnLine
from sightline.rules.answer import Sight
from sightline.rules.clause import Clause
from sightline.rules.plan import (
    Best,
    ContactKind,
    End,
    Leaf,
    Line,
    Over,
    Reading,
    Relation,
    Role,
    Ruled,
    SightPlan,
    Worst,
)
from sightline.rules.position import Position, Site


@dataclass(frozen=True, slots=True)
class Reason:
    """A contact that counts: which clause says so, to which degree, and the sites with the word for what is there."""

    kind: ContactKind
    clause: Clause
    degree: int
    sites: tuple[tuple[Site, str], ...]


@dataclass(frozen=True)
class Sighting:
    """What a plan makes of a pair of ends: the degree, its class, the reasons, and the line that decided.

    `rulings` are the names of those that it asked for: under other choices of any but these it is the same.
    """

    degree: int
    sight: Sight
    reasons: tuple[Reason, ...]
    start: Point
    stop: Point
    grid: Grid
    rulings: frozenset[str] = frozenset()

    @cached_property
    def passed(self) -> list[Passed]:
        """Every cell that the line crosses or runs along a side of, in order."""
        return passed(self.grid, self.start, self.stop)

    def place_of(self, cell: Cell) -> int | None:
        """Give where on the line it first meets a cell, None where it does not."""
        place = self._passes.get(cell)
        return self._touches.get(cell) if place is None else place

    @cached_property
    def _passes(self) -> Mapping[Cell, int]:
        return {cell: start for _, cell, start in reversed(self.passed)}

    @cached_property
    def _touches(self) -> Mapping[Cell, int]:
        met = contacts(self.grid, self.start, self.stop)
        return {contact.cells[0]: contact.start for contact in met if contact.kind is Kind.TOUCHES}

    def line(self, position: Position) -> DrawnLine:
        """Give the line that decided, by the names of its ends."""
        return DrawnLine(format_point(position.board, self.start), format_point(position.board, self.stop))


def look(plan: SightPlan, position: Position, start: Cell, stop: Cell) -> Sighting:
    """Run a plan for two cells, whoever stands there."""
    rulings = position.rulings.afresh()
    sighting = _Look(plan, position.with_rulings(rulings), start, stop).fold(plan.fold, {})
    position.rulings.consulted.update(rulings.consulted)
    return replace(sighting, rulings=frozenset(rulings.consulted))


_Sites = Mapping[Role, Site]


class _Look:
    def __init__(self, plan: SightPlan, position: Position, start: Cell, stop: Cell) -> None:
        self.plan = plan
        self.position = position
        self.ends: Mapping[End, Cell] = {"from": start, "to": stop}
        self.points: Mapping[End, list[Point]] = {
            "from": self._points(start, plan.start),
            "to": self._points(stop, plan.stop),
        }

    def _points(self, cell: Cell, which: Literal["centre", "corners"]) -> list[Point]:
        grid = self.position.board.grid
        if which == "centre":
            return [grid.centre(cell)]
        corners = (grid.corner(cell, index) for index in range(len(grid.corners)))
        return sorted(corners, key=lambda corner: format_point(self.position.board, corner))

    def fold(self, fold: Line | Over, chosen: Mapping[End, Point]) -> Sighting:
        if isinstance(fold, Over):
            each = [self.fold(fold.of, {**chosen, fold.end: point}) for point in self.points[fold.end]]
            return (max if fold.take is Worst else min)(each, key=lambda sighting: sighting.degree)
        start, stop = (chosen.get(end, self.points[end][0]) for end in ("from", "to"))
        grid = self.position.board.grid
        met = self._meet(fold, start, stop)
        degree = max((degree for degree, _ in met), default=0)
        reasons = tuple(reason for _, each in met for reason in each)
        return Sighting(degree, self.plan.classes[degree], reasons, start, stop, grid)

    def _meet(self, line: Line, start: Point, stop: Point) -> list[tuple[int, list[Reason]]]:
        """Give the degree and the reasons of every contact of one line that counts, in order along it."""
        grid = self.position.board.grid
        course, anchor = trace(grid, start, stop), grid.cells_at(start)[-1]
        found: list[tuple[int, int, list[Reason]]] = []
        for kind, reading in line.readings.items():
            watched = self._watched(reading)
            for at, sites in _CONTACTS[kind](self, course, anchor, start):
                if watched is not None and not any(site in mask for mask in watched for site in sites.values()):
                    continue
                degree, leaves = self._read(reading, sites)
                reasons = list(self._merge(kind, degree, leaves, sites))
                if degree and reasons:
                    found.append((at, degree, reasons))
        return [(degree, reasons) for _, degree, reasons in sorted(found, key=itemgetter(0))]

    def _merge(self, kind: ContactKind, degree: int, leaves: list[Leaf], sites: _Sites) -> Iterator[Reason]:
        """Yield one reason per clause of a contact, with all its sites by label."""
        for clause in dict.fromkeys(leaf.clause for leaf in leaves if leaf.clause):
            own = [leaf for leaf in leaves if leaf.clause is clause]
            words = {sites[leaf.at]: self.position.mask(leaf.mask)[sites[leaf.at]] for leaf in own}
            named = sorted(words, key=self.position.label) if len(words) > 1 else words
            most = max(leaf.degree for leaf in own)
            yield Reason(kind, clause, min(degree, most), tuple((site, words[site]) for site in named))

    def _watched(self, reading: Reading) -> list[Mapping[Site, str]] | None:
        """Give the masks without which the reading is 0, or None where it may be more without any."""
        match reading:
            case Leaf():
                return [] if reading.negated else [self.position.mask(reading.mask)]
            case Relation():
                return None
            case Worst(parts) | Best(parts):
                each = [self._watched(part) for part in parts]
            case Ruled():
                each = [self._watched(part) for part in reading.choices.values()]
        return None if any(masks is None for masks in each) else [mask for masks in each for mask in masks or ()]

    def _read(self, reading: Reading, sites: _Sites) -> tuple[int, list[Leaf]]:
        """Give the degree of a reading and the leaves with a clause that bring it about."""
        match reading:
            case Leaf():
                site = sites.get(reading.at)
                holds = (site in self.position.mask(reading.mask)) != reading.negated
                return (reading.degree, [reading]) if holds else (0, [])
            case Relation():
                return (reading.degree if self._is_related(reading, sites) else 0), []
            case Ruled():
                return self._read_ruled(reading, sites)
            case Worst(parts) | Best(parts):
                each = [self._read(part, sites) for part in parts]
                degree = (max if isinstance(reading, Worst) else min)((d for d, _ in each), default=0)
                return degree, [leaf for _, leaves in each for leaf in leaves] if degree else []

    def _read_ruled(self, reading: Ruled, sites: _Sites) -> tuple[int, list[Leaf]]:
        """Give what the chosen part gives; the ruling is asked for only where the parts differ."""
        each = {choice: self._read(part, sites) for choice, part in reading.choices.items()}
        first = next(iter(each.values()))
        if all(value == first for value in each.values()):
            return first
        return each[self.position.rulings[reading.ruling]]

    def _is_related(self, relation: Relation, sites: _Sites) -> bool:
        site = sites.get(relation.at)
        if not isinstance(site, Cell) or site not in self.position.board:
            return False
        there = relation.label(self.position, self.ends[relation.end])
        return relation.holds(relation.label(self.position, site), there)

    # The contacts of a line by kind: position, and its sites by role, off the map or not.

    def cells(self, course: Trace, anchor: Cell, start: Point) -> Iterator[tuple[int, _Sites]]:
        crossed, ends = course.crossed, self.ends.values()
        for q, r, at in zip(crossed[::4], crossed[1::4], crossed[2::4], strict=True):
            cell = Cell(anchor.q + q, anchor.r + r)
            if cell not in ends:
                yield at, {"cell": cell}

    def alongs(self, course: Trace, anchor: Cell, start: Point) -> Iterator[tuple[int, _Sites]]:
        alongs, board = course.alongs, self.position.board
        for q, r, side, at in zip(alongs[::5], alongs[1::5], alongs[2::5], alongs[3::5], strict=True):
            one = Cell(anchor.q + q, anchor.r + r)
            other = board.grid.neighbour(one, side)
            yield at, {"one": one, "other": other, "border": board.border(one, other)}

    def borders(self, course: Trace, anchor: Cell, start: Point) -> Iterator[tuple[int, _Sites]]:
        crossings, board = course.crossings, self.position.board
        for q, r, side, at in zip(crossings[::4], crossings[1::4], crossings[2::4], crossings[3::4], strict=True):
            before = Cell(anchor.q + q, anchor.r + r)
            after = board.grid.neighbour(before, side)
            yield at, {"before": before, "after": after, "border": board.border(before, after)}

    def touches(self, course: Trace, anchor: Cell, start: Point) -> Iterator[tuple[int, _Sites]]:
        grid = self.position.board.grid
        others = (*self.cells(course, anchor, start), *self.alongs(course, anchor, start))
        met = {site for _, sites in others for site in sites.values()}
        for x, y, at in zip(course.corners[::3], course.corners[1::3], course.corners[2::3], strict=True):
            for cell in grid.cells_at(Point(start.x + x, start.y + y)):
                if cell not in met and cell not in self.ends.values():
                    yield at, {"cell": cell}


_CONTACTS: Mapping[ContactKind, Callable[[_Look, Trace, Cell, Point], Iterator[tuple[int, _Sites]]]] = {
    "cell": _Look.cells,
    "touch": _Look.touches,
    "along": _Look.alongs,
    "border": _Look.borders,
}
