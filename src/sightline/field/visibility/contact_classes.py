"""The contact classes and endpoint classes of a plan on a board, each of which the compiled plan treats alike."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sightline.field.visibility import line_program
from sightline.field.visibility.bit_layout import Bools, Longs
from sightline.field.visibility.bitset_algebra import (
    EndQuestion,
    SiteFact,
    end_questions,
    facts_of,
)
from sightline.sight.plan import (
    ContactKind,
    Leaf,
    Reading,
    Relation,
    Role,
    iter_max_parts,
    iter_parts,
)

CONTACT_KINDS: Mapping[ContactKind, int] = {
    "cell": line_program.CELL,
    "end": line_program.END,
    "touch": line_program.TOUCH,
    "along": line_program.ALONG,
    "border": line_program.BORDER,
    "border-touch": line_program.BORDER_TOUCH,
    "corner": line_program.CORNER,
}
"""The number of each kind of contact in line programs."""
_MAY_BE_ABSENT: Mapping[ContactKind, tuple[Role, ...]] = {
    "end": ("border",),
    "along": ("one", "other"),
    "border-touch": ("one", "other"),
}
"""The roles of sites that a contact of some kinds may lack."""


EndValues = Mapping[EndQuestion, Hashable]
"""The answers to the questions of readings about the two ends."""
Values = tuple[Hashable, ...]
"""The answers to the questions of one part of a reading, in the order of `ReadingPart.questions`."""


@dataclass(frozen=True, eq=False)
class ReadingPart:
    """A part of a reading that is the maximum of its parts; the parts are evaluated one by one.

    Each depends on less than the whole: on fewer answers about the ends, facts and sites. So fewer cases are computed.
    """

    reading: Reading

    @cached_property
    def questions(self) -> tuple[EndQuestion, ...]:
        """The questions of the reading about the ends, each once."""
        return tuple(dict.fromkeys(end_questions(self.reading)))

    @cached_property
    def facts(self) -> tuple[SiteFact, ...]:
        """The facts that it depends on."""
        return facts_of(self.reading)

    @cached_property
    def roles(self) -> frozenset[Role]:
        """The roles of the sites on which it depends."""
        return frozenset(part.at for part in iter_parts(self.reading) if isinstance(part, Leaf | Relation))


@dataclass(frozen=True)
class ContactClasses:
    """The contact classes of one kind of contact on one line of the plan.

    They are `first` to before `first + count`, one for each combination of absent sites and facts. `is_apart` is
    whether the line separates neighbours: its contacts then obstruct at the last degree only.
    """

    line: int
    kind: ContactKind
    reading: Reading
    first: int
    is_apart: bool

    @cached_property
    def facts(self) -> tuple[SiteFact, ...]:
        """The facts that the reading depends on."""
        return facts_of(self.reading)

    @cached_property
    def parts(self) -> tuple[ReadingPart, ...]:
        """The parts of the reading, which is their maximum."""
        return tuple(map(ReadingPart, iter_max_parts(self.reading)))

    @property
    def switches(self) -> tuple[Role | SiteFact, ...]:
        """The conditions that vary, one bit of the class number each, the lowest first: absent roles, then facts."""
        return (*_MAY_BE_ABSENT.get(self.kind, ()), *self.facts)

    @property
    def count(self) -> int:
        """The number of classes."""
        return 1 << len(self.switches)

    @property
    def is_of_end_alone(self) -> bool:
        """True if the reading is only about the cell in which a line ends, for any line."""
        roles = {part.at for part in iter_parts(self.reading) if isinstance(part, Leaf | Relation)}
        return self.kind == "end" and roles == {"cell"} and not self.facts

    def iter_variants(self) -> Iterator[tuple[frozenset[Role], Mapping[SiteFact, bool]]]:
        """Yield, for each class, the roles that are absent, and which facts hold."""
        for bits in range(self.count):
            on = {switch for bit, switch in enumerate(self.switches) if bits >> bit & 1}
            absent = frozenset(role for role in _MAY_BE_ABSENT.get(self.kind, ()) if role in on)
            yield absent, {fact: fact in on for fact in self.facts}


@dataclass(frozen=True)
class EndpointClasses:
    """The classes of cells as one of the ends.

    - `of_cells`: int64, shape (rows, columns): the class of each cell, -1 for a hole.
    - `values`: the answers that the cells of each class have in common.
    """

    of_cells: Longs
    values: Sequence[Mapping[EndQuestion, Hashable]]

    def iter_members(self) -> Iterator[Bools]:
        """Yield the cells of each class, shape (rows, columns)."""
        for number in range(len(self.values)):
            yield self.of_cells == number


def group_cases(contact_classes: ContactClasses, ends: Sequence[EndValues]) -> dict[tuple[Values, ...], list[int]]:
    """Return the distinct cases of endpoint pairs, each with the indices of its pairs.

    A case consists of the answers to the questions of each part of a reading.
    """
    found = dict[tuple[Values, ...], list[int]]()
    for number, answers in enumerate(ends):
        case = tuple(tuple(answers[question] for question in part.questions) for part in contact_classes.parts)
        found.setdefault(case, []).append(number)
    return found
