"""The exact course of a straight line over a grid: every cell, side and corner that it meets, in order.

`trace` walks from cell to cell. Where the line leaves a cell is the least of at most three fractions, one per form of
the grid; two equal ones mean a corner. Everything is an integer over one denominator per line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from math import lcm
from operator import itemgetter
from typing import NamedTuple

from sightline.lattice.cells import Cell, Point
from sightline.lattice.grid import Grid

_CACHED_TRACES = 4096


class Kind(StrEnum):
    """How a line meets cells."""

    STARTS_IN = "starts-in"
    CROSSES = "crosses"
    ENDS_IN = "ends-in"
    ALONG = "along"
    TOUCHES = "touches"
    CROSSES_BORDER = "crosses-border"


class Contact(NamedTuple):
    """One meeting of a line with a cell, or with the two cells of a side.

    It reaches from `start` to `stop`, numerators over `unit` of the line's length, equal where it is a single point.
    """

    kind: Kind
    cells: tuple[Cell, ...]
    start: int
    stop: int
    unit: int

    @property
    def at(self) -> tuple[Fraction, ...]:
        """The positions on the line as fractions of its length: one for a point, else two."""
        positions = (self.start,) if self.kind in _IN_ONE_POINT else (self.start, self.stop)
        return tuple(Fraction(position, self.unit) for position in positions)


_IN_ONE_POINT = (Kind.TOUCHES, Kind.CROSSES_BORDER)


@dataclass(frozen=True)
class Trace:
    """The contacts of a line, relative to the last of the cells round its start, `grid.cells_at(start)[-1]`.

    Flat tuples of integers, in order along the line; positions are numerators over `denominator`.

    - `crossed`: q, r, start, stop of each cell whose interior the line passes through.
    - `crossings`: q, r, side, position of each side crossed at an inner point, q and r those of the cell it leaves.
    - `alongs`: q, r, side, start, stop of each side run along, seen from one of its two cells.
    - `corners`: x, y, position of each corner met, relative to the start.
    """

    denominator: int
    crossed: tuple[int, ...]
    crossings: tuple[int, ...]
    alongs: tuple[int, ...]
    corners: tuple[int, ...]

    @cached_property
    def cell_numbers(self) -> tuple[int, ...]:
        """The numbers of the cells crossed: added to that of the cell they are relative to, as `number_of` has them."""
        return tuple(map(number_of, self.crossed[::4], self.crossed[1::4]))

    @cached_property
    def side_numbers(self) -> tuple[int, ...]:
        """The numbers of the sides crossed, to be added likewise, as `side_number_of` has them."""
        return tuple(map(side_number_of, self.crossings[::4], self.crossings[1::4], self.crossings[2::4]))

    @cached_property
    def corner_numbers(self) -> tuple[int, ...]:
        """The numbers of the corners met, to be added to that of the start."""
        return tuple(map(number_of, self.corners[::3], self.corners[1::3]))


_APART = 1 << 16


def number_of(one: int, other: int) -> int:
    """Give the number of a cell or point by its coordinates: sums of such pairs have the sums of their numbers."""
    return one * _APART + other


def side_number_of(q: int, r: int, side: int) -> int:
    """Give the number of a side of a cell; to shift the cell adds 8 times the number of the shift."""
    return number_of(q, r) * 8 + side


def trace(grid: Grid, start: Point, stop: Point) -> Trace:
    """Give the course of the line between two lattice points (centres or corners).

    It depends on the kind of the start and on the displacement only, so it is worked out once for each and kept.
    """
    return trace_from(grid, grid.cells_at(start)[-1], start, stop)


def trace_from(grid: Grid, anchor: Cell, start: Point, stop: Point) -> Trace:
    """Give the same, told the last of the cells round the start."""
    middle, origin = grid.centre(anchor), grid.origin
    from_origin = Point(start.x - middle.x + origin.x, start.y - middle.y + origin.y)
    return _trace(grid, from_origin, stop.x - start.x, stop.y - start.y)


def contacts(grid: Grid, start: Point, stop: Point) -> list[Contact]:
    """Give every contact of the line between two lattice points, sorted by position.

    A cell is in exactly one of them, besides the borders crossed: crossed, run along or touched in one point.
    """
    line = trace(grid, start, stop)
    anchor = grid.cells_at(start)[-1]
    found = [*_crossed(grid, line, anchor, start, stop), *_sides(grid, line, anchor)]
    met = {cell for contact in found for cell in contact.cells}
    for x, y, at in _rows(line.corners, 3):
        around = grid.cells_at(Point(start.x + x, start.y + y))
        found += [Contact(Kind.TOUCHES, (cell,), at, at, line.denominator) for cell in around if cell not in met]
    return sorted(found, key=itemgetter(2, 3))


class Passed(NamedTuple):
    """A cell that a line crosses or runs along a side of; `start` is the numerator of where that begins."""

    kind: Kind
    cell: Cell
    start: int


def passed(grid: Grid, start: Point, stop: Point) -> list[Passed]:
    """Give every cell that the line between two lattice points crosses or runs along a side of, in order."""
    line = trace(grid, start, stop)
    anchor = grid.cells_at(start)[-1]
    crossed = zip(line.crossed[::4], line.crossed[1::4], line.crossed[2::4], strict=True)
    found = [Passed(Kind.CROSSES, Cell(anchor.q + q, anchor.r + r), first) for q, r, first in crossed]
    # Only the last and, before all, the first cell can hold an end of the line inside.
    if found and grid.centre(found[-1].cell) == stop:
        found[-1] = found[-1]._replace(kind=Kind.ENDS_IN)
    if found and grid.centre(found[0].cell) == start:
        found[0] = found[0]._replace(kind=Kind.STARTS_IN)
    if line.alongs:
        sides = (contact for contact in _sides(grid, line, anchor) if contact.kind is Kind.ALONG)
        found += [Passed(Kind.ALONG, cell, contact.start) for contact in sides for cell in contact.cells]
        found.sort(key=itemgetter(2))
    return found


def _crossed(grid: Grid, line: Trace, anchor: Cell, start: Point, stop: Point) -> Iterator[Contact]:
    for q, r, first, last in _rows(line.crossed, 4):
        cell, kind = Cell(anchor.q + q, anchor.r + r), Kind.CROSSES
        if first == 0 and grid.centre(cell) == start:
            kind = Kind.STARTS_IN
        elif last == line.denominator and grid.centre(cell) == stop:
            kind = Kind.ENDS_IN
        yield Contact(kind, (cell,), first, last, line.denominator)


def _sides(grid: Grid, line: Trace, anchor: Cell) -> Iterator[Contact]:
    for q, r, side, at in _rows(line.crossings, 4):
        cell = Cell(anchor.q + q, anchor.r + r)
        yield Contact(Kind.CROSSES_BORDER, (cell, grid.neighbour(cell, side)), at, at, line.denominator)
    for q, r, side, first, last in _rows(line.alongs, 5):
        cell = Cell(anchor.q + q, anchor.r + r)
        yield Contact(Kind.ALONG, (cell, grid.neighbour(cell, side)), first, last, line.denominator)


def _rows(flat: tuple[int, ...], width: int) -> Iterator[tuple[int, ...]]:
    return zip(*(flat[i::width] for i in range(width)), strict=True)


@lru_cache(maxsize=_CACHED_TRACES)
def _trace(grid: Grid, start: Point, dx: int, dy: int) -> Trace:
    return _Walk(grid, start, dx, dy).run()


class _Step(NamedTuple):
    """The way over one side: the step to the next cell, and how much later than here the line leaves that by each."""

    side: int
    q: int
    r: int
    gains: tuple[int, int, int]


class _Walk:
    """The walk along one line, which starts at `start` in a frame whose cell (0, 0) is the anchor.

    Position p (of `unit`) lies where form k has the value `values[k] + p * rates[k] / unit`.
    """

    def __init__(self, grid: Grid, start: Point, dx: int, dy: int) -> None:
        self.grid = grid
        self.start = start
        self.stop = Point(start.x + dx, start.y + dy)
        self.values = grid.forms(*start)
        self.rates = grid.forms(dx, dy)
        self.signs = tuple((rate > 0) - (rate < 0) for rate in self.rates)
        self.unit = lcm(*(abs(rate) for rate in self.rates if rate))
        self.forward = [(form, sign, self.unit // self.rates[form]) for form, sign, _ in grid.forward_sides(self.rates)]
        self.origin = grid.forms(*grid.origin)
        self.steps = [self._step(side) for _, _, side in grid.forward_sides(self.rates)]
        self.crossed: list[tuple[int, ...]] = []
        self.crossings: list[tuple[int, ...]] = []
        self.alongs: list[tuple[int, ...]] = []
        self.corners: list[tuple[int, ...]] = []

    def _step(self, side: int) -> _Step:
        step = self.grid.side_steps[side]
        there = self.grid.forms(*self.grid.centre(step))
        gains = [(there[form] - self.origin[form]) * each for form, _, each in self.forward]
        return _Step(side, *step, _three(gains, 0))

    def run(self) -> Trace:
        at = 0
        cell: Cell | None = Cell(0, 0)
        if len(self.grid.cells_at(self.start)) > 1:
            self.corners.append((0, 0, 0))
            cell, at = self._pass_corner(self.start, at)
        while cell is not None:
            cell, at = self._cross_cells(cell, at)
        rows = (self.crossed, self.crossings, self.alongs, self.corners)
        return Trace(self.unit, *(tuple(chain.from_iterable(each)) for each in rows))

    def _cross_cells(self, cell: Cell, entered: int) -> tuple[Cell | None, int]:
        """Go from cell to cell over sides, up to the line's end or a corner and on from there.

        Gives the cell that the line enters from the corner, and where, or None at the line's end.
        """
        (q, r), unit, steps = cell, self.unit, self.steps
        a, b, c = _three(self._exits(cell), unit + 1)
        while True:  # every line of a map runs through here: no lists, and no calls
            left, first = (a, 0) if a < b else (b, 1)
            if c < left:
                left, first = c, 2
            if left > unit:
                self.crossed.append((q, r, entered, unit))
                return None, unit
            self.crossed.append((q, r, entered, left))
            if (a == left) + (b == left) + (c == left) > 1:
                sides = [step.side for step, at in zip(steps, (a, b, c), strict=False) if at == left]
                corner, middle = _corner_step(self.grid, *sides), self.grid.centre(Cell(q, r))
                return self._meet_corner(Point(middle.x + corner.x, middle.y + corner.y), left)
            side, step_q, step_r, (later_a, later_b, later_c) = steps[first]
            self.crossings.append((q, r, side, left))
            q, r, entered = q + step_q, r + step_r, left
            a, b, c = a + later_a, b + later_b, c + later_c

    def _exits(self, cell: Cell) -> list[int]:
        """Give the positions where the line leaves `cell`, or would, by the sides of each of `steps`."""
        middle = self.grid.forms(*self.grid.centre(cell))
        return [(middle[form] + sign - self.values[form]) * each for form, sign, each in self.forward]

    def _meet_corner(self, corner: Point, at: int) -> tuple[Cell | None, int]:
        self.corners.append((corner.x - self.start.x, corner.y - self.start.y, at))
        return self._pass_corner(corner, at) if at < self.unit else (None, at)

    def _pass_corner(self, corner: Point, at: int) -> tuple[Cell | None, int]:
        """Go on from a corner: into the cell that lies ahead, or along the side between the two that do."""
        if corner == self.stop:
            return None, at
        last = self.grid.cells_at(corner)[-1]
        middle = self.grid.centre(last)
        a, *others = (
            Cell(last.q + q, last.r + r)
            for q, r in _steps_ahead(self.grid, Point(corner.x - middle.x, corner.y - middle.y), self.signs)
        )
        if not others:
            return a, at
        [b] = others
        (far,) = _corners(self.grid, a) & _corners(self.grid, b) - {corner}
        stop = self._position(far)
        self.alongs.append((*a, self.grid.side_steps.index(Cell(b.q - a.q, b.r - a.r)), at, stop))
        return self._meet_corner(far, stop)

    def _position(self, point: Point) -> int:
        """Give the position of a point on the line."""
        here = self.grid.forms(*point)
        form = next(form for form, rate in enumerate(self.rates) if rate)
        return (here[form] - self.values[form]) * self.unit // self.rates[form]


def _three(numbers: list[int], other: int) -> tuple[int, int, int]:
    """Give up to three numbers, and another one for those that are missing."""
    a, b, c = (*numbers, other, other, other)[:3]
    return a, b, c


def _corners(grid: Grid, cell: Cell) -> set[Point]:
    return {grid.corner(cell, index) for index in range(len(grid.corners))}


@lru_cache(maxsize=1024)
def _steps_ahead(grid: Grid, corner: Point, signs: tuple[int, ...]) -> tuple[Cell, ...]:
    """Give the steps to the cells in which, or on a side of which, a line goes on from a corner.

    They lead from the last of the cells round it, from whose centre `corner` is the step to it; `signs` are those of
    the rates at which forms change along the line.
    """
    here = Point(grid.origin.x + corner.x, grid.origin.y + corner.y)
    values = grid.forms(*here)

    def is_ahead(cell: Cell) -> bool:
        middle = grid.forms(*grid.centre(cell))
        return all((m - h) * sign >= 0 for m, h, sign in zip(middle, values, signs, strict=True) if m != h)

    return tuple(filter(is_ahead, grid.cells_at(here)))


@lru_cache
def _corner_step(grid: Grid, side: int, other: int) -> Point:
    """Give the way from a cell's centre to the corner between two of its sides."""
    around = {Cell(0, 0), grid.side_steps[side], grid.side_steps[other]}
    middle = grid.centre(Cell(0, 0))
    corner = next(p for p in _corners(grid, Cell(0, 0)) if around <= set(grid.cells_at(p)))
    return Point(corner.x - middle.x, corner.y - middle.y)
