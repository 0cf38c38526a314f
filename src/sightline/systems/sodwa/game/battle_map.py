"""The ground of a battle with the objects on it, and what follows from it alone, worked out once for many states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from sightline.board import Board, Border, PlaceError, parse_border, parse_cell
from sightline.lattice import Cell
from sightline.rules import Position, Site
from sightline.systems.sodwa.destructible import WALLS
from sightline.systems.sodwa.game.path_table import Steps, Ways
from sightline.systems.sodwa.game.tile_bits import Bits, Tiles, bits_of, iter_bits
from sightline.systems.sodwa.game.tile_contents import Lying, Singles, lying_on
from sightline.systems.sodwa.pieces import Character, character_of, is_flyer
from sightline.systems.sodwa.sight import ENGAGED, can_touch
from sightline.systems.sodwa.step_rules import Flyer, Walker

_MOST_KEPT = 100_000


class _Spot(NamedTuple):
    """What follows from what lies on a tile and round it, all shifted as `Tiles.shifted` does.

    Steps on foot and in flight, and, once it has been asked for, the neighbours that its level allows to be adjacent.
    """

    walking: Steps
    flying: Steps
    touching: list[Bits]


class _Fence(NamedTuple):
    """A border with obstructing terrain: its label, its two tiles, and its bits."""

    label: str
    tiles: tuple[int, int]
    bits: int


class _Shared:
    """What arenas of battles that began on one ground have in common: what is known of tiles by what lies there."""

    def __init__(self, position: Position) -> None:
        self.tiles = Tiles(position)
        self.singles = Singles(position, self.tiles.layout)
        self.spots: dict[tuple[tuple[int, ...], tuple[Lying, ...]], _Spot] = {}


class BattleMap:
    """A ground with the objects on it, where nobody stands. Tiles go by their numbers, sets of tiles by bits.

    `bits` are what lies on lines, `board` is the ground with the objects on it.
    """

    bits: int
    _lying: list[Lying]
    _walking: Ways
    _flying: Ways
    _touching: list[Bits | None]

    def __init__(self, shared: _Shared, position: Position) -> None:
        self.position, self.board = position, position.board
        self.tiles, self._shared = shared.tiles, shared

    @classmethod
    def of(cls, position: Position) -> BattleMap:
        """Give the arena of a position without characters."""
        arena = cls(_Shared(position), position)
        arena._lying = [lying_on(position, cell) for cell in arena.tiles.cells]
        places = arena._shared.singles.places
        arena.bits = bits_of(number + place for number, lying in enumerate(arena._lying) for place in places(lying))
        arena._touching = [None] * len(arena._lying)
        arena._walk()
        return arena

    def with_board(self, board: Board, changed: Iterable[Cell]) -> BattleMap:
        """Give the arena of a board without characters that differs on these tiles and their borders at most."""
        after, numbers = BattleMap(self._shared, self.position.with_surface(board)), [*map(self.tiles.number, changed)]
        after.bits, after._lying = self.bits, self._lying.copy()
        for number in numbers:
            after._lying[number] = lying = lying_on(after.position, self.tiles.cells[number])
            after.bits &= ~(self.tiles.layout.column << number)
            after.bits |= bits_of(number + place for place in self._shared.singles.places(lying))
        after._touching, stale = self._touching.copy(), self.tiles.near(numbers)
        for number in iter_bits(stale):
            after._touching[number] = None
        after._walk(self, stale)
        return after

    def _walk(self, earlier: BattleMap | None = None, stale: Bits = 0) -> None:
        """Make the ways, with what an `earlier` arena knows of tiles that are not `stale`."""
        position, tiles = self.position, self.tiles
        walking, flying = (earlier._walking, earlier._flying) if earlier else (None, None)
        self._walking = Ways(Walker(position), tiles, lambda tile: self._spot(tile).walking, walking, stale)
        self._flying = Ways(Flyer(position), tiles, lambda tile: self._spot(tile).flying, flying, stale)

    def _spot(self, number: int) -> _Spot:
        """Give what is known of all tiles with the same on them and round them."""
        spots, square, lying = self._shared.spots, self.tiles.square(number), self._lying
        key = tuple([near - number for near in square]), tuple([lying[near] for near in square])
        spot = spots.get(key)
        if spot is None:
            if len(spots) >= _MOST_KEPT:
                spots.clear()
            spots[key] = spot = _Spot({}, {}, [])
        return spot

    @cached_property
    def objects(self) -> Mapping[str, Character]:
        """The objects by name."""
        return {name: character_of(piece) for name, piece in self.board.pieces.items()}

    @cached_property
    def things(self) -> tuple[tuple[str, int], ...]:
        """The names of the objects, and their tiles."""
        return tuple((name, self.tiles.number(thing.cell)) for name, thing in self.objects.items())

    def find_cell(self, label: str) -> Cell | None:
        """Return the tile with a label, None where there is none."""
        try:
            return parse_cell(self.board, label)
        except PlaceError:
            return None

    def find_site(self, label: str) -> Site | None:
        """Return the tile or border with a label, None where there is none."""
        if "/" not in label:
            return self.find_cell(label)
        try:
            return parse_border(self.board, label)
        except PlaceError:
            return None

    def label(self, cell: Cell) -> str:
        """Give the label of a tile."""
        return self.tiles.labels[self.tiles.number(cell)]

    def ways(self, mover: Character) -> Ways:
        """Give the ways of such a character."""
        return self.ways_of(flies=is_flyer(mover))

    def ways_of(self, *, flies: bool) -> Ways:
        """Give the ways of those who fly, or walk."""
        return self._flying if flies else self._walking

    def bits_with(self, standing: Bits) -> int:
        """Give what is on lines with characters on those tiles."""
        return self.bits | standing << self.tiles.shift

    def near(self, number: int) -> Bits:
        """Give the neighbours of a tile whose levels allow the two to be adjacent."""
        found = self._touching[number]
        if found is None:
            tiles, spot = self.tiles, self._spot(number)
            if not spot.touching:
                here, cells = tiles.cells[number], tiles.cells
                near = [to for to in tiles.square(number) if to != number and can_touch(self.position, here, cells[to])]
                spot.touching.append(tiles.shifted(near, number))
            self._touching[number] = found = tiles.unshifted(spot.touching[0], number)
        return found

    def is_adjacent(self, bits: int, one: int, other: int) -> bool:
        """Tell whether two tiles are adjacent, with that on lines."""
        return bool(self.near(one) >> other & 1) and not self.tiles.keeping.hinder(bits, one, other)

    def adjacent_of(self, bits: int, one: int, others: Bits) -> Bits:
        """Give those of other tiles that are adjacent to one."""
        near = self.near(one) & others
        for other in iter_bits(near):
            if self.tiles.keeping.hinder(bits, one, other):
                near ^= 1 << other
        return near

    def is_blocked(self, bits: int, one: int, other: int) -> bool:
        """Tell whether sight from one tile to another is blocked."""
        return self.tiles.is_blocked(bits, one, other, is_near=self.is_adjacent(bits, one, other))

    @cached_property
    def walls(self) -> Bits:
        """The tiles with obstructing terrain, those beyond the last one without a meaning."""
        return self.bits >> self.tiles.layout.layers[WALLS]

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
        for wall in iter_bits(self.walls & (tiles.around(at) | reached)):
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


def battle_map_of(position: Position) -> BattleMap:
    """Give the arena of a position, which other battles on the same ground share."""
    pieces = position.board.pieces
    objects = {name: piece for name, piece in pieces.items() if piece.as_terrain is not None}
    lie = tuple((name, thing.cell, thing.as_terrain) for name, thing in objects.items())
    key = "arena", lie, tuple(position.rulings.items())
    bare = position.with_surface(replace(position.board, pieces=MappingProxyType(objects)))
    return position.cached_by_terrain(key, lambda: BattleMap.of(bare))
