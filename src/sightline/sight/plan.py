"""A sight plan: the data by which a system states its sight once.

A plan says which lines are drawn, what each contact of a line means, and how lines fold into one result.
`sightline.sight.evaluate` states what a plan means; `find_sighting` evaluates it for one pair.

A reading is an expression over the sites of one contact: `Max` and `Min` of parts, each of which has its degree where
it holds and 0 elsewhere. Leaves with a clause are reasons and get reported; everything else is a condition, and only
conditions may be negated. A contact without a reason does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sightline.lattice import Cell
from sightline.rules.answers import Sight
from sightline.rules.clause import Clause
from sightline.rules.position import Mask, Position

PointT = TypeVar("PointT")

End = Literal["from", "to"]
Role = Literal[
    "cell", "one", "other", "border", "before", "after", "into-one", "out-of-one", "into-other", "out-of-other"
]
"""The role of a site in its contact.

- `cell`: the cell that is crossed, touched in one point, or that the line ends in.
- `border`: the edge run along, crossed, or touched in an end of it; for a line that ends in a cell, the edge over which
  it entered, if not through a corner.
- `one` and `other`: the cells on the two sides of an edge run along or touched; or the two next to a corner passed.
- `before` and `after`: the cells on the two sides of an edge crossed.
- `into-one`, `out-of-one`, `into-other`, `out-of-other`: the edges of the two ways round a corner passed, over which
  each enters its side cell and leaves it.
"""

ContactKind = Literal["cell", "end", "touch", "along", "border", "border-touch", "corner"]
"""The kinds of contacts of a line that readings distinguish.

`sightline.lattice.ContactType` classifies the same contacts for answers about lines, without rules: there each cell is
in one contact; here the same corner can be a `touch` of cells, a `border-touch` of edges and a `corner` passed.

- `cell`: a cell crossed; `touch`: a cell touched in one point; `end`: the cell that the line ends in.
- `along`: an edge run along; `border`: an edge crossed; `border-touch`: an edge touched in one of its ends.
- `corner`: a corner passed from one cell into another that shares no edge with it, as on squares.

