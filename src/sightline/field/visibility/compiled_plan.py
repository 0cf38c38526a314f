"""A plan of sight on one board, made ready for compiled loops: the lines' scheme, and strings of what counts where."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import and_
from types import MappingProxyType

import numpy as np

from sightline.field.visibility import displacement_kernels, line_program
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Places, String, Words
from sightline.field.visibility.bitset_algebra import (
    STEPS,
    BitSets,
    EndQuestion,
    SiteFact,
    Sites,
    end_questions,
    facts_of,
    sites_of,
    with_rulings,
)
from sightline.field.visibility.board_bits import Ground
from sightline.field.visibility.fold_program import FoldProgram, Step, lines_of
from sightline.field.visibility.line_program import MAX_RUN, ORIENTATIONS
from sightline.lattice import Cell
from sightline.rules.position import Position
from sightline.sight.plan import (
    ByAdjacency,
    Choose,
    ContactKind,
    Distances,
    End,
    Fold,
    ForEach,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Role,
    SightLine,
    SightPlan,
    iter_parts,
)

KINDS: Mapping[ContactKind, int] = {
    "cell": line_program.CELL,
    "end": line_program.END,
    "touch": line_program.TOUCH,
    "along": line_program.ALONG,
    "border": line_program.BORDER,
    "border-touch": line_program.BORDER_TOUCH,
    "corner": line_program.CORNER,
}
_MAY_BE_ABSENT: Mapping[ContactKind, tuple[Role, ...]] = {
    "end": ("border",),
    "along": ("one", "other"),
    "border-touch": ("one", "other"),
}


Ends = Mapping[EndQuestion, Hashable]
"""What is asked for of the two ends."""
Values = tuple[Hashable, ...]


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a reading that is as bad as the worst of its parts: these are read one by one.

    Each depends on less than the whole: on some cases of the ends, some known facts and some sites of a contact.
    """

    reading: Reading

    @cached_property
    def asked(self) -> tuple[EndQuestion, ...]:
        """What is asked for of the ends, each once."""
        return tuple(dict.fromkeys(end_questions(self.reading)))

    @cached_property
    def facts(self) -> tuple[SiteFact, ...]:
        """What is known of sites by where they are."""
        return facts_of(self.reading)

    @cached_property
    def roles(self) -> frozenset[Role]:
        """The roles of sites that it looks at."""
        return frozenset(part.at for part in iter_parts(self.reading) if isinstance(part, Leaf | Relation))


@dataclass(frozen=True)
class ContactClasses:
    """The sorts of contacts of one kind on one line: a reading under each case of absent sites and known facts."""

    line: int
    kind: ContactKind
    reading: Reading
    first: int
    is_apart: bool

    @cached_property
    def facts(self) -> tuple[SiteFact, ...]:
        """What is known of sites by where they are."""
        return facts_of(self.reading)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the reading, of which the worst counts."""
        return tuple(map(Part, _iter_worst(self.reading)))

    @property
    def switches(self) -> tuple[Role | SiteFact, ...]:
        """What may be so or not, one bit of a sort's number each, lowest first: absent roles, then facts."""
        return (*_MAY_BE_ABSENT.get(self.kind, ()), *self.facts)

    @property
    def count(self) -> int:
        """How many sorts there are."""
        return 1 << len(self.switches)

    @property
    def is_of_end_alone(self) -> bool:
        """Whether it is about the cell that a line ends in, whatever the line."""
        roles = {part.at for part in iter_parts(self.reading) if isinstance(part, Leaf | Relation)}
        return self.kind == "end" and roles == {"cell"} and not self.facts

    def iter_switched(self) -> Iterator[tuple[frozenset[Role], Mapping[SiteFact, bool]]]:
        """Yield, for each sort, the roles that are absent and the facts that hold."""
        for bits in range(self.count):
            on = {switch for bit, switch in enumerate(self.switches) if bits >> bit & 1}
            absent = frozenset(role for role in _MAY_BE_ABSENT.get(self.kind, ()) if role in on)
            yield absent, {fact: fact in on for fact in self.facts}


