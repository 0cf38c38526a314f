"""What the readings of a plan come to on one board, wherever a contact may lie: strings of places where they hold.

Degrees only ever grow with what stands in the way, so that "at least this degree" is an "and" and "or" of strings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import and_, eq, or_

from sightline.field.visibility.bit_layout import String
from sightline.field.visibility.board_bits import Ground
from sightline.lattice import Cell
from sightline.rules.position import Mask
from sightline.sight.plan import (
    NOTHING,
    Always,
    ContactKind,
    Distances,
    EndIsIn,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Role,
    Ruled,
    iter_parts,
)

Known = Distances | IsOwnSide
"""What is known of a site by where it is, whatever the board."""
Asked = EndIsIn | Relation
"""What is asked for of an end, by its mask or label alone."""
Sites = Mapping[Role, tuple[Cell, ...]]
"""The cell of each role, seen from a contact's own; or both cells of a border."""

_EAST, _SOUTH, _RISING = Cell(1, 0), Cell(0, 1), Cell(1, -1)
BORDERS = ("border", "into-one", "out-of-one", "into-other", "out-of-other")
"""The roles of borders."""
STEPS = (_EAST, _SOUTH, _RISING, *(Cell(-q, -r) for q, r in (_EAST, _SOUTH, _RISING)))
"""Steps over sides in the order of directions; squares have no third and sixth."""


def settled(reading: Reading, choices: Mapping[str, str], is_empty: Callable[[Mask, bool], bool]) -> Reading:
    """Give a reading as it is ruled, without what never holds: masks without cells, or, asked with True, borders."""
    match reading:
        case Leaf(mask=mask, at=role, negated=negated) if is_empty(mask, role in BORDERS):
            return Always(reading.degree) if negated else NOTHING
        case EndIsIn(mask=mask, negated=negated) if is_empty(mask, False):
            return Always(reading.degree) if negated else NOTHING
        case Ruled(ruling=ruling, choices=parts):
            return settled(parts[choices[ruling]], choices, is_empty)
        case Max(parts):
            left = tuple(part for each in parts if (part := settled(each, choices, is_empty)) != NOTHING)
            return left[0] if len(left) == 1 else Max(left)
        case Min(parts):
            each = tuple(settled(part, choices, is_empty) for part in parts)
            return NOTHING if NOTHING in each or not each else Min(each)
    return reading


def conditions(reading: Reading) -> Iterator[Asked]:
    """Yield what a reading asks for of the ends."""
    yield from (_asked_by(part) for part in iter_parts(reading) if isinstance(part, EndIsIn | Relation))


def _asked_by(part: EndIsIn | Relation) -> Asked:
    """Give what a condition asks for, whatever it makes of that."""
    if isinstance(part, EndIsIn):
        return EndIsIn(part.mask, part.end, 1)
    return Relation(part.label, eq, "cell", part.end, 1)


def facts_of(reading: Reading) -> tuple[Known, ...]:
    """Give what of a reading is known by where sites are, each once."""
    return tuple(
        dict.fromkeys(_fact_of(part) for part in iter_parts(reading) if isinstance(part, Distances | IsOwnSide))
    )


def _fact_of(part: Known) -> Known:
    """Give what a condition asks for, whatever its degree."""
    return Distances(part.holds, part.at, 1) if isinstance(part, Distances) else IsOwnSide(part.at, part.end, 1)


def sites_of(kind: ContactKind, way: int) -> Sites:
    """Give the sites of a contact that lies that way."""
    here = Cell(0, 0)
    if kind in ("cell", "touch"):
        return {"cell": (here,)}
    if kind == "corner":
        return _corner_sites(Cell(1 if way & 1 else -1, 1 if way & 2 else -1))
    step = STEPS[way]
    if kind == "end":
        return {"cell": (here,), "border": (Cell(-step.q, -step.r), here)}
    one, other = ("before", "after") if kind == "border" else ("one", "other")
    return {one: (here,), other: (step,), "border": (here, step)}  # type: ignore[dict-item]


def _corner_sites(after: Cell) -> Sites:
    """Give the sites of a corner passed; its side cells are listed clockwise from the north."""
    here, across, down = Cell(0, 0), Cell(after.q, 0), Cell(0, after.r)
    one, other = (across, down) if after == Cell(1, 1) else (down, across)
    return {
        "one": (one,),
        "other": (other,),
        "into-one": (here, one),
        "out-of-one": (one, after),
        "into-other": (here, other),
        "out-of-other": (other, after),
    }


@dataclass(frozen=True)
class Case:
    """What is settled of a contact: what is asked for of the ends, what is known of its sites, and which are absent."""

    ground: Ground
    ends: Mapping[Asked, Hashable]
    facts: Mapping[Known, bool]
    absent: frozenset[Role]
    sites: Sites

    def holds(self, reading: Reading, degree: int) -> String:
        """Give where a reading, as it is ruled, has at least that degree, which is above 0, with a reason."""
        at_least, reason = self.told(reading, degree)
        return at_least & reason

    def told(self, reading: Reading, degree: int) -> tuple[String, String]:
        """Give where a reading has at least that degree, and where leaves with a clause bring it about."""
        return self._at_least(reading, degree), self._reason(reading)

    def _at_least(self, reading: Reading, degree: int) -> String:
        match reading:
            case Max(parts):
                return reduce(or_, (self._at_least(part, degree) for part in parts), 0)
            case Min(parts):
                each = (self._at_least(part, degree) for part in parts)
                return reduce(and_, each, self._everywhere(bool(parts)))
            case Ruled():
                raise TypeError("rulings are settled before")
        return self._holds(reading) if reading.degree >= degree else 0

    def _reason(self, reading: Reading) -> String:
        """Give where leaves with a clause bring a reading about."""
        match reading:
            case Leaf(clause=clause, degree=degree) if clause and degree:
                return self._holds(reading)
            case Max(parts) | Min(parts):
                return reduce(or_, map(self._reason, parts), 0) & self._at_least(reading, 1)
        return 0

    def _holds(self, reading: Always | Leaf | EndIsIn | Relation | Distances | IsOwnSide) -> String:
        match reading:
            case Always():
                return self._everywhere(True)
            case Leaf(mask=mask, at=role, negated=negated):
                found = 0 if role in self.absent else self._at(self.ground.masked(mask, self._step(role)), role)
                return found ^ self._everywhere(negated)
            case EndIsIn(negated=negated):
                return self._everywhere(self.ends[_asked_by(reading)] != negated)
            case Relation(label=label, holds=holds, at=role):
                if role in self.absent:
                    return 0
                return self._at(self.ground.related(label, holds, self.ends[_asked_by(reading)]), role)
            case Distances():
                return self._everywhere(self.facts[_fact_of(reading)])
            case IsOwnSide(negated=negated):
                return self._everywhere(self.facts[_fact_of(reading)] != negated)

    def _step(self, role: Role) -> Cell | None:
        """Give the step over the border in a role, None for a cell."""
        first, *more = self.sites[role]
        return Cell(more[0].q - first.q, more[0].r - first.r) if more else None

    def _at(self, string: String, role: Role) -> String:
        """Give where the site in a role is in a string."""
        return self.ground.places.beside(string, self.sites[role][0])

    def _everywhere(self, holds: bool) -> String:
        return self.ground.places.everywhere if holds else 0
