"""How a rule system states its sight, once: which lines are drawn, what each contact means, how it all folds into one.

A plan is data; `sightline.sight.explain` runs it.

A reading is an expression over the sites of one contact: `Max` and `Min` of parts, each of which gives its degree
where it holds and 0 elsewhere. Leaves with a clause are reasons and get reported; everything else is a condition, and
only conditions may be negated. Without a reason no contact has a degree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sightline.lattice import Cell
from sightline.rules.answers import Sight
from sightline.rules.clause import Clause
from sightline.rules.position import Mask, Position

End = Literal["from", "to"]
Role = Literal[
    "cell", "one", "other", "border", "before", "after", "into-one", "out-of-one", "into-other", "out-of-other"
]
"""What a site is to its contact.

A cell crossed, touched in one point, or that the line ends in, is its `cell`; a line that ends in one has come over a
`border`, if not through a corner. A side run along, or touched in an end of it, is a `border` between `one` cell and
the `other`. A side crossed is a `border` between the cell `before` it and the one `after` it. A corner passed lies
between `one` side cell and the `other`: two ways round it, each over the border into its side cell and the one out of
it.
"""

ContactKind = Literal["cell", "end", "touch", "along", "border", "border-touch", "corner"]
"""Cells crossed, the cell that the line ends in, cells touched in a point, sides run along, borders crossed, borders
touched in a point, corners passed from one cell into another that shares no side with it, as squares have them.

