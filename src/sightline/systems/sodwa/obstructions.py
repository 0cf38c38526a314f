"""Sight plans compiled into bit tests: whether lines are blocked or impeded, for many pairs on boards of one size.

The contacts of a line depend only on its displacement, and so does its test. It is compiled on demand: the readings of
the plan are evaluated once, in the algebra of bit tests over numbered leaves, and the bits of the sites of each contact
are substituted for the leaves. The compiled tests depend only on the size of the board and the rulings, so that battles
share them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sightline.board import Board
from sightline.lattice import Cell, Grid
from sightline.rules import Position, Rulings, Site
from sightline.rules.position import Mask
from sightline.sight import Reading, SightPlan
from sightline.sight.board_line import BoardLine
from sightline.sight.contacts import find_contacts
from sightline.sight.evaluate import counts
from sightline.sight.normalize import normalize
from sightline.sight.plan import Condition, ContactKind, EndIsIn, Leaf, Role, SightLine
from sightline.systems.sodwa.sight_plan import BLOCKED

_PLANES = 3
"""The planes of a layer: cells, their borders to the east, their borders to the south."""


class MaskLayout:
    """The layout of masks in one integer, on boards of one size; a cell's index counts row by row.

    Each mask has a layer. Sites at the same displacement on the board are the same number of bits apart. `column` has
    all bits of the first cell and its borders to the east and south.
    """

    def __init__(self, board: Board, masks: Iterable[Mask]) -> None:
        self.board = board
        self.columns = board.columns
        self.cells = board.columns * board.rows
        self.layers = {mask: number * _PLANES * self.cells for number, mask in enumerate(dict.fromkeys(masks))}
        planes = (layer + plane * self.cells for layer in self.layers.values() for plane in range(_PLANES))
        self.column = sum(1 << plane for plane in planes)
        self._first_site = sum(1 << layer for layer in self.layers.values())
        self.orientations = _Orientations()
        self._lines: dict[tuple[int, int], _Line] = {}
        self._obstructions: dict[tuple[object, ...], Obstructions] = {}

    def bit(self, mask: Mask, site: Site) -> int:
        """Return the index of the bit of a site in the layer of a mask."""
        return self.layers[mask] + self.in_layer(site)

    def in_layer(self, site: Site) -> int:
        """Return the index of the bit of a site in the first layer."""
        if isinstance(site, Cell):
            return site.r * self.columns + site.q
        first, second = site
        return (1 if first.r == second.r else 2) * self.cells + first.r * self.columns + first.q

    def line(self, start: Cell, stop: Cell, origin: int) -> _Line:
        """Return the line between two cells, whose bits count from `origin`, the first of the rectangle of both."""
        key = stop.q - start.q, stop.r - start.r
        if key not in self._lines:
            self._lines[key] = _Line(self, start, stop, origin)
        return self._lines[key]

    def obstructions(self, build: Callable[[], SightPlan], rulings: Rulings, degree: int = BLOCKED) -> Obstructions:
        """Return the tests of whether the line of a plan, which draws one, is obstructed to a degree."""
        plan = build()
        choices = {name: rulings[name] for name in sorted(plan.rulings)}
        key = build, degree, *choices.items()
        if key not in self._obstructions:
            self._obstructions[key] = Obstructions(plan, self, choices, degree)
        return self._obstructions[key]

    def encode(self, position: Position) -> int:
        """Return the bits of all sites in the masks of a position."""
        found = 0
        for mask in self.layers:
            for site in position.mask(mask):
                found |= 1 << self.bit(mask, site)
        return found

    def in_all_layers(self, site: Site) -> int:
        """Return the bits of a site in the layers of all masks."""
        return self._first_site << self.in_layer(site)


@lru_cache(maxsize=4)
def layout_of(grid: Grid, columns: int, rows: int, masks: tuple[Mask, ...]) -> MaskLayout:
    """Return the layout of masks on the boards of a size, with its compiled tests; an LRU cache of a few."""
    return MaskLayout(Board.empty(grid, columns, rows), masks)


class _BitTest(NamedTuple):
    """A test of an integer: true if a bit of the mask is set, or if all tests of one of the rows are true."""

    mask: int
    rows: tuple[tuple[_BitTest, ...], ...] = ()

    def holds(self, bits: int) -> bool:
        if bits & self.mask:
            return True
        for row in self.rows:
            for test in row:
                if not (bits & test.mask or (test.rows and test.holds(bits))):
                    break
            else:
                return True
        return False

    def implies(self, other: _BitTest) -> bool:
        """Return True only if the other test holds whenever this one does."""
        return self.mask | other.mask == other.mask and set(self.rows) <= set(other.rows)


_NEVER, _ALWAYS = _BitTest(0), _BitTest(0, ((),))


class _BitTests:
    """The algebra of bit tests over the leaves of a reading: bit *n* stands for the leaf with that number."""

    def __init__(self, rulings: Mapping[str, str]) -> None:
        self._rulings = rulings
        self.leaves: dict[tuple[Mask, Role], int] = {}
        """The number of each leaf, given as its mask and the role of its site."""

    @staticmethod
    def any(values: Iterable[_BitTest]) -> _BitTest:
        mask, rows = 0, dict[tuple[_BitTest, ...], None]()
        for test in values:
            mask |= test.mask
            rows |= dict.fromkeys(test.rows)
        return _ALWAYS if () in rows else _BitTest(mask, tuple(rows))

    @staticmethod
    def all(values: Iterable[_BitTest]) -> _BitTest:
        parts = dict[_BitTest, None]()
        for test in values:
            is_row = not test.mask and len(test.rows) == 1
            parts |= dict.fromkeys(test.rows[0] if is_row else (test,))
        needed = tuple(test for test in parts if not any(other != test and other.implies(test) for other in parts))
        return needed[0] if len(needed) == 1 else _BitTest(0, (needed,))

    def constant(self, value: bool) -> _BitTest:  # noqa: FBT001
        return _ALWAYS if value else _NEVER

    def negate(self, value: _BitTest) -> _BitTest:
        """Raise TypeError: no plan of this system tests for bits that are not set."""
        raise TypeError(value)

    def ruled(self, ruling: str, choices: Mapping[str, _BitTest]) -> _BitTest:
        return choices[self._rulings[ruling]]

    def condition(self, condition: Condition) -> _BitTest:
        """Return the test of a leaf. Raise TypeError for conditions that no plan of this system has."""
        if not isinstance(condition, Leaf):
            raise TypeError(condition)
        return _BitTest(1 << self.leaves.setdefault((condition.mask, condition.at), len(self.leaves)))


_Parts = tuple[tuple[Role, int], ...]
"""Bits of the first cell, by the role of the site in question."""
_Shifts = Mapping[Role, int]
"""The distance in bits of the sites of a contact from the first cell, by role."""


class _Pattern(NamedTuple):
    """A test of any contact of a kind. `asked` are all bits that its rows test."""

    parts: _Parts
    rows: tuple[tuple[_Pattern, ...], ...]
    asked: _Parts

    @classmethod
    def of(cls, test: _BitTest, leaves: Sequence[tuple[Mask, Role]], layers: Mapping[Mask, int]) -> _Pattern:
        """Return the pattern of a test over numbered leaves."""
        parts: dict[Role, int] = {}
        for number, (mask, role) in enumerate(leaves):
            if test.mask >> number & 1:
                parts[role] = parts.get(role, 0) | 1 << layers[mask]
        rows = tuple(tuple(cls.of(each, leaves, layers) for each in row) for row in test.rows)
        asked: dict[Role, int] = {}
        for each in (each for row in rows for each in row):
            for role, bits in (*each.parts, *each.asked):
                asked[role] = asked.get(role, 0) | bits
        return cls(tuple(parts.items()), rows, tuple(asked.items()))

    def at(self, shifts: _Shifts) -> _BitTest:
        """Return the test of a contact."""
        rows = tuple([tuple([each.at(shifts) for each in row]) for row in self.rows]) if self.rows else ()
        return _BitTest(_shift(self.parts, shifts), rows)


def _shift(parts: _Parts, shifts: _Shifts) -> int:
    found = 0
    for role, bits in parts:
        found |= bits << shifts[role]
    return found


class _Contact(NamedTuple):
    """A contact of lines of one displacement: its first bit, and the number of its orientation."""

    base: int
    orientation: int


class _Orientations:
    """The orientations of contacts: the relative positions of their sites. Distinct ones are numbered."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[tuple[Role, int], ...], int] = {}
        self.shifts: list[_Shifts] = []

    def number(self, shifts: _Shifts) -> int:
        key = tuple(shifts.items())
        found = self._numbers.setdefault(key, len(self.shifts))
        if found == len(self.shifts):
            self.shifts.append(shifts)
        return found


