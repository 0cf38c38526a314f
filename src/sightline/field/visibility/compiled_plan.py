"""A sight plan compiled for one board: the line program, and bit sets of what obstructs, for each degree.

The pipeline:

1. Each reading is reduced by the rulings and by masks that are empty here. What is left of a kind of contact on one
   line gets a range of contact classes: one for each combination of absent sites and facts (`ContactClasses`).
2. The fold becomes a line program. It does not depend on what is on the board, and so neither do templates
   (`template_key`).
3. Cells are classified by what readings ask of the two ends (`EndpointClasses`).
4. For each degree, contact class, orientation and pair of endpoint classes, the reading is evaluated over bit sets:
   where contacts obstruct. Equal bit sets are stored once (`CompiledBoard`).
5. If the result is the same from both ends, half of the displacements suffice (`is_symmetric`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from operator import and_
from types import MappingProxyType

import numpy as np

from sightline.field.visibility import displacement_kernels, line_program
from sightline.field.visibility.bit_layout import WORD, BitLayout, BitSet, Bools, Longs, Words
from sightline.field.visibility.bitset_algebra import (
    STEPS,
    BitSetAlgebra,
    EndQuestion,
    SiteFact,
    SiteOffsets,
    sites_of,
    with_rulings,
)
from sightline.field.visibility.board_bits import BoardBits
from sightline.field.visibility.contact_classes import (
    CONTACT_KINDS,
    ContactClasses,
    EndpointClasses,
    EndValues,
    ReadingPart,
    Values,
    group_cases,
)
from sightline.field.visibility.end_labels import merge_labels
from sightline.field.visibility.fold_program import FoldProgram, Step, lines_of
from sightline.field.visibility.line_program import MAX_RUN, ORIENTATIONS
from sightline.i18n import N_
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
    Min,
    Relation,
    Role,
    SightLine,
    SightPlan,
    iter_parts,
)
from sightline.too_much import MAX_BIT_SETS, MAX_BOARD_BYTES, check_amount

_TOO_LARGE = N_("what obstructs on a map is held in at most {most} bytes, and here it takes {found}")
_TOO_MANY = N_(
    "a map is answered as a whole where hills and the like differ at most in {most} ways for two ends, and here they "
    "differ in more"
)


class CompiledPlan:
    """A sight plan on a board."""

    def __init__(self, plan: SightPlan, position: Position, layout: BitLayout) -> None:
        self.plan, self.layout = plan, layout
        self.board_bits = BoardBits(position, layout)
        self._rulings = position.rulings
        self.contact_classes = tuple(self._iter_contact_classes())
        self._part_bits: dict[Hashable, dict[Values, tuple[BitSet, BitSet]]] = {}
        self._boards: dict[int, displacement_kernels.CompiledBoard] = {}
        self._plain_boards: dict[int, displacement_kernels.CompiledBoard] = {}

    def _iter_contact_classes(self) -> Iterator[ContactClasses]:
        first = 0
        for number, (line, is_apart) in enumerate(lines_of(self.plan.fold)):
            for kind, whole in line.readings.items():
                reading = with_rulings(whole, self._rulings, self.board_bits.is_empty)
                if any(isinstance(part, Leaf) and part.clause for part in iter_parts(reading)):
                    contact_classes = ContactClasses(number, kind, reading, first, is_apart)
                    yield contact_classes
                    first += contact_classes.count

    # --- the lines ---------------------------------------------------------------------------------------------

    @cached_property
    def program(self) -> line_program.LineProgram:
        """The line program of the plan."""
        grid, lines = self.layout.grid, len(lines_of(self.plan.fold))
        first_class = np.full((lines, len(CONTACT_KINDS)), -1, np.int64)
        for each in self.contact_classes:
            first_class[each.line, CONTACT_KINDS[each.kind]] = each.first
        steps, near = (np.array(each, np.int64) for each in self._instructions)
        corners = np.array(grid.corner_steps, np.int64)
        facts, tables = self._compile_facts()
        return line_program.LineProgram(
            self.layout.is_hex,
            steps,
            near,
            corners,
            first_class,
            facts,
            tables,
            self.layout.q_stride,
            self.layout.r_stride,
        )

    @cached_property
    def symmetric_program(self) -> line_program.LineProgram:
        """The line program without the parts that break symmetry.

        These are contacts with the target itself, and a separate rule for neighbours. Both are corrected afterwards,
        see `transpose.Corrections`.
        """
        first_class = self.program.first_class.copy()
        first_class[:, line_program.END] = -1
        return self.program._replace(first_class=first_class, near_instructions=self.program.instructions)

    def program_at(self, degree: int) -> line_program.LineProgram:
        """Return the line program without the contacts that obstruct nowhere on the board, for a degree."""
        first_class, has_any = self.program.first_class.copy(), self.plain_board(degree).has_any
        for each in self.contact_classes:
            if not has_any[:, each.first : each.first + each.count].any():
                first_class[each.line, CONTACT_KINDS[each.kind]] = -1
        return self.program._replace(first_class=first_class)

    @property
    def class_count(self) -> int:
        """The number of contact classes."""
        return sum(each.count for each in self.contact_classes)

    @cached_property
    def _instructions(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        program = FoldProgram(self.plan, self.layout.grid)
        return program.steps(are_near=False), program.steps(are_near=True)

    @property
    def has_near(self) -> bool:
        """True if neighbours have a separate rule."""
        return self._instructions[0] != self._instructions[1]

    def _compile_facts(self) -> tuple[Longs, Bools]:
        """Return `LineProgram.facts` and `LineProgram.distance_tables`."""
        rows, tests = [], dict[Callable[[int, int], bool], int]()
        for each in self.contact_classes:
            for fact in each.facts:
                table = tests.setdefault(fact.holds, len(tests)) if isinstance(fact, Distances) else 0
                role = list(sites_of(each.kind, 0)).index(fact.at)
                rows.append((each.line, CONTACT_KINDS[each.kind], _fact_kind(fact), role, table))
        size = self.layout.scanline_count + self.layout.scanline_length + 4 if tests else 0
        tables = np.zeros((len(tests), size, size), np.bool_)
        for holds, number in tests.items():
            tables[number] = [[holds(start, stop) for stop in range(size)] for start in range(size)]
        return np.array(rows, np.int64).reshape(-1, 5), tables

    @property
    def template_key(self) -> Hashable:
        """The key of everything that templates depend on."""
        contact_classes = tuple((each.line, each.kind, each.facts) for each in self.contact_classes)
        return self.layout, self._instructions, contact_classes, self.is_symmetric

    # --- the ends ----------------------------------------------------------------------------------------------

    @cached_property
    def _questions(self) -> tuple[EndQuestion, ...]:
        """The questions of readings about the ends, each once."""
        return tuple(
            dict.fromkeys(
                question for each in self.contact_classes for part in each.parts for question in part.questions
            )
        )

    @cached_property
    def starts(self) -> EndpointClasses:
        """The classes of cells as origins."""
        return self._classify_endpoints("from")

    @cached_property
    def stops(self) -> EndpointClasses:
        """The classes of cells as targets."""
        return self._classify_endpoints("to")

    def _classify_endpoints(self, end: End) -> EndpointClasses:
        """Return the classes of cells as one end: cells with the same answers are in one class."""
        is_cell = self.board_bits.is_cell
        questions = {each: self._find_answers(each) for each in self._questions if each.end == end}
        classes = np.zeros(is_cell.sum(), np.int64)
        for ids, values in questions.values():
            _, classes = np.unique(classes * len(values) + ids[is_cell], return_inverse=True)
        of_cells = np.full(is_cell.shape, -1, np.int64)
        of_cells[is_cell] = classes
        found, examples = np.unique(of_cells, return_index=True)
        answers = [
            {each: values[ids.flat[example]] for each, (ids, values) in questions.items()}
            for example in examples[found >= 0].tolist()
        ]
        return EndpointClasses(of_cells, answers)

    def _find_answers(self, question: EndQuestion) -> tuple[Longs, Sequence[Hashable]]:
        """Return the answer for each place, shape (rows, columns), as an index into the list of all answers."""
        if isinstance(question, Relation):
            readings = (part.reading for each in self.contact_classes for part in each.parts)
            return merge_labels(question, readings, self.board_bits)
        return self.layout.decode(self.board_bits.mask_bits(question.mask)).astype(np.int64), (False, True)

    # --- obstructions -------------------------------------------------------------------------------------------

    def board(self, degree: int) -> displacement_kernels.CompiledBoard:
        """Return the obstructions on the board of lines that must be better than a degree; cached."""
        if degree not in self._boards:
            plain = self.plain_board(degree)
            sets, _, words = plain.bit_sets.shape
            check_amount(8 * WORD * sets * words, MAX_BOARD_BYTES, "map", _TOO_LARGE)
            shifted = np.empty((sets, WORD, words), np.uint64)
            shifted[:, 0] = plain.bit_sets[:, 0]
            displacement_kernels.shift_bit_sets(shifted)
            self._boards[degree] = plain._replace(bit_sets=shifted)
        return self._boards[degree]

    def plain_board(self, degree: int) -> displacement_kernels.CompiledBoard:
        """Return `board` of a degree with only the first copy of each bit set: enough for single pairs; cached."""
        if degree not in self._plain_boards:
            self._plain_boards[degree] = self._build_board(degree)
        return self._plain_boards[degree]

    def _build_board(self, degree: int) -> displacement_kernels.CompiledBoard:
        """Return the bit sets of a degree, each once, and the table from endpoint pair and contact to its number.

        Bit set 0 is empty; the next ones, from 1 on, are the cells of each endpoint class.
        """
        layout = self.layout
        bit_sets = [0, *map(layout.encode, self.stops.iter_members())]
        numbers = {0: 0}
        table = np.zeros((len(self.starts.values) * len(self.stops.values), self.class_count, ORIENTATIONS), np.int64)
        ends = [{**start, **stop} for start, stop in product(self.starts.values, self.stops.values)]
        for contact_class, orientation, pairs, bit_set in self._iter_bit_sets(ends, degree):
            if bit_set not in numbers:
                check_amount(len(bit_sets), MAX_BIT_SETS, "map", _TOO_MANY)
                numbers[bit_set] = len(bit_sets)
                bit_sets.append(bit_set)
            table[pairs, contact_class, orientation] = numbers[bit_set]
        lead = layout.margin // WORD + 2
        words = layout.word_count + 2 * lead
        filled = _to_words([bit_set << lead * WORD - layout.margin for bit_set in bit_sets], words)
        own = [layout.encode(members) >> layout.margin for members in self.starts.iter_members()]
        return displacement_kernels.CompiledBoard(
            filled[:, None],
            lead,
            table,
            np.asarray(table.any(axis=2)),
            _to_words(own, layout.word_count),
            np.arange(1, 1 + len(self.stops.values)),
            layout.scanline_starts,
            layout.scanline_length,
            layout.shifted_parity,
            not self.board_bits.is_cell.all(),
        )

    def _iter_bit_sets(self, ends: Sequence[EndValues], degree: int) -> Iterator[tuple[int, int, list[int], BitSet]]:
        """Yield contact class, orientation, endpoint pairs by index, and where such contacts obstruct, if anywhere."""
        for each in self.contact_classes:
            min_degree = len(self.plan.classes) - 1 if each.is_apart else degree
            cases = group_cases(each, ends)
            for number, (absent, facts) in enumerate(each.iter_variants()):
                for orientation in self._orientations(each.kind):
                    where = self._find_bits(each, orientation, min_degree, list(cases), facts, absent)
                    for bit_set, pairs in _group_equal(where, cases.values()):
                        for contact_class, shape, run_bits in self._iter_runs(
                            each.kind, each.first + number, orientation, bit_set
                        ):
                            yield contact_class, shape, pairs, run_bits

    def _find_bits(
        self,
        contact_classes: ContactClasses,
        orientation: int,
        degree: int,
        cases: Sequence[tuple[Values, ...]] | None = None,
        facts: Mapping[SiteFact, bool] = MappingProxyType({}),
        absent: frozenset[Role] = frozenset(),
    ) -> list[BitSet]:
        """Return, for each case, where contacts of some classes, in one orientation, have a degree for a reason.

        A case is a tuple with the answers for each part of the reading. By default there is one, without any questions.
        """
        cases = cases if cases is not None else [((),) * len(contact_classes.parts)]
        at_least, reasons = [0] * len(cases), [0] * len(cases)
        for number, part in enumerate(contact_classes.parts):
            evaluate = self._part_evaluator(part, sites_of(contact_classes.kind, orientation), degree, facts, absent)
            for i, case in enumerate(cases):
                one, reason = evaluate(case[number])
                at_least[i] |= one
                reasons[i] |= reason
        return list(map(and_, at_least, reasons))

    def _part_evaluator(
        self,
        part: ReadingPart,
        sites: SiteOffsets,
        degree: int,
        facts: Mapping[SiteFact, bool],
        absent: frozenset[Role],
    ) -> Callable[[Values], tuple[BitSet, BitSet]]:
        """Return a function of the answers about the ends: where a part reaches a degree, and where it cites a clause.

        The result is cached by all that it depends on.
        """
        own = tuple((role, role in absent, sites[role]) for role in sites if role in part.roles)
        known = self._part_bits.setdefault((part, degree, own, tuple(facts[fact] for fact in part.facts)), {})

        def evaluate(values: Values) -> tuple[BitSet, BitSet]:
            if values not in known:
                ends = dict(zip(part.questions, values, strict=True))
                algebra = BitSetAlgebra(self.board_bits, ends, facts, absent, sites)
                known[values] = algebra.find_parts(part.reading, degree)
            return known[values]

        return evaluate

    def _iter_runs(
        self, kind: ContactKind, contact_class: int, orientation: int, bit_set: BitSet
    ) -> Iterator[tuple[int, int, BitSet]]:
        """Yield contact class, orientation and bit set of a contact, and of runs: the OR over two to four cells."""
        yield contact_class, orientation, bit_set
        if kind == "cell":
            for direction, step in enumerate(STEPS[:3]):
                run_bits = bit_set
                for length in range(2, MAX_RUN + 1):
                    run_bits = bit_set | self.layout.shift(run_bits, step)
                    yield contact_class, line_program.RUN_ORIENTATIONS[direction, length], run_bits

    def _orientations(self, kind: ContactKind) -> Sequence[int]:
        """Return the orientations that contacts of a kind may have."""
        if kind in ("cell", "touch"):
            return (0,)
        if kind == "corner":
            return () if self.layout.is_hex else range(4)
        return range(6) if self.layout.is_hex else (0, 1, 3, 4)

    def opaque_targets(self, degree: int) -> Bools:
        """Return the cells, shape (rows, columns), that obstruct, at a degree, lines that end in them."""
        found = 0
        for each in self.contact_classes:
            if each.is_of_end_alone and not self._is_between_neighbours_only(each.line):
                found |= self._find_bits(each, 0, degree)[0]
        return self.layout.decode(found)

    def _is_between_neighbours_only(self, line: int) -> bool:
        """Return whether a line of the plan is only drawn between neighbours."""
        return all(step[1] != line for step in self._instructions[0])

    # --- symmetry -----------------------------------------------------------------------------------------------

    @cached_property
    def is_symmetric(self) -> bool:
        """True if sight between cells that are not neighbours is symmetric, apart from the target cell itself.

        This is conservative: False means that it is not known.
        """
        if self._questions or any(each.facts for each in self.contact_classes):
            return False
        far = [each for each in self.contact_classes if not self._is_between_neighbours_only(each.line)]
        ends = [each for each in far if each.kind == "end"]
        if ends and not (_is_line(self.plan.fold) and all(each.is_of_end_alone for each in ends)):
            return False
        return _is_fold_symmetric(self.plan) and all(
            self._is_class_symmetric(each) for each in far if each.kind != "end"
        )

    def _is_class_symmetric(self, contact_classes: ContactClasses) -> bool:
        """Return whether contacts obstruct lines of both directions alike."""
        if contact_classes.kind in ("cell", "touch"):
            return True
        return all(
            self._is_mirrored(contact_classes, orientation, degree)
            for orientation in self._orientations(contact_classes.kind)
            for degree in self._degrees
        )

    @property
    def _degrees(self) -> range:
        return range(1, len(self.plan.classes))

    def _is_mirrored(self, contact_classes: ContactClasses, orientation: int, degree: int) -> bool:
        """Return whether contacts in one orientation obstruct where those in the opposite one do.

        The opposite contact has its cell on the other side of the edge or corner, so its bit set is shifted by that
        step.
        """
        back = 3 - orientation if contact_classes.kind == "corner" else (orientation + 3) % 6
        here, there = (self._find_bits(contact_classes, each, degree)[0] for each in (orientation, back))
        step = STEPS[orientation] if contact_classes.kind != "corner" else _step_across(orientation)
        away = abs(self.layout.bit_of(step))
        on_board = self.layout.all_bits >> away & self.layout.all_bits << away
        return not (self.layout.shift(there, step) ^ here) & on_board


def _group_equal(bit_sets: Sequence[BitSet], cases: Iterable[list[int]]) -> Iterable[tuple[BitSet, list[int]]]:
    """Return the distinct bit sets that are not empty, each with the indices of endpoint pairs in all its cases."""
    found = dict[BitSet, list[int]]()
    for bit_set, numbers in zip(bit_sets, cases, strict=True):
        if bit_set:
            found.setdefault(bit_set, []).extend(numbers)
    return found.items()


def _step_across(orientation: int) -> Cell:
    """Return the step over a corner that is passed in an orientation."""
    return Cell(1 if orientation & 1 else -1, 1 if orientation & 2 else -1)


def _fact_kind(fact: SiteFact) -> int:
    if isinstance(fact, Distances):
        return line_program.IS_NEAR
    return line_program.IS_OF_START if fact.end == "from" else line_program.IS_OF_STOP


def _is_line(fold: Fold) -> bool:
    """Return whether a fold draws a single line between cells that are not neighbours."""
    return isinstance(fold, SightLine) or (isinstance(fold, ByAdjacency) and _is_line(fold.far))


def _is_fold_symmetric(plan: SightPlan) -> bool:
    """Return whether a fold treats both ends alike.

    That is a single line, or the same choice (the best, or the worst) over the points of both.
    """
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
    are_min = {isinstance(fold, Choose) and fold.take is Min for fold in (outer, inner)}
    return len(are_min) == 1 and outer.end != inner.end


def _to_words(bit_sets: Sequence[BitSet], words: int) -> Words:
    """Return bit sets as words, shape (sets, words), the lowest bit first."""
    found = b"".join(bit_set.to_bytes(8 * words, "little") for bit_set in bit_sets)
    return np.frombuffer(found, np.uint64).reshape(len(bit_sets), words)
