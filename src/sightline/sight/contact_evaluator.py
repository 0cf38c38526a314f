"""The algebra of one contact: truth values are predicates of contacts, so that a reading is compiled only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from sightline.lattice import Cell
from sightline.rules.clause import Clause
from sightline.rules.position import Position, Site
from sightline.sight.contacts import SitesByRole
from sightline.sight.evaluate import at_least, iter_reasons
from sightline.sight.plan import (
    Condition,
    Distances,
    End,
    EndIsIn,
    IsOwnSide,
    Leaf,
    Reading,
    Relation,
    bare,
    max_degree,
)

Citation = tuple[Clause, int, tuple[tuple[Site, str], ...]]
"""A clause that counts at a contact, its degree, and its sites, each with the word for the terrain or piece there."""


class ContactEvaluator:
    """Evaluates readings at contacts of lines between two ends, given by their cells.

    Lines run between the `drawn_cells`, some or all of them.
    """

    def __init__(
        self, position: Position, ends: Mapping[End, tuple[Cell, ...]], drawn_cells: Mapping[End, tuple[Cell, ...]]
    ) -> None:
        self.position = position
        self.ends = ends
        self.drawn_cells = drawn_cells
        self._labels: dict[tuple[object, End], Any] = {}

    def evaluate(self, reading: CompiledReading, sites: SitesByRole) -> tuple[int, list[Leaf]]:
        """Return the degree of a reading at a contact, and the leaves with a clause that cause it."""
        for degree, holds in reading.degrees:
            if holds(self, sites):
                return degree, [leaf for leaf, is_cited in reading.reasons if is_cited(self, sites)]
        return 0, []

    def citations(self, reading: CompiledReading, sites: SitesByRole) -> Iterator[Citation]:
        """Yield each clause that counts at a contact, with its highest degree there, and its sites sorted by label."""
        degree, leaves = self.evaluate(reading, sites)
        for clause in dict.fromkeys(leaf.clause for leaf in leaves if leaf.clause):
            own = [leaf for leaf in leaves if leaf.clause is clause]
            found = dict.fromkeys((sites[leaf.at], self.position.mask(leaf.mask)[sites[leaf.at]]) for leaf in own)
            named = sorted(found, key=lambda pair: (self.position.label(pair[0]), pair[1])) if len(found) > 1 else found
            yield clause, min(degree, max(leaf.degree for leaf in own)), tuple(named)

    def truths(self, conditions: Iterable[EndIsIn]) -> tuple[bool, ...]:
        """Return for each condition on the places of the ends whether it holds, ignoring its `negated`."""
        return tuple(map(self.is_in, conditions))

    def is_in(self, condition: EndIsIn) -> bool:
        """Return whether any cell of an end is in a mask."""
        mask = self.position.mask(condition.mask)
        return any(cell in mask for cell in self.ends[condition.end])

    def is_own(self, condition: IsOwnSide, border: Site | None) -> bool:
        """Return whether a border is an edge of an end's cell."""
        return border is not None and any(cell in border for cell in self.drawn_cells[condition.end])

    def is_near(self, condition: Distances, site: Site | None) -> bool:
        """Return whether the distances of a site to the two ends satisfy a condition."""
        if site is None:
            return False
        distance, near = self.position.board.grid.distance, (site,) if isinstance(site, Cell) else site
        start, stop = (
            min(distance(cell, own) for cell in near for own in cells) for cells in (self.ends["from"], self.ends["to"])
        )
        return condition.holds(start, stop)

    def is_related(self, relation: Relation, site: Site | None) -> bool:
        """Return whether the label of a cell of the map and that of an end are related."""
        if not isinstance(site, Cell) or site not in self.position.board:
            return False
        return relation.holds(relation.label(self.position, site), self._label_of_end(relation))

    def _label_of_end(self, relation: Relation) -> Any:
        key = relation.label, relation.end
        if key not in self._labels:
            self._labels[key] = max(relation.label(self.position, cell) for cell in self.ends[relation.end])
        return self._labels[key]


