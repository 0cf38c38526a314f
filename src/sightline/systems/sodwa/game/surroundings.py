"""Where everybody stands as somebody looks round: what it can do, and what its attacks come to, without reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sightline.rules import Sight
from sightline.systems.sodwa.game.battle_map import BattleMap
from sightline.systems.sodwa.game.path_table import Path
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.tile_bits import Bits, bits_of
from sightline.systems.sodwa.pieces import AttackKind, Character
from sightline.systems.sodwa.terrain import is_elevated


class Surroundings:
    """Where everybody stands as a character looks round."""

    def __init__(self, state: SodwaState, mover: Character) -> None:
        self._arena, self._mover, self._tiles = state.map, mover, state.map.tiles
        self._at = self._tiles.number(mover.cell)
        self._names = state.characters.keys()
        self._others = [other for other in state.characters.values() if other is not mover]
        self._foes: list[tuple[str, int]] = []
        enemies = friends = 0
        for other in self._others:
            tile = self._tiles.number(other.cell)
            if mover.is_friend_of(other):
                friends |= 1 << tile
            else:
                enemies |= 1 << tile
                self._foes.append((other.name, tile))
        self._standing = enemies | friends | 1 << self._at
        self._bits = self._arena.bits_with(self._standing)
        self._friends, self._enemies = friends, enemies

    @cached_property
    def _engaging(self) -> Bits:
        """The enemies that are adjacent."""
        return self._arena.adjacent_of(self._bits, self._at, self._enemies)

    def find_paths(self) -> Sequence[Path]:
        """Give a way to each tile where the character can move."""
        return self._arena.ways(self._mover).find(self._mover, self._others, self._friends, self._enemies)

    def labels(self, path: Path) -> tuple[str, ...]:
        """Give the labels of tiles."""
        labels = self._tiles.labels
        return tuple([labels[tile] for tile in path])

    def enemies_to_attack(self) -> Sequence[str]:
        """Give the names of those that the character can attack."""
        tiles, bits, at, near = self._tiles, self._bits, self._at, self._engaging
        if near:
            return [name for name, to in self._foes if near >> to & 1]
        reached = tiles.within(at, self._mover.range)
        return [
            name for name, to in self._foes if reached >> to & 1 and not tiles.is_blocked(bits, at, to, is_near=False)
        ]

    def objects_to_pick_up(self) -> Sequence[str]:
        """Give the names of the objects that the character can pick up."""
        arena, bits, at = self._arena, self._bits, self._at
        free = arena.near(at) & ~self._standing
        return [
            name
            for name, tile in arena.things
            if tile == at or (free >> tile & 1 and arena.is_adjacent(bits, at, tile))
        ]

    def tiles_to_put_on(self) -> Sequence[str]:
        """Give the labels of the tiles where the character can put an object down."""
        arena, tiles = self._arena, self._tiles
        taken = self._standing | arena.walls | bits_of(tile for _, tile in arena.things)
        near = tiles.ring(self._at, arena.near(self._at) & ~taken)
        return [tiles.labels[to] for to in near if arena.is_adjacent(self._bits, self._at, to)]

    def walls_to_attack(self) -> Sequence[str]:
        """Give the labels of the tiles and borders that the character can attack."""
        targets = self._arena.iter_walls(self._mover, self._bits, is_engaged=bool(self._engaging))
        return [label for label in targets if label not in self._names]  # which mean the characters called so

    def encounter(self, other: Character) -> BattleEncounter:
        """Give how the character meets another that it attacks."""
        return BattleEncounter(self._arena, self._bits, self._mover, other)


class BattleEncounter:
    """A character that attacks another, as `sightline.systems.sodwa.attack_numbers` asks about the two."""

    def __init__(self, arena: BattleMap, bits: int, attacker: Character, target: Character) -> None:
        self._arena, self._bits = arena, bits
        self.attacker, self.target = attacker, target
        self._at, self._to = arena.tiles.number(attacker.cell), arena.tiles.number(target.cell)
        self._is_near = arena.is_adjacent(bits, self._at, self._to)
        self.kind: AttackKind = "melee" if self._is_near else "ranged"

    @property
    def sight(self) -> Sight:
        """What the attacker sees of the target."""
        return self._arena.tiles.sight(self._bits, self._at, self._to, is_near=self._is_near)

    @property
    def is_attacker_seen(self) -> bool:
        """Whether the target's sight of the attacker is not blocked."""
        return not self._arena.is_blocked(self._bits, self._to, self._at)

    @property
    def levels(self) -> tuple[bool, bool]:
        """Whether the attacker stands on an elevated tile, and whether the target does."""
        position = self._arena.position
        return is_elevated(position, self.attacker.cell), is_elevated(position, self.target.cell)
