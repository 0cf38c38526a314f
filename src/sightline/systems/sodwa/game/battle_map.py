"""The map of a battle: terrain with the objects on it, and caches of what follows from these alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from sightline.board import Board, Border, PlaceError, parse_border, parse_cell
from sightline.lattice import Cell
from sightline.rules import Position, Sight, Site
from sightline.systems.sodwa.destructible import WALLS
from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles, encode_bits, iter_bits
from sightline.systems.sodwa.game.step_table import StepTable, TargetsByKinds
from sightline.systems.sodwa.game.tile_contents import ContentBits, TileContents, contents_of
from sightline.systems.sodwa.pieces import Character, character_of, is_flyer
from sightline.systems.sodwa.portals import ends_of_lines, sight_links
from sightline.systems.sodwa.sight import can_touch, distance
from sightline.systems.sodwa.step_rules import Flyer, Walker
from sightline.systems.sodwa.terrain import meaning, obstructs

_MAX_NEIGHBOURHOODS: Final = 100_000


class _Neighbourhood(NamedTuple):
    """The steps and adjacency that the contents of a tile and its neighbours allow, in relative bit sets.

    It has the steps on foot and in flight, and, once needed, the neighbours whose levels allow them to be adjacent.
    """

    walking: TargetsByKinds
    flying: TargetsByKinds
    touching: list[BitSet]


class ObstructingBorder(NamedTuple):
    """A border with obstructing terrain, and its two tiles."""

    site: Border
    tiles: BitSet


class TileLook(NamedTuple):
    """A line of sight between two tiles: what is seen on it, and its length."""

    sight: Sight
    distance: int

    @property
    def degree(self) -> int:
        """The degree of the sight, 0 for clear."""
        return _SIGHTS.index(self.sight)


_SIGHTS: Final = (Sight.CLEAR, Sight.IMPEDED, Sight.BLOCKED)


class _TerrainCache:
    """Caches that the maps of all battles on one terrain share."""

    def __init__(self, position: Position) -> None:
        self.tiles = IndexedTiles(position)
        self.content_bits = ContentBits(position, self.tiles.layout)
        self.neighbourhoods: dict[tuple[tuple[int, ...], tuple[TileContents, ...]], _Neighbourhood] = {}


class BattleMap:
    """Terrain with the objects on it, without characters.

    `bits` has the sites of all masks in layers, as lines of sight test them.
    """

    bits: int
    _contents: list[TileContents]
    _walking: StepTable
    _flying: StepTable
    _touching: list[BitSet | None]

    def __init__(self, cache: _TerrainCache, position: Position) -> None:
        self.position, self.board = position, position.board
        self.tiles, self._cache = cache.tiles, cache
        self._tiles_of: dict[str, BitSet] = {}

    @classmethod
    def of(cls, position: Position) -> BattleMap:
        """Return the map of a position without characters."""
        found = cls(_TerrainCache(position), position)
        found._contents = [contents_of(position, cell) for cell in found.tiles.cells]
        bits_of = found._cache.content_bits.of
        found.bits = encode_bits(index + bit for index, each in enumerate(found._contents) for bit in bits_of(each))
        found._touching = [None] * len(found._contents)
        found._build_step_tables()
        return found

    def with_board(self, board: Board, changed: Iterable[Cell]) -> BattleMap:
        """Return the map of a board without characters that differs on these tiles and their borders at most."""
        after, indices = BattleMap(self._cache, self.position.with_surface(board)), [*map(self.tiles.index, changed)]
        after.bits, after._contents = self.bits, self._contents.copy()
        for index in indices:
            after._contents[index] = contents = contents_of(after.position, self.tiles.cells[index])
            after.bits &= ~(self.tiles.layout.column << index)
            after.bits |= encode_bits(index + bit for bit in self._cache.content_bits.of(contents))
        after._touching, stale = self._touching.copy(), self.tiles.squares(indices)
        for index in iter_bits(stale):
            after._touching[index] = None
        after._build_step_tables(self, stale)
        return after

    def _build_step_tables(self, earlier: BattleMap | None = None, stale: BitSet = 0) -> None:
        """Build the step tables; those of an `earlier` map hold for tiles that are not `stale`."""
        position, tiles = self.position, self.tiles
        walking, flying = (earlier._walking, earlier._flying) if earlier else (None, None)
        self._walking = StepTable(Walker(position), tiles, lambda tile: self._near(tile).walking, walking, stale)
        self._flying = StepTable(Flyer(position), tiles, lambda tile: self._near(tile).flying, flying, stale)

    def _near(self, index: int) -> _Neighbourhood:
        """Return the neighbourhood of a tile, which all tiles with equal contents around them share."""
        known, square, contents = self._cache.neighbourhoods, self.tiles.square(index), self._contents
        key = tuple([near - index for near in square]), tuple([contents[near] for near in square])
        found = known.get(key)
        if found is None:
            if len(known) >= _MAX_NEIGHBOURHOODS:
                known.clear()
            known[key] = found = _Neighbourhood({}, {}, [])
        return found

    @cached_property
    def sight_links(self) -> Mapping[int, int]:
        """The tiles of portals through which characters see, each with the one that it leads to."""
        index = self.tiles.index
        return {index(here): index(there) for here, there in sight_links(self.position).items()}

    @cached_property
    def objects(self) -> Mapping[str, Character]:
        """The objects by name."""
        return {name: character_of(piece) for name, piece in self.board.pieces.items()}

    @cached_property
    def object_tiles(self) -> tuple[tuple[str, int], ...]:
        """The names of the objects, and their tiles."""
        return tuple((name, self.tiles.index(thing.cell)) for name, thing in self.objects.items())

    def find_cell(self, label: str) -> Cell | None:
        """Return the tile with a label, None where there is none."""
        index = self.tiles.indices.get(label)
        if index is not None:
            return self.tiles.cells[index] if self.on_map >> index & 1 else None
        try:
            return parse_cell(self.board, label)
        except PlaceError:
            return None

    def find_site(self, label: str) -> Site | None:
        """Return the tile or border with a label, None where there is none."""
        if "/" not in label:
            return self.find_cell(label)
        ends = self.tiles.borders.get(label)
        if ends is not None:
            one, other = ends
            is_there = self.on_map >> one & self.on_map >> other & 1
            return (self.tiles.cells[one], self.tiles.cells[other]) if is_there else None
        try:
            return parse_border(self.board, label)
        except PlaceError:
            return None

    def label(self, site: Site) -> str:
        """Return the label of a tile or border."""
        return self.tiles.labels[self.tiles.index(site)] if isinstance(site, Cell) else self.position.label(site)

    def step_table(self, mover: Character) -> StepTable:
        """Return the step table for a character."""
        return self._flying if is_flyer(mover) else self._walking

    def bits_with(self, standing: BitSet) -> int:
        """Return `bits` with characters on those tiles."""
        return self.bits | standing << self.tiles.characters_layer

    def _touching_of(self, index: int) -> BitSet:
        """Return the neighbours of a tile whose levels allow the two to be adjacent."""
        found = self._touching[index]
        if found is None:
            tiles, known = self.tiles, self._near(index)
            if not known.touching:
                here, cells = tiles.cells[index], tiles.cells
                square = tiles.square(index)
                near = [to for to in square if to != index and can_touch(self.position, here, cells[to])]
                known.touching.append(tiles.to_relative(near, index))
            self._touching[index] = found = tiles.from_relative(known.touching[0], index)
        return found

    def is_adjacent(self, bits: int, one: int, other: int) -> bool:
        """Return whether two tiles are adjacent; `bits` has terrain and characters."""
        return bool(self._touching_of(one) >> other & 1) and not self.tiles.keeping_apart.blocks(bits, one, other)

    def adjacent_of(self, bits: int, one: int, others: BitSet) -> BitSet:
        """Return those of other tiles that are adjacent to one."""
        near = self._touching_of(one) & others
        for other in iter_bits(near):
            if self.tiles.keeping_apart.blocks(bits, one, other):
                near ^= 1 << other
        return near

    def is_blocked(self, bits: int, one: int, other: int) -> bool:
        """Return whether sight from one tile to another is blocked."""
        return self.tiles.is_blocked(bits, one, other, is_near=self.is_adjacent(bits, one, other))

    def looks(self, bits: int, one: int, other: int) -> Iterator[TileLook]:
        """Yield the lines of sight between characters on two tiles that are not adjacent, through portals too."""
        cells = self.tiles.cells
        for start, stop in ends_of_lines(self.position, cells[one], cells[other]):
            here, there = self.tiles.index(start), self.tiles.index(stop)
            is_near = here != there and self.is_adjacent(bits, here, there)
            sight = Sight.CLEAR if here == there else self.tiles.sight(bits, here, there, is_near=is_near)
            yield TileLook(sight, distance(self.position, start, stop))

    @cached_property
    def obstructing(self) -> BitSet:
        """The tiles with obstructing terrain."""
        return self.bits >> self.tiles.layout.layers[WALLS] & self.tiles.all

    def is_obstructing(self, site: Site) -> bool:
        """Return whether there is obstructing terrain on a tile or border."""
        return bool(self.bits >> self.tiles.layout.bit(WALLS, site) & 1)

    def tiles_of(self, kind: str) -> BitSet:
        """Return the tiles of a kind of terrain, by themselves or by an object."""
        found = self._tiles_of.get(kind)
        if found is None:
            contents = enumerate(self._contents)
            found = encode_bits(index for index, each in contents if kind in (each.kinds or ()) or kind in each.objects)
            self._tiles_of[kind] = found
        return found

    @cached_property
    def on_map(self) -> BitSet:
        """The tiles that are no holes."""
        return encode_bits(index for index, each in enumerate(self._contents) if each.kinds is not None)

    @cached_property
    def obstructed(self) -> BitSet:
        """The tiles with obstructing terrain or an obstructing object: nobody can be there."""
        terrain = self.position.terrain
        found = (
            index
            for index, each in enumerate(self._contents)
            if any(obstructs(meaning(terrain, kind)) for kind in (*(each.kinds or ()), *each.objects))
        )
        return encode_bits(found)

    @cached_property
    def obstructing_borders(self) -> tuple[ObstructingBorder, ...]:
        """The borders with obstructing terrain."""
        layout, index = self.tiles.layout, self.tiles.index
        return tuple(
            ObstructingBorder(border, 1 << index(border[0]) | 1 << index(border[1]))
            for border in self.board.borders
            if self.bits >> layout.bit(WALLS, border) & 1
        )


def battle_map_of(position: Position) -> BattleMap:
    """Return the map of a position, which battles that begin on the same terrain and objects share."""
    pieces = position.board.pieces
    objects = {name: piece for name, piece in pieces.items() if piece.as_terrain is not None}
    placed = tuple((name, thing.cell, thing.as_terrain) for name, thing in objects.items())
    key = "battle map", placed, tuple(position.rulings.items()), tuple(position.board.links.items())
    bare = position.with_surface(replace(position.board, pieces=MappingProxyType(objects)))
    return position.cached_by_terrain(key, lambda: BattleMap.of(bare))