Predicate = Callable[[ContactEvaluator, SitesByRole], bool]
"""A predicate of a contact, which is given by its sites."""


class CompiledReading:
    """The predicates of a reading, compiled on first use."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._predicates = Predicates()

    @cached_property
    def degrees(self) -> tuple[tuple[int, Predicate], ...]:
        """The degrees that the reading can have, the highest first, each with the predicate that it is reached."""
        degrees = range(max_degree(self._reading), 0, -1)
        found = ((degree, at_least(self._reading, degree, self._predicates)) for degree in degrees)
        return tuple((degree, holds) for degree, holds in found if holds is not _never)

    @cached_property
    def reasons(self) -> tuple[tuple[Leaf, Predicate], ...]:
        """The leaves with a clause, each with the predicate that it contributes to the degree."""
        found = iter_reasons(self._reading, self._predicates)
        return tuple((leaf, holds) for leaf, holds in found if holds is not _never)


def _always(contacts: ContactEvaluator, sites: SitesByRole) -> bool:
    del contacts, sites
    return True


def _never(contacts: ContactEvaluator, sites: SitesByRole) -> bool:
    del contacts, sites
    return False


class Predicates:
    """The algebra of predicates; equal conditions have the same predicate."""

    def __init__(self) -> None:
        self._conditions: dict[Condition, Predicate] = {}

    def any(self, values: Iterable[Predicate]) -> Predicate:
        parts = tuple(dict.fromkeys(part for part in values if part is not _never))
        if _always in parts:
            return _always
        if len(parts) < 2:
            return parts[0] if parts else _never

        def disjunction(contacts: ContactEvaluator, sites: SitesByRole) -> bool:
            for part in parts:  # noqa: SIM110  (a loop, as each contact of each line comes here)
                if part(contacts, sites):
                    return True
            return False

        return disjunction

    def all(self, values: Iterable[Predicate]) -> Predicate:
        parts = tuple(dict.fromkeys(part for part in values if part is not _always))
        if _never in parts:
            return _never
        if len(parts) < 2:
            return parts[0] if parts else _always

        def conjunction(contacts: ContactEvaluator, sites: SitesByRole) -> bool:
            for part in parts:  # noqa: SIM110
                if not part(contacts, sites):
                    return False
            return True

        return conjunction

    def negate(self, value: Predicate) -> Predicate:
        return lambda contacts, sites: not value(contacts, sites)

    def constant(self, value: bool) -> Predicate:  # noqa: FBT001
        return _always if value else _never

    def condition(self, condition: Condition) -> Predicate:
        key = bare(condition)
        if key not in self._conditions:
            self._conditions[key] = _predicate(key)
        return self._conditions[key]

    def ruled(self, ruling: str, choices: Mapping[str, Predicate]) -> Predicate:
        """Return the part that a ruling chooses; the ruling is consulted only if its choices differ."""
        parts = tuple(dict.fromkeys(choices.values()))
        if len(parts) == 1:
            return parts[0]

        def chosen(contacts: ContactEvaluator, sites: SitesByRole) -> bool:
            found = parts[0](contacts, sites)
            if all(part(contacts, sites) == found for part in parts[1:]):
                return found
            return choices[contacts.position.rulings[ruling]](contacts, sites)

        return chosen


def _predicate(condition: Condition) -> Predicate:
    match condition:
        case Leaf(mask=mask, at=role):
            return lambda contacts, sites: sites.get(role) in contacts.position.mask(mask)
        case EndIsIn():
            return lambda contacts, _: contacts.is_in(condition)
        case Relation(at=role):
            return lambda contacts, sites: contacts.is_related(condition, sites.get(role))
        case Distances(at=role):
            return lambda contacts, sites: contacts.is_near(condition, sites.get(role))
        case IsOwnSide(at=role):
            return lambda contacts, sites: contacts.is_own(condition, sites.get(role))
