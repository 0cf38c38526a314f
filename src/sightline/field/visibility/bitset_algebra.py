"""The algebra of whole boards: a truth value is the bit set of the places where contacts of one shape make it true."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import and_, eq, or_

from sightline.field.visibility.bit_layout import BitSet
from sightline.field.visibility.board_bits import BoardBits
from sightline.lattice import Cell
from sightline.rules.position import Mask
from sightline.sight.evaluate import at_least, counts, has_reason
from sightline.sight.normalize import normalize
from sightline.sight.plan import (
    Condition,
    ContactKind,
    Distances,
    EndIsIn,
    IsOwnSide,
    Leaf,
    Reading,
    Relation,
    Role,
    bare,
    iter_parts,
)

SiteFact = Distances | IsOwnSide
"""A condition that depends on the position of a site, but not on the content of the board."""
EndQuestion = EndIsIn | Relation
"""A question about an end only: whether it is in a mask, or its label."""
SiteOffsets = Mapping[Role, tuple[Cell, ...]]
"""The cell of each role as an offset from a contact's own; both cells for a border."""

_EAST, _SOUTH, _RISING = Cell(1, 0), Cell(0, 1), Cell(1, -1)
BORDERS = ("border", "into-one", "out-of-one", "into-other", "out-of-other")
"""The roles of borders."""
STEPS = (_EAST, _SOUTH, _RISING, *(Cell(-q, -r) for q, r in (_EAST, _SOUTH, _RISING)))
"""Steps over edges in the order of directions; squares have no third and sixth."""


def with_rulings(reading: Reading, rulings: Mapping[str, str], is_empty: Callable[[Mask, bool], bool]) -> Reading:
    """Return a reading under rulings; `is_empty` returns whether a mask has no cells, or with True no borders."""

    def known(condition: Condition) -> bool | None:
        match condition:
            case Leaf(mask=mask, at=role) if is_empty(mask, role in BORDERS):
                return False
            case EndIsIn(mask=mask) if is_empty(mask, False):
                return False
        return None

    return normalize(reading, known, rulings)


def end_questions(reading: Reading) -> Iterator[EndQuestion]:
    """Yield the questions of a reading about the two ends."""
    yield from (_question_of(part) for part in iter_parts(reading) if isinstance(part, EndIsIn | Relation))


def _question_of(condition: EndIsIn | Relation) -> EndQuestion:
    """Return the question of a condition about its end, independent of what it requires of the answer."""
    if isinstance(condition, EndIsIn):
        return EndIsIn(condition.mask, condition.end, 1)
    return Relation(condition.label, eq, "cell", condition.end, 1)


def facts_of(reading: Reading) -> tuple[SiteFact, ...]:
    """Return the distinct conditions of a reading that depend only on the positions of sites."""
    return tuple(dict.fromkeys(fact for part in iter_parts(reading) if isinstance(fact := _bare(part), SiteFact)))


def _bare(part: Reading) -> Reading:
    return bare(part) if isinstance(part, Distances | IsOwnSide) else part


def sites_of(kind: ContactKind, orientation: int) -> SiteOffsets:
    """Return the sites of a contact with that orientation."""
    here = Cell(0, 0)
    if kind in ("cell", "touch"):
        return {"cell": (here,)}
    if kind == "corner":
        return _corner_sites(Cell(1 if orientation & 1 else -1, 1 if orientation & 2 else -1))
    step = STEPS[orientation]
    if kind == "end":
        return {"cell": (here,), "border": (Cell(-step.q, -step.r), here)}
    one, other = ("before", "after") if kind == "border" else ("one", "other")
    return {one: (here,), other: (step,), "border": (here, step)}  # type: ignore[dict-item]


def _corner_sites(after: Cell) -> SiteOffsets:
    """Return the sites of a corner passed; its side cells are listed clockwise from the north."""
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
class BitSetAlgebra:
    """The cells of contacts that make a condition true, all with the same sites and between ends of the same classes.

    - `ends`: the answers to the questions about the two ends;
    - `facts`: which facts about sites hold; `absent`: the roles without a site.
    """

    board_bits: BoardBits
    ends: Mapping[EndQuestion, Hashable]
    facts: Mapping[SiteFact, bool]
    absent: frozenset[Role]
    sites: SiteOffsets

    def find(self, reading: Reading, degree: int) -> BitSet:
        """Return the places where a reading has at least that degree, which is above 0, with a reason."""
        return counts(reading, degree, self)

    def find_parts(self, reading: Reading, degree: int) -> tuple[BitSet, BitSet]:
        """Return the places where a reading has at least that degree, and those where it has a reason."""
        return at_least(reading, degree, self), has_reason(reading, self)

    def any(self, values: Iterable[BitSet]) -> BitSet:
        return reduce(or_, values, 0)

    def all(self, values: Iterable[BitSet]) -> BitSet:
        return reduce(and_, values)

    def negate(self, value: BitSet) -> BitSet:
        return value ^ self.board_bits.layout.all_bits

    def constant(self, value: bool) -> BitSet:
        return self.board_bits.layout.all_bits if value else 0

    def ruled(self, ruling: str, choices: Mapping[str, BitSet]) -> BitSet:
        return choices[self.board_bits.position.rulings[ruling]]

    def condition(self, condition: Condition) -> BitSet:
        match condition:
            case Leaf(mask=mask, at=role):
                return 0 if role in self.absent else self._at(self.board_bits.mask_bits(mask, self._step(role)), role)
            case EndIsIn():
                return self.constant(bool(self.ends[_question_of(condition)]))
            case Relation(label=label, holds=holds, at=role):
                if role in self.absent:
                    return 0
                return self._at(self.board_bits.relation_bits(label, holds, self.ends[_question_of(condition)]), role)
            case Distances() | IsOwnSide():
                return self.constant(self.facts[bare(condition)])  # type: ignore[index]

    def _step(self, role: Role) -> Cell | None:
        """Return the step over the border in a role, None for a cell."""
        first, *more = self.sites[role]
        return Cell(more[0].q - first.q, more[0].r - first.r) if more else None

    def _at(self, places: BitSet, role: Role) -> BitSet:
        """Return the places whose site in a role is in a bit set."""
        return self.board_bits.layout.shift(places, self.sites[role][0])
