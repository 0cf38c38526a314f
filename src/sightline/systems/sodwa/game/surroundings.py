"""The surroundings of a character: the tiles of all others, and its encounters with them, in bit sets."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.lattice import Cell
from sightline.rules import Sight, Site
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.basic_attack import attack_kind
from sightline.systems.sodwa.destructible import check_attack
from sightline.systems.sodwa.game.battle_map import TileLook
from sightline.systems.sodwa.game.indexed_tiles import BitSet, encode_bits, first_bit, iter_bits
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.tile_paths import TilePath
from sightline.systems.sodwa.pieces import AttackKind, Character, is_flyer
from sightline.systems.sodwa.terrain import is_elevated


class Surroundings:
    """The pieces around a character. `tile` is its own; `bits` has terrain and characters in layers."""

    def __init__(self, state: SodwaState, character: Character) -> None:
        occupancy = state.occupancy
        self.map, self.character = state.map, character
        self.characters, self.tiles = state.characters, occupancy.tiles
        self.tile = occupancy.tiles[character.name]
        self.standing = occupancy.all
        self.enemies = occupancy.all & ~occupancy.by_side[character.side]
        self.outlook = state.map.outlook(self.tile, occupancy.all)
        self.bits = self.outlook.bits
        self.links = state.map.sight_links
        self._engaged: BitSet | None = None
        self.engaging: Sequence[Character] = ()
        self._encounters: dict[tuple[str, int], BattleEncounter] = {}

    def find_engaging(self) -> Sequence[Character]:
        """Return the enemies that are adjacent."""
        self._find_engaged()
        return self.engaging

    def _find_engaged(self) -> BitSet:
        """Find the enemies that are adjacent, once encounters need them; return their tiles."""
        if self._engaged is None:
            self._engaged = near = self.outlook.adjacent & self.enemies
            if near:
                self.engaging = [self.characters[name] for name, tile in self.tiles.items() if near >> tile & 1]
        return self._engaged

    def is_adjacent(self, tile: int) -> bool:
        """Return whether a tile is adjacent."""
        return self.map.is_adjacent(self.bits, self.tile, tile)

    def character_on(self, tile: int) -> str | None:
        """Return the name of the character on a tile, None if there is none."""
        return next((name for name, taken in self.tiles.items() if taken == tile), None)

    def find_paths(self) -> Sequence[TilePath]:
        """Return a cheapest path to each tile where the character can stop, nearest first.

        If there is one that enters none of the perilous tiles before its last, it is such a one.
        """
        character, known = self.character, self.outlook.paths
        key = is_flyer(character), self.enemies, character.move, character.attacked
        found = known.get(key)
        if found is None:
            known[key] = found = self._find_paths()
        return found

    def _find_paths(self) -> Sequence[TilePath]:
        mine, character = 1 << self.tile, self.character
        friends = self.standing & ~self.enemies & ~mine
        return self.map.step_table(character).find_paths(
            character, self.characters.values(), friends, self.enemies, self.map.perilous_to(character)
        )

    def labels(self, path: TilePath) -> tuple[str, ...]:
        """Return the labels of the tiles of a path."""
        labels = self.map.tiles.labels
        return tuple([labels[tile] for tile in path])

    def enemies_in_reach(self) -> Sequence[BattleEncounter]:
        """Return the encounters with the enemies that are adjacent or within Range, in the order of the file."""
        names = self.names_in_reach(self.enemies, self.character.range)
        return [self.encounter(self.characters[name]) for name in names]

    def names_in_reach(self, tiles: BitSet, reach: int) -> Sequence[str]:
        """Return the names of the characters on tiles that are adjacent or within a distance, in the order of the file.

        All others are refused as targets in any case.
        """
        return self.names_on(tiles & (self._within(reach) | self.outlook.adjacent))

    def names_on(self, tiles: BitSet) -> Sequence[str]:
        """Return the names of the characters on some tiles, in the order of the file."""
        return [name for name, tile in self.tiles.items() if tiles >> tile & 1] if tiles else ()

    def _within(self, reach: int) -> BitSet:
        """Return the tiles within a distance of the character, through portals too if one sees through them."""
        within = self.map.tiles.within(self.tile, reach)
        if not self.links:
            return within
        if self.tile in self.links:
            within |= self.map.tiles.within(self.links[self.tile], reach)
        return within | encode_bits(here for here, there in self.links.items() if within >> there & 1)

    def encounter(self, target: Character, reach: int | None = None) -> BattleEncounter:
        """Return the encounter with another character, by default within its own Range."""
        key = target.name, self.character.range if reach is None else reach
        found = self._encounters.get(key)
        if found is None or found.target is not target:
            self._find_engaged()
            is_near = bool(self.outlook.adjacent >> self.tiles[target.name] & 1)
            self._encounters[key] = found = BattleEncounter(self, target, is_near=is_near, reach=key[1])
        return found

    def terrain_encounter(self, site: Site) -> BattleTerrainEncounter:
        """Return the encounter with obstructing terrain."""
        self._find_engaged()
        return BattleTerrainEncounter(self, site)

    def strikable(self) -> Sequence[str]:
        """Return the labels of the terrain that can be attacked, tiles first."""
        key, known = (self.character.range, bool(self.find_engaging())), self.outlook.strikable
        found = known.get(key)
        if found is None:
            known[key] = found = self._find_strikable()
        return found

    def _find_strikable(self) -> Sequence[str]:
        """Return the labels of the obstructing tiles, then borders, that can be attacked; all are near or in Range."""
        walls, borders = self.map.obstructing, self.map.obstructing_borders
        if not (walls or borders):
            return ()
        tiles, own = self.map.tiles, 1 << self.tile
        beside = tiles.neighbours(self.tile)
        near = tiles.within(self.tile, self.character.range) | beside | own
        # Tiles that are not seen are refused in any case. The others differ in what they are to the attacker only by
        # whether they are beside it: one of each kind speaks for all.
        seen = self.outlook.seen(walls & near & ~own)
        alike = (seen & beside, seen & ~beside)
        struck = sum(each for each in alike if each and self._can_strike(tiles.cells[first_bit(each)]))
        found = [tiles.labels[tile] for tile in iter_bits(struck)]
        sites = (border.site for border in borders if border.tiles & near)
        return [*found, *(self.map.label(site) for site in sites if self._can_strike(site))]

    def _can_strike(self, site: Site) -> bool:
        """Return whether obstructing terrain can be attacked."""
        return not any(check_attack(self.terrain_encounter(site)))


class BattleEncounter:
    """An `Encounter` in a battle, by bit tests.

    It does not refer to the surroundings that keep it: both are freed at once when they are no longer used.
    """

    __slots__ = (
        "_is_near",
        "_is_seen",
        "_is_through",
        "_map",
        "_outlook",
        "_reach",
        "_target_tile",
        "attacker",
        "engaging",
        "kind",
        "position",
        "target",
    )

    def __init__(self, around: Surroundings, target: Character, *, is_near: bool, reach: int) -> None:
        self._map, self._outlook, self.attacker, self.target = around.map, around.outlook, around.character, target
        self.position, self.engaging = around.map.position, around.engaging
        self._target_tile, self._is_near = around.tiles[target.name], is_near
        self._reach = reach
        self.kind: AttackKind = attack_kind(is_near)
        self._is_seen: bool | None = None
        links = around.links
        # Whether the two may look at each other through portals.
        self._is_through = bool(links) and not is_near and (around.tile in links or self._target_tile in links)

    def _look(self) -> TileLook:
        """Return the best look at the target, within reach if there is one."""
        looks = self._map.looks(self._outlook.bits, self._outlook.tile, self._target_tile)
        return min(looks, key=lambda look: (look.distance > self._reach, look.degree, look.distance))

    @property
    def distance(self) -> int:
        if self._is_through:
            return self._look().distance
        return sight.distance(self.position, self.attacker.cell, self.target.cell)

    @property
    def is_in_range(self) -> bool:
        if self._is_through:
            return self._look().distance <= self._reach
        return bool(self._map.tiles.within(self._outlook.tile, self._reach) >> self._target_tile & 1)

    @property
    def sight(self) -> Sight:
        if self._is_through:
            return self._look().sight
        bits, tile = self._outlook.bits, self._outlook.tile
        return self._map.tiles.sight(bits, tile, self._target_tile, is_near=self._is_near)

    @property
    def is_target_seen(self) -> bool:
        if self._is_seen is None:
            self._is_seen = self._find_seen()
        return self._is_seen

    def _find_seen(self) -> bool:
        if self._is_through:
            return self._look().sight is not Sight.BLOCKED
        return self._outlook.is_seen(self._target_tile)

    @property
    def is_attacker_seen(self) -> bool:
        bits, tile = self._outlook.bits, self._outlook.tile
        if self._is_through:
            looks = self._map.looks(bits, self._target_tile, tile)
            return any(look.sight is not Sight.BLOCKED for look in looks)
        return not self._map.is_blocked(bits, self._target_tile, tile)

    @property
    def levels(self) -> tuple[bool, bool]:
        return is_elevated(self.position, self.attacker.cell), is_elevated(self.position, self.target.cell)


class BattleTerrainEncounter:
    """A `TerrainEncounter` in a battle, by bit tests."""

    __slots__ = ("_around", "attacker", "engaging", "position", "site")

    def __init__(self, around: Surroundings, site: Site) -> None:
        self._around, self.attacker, self.site = around, around.character, site
        self.position, self.engaging = around.map.position, around.engaging

    def is_in_range(self, tile: Cell) -> bool:
        around = self._around
        tiles = around.map.tiles
        return bool(tiles.within(around.tile, around.character.range) >> tiles.index(tile) & 1)

    def is_any_seen(self, tiles: Sequence[Cell]) -> bool:
        around = self._around
        bits, battle_map = around.bits, around.map
        if isinstance(self.site, Cell):
            return bool(around.outlook.seen(1 << battle_map.tiles.index(self.site)))
        cleared = bits & ~battle_map.tiles.layout.in_all_layers(self.site)
        near = battle_map.tiles.neighbours(around.tile)
        for tile in tiles:
            index = battle_map.tiles.index(tile)
            if not battle_map.is_blocked(cleared, around.tile, index):
                return True
            # The border itself can only help to see a neighbour, by keeping the two tiles from being adjacent.
            if near >> index & 1 and not battle_map.is_blocked(bits, around.tile, index):
                return True
        return False
