"""A plan of sight read for a board that is not known yet: formulas over what may stand there."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal as Word

from sightline.board import Board, format_point
from sightline.inference.formulas import FALSE, TRUE, Formulas, Literal
from sightline.inference.unknown_board import Glance, Unknown
from sightline.lattice import Cell, Point, tangent_corners
from sightline.rules.clause import Clause
from sightline.rules.position import Site
from sightline.sight.contacts import BoardLine, Sites, find_contacts
from sightline.sight.plan import (
    All,
    Always,
    ByAdjacency,
    Distances,
    End,
    EndIsIn,
    Fold,
    ForEach,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Ruled,
    SightLine,
    SightPlan,
)


class UnreadablePlan(Exception):
    """A plan of sight asks for distances, which no formulas tell of an unknown board."""


class Looking:
    """Reads a plan of sight for pairs of pieces on an unknown board. Raises `UnreadablePlan` when it is asked."""

    def __init__(self, plan: SightPlan, unknown: Unknown) -> None:
        self.plan = plan
        self.unknown = unknown
        self.worst = len(plan.classes) - 1
        self._lines: dict[tuple[str, str, Point, Point, int], Glance] = {}
        self._contacts: dict[tuple[object, ...], Glance] = {}

    def view(self, attacker: str, target: str) -> Iterator[tuple[Literal, Glance]]:
        """Yield what is seen for each way in which the two may stand, with the formula that says that they do."""
        for one in self.unknown.bases(attacker):
            for other in self.unknown.bases(target):
                look = _Look(self, {"from": attacker, "to": target}, {"from": one.cells, "to": other.cells})
                yield self.unknown.formulas.all((one.chosen, other.chosen)), look.fold(self.plan.fold, {})

    def line(self, line: SightLine, names: Mapping[End, str], start: Point, stop: Point) -> Glance:
        """Give what one line meets."""
        key = names["from"], names["to"], start, stop, id(line)
        if key not in self._lines:
            # Whose cells are left out as ends is for the formulas to say.
            drawn = BoardLine(self.unknown.position.board, start, stop, ())
            met = [
                self._contact(reading, sites, names)
                for kind, reading in line.readings.items()
                for _, sites in find_contacts(drawn, kind, self._map)
            ]
            self._lines[key] = together(self.unknown.formulas, met, self.worst)
        return self._lines[key]

    def _contact(self, reading: Reading, sites: Sites, names: Mapping[End, str]) -> Glance:
        key = id(reading), tuple(sites.items()), names["from"], names["to"]
        if key not in self._contacts:
            self._contacts[key] = _Contact(self.unknown, sites, names, self.worst).glance(reading)
        return self._contacts[key]

    @cached_property
    def _map(self) -> Container[Site]:
        return _OnMap(self.unknown.position.board)


@dataclass(frozen=True)
class _OnMap(Container[Site]):
    """All cells of the map and all borders between them."""

    board: Board

    def __contains__(self, site: object) -> bool:
        match site:
            case (int(q), int(r)):
                return Cell(q, r) in self.board
            case (Cell() as one, Cell() as other):
                return one in self.board and other in self.board
        return False


def together(formulas: Formulas, each: Iterable[Glance], worst: int) -> Glance:
    """Give what several glances come to together: as bad as the worst of them, with the reasons of all."""
    found = list(each)
    degrees = [formulas.any(glance.is_at_least(degree) for glance in found) for degree in range(1, worst + 1)]
    keys = dict.fromkeys(key for glance in found for key in glance.reasons)
    return Glance(degrees, {key: formulas.any(glance.cites(*key) for glance in found) for key in keys})


class _Look:
    """The fold of a plan over the points of two known ends."""

    def __init__(self, looking: Looking, names: Mapping[End, str], ends: Mapping[End, tuple[Cell, ...]]) -> None:
        self.looking = looking
        self.names = names
        self.ends = ends
        self.board = looking.unknown.position.board
        self.formulas = looking.unknown.formulas

    def fold(self, fold: Fold, chosen: Mapping[End, Point]) -> Glance:
        if isinstance(fold, SightLine):
            start, stop = self._points("from", chosen)[0], self._points("to", chosen)[0]
            return self.looking.line(fold, self.names, start, stop)
        if isinstance(fold, ByAdjacency):
            raise UnreadablePlan
        if isinstance(fold, All):
            each = [self.fold(part, chosen) for part in fold.parts]
            return together(self.formulas, each, self.looking.worst)
        each = [self.fold(fold.of, {**chosen, fold.end: point}) for point in self._points(fold.end, chosen)]
        if len(each) == 1:
            return each[0]
        return (
            together(self.formulas, each, self.looking.worst)
            if isinstance(fold, ForEach)
            else self._over(fold.take, each)
        )

    def _over(self, take: type[Max] | type[Min], each: Sequence[Glance]) -> Glance:
        """Give the worst or the best of several, of equal ones the first."""
        fold = self.formulas.any if take is Max else self.formulas.all
        degrees = [fold(glance.is_at_least(k) for glance in each) for k in range(1, self.looking.worst + 1)]
        taken = [self._is_taken(take, each, number) for number in range(len(each))]
        keys = dict.fromkeys(key for glance in each for key in glance.reasons)
        reasons = {
            key: self.formulas.any(
                self.formulas.all((is_taken, glance.cites(*key))) for is_taken, glance in zip(taken, each, strict=True)
            )
            for key in keys
        }
        return Glance(degrees, reasons)

    def _is_taken(self, take: type[Max] | type[Min], each: Sequence[Glance], number: int) -> Literal:
        """Say that of several glances that one is the first of the best or worst."""
        mine, better = each[number], self._is_better if take is Min else self._is_worse
        before = (better(mine, other) for other in each[:number])
        after = (-better(other, mine) for other in each[number + 1 :])
        return self.formulas.all((*before, *after))

    def _is_better(self, one: Glance, other: Glance) -> Literal:
        """Say that one of two glances has the lower degree."""
        return self.formulas.any(
            self.formulas.all((other.is_at_least(k), -one.is_at_least(k))) for k in range(1, self.looking.worst + 1)
        )

    def _is_worse(self, one: Glance, other: Glance) -> Literal:
        return self._is_better(other, one)

    def _points(self, end: End, chosen: Mapping[End, Point]) -> list[Point]:
        if end in chosen:
            return [chosen[end]]
        which: Word["centre", "corners", "outermost"] = (
            self.looking.plan.start if end == "from" else self.looking.plan.stop
        )
        grid, cells = self.board.grid, self.ends[end]
        if which == "centre":
            return [grid.centre(cell) for cell in cells]
        if which == "outermost":
            corners: Iterable[Point] = tangent_corners(grid, cells, self._points("from", chosen)[0])
        else:
            corners = {grid.corner(cell, index) for cell in cells for index in range(len(grid.corners))}
        return sorted(corners, key=lambda corner: format_point(self.board, corner))


_Read = tuple[list[Literal], dict[tuple[Clause, int], Literal]]
"""What a reading comes to: the formulas of its degrees, and of its leaves by clause and degree."""


class _Contact:
    """What the readings of a plan make of one contact."""

    def __init__(self, unknown: Unknown, sites: Sites, names: Mapping[End, str], worst: int) -> None:
        self.unknown = unknown
        self.formulas = unknown.formulas
        self.sites = sites
        self.names = names
        self.worst = worst

    def glance(self, reading: Reading) -> Glance:
        """Give the degree of a contact, 0 without a reason, and its reasons, no worse than itself."""
        degrees, leaves = self._read(reading)
        some = self.formulas.any(leaf for leaf in leaves.values())
        degrees = [self.formulas.all((degree, some)) for degree in degrees]
        reasons = {}
        for clause in dict.fromkeys(clause for clause, _ in leaves):
            at_least = [self._cites(clause, k, degrees, leaves) for k in range(1, self.worst + 1)]
            for k, found in enumerate(at_least, start=1):
                worse = at_least[k] if k < self.worst else FALSE
                reasons[clause.id, k] = self.formulas.all((found, -worse))
        return Glance(degrees, reasons)

    def _cites(
        self, clause: Clause, degree: int, degrees: Sequence[Literal], leaves: Mapping[tuple[Clause, int], Literal]
    ) -> Literal:
        named = self.formulas.any(leaf for (own, k), leaf in leaves.items() if own == clause and k >= degree)
        return self.formulas.all((named, degrees[degree - 1]))

    def _read(self, reading: Reading) -> _Read:
        """Give the formulas of the degrees of a reading, and of its leaves with a clause."""
        match reading:
            case Always(degree):
                return self._up_to(degree, TRUE), {}
            case Leaf():
                holds = self._is_in(reading)
                holds = -holds if reading.negated else holds
                leaves = {(reading.clause, reading.degree): holds} if reading.clause and reading.degree else {}
                return self._up_to(reading.degree, holds), leaves
            case Relation():
                return self._up_to(reading.degree, self._is_related(reading)), {}
            case Distances():
                raise UnreadablePlan
            case EndIsIn() | IsOwnSide():
                holds = self._is_end(reading)
                return self._up_to(reading.degree, -holds if reading.negated else holds), {}
            case Ruled():
                return self._read(reading.choices[self.unknown.position.rulings[reading.ruling]])
            case Max(parts) | Min(parts):
                return self._together(type(reading), [self._read(part) for part in parts])

    def _together(self, take: type[Max] | type[Min], parts: Sequence[_Read]) -> _Read:
        """Give the highest or the lowest of several degrees; without the lowest no leaf counts."""
        fold = self.formulas.any if take is Max else self.formulas.all
        degrees = [fold(found[k] for found, _ in parts) if parts else FALSE for k in range(self.worst)]
        needed = TRUE if take is Max else degrees[0]
        leaves: dict[tuple[Clause, int], Literal] = {}
        for key in dict.fromkeys(key for _, found in parts for key in found):
            named = self.formulas.any(found[key] for _, found in parts if key in found)
            leaves[key] = self.formulas.all((needed, named))
        return degrees, leaves

    def _up_to(self, degree: int, holds: Literal) -> list[Literal]:
        return [holds if k <= degree else FALSE for k in range(1, self.worst + 1)]

    def _is_in(self, leaf: Leaf) -> Literal:
        site = self._site(leaf.at)
        return FALSE if site is None else self.formulas.all((self.unknown.is_in(leaf.mask, site), self._is_free(site)))

    def _is_related(self, relation: Relation) -> Literal:
        site = self._site(relation.at)
        if not isinstance(site, Cell):
            return FALSE
        related = self.unknown.is_related(relation, site, self.names[relation.end])
        return self.formulas.all((related, self._is_free(site)))

    def _is_end(self, condition: EndIsIn | IsOwnSide) -> Literal:
        name = self.names[condition.end]
        if isinstance(condition, EndIsIn):
            return self.unknown.stands_in(condition.mask, name)
        if condition.at not in self.sites:
            return FALSE
        one, other = self.sites[condition.at]
        assert isinstance(one, Cell)
        assert isinstance(other, Cell)
        return self.formulas.any(self.unknown.covers(name, cell) for cell in (one, other))

    def _site(self, role: object) -> Site | None:
        """Give the site in a role, None where there is none on the map."""
        site = next((site for own, site in self.sites.items() if own == role), None)
        return site if site in _OnMap(self.unknown.position.board) else None

    def _is_free(self, site: Site) -> Literal:
        """Say that a cell is none of the ends'; a border never is."""
        if not isinstance(site, Cell):
            return TRUE
        return -self.formulas.any(self.unknown.covers(name, site) for name in self.names.values())
