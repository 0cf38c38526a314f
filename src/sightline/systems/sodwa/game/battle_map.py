"""The map of a battle: terrain with the objects on it, and caches of what follows from these alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import structs

from sightline.board import Board, PlaceError, parse_border, parse_cell
from sightline.lattice import Cell
from sightline.rules import Position, Sight, Site
from sightline.systems.sodwa.ability import perilous_terrain
from sightline.systems.sodwa.destructible import WALLS
from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedBorder, SiteSet, encode_bits, iter_bits
from sightline.systems.sodwa.game.outlook import Outlook
from sightline.systems.sodwa.game.step_table import ContentSteps, StepTable
from sightline.systems.sodwa.game.terrain_cache import Contents, TerrainCache, TestName
from sightline.systems.sodwa.game.terrain_sight import TerrainSight
from sightline.systems.sodwa.game.tile_contents import TileContents
from sightline.systems.sodwa.pieces import Character, character_of, is_flyer
from sightline.systems.sodwa.portals import ends_of_lines, sight_links
from sightline.systems.sodwa.sight import can_touch, distance
from sightline.systems.sodwa.step_rules import Flyer, Walker
from sightline.systems.sodwa.terrain import TRANSITION, meaning, obstructs

_MAX_OUTLOOKS: Final = 32


class TileLook(NamedTuple):
    """A line of sight between two tiles: what is seen on it, and its length."""

    sight: Sight
    distance: int

    @property
    def degree(self) -> int:
        """The degree of the sight, 0 for clear."""
        return _SIGHTS.index(self.sight)


_SIGHTS: Final = (Sight.CLEAR, Sight.IMPEDED, Sight.BLOCKED)


class BattleMap:
    """Terrain with the objects on it, without characters.

    `bits` has the sites of all masks in layers, as lines of sight test them. Sight over the terrain of the beginning is
    shared by all maps that follow from it, a step table is built from the latest one when it is asked for, and outlooks
    are kept by their tile and the tiles where characters stand.
    """

    bits: int
    _sight: TerrainSight
    _touching: list[BitSet | None]
    _earlier_tables: Mapping[bool, tuple[StepTable, BitSet]] = MappingProxyType({})
    """The latest step tables of earlier maps, by whether they are for flyers, and the tiles that differ since."""

    def __init__(self, cache: TerrainCache, position: Position, contents: Contents) -> None:
        self.position, self.board = position, position.board
        self.tiles, self._cache, self._contents = cache.tiles, cache, contents
        self._tiles_that: dict[TestName, tuple[Callable[[TileContents], bool], BitSet]] = {}
        self._step_tables: dict[bool, StepTable] = {}
        self._outlooks: dict[tuple[int, BitSet], Outlook] = {}
        self.as_begun: SiteSet = cache.tiles.all_sites
        """The tiles and borders whose terrain is as it was in the beginning."""

    @classmethod
    def of(cls, position: Position) -> BattleMap:
        """Return the map of a position without characters."""
        cache = TerrainCache(position)
        found = cls(cache, position, cache.begun_contents)
        found.bits = cache.bits_of(found._contents, range(len(found._contents)))
        found._sight = TerrainSight(cache.tiles, found.bits)
        found._touching = [None] * len(found._contents)
        return found

    def with_board(self, board: Board, changed: Iterable[Cell]) -> BattleMap:
        """Return the map of a board without characters that differs on these tiles and their borders at most."""
        tiles, cache, contents = self.tiles, self._cache, [*self._contents]
        after, indices = BattleMap(cache, self.position.with_surface(board), contents), [*map(tiles.index, changed)]
        for index in indices:
            contents[index] = cache.number(after.position, index)
        gone = sum(tiles.layout.column << index for index in indices)
        after.bits = self.bits & ~gone | cache.bits_of(contents, indices)
        there = encode_bits(indices)
        after.as_begun = self.as_begun & ~(gone & tiles.all_sites) | cache.unchanged(contents, indices)
        for name, (test, found) in self._tiles_that.items():
            after._tiles_that[name] = test, found & ~there | cache.tiles_that(name, test, contents, indices)
        after._touching, stale = self._touching.copy(), tiles.grown(there)
        for index in iter_bits(stale):
            after._touching[index] = None
        after._sight = self._sight
        if board.pieces is self.board.pieces:
            after.objects, after.object_tiles = self.objects, self.object_tiles
        latest = {**self._earlier_tables, **{is_flying: (table, 0) for is_flying, table in self._step_tables.items()}}
        after._earlier_tables = {is_flying: (table, since | there) for is_flying, (table, since) in latest.items()}
        return after

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
            one, other = ends[1]
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
        is_flying = is_flyer(mover)
        table = self._step_tables.get(is_flying)
        if table is None:
            self._step_tables[is_flying] = table = self._build_step_table(is_flying=is_flying)
        return table

    def _build_step_table(self, *, is_flying: bool) -> StepTable:
        """Return a step table; that of an earlier map holds but for the steps that changed tiles decide."""
        position, cache = self.position, self._cache
        earlier, changed = self._earlier_tables.get(is_flying, (None, 0))
        rules = Flyer(position) if is_flying else Walker(position, cache.kinds)
        steps = ContentSteps(self._contents, cache.flying if is_flying else cache.walking)
        return StepTable(rules, self.tiles, steps, earlier, changed)

    def outlook(self, tile: int, standing: BitSet) -> Outlook:
        """Return the outlook from a tile while characters stand on some tiles; the latest outlooks are cached."""
        key = tile, standing
        found = self._outlooks.get(key)
        if found is None:
            if len(self._outlooks) >= _MAX_OUTLOOKS:
                self._outlooks.clear()
            bits = self.bits_with(standing)
            adjacent = self.adjacent_of(bits, tile, standing & ~(1 << tile))
            self._outlooks[key] = found = Outlook(self.tiles, self._sight, self._remade, bits, tile, standing, adjacent)
        return found

    def bits_with(self, standing: BitSet) -> int:
        """Return `bits` with characters on those tiles."""
        return self.bits | standing << self.tiles.characters_layer

    def _touching_of(self, index: int) -> BitSet:
        """Return the neighbours of a tile whose levels allow the two to be adjacent."""
        found = self._touching[index]
        if found is None:
            self._touching[index] = found = self.tiles.from_relative(self._relative_touching(index), index)
        return found

    def _relative_touching(self, index: int) -> BitSet:
        """Return the tiles of `_touching_of` in a relative bit set: they depend on the contents around alone."""
        known, key = self._cache.touching, self.tiles.square_contents(self._contents, index)
        found = known.get(key)
        if found is None:
            cells, position = self.tiles.cells, self.position
            steps = self.tiles.steps_from(index)
            found = sum(step.bit for step in steps if can_touch(position, cells[index], cells[index + step.by]))
            known[key] = found
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
        is_near = self._touching_of(one) >> other & 1 and not self.tiles.keeping_apart.blocks(bits, one, other)
        return self.tiles.is_blocked(bits, one, other, is_near=bool(is_near))

    def looks(self, bits: int, one: int, other: int) -> Iterator[TileLook]:
        """Yield the lines of sight between characters on two tiles that are not adjacent, through portals too."""
        cells = self.tiles.cells
        for start, stop in ends_of_lines(self.position, cells[one], cells[other]):
            here, there = self.tiles.index(start), self.tiles.index(stop)
            is_near = here != there and self.is_adjacent(bits, here, there)
            sight = Sight.CLEAR if here == there else self.tiles.sight(bits, here, there, is_near=is_near)
            yield TileLook(sight, distance(self.position, start, stop))

    @cached_property
    def walls(self) -> SiteSet:
        """The tiles and borders with obstructing terrain."""
        return self.bits >> self.tiles.layout.layers[WALLS] & self.tiles.all_sites

    @cached_property
    def obstructing(self) -> BitSet:
        """The tiles with obstructing terrain."""
        return self.walls & self.tiles.all

    @cached_property
    def marked(self) -> SiteSet:
        """The tiles and borders that are in any mask."""
        return self._sites(self.bits)

    @cached_property
    def _remade(self) -> SiteSet:
        """The tiles and borders that are in other masks than in the beginning."""
        return self._sites(self.bits ^ self._sight.bits)

    def _sites(self, bits: int) -> SiteSet:
        """Return the sites that have a bit in any layer."""
        found = 0
        for layer in self.tiles.layout.layers.values():
            found |= bits >> layer
        return found & self.tiles.all_sites

    @cached_property
    def changed_terrain(self) -> Mapping[str, str]:
        """The kinds, in words, of each tile and border that is not as it was in the beginning, by its label."""
        board, begun, label = self.board, self._cache.begun, self.label
        found = dict[str, str]()
        if board.ground is not begun.ground:
            for index, (kinds, before) in enumerate(zip(board.ground, begun.ground, strict=True)):
                if kinds != before and kinds is not None and {*kinds} != {*(before or ())}:
                    found[self.tiles.labels[index]] = _format_kinds(kinds)
        if board.borders is not begun.borders:
            for border in (*begun.borders, *(border for border in board.borders if border not in begun.borders)):
                kinds = board.borders.get(border, ())
                if kinds != begun.borders.get(border, ()):
                    found[label(border)] = _format_kinds(kinds)
        return found

    def is_obstructing(self, site: Site) -> bool:
        """Return whether there is obstructing terrain on a tile or border."""
        return bool(self.walls >> self.tiles.layout.in_layer(site) & 1)

    def tiles_of(self, *kinds: str) -> BitSet:
        """Return the tiles with one of some kinds of terrain, by themselves or by an object."""

        def has_one(contents: TileContents) -> bool:
            return any(kind in (contents.kinds or ()) or kind in contents.objects for kind in kinds)

        return self._find_tiles(kinds, has_one)

    def perilous_to(self, mover: Character) -> BitSet:
        """Return the tiles that may stop or hurt who passes them: on foot, those of the terrain of some abilities."""
        perilous = self.tiles_of(*perilous_terrain())
        return 0 if perilous and is_flyer(mover) else perilous

    @property
    def on_map(self) -> BitSet:
        """The tiles that are no holes."""
        return self._find_tiles("on map", lambda each: each.kinds is not None)

    @property
    def obstructed(self) -> BitSet:
        """The tiles with obstructing terrain or an obstructing object: nobody can be there."""
        terrain = self.position.terrain

        def is_obstructed(contents: TileContents) -> bool:
            return any(obstructs(meaning(terrain, kind)) for kind in (*(contents.kinds or ()), *contents.objects))

        return self._find_tiles("obstructed", is_obstructed)

    def _find_tiles(self, name: TestName, test: Callable[[TileContents], bool]) -> BitSet:
        """Return the tiles for whose contents a test holds, which has a name."""
        known = self._tiles_that.get(name)
        if known is not None:
            return known[1]
        found = self._cache.tiles_that(name, test, self._contents, range(len(self._contents)))
        self._tiles_that[name] = test, found
        return found

    @cached_property
    def obstructing_borders(self) -> Sequence[IndexedBorder]:
        """The borders with obstructing terrain, in the order of the board."""
        walls, indexed = self.walls, self.tiles.indexed_border
        if not walls & ~self.tiles.all:
            return ()
        return [border for border in map(indexed, self.board.borders) if walls >> border.number & 1]


def battle_map_of(position: Position) -> BattleMap:
    """Return the map of a position, which battles that begin on the same terrain and objects share."""
    pieces = position.board.pieces
    objects = {name: piece for name, piece in pieces.items() if piece.as_terrain is not None}
    placed = tuple((name, thing.cell, thing.as_terrain) for name, thing in objects.items())
    key = "battle map", placed, tuple(position.rulings.items()), tuple(position.board.links.items())
    bare = position.with_surface(structs.replace(position.board, pieces=MappingProxyType(objects)))
    return position.cached_by_terrain(key, lambda: BattleMap.of(bare))


def _format_kinds(kinds: tuple[str, ...]) -> str:
    """Return the kinds of a changed place; a transition that is still there beside a new kind is no change."""
    return ", ".join(kind for kind in kinds if kind != TRANSITION or len(kinds) == 1) or "clear"
