"""A plan of sight on one board, for all pairs of its cells or for some."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from os import cpu_count
from typing import TypeVar

import numpy as np

from sightline.field.grid.displacements import Displacements
from sightline.field.grid.looking import Cells, Ways, fill_open
from sightline.field.grid.meeting import SHAPES, WAYS
from sightline.field.grid.mending import Changes, Crossings, count_crossings, gather_pairs, put_pairs
from sightline.field.grid.order import order_of, sources_of
from sightline.field.grid.places import WORD, Bools, Longs, Places, Words
from sightline.field.grid.readings import STEPS
from sightline.field.grid.seeing import fill_rows, room
from sightline.field.grid.sheets import Kinds, Sheets
from sightline.field.grid.templates import Templates
from sightline.field.grid.turning import LANES, Mended, Order, tell_rows
from sightline.lattice import Cell
from sightline.rules import Position, Sight
from sightline.rules.plan import SightPlan

_MOST_BYTES = 1 << 28
"""Of what is found before rows are told."""
_MOST_KEPT = 8
_MOST_CHANGES = 32
"""Places where contacts may begin or cease to count before all is worked out afresh."""
_PARTS = 8
"""Into how many parts sources are cut, from which threads take turns."""

Threads = int | None
Part = TypeVar("Part")


@dataclass(frozen=True)
class Book:
    """All templates of a map: of all displacements, or of those to later places; and of those to neighbours if these
    are read otherwise."""

    far: Templates
    near: Templates | None


class BoardSight:
    """Who sees whom on a board, by a plan: answers in the order of `cells`."""

    def __init__(self, plan: SightPlan, position: Position) -> None:
        board = position.board
        self.places = Places(board.grid, board.columns, board.rows)
        self.plan = plan
        self.sheets = Sheets(plan, position, self.places)
        self.is_there = self.sheets.ground.is_there
        self.cells = sources_of(self.places, self.is_there)
        self.book = _book(self.sheets)
        self._ends: dict[int, Bools] = {}

    @cached_property
    def _order(self) -> Order:
        return order_of(self.places, self.is_there)

    @cached_property
    def _numbers_of_bits(self) -> Longs:
        found = np.full(self.places.bits, -1, np.int64)
        found[self.cells] = np.arange(len(self.cells))
        return found

    def number(self, cell: Cell) -> int:
        """Give the number of a cell of the map."""
        return int(self._numbers_of_bits[self.places.bit(cell)])

    def degree(self, sight: Sight) -> int | None:
        """Give the lowest degree that is worse than that sight, None where nothing is."""
        ranks = list(Sight)
        worse = (degree for degree, each in enumerate(self.plan.classes) if ranks.index(each) > ranks.index(sight))
        return min(worse, default=None)

    # --- all pairs -----------------------------------------------------------------------------------------------

    def rows(self, degree: int, sources: Longs, threads: Threads) -> Words:
        """Give, for some cells by number, rows of bits: which cells they see less badly than that degree.

        Of shape (sources, words).
        """
        out = np.zeros((len(sources), -(-len(self.cells) // WORD)), np.uint64)
        bits = self.cells[sources]
        in_order = np.argsort(bits, kind="stable")
        for part in self._parts(bits[in_order]):
            self._fill(degree, bits[in_order[part]], in_order[part], out, threads)
        return out

    def _parts(self, bits: Longs) -> Iterator[slice]:
        """Yield parts of sources, their bits in order, so that what is found of them has room."""
        size = 8 * self.places.bits
        most = _MOST_BYTES // size if self._is_half else _MOST_BYTES // (2 * size)
        first = 0
        while first < len(bits):
            last = int(np.searchsorted(bits, ((int(bits[first]) >> 6) + max(1, most)) * WORD))
            yield slice(first, last)
            first = last

    @property
    def _is_half(self) -> bool:
        return self.book.far.displacements.is_half

    def _fill(self, degree: int, bits: Longs, rows: Longs, out: Words, threads: Threads) -> None:
        low, high = int(bits[0]) >> 6, (int(bits[-1]) >> 6) + 1
        mended = self._mended(degree, low, high)
        if self._is_half:
            low, high = 0, self.places.words
        low, high = low - LANES, high + LANES
        lowest = 0 if self._is_half else 1 - self.places.bits
        found = self.found(degree, lowest, low, high, threads)

        def tell(part: Longs) -> None:
            tell_rows(self._order, mended, found, lowest, low, self._is_half, bits[part], rows[part], out)

        blocks = np.flatnonzero(np.diff((bits >> 6) // LANES, prepend=-1))
        _in_threads(tell, np.split(np.arange(len(bits)), blocks[:: -(-len(blocks) // _PARTS)][1:]), threads)

    def found(self, degree: int, lowest: int, low: int, high: int, threads: Threads) -> Words:
        """Give, for each number of bits from `lowest` on, from which words of origins what is so far away is seen."""
        found = np.zeros((self.places.bits - lowest, high - low), np.uint64)
        sheet, templates = self.sheets.sheet(degree), self.book.far
        steps = templates.displacements.steps

        def fill(piece: int) -> None:
            mine = room()
            for tape in templates.tapes(piece):
                part = steps[tape.first : tape.stop]
                fill_rows(sheet, mine, part, tape.numbers, tape.begins, found, part[:, 0] - lowest, low)

        pieces = range(len(templates.pieces))
        back = [piece for piece in pieces if templates.pieces[piece][0] < templates.displacements.backwards]
        _in_threads(fill, back, threads)  # two that lead equally far are never in one half
        _in_threads(fill, pieces[len(back) :], threads)
        return found

    def _mended(self, degree: int, low: int, high: int) -> Mended:
        """Give what is otherwise than `found` says, for some words of origins."""
        ends = np.zeros(-(-len(self.cells) // WORD) * WORD, np.bool_)
        if self._is_half:
            ends[: len(self.cells)] = self._at_end(degree)
        steps, near = np.zeros(0, np.int64), np.zeros((0, high - low), np.uint64)
        if self.book.near is not None:
            displacements = self.book.near.displacements
            near, steps = np.zeros((len(displacements), high - low), np.uint64), displacements.steps[:, 0].copy()
            for tape in self.book.near.all_tapes():
                rows = np.arange(tape.first, tape.stop)
                part = displacements.steps[tape.first : tape.stop]
                fill_rows(self.sheets.sheet(degree), room(), part, tape.numbers, tape.begins, near, rows, low)
        packed = np.packbits(ends, bitorder="little").view(np.uint64)
        return Mended(packed, steps, near, low, self._numbers_of_bits)

    # --- some pairs ----------------------------------------------------------------------------------------------

    def seen_from(self, degree: int, number: int) -> Bools:
        """Tell which cells one cell sees less badly than that degree, itself apart."""
        found, in_order = np.zeros(len(self.cells), np.bool_), np.zeros(len(self.cells), np.bool_)
        self._fill_open(degree, self.book.far, np.full(len(found), number), self._as_templates, in_order)
        found[self._as_templates] = in_order
        if not self._is_half:
            return found
        found &= ~self._at_end(degree)
        if self.book.near is not None:
            bits = self.cells[number] + self.book.near.displacements.steps[:, 0]
            near = self._numbers_of_bits[bits[(bits >= 0) & (bits < self.places.bits)]]
            near = near[near >= 0]
            seen = np.zeros(len(near), np.bool_)
            self._fill_open(degree, self.book.near, np.full(len(near), number), near, seen)
            found[near] = seen
        return found

    def is_open(self, degree: int, starts: Longs, stops: Longs) -> Bools:
        """Tell of pairs of two different cells, by number, whether sight is less bad than that degree."""
        found = np.zeros(len(starts), np.bool_)
        self._fill_open(degree, self.book.far, starts, stops, found)
        if self._is_half:
            found &= ~self._at_end(degree)[stops]
        if self.book.near is not None:
            steps = self.book.near.displacements.steps[:, 0]
            are_near = np.flatnonzero(np.isin(self.cells[stops] - self.cells[starts], steps))
            near = np.zeros(len(are_near), np.bool_)
            self._fill_open(degree, self.book.near, starts[are_near], stops[are_near], near)
            found[are_near] = near
        return found

    def _fill_open(self, degree: int, templates: Templates, starts: Longs, stops: Longs, found: Bools) -> None:
        numbers, is_half = templates.displacements.numbers, templates.displacements.is_half
        for tape in (templates.whole,) if templates.whole else templates.all_tapes():
            ways = Ways(numbers, is_half, tape.first, tape.stop, tape.numbers, tape.begins)
            fill_open(self.sheets.sheet(degree), self._told, ways, starts, stops, found)

    # --- changes -------------------------------------------------------------------------------------------------

    def has_same_lines(self, other: BoardSight) -> bool:
        """Tell whether lines are drawn and read as on another board, of which only what they meet may differ."""
        mine, others = ((sight.sheets.starts, sight.sheets.stops, sight.is_there.tolist()) for sight in (self, other))
        return self.book is other.book and all(map(_are_same, mine, others))

    def mended(self, degree: int, before: BoardSight, rows: Words) -> Words | None:
        """Give the rows of all cells from those of the board before; None where too much has changed for that."""
        changes = None if self.book.far.whole is None else self._changes(degree, before)
        if changes is None:
            return None
        found, steps, room_ = rows.copy(), self.book.far.displacements.steps, 1 << 18
        ends = before._at_end(degree) if self._is_half else np.zeros(len(self.cells), np.bool_)
        while True:
            starts, stops = np.zeros(room_, np.int64), np.zeros(room_, np.int64)
            count = gather_pairs(changes, self._crossings, self._told, steps, rows, ends, starts, stops)
            if count <= room_:
                break
            room_ = count
        starts, stops = starts[:count], stops[:count]
        if self._is_half:
            starts, stops = np.concatenate([starts, stops]), np.concatenate([stops, starts])
        for pairs in ((starts, stops), *self._otherwise(degree, before)):
            put_pairs(found, *pairs, self.is_open(degree, *pairs))
        return found

    def _changes(self, degree: int, before: BoardSight) -> Changes | None:
        now, then = self.sheets.sheet(degree), before.sheets.sheet(degree)
        subjects, bits, closed = [], [], []
        crossings = self._crossings
        span = (len(crossings.begins) - 1) // (int(crossings.subjects.max(initial=0)) + 1)
        are_met = np.diff(crossings.begins[::span]) > 0
        for key in np.flatnonzero(crossings.subjects >= 0).tolist():
            if not are_met[crossings.subjects[key]]:
                continue
            sort, way = divmod(key, WAYS)
            numbers = {*zip(then.table[:, sort, way].tolist(), now.table[:, sort, way].tolist(), strict=True)}
            for old, new in numbers:
                for is_closed, words in (
                    (True, now.strings[new, 0] & ~then.strings[old, 0]),
                    (False, then.strings[old, 0] & ~now.strings[new, 0]),
                ):
                    places = _bits(words) - now.lead * WORD
                    subjects.append(np.full(len(places), crossings.subjects[key]))
                    bits.append(places)
                    closed.append(np.full(len(places), is_closed))
        none = np.zeros(0, np.int64)
        found = np.concatenate([none, *bits])
        if len(found) > _MOST_CHANGES:
            return None
        are_closed = np.concatenate([none.astype(np.bool_), *closed])
        return Changes(np.concatenate([none, *subjects]), found, are_closed, self._numbers_of_bits)

    @property
    def _subjects(self) -> Longs:
        """The number of each sort and way to lie, shapes of cells in a row apart; -1 for what is no subject."""
        cells, found = self.sheets.is_of_cells, np.full(self.sheets.sort_count * WAYS, -1, np.int64)
        chosen = [key for key in range(len(found)) if not (cells[key // WAYS] and key % WAYS)]
        found[chosen] = np.arange(len(chosen))
        return found

    @property
    def _crossings(self) -> Crossings:
        """Which displacements meet what, kept with the templates."""
        if self.book.far.crossings is None:
            tape = self.book.far.whole
            assert tape is not None
            subjects, places = self._subjects, self.places
            lowest = -(places.bits + places.margin)
            span = 2 * -lowest + 1
            steps = [step.q * places.q + step.r * places.r for step in STEPS[:3]]
            shapes = np.ones((WAYS, 2), np.int64)
            for (direction, length), shape in SHAPES.items():
                shapes[shape] = length, steps[direction]
            counts = np.zeros((int(subjects.max(initial=0)) + 1) * span, np.int64)
            asked = subjects, self.sheets.is_of_cells, shapes, tape.numbers, tape.begins, lowest, span
            count_crossings(*asked, counts, np.zeros(0, np.int32))
            begins = np.concatenate([[0], np.cumsum(counts)])
            ways = np.zeros(begins[-1], np.int32)
            count_crossings(*asked, begins[:-1].copy(), ways)
            self.book.far.crossings = Crossings(subjects, lowest, begins, ways)
        return self.book.far.crossings

    def _otherwise(self, degree: int, before: BoardSight) -> Iterator[tuple[Longs, Longs]]:
        """Yield the pairs that may have changed beside those whose lines meet changes, starts and stops."""
        if self._is_half:
            for stop in np.flatnonzero(self._at_end(degree) != before._at_end(degree)).tolist():
                starts = np.delete(np.arange(len(self.cells)), stop)
                yield starts, np.full(len(starts), stop)
        if self.book.near is not None:
            cells = self._beside(self._changed(degree, before))
            for step in self.book.near.displacements.steps[:, 0].tolist():
                stops = self._cells_at(self.cells[cells] + step)
                yield cells[stops >= 0], stops[stops >= 0]

    def _changed(self, degree: int, before: BoardSight) -> Longs:
        """Give the places, by their bits, where anything that lines meet has changed."""
        now, then = self.sheets.sheet(degree), before.sheets.sheet(degree)
        numbers = {*zip(then.table.ravel().tolist(), now.table.ravel().tolist(), strict=True)}
        found = [_bits(now.strings[new, 0] ^ then.strings[old, 0]) for old, new in sorted(numbers)]
        return np.unique(np.concatenate([np.zeros(0, np.int64), *found])) - now.lead * WORD

    def _beside(self, bits: Longs) -> Longs:
        """Give the cells up to two steps away from some places."""
        around = range(-2, 3)
        away = np.array([q * self.places.q + r * self.places.r for q in around for r in around])
        found = np.unique(self._cells_at((bits[:, None] + away).ravel()))
        return found[found >= 0]

    def _cells_at(self, bits: Longs) -> Longs:
        """Give the number of the cell at each bit, -1 where there is none."""
        numbers = self._numbers_of_bits[np.clip(bits, 0, self.places.bits - 1)]
        return np.where((bits >= 0) & (bits < self.places.bits), numbers, -1)

    @cached_property
    def _as_templates(self) -> Longs:
        """All cells as templates from one of them follow each other: in memory what comes next is at hand."""
        lines = self._told.lines
        return np.lexsort((lines, self.cells - self.places.begins[lines]))

    @cached_property
    def _told(self) -> Cells:
        lines = np.searchsorted(self.places.begins, self.cells, side="right") - 1
        kinds = (kinds.of_places[self.is_there] for kinds in (self.sheets.starts, self.sheets.stops))
        return Cells(self.cells, lines, *kinds)

    def _at_end(self, degree: int) -> Bools:
        """Tell of each cell whether it is that bad by itself for lines that end in it."""
        if degree not in self._ends:
            self._ends[degree] = self.sheets.at_end(degree)[self.is_there]
        return self._ends[degree]


_KEPT: dict[Hashable, Book] = {}


def _book(sheets: Sheets) -> Book:
    """Give the templates for a board, those of boards before if they are the same."""
    key = sheets.template_key
    found = _KEPT.pop(key, None) or _made(sheets)
    _KEPT[key] = found
    while len(_KEPT) > _MOST_KEPT:
        _KEPT.pop(next(iter(_KEPT)), None)
    return found


def _made(sheets: Sheets) -> Book:
    if not sheets.is_symmetric:
        return Book(Templates(sheets.scheme, sheets.sort_count, Displacements(sheets.places, is_half=False)), None)
    far = Templates(sheets.core, sheets.sort_count, Displacements(sheets.places, is_half=True))
    if not sheets.has_near:
        return Book(far, None)
    near = Displacements(sheets.places, is_half=False).of_neighbours()
    return Book(far, Templates(sheets.scheme, sheets.sort_count, near))


def _are_same(one: object, other: object) -> bool:
    if isinstance(one, Kinds) and isinstance(other, Kinds):
        return one.told == other.told and np.array_equal(one.of_places, other.of_places)
    return one == other


def _bits(words: Words) -> Longs:
    """Give the numbers of the bits that are set."""
    found: Longs = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
    return found


def _in_threads(do: Callable[[Part], None], parts: Sequence[Part], threads: Threads) -> None:
    """Do something with each part, in as many threads as there are processors unless told."""
    threads = threads or cpu_count() or 1
    if threads == 1 or len(parts) < 2:
        for part in parts:
            do(part)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(do, parts):
            pass