The cells of the two ends are not contacts, except for `end`, nor are they sites of an edge; their edges are contacts. A
line that ends at a corner touches the cells and edges that meet there, and has no `end`.
"""


class Leaf(Struct, frozen=True):
    """The condition that the site in a role is in a mask; with a clause and a degree above 0, a reason."""

    mask: Mask
    at: Role
    degree: int
    clause: Clause | None = None
    negated: bool = False

    def __post_init__(self) -> None:
        if self.negated and self.clause:
            raise ValueError("only a condition, a leaf without a clause, may be negated")


class Always(Struct, frozen=True):
    """A constant degree."""

    degree: int


class EndIsIn(Struct, frozen=True):
    """The condition that some cell of an end is in a mask."""

    mask: Mask
    end: End
    degree: int
    negated: bool = False


class Relation(Struct, frozen=True):
    """The condition that the label of a cell and that of an end are related.

    It is `holds(label of the cell in the role, highest label of the end's cells)`; false if the cell is off the map.
    """

    label: Callable[[Position, Cell], Any]
    holds: Callable[[Any, Any], bool]
    at: Role
    end: End
    degree: int
    negated: bool = False


class Distances(Struct, frozen=True):
    """The condition that the distances of a site to the two ends are related.

    It is `holds(distance to the from end, distance to the to end)`, in cells, from the nearest cell of each end and,
    for a border, from the nearer of its two cells; false if there is no site in the role.
    """

    holds: Callable[[int, int], bool]
    at: Role
    degree: int
    negated: bool = False


class IsOwnSide(Struct, frozen=True):
    """The condition that the border in a role is an edge of an end's cell.

    If lines run from only some cells of an end, only those cells count.
    """

    at: Role
    end: End
    degree: int
    negated: bool = False


class Max(Struct, frozen=True):
    """The maximum of degrees, 0 without parts: the worst sight."""

    parts: tuple[Reading, ...]


class Min(Struct, frozen=True):
    """The minimum of degrees, 0 without parts: the best sight."""

    parts: tuple[Reading, ...]


class Ruled(Struct, frozen=True):
    """The part that a ruling chooses."""

    ruling: str
    choices: Mapping[str, Reading]


Condition = Leaf | EndIsIn | Relation | Distances | IsOwnSide
"""A condition that is true or false for a contact, with a `degree` and `negated`."""
Reading = Always | Condition | Max | Min | Ruled


class SightLine(Struct, frozen=True, dict=True):
    """One line: the maximum over its contacts; `readings` say what each kind of contact means."""

    readings: Mapping[ContactKind, Reading]

    @cached_property
    def masks(self) -> Mapping[ContactKind, tuple[Mask, ...]]:
        """The masks of leaves with a clause, by kind of contact: a contact outside all of them has no reason."""
        return {kind: masks_of(reading) for kind, reading in self.readings.items()}

    @cached_property
    def conditions(self) -> tuple[EndIsIn, ...]:
        """The conditions on the places of the ends, which are the same for all contacts of a line."""
        every = (part for reading in self.readings.values() for part in iter_parts(reading))
        return tuple(dict.fromkeys(part for part in every if isinstance(part, EndIsIn)))

    @cached_property
    def compiled(self) -> dict[tuple[bool, ...], Any]:
        """A cache for evaluators: the compiled line, by which of its `conditions` hold."""
        return {}


class Choose(Struct, frozen=True):
    """The maximum or the minimum over the points of one end, with the lines and reasons of the first that has it."""

    end: End
    take: type[Max] | type[Min]
    of: Fold


class ForEach(Struct, frozen=True):
    """The maximum over the points of one end, with the lines and reasons of all."""

    end: End
    of: Fold


class All(Struct, frozen=True):
    """The maximum of several folds over the same points, with the lines and reasons of all."""

    parts: tuple[Fold, ...]


class ByAdjacency(Struct, frozen=True):
    """A fold for ends one step apart, and another for all others.

    Adjacent ends are nevertheless read by `far` if `apart` has the last of the plan's degrees. `near` must never have a
    higher degree than `far`.
    """

    apart: Fold
    near: Fold
    far: Fold


Fold = SightLine | Choose | ForEach | All | ByAdjacency


class SightPlan(Struct, frozen=True, dict=True):
    """A system's sight: the points between which lines run, how lines fold, and the class of each degree.

    Points are the centres of an end's cells, in the order in which the end lists them; all corners of its cells, sorted
    by name; or the two outermost corners as seen from the point chosen at the other end, sorted by name.
    """

    start: Literal["centre", "corners"]
    stop: Literal["centre", "corners", "outermost"]
    fold: Fold
    classes: tuple[Sight, ...] = (Sight.CLEAR, Sight.IMPEDED, Sight.BLOCKED)

    @cached_property
    def rulings(self) -> frozenset[str]:
        """The names of all rulings that its readings may consult."""
        readings = (reading for line in _lines(self.fold) for reading in line.readings.values())
        return frozenset(name for reading in readings for name in _rulings(reading))

    def count_lines(self, start_points: int, stop_points: int) -> int:
        """Return the maximum number of lines between two ends with these numbers of points."""
        return _count_lines(self.fold, {"from": start_points, "to": stop_points})

    @cached_property
    def fold_by_worst_first(self) -> Fold:
        """The fold with the parts of each `All` in descending order of their maximum degree, to decide sooner."""
        return _worst_first(self.fold)


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


def _count_lines(fold: Fold, points: Mapping[End, int]) -> int:
    match fold:
        case Choose() | ForEach():
            return points[fold.end] * _count_lines(fold.of, {**points, fold.end: 1})
        case All(parts):
            return sum(_count_lines(part, points) for part in parts)
        case ByAdjacency():
            return max(_count_lines(part, points) for part in (fold.apart, fold.near, fold.far))
    return 1


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


def _worst_first(fold: Fold) -> Fold:
    match fold:
        case All(parts):
            return All(tuple(sorted(map(_worst_first, parts), key=_max_degree_of_fold, reverse=True)))
        case Choose() | ForEach():
            return replace(fold, of=_worst_first(fold.of))
        case ByAdjacency():
            return ByAdjacency(_worst_first(fold.apart), _worst_first(fold.near), _worst_first(fold.far))
    return fold


def _max_degree_of_fold(fold: Fold) -> int:
    """Return an upper bound of the degree of a fold."""
    return max((max_degree(reading) for line in _lines(fold) for reading in line.readings.values()), default=0)


def iter_parts_of_fold(
    fold: Choose | ForEach | All,
    chosen: Mapping[End, PointT],
    points: Callable[[End, Mapping[End, PointT]], Iterable[PointT]],
) -> Iterator[tuple[Fold, Mapping[End, PointT]]]:
    """Yield the parts of a fold, each with the points chosen for it.

    `points` returns the points of an end, only the chosen one if there is one.
    """
    if isinstance(fold, All):
        yield from ((part, chosen) for part in fold.parts)
    else:
        yield from ((fold.of, {**chosen, fold.end: point}) for point in points(fold.end, chosen))


def bare(condition: Condition) -> Condition:
    """Return the bare condition: with degree 1, not negated, and without a clause."""
    if isinstance(condition, Leaf):
        return Leaf(condition.mask, condition.at, 1)
    return replace(condition, degree=1, negated=False)


def masks_of(reading: Reading) -> tuple[Mask, ...]:
    """Return the masks of the leaves with a clause: a contact outside all of them has no reason."""
    return tuple(dict.fromkeys(leaf.mask for leaf in iter_parts(reading) if isinstance(leaf, Leaf) and leaf.clause))


def iter_max_parts(reading: Reading) -> Iterator[Reading]:
    """Yield the parts of which a reading is the maximum."""
    if isinstance(reading, Max):
        for part in reading.parts:
            yield from iter_max_parts(part)
    else:
        yield reading


def iter_parts(reading: Reading) -> Iterator[Reading]:
    """Yield the constants and conditions of a reading, including all choices of its rulings."""
    match reading:
        case Max(parts) | Min(parts):
            for part in parts:
                yield from iter_parts(part)
        case Ruled():
            for part in reading.choices.values():
                yield from iter_parts(part)
        case _:
            yield reading


def max_degree(reading: Reading) -> int:
    """Return an upper bound of the degree of a reading."""
    return max((part.degree for part in iter_parts(reading) if not isinstance(part, Ruled | Max | Min)), default=0)


NOTHING = Max(())
"""A reading that never counts."""
