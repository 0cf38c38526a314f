"""Tiles by their numbers, sets of them as whole numbers, and the lines between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sightline.board import format_cell
from sightline.lattice import Cell
from sightline.rules import Position, Sight
from sightline.rules.position import Mask
from sightline.sight import SightPlan
from sightline.sight.plan import EndIsIn, Leaf, SightLine, iter_parts
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.destructible import WALLS
from sightline.systems.sodwa.obstructions import Layout, Obstructions
from sightline.systems.sodwa.sight_plan import BLOCKED, IMPEDED
from sightline.systems.sodwa.terrain import characters

Bits = int
"""Tiles, each the bit of its number."""


_PLANS: Final = (sight.between_apart, sight.between_adjacent, sight.up_to_the_target, sight.keeping_apart)


def bits_of(numbers: Iterable[int]) -> Bits:
    """Give the bits of tiles, in time that grows with the highest number."""
    found = [*numbers]
    if not found:
        return 0
    octets = bytearray(max(found) // 8 + 1)
    for number in found:
        octets[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(octets, "little")


def iter_bits(bits: Bits) -> Iterator[int]:
    """Yield the numbers of tiles, rising."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Tiles:
    """The tiles of boards of one size, numbered row by row from 0, and what is bad for lines between them.

    `up_to` blocks a line to a tile that counts as clear, `keeping` keeps neighbours from being adjacent.
    `around_by` is by how much the numbers of neighbours are higher; `shifted_neighbours` says which of them a tile is
    that has been shifted.
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        self.columns, self.rows = board.columns, board.rows
        self.cells = tuple(Cell(column, row) for row in range(self.rows) for column in range(self.columns))
        self.labels = tuple(format_cell(board, cell) for cell in self.cells)
        self.numbers = {label: number for number, label in enumerate(self.labels)}
        plans = {state: position.plan(state) for state in _PLANS}
        self.layout = Layout(board, (*(mask for plan in plans.values() for mask in _masks(plan)), WALLS))

        def lines(state: Callable[[], SightPlan], degree: int) -> Obstructions:
            return Obstructions(plans[state], self.layout, position.rulings, degree)

        self.keeping, self.up_to = lines(sight.keeping_apart, BLOCKED), lines(sight.up_to_the_target, BLOCKED)
        self._blocking = tuple(lines(state, BLOCKED) for state in (sight.between_apart, sight.between_adjacent))
        self._impeding = tuple(lines(state, IMPEDED) for state in (sight.between_apart, sight.between_adjacent))
        self.shift = self.layout.layers[characters]
        self.all = (1 << len(self.cells)) - 1
        self.around_by = [y * self.columns + x for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
        self.shifted_neighbours = {self.columns + 1 + by: number for number, by in enumerate(self.around_by)}
        self._position = position
        self._around: dict[int, Bits] = {}
        self._within: dict[tuple[int, int], Bits] = {}

    def number(self, cell: Cell) -> int:
        """Give the number of a tile."""
        return cell.r * self.columns + cell.q

    def cell(self, label: str) -> Cell:
        """Give the tile of that label. Raises KeyError where there is none."""
        return self.cells[self.numbers[label]]

    def shifted(self, near: Iterable[int], number: int) -> Bits:
        """Give tiles round one as they would be if it were the second of the second row."""
        return bits_of(each - number + self.columns + 1 for each in near)

    def unshifted(self, bits: Bits, number: int) -> Bits:
        """Give tiles back that were shifted."""
        return bits << number >> self.columns + 1

    def square(self, number: int) -> list[int]:
        """Give a tile and its neighbours, rising."""
        row, column = divmod(number, self.columns)
        first, last = max(0, column - 1), min(self.columns, column + 2)
        rows = range(max(0, row - 1), min(self.rows, row + 2))
        return [y * self.columns + x for y in rows for x in range(first, last)]

    def around(self, number: int) -> Bits:
        """Give the neighbours of a tile."""
        if number not in self._around:
            self._around[number] = bits_of(near for near in self.square(number) if near != number)
        return self._around[number]

    def ring(self, number: int, tiles: Bits) -> list[int]:
        """Give those of some tiles, holes left out, that are round one, in the order of the grid."""
        board = self._position.board
        near = (self.number(cell) for cell in board.grid.ring(self.cells[number], 1) if cell in board)
        return [each for each in near if tiles >> each & 1]

    def near(self, numbers: Iterable[int]) -> Bits:
        """Give tiles with their neighbours."""
        return bits_of(near for number in numbers for near in self.square(number))

    def is_blocked(self, bits: int, one: int, other: int, *, is_near: bool) -> bool:
        """Tell whether sight from one tile to another, which is adjacent or not, is blocked."""
        return self._blocking[is_near].hinder(bits, one, other)

    def sight(self, bits: int, one: int, other: int, *, is_near: bool) -> Sight:
        """Give the sight from one tile to another, which is adjacent or not."""
        if not self._impeding[is_near].hinder(bits, one, other):
            return Sight.CLEAR
        return Sight.BLOCKED if self.is_blocked(bits, one, other, is_near=is_near) else Sight.IMPEDED

    def within(self, number: int, reach: int) -> Bits:
        """Give the tiles that are no farther away than that."""
        key = number, reach
        if key not in self._within:
            here, position = self.cells[number], self._position
            near = (to for to, cell in enumerate(self.cells) if sight.distance(position, here, cell) <= reach)
            self._within[key] = bits_of(near)
        return self._within[key]


def _masks(plan: SightPlan) -> Iterator[Mask]:
    assert isinstance(plan.fold, SightLine)
    for reading in plan.fold.readings.values():
        yield from (part.mask for part in iter_parts(reading) if isinstance(part, Leaf | EndIsIn))
