"""A plan of sight on one board, made ready for compiled loops: the lines' scheme, strings of bits, and programs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from sightline.field.grid import meeting, seeing
from sightline.field.grid.folding import Folding, Step, lines_of
from sightline.field.grid.formulas import (
    AllOf,
    And,
    AnyOf,
    Case,
    Formula,
    Group,
    Has,
    In,
    Known,
    Or,
    Quality,
    Related,
    conditions,
    groups,
    known,
    settled,
)
from sightline.field.grid.places import WORD, Bools, Longs, Places, Words, on_map
from sightline.rules.plan import (
    Always,
    Best,
    ContactKind,
    Distances,
    Each,
    Leaf,
    Line,
    Over,
    Reading,
    Relation,
    Role,
    SightPlan,
    Stands,
    iter_parts,
)
from sightline.rules.position import Mask, OnMap, Position

Label = Callable[..., Any]

KINDS: Mapping[ContactKind, int] = {
    "cell": meeting.CELL,
    "end": meeting.END,
    "touch": meeting.TOUCH,
    "along": meeting.ALONG,
    "border": meeting.BORDER,
    "border-touch": meeting.BORDER_TOUCH,
    "corner": meeting.CORNER,
}
_BESIDE: tuple[Role, ...] = ("one", "other", "border")
ROLES: Mapping[ContactKind, tuple[Role, ...]] = {
    "cell": ("cell",),
    "end": ("cell", "border"),
    "touch": ("cell",),
    "along": _BESIDE,
    "border": ("before", "after", "border"),
    "border-touch": _BESIDE,
    "corner": ("one", "other", "into-one", "out-of-one", "into-other", "out-of-other"),
}
_MAY_BE_ABSENT: Mapping[ContactKind, tuple[Role, ...]] = {
    "end": ("border",),
    "along": ("one", "other"),
    "border-touch": ("one", "other"),
}
_CELLS = ("cell", "one", "other", "before", "after")


class Ground:
    """What a board has where, as strings of places with margins."""

    def __init__(self, position: Position, places: Places) -> None:
        self.position, self.places = position, places
        self.is_there = on_map(places, position.board)
        self._found: dict[Hashable, Bools] = {}

    def is_empty(self, mask: Mask) -> bool:
        """Tell whether a mask holds nothing here."""
        return not len(self.position.mask(mask))

    def string(self, quality: Quality, *, of_borders: bool) -> Bools:
        """Give the places that have a quality, of shape (1, bits); of borders one string for each direction."""
        key = quality, of_borders
        if key not in self._found:
            self._found[key] = self._string(quality, of_borders=of_borders)
        return self._found[key]

    def _string(self, quality: Quality, *, of_borders: bool) -> Bools:
        match quality:
            case In(mask=mask, negated=negated):
                found = self._there if mask is OnMap else self._masked(mask, of_borders=of_borders)
                return ~found if negated else found
            case Related(label=label, holds=holds, value=value):
                ids, values = self.labels(label)
                related = np.array([bool(holds(each, value)) for each in values], np.bool_)
                return self.spread(related[ids])
            case AllOf(parts):
                return self._joined(np.logical_and, parts, of_borders=of_borders)
            case AnyOf(parts):
                return self._joined(np.logical_or, parts, of_borders=of_borders)

    def _joined(self, join: np.ufunc, parts: frozenset[Quality], *, of_borders: bool) -> Bools:
        found: Bools = join.reduce([self.string(part, of_borders=of_borders) for part in parts])
        return found

    def _masked(self, mask: Mask, *, of_borders: bool) -> Bools:
        sites = self.position.mask(mask)
        return self.places.borders(sites) if of_borders else self.places.cells(sites)

    @cached_property
    def _there(self) -> Bools:
        return self.spread(np.ones(self.is_there.shape, np.bool_))

    def spread(self, rows: Bools) -> Bools:
        """Give the string of what is said of the map's places row by row; holes are left out."""
        found = self.places.empty()
        found[0, self.places.of_rows + self.places.margin] = rows & self.is_there
        return found

    def labels(self, label: Label) -> tuple[Longs, list[Any]]:
        """Give a label of each cell, of shape (rows, columns), as a number into the list of its values."""
        key = "labels", label
        if key not in self._found:
            board, numbers = self.position.board, dict[Any, int]()
            found = np.zeros(self.is_there.size, np.int64)
            for index in np.flatnonzero(self.is_there.ravel()):
                cell = board.grid.cell_at(int(index) % board.columns, int(index) // board.columns)
                found[index] = numbers.setdefault(label(self.position, cell), len(numbers))
            self._found[key] = (found.reshape(self.is_there.shape), list(numbers))  # type: ignore[assignment]
        return self._found[key]  # type: ignore[return-value]


@dataclass(frozen=True)
class Sorts:
    """The sorts of contacts of one kind on one line: a reading under each case of absent sites and known facts."""

    line: int
    kind: ContactKind
    reading: Reading
    first: int
    is_apart: bool

    @cached_property
    def facts(self) -> tuple[Known, ...]:
        """What is known of sites by where they are."""
        return tuple(known(self.reading))

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles whose sites are asked for, in order."""
        asked = {part.at for part in iter_parts(self.reading) if isinstance(part, Leaf | Relation)}
        return tuple(role for role in ROLES[self.kind] if role in asked)

    @property
    def switches(self) -> tuple[Role | Known, ...]:
        """What may be so or not, one bit of a sort's number each, lowest first: absent roles, then facts."""
        return (*_MAY_BE_ABSENT.get(self.kind, ()), *self.facts)

    @property
    def count(self) -> int:
        """How many sorts there are."""
        return 1 << len(self.switches)

    def iter_switched(self) -> Iterator[tuple[int, frozenset[Role], Mapping[Known, bool]]]:
        """Yield each sort with the roles that are absent and the facts that hold."""
        for bits in range(self.count):
            on = {switch for bit, switch in enumerate(self.switches) if bits >> bit & 1}
            absent = frozenset(role for role in _MAY_BE_ABSENT.get(self.kind, ()) if role in on)
            yield self.first + bits, absent, {fact: fact in on for fact in self.facts}


class Sheets:
    """A plan of sight on a board; `degrees` are those at which sight is no longer clear, and blocked."""

    def __init__(self, plan: SightPlan, position: Position, places: Places) -> None:
        self.plan, self.places = plan, places
        self.ground = Ground(position, places)
        self._choices = position.rulings
        self.sorts = tuple(self._iter_sorts())
        self._sheets: dict[int, seeing.Sheet] = {}

    def _iter_sorts(self) -> Iterator[Sorts]:
        first = 0
        for number, (line, is_apart) in enumerate(lines_of(self.plan.fold)):
            for kind, whole in line.readings.items():
                reading = settled(whole, self._choices, self.ground.is_empty)
                if any(isinstance(part, Leaf) and part.clause for part in iter_parts(reading)):
                    sorts = Sorts(number, kind, reading, first, is_apart)
                    yield sorts
                    first += sorts.count

    # --- the lines ---------------------------------------------------------------------------------------------

    @cached_property
    def scheme(self) -> meeting.Scheme:
        """What to note of lines, and which to draw."""
        grid, lines = self.places.grid, len(lines_of(self.plan.fold))
        sorts, roles = np.full((lines, 7), -1, np.int64), np.zeros((lines, 7), np.int64)
        for each in self.sorts:
            sorts[each.line, KINDS[each.kind]] = each.first
            roles[each.line, KINDS[each.kind]] = sum(1 << ROLES[each.kind].index(role) for role in each.roles)
        facts, tables = self._facts()
        return meeting.Scheme(
            self.places.is_hex,
            np.array(self._steps[0], np.int64),
            np.array(self._steps[1], np.int64),
            np.array(grid.corner_steps, np.int64),
            sorts,
            roles,
            self.widths,
            facts,
            tables,
            self.places.q,
            self.places.r,
        )

    @cached_property
    def widths(self) -> Longs:
        """How many sites contacts of each sort have."""
        widths = [len(each.roles) for each in self.sorts for _ in range(each.count)]
        return np.array(widths, np.int64)

    @cached_property
    def _steps(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        folding = Folding(self.plan, self.places.grid)
        return folding.steps(are_near=False), folding.steps(are_near=True)

    def _facts(self) -> tuple[Longs, Bools]:
        rows, tests = [], dict[Callable[[int, int], bool], int]()
        for each in self.sorts:
            for fact in each.facts:
                table = tests.setdefault(fact.holds, len(tests)) if isinstance(fact, Distances) else 0
                rows.append((each.line, KINDS[each.kind], _fact_kind(fact), ROLES[each.kind].index(fact.at), table))
        size = self.places.lines + self.places.length + 4 if tests else 0
        tables = np.zeros((len(tests), size, size), np.bool_)
        for holds, number in tests.items():
            tables[number] = [[holds(start, stop) for stop in range(size)] for start in range(size)]
        return np.array(rows, np.int64).reshape(-1, 5), tables

    @property
    def template_key(self) -> Hashable:
        """What templates depend on."""
        sorts = tuple((each.line, each.kind, each.roles, each.facts) for each in self.sorts)
        return self.places.is_hex, self.places.q, self.places.r, self._steps, sorts

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether what one cell sees of another is what that sees of it: surely so where this says yes."""
        has_ends = any(self._conditions.values()) or any(each.facts or each.kind == "end" for each in self.sorts)
        return not has_ends and _is_fold_symmetric(self.plan) and all(map(_is_reading_symmetric, self.sorts))

    # --- the ends ----------------------------------------------------------------------------------------------

    @cached_property
    def _conditions(self) -> Mapping[str, tuple[tuple[str, Any], ...]]:
        """What counts of each end: masks of where it stands, and labels."""
        found: dict[str, dict[tuple[str, Any], None]] = {"from": {}, "to": {}}
        for part in (part for each in self.sorts for part in conditions(each.reading)):
            asked = ("stands", part.mask) if isinstance(part, Stands) else ("label", part.label)
            found[part.end][asked] = None
        return {end: tuple(asked) for end, asked in found.items()}

    def _kinds_of_end(self, end: str) -> tuple[Longs, list[tuple[Any, ...]]]:
        """Give the kind of each place as an end, of shape (rows, columns), and what each kind comes to."""
        there = self.ground.is_there
        columns = [np.zeros(there.shape, np.int64)]
        values: list[list[Any]] = [[None]]
        for what, asked in self._conditions[end]:
            if what == "label":
                ids, labels = self.ground.labels(asked)
            else:
                string = self.ground.string(In(asked, negated=False), of_borders=False)
                ids, labels = string[0, self.places.of_rows + self.places.margin].astype(np.int64), [False, True]
            columns.append(ids)
            values.append(labels)
        rows = np.stack([column.ravel() for column in columns])
        distinct, kinds = np.unique(rows[:, there.ravel()], axis=1, return_inverse=True)
        found = np.full(there.size, -1, np.int64)
        found[there.ravel()] = kinds.ravel()
        told = [tuple(each[i] for each, i in zip(values, column, strict=True))[1:] for column in distinct.T.tolist()]
        return found.reshape(there.shape), told

    # --- the programs ------------------------------------------------------------------------------------------

    def sheet(self, degree: int) -> seeing.Sheet:
        """Give what the board is to lines that are to be less bad than that degree."""
        if degree not in self._sheets:
            self._sheets[degree] = self._writer.sheet(degree)
        return self._sheets[degree]

    @property
    def kinds(self) -> Longs:
        """The kind of each place as an origin and as a target, of shape (2, bits); -1 where there is no cell."""
        found = np.full((2, self.places.bits), -1, np.int64)
        found[0, self.places.of_rows], found[1, self.places.of_rows] = self._writer.starts, self._writer.stops
        return found

    @cached_property
    def _writer(self) -> _Writer:
        return _Writer(self)


def _is_fold_symmetric(plan: SightPlan) -> bool:
    if plan.start != plan.stop:
        return False
    if isinstance(plan.fold, Line):
        return True
    outer = plan.fold
    inner = outer.of if isinstance(outer, Over | Each) else outer
    if not (isinstance(inner, Over | Each) and isinstance(outer, Over | Each) and isinstance(inner.of, Line)):
        return False
    is_worst = {isinstance(fold, Over) and fold.take is Best for fold in (outer, inner)}
    return len(is_worst) == 1 and outer.end != inner.end


def _is_reading_symmetric(sorts: Sorts) -> bool:
    """Tell whether contacts are read alike from both ends of a line, and whichever side cell is listed first."""
    degrees = {part.degree for part in iter_parts(sorts.reading) if isinstance(part, Leaf | Always)}
    formulas = [Case({}, {}, {}, frozenset()).formula(sorts.reading, degree) for degree in degrees if degree]
    return all(_swapped(formula, roles) == formula for formula in formulas for roles in (_ASIDE, _BACKWARDS))


def _both_ways(*pairs: tuple[Role, Role]) -> Mapping[Role, Role]:
    return {a: b for pair in pairs for a, b in (pair, pair[::-1])}


_ASIDE = _both_ways(("one", "other"), ("into-one", "into-other"), ("out-of-one", "out-of-other"))
_BACKWARDS = _both_ways(("before", "after"), ("into-one", "out-of-one"), ("into-other", "out-of-other"))


def _swapped(formula: Formula, roles: Mapping[Role, Role]) -> Formula:
    """Give a formula with sites in other roles."""
    match formula:
        case Has(role, quality):
            return Has(roles.get(role, role), quality)
        case And(parts):
            return And(frozenset(_swapped(part, roles) for part in parts))
        case Or(parts):
            return Or(frozenset(_swapped(part, roles) for part in parts))
    return formula


def _fact_kind(fact: Known) -> int:
    if isinstance(fact, Distances):
        return meeting.IS_NEAR
    return meeting.IS_OF_START if fact.end == "from" else meeting.IS_OF_STOP


class _Writer:
    """Writes programs, and the strings that they read."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self.strings: list[Bools] = []
        self.numbers: dict[tuple[Quality, bool], int] = {}
        self.programs: list[int] = []
        self.begins: dict[tuple[tuple[Group, ...], tuple[Role, ...]], int] = {}
        self.starts, self.start_values = sheets._kinds_of_end("from")
        self.stops, self.stop_values = sheets._kinds_of_end("to")
        self.stop_numbers = [
            self._add(sheets.ground.spread(self.stops == kind)) for kind in range(len(self.stop_values))
        ]

    def sheet(self, degree: int) -> seeing.Sheet:
        ground, places = self.sheets.ground, self.sheets.places
        where = [
            [
                self._begin_of(formula, sorts)
                for sorts in self.sheets.sorts
                for formula in self._formulas(sorts, *ends, degree)
            ]
            for ends in product(self.start_values, self.stop_values)
        ]
        margin = places.margin
        own = [
            _packed(ground.spread(self.starts == kind)[:, margin:], places.words)
            for kind in range(len(self.start_values))
        ]
        lead = margin // WORD + 2
        words = places.words + 2 * lead
        strings = np.zeros((sum(map(len, self.strings)), WORD, words), np.uint64)
        row = 0
        for string in self.strings:
            padded = np.pad(string, ((0, 0), (lead * WORD - margin, 0)))
            strings[row : row + len(string), 0] = _packed(padded, words)
            row += len(string)
        seeing.shift_all(strings)
        return seeing.Sheet(
            strings,
            lead,
            np.array(self.programs or [0], np.int64),
            np.array(where, np.int64).reshape(len(where), -1),
            self.sheets.widths,
            np.concatenate(own),
            np.array(self.stop_numbers, np.int64),
            places.begins,
            places.length,
            places.shoved,
            not bool(ground.is_there.all()),
        )

    def _formulas(self, sorts: Sorts, start: Sequence[Any], stop: Sequence[Any], degree: int) -> Iterator[Formula]:
        stands: dict[tuple[Mask, str], bool] = {}
        labels: dict[tuple[Label, str], Hashable] = {}
        for end, values in (("from", start), ("to", stop)):
            for (what, asked), value in zip(self.sheets._conditions[end], values, strict=True):
                if what == "label":
                    labels[asked, end] = value
                else:
                    stands[asked, end] = value
        for _, absent, facts in sorts.iter_switched():
            case = Case(stands, labels, facts, absent)
            yield case.formula(sorts.reading, len(self.sheets.plan.classes) - 1 if sorts.is_apart else degree)

    def _begin_of(self, formula: Formula, sorts: Sorts) -> int:
        """Give where the program of a formula begins."""
        key = groups(formula), sorts.roles
        if key not in self.begins:
            written = list(self._written(*key))
            self.begins[key] = len(self.programs)
            self.programs += written
        return self.begins[key]

    def _written(self, found: tuple[Group, ...], roles: tuple[Role, ...]) -> Iterator[int]:
        single = [has for group in found if len(group) == 1 for has in group[0]]
        yield len(single)
        yield from self._sites(single, roles)
        others = [group for group in found if len(group) != 1]
        yield len(others)
        for group in others:
            yield len(group)
            for clause in group:
                yield len(clause)
                yield from self._sites(clause, roles)

    def _sites(self, clause: Sequence[Has], roles: tuple[Role, ...]) -> Iterator[int]:
        for has in clause:
            yield roles.index(has.role)
            yield self._number(has.quality, has.role)

    def _number(self, quality: Quality, role: Role) -> int:
        key = quality, role not in _CELLS
        if key not in self.numbers:
            self.numbers[key] = self._add(self.sheets.ground.string(quality, of_borders=key[1]))
        return self.numbers[key]

    def _add(self, string: Bools) -> int:
        number = sum(map(len, self.strings))
        self.strings.append(string)
        return number


def _packed(strings: Bools, words: int) -> Words:
    """Give strings as words, the lowest bit first."""
    cut = strings[:, : words * WORD]
    padded = np.pad(cut, ((0, 0), (0, words * WORD - cut.shape[1])))
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