class _Line:
    """The contacts of the lines of one displacement, which all plans share; bits count from `origin`."""

    def __init__(self, layout: MaskLayout, start: Cell, stop: Cell, origin: int) -> None:
        self._layout, self._origin = layout, origin
        centre = layout.board.grid.centre
        self._line = BoardLine(layout.board, centre(start), centre(stop), frozenset((start, stop)))
        self._contacts: dict[ContactKind, Sequence[_Contact]] = {}

    def contacts(self, kind: ContactKind) -> Sequence[_Contact]:
        """Return the contacts of a kind."""
        found = self._contacts.get(kind)
        if found is None:
            sites = (sites for _, sites in find_contacts(self._line, kind, _ALL_SITES))
            self._contacts[kind] = found = [*map(self._contact, sites)]
        return found

    def _contact(self, sites: Mapping[Role, Site]) -> _Contact:
        shifts = {role: self._layout.in_layer(site) - self._origin for role, site in sites.items()}
        base = max(0, min(shifts.values()))  # sites next to the line may be off the map, where no bits are set
        away = {role: shift - base for role, shift in shifts.items()}
        return _Contact(base, self._layout.orientations.number(away))


class _Placed(NamedTuple):
    """The test of a contact in an orientation: bits of which one suffices, bits that rows test, the whole test."""

    mask: int
    asked: int
    test: _BitTest


