"""What sweeps need of a board, and for which plans of sight there are any: those of one line from centre to centre.

All else, as the lines between corners of HERO, or two lines to outermost corners, goes by templates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from sightline.field.threads import Threads, run_in_threads
from sightline.field.visibility.bit_layout import WORD, Bools, Longs, Words
from sightline.field.visibility.bitset_algebra import STEPS
from sightline.field.visibility.compiled_plan import Sheets, Sorts
from sightline.field.visibility.octants import Layout, Wedge, packed, run_along, wedges_of
from sightline.field.visibility.shadowcast_kernels import (
    AHEAD,
    ASIDE,
    CELL,
    CORNER,
    Bytes,
    Obstacles,
    sweep_cell,
    sweep_rows,
)
from sightline.field.visibility.template_builder import CENTRE, LINE
from sightline.lattice import Cell
from sightline.sight.plan import ContactKind

_SWEPT: dict[bool, frozenset[ContactKind]] = {
    False: frozenset({"cell", "end", "touch", "border", "corner"}),
    True: frozenset({"cell", "end", "along"}),
}
"""The contacts that sweeps know, on squares and on hexes."""
_MOST = 8
"""Kinds of obstacles on one board."""
_SOURCES = 64
"""Cells that a thread sweeps from before it takes others."""

Beside = Callable[[int], tuple[Longs, Bools]]


class Sweeps:
    """A plan of sight on one board for sweeps.

    `beside` gives, for a degree, how many bits away neighbours are that are seen otherwise than from afar, and which of
    them each cell sees: of shape (cells, neighbours).
    """

    def __init__(self, sheets: Sheets, beside: Beside) -> None:
        self._sheets, self._beside = sheets, beside
        self._obstacles: dict[int, Obstacles | None] = {}

    def can_tell(self, degree: int) -> bool:
        """Tell whether sweeps answer for that degree."""
        return self.is_possible and self._obstacles_of(degree) is not None

    def seen_from(self, degree: int, number: int) -> Bools:
        """Tell which cells one cell, by number, sees less badly than that degree."""
        obstacles, told = self._obstacles_of(degree), self.layout.told
        assert obstacles is not None
        found = np.zeros(WORD * obstacles.targets.shape[1], np.uint8)
        sweep_cell(number, found, *told, *obstacles)
        return found[: len(told.cells)].view(np.bool_)

    def rows(self, degree: int, sources: Longs, threads: Threads) -> Words:
        """Tell, for some cells by number, which they see less badly than that degree: shape (sources, words)."""
        obstacles, told = self._obstacles_of(degree), self.layout.told
        assert obstacles is not None
        out = np.zeros((len(sources), -(-len(told.cells) // WORD)), np.uint64)

        def sweep(part: slice) -> None:
            sweep_rows(sources[part], out[part], *told, *obstacles)

        run_in_threads(sweep, [slice(first, first + _SOURCES) for first in range(0, len(sources), _SOURCES)], threads)
        return out

    def _obstacles_of(self, degree: int) -> Obstacles | None:
        if degree not in self._obstacles:
            self._obstacles[degree] = self._made(degree)
        return self._obstacles[degree]

    @cached_property
    def layout(self) -> Layout:
        """The map in wedges."""
        return Layout(self._sheets)

    @cached_property
    def is_possible(self) -> bool:
        """Whether sweeps know the contacts of the plan, neighbours apart."""
        lines, known = self._sheets.scheme.steps.tolist(), _SWEPT[self._sheets.places.is_hex]
        is_one = len(lines) == 1 and lines[0][0] == LINE and lines[0][2:] == [CENTRE, CENTRE]
        return is_one and all(
            each.kind in known and not each.facts and (each.kind != "end" or each.is_of_end_alone)
            for each in self._sorts
        )

    @property
    def _sorts(self) -> list[Sorts]:
        """The sorts of the lines that are no neighbours'."""
        line = int(self._sheets.scheme.steps[0, 1])
        return [each for each in self._sheets.sorts if each.line == line]

    def _made(self, degree: int) -> Obstacles | None:
        """Give what is in the way of lines that are to be less bad than a degree; None where that is too much."""
        numbers = dict[tuple[int, ...], int]()
        made, passes, begins, targets = list[Bytes](), list[int](), [0], list[Bools]()
        for start in range(len(self._sheets.starts.told)):
            told = dict[int, Bools]()
            for kinds, is_stop in self._iter_stops(start):
                key = tuple(self._strings_of(degree, kinds))
                if key not in numbers:
                    if len(made) == _MOST:
                        return None
                    numbers[key] = len(made)
                    made.append(self._flags(degree, kinds))
                told[numbers[key]] = is_stop & ~self._ends(degree, kinds) | told.get(numbers[key], np.False_)
            passes += told
            begins.append(len(passes))
            targets += told.values()
        return Obstacles(
            np.stack(made),
            np.stack([self.layout.lines(each) for each in made]),
            np.array(passes, np.int64),
            np.array(begins, np.int64),
            packed(np.stack(targets), -(-len(self.layout.told.cells) // WORD)),
            *self._beside(degree),
        )

    def _iter_stops(self, start: int) -> Iterator[tuple[int, Bools]]:
        """Yield, for origins of a kind and targets of each, the number of both together and which cells those are."""
        stops = self._sheets.stops
        of_cells = stops.of_places[self._sheets.ground.is_there]
        yield from ((start * len(stops.told) + stop, of_cells == stop) for stop in range(len(stops.told)))

    def _strings_of(self, degree: int, kinds: int) -> Iterator[int]:
        """Yield by number the strings that say where contacts count, but for those of targets alone."""
        table = self._sheets.sheet(degree).table[kinds]
        for each in self._sorts:
            if each.kind != "end":
                yield from table[each.first].tolist()

    def _ends(self, degree: int, kinds: int) -> Bools:
        """Tell which cells count by themselves for lines that end in them."""
        found = self._string(degree, kinds, "end", 0)
        return found[self.layout.told.cells[:, 2]]

    def _flags(self, degree: int, kinds: int) -> Bytes:
        """Give what counts of each place, shape (wedges, bits with margins)."""
        return np.stack([self._flags_of(wedge, degree, kinds) for wedge in wedges_of(self._sheets.places.is_hex)])

    def _flags_of(self, wedge: Wedge, degree: int, kinds: int) -> Bytes:
        found = CELL * self._string(degree, kinds, "cell", 0).astype(np.uint8)
        if self._sheets.places.is_hex:
            one, way = run_along(self._sheets.places.grid, wedge)
            found |= CORNER * self._at(one, self._string(degree, kinds, "along", way)).astype(np.uint8)
            return found
        way = (1 if wedge.across.q > 0 else 0) + (2 if wedge.across.r > 0 else 0)
        touched = self._string(degree, kinds, "touch", 0)
        corner = self._string(degree, kinds, "corner", way)
        for step, flag in ((wedge.ahead, AHEAD), (wedge.aside, ASIDE)):
            found |= flag * self._string(degree, kinds, "border", STEPS.index(step)).astype(np.uint8)
            corner = corner | self._at(step, touched)
        return found | CORNER * corner.astype(np.uint8)

    def _string(self, degree: int, kinds: int, kind: ContactKind, way: int) -> Bools:
        """Give where contacts of a kind count that lie that way, as bits with margins."""
        sheet, places = self._sheets.sheet(degree), self._sheets.places
        string = max((sheet.table[kinds, each.first, way] for each in self._sorts if each.kind == kind), default=0)
        bits = np.unpackbits(sheet.strings[string, 0].view(np.uint8), bitorder="little").view(np.bool_)
        return bits[sheet.lead * WORD - places.margin :][: places.bits + 2 * places.margin]

    def _at(self, step: Cell, string: Bools) -> Bools:
        """Give the places from which a step leads to one in a string."""
        return np.roll(string, -(step.q * self._sheets.places.q + step.r * self._sheets.places.r))
