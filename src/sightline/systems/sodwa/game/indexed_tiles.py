"""Tiles by their indices, bit sets of tiles, and the lines between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from sightline.board import format_cell
from sightline.lattice import Cell
from sightline.rules import Position, Sight
from sightline.rules.position import Mask
from sightline.sight import SightPlan
from sightline.sight.plan import EndIsIn, Leaf, SightLine, iter_parts
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.destructible import WALLS
from sightline.systems.sodwa.obstructions import MaskLayout, Obstructions
from sightline.systems.sodwa.sight_plan import BLOCKED, IMPEDED
from sightline.systems.sodwa.terrain import characters

BitSet = int
"""A set of tiles: bit *t* stands for the tile with index *t*."""

_PLANS: Final = (sight.between_apart, sight.between_adjacent, sight.up_to_the_target, sight.keeping_apart)


def encode_bits(indices: Iterable[int]) -> BitSet:
    """Return the bit set of indices, in time linear in the highest one."""
    found = [*indices]
    if not found:
        return 0
    octets = bytearray(max(found) // 8 + 1)
    for index in found:
        octets[index >> 3] |= 1 << (index & 7)
    return int.from_bytes(octets, "little")


def iter_bits(bits: BitSet) -> Iterator[int]:
    """Yield the indices in a bit set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class IndexedTiles:
    """The tiles of boards of one size, in the order of rows, and tests of the lines between them.

    - `up_to` tests a line to a tile that counts as clear, `keeping_apart` whether neighbours are not adjacent.
    - `steps` are the differences from an index to those of its neighbours, ascending.
    - `relative_steps` has the number of a step by the index of the neighbour in a relative bit set (see `to_relative`).
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        self.columns, self.rows = board.columns, board.rows
        self.cells = tuple(Cell(column, row) for row in range(self.rows) for column in range(self.columns))
        self.labels = tuple(format_cell(board, cell) for cell in self.cells)
        self.indices = {label: index for index, label in enumerate(self.labels)}
        plans = {build: position.plan(build) for build in _PLANS}
        self.layout = MaskLayout(board, (*(mask for plan in plans.values() for mask in _iter_masks(plan)), WALLS))

        def lines(build: Callable[[], SightPlan], degree: int) -> Obstructions:
            return Obstructions(plans[build], self.layout, position.rulings, degree)

        self.keeping_apart, self.up_to = lines(sight.keeping_apart, BLOCKED), lines(sight.up_to_the_target, BLOCKED)
        self._blocking = tuple(lines(build, BLOCKED) for build in (sight.between_apart, sight.between_adjacent))
        self._impeding = tuple(lines(build, IMPEDED) for build in (sight.between_apart, sight.between_adjacent))
        self.characters_layer = self.layout.layers[characters]
        self.all = (1 << len(self.cells)) - 1
        self.steps = [y * self.columns + x for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
        self.relative_steps = {self.columns + 1 + step: number for number, step in enumerate(self.steps)}
        self._position = position
        self._neighbours: dict[int, BitSet] = {}
        self._within: dict[tuple[int, int], BitSet] = {}

    @cached_property
    def borders(self) -> Mapping[str, tuple[int, int]]:
        """The two tiles of each border, by label."""
        found = dict[str, tuple[int, int]]()
        for index, cell in enumerate(self.cells):
            for other in ([index + 1] if cell.q + 1 < self.columns else []) + [index + self.columns]:
                if other < len(self.cells):
                    found[f"{self.labels[index]}/{self.labels[other]}"] = index, other
        return found

    def index(self, cell: Cell) -> int:
        """Return the index of a tile."""
        return cell.r * self.columns + cell.q

    def cell(self, label: str) -> Cell:
        """Return the tile with a label. Raise KeyError where there is none."""
        return self.cells[self.indices[label]]

    def to_relative(self, near: Iterable[int], index: int) -> BitSet:
        """Return the bit set of tiles in the 3 x 3 square of one, as if that were the second tile of the second row."""
        return encode_bits(each - index + self.columns + 1 for each in near)

    def from_relative(self, bits: BitSet, index: int) -> BitSet:
        """Return a bit set from `to_relative` as one of the tiles around this one."""
        return bits << index >> self.columns + 1

    def square(self, index: int) -> list[int]:
        """Return a tile and its neighbours, ascending."""
        row, column = divmod(index, self.columns)
        first, last = max(0, column - 1), min(self.columns, column + 2)
        rows = range(max(0, row - 1), min(self.rows, row + 2))
        return [y * self.columns + x for y in rows for x in range(first, last)]

    def neighbours(self, index: int) -> BitSet:
        """Return the neighbours of a tile."""
        if index not in self._neighbours:
            self._neighbours[index] = encode_bits(near for near in self.square(index) if near != index)
        return self._neighbours[index]

    def ring(self, index: int) -> list[int]:
        """Return the neighbours of a tile, holes left out, in the order of the grid."""
        board = self._position.board
        return [self.index(cell) for cell in board.grid.ring(self.cells[index], 1) if cell in board]

    def squares(self, indices: Iterable[int]) -> BitSet:
        """Return tiles with their neighbours."""
        return encode_bits(near for index in indices for near in self.square(index))

    def is_blocked(self, bits: int, one: int, other: int, *, is_near: bool) -> bool:
        """Return whether sight from one tile to another, which is adjacent or not, is blocked."""
        return self._blocking[is_near].blocks(bits, one, other)

    def sight(self, bits: int, one: int, other: int, *, is_near: bool) -> Sight:
        """Return the sight from one tile to another, which is adjacent or not."""
        if not self._impeding[is_near].blocks(bits, one, other):
            return Sight.CLEAR
        return Sight.BLOCKED if self.is_blocked(bits, one, other, is_near=is_near) else Sight.IMPEDED

    def within(self, index: int, reach: int) -> BitSet:
        """Return the tiles within a distance."""
        key = index, reach
        if key not in self._within:
            here, position = self.cells[index], self._position
            near = (
                self.index(cell) for cell in self._square(here, reach) if sight.distance(position, here, cell) <= reach
            )
            self._within[key] = encode_bits(near)
        return self._within[key]

    def _square(self, middle: Cell, reach: int) -> Iterator[Cell]:
        """Yield the tiles at most `reach` columns and rows away, in order: no distance is shorter."""
        rows = range(max(0, middle.r - reach), min(self.rows, middle.r + reach + 1))
        columns = range(max(0, middle.q - reach), min(self.columns, middle.q + reach + 1))
        return (self.cells[row * self.columns + column] for row in rows for column in columns)


def _iter_masks(plan: SightPlan) -> Iterator[Mask]:
    assert isinstance(plan.fold, SightLine)
    for reading in plan.fold.readings.values():
        yield from (part.mask for part in iter_parts(reading) if isinstance(part, Leaf | EndIsIn))