class _LineTest:
    """The test of a line: first of all contacts together, then of single contacts by their first bits."""

    __slots__ = ("_rows", "asked", "is_always", "mask")

    def __init__(self, contacts: Iterable[tuple[int, _Placed]]) -> None:
        self.mask, self.asked, self.is_always = 0, 0, False
        self._rows: list[tuple[int, _Placed]] = []
        for base, placed in contacts:
            self.mask |= placed.mask << base
            self.asked |= placed.asked << base
            self.is_always |= placed.test == _ALWAYS
            if placed.asked:
                self._rows.append((base, placed))

    def holds(self, bits: int) -> bool:
        """Return whether a contact obstructs the line."""
        if bits & self.mask or self.is_always:
            return True
        if bits & self.asked:
            for base, placed in self._rows:
                here = bits >> base
                if here & placed.asked and placed.test.holds(here):
                    return True
        return False


class _PlacedLine:
    """The line between two cells of the board: the origin of its bits, certain bits of its ends, and its latest test.

    The test holds while these bits are as in `case`.
    """

    __slots__ = ("case", "ends", "origin", "test")

    def __init__(self, origin: int, ends: int, case: int, test: _LineTest) -> None:
        self.origin, self.ends, self.case, self.test = origin, ends, case, test


_MAX_CACHED_BITS: Final = 1 << 27
"""The maximum total number of bits of cached lines."""
_LINE_BITS: Final = 1 << 11
"""The bits of a line besides those of its ends."""


