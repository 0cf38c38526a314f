"""Sight plans compiled into bit tests: whether lines are blocked or impeded, for many pairs on boards of one size.

The contacts of a line depend on its displacement alone, and so does its test. It is compiled on demand: the readings of
the plan are evaluated once, in the algebra of bit tests over numbered leaves, and the bits of the sites of each contact
are put in for the leaves.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from sightline.board import Board
from sightline.lattice import Cell
from sightline.rules import Position, Rulings, Site
from sightline.rules.position import Mask
from sightline.sight import Reading, SightPlan
from sightline.sight.contacts import BoardLine, find_contacts
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

    def bit(self, mask: Mask, site: Site) -> int:
        """Return the index of the bit of a site in the layer of a mask."""
        return self.layers[mask] + self._in_layer(site)

    def _in_layer(self, site: Site) -> int:
        if isinstance(site, Cell):
            return site.r * self.columns + site.q
        first, second = site
        return (1 if first.r == second.r else 2) * self.cells + first.r * self.columns + first.q

    def encode(self, position: Position) -> int:
        """Return the bits of all sites in the masks of a position."""
        found = 0
        for mask in self.layers:
            for site in position.mask(mask):
                found |= 1 << self.bit(mask, site)
        return found

    def in_all_layers(self, site: Site) -> int:
        """Return the bits of a site in the layers of all masks."""
        return sum(1 << layer + self._in_layer(site) for layer in self.layers.values())


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
        """Return whether the other test is surely true of what this one is true of."""
        return self.mask | other.mask == other.mask and set(self.rows) <= set(other.rows)

    def with_bits(self, masks: Sequence[int]) -> _BitTest:
        """Return the test in which the mask with a number stands for the bit with that number."""
        mask = 0
        for number, bits in enumerate(masks):
            if self.mask >> number & 1:
                mask |= bits
        return _BitTest(mask, tuple([tuple([test.with_bits(masks) for test in row]) for row in self.rows]))


_NEVER, _ALWAYS = _BitTest(0), _BitTest(0, ((),))


class _BitTests:
    """The algebra of bit tests over the leaves of a reading: bit *n* stands for the leaf with that number."""

    def __init__(self, rulings: Rulings) -> None:
        self._rulings = rulings
        self.leaves: dict[tuple[Mask, Role], int] = {}
        """The number of each leaf, given as its mask and the site of a contact that it asks about."""

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
        """Raise TypeError: no plan of this system asks for bits that are not set."""
        raise TypeError(value)

    def ruled(self, ruling: str, choices: Mapping[str, _BitTest]) -> _BitTest:
        return choices[self._rulings[ruling]]

    def condition(self, condition: Condition) -> _BitTest:
        """Return the test of a leaf. Raise TypeError for conditions that no plan of this system has."""
        if not isinstance(condition, Leaf):
            raise TypeError(condition)
        return _BitTest(1 << self.leaves.setdefault((condition.mask, condition.at), len(self.leaves)))


class _Template(NamedTuple):
    """The test of any contact of a kind, over numbered leaves."""

    test: _BitTest
    leaves: Sequence[tuple[Mask, Role]]


class Obstructions:
    """Tests of whether the contacts of a line reach a degree, under some rulings.

    The plan draws one line, from centre to centre.
    """

    def __init__(self, plan: SightPlan, layout: MaskLayout, rulings: Rulings, degree: int = BLOCKED) -> None:
        if not isinstance(plan.fold, SightLine):
            raise TypeError(plan.fold)
        self._line, self._layout, self._rulings, self._degree = plan.fold, layout, rulings, degree
        self._questions = [*dict.fromkeys(self._question_of(each) for each in plan.fold.conditions)]
        layers = {layer for layer, _ in self._questions}
        self._standing = sum(((1 << layout.cells) - 1) << layer for layer in layers)
        self._templates: dict[int, Mapping[ContactKind, _Template]] = {}
        self._tests: dict[tuple[int, int, int], _BitTest] = {}

    def blocks(self, bits: int, start: int, stop: int) -> bool:
        """Return whether `bits` obstruct the line between two cells, given by their numbers, to the degree."""
        columns = self._layout.columns
        y, x = divmod(start, columns)
        to_y, to_x = divmod(stop, columns)
        case = 0  # for where neither end is in any of the masks asked about
        if bits & self._standing:
            for layer, is_from in self._questions:
                case = case << 1 | bits >> layer + (start if is_from else stop) & 1
        origin = (min(to_y, y)) * columns + (min(to_x, x))
        key = to_x - x, to_y - y, case
        test = self._tests.get(key)
        if test is None:
            self._tests[key] = test = self._compile(Cell(x, y), Cell(to_x, to_y), case, origin)
        here = bits >> origin
        return bool(here & test.mask or (test.rows and test.holds(here)))

    def _question_of(self, condition: EndIsIn) -> tuple[int, bool]:
        """Return what a condition asks: the layer of its mask, and whether it is about the start of the line."""
        return self._layout.layers[condition.mask], condition.end == "from"

    def _compile(self, start: Cell, stop: Cell, case: int, origin: int) -> _BitTest:
        """Return the test of a line in that case of the conditions on its ends; bits count from `origin`."""
        board, bit = self._layout.board, self._layout.bit
        line = BoardLine(board, board.grid.centre(start), board.grid.centre(stop), frozenset((start, stop)))
        return _BitTests.any(
            template.test.with_bits([1 << bit(mask, sites[at]) - origin for mask, at in template.leaves])
            for kind, template in self._templates_of(case).items()
            for _, sites in find_contacts(line, kind, _ALL_SITES)
        )

    def _templates_of(self, case: int) -> Mapping[ContactKind, _Template]:
        """Return the templates of the contacts in that case of the conditions on the ends."""
        if case not in self._templates:
            answers = {question: case >> bit & 1 for bit, question in enumerate(reversed(self._questions))}

            def known(condition: Condition) -> bool | None:
                return bool(answers[self._question_of(condition)]) if isinstance(condition, EndIsIn) else None

            readings = self._line.readings.items()
            self._templates[case] = {
                kind: self._template(normalize(reading, known, self._rulings)) for kind, reading in readings
            }
        return self._templates[case]

    def _template(self, reading: Reading) -> _Template:
        algebra = _BitTests(self._rulings)
        test = counts(reading, self._degree, algebra)
        return _Template(test, [*algebra.leaves])


class _AllSites(Container[Site]):
    def __contains__(self, site: object) -> bool:
        return True


_ALL_SITES = _AllSites()
