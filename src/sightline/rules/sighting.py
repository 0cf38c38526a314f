"""Running a plan of sight for one pair of ends, and explaining what it found."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Literal

from sightline.board import format_point
from sightline.lattice import Cell, Grid, Kind, Passed, Point, contacts, passed
from sightline.rules.answer import Line as DrawnLine
from sightline.rules.answer import Sight
from sightline.rules.clause import Clause
from sightline.rules.contacts import Drawn, Sites, find_contacts
from sightline.rules.plan import (
    Best,
    ContactKind,
    End,
    Leaf,
    Line,
    Over,
    Reading,
    Relation,
    Ruled,
    SightPlan,
    Worst,
)
from sightline.rules.position import Position, Site


@dataclass(frozen=True, slots=True)
class Reason:
    """A contact that counts: which clause says so, to which degree, and the sites with the word for what is there.

    `at` is the numerator of where on the line it begins.
    """

    kind: ContactKind
    clause: Clause
    degree: int
    sites: tuple[tuple[Site, str], ...]
    at: int


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
        for places in ("_reasoned", "_passes", "_touches"):  # the cheap ones first
            if cell in (known := getattr(self, places)):
                return int(known[cell])
        return None

    @cached_property
    def _reasoned(self) -> Mapping[Site, int]:
        return {site: reason.at for reason in reversed(self.reasons) for site, _ in reason.sites}

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
        drawn = Drawn(self.position.board, start, stop, tuple(self.ends.values()))
        found: list[tuple[int, int, list[Reason]]] = []
        for kind, reading in line.readings.items():
            for at, sites in find_contacts(drawn, kind, self._watched(reading)):
                degree, leaves = self._read(reading, sites)
                merged = self._merge(leaves, sites)
                reasons = [Reason(kind, clause, min(degree, most), named, at) for clause, most, named in merged]
                if degree and reasons:
                    found.append((at, degree, reasons))
        return [(degree, reasons) for _, degree, reasons in sorted(found, key=itemgetter(0))]

    def _merge(self, leaves: list[Leaf], sites: Sites) -> Iterator[tuple[Clause, int, tuple[tuple[Site, str], ...]]]:
        """Yield each clause of a contact with its highest degree and all its sites, by label."""
        for clause in dict.fromkeys(leaf.clause for leaf in leaves if leaf.clause):
            own = [leaf for leaf in leaves if leaf.clause is clause]
            words = {sites[leaf.at]: self.position.mask(leaf.mask)[sites[leaf.at]] for leaf in own}
            named = sorted(words, key=self.position.label) if len(words) > 1 else words
            yield clause, max(leaf.degree for leaf in own), tuple((site, words[site]) for site in named)

    def _watched(self, reading: Reading) -> Container[Site]:
        """Give the sites without any of which a contact has no reason: those in the masks of leaves with a clause."""
        masks = {leaf.mask for leaf in _leaves(reading) if leaf.clause}
        first, *others = [self.position.mask(mask) for mask in masks] or [{}]
        return _AnyOf([first, *others]) if others else first

    def _read(self, reading: Reading, sites: Sites) -> tuple[int, list[Leaf]]:
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

    def _read_ruled(self, reading: Ruled, sites: Sites) -> tuple[int, list[Leaf]]:
        """Give what the chosen part gives; the ruling is asked for only where the parts differ."""
        each = {choice: self._read(part, sites) for choice, part in reading.choices.items()}
        first = next(iter(each.values()))
        if all(value == first for value in each.values()):
            return first
        return each[self.position.rulings[reading.ruling]]

    def _is_related(self, relation: Relation, sites: Sites) -> bool:
        site = sites.get(relation.at)
        if not isinstance(site, Cell) or site not in self.position.board:
            return False
        there = relation.label(self.position, self.ends[relation.end])
        return relation.holds(relation.label(self.position, site), there)


@dataclass(frozen=True)
class _AnyOf(Container[Site]):
    """Sites that are in any of several masks."""

    masks: list[Mapping[Site, str]]

    def __contains__(self, site: object) -> bool:
        return any(site in mask for mask in self.masks)


def _leaves(reading: Reading) -> Iterator[Leaf]:
    """Yield all leaves of a reading, whatever rulings choose."""
    match reading:
        case Leaf():
            yield reading
        case Worst(parts) | Best(parts):
            for part in parts:
                yield from _leaves(part)
        case Ruled():
            for part in reading.choices.values():
                yield from _leaves(part)
