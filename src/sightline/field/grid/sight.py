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
from sightline.field.grid.order import order_of, sources_of
from sightline.field.grid.places import WORD, Bools, Longs, Places, Words
from sightline.field.grid.seeing import fill_rows, room
from sightline.field.grid.sheets import Sheets
from sightline.field.grid.templates import Templates
from sightline.field.grid.turning import LANES, Mended, Order, tell_rows
from sightline.lattice import Cell
from sightline.rules import Position, Sight
from sightline.rules.plan import SightPlan

_MOST_BYTES = 1 << 28
"""Of what is found before rows are told."""
_MOST_KEPT = 8
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
        most = _MOST_BYTES // size if self.is_half else _MOST_BYTES // (2 * size)
        first = 0
        while first < len(bits):
            last = int(np.searchsorted(bits, ((int(bits[first]) >> 6) + max(1, most)) * WORD))
            yield slice(first, last)
            first = last

    @property
    def is_half(self) -> bool:
        return self.book.far.displacements.is_half

    def _fill(self, degree: int, bits: Longs, rows: Longs, out: Words, threads: Threads) -> None:
        low, high = int(bits[0]) >> 6, (int(bits[-1]) >> 6) + 1
        mended = self._mended(degree, low, high)
        if self.is_half:
            low, high = 0, self.places.words
        low, high = low - LANES, high + LANES
        lowest = 0 if self.is_half else 1 - self.places.bits
        found = self.found(degree, lowest, low, high, threads)

        def tell(part: Longs) -> None:
            tell_rows(self._order, mended, found, lowest, low, self.is_half, bits[part], rows[part], out)

        blocks = np.flatnonzero(np.diff((bits >> 6) // LANES, prepend=-1))
        in_threads(tell, np.split(np.arange(len(bits)), blocks[:: -(-len(blocks) // _PARTS)][1:]), threads)

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
        in_threads(fill, back, threads)  # two that lead equally far are never in one half
        in_threads(fill, pieces[len(back) :], threads)
        return found

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
    near = Displacements(sheets.places, is_half=False).of_neighbours()
    return Book(far, Templates(sheets.scheme, sheets.sort_count, near))


def in_threads(do: Callable[[Part], None], parts: Sequence[Part], threads: Threads) -> None:
    """Do something with each part, in as many threads as there are processors unless told."""
    threads = threads or cpu_count() or 1
    if threads == 1 or len(parts) < 2:
        for part in parts:
            do(part)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(do, parts):
            pass
