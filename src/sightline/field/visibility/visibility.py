"""A plan of sight on one board, for all pairs of its cells or for some."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from sightline.field.threads import Threads, run_in_threads, thread_count
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Places, Words
from sightline.field.visibility.cell_order import order_of, sources_of
from sightline.field.visibility.compiled_plan import Sheets
from sightline.field.visibility.displacement_kernels import fill_rows, room
from sightline.field.visibility.displacements import Displacements
from sightline.field.visibility.pair_kernels import Cells, Ways, fill_open
from sightline.field.visibility.shadowcast import Sweeps
from sightline.field.visibility.templates import Templates
from sightline.field.visibility.transpose import LANES, Mended, Order, tell_rows
from sightline.lattice import Cell
from sightline.rules import Position, Sight
from sightline.sight.plan import SightPlan

_MOST_BYTES = 1 << 28
"""Of what is found before rows are told."""
_MOST_KEPT = 8
_MOST_ALONE = 1 << 12
"""Cells times lines between two of them, on maps where starting threads takes longer than they save."""
_PARTS = 8
"""Into how many parts sources are cut, from which threads take turns."""

Telling = Callable[[Longs], Words]


@dataclass(frozen=True)
class Book:
    """All templates of a map: of all displacements, or of those to later places; and of those to neighbours if these
    are read otherwise."""

    far: Templates
    near: Templates | None


class Found(NamedTuple):
    """What is found of words of origins from `low` to before `high`, for each number of bits, or for positive ones with
    `is_half`: from which of them what is so far away is seen, and what is otherwise than that."""

    low: int
    high: int
    is_half: bool
    words: Words
    mended: Mended


class BoardSight:
    """Who sees whom on a board, by a plan: answers in the order of `cells`."""

    def __init__(self, plan: SightPlan, position: Position) -> None:
        board = position.board
        self.places = Places(board.grid, board.columns, board.rows)
        self.plan = plan
        self.sheets = Sheets(plan, position, self.places)
        self.is_there = self.sheets.ground.is_there
        self.cells = sources_of(self.places, self.is_there)
        self.sweeps = Sweeps(self.sheets, self._beside_each)
        self._ends: dict[int, Bools] = {}

    @cached_property
    def book(self) -> Book:
        """The templates of the map."""
        return _book(self.sheets)

    @cached_property
    def _order(self) -> Order:
        return order_of(self.places, self.is_there)

    @cached_property
    def numbers_of_bits(self) -> Longs:
        found = np.full(self.places.bits, -1, np.int64)
        found[self.cells] = np.arange(len(self.cells))
        return found

    def number(self, cell: Cell) -> int:
        """Give the number of a cell of the map."""
        return int(self.numbers_of_bits[self.places.bit(cell)])

    def degree(self, sight: Sight) -> int | None:
        """Give the lowest degree that is worse than that sight, None where nothing is."""
        ranks = list(Sight)
        worse = (degree for degree, each in enumerate(self.plan.classes) if ranks.index(each) > ranks.index(sight))
        return min(worse, default=None)

    def are_alike(self, one: int | None, other: int | None) -> bool:
        """Tell whether what counts for one degree counts for another, whatever lines meet on this board."""
        if one is None or other is None or one == other:
            return one == other
        first, second = self.sheets.sheet(one), self.sheets.sheet(other)
        is_same = np.array_equal(first.table, second.table)
        return is_same and np.array_equal(first.strings[:, 0], second.strings[:, 0])

    # --- all pairs -----------------------------------------------------------------------------------------------

    def telling(self, degree: int, threads: Threads) -> Telling:
        """Give a function that tells rows of bits for some cells: which cells they see less badly than that degree.

        It takes numbers of cells and gives words of shape (sources, words). All displacements are worked out once for
        all cells if there is room for that; on larger maps cells are swept from one by one, which is then about as
        fast; and where there are no sweeps, displacements are worked out for those cells alone that are asked for.
        """
        if len(self.cells) * len(self.sheets.scheme.steps) < _MOST_ALONE:
            threads = min(1, thread_count(threads))
        if self._size(self.places.words, is_half=self.is_half) <= _MOST_BYTES:
            return partial(self._told_at_once, self.found(degree, threads), threads=threads)
        if self.sweeps.can_tell(degree):
            return partial(self.sweeps.rows, degree, threads=threads)
        return partial(self._told_in_parts, degree, threads=threads)

    @property
    def is_half(self) -> bool:
        return self.book.far.displacements.is_half

    def _size(self, words: int, *, is_half: bool) -> int:
        """Give how many bytes it takes to find what is seen from so many words of origins."""
        return 8 * words * self.places.bits * (1 if is_half else 2)

    def _told_at_once(self, found: Found, sources: Longs, threads: Threads) -> Words:
        """Tell the rows of some cells by what is found of all of them."""
        out = self._room(sources)
        self._tell(found, self.cells[sources], out, threads)
        return out

    def _told_in_parts(self, degree: int, sources: Longs, threads: Threads) -> Words:
        """Tell the rows of some cells by what is found of words of them: all ways from there, to earlier places too."""
        out, bits = self._room(sources), self.cells[sources]
        most, words = max(1, _MOST_BYTES // self._size(1, is_half=False)), bits >> 6
        for low in range(int(words.min()), int(words.max()) + 1, most):
            high = min(low + most, self.places.words)
            if ((words >= low) & (words < high)).any():
                self._tell(self._found(degree, self.book.far.both_ways, low, high, threads), bits, out, threads)
        return out

    def _room(self, sources: Longs) -> Words:
        return np.zeros((len(sources), -(-len(self.cells) // WORD)), np.uint64)

    def _tell(self, found: Found, bits: Longs, out: Words, threads: Threads) -> None:
        """Write the rows of those of some origins, by their bits, of which something is found."""
        lowest = 0 if found.is_half else 1 - self.places.bits
        rows = np.flatnonzero((bits >> 6 >= found.low) & (bits >> 6 < found.high))
        rows = rows[np.argsort(bits[rows], kind="stable")]

        def tell(part: Longs) -> None:
            args = lowest, found.low - LANES, found.is_half, bits[part], part, out
            tell_rows(self._order, found.mended, found.words, *args)

        blocks = np.flatnonzero(np.diff((bits[rows] >> 6) // LANES, prepend=-1))
        run_in_threads(tell, np.split(rows, blocks[:: -(-len(blocks) // _PARTS)][1:]), threads)

    def found(self, degree: int, threads: Threads) -> Found:
        """Find, for each number of bits, from which origins what is so far away is seen less badly than a degree."""
        return self._found(degree, self.book.far, 0, self.places.words, threads)

    def _found(self, degree: int, templates: Templates, low: int, high: int, threads: Threads) -> Found:
        """Find, for each number of bits, from which words of origins, from one to before another, what is so far away
        is seen; those of all origins if only displacements to later places are asked for."""
        is_half, first = templates.displacements.is_half, low - LANES
        lowest = 0 if is_half else 1 - self.places.bits
        words = np.zeros((self.places.bits - lowest, high - low + 2 * LANES), np.uint64)
        sheet, steps = self.sheets.sheet(degree), templates.displacements.steps

        def fill(piece: int) -> None:
            mine = room()
            for tape in templates.tapes(piece):
                part = steps[tape.first : tape.stop]
                fill_rows(sheet, mine, part, tape.numbers, tape.begins, words, part[:, 0] - lowest, first)

        pieces = range(len(templates.pieces))
        back = [piece for piece in pieces if templates.pieces[piece][0] < templates.displacements.backwards]
        run_in_threads(fill, back, threads)  # two that lead equally far are never in one half
        run_in_threads(fill, pieces[len(back) :], threads)
        return Found(low, high, is_half, words, self._mended(degree, low, high))

    def _mended(self, degree: int, low: int, high: int) -> Mended:
        """Give what is otherwise than `found` says, for some words of origins."""
        ends = np.zeros(-(-len(self.cells) // WORD) * WORD, np.bool_)
        if self.is_half:
            ends[: len(self.cells)] = self.at_end(degree)
        steps, near = np.zeros(0, np.int64), np.zeros((0, high - low), np.uint64)
        if self.book.near is not None:
            displacements = self.book.near.displacements
            near, steps = np.zeros((len(displacements), high - low), np.uint64), displacements.steps[:, 0].copy()
            for tape in self.book.near.all_tapes():
                rows = np.arange(tape.first, tape.stop)
                part = displacements.steps[tape.first : tape.stop]
                fill_rows(self.sheets.sheet(degree), room(), part, tape.numbers, tape.begins, near, rows, low)
        packed = np.packbits(ends, bitorder="little").view(np.uint64)
        return Mended(packed, steps, near, low, self.numbers_of_bits)

    # --- some pairs ----------------------------------------------------------------------------------------------

    def seen_from(self, degree: int, number: int) -> Bools:
        """Tell which cells one cell sees less badly than that degree, itself apart."""
        if self.sweeps.can_tell(degree):
            return self.sweeps.seen_from(degree, number)
        found, in_order = np.zeros(len(self.cells), np.bool_), np.zeros(len(self.cells), np.bool_)
        self._fill_open(degree, self.book.far, np.full(len(found), number), self._as_templates, in_order)
        found[self._as_templates] = in_order
        if not self.is_half:
            return found
        found &= ~self.at_end(degree)
        if self.book.near is not None:
            bits = self.cells[number] + self.book.near.displacements.steps[:, 0]
            near = self.numbers_of_bits[bits[(bits >= 0) & (bits < self.places.bits)]]
            near = near[near >= 0]
            seen = np.zeros(len(near), np.bool_)
            self._fill_open(degree, self.book.near, np.full(len(near), number), near, seen)
            found[near] = seen
        return found

    def is_open(self, degree: int, starts: Longs, stops: Longs) -> Bools:
        """Tell of pairs of two different cells, by number, whether sight is less bad than that degree."""
        found = np.zeros(len(starts), np.bool_)
        self._fill_open(degree, self.book.far, starts, stops, found)
        if self.is_half:
            found &= ~self.at_end(degree)[stops]
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
            fill_open(self.sheets.sheet(degree), self.told, ways, starts, stops, found)

    def _beside_each(self, degree: int) -> tuple[Longs, Bools]:
        """Give how many bits away neighbours are that are seen otherwise than from afar, and which each cell sees."""
        if not self.sheets.has_near:
            return np.zeros(0, np.int64), np.zeros((len(self.cells), 0), np.bool_)
        near = self.book.near or _near(self.sheets)
        steps = near.displacements.steps[:, 0].copy()
        others = self._cells_at(self.cells[:, None] + steps)
        found = np.zeros(others.shape, np.bool_)
        starts, ways = np.nonzero(others >= 0)
        seen = np.zeros(len(starts), np.bool_)
        self._fill_open(degree, near, starts, others[starts, ways], seen)
        found[starts, ways] = seen
        return steps, found

    def _cells_at(self, bits: Longs) -> Longs:
        """Give the number of the cell at each bit, -1 where there is none."""
        numbers = self.numbers_of_bits[np.clip(bits, 0, self.places.bits - 1)]
        return np.where((bits >= 0) & (bits < self.places.bits), numbers, -1)

    @cached_property
    def _as_templates(self) -> Longs:
        """All cells as templates from one of them follow each other: in memory what comes next is at hand."""
        lines = self.told.lines
        return np.lexsort((lines, self.cells - self.places.begins[lines]))

    @cached_property
    def told(self) -> Cells:
        lines = np.searchsorted(self.places.begins, self.cells, side="right") - 1
        kinds = (kinds.of_places[self.is_there] for kinds in (self.sheets.starts, self.sheets.stops))
        return Cells(self.cells, lines, *kinds)

    def at_end(self, degree: int) -> Bools:
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
    return Book(far, _near(sheets))


def _near(sheets: Sheets) -> Templates:
    return Templates(sheets.scheme, sheets.sort_count, Displacements(sheets.places, is_half=False).of_neighbours())
