"""The ground of a battle with the objects on it, and what follows from it alone, worked out once for many states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from sightline.board import Board, Border
from sightline.lattice import Cell
from sightline.rules import Position
from sightline.rules.sodwa.breaking import WALLS
from sightline.rules.sodwa.ground import object_kinds
from sightline.rules.sodwa.pieces import Character, character_of, is_flyer
from sightline.rules.sodwa.play.tiles import Bits, Tiles, bits_of, iter_bits
from sightline.rules.sodwa.play.ways import Spot, Ways
from sightline.rules.sodwa.sight import ENGAGED, can_touch
from sightline.rules.sodwa.steps import Flyer, Walker

_MOST_SPOTS = 100_000


class _Lying(NamedTuple):
    """What there is on a tile and on its borders to the east and to the south."""

    kinds: tuple[str, ...] | None
    objects: tuple[str, ...]
    east: tuple[str, ...]
    south: tuple[str, ...]


class _Fence(NamedTuple):
    """A border with obstructing terrain: its label, its two tiles, and its bits."""

    label: str
    tiles: tuple[int, int]
    bits: int


class _Shared:
    """What arenas of battles that began on one ground have in common: what is known of tiles by what lies there."""

    def __init__(self, position: Position) -> None:
        self.tiles = Tiles(position)
        self.spots: dict[tuple[int, tuple[_Lying, ...]], Spot] = {}
        self.bits: dict[tuple[int, _Lying], int] = {}


class Arena:
    """A ground with the objects on it, where nobody stands. Tiles go by their numbers, sets of tiles by bits.

    `bits` are what lies on lines.
    """

    def __init__(
        self, shared: _Shared, position: Position, lying: list[_Lying], spots: list[Spot | None], bits: int
    ) -> None:
        self.position = position
        self.tiles = shared.tiles
        self.bits = bits
        self._shared, self._lying, self._spots = shared, lying, spots
        self._walking = Ways(Walker(position), self.tiles, spots, self._spot)
        self._flying = Ways(Flyer(position), self.tiles, spots, self._spot)

    @classmethod
    def of(cls, position: Position) -> Arena:
        """Give the arena of a position without characters."""
        shared = _Shared(position)
        lying = [_lying(position, cell) for cell in shared.tiles.cells]
        return cls(shared, position, lying, [None] * len(lying), shared.tiles.layout.packed(position))

    def with_board(self, board: Board, changed: Iterable[Cell]) -> Arena:
        """Give the arena of a board without characters that differs on these tiles and their borders at most."""
        position, tiles = self.position.with_surface(board), self.tiles
        numbers = [tiles.number(cell) for cell in changed]
        lying, spots, bits = self._lying.copy(), self._spots.copy(), self.bits
        for number in numbers:
            lying[number] = there = _lying(position, tiles.cells[number])
            own = tiles.layout.column << number
            if (number, there) not in self._shared.bits:
                self._shared.bits[number, there] = tiles.layout.packed(position) & own
            bits = bits & ~own | self._shared.bits[number, there]
        for number in iter_bits(tiles.near(numbers)):
            spots[number] = None
        return Arena(self._shared, position, lying, spots, bits)

    @property
    def board(self) -> Board:
        """The ground, with the objects on it."""
        return self.position.board

    @cached_property
    def objects(self) -> Mapping[str, Character]:
        """The objects by name."""
        return {name: character_of(piece) for name, piece in self.board.pieces.items()}

    def label(self, cell: Cell) -> str:
        """Give the label of a tile."""
        return self.tiles.labels[self.tiles.number(cell)]

    def _spot(self, number: int) -> Spot:
        """Give what is known of a tile, which depends on what lies there and on the tiles round it."""
        spot = self._spots[number]
        if spot is None:
            known, lying = self._shared.spots, self._lying
            if len(known) > _MOST_SPOTS:
                known.clear()
            key = number, tuple([lying[near] for near in iter_bits(self.tiles.squares[number])])
            self._spots[number] = spot = known.setdefault(key, Spot())
        return spot

    def ways(self, mover: Character) -> Ways:
        """Give the ways of such a character."""
        return self._flying if is_flyer(mover) else self._walking

    def bits_with(self, standing: Bits) -> int:
        """Give what is on lines with characters on those tiles."""
        return self.bits | standing << self.tiles.shift

    def _touching(self, number: int) -> Bits:
        """Give the neighbours of a tile whose levels allow the two to be adjacent."""
        spot, cells = self._spots[number] or self._spot(number), self.tiles.cells
        if spot.touching is None:
            here, near = cells[number], iter_bits(self.tiles.around(number))
            spot.touching = bits_of(to for to in near if can_touch(self.position, here, cells[to]))
        return spot.touching

    def is_adjacent(self, bits: int, one: int, other: int) -> bool:
        """Tell whether two tiles are adjacent, with that on lines."""
        return bool(self._touching(one) >> other & 1) and not self.tiles.keeping.hinder(bits, one, other)

    def is_any_adjacent(self, bits: int, one: int, others: Bits) -> bool:
        """Tell whether a tile is adjacent to any of others."""
        near = self._touching(one) & others
        return any(not self.tiles.keeping.hinder(bits, one, other) for other in iter_bits(near))

    def is_blocked(self, bits: int, one: int, other: int) -> bool:
        """Tell whether sight from one tile to another is blocked."""
        return self.tiles.is_blocked(bits, one, other, is_near=self.is_adjacent(bits, one, other))

    @cached_property
    def _fences(self) -> tuple[_Fence, ...]:
        """The borders with obstructing terrain."""
        layout = self.tiles.layout
        return tuple(self._fence(border) for border in self.board.borders if self.bits >> layout.bit(WALLS, border) & 1)

    def _fence(self, border: Border) -> _Fence:
        one, other = map(self.tiles.number, border)
        return _Fence(self.position.label(border), (one, other), self.tiles.layout.in_all_layers(border))

    def iter_walls(self, mover: Character, bits: int, *, is_engaged: bool) -> Iterator[str]:
        """Yield the labels of the obstructing tiles, then borders, that a character can attack."""
        tiles, at = self.tiles, self.tiles.number(mover.cell)
        keeps_close = is_engaged and self.position.rulings[ENGAGED.name] == "all-targets"
        reached = 0 if keeps_close else tiles.within(at, mover.range)
        walls = self.bits >> tiles.layout.layers[WALLS] & (tiles.around(at) | reached)
        for wall in iter_bits(walls):
            if not tiles.up_to.hinder(bits, at, wall):
                yield tiles.labels[wall]
        for fence in self._fences:
            if at in fence.tiles or any(
                reached >> tile & 1 and self._is_seen(bits, at, tile, fence.bits) for tile in fence.tiles
            ):
                yield fence.label

    def _is_seen(self, bits: int, start: int, tile: int, fence: int) -> bool:
        """Tell whether a tile is seen with the fence that is looked at, or without it."""
        return not self.is_blocked(bits & ~fence, start, tile) or not self.is_blocked(bits, start, tile)


def _lying(position: Position, cell: Cell) -> _Lying:
    board = position.board
    east, south = ((cell, Cell(cell.q + 1, cell.r)), (cell, Cell(cell.q, cell.r + 1)))
    borders = board.borders
    return _Lying(board.kinds(cell), object_kinds(position, cell), borders.get(east, ()), borders.get(south, ()))


def arena_of(position: Position) -> Arena:
    """Give the arena of a position, which other battles on the same ground share."""
    pieces = position.board.pieces
    objects = {name: piece for name, piece in pieces.items() if piece.as_terrain is not None}
    lie = tuple((name, thing.cell, thing.as_terrain) for name, thing in objects.items())
    key = "arena", lie, tuple(position.rulings.items())
    bare = position.with_surface(replace(position.board, pieces=MappingProxyType(objects)))
    return position.once_for_ground(key, lambda: Arena.of(bare))
