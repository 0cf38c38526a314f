"""The meaning of a sight plan, stated once over an algebra of truth values.

Obstacles can only increase the degree, so a plan defines, for each degree, whether it is reached. That is an expression
of "any" and "all" over conditions, for any type of truth values: a bool for one contact, a bit set for all cells of a
board, the bits of an integer for a game that queries many pairs, a literal for a solver. An `Algebra` defines the
operations and the truth of conditions; only this module knows the nodes of a plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, TypeVar

from sightline.sight.plan import (
    Always,
    ByAdjacency,
    Choose,
    Condition,
    End,
    Fold,
    Leaf,
    Max,
    Min,
    Reading,
    Ruled,
    SightLine,
    iter_parts_of_fold,
)

T = TypeVar("T")
PointT = TypeVar("PointT")


class Algebra(Protocol[T]):
    """Operations on truth values, and the truth of the conditions of a reading."""

    def any(self, values: Iterable[T], /) -> T:
        """Return the disjunction, false of no values."""

    def all(self, values: Iterable[T], /) -> T:
        """Return the conjunction, true of no values."""

    def negate(self, value: T, /) -> T:
        """Return the negation."""

    def constant(self, value: bool, /) -> T:  # noqa: FBT001
        """Return true or false."""

    def condition(self, condition: Condition, /) -> T:
        """Return whether a condition holds, ignoring its `negated`."""

    def ruled(self, ruling: str, choices: Mapping[str, T], /) -> T:
        """Return the truth value of the part that a ruling chooses."""


class FoldAlgebra(Protocol[T, PointT]):
    """Operations on truth values of lines, and the data of the two ends that a fold needs."""

    def any(self, values: Iterable[T], /) -> T:
        """Return the disjunction, false of no values."""

    def all(self, values: Iterable[T], /) -> T:
        """Return the conjunction, true of no values."""

    def line(self, line: SightLine, degree: int, chosen: Mapping[End, PointT], /) -> T:
        """Return whether a line between the chosen points reaches a degree."""

    def points(self, end: End, chosen: Mapping[End, PointT], /) -> Iterable[PointT]:
        """Return the points of an end; only the chosen one if there is one."""

    def are_adjacent(self) -> bool:
        """Return whether the two ends are one step apart."""


def at_least(reading: Reading, degree: int, algebra: Algebra[T]) -> T:
    """Return whether a reading reaches a degree above 0, whether or not a clause causes that."""
    match reading:
        case Max(parts):
            return algebra.any(at_least(part, degree, algebra) for part in parts)
        case Min(parts):
            if not parts:
                return algebra.constant(False)
            return algebra.all(at_least(part, degree, algebra) for part in parts)
        case Ruled(ruling, choices):
            return algebra.ruled(ruling, {choice: at_least(part, degree, algebra) for choice, part in choices.items()})
    if reading.degree < degree:
        return algebra.constant(False)
    if isinstance(reading, Always):
        return algebra.constant(True)
    holds = algebra.condition(reading)
    return algebra.negate(holds) if reading.negated else holds


def iter_reasons(reading: Reading, algebra: Algebra[T]) -> Iterator[tuple[Leaf, T]]:
    """Yield each leaf with a clause and a degree, and whether it contributes to a degree above 0."""
    match reading:
        case Leaf(clause=clause, degree=degree) if clause and degree:
            yield reading, algebra.condition(reading)
        case Max(parts):
            for part in parts:
                yield from iter_reasons(part, algebra)
        case Min(parts):
            if reasons := [found for part in parts for found in iter_reasons(part, algebra)]:
                reached = at_least(reading, 1, algebra)
                yield from ((leaf, algebra.all((holds, reached))) for leaf, holds in reasons)
        case Ruled(ruling, choices):
            each = {choice: dict(iter_reasons(part, algebra)) for choice, part in choices.items()}
            never = algebra.constant(False)
            for leaf in dict.fromkeys(leaf for chosen in each.values() for leaf in chosen):
                found = {choice: chosen.get(leaf, never) for choice, chosen in each.items()}
                yield leaf, algebra.ruled(ruling, found)


def has_reason(reading: Reading, algebra: Algebra[T]) -> T:
    """Return whether a clause contributes to a degree above 0: a contact without one does not count."""
    return algebra.any(holds for _, holds in iter_reasons(reading, algebra))


def counts(reading: Reading, degree: int, algebra: Algebra[T]) -> T:
    """Return whether a reading reaches a degree above 0, and for a reason."""
    return algebra.all((at_least(reading, degree, algebra), has_reason(reading, algebra)))


def fold_at_least(fold: Fold, degree: int, last: int, algebra: FoldAlgebra[T, PointT]) -> T:
    """Return whether a fold reaches a degree; `last` is the highest degree of the plan."""
    return _fold(fold, degree, last, algebra, {})


def _fold(fold: Fold, degree: int, last: int, algebra: FoldAlgebra[T, PointT], chosen: Mapping[End, PointT]) -> T:
    match fold:
        case SightLine():
            return algebra.line(fold, degree, chosen)
        case ByAdjacency(apart, near, far):
            if not algebra.are_adjacent():
                return _fold(far, degree, last, algebra, chosen)
            # `near` is never worse than `far`: the degree is reached by `near`, or the ends are `apart` and `far`
            # reaches it.
            kept_apart = _fold(apart, last, last, algebra, chosen)
            from_afar = algebra.all((kept_apart, _fold(far, degree, last, algebra, chosen)))
            return algebra.any((_fold(near, degree, last, algebra, chosen), from_afar))
    parts = (
        _fold(part, degree, last, algebra, more) for part, more in iter_parts_of_fold(fold, chosen, algebra.points)
    )
    return algebra.all(parts) if isinstance(fold, Choose) and fold.take is Min else algebra.any(parts)
