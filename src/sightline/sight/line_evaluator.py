"""Evaluation of one line of a sight plan: quickly to a degree, or in full to its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from sightline.deadline import check_limit
from sightline.lattice import Cell, Point
from sightline.rules.position import Position, Site
from sightline.sight.board_line import OWN_ROLE, BoardLine
from sightline.sight.contact_evaluator import Citation, ContactEvaluator
from sightline.sight.contacts import find_contacts
from sightline.sight.line_result import Reason
from sightline.sight.plan import SightLine
from sightline.sight.prepared_reading import PreparedReading, prepare_readings
from sightline.sight.site_index import find_indexed


class LineEvaluator:
    """Evaluates lines of a plan between two ends; `ends` are all cells of both."""

    def __init__(self, position: Position, ends: frozenset[Cell], contacts: ContactEvaluator) -> None:
        self.position = position
        self.ends = ends
        self.contacts = contacts
        self._prepared: dict[int, list[PreparedReading]] = {}
        self._lines: dict[tuple[Point, Point], BoardLine] = {}

    def degree(self, plan_line: SightLine, start: Point, stop: Point, enough: int) -> int:
        """Return the degree of a line, or the degree of any contact of at least `enough`."""
        check_limit()
        worst, line = 0, self._line(start, stop)
        for prepared in self._met_by(plan_line, line):
            for degree in self._degrees(prepared, line):
                if degree > worst:
                    worst = degree
                    if worst >= enough:
                        return worst
        return worst

    def reasons(self, plan_line: SightLine, start: Point, stop: Point) -> tuple[Reason, ...]:
        """Return the reasons on a line, in order along it, each once."""
        line = self._line(start, stop)
        found = [reason for prepared in self._met_by(plan_line, line) for reason in self._reasons(prepared, line)]
        return tuple(sorted(found, key=attrgetter("at")))

    def _line(self, start: Point, stop: Point) -> BoardLine:
        if (start, stop) not in self._lines:
            self._lines[start, stop] = BoardLine(self.position.board, start, stop, self.ends)
        return self._lines[start, stop]

    def _met_by(self, plan_line: SightLine, line: BoardLine) -> Iterator[PreparedReading]:
        """Yield the readings that a line may have contacts for."""
        return (prepared for prepared in self._prepare(plan_line) if not line.misses(prepared.kind, prepared.elements))

    def _prepare(self, plan_line: SightLine) -> list[PreparedReading]:
        if id(plan_line) not in self._prepared:
            truths = self.contacts.truths(plan_line.conditions)
            self._prepared[id(plan_line)] = prepare_readings(plan_line, self.position, truths)
        return self._prepared[id(plan_line)]

    def _degrees(self, prepared: PreparedReading, line: BoardLine) -> Iterator[int]:
        """Yield the degrees of the contacts of a line that count by a reading."""
        if prepared.degrees:
            for _, site in find_indexed(prepared.kind, prepared.index, line):
                yield prepared.degrees[site]
        if prepared.watched is not None:
            for _, sites in find_contacts(line, prepared.kind, prepared.watched, prepared.elements):
                degree, leaves = self.contacts.evaluate(prepared.rest, sites)
                if leaves:
                    yield degree

    def _reasons(self, prepared: PreparedReading, line: BoardLine) -> Iterable[Reason]:
        """Return the reasons of a reading on a line, in order, each once."""
        kind, known = prepared.kind, prepared.known
        if prepared.watched is None:
            return [
                Reason(kind, clause, degree, sites, at)
                for at, site in find_indexed(kind, prepared.index, line)
                for clause, degree, sites in (known[site] if site in known else self._citations(prepared, site))
            ]
        return dict.fromkeys(
            Reason(kind, clause, degree, sites, at)
            for at, contact in find_contacts(line, kind, prepared.watched_in_all, prepared.elements)
            for clause, degree, sites in self.contacts.citations(prepared.reading, contact)
        )

    def _citations(self, prepared: PreparedReading, site: Site) -> tuple[Citation, ...]:
        """Return the citations of a reading at a single site; cached."""
        sites = {OWN_ROLE[prepared.kind]: site}
        found = prepared.known[site] = tuple(self.contacts.citations(prepared.reading, sites))
        return found
