"""What the readings of a plan of sight make of one contact of a line."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sightline.lattice import Cell
from sightline.rules.clause import Clause
from sightline.rules.position import Mask, Position, Site
from sightline.sight.contacts import Sites
from sightline.sight.plan import Always, Distances, End, EndIsIn, IsOwnSide, Leaf, Max, Min, Reading, Relation, Ruled


class ContactEvaluator:
    """Reads contacts of lines between two ends, given by their cells; lines run from the cells in `drawn`."""

    def __init__(
        self, position: Position, ends: Mapping[End, tuple[Cell, ...]], drawn: Mapping[End, tuple[Cell, ...]]
    ) -> None:
        self.position = position
        self.ends = ends
        self.drawn = drawn
        self._labels: dict[tuple[object, End], Any] = {}

    def merge(self, leaves: list[Leaf], sites: Sites) -> Iterator[tuple[Clause, int, tuple[tuple[Site, str], ...]]]:
        """Yield each clause of a contact with its highest degree and all its sites, by label."""
        for clause in dict.fromkeys(leaf.clause for leaf in leaves if leaf.clause):
            own = [leaf for leaf in leaves if leaf.clause is clause]
            found = dict.fromkeys((sites[leaf.at], self.position.mask(leaf.mask)[sites[leaf.at]]) for leaf in own)
            named = sorted(found, key=lambda pair: (self.position.label(pair[0]), pair[1])) if len(found) > 1 else found
            yield clause, max(leaf.degree for leaf in own), tuple(named)

    def watched(self, masks: tuple[Mask, ...]) -> Container[Site] | None:
        """Give the sites that are in any of these masks, None where there are none."""
        return self.watched_in(self.position, masks)

    @staticmethod
    def watched_in(position: Position, masks: tuple[Mask, ...]) -> Container[Site] | None:
        """Give the sites of a position that are in any of these masks, None where there are none."""
        filled = [sites for mask in masks if (sites := position.mask(mask))]
        return _AnyOf(filled) if len(filled) > 1 else filled[0] if filled else None

    def named(self, reading: Reading, sites: Sites) -> Iterator[tuple[Clause, int, tuple[tuple[Site, str], ...]]]:
        """Yield what of a reading counts at a contact: each clause, its degree, and its sites with their words."""
        degree, leaves = self.read(reading, sites)
        if degree:
            yield from ((clause, min(degree, most), named) for clause, most, named in self.merge(leaves, sites))

    def read(self, reading: Reading, sites: Sites) -> tuple[int, list[Leaf]]:
        """Give the degree of a reading and the leaves with a clause that bring it about."""
        match reading:
            case Always(degree):
                return degree, []
            case Leaf():
                holds = (sites.get(reading.at) in self.position.mask(reading.mask)) != reading.negated
                return (reading.degree, [reading] if reading.clause else []) if holds and reading.degree else (0, [])
            case Relation():
                return (reading.degree if self._is_related(reading, sites) else 0), []
            case Distances():
                site = sites.get(reading.at)
                return (reading.degree if site and reading.holds(*self._distances(site)) else 0), []
            case EndIsIn() | IsOwnSide():
                return (reading.degree if self._is_end(reading, sites) != reading.negated else 0), []
            case Ruled():
                return self._read_ruled(reading, sites)
            case Max(parts):
                return _together([self.read(part, sites) for part in parts], max)
            case Min(parts):
                return self._read_best(parts, sites)

    def _read_best(self, parts: tuple[Reading, ...], sites: Sites) -> tuple[int, list[Leaf]]:
        """Give the least of the parts, which are read up to the first that does not hold."""
        each = []
        for part in parts:
            found = self.read(part, sites)
            if not found[0]:
                return 0, []
            each.append(found)
        return _together(each, min)

    def _read_ruled(self, reading: Ruled, sites: Sites) -> tuple[int, list[Leaf]]:
        """Give what the chosen part gives; the ruling is asked for only where the parts differ."""
        each = {choice: self.read(part, sites) for choice, part in reading.choices.items()}
        first = next(iter(each.values()))
        if all(value == first for value in each.values()):
            return first
        return each[self.position.rulings[reading.ruling]]

    def case_of(self, conditions: Iterable[EndIsIn]) -> tuple[bool, ...]:
        """Tell which conditions on where the ends stand hold."""
        return tuple(self._is_end(condition, {}) != condition.negated for condition in conditions)

    def _is_end(self, condition: EndIsIn | IsOwnSide, sites: Sites) -> bool:
        if isinstance(condition, IsOwnSide):
            border = sites.get(condition.at, ())
            return any(cell in border for cell in self.drawn[condition.end])
        return any(cell in self.position.mask(condition.mask) for cell in self.ends[condition.end])

    def _distances(self, site: Site) -> tuple[int, int]:
        distance, near = self.position.board.grid.distance, (site,) if isinstance(site, Cell) else site
        start, stop = (
            min(distance(cell, own) for cell in near for own in cells) for cells in (self.ends["from"], self.ends["to"])
        )
        return start, stop

    def _is_related(self, relation: Relation, sites: Sites) -> bool:
        site = sites.get(relation.at)
        if not isinstance(site, Cell) or site not in self.position.board:
            return False
        return relation.holds(relation.label(self.position, site), self._label_of_end(relation))

    def _label_of_end(self, relation: Relation) -> Any:
        key = relation.label, relation.end
        if key not in self._labels:
            self._labels[key] = max(relation.label(self.position, cell) for cell in self.ends[relation.end])
        return self._labels[key]


def _together(each: list[tuple[int, list[Leaf]]], take: Callable[[Iterable[int]], int]) -> tuple[int, list[Leaf]]:
    degree = take(found for found, _ in each) if each else 0
    return degree, [leaf for _, leaves in each for leaf in leaves] if degree else []


@dataclass(frozen=True)
class _AnyOf(Container[Site]):
    """Sites that are in any of several masks."""

    masks: list[Mapping[Site, str]]

    def __contains__(self, site: object) -> bool:
        return any(site in mask for mask in self.masks)
