"""What sweeps need of a board, and for which plans of sight there are any: those of one line from centre to centre.

All else, as the lines between corners of HERO, or two lines to outermost corners, goes by templates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sightline.field.grid.meeting import CENTRE, LINE
from sightline.field.grid.places import WORD, Bools, Longs, Words
from sightline.field.grid.readings import STEPS
from sightline.field.grid.sheets import Sheets, Sorts
from sightline.field.grid.sweeping import AHEAD, ASIDE, CELL, CORNER, Bytes, Obstacles, Wedges
from sightline.lattice import Cell, Grid, trace
from sightline.rules.plan import ContactKind

_SWEPT: dict[bool, frozenset[ContactKind]] = {
    False: frozenset({"cell", "end", "touch", "border", "corner"}),
    True: frozenset({"cell", "end", "along"}),
}
"""The contacts that sweeps know, on squares and on hexes."""
_MOST = 8
"""Kinds of obstacles on one board."""
_EDGE = 1
"""Places round the map that may be beside a side that lines run along."""
_INNER = slice(_EDGE, -_EDGE), slice(_EDGE, -_EDGE)
_FAR = 1 << 40
_AROUND = {
    False: (Cell(1, 0), Cell(0, 1), Cell(-1, 0), Cell(0, -1)),
    True: (Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1)),
}
"""The steps over sides, round a square and round a hex."""


@dataclass(frozen=True)
class Wedge:
    """A part of the map round any origin, by its two steps."""

    ahead: Cell
    aside: Cell

    @property
    def across(self) -> Cell:
        """The two steps together."""
        return Cell(self.ahead.q + self.aside.q, self.ahead.r + self.aside.r)

    @property
    def ways(self) -> tuple[int, int, int, int]:
        """How x follows from q and r, and how y."""
        (q, r), (other_q, other_r) = self.ahead, self.aside
        turn = q * other_r - r * other_q  # 1 or -1
        return other_r * turn, -other_q * turn, -r * turn, q * turn


def wedges_of(is_hex: bool) -> tuple[Wedge, ...]:
    """Give the wedges round an origin."""
    steps, turns = _AROUND[is_hex], (2,) if is_hex else (1, 3)
    return tuple(Wedge(step, steps[(k + turn) % len(steps)]) for k, step in enumerate(steps) for turn in turns)


class Layout:
    """The map of a board in wedges, whatever is on it."""

    def __init__(self, sheets: Sheets) -> None:
        self.places, is_there = sheets.places, sheets.ground.is_there
        self._q, self._r = self._around()
        self.bits = self._apart(self._q, self._r) + self.places.margin
        told = (self._q, self._r, self.bits)
        q, r, bits = (each[_INNER].T[is_there] if self.places.is_flat else each[_INNER][is_there] for each in told)
        numbers = np.full(self.places.bits + 2 * self.places.margin, -1, np.int64)
        numbers[bits] = np.arange(len(bits))
        ways, spans = zip(*map(self._turned, wedges_of(self.places.is_hex)), strict=True)
        columns = max(map(len, spans))
        spans = tuple(np.pad(each, ((0, columns - len(each)), (0, 0))) for each in spans)
        cells = np.stack([q, r, bits, sheets.starts.of_places[is_there]], axis=1)
        self.told = Wedges(self.places.is_hex, np.array(ways, np.int64), np.stack(spans), numbers, cells)

    def _around(self) -> tuple[Longs, Longs]:
        """Give q and r of the places of the map and of those round it, shape (lines, places)."""
        places, grid = self.places, self.places.grid
        lines, along = range(-_EDGE, places.lines + _EDGE), np.arange(-_EDGE, places.length + _EDGE)
        begins = np.array([grid.cell_at(line, 0) if places.is_flat else grid.cell_at(0, line) for line in lines])
        still = np.zeros_like(along)
        return begins[:, :1] + (still if places.is_flat else along), begins[:, 1:] + (
            along if places.is_flat else still
        )

    def _apart(self, q: Longs, r: Longs) -> Longs:
        return q * self.places.q + r * self.places.r

    def _turned(self, wedge: Wedge) -> tuple[tuple[int, ...], Longs]:
        """Give what `Wedges` has of a wedge: its ways and its spans."""
        a, b, d, e = wedge.ways
        x, y = a * self._q + b * self._r, d * self._q + e * self._r
        c, f = -int(x.min()), -int(y.min())
        spans = np.full((int(x.max()) + c + 1, 2), (_FAR, -_FAR), np.int64)
        np.minimum.at(spans[:, 0], (x + c)[_INNER], (y + f)[_INNER])
        np.maximum.at(spans[:, 1], (x + c)[_INNER], (y + f)[_INNER])
        ahead, aside = (step.q * self.places.q + step.r * self.places.r for step in (wedge.ahead, wedge.aside))
        is_row = wedge.aside.r == 0 and not self.places.is_flat
        return (a, b, c, d, e, f, ahead, aside, is_row), spans

    def lines(self, flags: Bytes) -> Words:
        """Give where anything is set in flags of shape (wedges, bits with margins), as `Obstacles.lines` has it."""
        found, columns = [], self.told.spans.shape[1]
        places = [
            (a * self._q + b * self._r + c, d * self._q + e * self._r + f)
            for a, b, c, d, e, f in self.told.ways[:, :6].tolist()
        ]
        width = max(int(y.max()) for _, y in places) + 1
        for (x, y), each in zip(places, flags, strict=True):
            strings = np.zeros((columns, width), np.bool_)
            strings[x, y] = each[self.bits] != 0
            found.append(_packed(strings, -(-width // WORD) + 2))
        return np.stack(found)


class Sweeps:
    """A plan of sight on one board for sweeps."""

    def __init__(self, sheets: Sheets) -> None:
        self._sheets = sheets

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

    def obstacles(self, degree: int, steps: Longs, near: Bools) -> Obstacles | None:
        """Give what is in the way of lines that are to be less bad than a degree; None where that is too much.

        `steps` and `near` are as `Obstacles` has them.
        """
        flags, passes, begins, targets = dict[tuple[int, ...], int](), list[int](), [0], list[Bools]()
        made: list[Bytes] = []
        for start in range(len(self._sheets.starts.told)):
            groups = dict[int, Bools]()
            for kinds, is_stop in self._iter_stops(start):
                key = tuple(self._strings_of(degree, kinds))
                if key not in flags:
                    flags[key] = len(made)
                    if len(made) == _MOST:
                        return None
                    made.append(self._flags(degree, kinds))
                told = is_stop & ~self._ends(degree, kinds)
                groups[flags[key]] = told | groups.get(flags[key], np.False_)
            passes += groups
            begins.append(len(passes))
            targets += groups.values()
        lines = np.stack([self.layout.lines(each) for each in made])
        words = -(-len(self.layout.told.cells) // WORD)
        return Obstacles(
            np.stack(made),
            lines,
            np.array(passes, np.int64),
            np.array(begins, np.int64),
            _packed(np.stack(targets), words),
            steps,
            near,
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
            one, way = _run_along(self._sheets.places.grid, wedge)
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


def _run_along(grid: Grid, wedge: Wedge) -> tuple[Cell, int]:
    """Give which cell a side is noted by that lines of a wedge run along, from the one ahead, and how the side lies."""
    target = Cell(wedge.ahead.q + wedge.across.q, wedge.ahead.r + wedge.across.r)
    q, r, side, *_ = trace(grid, grid.centre(Cell(0, 0)), grid.centre(target)).alongs
    one = Cell(q, r)
    other = grid.neighbour(one, side)
    way = STEPS.index(Cell(other.q - q, other.r - r))
    return Cell(q - wedge.ahead.q, r - wedge.ahead.r), way


def _packed(strings: Bools, words: int) -> Words:
    """Give strings, one in a row, as so many words each, the lowest bit first."""
    padded = np.pad(strings, ((0, 0), (0, words * WORD - strings.shape[1])))
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
