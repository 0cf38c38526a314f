"""The algebra of an unknown board: truth values are formulas over its possible elements."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sightline.board import Board
from sightline.inference.formulas import FALSE, TRUE, Formulas, Literal
from sightline.inference.unknown_board import SightFormula, Unknown
from sightline.lattice import Cell, Point
from sightline.rules.position import Site
from sightline.sight.board_line import BoardLine
from sightline.sight.contacts import SitesByRole, find_contacts
from sightline.sight.evaluate import at_least, iter_reasons
from sightline.sight.normalize import normalize
from sightline.sight.plan import (
    ByAdjacency,
    Choose,
    Condition,
    Distances,
    End,
    EndIsIn,
    Fold,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Role,
    SightLine,
    SightPlan,
    iter_parts_of_fold,
)
from sightline.sight.points import EndPoints


class UnreadablePlan(Exception):
    """Raised for a sight plan that formulas cannot express: it has distances, or depends on adjacency."""


class PlanEncoder:
    """Encodes a sight plan for pairs of pieces on an unknown board. Raises `UnreadablePlan` on use."""

    def __init__(self, plan: SightPlan, unknown: Unknown) -> None:
        self.plan = plan
        self.unknown = unknown
        self.last = len(plan.classes) - 1
        self._readings: dict[int, Reading] = {}
        self._lines: dict[tuple[str, str, Point, Point, int], SightFormula] = {}
        self._contacts: dict[tuple[object, ...], SightFormula] = {}

    def encode_view(self, attacker: str, target: str) -> Iterator[tuple[Literal, SightFormula]]:
        """Yield, for each way in which the two may stand, the formula that they do, and the sight between them."""
        for one in self.unknown.bases(attacker):
            for other in self.unknown.bases(target):
                points = EndPoints(self.plan, self.unknown.position, {"from": one.cells, "to": other.cells})
                pair = _PairEncoder(self, {"from": attacker, "to": target}, points)
                yield self.unknown.formulas.all((one.chosen, other.chosen)), pair.encode(self.plan.fold, {})

    def encode_line(self, line: SightLine, names: Mapping[End, str], start: Point, stop: Point) -> SightFormula:
        """Return the sight along one line; `names` are the pieces at its ends."""
        key = names["from"], names["to"], start, stop, id(line)
        if key not in self._lines:
            # The formulas decide which cells are left out as ends.
            drawn = BoardLine(self.unknown.position.board, start, stop, ())
            met = [
                self._encode_contact(reading, sites, names)
                for kind, reading in line.readings.items()
                for _, sites in find_contacts(drawn, kind, self._map)
            ]
            self._lines[key] = encode_max(self.unknown.formulas, met, self.last)
        return self._lines[key]

    def _encode_contact(self, whole: Reading, sites: SitesByRole, names: Mapping[End, str]) -> SightFormula:
        key = id(whole), tuple(sites.items()), names["from"], names["to"]
        if key not in self._contacts:
            if id(whole) not in self._readings:
                self._readings[id(whole)] = normalize(whole, lambda _: None, self.unknown.position.rulings)
            algebra = ContactFormulas(self.unknown, sites, names)
            self._contacts[key] = _encode_reading(self._readings[id(whole)], algebra, self.last)
        return self._contacts[key]

    @cached_property
    def _map(self) -> Container[Site]:
        return SitesOnMap(self.unknown.position.board)


@dataclass(frozen=True)
class SitesOnMap(Container[Site]):
    """All cells of the map and all borders between them."""

    board: Board

    def __contains__(self, site: object) -> bool:
        match site:
            case (int(q), int(r)):
                return Cell(q, r) in self.board
            case (Cell() as one, Cell() as other):
                return one in self.board and other in self.board
        return False


def encode_max(formulas: Formulas, each: Iterable[SightFormula], last: int) -> SightFormula:
    """Return the maximum of several degrees, with the reasons of all."""
    found = list(each)
    degrees = [formulas.any(one.is_at_least(degree) for one in found) for degree in range(1, last + 1)]
    keys = dict.fromkeys(key for one in found for key in one.reasons)
    return SightFormula(degrees, {key: formulas.any(one.cites(*key) for one in found) for key in keys})


@dataclass(frozen=True)
class _PairEncoder:
    """Encodes a fold between two pieces with known cells."""

    encoder: PlanEncoder
    names: Mapping[End, str]
    points: EndPoints

    def encode(self, fold: Fold, chosen: Mapping[End, Point]) -> SightFormula:
        if isinstance(fold, SightLine):
            start, stop = self.points.of("from", chosen)[0], self.points.of("to", chosen)[0]
            return self.encoder.encode_line(fold, self.names, start, stop)
        if isinstance(fold, ByAdjacency):
            raise UnreadablePlan
        each = [self.encode(part, more) for part, more in iter_parts_of_fold(fold, chosen, self.points.of)]
        if isinstance(fold, Choose):
            return self._encode_choice(fold.take, each)
        return encode_max(self.encoder.unknown.formulas, each, self.encoder.last)

    def _encode_choice(self, take: type[Max] | type[Min], each: Sequence[SightFormula]) -> SightFormula:
        """Return the maximum or minimum of several degrees, with the reasons of the first that has it."""
        formulas = self.encoder.unknown.formulas
        fold = formulas.any if take is Max else formulas.all
        degrees = [fold(one.is_at_least(k) for one in each) for k in range(1, self.encoder.last + 1)]
        taken = [self._is_taken(take, each, number) for number in range(len(each))]
        keys = dict.fromkeys(key for one in each for key in one.reasons)
        reasons = {
            key: formulas.any(
                formulas.all((is_taken, one.cites(*key))) for is_taken, one in zip(taken, each, strict=True)
            )
            for key in keys
        }
        return SightFormula(degrees, reasons)

    def _is_taken(self, take: type[Max] | type[Min], each: Sequence[SightFormula], number: int) -> Literal:
        """Return the formula that item `number` is the first of the lowest or highest degree."""
        mine, better = each[number], self._is_lower if take is Min else self._is_higher
        before = (better(mine, other) for other in each[:number])
        after = (-better(other, mine) for other in each[number + 1 :])
        return self.encoder.unknown.formulas.all((*before, *after))

    def _is_lower(self, one: SightFormula, other: SightFormula) -> Literal:
        formulas = self.encoder.unknown.formulas
        return formulas.any(
            formulas.all((other.is_at_least(k), -one.is_at_least(k))) for k in range(1, self.encoder.last + 1)
        )

    def _is_higher(self, one: SightFormula, other: SightFormula) -> Literal:
        return self._is_lower(other, one)


def _encode_reading(reading: Reading, algebra: ContactFormulas, last: int) -> SightFormula:
    """Return the degree of a contact, 0 without a reason, and its reasons, of no higher degree than itself."""
    leaves = list(iter_reasons(reading, algebra))
    some = algebra.any(holds for _, holds in leaves)
    degrees = [algebra.all((at_least(reading, degree, algebra), some)) for degree in range(1, last + 1)]
    reasons = {}
    for clause in dict.fromkeys(leaf.clause for leaf, _ in leaves if leaf.clause):
        own = [(leaf.degree, holds) for leaf, holds in leaves if leaf.clause == clause]
        cited = [
            algebra.all((algebra.any(holds for most, holds in own if most >= degree), degrees[degree - 1]))
            for degree in range(1, last + 1)
        ]
        for degree, found in enumerate(cited, start=1):
            higher = cited[degree] if degree < last else FALSE
            reasons[clause.id, degree] = algebra.all((found, -higher))
    return SightFormula(degrees, reasons)


class ContactFormulas:
    """The algebra of formulas at one contact, given by its sites; `names` are the pieces at the line's ends."""

    def __init__(self, unknown: Unknown, sites: SitesByRole, names: Mapping[End, str]) -> None:
        self.unknown = unknown
        self.sites = sites
        self.names = names
        self.any = unknown.formulas.any
        self.all = unknown.formulas.all
        self._conditions: dict[Condition, Literal] = {}

    def negate(self, value: Literal) -> Literal:
        return -value

    def constant(self, value: bool) -> Literal:  # noqa: FBT001
        return TRUE if value else FALSE

    def ruled(self, ruling: str, choices: Mapping[str, Literal]) -> Literal:
        return choices[self.unknown.position.rulings[ruling]]

    def condition(self, condition: Condition) -> Literal:
        """Return the formula that a condition holds; cached, because every degree of a reading needs it."""
        if condition not in self._conditions:
            self._conditions[condition] = self._encode(condition)
        return self._conditions[condition]

    def _encode(self, condition: Condition) -> Literal:
        match condition:
            case Leaf(mask=mask, at=role):
                site = self._site(role)
                return FALSE if site is None else self.all((self.unknown.is_in(mask, site), self._is_no_end(site)))
            case Relation(at=role, end=end):
                site = self._site(role)
                if not isinstance(site, Cell):
                    return FALSE
                return self.all((self.unknown.is_related(condition, site, self.names[end]), self._is_no_end(site)))
            case EndIsIn(mask=mask, end=end):
                return self.unknown.stands_in(mask, self.names[end])
            case IsOwnSide(at=role, end=end):
                return self.any(self.unknown.covers(self.names[end], cell) for cell in self._sides(role))
            case Distances():
                raise UnreadablePlan

    def _site(self, role: Role) -> Site | None:
        """Return the site in a role, None if there is none on the map."""
        site = self.sites.get(role)
        return site if site in SitesOnMap(self.unknown.position.board) else None

    def _sides(self, role: Role) -> Iterator[Cell]:
        """Yield the two cells of the border in a role."""
        yield from (cell for cell in self.sites.get(role, ()) if isinstance(cell, Cell))

    def _is_no_end(self, site: Site) -> Literal:
        """Return the formula that a site is not a cell of an end; always true for a border."""
        if not isinstance(site, Cell):
            return TRUE
        return -self.any(self.unknown.covers(name, site) for name in self.names.values())
