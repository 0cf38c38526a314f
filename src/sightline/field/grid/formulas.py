"""What the readings of a plan come to on one board: formulas of "and" and "or" about the sites of a contact.

Degrees only ever grow with what stands in the way, so that "at least this degree" is such a formula for each reading.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from sightline.rules.plan import (
    NOTHING,
    Always,
    Best,
    Distances,
    Leaf,
    Own,
    Reading,
    Relation,
    Role,
    Ruled,
    Stands,
    Worst,
    iter_parts,
)
from sightline.rules.position import Mask

Known = Distances | Own
"""What is known of a site by where it is, whatever the board."""


@dataclass(frozen=True)
class In:
    """A site is in a mask, or, negated, is not."""

    mask: Mask
    negated: bool


@dataclass(frozen=True)
class Related:
    """A cell is on the map, and its label is so related to that value."""

    label: Callable[..., Any]
    holds: Callable[[Any, Any], bool]
    value: Hashable


@dataclass(frozen=True)
class AllOf:
    """A site has all of these qualities."""

    parts: frozenset[Quality]


@dataclass(frozen=True)
class AnyOf:
    """A site has any of these qualities."""

    parts: frozenset[Quality]


Quality = In | Related | AllOf | AnyOf


@dataclass(frozen=True)
class Has:
    """The site in that role has that quality."""

    role: Role
    quality: Quality


@dataclass(frozen=True)
class And:
    """All of some formulas, at least two, hold."""

    parts: frozenset[Formula]


@dataclass(frozen=True)
class Or:
    """Any of some formulas, at least two, holds."""

    parts: frozenset[Formula]


Formula = bool | Has | And | Or
Clause = tuple[Has, ...]
"""Any of these holds, at least one."""
Group = tuple[Clause, ...]
"""All of these hold, at least one."""


def every(parts: Iterable[Formula]) -> Formula:
    """Give the formula that all of some hold."""
    found = _joined(And, AllOf, parts)
    if False in found:
        return False
    found.discard(True)
    return And(frozenset(found)) if len(found) > 1 else next(iter(found), True)


def some(parts: Iterable[Formula]) -> Formula:
    """Give the formula that any of some holds."""
    found = _joined(Or, AnyOf, parts)
    if True in found:
        return True
    found.discard(False)
    return Or(frozenset(found)) if len(found) > 1 else next(iter(found), False)


def _joined(kind: type[And] | type[Or], of_one: type[AllOf] | type[AnyOf], parts: Iterable[Formula]) -> set[Formula]:
    """Give the parts of a formula, those about one site made one."""
    found: set[Formula] = set()
    for part in parts:
        found |= part.parts if isinstance(part, kind) else {part}
    qualities: dict[Role, set[Quality]] = {}
    for part in found:
        if isinstance(part, Has):
            mine = qualities.setdefault(part.role, set())
            mine |= part.quality.parts if isinstance(part.quality, of_one) else {part.quality}
    of_sites = {
        Has(role, of_one(frozenset(mine)) if len(mine) > 1 else next(iter(mine))) for role, mine in qualities.items()
    }
    return of_sites | {part for part in found if not isinstance(part, Has)}


def groups(formula: Formula) -> tuple[Group, ...]:
    """Give groups of clauses of which any has to hold: the formula itself, as kernels read it.

    A formula that always holds is one group without clauses.
    """
    if formula is False:
        return ()
    parts = formula.parts if isinstance(formula, Or) else (formula,)
    return tuple(sorted((_clauses(part) for part in parts), key=repr))


def _clauses(formula: Formula) -> Group:
    match formula:
        case bool():
            return ()
        case Has():
            return ((formula,),)
        case And(parts):
            return tuple(clause for part in sorted(parts, key=repr) for clause in _clauses(part))
        case Or(parts):
            choices = product(*map(_clauses, sorted(parts, key=repr)))
            return tuple(_any_of(has for clause in choice for has in clause) for choice in choices)


def _any_of(parts: Iterable[Has]) -> Clause:
    """Give a clause with one part for each site."""
    formula = some(parts)
    each = formula.parts if isinstance(formula, Or) else (formula,)
    return tuple(has for has in sorted(each, key=repr) if isinstance(has, Has))


def settled(reading: Reading, choices: Mapping[str, str], is_empty: Callable[[Mask], bool]) -> Reading:
    """Give a reading as it is ruled, without what can never hold on a board where these masks are empty."""
    match reading:
        case Leaf(mask=mask, negated=negated) if is_empty(mask):
            return Always(reading.degree) if negated else NOTHING
        case Stands(mask=mask, negated=negated) if is_empty(mask):
            return Always(reading.degree) if negated else NOTHING
        case Ruled(ruling=ruling, choices=parts):
            return settled(parts[choices[ruling]], choices, is_empty)
        case Worst(parts):
            left = tuple(part for each in parts if (part := settled(each, choices, is_empty)) != NOTHING)
            return left[0] if len(left) == 1 else Worst(left)
        case Best(parts):
            each = tuple(settled(part, choices, is_empty) for part in parts)
            return NOTHING if NOTHING in each or not each else Best(each)
    return reading


def conditions(reading: Reading) -> Iterator[Stands | Relation]:
    """Yield the conditions of a reading on the cells of the ends."""
    yield from (part for part in iter_parts(reading) if isinstance(part, Stands | Relation))


def known(reading: Reading) -> Iterator[Known]:
    """Yield what of a reading is known by where sites are, each once."""
    yield from dict.fromkeys(fact_of(part) for part in iter_parts(reading) if isinstance(part, Distances | Own))


def fact_of(part: Known) -> Known:
    """Give what a condition asks for, whatever its degree."""
    if isinstance(part, Distances):
        return Distances(part.holds, part.at, 1)
    return Own(part.at, part.end, 1)


@dataclass(frozen=True)
class Case:
    """What is settled of a contact: the ends' conditions, what is known of its sites, and which of them are absent."""

    stands: Mapping[tuple[Mask, str], bool]
    labels: Mapping[tuple[Callable[..., Any], str], Hashable]
    facts: Mapping[Known, bool]
    absent: frozenset[Role]

    def formula(self, reading: Reading, degree: int) -> Formula:
        """Give when a reading, as it is ruled, has at least that degree, which is above 0, with a reason."""
        return every((self._at_least(reading, degree), True if _is_reason(reading) else self._reason(reading)))

    def _at_least(self, reading: Reading, degree: int) -> Formula:
        match reading:
            case Worst(parts):
                return some(self._at_least(part, degree) for part in parts)
            case Best(parts):
                return bool(parts) and every(self._at_least(part, degree) for part in parts)
            case Ruled():
                raise TypeError("rulings are settled before")
        return reading.degree >= degree and self._holds(reading)

    def _holds(self, reading: Always | Leaf | Stands | Relation | Distances | Own) -> Formula:
        match reading:
            case Always():
                return True
            case Leaf(mask=mask, at=role, negated=negated):
                return negated if role in self.absent else Has(role, In(mask, negated))
            case Stands(mask=mask, end=end, negated=negated):
                return self.stands[mask, end] != negated
            case Relation(label=label, holds=holds, at=role, end=end):
                return role not in self.absent and Has(role, Related(label, holds, self.labels[label, end]))
            case Distances():
                return self.facts[fact_of(reading)]
            case Own(negated=negated):
                return self.facts[fact_of(reading)] != negated

    def _reason(self, reading: Reading) -> Formula:
        """Give when leaves with a clause bring a reading about."""
        match reading:
            case Leaf(clause=clause):
                return clause is not None and self._holds(reading)
            case Worst(parts) | Best(parts):
                return every((self._at_least(reading, 1), some(self._reason(part) for part in parts)))
        return False


def _is_reason(reading: Reading) -> bool:
    """Tell whether a reading has no degree without a reason of its own."""
    match reading:
        case Leaf(clause=clause):
            return clause is not None
        case Worst(parts):
            return all(map(_is_reason, parts))
        case Best(parts):
            return any(map(_is_reason, parts))
    return False
