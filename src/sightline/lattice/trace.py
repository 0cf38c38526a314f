"""Exact traversal of a grid by a straight line: every cell, edge and corner that the line meets, in order.

`trace` walks from cell to cell. The line leaves a cell at the smallest of at most three fractions, one per linear form
of the grid; two equal ones mean a corner. All positions are integers over one common denominator per line.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from math import lcm
from operator import itemgetter, neg
from typing import NamedTuple

from msgspec import Struct

from sightline.lattice.cells import Cell, Point
from sightline.lattice.grid import Grid

_CACHED_TRACES = 4096


class ContactType(StrEnum):
    """The way in which a line meets cells."""

    STARTS_IN = "starts-in"
    CROSSES = "crosses"
    ENDS_IN = "ends-in"
    ALONG = "along"
    TOUCHES = "touches"
    CROSSES_BORDER = "crosses-border"


class Contact(NamedTuple):
    """One meeting of a line with a cell, or with the two cells of an edge.

    It lasts from `start` to `stop`, positions on the line as numerators over `denominator`, equal for a single point.
    """

    kind: ContactType
    cells: tuple[Cell, ...]
    start: int
    stop: int
    denominator: int

    @property
    def at(self) -> tuple[Fraction, ...]:
        """The positions on the line as fractions of its length: one for a point, otherwise two."""
        positions = (self.start,) if self.kind in _IN_ONE_POINT else (self.start, self.stop)
        return tuple(Fraction(position, self.denominator) for position in positions)


_IN_ONE_POINT = (ContactType.TOUCHES, ContactType.CROSSES_BORDER)


class Trace(Struct, frozen=True, dict=True):
    """The contacts of a line, relative to its anchor cell, `grid.cells_at(start)[-1]`.

    Flat tuples of integers, in order along the line; positions are numerators over `denominator`.

    - `crossed`: (q, r, start, stop) of each cell whose interior the line passes through.
    - `crossings`: (q, r, edge, position) of each edge crossed at an inner point; q, r are those of the cell left.
    - `alongs`: (q, r, edge, start, stop) of each edge that the line runs along; q, r are those of one of its two cells.
    - `corners`: (x, y, position) of each corner met; x, y are relative to the start of the line.
    """

    denominator: int
    crossed: tuple[int, ...]
    crossings: tuple[int, ...]
    alongs: tuple[int, ...]
    corners: tuple[int, ...]

    @cached_property
    def packed_cells(self) -> tuple[int, ...]:
        """The cells crossed, packed by `pack_coordinates`; add the packed anchor cell to shift them."""
        return tuple([q * _PACKING_STRIDE + r for q, r in zip(self.crossed[::4], self.crossed[1::4], strict=True)])

    @cached_property
    def packed_edges(self) -> tuple[int, ...]:
        """The edges crossed, packed by `pack_edge`; add 8 times the packed anchor cell to shift them."""
        return tuple(map(pack_edge, self.crossings[::4], self.crossings[1::4], self.crossings[2::4]))

    @cached_property
    def packed_corners(self) -> tuple[int, ...]:
        """The corners met, packed by `pack_coordinates`; add the packed start of the line to shift them."""
        return tuple(map(pack_coordinates, self.corners[::3], self.corners[1::3]))


_PACKING_STRIDE = 1 << 16


def pack_coordinates(one: int, other: int) -> int:
    """Return the two coordinates of a cell or point as one integer; packing is additive."""
    return one * _PACKING_STRIDE + other


def pack_edge(q: int, r: int, edge: int) -> int:
    """Return an edge of the cell (q, r) as one integer; shifting the cell adds 8 times the packed shift."""
    return pack_coordinates(q, r) * 8 + edge


def trace(grid: Grid, start: Point, stop: Point) -> Trace:
    """Return the trace of the line between two lattice points (centres or corners).

    Traces are cached: one depends only on the displacement and on whether the start is a centre or which corner.
    """
    return trace_from(grid, grid.cells_at(start)[-1], start, stop)


def trace_from(grid: Grid, anchor: Cell, start: Point, stop: Point) -> Trace:
    """Return `trace(grid, start, stop)` for a caller that knows `anchor`, which is `grid.cells_at(start)[-1]`."""
    return _trace(grid, _shift_to_origin(grid, anchor, start), stop.x - start.x, stop.y - start.y)


def _shift_to_origin(grid: Grid, anchor: Cell, point: Point) -> Point:
    """Return a point of a cell, at the same place in the cell (0, 0)."""
    middle, origin = grid.centre(anchor), grid.origin
    if point == middle:
        return origin
    return Point(point.x - middle.x + origin.x, point.y - middle.y + origin.y)


def contacts(grid: Grid, start: Point, stop: Point) -> list[Contact]:
    """Return every contact of the line between two lattice points, sorted by position.

    Each cell that the line meets is in exactly one contact (crossed, run along, or touched in one point), not counting
    the contacts of edges crossed.
    """
    line = trace(grid, start, stop)
    anchor = grid.cells_at(start)[-1]
    found = [*_cell_contacts(grid, line, anchor, start, stop), *_edge_contacts(grid, line, anchor)]
    met = {cell for contact in found for cell in contact.cells}
    for x, y, at in _rows(line.corners, 3):
        around = grid.cells_at(Point(start.x + x, start.y + y))
        found += [Contact(ContactType.TOUCHES, (cell,), at, at, line.denominator) for cell in around if cell not in met]
    return sorted(found, key=itemgetter(2, 3))


class PassedCell(NamedTuple):
    """A cell that a line crosses, or runs along an edge of; `start` is the position where it begins, a numerator."""

    kind: ContactType
    cell: Cell
    start: int


def passed_cells(grid: Grid, start: Point, stop: Point) -> list[PassedCell]:
    """Return every cell that the line between two lattice points crosses or runs along an edge of, in order."""
    anchor = grid.cells_at(start)[-1]
    q, r = anchor
    passed = _passed_cells(grid, _shift_to_origin(grid, anchor, start), stop.x - start.x, stop.y - start.y)
    return _shifted(passed, q, r)


def passed_cells_among(grid: Grid, start: Point, stop: Point, cells: Container[tuple[int, int]]) -> list[PassedCell]:
    """Return those of `passed_cells` that are in `cells`, a set or mapping of cells. The others are never made."""
    anchor = grid.cells_at(start)[-1]
    q, r = anchor
    passed = _passed_cells(grid, _shift_to_origin(grid, anchor, start), stop.x - start.x, stop.y - start.y)
    return [PassedCell(kind, Cell(q + dq, r + dr), at) for kind, (dq, dr), at in passed if (q + dq, r + dr) in cells]


def passed_cells_near(grid: Grid, start: Point, stop: Point, cell: Cell) -> list[PassedCell]:
    """Return those of `passed_cells` that are a cell or share an edge with it."""
    anchor = grid.cells_at(start)[-1]
    q, r = anchor
    begin, away = _shift_to_origin(grid, anchor, start), Cell(cell.q - q, cell.r - r)
    near = _passed_cells_near(grid, begin, stop.x - start.x, stop.y - start.y, away)
    return _shifted(near, q, r)


def _shifted(passed: Iterable[PassedCell], q: int, r: int) -> list[PassedCell]:
    """Return passed cells, shifted by (q, r)."""
    # Not `PassedCell(...)` and `Cell(...)`, which take twice as long: every attack calls this.
    new = tuple.__new__
    return [new(PassedCell, (kind, new(Cell, (q + dq, r + dr)), at)) for kind, (dq, dr), at in passed]


@lru_cache(maxsize=_CACHED_TRACES)
def _passed_cells_near(grid: Grid, start: Point, dx: int, dy: int, cell: Cell) -> tuple[PassedCell, ...]:
    """Return the cells that a line passes, from in or at a corner of (0, 0), and that are a cell or share its edges."""
    near = {cell, *grid.neighbours(cell)}
    return tuple(passed for passed in _passed_cells(grid, start, dx, dy) if passed.cell in near)


@lru_cache(maxsize=_CACHED_TRACES)
def _passed_cells(grid: Grid, start: Point, dx: int, dy: int) -> tuple[PassedCell, ...]:
    """Return the cells passed by a line that starts in the cell (0, 0) or at a corner of it."""
    line, anchor, stop = _trace(grid, start, dx, dy), Cell(0, 0), Point(start.x + dx, start.y + dy)
    crossed = zip(line.crossed[::4], line.crossed[1::4], line.crossed[2::4], strict=True)
    found = [PassedCell(ContactType.CROSSES, Cell(q, r), first) for q, r, first in crossed]
    # Only the first and the last cell can have an end of the line in their interior; a line in one cell starts there.
    if found and grid.centre(found[-1].cell) == stop:
        found[-1] = found[-1]._replace(kind=ContactType.ENDS_IN)
    if found and grid.centre(found[0].cell) == start:
        found[0] = found[0]._replace(kind=ContactType.STARTS_IN)
    alongs = (contact for contact in _edge_contacts(grid, line, anchor) if contact.kind is ContactType.ALONG)
    found += [PassedCell(ContactType.ALONG, cell, contact.start) for contact in alongs for cell in contact.cells]
    return tuple(sorted(found, key=itemgetter(2)))


def _cell_contacts(grid: Grid, line: Trace, anchor: Cell, start: Point, stop: Point) -> Iterator[Contact]:
    for q, r, first, last in _rows(line.crossed, 4):
        cell, kind = Cell(anchor.q + q, anchor.r + r), ContactType.CROSSES
        if first == 0 and grid.centre(cell) == start:
            kind = ContactType.STARTS_IN
        elif last == line.denominator and grid.centre(cell) == stop:
            kind = ContactType.ENDS_IN
        yield Contact(kind, (cell,), first, last, line.denominator)


def _edge_contacts(grid: Grid, line: Trace, anchor: Cell) -> Iterator[Contact]:
    for q, r, edge, at in _rows(line.crossings, 4):
        cell = Cell(anchor.q + q, anchor.r + r)
        yield Contact(ContactType.CROSSES_BORDER, (cell, grid.neighbour(cell, edge)), at, at, line.denominator)
    for q, r, edge, first, last in _rows(line.alongs, 5):
        cell = Cell(anchor.q + q, anchor.r + r)
        yield Contact(ContactType.ALONG, (cell, grid.neighbour(cell, edge)), first, last, line.denominator)


def _rows(flat: tuple[int, ...], width: int) -> Iterator[tuple[int, ...]]:
    return zip(*(flat[i::width] for i in range(width)), strict=True)


def _trace(grid: Grid, start: Point, dx: int, dy: int) -> Trace:
    if start == grid.origin and (dx, dy) < (0, 0):
        return _reflect(grid, -dx, -dy)
    return _walk(grid, start, dx, dy)


@lru_cache(maxsize=_CACHED_TRACES)
def _walk(grid: Grid, start: Point, dx: int, dy: int) -> Trace:
    return _GridWalk(grid, start, dx, dy).run()


@lru_cache(maxsize=_CACHED_TRACES)
def _reflect(grid: Grid, dx: int, dy: int) -> Trace:
    """Return the trace of the line by (-dx, -dy) from the centre of the cell (0, 0)."""
    line, opposite = _walk(grid, grid.origin, dx, dy), _opposite_edges(grid)
    crossed, crossings, corners = list(line.crossed), list(line.crossings), list(line.corners)
    for numbers, width in ((crossed, 4), (crossings, 4), (corners, 3)):
        numbers[::width] = map(neg, numbers[::width])
        numbers[1::width] = map(neg, numbers[1::width])
    crossings[2::4] = map(opposite.__getitem__, line.crossings[2::4])
    met = {at: Point(grid.origin.x + x, grid.origin.y + y) for x, y, at in _rows(tuple(corners), 3)}
    alongs: list[int] = []
    for q, r, edge, at, stop in _rows(line.alongs, 5):
        one, other = Cell(-q, -r), grid.neighbour(Cell(-q, -r), opposite[edge])
        # Of the two cells, the walk names the first one round the corner where the edge begins.
        first, second = sorted((one, other), key=grid.cells_at(met[at]).index)
        alongs += (*first, grid.edge_steps.index(Cell(second.q - first.q, second.r - first.r)), at, stop)
    return Trace(line.denominator, tuple(crossed), tuple(crossings), tuple(alongs), tuple(corners))


@lru_cache
def _opposite_edges(grid: Grid) -> tuple[int, ...]:
    """Return for each edge the one on the other side of the cell."""
    return tuple(grid.edge_steps.index(Cell(-q, -r)) for q, r in grid.edge_steps)


class _EdgeStep(NamedTuple):
    """The step over one edge: displacement (q, r) of the next cell, and the increase of its exit positions.

    `gains` are the differences of the exit positions, one per forward edge.
    """

    edge: int
    q: int
    r: int
    gains: tuple[int, int, int]


class _GridWalk:
    """The traversal of one line, which starts at `start` in a frame whose cell (0, 0) is the anchor.

    Positions are numerators over `unit`. At position p linear form k has the value `values[k] + p * rates[k] / unit`.
    """

    def __init__(self, grid: Grid, start: Point, dx: int, dy: int) -> None:
        self.grid = grid
        self.start = start
        self.stop = Point(start.x + dx, start.y + dy)
        self.values = grid.forms(*start)
        self.rates = grid.forms(dx, dy)
        self.signs = tuple((rate > 0) - (rate < 0) for rate in self.rates)
        self.unit = lcm(*(abs(rate) for rate in self.rates if rate))
        self.forward = [(form, sign, self.unit // self.rates[form]) for form, sign, _ in grid.forward_edges(self.rates)]
        self.origin = grid.forms(*grid.origin)
        self.steps = [self._step(edge) for _, _, edge in grid.forward_edges(self.rates)]
        self.crossed: list[tuple[int, ...]] = []
        self.crossings: list[tuple[int, ...]] = []
        self.alongs: list[tuple[int, ...]] = []
        self.corners: list[tuple[int, ...]] = []

    def _step(self, edge: int) -> _EdgeStep:
        step = self.grid.edge_steps[edge]
        there = self.grid.forms(*self.grid.centre(step))
        gains = [(there[form] - self.origin[form]) * each for form, _, each in self.forward]
        return _EdgeStep(edge, *step, _pad_to_three(gains, 0))

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
        """Walk from cell to cell over edges, up to the end of the line or to a corner and past it.

        Return the cell that the line enters from the corner (None at the end of the line), and the position.
        """
        (q, r), unit, steps = cell, self.unit, self.steps
        a, b, c = _pad_to_three(self._exits(cell), unit + 1)
        while True:  # hot loop: no lists and no calls
            left, first = (a, 0) if a < b else (b, 1)
            if c < left:
                left, first = c, 2
            if left > unit:
                self.crossed.append((q, r, entered, unit))
                return None, unit
            self.crossed.append((q, r, entered, left))
            if (a == left) + (b == left) + (c == left) > 1:
                edges = [step.edge for step, at in zip(steps, (a, b, c), strict=False) if at == left]
                corner, middle = _corner_step(self.grid, *edges), self.grid.centre(Cell(q, r))
                return self._meet_corner(Point(middle.x + corner.x, middle.y + corner.y), left)
            edge, step_q, step_r, (later_a, later_b, later_c) = steps[first]
            self.crossings.append((q, r, edge, left))
            q, r, entered = q + step_q, r + step_r, left
            a, b, c = a + later_a, b + later_b, c + later_c

    def _exits(self, cell: Cell) -> list[int]:
        """Return the positions at which the line meets the lines of the forward edges of `cell`, as in `steps`."""
        middle = self.grid.forms(*self.grid.centre(cell))
        return [(middle[form] + sign - self.values[form]) * each for form, sign, each in self.forward]

    def _meet_corner(self, corner: Point, at: int) -> tuple[Cell | None, int]:
        self.corners.append((corner.x - self.start.x, corner.y - self.start.y, at))
        return self._pass_corner(corner, at) if at < self.unit else (None, at)

    def _pass_corner(self, corner: Point, at: int) -> tuple[Cell | None, int]:
        """Continue from a corner: into the one cell ahead, or along the edge between two cells ahead.

        Return as `_cross_cells` does.
        """
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
        self.alongs.append((*a, self.grid.edge_steps.index(Cell(b.q - a.q, b.r - a.r)), at, stop))
        return self._meet_corner(far, stop)

    def _position(self, point: Point) -> int:
        """Return the position on the line of one of its points."""
        here = self.grid.forms(*point)
        form = next(form for form, rate in enumerate(self.rates) if rate)
        return (here[form] - self.values[form]) * self.unit // self.rates[form]


def _pad_to_three(numbers: list[int], filler: int) -> tuple[int, int, int]:
    a, b, c = (*numbers, filler, filler, filler)[:3]
    return a, b, c


def _corners(grid: Grid, cell: Cell) -> set[Point]:
    return {grid.corner(cell, index) for index in range(len(grid.corners))}


@lru_cache(maxsize=1024)
def _steps_ahead(grid: Grid, corner: Point, signs: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return the cells that a line enters from a corner: one, or the two beside the edge that it then runs along.

    Cells are relative to the last of the cells round the corner, and `corner` is relative to the centre of that cell.
    `signs` are the signs of the rates at which the linear forms change along the line.
    """
    here = Point(grid.origin.x + corner.x, grid.origin.y + corner.y)
    values = grid.forms(*here)

    def is_ahead(cell: Cell) -> bool:
        middle = grid.forms(*grid.centre(cell))
        return all((m - h) * sign >= 0 for m, h, sign in zip(middle, values, signs, strict=True) if m != h)

    return tuple(filter(is_ahead, grid.cells_at(here)))


@lru_cache
def _corner_step(grid: Grid, edge: int, other: int) -> Point:
    """Return the displacement from the centre of a cell to the corner between two of its edges."""
    around = {Cell(0, 0), grid.edge_steps[edge], grid.edge_steps[other]}
    middle = grid.centre(Cell(0, 0))
    corner = next(p for p in _corners(grid, Cell(0, 0)) if around <= set(grid.cells_at(p)))
    return Point(corner.x - middle.x, corner.y - middle.y)
