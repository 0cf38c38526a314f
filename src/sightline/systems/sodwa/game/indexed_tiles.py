"""Tiles by their indices, bit sets of tiles, and the lines between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import itemgetter
from typing import Final, NamedTuple

from sightline.board import Border, format_cell
from sightline.lattice import Cell
from sightline.rules import Position, Sight
from sightline.rules.position import Mask
from sightline.sight import SightPlan
from sightline.sight.plan import EndIsIn, Leaf, SightLine, iter_parts
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.destructible import WALLS
from sightline.systems.sodwa.obstructions import Obstructions, layout_of
from sightline.systems.sodwa.sight_plan import BLOCKED, IMPEDED
from sightline.systems.sodwa.terrain import characters

BitSet = int
"""A set of tiles: bit *t* stands for the tile with index *t*."""

SiteSet = int
"""A set of tiles and borders: the bit of a site is its index in the first layer of masks, of a tile its own index."""

SquareContents = tuple[int, int, tuple[int, ...]]
"""The contents of a tile and its neighbours by their numbers, and where at the edges of the map it lies."""

_MAX_CACHED: Final = 4096
_FEW: Final = 16
_PLANS: Final[tuple[Callable[[], SightPlan], ...]] = (
    sight.between_apart,
    sight.between_adjacent,
    sight.up_to_the_target,
    sight.keeping_apart,
)


def encode_bits(indices: Iterable[int]) -> BitSet:
    """Return the bit set of indices, in time linear in the highest one."""
    found = [*indices]
    if len(found) <= _FEW:
        bits = 0
        for index in found:
            bits |= 1 << index
        return bits
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


def first_bit(bits: BitSet) -> int:
    """Return the lowest index in a bit set that is not empty."""
    return (bits & -bits).bit_length() - 1


def nth_bit(bits: BitSet, place: int) -> int:
    """Return the index in a bit set at a place, counted from 0. Raise IndexError where there are fewer."""
    for _ in range(place):
        bits &= bits - 1
    if not bits:
        raise IndexError(place)
    return first_bit(bits)


class IndexedBorder(NamedTuple):
    """A border, the index of its bit in a set of sites, and its two tiles."""

    site: Border
    number: int
    tiles: BitSet


class NeighbourStep(NamedTuple):
    """A step to a neighbour: its number, the difference of indices, the bit of the neighbour in a relative bit set.

    `one` and `other` are the differences to the sides of the corner that a diagonal step passes, 0 for straight ones.
    """

    number: int
    by: int
    bit: BitSet
    one: int
    other: int


class GroupedStep(NamedTuple):
    """A step of a group.

    - `behind`: the index of its tile minus that of the first tile of the group.
    - `place`: the place of the step in `IndexedTiles.steps`.
    """

    behind: int
    place: int
    step: NeighbourStep


class StepGroup(NamedTuple):
    """The steps over an edge, or past a corner, which the contents of the two or four tiles there decide.

    `behind` are the indices of the tiles minus that of the first one; `firsts` are the tiles that can be the first.
    """

    behind: tuple[int, ...]
    firsts: BitSet
    steps: tuple[GroupedStep, ...]

    def around(self, tiles: BitSet) -> BitSet:
        """Return the first tiles of the groups to which some tiles belong."""
        found = 0
        for by in self.behind:
            found |= tiles >> by
        return found & self.firsts


_WAYS: Final = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
"""The steps to neighbours in columns and rows, in the order of the tiles that they lead to."""


class IndexedTiles:
    """The tiles of boards of one size, in the order of rows, and tests of the lines between them.

    - `up_to` tests a line to a tile that counts as clear, `keeping_apart` whether neighbours are not adjacent.
    - `steps` are the differences from an index to those of its neighbours, ascending.
    - `step_groups` are the groups of steps over edges to the east, over edges to the south, and past corners.
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        self.columns, self.rows = board.columns, board.rows
        self.cells = tuple(Cell(column, row) for row in range(self.rows) for column in range(self.columns))
        self.labels = tuple(format_cell(board, cell) for cell in self.cells)
        self.indices = {label: index for index, label in enumerate(self.labels)}
        self.layout = layout_of(board.grid, board.columns, board.rows, _masks())

        def lines(build: Callable[[], SightPlan], degree: int) -> Obstructions:
            return self.layout.obstructions(build, position.rulings, degree)

        self.keeping_apart, self.up_to = lines(sight.keeping_apart, BLOCKED), lines(sight.up_to_the_target, BLOCKED)
        self._blocking = tuple(lines(build, BLOCKED) for build in (sight.between_apart, sight.between_adjacent))
        self._impeding = tuple(lines(build, IMPEDED) for build in (sight.between_apart, sight.between_adjacent))
        self.characters_layer = self.layout.layers[characters]
        self.all = (1 << len(self.cells)) - 1
        self._first_column = encode_bits(range(0, len(self.cells), self.columns))
        self.all_sites = self.all | self._borders(self.all, self.all)
        self.steps = [y * self.columns + x for x, y in _WAYS]
        self.step_groups = [self._step_group(ways) for ways in (((1, 0),), ((0, 1),), ((1, 1), (-1, 1)))]
        self._position = position
        self._neighbours: dict[int, BitSet] = {}
        self._shapes: dict[tuple[bool, bool, bool, bool], tuple[Sequence[int], Sequence[NeighbourStep]]] = {}
        self._within: dict[int, dict[int, BitSet]] = {}
        self._squares: dict[int, tuple[int, int, Callable[[Sequence[int]], tuple[int, ...]]]] = {}
        self._ways: dict[int, Sequence[tuple[int, int]]] = {}
        self._sites: dict[tuple[str, ...], SiteSet] = {}
        self._indexed_borders: dict[Border, IndexedBorder] = {}

    @cached_property
    def borders(self) -> Mapping[str, tuple[int, tuple[int, int]]]:
        """The borders by label: the index of the bit in a set of sites, and the two tiles."""
        found, number = dict[str, tuple[int, tuple[int, int]]](), len(self.cells)
        for index, cell in enumerate(self.cells):
            if cell.q + 1 < self.columns:
                found[f"{self.labels[index]}/{self.labels[index + 1]}"] = number + index, (index, index + 1)
            below = index + self.columns
            if below < number:
                found[f"{self.labels[index]}/{self.labels[below]}"] = 2 * number + index, (index, below)
        return found

    def border(self, number: int) -> Border:
        """Return the border whose bit in a set of sites has an index."""
        plane, index = divmod(number, len(self.cells))
        return self.cells[index], self.cells[index + (1 if plane == 1 else self.columns)]

    def indexed_border(self, border: Border) -> IndexedBorder:
        """Return a border with its index and tiles."""
        found = self._indexed_borders.get(border)
        if found is None:
            tiles = 1 << self.index(border[0]) | 1 << self.index(border[1])
            found = self._indexed_borders[border] = IndexedBorder(border, self.layout.in_layer(border), tiles)
        return found

    def index(self, cell: Cell) -> int:
        """Return the index of a tile."""
        return cell.r * self.columns + cell.q

    def cell(self, label: str) -> Cell:
        """Return the tile with a label. Raise KeyError where there is none."""
        return self.cells[self.indices[label]]

    def from_relative(self, bits: BitSet, index: int) -> BitSet:
        """Return tiles around one from a relative bit set, in which that is the second tile of the second row."""
        return bits << index >> self.columns + 1

    def square(self, index: int) -> Sequence[int]:
        """Return a tile and its neighbours, ascending."""
        return [index + by for by in self.offsets(index)]

    def square_contents(self, contents: Sequence[int], index: int) -> SquareContents:
        """Return what is known by numbers of the tiles of a `square`, and which of its tiles there are."""
        found = self._squares.get(index)
        if found is None:
            offsets, square = self.offsets(index), self.square(index)
            self._squares[index] = found = offsets[0], offsets[-1], itemgetter(*square) if len(square) > 1 else tuple
        first, last, find = found
        return first, last, find(contents)

    def offsets(self, index: int) -> Sequence[int]:
        """Return the differences from a tile to those of its `square`; they differ at the edges of the map."""
        return self._shape(index)[0]

    def steps_from(self, index: int) -> Sequence[NeighbourStep]:
        """Return the steps to the neighbours of a tile, ascending."""
        return self._shape(index)[1]

    def _shape(self, index: int) -> tuple[Sequence[int], Sequence[NeighbourStep]]:
        """Return `offsets` and `steps_from`, which all tiles share that have neighbours on the same sides."""
        row, column = divmod(index, self.columns)
        key = row > 0, row < self.rows - 1, column > 0, column < self.columns - 1
        found = self._shapes.get(key)
        if found is None:
            north, south, west, east = key
            ways = [(x, y) for y in range(-north, south + 1) for x in range(-west, east + 1)]
            steps = [self._step(x, y) for x, y in ways if x or y]
            self._shapes[key] = found = [y * self.columns + x for x, y in ways], steps
        return found

    def _step(self, x: int, y: int) -> NeighbourStep:
        by = y * self.columns + x
        sides = (y * self.columns, x) if x and y else (0, 0)
        return NeighbourStep(3 * y + x, by, 1 << by + self.columns + 1, *sides)

    def _step_group(self, ways: Sequence[tuple[int, int]]) -> StepGroup:
        """Return the group of the steps of some ways, and of those back, between tiles of one rectangle."""
        columns, rows = {0, *(x for x, _ in ways if x > 0)}, {0, *(y for _, y in ways)}
        firsts = self.all if len(rows) == 1 else self.all >> self.columns
        if len(columns) > 1:
            firsts &= ~(self._first_column << self.columns - 1)
        steps = list[GroupedStep]()
        for x, y in ways:
            start = max(0, -x)
            for at, way in ((start, (x, y)), (start + y * self.columns + x, (-x, -y))):
                steps.append(GroupedStep(at, _WAYS.index(way), self._step(*way)))
        behind = tuple(y * self.columns + x for y in sorted(rows) for x in sorted(columns))
        return StepGroup(behind, firsts, tuple(steps))

    def grown(self, tiles: BitSet) -> BitSet:
        """Return tiles with their neighbours."""
        first, last = self._first_column, self._first_column << self.columns - 1
        wide = tiles | (tiles & ~last) << 1 | (tiles & ~first) >> 1
        return (wide | wide << self.columns | wide >> self.columns) & self.all

    def borders_of(self, tiles: BitSet) -> SiteSet:
        """Return the borders of tiles."""
        return self._borders(tiles | tiles >> 1, tiles | tiles >> self.columns)

    def borders_between(self, tiles: BitSet) -> SiteSet:
        """Return the borders both of whose tiles are among these."""
        return self._borders(tiles & tiles >> 1, tiles & tiles >> self.columns)

    def _borders(self, east: BitSet, south: BitSet) -> SiteSet:
        """Return the borders to the east and to the south of tiles, as far as the board goes."""
        number, last = len(self.cells), self._first_column << self.columns - 1
        return (east & ~last) << number | (south & self.all >> self.columns) << 2 * number

    def sites(self, labels: tuple[str, ...]) -> SiteSet:
        """Return the tiles and borders with labels. Raise KeyError where there is none."""
        found = self._sites.get(labels)
        if found is None:
            if len(self._sites) >= _MAX_CACHED:
                self._sites.clear()
            self._sites[labels] = found = encode_bits(map(self.number, labels))
        return found

    def number(self, label: str) -> int:
        """Return the index of the bit of a tile or border in a set of sites. Raise KeyError where there is none."""
        return self.borders[label][0] if "/" in label else self.indices[label]

    def neighbours(self, index: int) -> BitSet:
        """Return the neighbours of a tile."""
        if index not in self._neighbours:
            self._neighbours[index] = encode_bits(near for near in self.square(index) if near != index)
        return self._neighbours[index]

    def ring(self, index: int) -> list[int]:
        """Return the neighbours of a tile, holes left out, in the order of the grid."""
        board = self._position.board
        return [self.index(cell) for cell in board.grid.ring(self.cells[index], 1) if cell in board]

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
        known = self._within.get(reach)
        if known is None:
            self._within[reach] = known = {}
        found = known.get(index)
        if found is None:
            row, column = divmod(index, self.columns)
            near = ((row + y, column + x) for x, y in self._steps_within(reach))
            known[index] = found = encode_bits(
                y * self.columns + x for y, x in near if 0 <= y < self.rows and 0 <= x < self.columns
            )
        return found

    def _steps_within(self, reach: int) -> Sequence[tuple[int, int]]:
        """Return the columns and rows between tiles within a distance: at most so many, as no distance is shorter."""
        if reach not in self._ways:
            most_x, most_y = min(reach, self.columns - 1), min(reach, self.rows - 1)
            ways = [(x, y) for y in range(-most_y, most_y + 1) for x in range(-most_x, most_x + 1)]
            start, position = Cell(0, 0), self._position
            self._ways[reach] = [(x, y) for x, y in ways if sight.distance(position, start, Cell(x, y)) <= reach]
        return self._ways[reach]


@cache
def _masks() -> tuple[Mask, ...]:
    """Return the masks that the plans ask about, and that of walls."""
    found = dict[Mask, None]()
    for build in _PLANS:
        fold = build().fold
        assert isinstance(fold, SightLine)
        for reading in fold.readings.values():
            found |= {part.mask: None for part in iter_parts(reading) if isinstance(part, Leaf | EndIsIn)}
    return (*found, WALLS)