class CompiledPlan:
    """A plan of sight on a board."""

    def __init__(self, plan: SightPlan, position: Position, places: Places) -> None:
        self.plan, self.places = plan, places
        self.ground = Ground(position, places)
        self._choices = position.rulings
        self.contact_classes = tuple(self._iter_contact_classes())
        self._known: dict[Hashable, dict[Values, tuple[String, String]]] = {}
        self._boards: dict[int, displacement_kernels.CompiledBoard] = {}

    def _iter_contact_classes(self) -> Iterator[ContactClasses]:
        first = 0
        for number, (line, is_apart) in enumerate(lines_of(self.plan.fold)):
            for kind, whole in line.readings.items():
                reading = with_rulings(whole, self._choices, self.ground.is_empty)
                if any(isinstance(part, Leaf) and part.clause for part in iter_parts(reading)):
                    contact_classes = ContactClasses(number, kind, reading, first, is_apart)
                    yield contact_classes
                    first += contact_classes.count

    # --- the lines ---------------------------------------------------------------------------------------------

    @cached_property
    def program(self) -> line_program.LineProgram:
        """What to note of lines, and which to draw."""
        grid, lines = self.places.grid, len(lines_of(self.plan.fold))
        first_class = np.full((lines, len(KINDS)), -1, np.int64)
        for each in self.contact_classes:
            first_class[each.line, KINDS[each.kind]] = each.first
        steps, near = (np.array(each, np.int64) for each in self._steps)
        corners = np.array(grid.corner_steps, np.int64)
        facts, tables = self._facts()
        return line_program.LineProgram(
            self.places.is_hex, steps, near, corners, first_class, facts, tables, self.places.q, self.places.r
        )

    @cached_property
    def symmetric_program(self) -> line_program.LineProgram:
        """The same without what is about the cell alone that a line ends in, and with neighbours as all others."""
        first_class = self.program.first_class.copy()
        first_class[:, line_program.END] = -1
        return self.program._replace(first_class=first_class, near_instructions=self.program.instructions)

    @property
    def class_count(self) -> int:
        """How many sorts of contacts there are."""
        return sum(each.count for each in self.contact_classes)

    @property
    def is_of_cells(self) -> Bools:
        """Of which sorts contacts are cells in a row."""
        return np.array([each.kind == "cell" for each in self.contact_classes for _ in range(each.count)], np.bool_)

    @cached_property
    def _steps(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        program = FoldProgram(self.plan, self.places.grid)
        return program.steps(are_near=False), program.steps(are_near=True)

    @property
    def has_near(self) -> bool:
        """Whether lines are read otherwise between neighbours."""
        return self._steps[0] != self._steps[1]

    def _facts(self) -> tuple[Longs, Bools]:
        rows, tests = [], dict[Callable[[int, int], bool], int]()
        for each in self.contact_classes:
            for fact in each.facts:
                table = tests.setdefault(fact.holds, len(tests)) if isinstance(fact, Distances) else 0
                role = list(sites_of(each.kind, 0)).index(fact.at)
                rows.append((each.line, KINDS[each.kind], _fact_kind(fact), role, table))
        size = self.places.lines + self.places.length + 4 if tests else 0
        tables = np.zeros((len(tests), size, size), np.bool_)
        for holds, number in tests.items():
            tables[number] = [[holds(start, stop) for stop in range(size)] for start in range(size)]
        return np.array(rows, np.int64).reshape(-1, 5), tables

    @property
    def template_key(self) -> Hashable:
        """What templates depend on."""
        contact_classes = tuple((each.line, each.kind, each.facts) for each in self.contact_classes)
        return self.places, self._steps, contact_classes, self.is_symmetric

    # --- the ends ----------------------------------------------------------------------------------------------

    @cached_property
    def _asked(self) -> tuple[EndQuestion, ...]:
        """What is asked for of the ends."""
        return tuple(
            dict.fromkeys(asked for each in self.contact_classes for part in each.parts for asked in part.asked)
        )

    @cached_property
    def starts(self) -> EndpointClasses:
        """The kinds of cells as origins."""
        return self._classify_endpoints("from")

    @cached_property
    def stops(self) -> EndpointClasses:
        """The kinds of cells as targets."""
        return self._classify_endpoints("to")

    def _classify_endpoints(self, end: End) -> EndpointClasses:
        there = self.ground.is_there
        asked = {each: self._told(each) for each in self._asked if each.end == end}
        kinds = np.zeros(there.sum(), np.int64)
        for ids, values in asked.values():
            _, kinds = np.unique(kinds * len(values) + ids[there], return_inverse=True)
        of_cells = np.full(there.shape, -1, np.int64)
        of_cells[there] = kinds
        found, examples = np.unique(of_cells, return_index=True)
        told = [
            {each: values[ids.flat[example]] for each, (ids, values) in asked.items()}
            for example in examples[found >= 0].tolist()
        ]
        return EndpointClasses(of_cells, told)

    def _told(self, asked: EndQuestion) -> tuple[Longs, Sequence[Hashable]]:
        """Give what is asked for of each place as a number into a list of values."""
        if isinstance(asked, Relation):
            return self.ground.labels(asked.label)
        return self.places.rows_of(self.ground.masked(asked.mask)).astype(np.int64), (False, True)

    # --- what counts where --------------------------------------------------------------------------------------

    def board(self, degree: int) -> displacement_kernels.CompiledBoard:
        """Give what the board is to lines that are to be less bad than that degree."""
        if degree not in self._boards:
            self._boards[degree] = self._build_board(degree)
        return self._boards[degree]

    def _build_board(self, degree: int) -> displacement_kernels.CompiledBoard:
        places = self.places
        strings = [0, *map(places.spread, self.stops.iter_members())]
        numbers = {0: 0}
        table = np.zeros((len(self.starts.values) * len(self.stops.values), self.class_count, ORIENTATIONS), np.int64)
        ends = [{**start, **stop} for start, stop in product(self.starts.values, self.stops.values)]
        for sort, way, kinds, string in self._iter_strings(ends, degree):
            if string not in numbers:
                numbers[string] = len(strings)
                strings.append(string)
            table[kinds, sort, way] = numbers[string]
        lead = places.margin // WORD + 2
        filled = np.empty((len(strings), WORD, places.words + 2 * lead), np.uint64)
        filled[:, 0] = _words_of([string << lead * WORD - places.margin for string in strings], filled.shape[2])
        displacement_kernels.shift_bit_sets(filled)
        own = [places.spread(kind) >> places.margin for kind in self.starts.iter_members()]
        return displacement_kernels.CompiledBoard(
            filled,
            lead,
            table,
            np.asarray(table.any(axis=2)),
            _words_of(own, places.words),
            np.arange(1, 1 + len(self.stops.values)),
            places.begins,
            places.length,
            places.shoved,
            not self.ground.is_there.all(),
        )

    def _iter_strings(self, ends: Sequence[Ends], degree: int) -> Iterator[tuple[int, int, list[int], String]]:
        """Yield where contacts count, for each sort and way to lie, and for which numbers of ends, save nowhere."""
        for each in self.contact_classes:
            least = len(self.plan.classes) - 1 if each.is_apart else degree
            cases = _cases(each, ends)
            for number, (absent, facts) in enumerate(each.iter_switched()):
                for way in self._ways(each.kind):
                    where = self._where(each, way, least, list(cases), facts, absent)
                    for string, kinds in _alike(where, cases.values()):
                        for sort, shape, longer in self._iter_shapes(each.kind, each.first + number, way, string):
                            yield sort, shape, kinds, longer

    def _where(
        self,
        contact_classes: ContactClasses,
        way: int,
        degree: int,
        cases: Sequence[tuple[Values, ...]] | None = None,
        facts: Mapping[SiteFact, bool] = MappingProxyType({}),
        absent: frozenset[Role] = frozenset(),
    ) -> list[String]:
        """Give where contacts of some sorts that lie one way are at least that bad, in each case of the ends.

        A case has, for each part of the reading, the values of what is asked for; the only one where nothing is.
        """
        cases = cases if cases is not None else [((),) * len(contact_classes.parts)]
        at_least, reasons = [0] * len(cases), [0] * len(cases)
        for number, part in enumerate(contact_classes.parts):
            told = self._told_by(part, sites_of(contact_classes.kind, way), degree, facts, absent)
            for i, case in enumerate(cases):
                one, reason = told(case[number])
                at_least[i] |= one
                reasons[i] |= reason
        return list(map(and_, at_least, reasons))

    def _told_by(
        self, part: Part, sites: Sites, degree: int, facts: Mapping[SiteFact, bool], absent: frozenset[Role]
    ) -> Callable[[Values], tuple[String, String]]:
        """Give what tells, by the values of what is asked for, where a part is so bad and where it has a reason."""
        own = tuple((role, role in absent, sites[role]) for role in sites if role in part.roles)
        known = self._known.setdefault((part, degree, own, tuple(facts[fact] for fact in part.facts)), {})

        def told(values: Values) -> tuple[String, String]:
            if values not in known:
                ends = dict(zip(part.asked, values, strict=True))
                known[values] = BitSets(self.ground, ends, facts, absent, sites).find_parts(part.reading, degree)
            return known[values]

        return told

    def _iter_shapes(self, kind: ContactKind, sort: int, way: int, string: String) -> Iterator[tuple[int, int, String]]:
        yield sort, way, string
        if kind == "cell":
            for direction, step in enumerate(STEPS[:3]):
                longer = string
                for length in range(2, MAX_RUN + 1):
                    longer = string | self.places.beside(longer, step)
                    yield sort, line_program.RUN_ORIENTATIONS[direction, length], longer

    def _ways(self, kind: ContactKind) -> Sequence[int]:
        if kind in ("cell", "touch"):
            return (0,)
        if kind == "corner":
            return () if self.places.is_hex else range(4)
        return range(6) if self.places.is_hex else (0, 1, 3, 4)

    def opaque_targets(self, degree: int) -> Bools:
        """Give the cells, of shape (rows, columns), that are that bad by themselves for lines that end in them."""
        found = 0
        for each in self.contact_classes:
            if each.is_of_end_alone and not self._is_near_alone(each.line):
                found |= self._where(each, 0, degree)[0]
        return self.places.rows_of(found)

    def _is_near_alone(self, line: int) -> bool:
        return all(step[1] != line for step in self._steps[0])

    # --- symmetry -----------------------------------------------------------------------------------------------

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether cells that are no neighbours see each other alike, but for what counts in the one that is looked at.

        Surely so where this says yes.
        """
        if self._asked or any(each.facts for each in self.contact_classes):
            return False
        far = [each for each in self.contact_classes if not self._is_near_alone(each.line)]
        ends = [each for each in far if each.kind == "end"]
        if ends and not (_is_line(self.plan.fold) and all(each.is_of_end_alone for each in ends)):
            return False
        return _is_fold_symmetric(self.plan) and all(self._is_alike(each) for each in far if each.kind != "end")

    def _is_alike(self, contact_classes: ContactClasses) -> bool:
        """Tell whether contacts count alike however a line meets them, from the one end or the other."""
        if contact_classes.kind in ("cell", "touch"):
            return True
        return all(
            self._is_mirrored(contact_classes, way, degree)
            for way in self._ways(contact_classes.kind)
            for degree in self._degrees
        )

    @property
    def _degrees(self) -> range:
        return range(1, len(self.plan.classes))

    def _is_mirrored(self, contact_classes: ContactClasses, way: int, degree: int) -> bool:
        back = 3 - way if contact_classes.kind == "corner" else (way + 3) % 6
        here, there = (self._where(contact_classes, each, degree)[0] for each in (way, back))
        step = STEPS[way] if contact_classes.kind != "corner" else _across(way)
        away = abs(self.places.bit(step))
        on_board = self.places.everywhere >> away & self.places.everywhere << away
        return not (self.places.beside(there, step) ^ here) & on_board


@dataclass(frozen=True)
class EndpointClasses:
    """The kinds of cells as one of the ends: of each place, shape (rows, columns), -1 for a hole; what each is."""

    of_cells: Longs
    values: Sequence[Mapping[EndQuestion, Hashable]]

    def iter_members(self) -> Iterator[Bools]:
        """Yield the places of each kind."""
        for kind in range(len(self.values)):
            yield self.of_cells == kind


def _iter_worst(reading: Reading) -> Iterator[Reading]:
    """Yield the parts of which the worst counts."""
    if isinstance(reading, Max):
        for part in reading.parts:
            yield from _iter_worst(part)
    else:
        yield reading


def _cases(contact_classes: ContactClasses, ends: Sequence[Ends]) -> dict[tuple[Values, ...], list[int]]:
    """Give the cases of ends that are read alike: for each part the values asked for, and the numbers of these ends."""
    found = dict[tuple[Values, ...], list[int]]()
    for number, told in enumerate(ends):
        case = tuple(tuple(told[asked] for asked in part.asked) for part in contact_classes.parts)
        found.setdefault(case, []).append(number)
    return found


def _alike(strings: Sequence[String], cases: Iterable[list[int]]) -> Iterable[tuple[String, list[int]]]:
    """Give the strings that are not empty, each once, and the numbers of ends in all its cases."""
    found = dict[String, list[int]]()
    for string, numbers in zip(strings, cases, strict=True):
        if string:
            found.setdefault(string, []).extend(numbers)
    return found.items()


def _across(way: int) -> Cell:
    """Give the step over a corner that lines pass that way."""
    return Cell(1 if way & 1 else -1, 1 if way & 2 else -1)


def _fact_kind(fact: SiteFact) -> int:
    if isinstance(fact, Distances):
        return line_program.IS_NEAR
    return line_program.IS_OF_START if fact.end == "from" else line_program.IS_OF_STOP


def _is_line(fold: Fold) -> bool:
    return isinstance(fold, SightLine) or (isinstance(fold, ByAdjacency) and _is_line(fold.far))


def _is_fold_symmetric(plan: SightPlan) -> bool:
    outer = plan.fold
    if plan.start != plan.stop:
        return False
    if _is_line(outer):
        return True
    inner = outer.of if isinstance(outer, Choose | ForEach) else outer
    if not (
        isinstance(inner, Choose | ForEach) and isinstance(outer, Choose | ForEach) and isinstance(inner.of, SightLine)
    ):
        return False
    is_best = {isinstance(fold, Choose) and fold.take is Min for fold in (outer, inner)}
    return len(is_best) == 1 and outer.end != inner.end


def _words_of(strings: Sequence[String], words: int) -> Words:
    """Give strings as so many words each, the lowest bit first."""
    found = b"".join(string.to_bytes(8 * words, "little") for string in strings)
    return np.frombuffer(found, np.uint64).reshape(len(strings), words)
