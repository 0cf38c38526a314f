"""Tiles by their numbers, sets of them as whole numbers, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.board import format_cell
from sightline.lattice import Cell
from sightline.rules import Position, SightPlan
from sightline.rules.plan import Leaf, Line, Stands, iter_parts
from sightline.rules.position import Mask
from sightline.rules.sodwa import sight
from sightline.rules.sodwa.blocking import Blocking, Layout
from sightline.rules.sodwa.ground import characters

Bits = int
"""Tiles, each the bit of its number."""


def bits_of(numbers: Iterable[int]) -> Bits:
    """Give the bits of tiles."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def iter_bits(bits: Bits) -> Iterator[int]:
    """Yield the numbers of tiles, rising."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Tiles:
    """The tiles of boards of one size, numbered row by row from 0, and whether lines between them are blocked.

    The lines are those of the four plans of sight: between tiles that are adjacent or `apart`, `up_to` one that counts
    as clear, and `keeping` neighbours apart.
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        self.columns, self.rows = board.columns, board.rows
        self.cells = tuple(Cell(column, row) for row in range(self.rows) for column in range(self.columns))
        self.labels = tuple(format_cell(board, cell) for cell in self.cells)
        self.numbers = {label: number for number, label in enumerate(self.labels)}
        stated = (sight.between_apart, sight.between_adjacent, sight.up_to_the_target, sight.keeping_apart)
        plans = [position.plan(state) for state in stated]
        self.layout = Layout(board, (mask for plan in plans for mask in _masks(plan)))
        self.apart, self.adjacent, self.up_to, self.keeping = (
            Blocking(plan, self.layout, position.rulings) for plan in plans
        )
        self.shift = self.layout.layers[characters]
        self._position = position
        self._within: dict[tuple[int, int], Bits] = {}

    def number(self, cell: Cell) -> int:
        """Give the number of a tile."""
        return cell.r * self.columns + cell.q

    def cell(self, label: str) -> Cell:
        """Give the tile of that label. Raises KeyError where there is none."""
        return self.cells[self.numbers[label]]

    def around(self, number: int) -> Bits:
        """Give the neighbours of a tile."""
        return self._square(number) ^ 1 << number

    def near(self, numbers: Iterable[int]) -> Bits:
        """Give tiles with their neighbours."""
        found = 0
        for number in numbers:
            found |= self._square(number)
        return found

    def _square(self, number: int) -> Bits:
        row, column = divmod(number, self.columns)
        first, last = max(0, column - 1), min(self.columns, column + 2)
        rows = range(max(0, row - 1), min(self.rows, row + 2))
        return bits_of(y * self.columns + x for y in rows for x in range(first, last))

    def within(self, number: int, reach: int) -> Bits:
        """Give the tiles that are no farther away than that."""
        key = number, reach
        if key not in self._within:
            here, position = self.cells[number], self._position
            near = (to for to, cell in enumerate(self.cells) if sight.distance(position, here, cell) <= reach)
            self._within[key] = bits_of(near)
        return self._within[key]


def _masks(plan: SightPlan) -> Iterator[Mask]:
    assert isinstance(plan.fold, Line)
    for reading in plan.fold.readings.values():
        yield from (part.mask for part in iter_parts(reading) if isinstance(part, Leaf | Stands))
