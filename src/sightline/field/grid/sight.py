"""A plan of sight on one board, for all pairs of its cells or for some."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import cpu_count
from typing import TypeVar

import numpy as np

from sightline.field.grid.displacements import Displacements
from sightline.field.grid.looking import fill_open
from sightline.field.grid.order import order_of, sources_of
from sightline.field.grid.places import WORD, Bools, Longs, Places, Words
from sightline.field.grid.seeing import fill_rows, room
from sightline.field.grid.sheets import Sheets
from sightline.field.grid.templates import Tape, iter_tapes
from sightline.field.grid.turning import tell_rows
from sightline.rules import Position, Sight
from sightline.rules.plan import SightPlan

_MOST_BYTES = 1 << 28
"""Of what is found before rows are told, and of templates that are kept."""
_MOST_KEPT = 8
_PIECES = 64
"""Into how many pieces displacements are cut, from which threads take turns."""

Threads = int | None
Part = TypeVar("Part")


class Templates:
    """The templates of all displacements of a map, made when asked for, and kept if they are not too many."""

    def __init__(self, sheets: Sheets) -> None:
        self._scheme = sheets.scheme
        self.displacements = Displacements(sheets.places, is_half=sheets.is_symmetric)
        self._kept: dict[int, tuple[Tape, ...]] = {}

    @cached_property
    def pieces(self) -> tuple[tuple[int, int], ...]:
        """The displacements from one to before another that are worked on together."""
        ways, back = len(self.displacements), self.displacements.backwards
        cuts = {*np.linspace(0, ways, min(ways, _PIECES) + 1, dtype=np.int64).tolist(), back}
        return tuple(zip(sorted(cuts)[:-1], sorted(cuts)[1:], strict=True))

    def tapes(self, piece: int) -> Iterator[Tape]:
        """Yield the tapes of one of the pieces."""
        if piece in self._kept:
            yield from self._kept[piece]
            return
        made = []
        for tape in iter_tapes(self._scheme, self.displacements.targets, *self.pieces[piece]):
            made.append(tape)
            yield tape
        if sum(tape.numbers.nbytes for tape in made) * len(self.pieces) < _MOST_BYTES:
            self._kept[piece] = tuple(made)


class BoardSight:
    """Who sees whom on a board, by a plan: answers in the order of `cells`."""

    def __init__(self, plan: SightPlan, position: Position) -> None:
        board = position.board
        self.places = Places(board.grid, board.columns, board.rows)
        self.plan = plan
        self.sheets = Sheets(plan, position, self.places)
        self.is_there = self.sheets.ground.is_there
        self.cells = sources_of(self.places, self.is_there)
        self.order = order_of(self.places, self.is_there)
        self.templates = _templates(self.sheets)

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
            chosen = in_order[part]
            low, high = int(bits[chosen[0]]) >> 6, (int(bits[chosen[-1]]) >> 6) + 1
            self._fill(degree, bits[chosen], chosen, low, high, out, threads)
        return out

    def _parts(self, bits: Longs) -> Iterator[slice]:
        """Yield parts of sources, their bits in order, so that what is found of them has room."""
        most = max(1, _MOST_BYTES // (16 * self.places.bits))
        first = 0
        while first < len(bits):
            last = int(np.searchsorted(bits, ((int(bits[first]) >> 6) + most) * WORD))
            yield slice(first, last)
            first = last

    def _fill(self, degree: int, bits: Longs, rows: Longs, low: int, high: int, out: Words, threads: Threads) -> None:
        is_half = self.templates.displacements.is_half
        if is_half:
            low, high = 0, self.places.words
        lowest = 0 if is_half else 1 - self.places.bits
        found = self.found(degree, lowest, low, high, threads)

        def tell(part: Longs) -> None:
            tell_rows(self.order, found, lowest, low, is_half, bits[part], rows[part], self.places.bits, out)

        words = bits >> 6
        cuts = np.split(np.arange(len(bits)), np.flatnonzero(np.diff(words // 8)) + 1)
        _in_threads(tell, cuts, threads)

    def found(self, degree: int, lowest: int, low: int, high: int, threads: Threads) -> Words:
        """Give, for each number of bits from `lowest` on, from which words of origins what is so far away is seen."""
        found = np.zeros((self.places.bits - lowest, high - low), np.uint64)
        sheet, ways = self.sheets.sheet(degree), self.templates.displacements

        def fill(piece: int) -> None:
            mine = room()
            for tape in self.templates.tapes(piece):
                steps = ways.steps[tape.first : tape.stop]
                fill_rows(sheet, mine, steps, tape.numbers, tape.begins, found, lowest, low)

        pieces = range(len(self.templates.pieces))
        for is_backwards in (True, False):  # as two that lead equally far are never in one half
            _in_threads(
                fill,
                [piece for piece in pieces if (self.templates.pieces[piece][0] < ways.backwards) == is_backwards],
                threads,
            )
        return found

    # --- some pairs ----------------------------------------------------------------------------------------------

    def is_open(self, degree: int, starts: Longs, stops: Longs) -> Bools:
        """Tell of pairs of two different cells, by number, whether sight is less bad than that degree."""
        sheet, kinds, found = self.sheets.sheet(degree), self.sheets.kinds, np.zeros(len(starts), np.bool_)
        starts, stops = self.cells[starts], self.cells[stops]
        if self.templates.displacements.is_half:  # these see each other alike
            starts, stops = np.minimum(starts, stops), np.maximum(starts, stops)
        which = self._numbers(starts, stops)
        ends = np.array([stop for _, stop in self.templates.pieces])
        for piece in np.unique(np.searchsorted(ends, which, side="right")).tolist():
            for tape in self.templates.tapes(piece):
                mine = np.flatnonzero((which >= tape.first) & (which < tape.stop))
                part = np.zeros(len(mine), np.bool_)
                fill_open(
                    sheet, starts[mine], stops[mine], kinds, tape.numbers, tape.begins, which[mine] - tape.first, part
                )
                found[mine] = part
        return found

    def _numbers(self, starts: Longs, stops: Longs) -> Longs:
        """Give the numbers of the displacements between places given by their bits."""
        places, numbers = self.places, self.templates.displacements.numbers
        lines = [np.searchsorted(places.begins, bits, side="right") - 1 for bits in (starts, stops)]
        on, from_ = places.begins[lines[1]], places.begins[lines[0]]
        farther = (stops - on) - (starts - from_)
        ways = lines[1] - lines[0]
        even = farther
        if places.shoved >= 0:
            even = farther - _slide(places.shoved, lines[0], ways) + _slide(places.shoved, lines[0] * 0, ways)
        found: Longs = numbers[ways + places.lines, even + places.length + 1]
        return found


def _slide(shoved: int, line: Longs, ways: Longs) -> Longs:
    return (line + ways + shoved) // 2 - (line + shoved) // 2


_KEPT: dict[object, Templates] = {}


def _templates(sheets: Sheets) -> Templates:
    """Give the templates for a board, those of boards before if they are the same."""
    key = sheets.places, sheets.template_key, sheets.is_symmetric
    found = _KEPT.pop(key, None) or Templates(sheets)
    _KEPT[key] = found
    while len(_KEPT) > _MOST_KEPT:
        del _KEPT[next(iter(_KEPT))]
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
