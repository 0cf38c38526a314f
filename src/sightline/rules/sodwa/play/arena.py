"""The ground of a battle with the objects on it, and what follows from it alone, worked out once for many states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from sightline.board import Board
from sightline.lattice import Cell
from sightline.rules import Position
from sightline.rules.sodwa import breaking
from sightline.rules.sodwa.pieces import Character, character_of, is_flyer
from sightline.rules.sodwa.play.tiles import Bits, Tiles, bits_of, iter_bits
from sightline.rules.sodwa.play.ways import Ways
from sightline.rules.sodwa.sight import ENGAGED, can_touch
from sightline.rules.sodwa.steps import Flyer, Walker


class Fence(NamedTuple):
    """A border with obstructing terrain: its label, its two tiles, and its bits on lines."""

    label: str
    tiles: tuple[int, int]
    bits: int


class Arena:
    """A ground with the objects on it, where nobody stands. Tiles go by their numbers, sets of tiles by bits."""

    def __init__(self, position: Position, earlier: Arena | None = None, stale: Bits = 0) -> None:
        """Begin with what is known of an `earlier` arena of that size, save about `stale` tiles."""
        self.position = position
        self.tiles: Tiles = earlier.tiles if earlier else Tiles(position)
        known: dict[int, Bits] = earlier._touching if earlier else {}
        self._touching: dict[int, Bits] = {tile: to for tile, to in known.items() if not stale >> tile & 1}
        self._walking: Ways = Ways(Walker(position), self.tiles, earlier._walking if earlier else None, stale)
        self._flying: Ways = Ways(Flyer(position), self.tiles, earlier._flying if earlier else None, stale)

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

    def with_board(self, board: Board, changed: Iterable[Cell]) -> Arena:
        """Give the arena of a board without characters that differs on these tiles and their borders at most."""
        stale = self.tiles.near(map(self.tiles.number, changed))
        return Arena(self.position.with_surface(board), self, stale)

    def ways(self, mover: Character) -> Ways:
        """Give the ways of such a character."""
        return self._flying if is_flyer(mover) else self._walking

    @cached_property
    def bits(self) -> int:
        """What lies on lines, characters aside."""
        return self.tiles.layout.packed(self.position)

    def bits_with(self, standing: Bits) -> int:
        """Give what is on lines with characters on those tiles."""
        return self.bits | standing << self.tiles.shift

    def touching(self, number: int) -> Bits:
        """Give the neighbours whose level keeps them not apart from a tile."""
        if number not in self._touching:
            tiles, cells = self.tiles, self.tiles.cells
            self._touching[number] = bits_of(
                to for to in iter_bits(tiles.around(number)) if can_touch(self.position, cells[number], cells[to])
            )
        return self._touching[number]

    def is_adjacent(self, bits: int, one: int, other: int) -> bool:
        """Tell whether two tiles are adjacent, with that on lines."""
        return bool(self.touching(one) >> other & 1) and not self.tiles.keeping.is_blocked(bits, one, other)

    def is_any_adjacent(self, bits: int, one: int, others: Bits) -> bool:
        """Tell whether a tile is adjacent to any of others."""
        near = self.touching(one) & others
        return any(not self.tiles.keeping.is_blocked(bits, one, other) for other in iter_bits(near))

    def is_blocked(self, bits: int, one: int, other: int) -> bool:
        """Tell whether sight from one tile to another is blocked."""
        tiles = self.tiles
        return (tiles.adjacent if self.is_adjacent(bits, one, other) else tiles.apart).is_blocked(bits, one, other)

    @cached_property
    def _walls(self) -> tuple[Bits, tuple[Fence, ...]]:
        """The tiles, and the borders, with obstructing terrain."""
        number, label, layout = self.tiles.number, self.position.label, self.tiles.layout
        walls, fences = 0, []
        for site in breaking.iter_walls(self.position):
            if isinstance(site, Cell):
                walls |= 1 << number(site)
            else:
                fences.append(Fence(label(site), (number(site[0]), number(site[1])), layout.in_all_layers(site)))
        return walls, tuple(fences)

    def iter_targets(self, mover: Character, bits: int, *, is_engaged: bool) -> Iterator[str]:
        """Yield the labels of the obstructing tiles, then borders, that a character can attack."""
        (walls, fences), at = self._walls, self.tiles.number(mover.cell)
        keeps_close = is_engaged and self.position.rulings[ENGAGED.name] == "all-targets"
        near, reached = self.tiles.around(at), 0 if keeps_close else self.tiles.within(at, mover.range)
        for wall in iter_bits(walls & (near | reached)):
            if not self.tiles.up_to.is_blocked(bits, at, wall):
                yield self.tiles.labels[wall]
        for fence in fences:
            if at in fence.tiles or any(
                reached >> tile & 1 and self._is_seen(bits, at, tile, fence.bits) for tile in fence.tiles
            ):
                yield fence.label

    def _is_seen(self, bits: int, start: int, tile: int, fence: int) -> bool:
        """Tell whether a tile is seen with the fence that is looked at, or without it."""
        return not self.is_blocked(bits & ~fence, start, tile) or not self.is_blocked(bits, start, tile)


def arena_of(position: Position) -> Arena:
    """Give the arena of a position, which other battles on the same ground share."""
    pieces = position.board.pieces
    objects = {name: piece for name, piece in pieces.items() if piece.as_terrain is not None}
    lie = tuple((name, thing.cell, thing.as_terrain) for name, thing in objects.items())
    key = "arena", lie, tuple(position.rulings.items())
    bare = position.with_surface(replace(position.board, pieces=MappingProxyType(objects)))
    return position.once_for_ground(key, lambda: Arena(bare))
