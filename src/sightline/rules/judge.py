"""What the readings of a plan of sight make of one contact of a line."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from sightline.lattice import Cell
from sightline.rules.clause import Clause
from sightline.rules.contacts import Sites
from sightline.rules.plan import Best, End, Leaf, Own, Reading, Relation, Ruled, Stands, Worst
from sightline.rules.position import Position, Site


class ContactJudge:
    """Reads contacts of lines between two ends, which are given by their cells."""

    def __init__(self, position: Position, ends: Mapping[End, tuple[Cell, ...]]) -> None:
        self.position = position
        self.ends = ends

    def merge(self, leaves: list[Leaf], sites: Sites) -> Iterator[tuple[Clause, int, tuple[tuple[Site, str], ...]]]:
        """Yield each clause of a contact with its highest degree and all its sites, by label."""
        for clause in dict.fromkeys(leaf.clause for leaf in leaves if leaf.clause):
            own = [leaf for leaf in leaves if leaf.clause is clause]
            words = {sites[leaf.at]: self.position.mask(leaf.mask)[sites[leaf.at]] for leaf in own}
            named = sorted(words, key=self.position.label) if len(words) > 1 else words
            yield clause, max(leaf.degree for leaf in own), tuple((site, words[site]) for site in named)

    def watched(self, reading: Reading) -> Container[Site]:
        """Give the sites without any of which a contact has no reason: those in the masks of leaves with a clause."""
        masks = {leaf.mask for leaf in _leaves(reading) if leaf.clause}
        first, *others = [self.position.mask(mask) for mask in masks] or [{}]
        return _AnyOf([first, *others]) if others else first

    def read(self, reading: Reading, sites: Sites) -> tuple[int, list[Leaf]]:
        """Give the degree of a reading and the leaves with a clause that bring it about."""
        match reading:
            case Leaf():
                holds = (sites.get(reading.at) in self.position.mask(reading.mask)) != reading.negated
                return (reading.degree, [reading]) if holds else (0, [])
            case Relation():
                return (reading.degree if self._is_related(reading, sites) else 0), []
            case Stands() | Own():
                return (reading.degree if self._is_end(reading, sites) != reading.negated else 0), []
            case Ruled():
                return self._read_ruled(reading, sites)
            case Worst(parts) | Best(parts):
                each = [self.read(part, sites) for part in parts]
                degree = (max if isinstance(reading, Worst) else min)((d for d, _ in each), default=0)
                return degree, [leaf for _, leaves in each for leaf in leaves] if degree else []

    def _read_ruled(self, reading: Ruled, sites: Sites) -> tuple[int, list[Leaf]]:
        """Give what the chosen part gives; the ruling is asked for only where the parts differ."""
        each = {choice: self.read(part, sites) for choice, part in reading.choices.items()}
        first = next(iter(each.values()))
        if all(value == first for value in each.values()):
            return first
        return each[self.position.rulings[reading.ruling]]

    def _is_end(self, condition: Stands | Own, sites: Sites) -> bool:
        sought = sites[condition.at] if isinstance(condition, Own) else self.position.mask(condition.mask)
        return any(cell in sought for cell in self.ends[condition.end])

    def _is_related(self, relation: Relation, sites: Sites) -> bool:
        site = sites.get(relation.at)
        if not isinstance(site, Cell) or site not in self.position.board:
            return False
        there = max(relation.label(self.position, cell) for cell in self.ends[relation.end])
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