The cells of the two ends are left out but for `end`, as the sides of a border too; their borders are not. A line that
ends at a corner touches what meets there, and has no `end`.
"""


class Leaf(Struct, frozen=True):
    """Holds where the site in that role is in the mask, or, negated, where it is not.

    With a clause and a degree it is a reason there.
    """

    mask: Mask
    at: Role
    degree: int
    clause: Clause | None = None
    negated: bool = False

    def __post_init__(self) -> None:
        if self.negated and self.clause:
            raise ValueError("only a condition, a leaf without a clause, may be negated")


class Always(Struct, frozen=True):
    """Holds everywhere."""

    degree: int


class EndIsIn(Struct, frozen=True):
    """Holds where any cell of that end is in the mask, or, negated, where none is."""

    mask: Mask
    end: End
    degree: int
    negated: bool = False


class Relation(Struct, frozen=True):
    """Holds where `holds(label of the cell in that role, highest label of the cells of that end)`, on the map."""

    label: Callable[[Position, Cell], Any]
    holds: Callable[[Any, Any], bool]
    at: Role
    end: End
    degree: int


class Distances(Struct, frozen=True):
    """Holds where `holds(distance of the site in that role to the from end, distance to the to end)`, in cells.

    Distances are from the nearest cell of an end, those to a border from the nearer of its two cells.
    """

    holds: Callable[[int, int], bool]
    at: Role
    degree: int


class IsOwnSide(Struct, frozen=True):
    """Holds where there is a border in that role, a side of a cell of that end, or, negated, where it is none.

    Of an end whose lines run from some of its cells only, these count.
    """

    at: Role
    end: End
    degree: int
    negated: bool = False


class Max(Struct, frozen=True):
    """The highest degree of its parts, 0 without any."""

    parts: tuple[Reading, ...]


class Min(Struct, frozen=True):
    """The lowest degree of its parts, 0 without any."""

    parts: tuple[Reading, ...]


class Ruled(Struct, frozen=True):
    """The part that a ruling chooses."""

    ruling: str
    choices: Mapping[str, Reading]


Reading = Always | Leaf | EndIsIn | Relation | Distances | IsOwnSide | Max | Min | Ruled


class SightLine(Struct, frozen=True, dict=True):
    """One line, as bad as the worst of its contacts; what each kind of contact means."""

    readings: Mapping[ContactKind, Reading]

    @cached_property
    def masks(self) -> Mapping[ContactKind, tuple[Mask, ...]]:
        """The masks of leaves with a clause, by kind of contact: a contact that is in none of them has no reason."""
        return {kind: masks_of(reading) for kind, reading in self.readings.items()}

    @cached_property
    def conditions(self) -> tuple[EndIsIn, ...]:
        """The conditions on where the ends stand: one line between two ends is read under one case of them."""
        every = (part for reading in self.readings.values() for part in iter_parts(reading))
        return tuple(dict.fromkeys(part for part in every if isinstance(part, EndIsIn)))


class Choose(Struct, frozen=True):
    """The worst or the best over the points of one end; of equal ones the first."""

    end: End
    take: type[Max] | type[Min]
    of: Fold


class ForEach(Struct, frozen=True):
    """The lines over all points of one end together: as bad as the worst of them, with the reasons on each."""

    end: End
    of: Fold


class All(Struct, frozen=True):
    """Several folds over the same points: as bad as the worst of them, with the lines and reasons of all."""

    parts: tuple[Fold, ...]


class ByAdjacency(Struct, frozen=True):
    """One fold between ends one step apart, unless `apart` has the last of the plan's degrees; another for all others.

    `near` is never worse than `far`.
    """

    apart: Fold
    near: Fold
    far: Fold


Fold = SightLine | Choose | ForEach | All | ByAdjacency


class SightPlan(Struct, frozen=True, dict=True):
    """A system's sight: from and to which points of the ends lines run, how they fold, what each degree is called.

    Points are the centres of an end's cells, in the order in which it lists them; all of their corners, by name; or the
    two outermost corners as seen from the point of the other end that the fold has chosen, by name.
    """

    start: Literal["centre", "corners"]
    stop: Literal["centre", "corners", "outermost"]
    fold: Fold
    classes: tuple[Sight, ...] = (Sight.CLEAR, Sight.IMPEDED, Sight.BLOCKED)

    @cached_property
    def rulings(self) -> frozenset[str]:
        """The names of all rulings that its readings may ask for."""
        readings = (reading for line in _lines(self.fold) for reading in line.readings.values())
        return frozenset(name for reading in readings for name in _rulings(reading))

    @cached_property
    def fold_by_worst_first(self) -> Fold:
        """The fold, of several together the one first that can be the worst: its degree is known sooner."""
        return _hasty(self.fold)


def _lines(fold: Fold) -> Iterator[SightLine]:
    match fold:
        case SightLine():
            yield fold
        case Choose() | ForEach():
            yield from _lines(fold.of)
        case All(parts):
            for part in parts:
                yield from _lines(part)
        case ByAdjacency():
            for part in (fold.apart, fold.near, fold.far):
                yield from _lines(part)


def _rulings(reading: Reading) -> Iterator[str]:
    parts: Iterable[Reading] = ()
    match reading:
        case Max() | Min():
            parts = reading.parts
        case Ruled():
            yield reading.ruling
            parts = reading.choices.values()
    for part in parts:
        yield from _rulings(part)


def _hasty(fold: Fold) -> Fold:
    match fold:
        case All(parts):
            return All(tuple(sorted(map(_hasty, parts), key=_most_of, reverse=True)))
        case Choose() | ForEach():
            return replace(fold, of=_hasty(fold.of))
        case ByAdjacency():
            return ByAdjacency(_hasty(fold.apart), _hasty(fold.near), _hasty(fold.far))
    return fold


def _most_of(fold: Fold) -> int:
    """Give the highest degree that a fold can have."""
    return max((_most(reading) for line in _lines(fold) for reading in line.readings.values()), default=0)


def masks_of(reading: Reading) -> tuple[Mask, ...]:
    """Give the masks of the leaves with a clause: a contact that is in none of them has no reason."""
    return tuple(dict.fromkeys(leaf.mask for leaf in iter_parts(reading) if isinstance(leaf, Leaf) and leaf.clause))


def iter_parts(reading: Reading) -> Iterator[Reading]:
    """Yield all that a reading is made of and that has no parts itself, whatever rulings choose."""
    match reading:
        case Max(parts) | Min(parts):
            for part in parts:
                yield from iter_parts(part)
        case Ruled():
            for part in reading.choices.values():
                yield from iter_parts(part)
        case _:
            yield reading


def settled(reading: Reading, case: Mapping[EndIsIn, bool]) -> Reading:
    """Give a reading in which it is settled which conditions on the ends hold, without what then never counts."""
    match reading:
        case EndIsIn(degree=degree):
            return Always(degree) if case[reading] else NOTHING
        case Max(parts):
            left = tuple(part for each in parts if (part := settled(each, case)) != NOTHING)
            return left[0] if len(left) == 1 else Max(left)
        case Min(parts):
            return _least([settled(each, case) for each in parts])
        case Ruled(ruling=name, choices=choices):
            return Ruled(name, {choice: settled(part, case) for choice, part in choices.items()})
    return reading


def _least(parts: list[Reading]) -> Reading:
    """Give the least of parts, without conditions that always hold and limit none of the others."""
    if NOTHING in parts or not parts:
        return NOTHING
    limit = min((part.degree for part in parts if isinstance(part, Always)), default=None)
    others: list[Reading] = [part for part in parts if not isinstance(part, Always)]
    if limit is not None and (not others or max(map(_most, others)) > limit):
        others.append(Always(limit))
    return others[0] if len(others) == 1 else Min(tuple(others))


def _most(reading: Reading) -> int:
    """Give the highest degree that a reading can have."""
    return max((part.degree for part in iter_parts(reading) if not isinstance(part, Ruled | Max | Min)), default=0)


NOTHING = Max(())
"""A reading that never counts."""