class Obstructions:
    """Tests of whether the contacts of a line reach a degree, under some rulings.

    The plan draws one line, from centre to centre.
    """

    def __init__(self, plan: SightPlan, layout: MaskLayout, rulings: Mapping[str, str], degree: int) -> None:
        if not isinstance(plan.fold, SightLine):
            raise TypeError(plan.fold)
        self._line, self._layout, self._rulings, self._degree = plan.fold, layout, rulings, degree
        self._questions = [*dict.fromkeys(self._question_of(each) for each in plan.fold.conditions)]
        self._asked_of_start = sum(1 << layer for layer, is_from in self._questions if is_from)
        self._asked_of_stop = sum(1 << layer for layer, is_from in self._questions if not is_from)
        self._lines: dict[int, _PlacedLine] = {}
        last_layer = max((layer for layer, _ in self._questions), default=0)
        self._max_lines = max(1, _MAX_CACHED_BITS // (_LINE_BITS + last_layer + layout.cells))
        self._patterns: dict[int, Mapping[ContactKind, _Pattern]] = {}
        self._placed: dict[tuple[int, ContactKind, int], _Placed] = {}
        self._tests: dict[tuple[int, int, int, int], _LineTest] = {}

    def blocks(self, bits: int, start: int, stop: int) -> bool:
        """Return whether `bits` obstruct the line between two cells, given by their numbers, to the degree."""
        line = self._lines.get(start * self._layout.cells + stop)
        if line is None or line.case != bits & line.ends:
            line = self._line_between(bits, start, stop)
        return line.test.holds(bits >> line.origin)

    def clear(self, bits: int, start: int, stops: int) -> int:
        """Return those of some cells, a bit set, to which `bits` do not obstruct the line from `start`."""
        found, lines, first = 0, self._lines, start * self._layout.cells
        while stops:
            low = stops & -stops
            stops ^= low
            stop = low.bit_length() - 1
            line = lines.get(first + stop)
            if line is None or line.case != bits & line.ends:
                line = self._line_between(bits, start, stop)
            test, here = line.test, bits >> line.origin
            # As `test.holds` says; most lines are decided without a call.
            if here & test.mask or ((test.is_always or here & test.asked) and test.holds(here)):
                continue
            found |= low
        return found

    def _line_between(self, bits: int, start: int, stop: int) -> _PlacedLine:
        """Return the line between two cells, with the test for the ends as they are in `bits`, and keep it."""
        (y, x), (to_y, to_x) = (divmod(cell, self._layout.columns) for cell in (start, stop))
        origin = min(y, to_y) * self._layout.columns + min(x, to_x)
        ends = self._asked_of_start << start | self._asked_of_stop << stop
        if len(self._lines) >= self._max_lines:
            self._lines.clear()
        found = _PlacedLine(origin, ends, bits & ends, self._test(start, stop, origin, bits))
        self._lines[start * self._layout.cells + stop] = found
        return found

    def _test(self, start: int, stop: int, origin: int, bits: int) -> _LineTest:
        """Return the test of a line, shared by all lines of one displacement whose ends satisfy the same conditions."""
        (y, x), (to_y, to_x) = (divmod(cell, self._layout.columns) for cell in (start, stop))
        at_start, at_stop = bits >> start & self._asked_of_start, bits >> stop & self._asked_of_stop
        key = to_x - x, to_y - y, at_start, at_stop
        test = self._tests.get(key)
        if test is None:
            case = 0
            for layer, is_from in self._questions:
                case = case << 1 | (at_start if is_from else at_stop) >> layer & 1
            line = self._layout.line(Cell(x, y), Cell(to_x, to_y), origin)
            kinds = ((kind, contact) for kind in self._patterns_of(case) for contact in line.contacts(kind))
            test = _LineTest((contact.base, self._place(case, kind, contact.orientation)) for kind, contact in kinds)
            self._tests[key] = test
        return test

    def _question_of(self, condition: EndIsIn) -> tuple[int, bool]:
        """Return the question of a condition: the layer of its mask, and whether it is about the start of the line."""
        return self._layout.layers[condition.mask], condition.end == "from"

    def _place(self, case: int, kind: ContactKind, orientation: int) -> _Placed:
        """Return the test of contacts of a kind in an orientation, for a case of the conditions on the ends."""
        key = case, kind, orientation
        if key not in self._placed:
            pattern, shifts = self._patterns_of(case)[kind], self._layout.orientations.shifts[orientation]
            test = pattern.at(shifts)
            self._placed[key] = _Placed(test.mask, _shift(pattern.asked, shifts), test)
        return self._placed[key]

    def _patterns_of(self, case: int) -> Mapping[ContactKind, _Pattern]:
        """Return the patterns of the contacts for a case of the conditions on the ends."""
        if case not in self._patterns:
            answers = {question: case >> bit & 1 for bit, question in enumerate(reversed(self._questions))}

            def known(condition: Condition) -> bool | None:
                return bool(answers[self._question_of(condition)]) if isinstance(condition, EndIsIn) else None

            readings = self._line.readings.items()
            self._patterns[case] = {
                kind: self._pattern(normalize(reading, known, self._rulings)) for kind, reading in readings
            }
        return self._patterns[case]

    def _pattern(self, reading: Reading) -> _Pattern:
        algebra = _BitTests(self._rulings)
        return _Pattern.of(counts(reading, self._degree, algebra), [*algebra.leaves], self._layout.layers)


class _AllSites(Container[Site]):
    def __contains__(self, site: object) -> bool:
        return True


_ALL_SITES = _AllSites()
