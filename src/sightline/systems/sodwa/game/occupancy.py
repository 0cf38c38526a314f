"""The tiles on which characters stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles
from sightline.systems.sodwa.pieces import Character


class Occupancy(NamedTuple):
    """The tile of each character, by name, and the tiles of each side."""

    tiles: Mapping[str, int]
    by_side: Mapping[str | None, BitSet]
    all: BitSet

    @classmethod
    def of(cls, characters: Iterable[Character], tiles: IndexedTiles) -> Occupancy:
        """Return the occupancy of characters, in their order."""
        found, by_side, everywhere = dict[str, int](), dict[str | None, BitSet](), 0
        for character in characters:
            found[character.name] = tile = tiles.index(character.cell)
            by_side[character.side] = by_side.get(character.side, 0) | 1 << tile
            everywhere |= 1 << tile
        return cls(found, by_side, everywhere)

    def after_move(self, character: Character, tile: int) -> Occupancy:
        """Return the occupancy after a character has moved to a tile."""
        side, change = character.side, 1 << self.tiles[character.name] ^ 1 << tile
        by_side = {**self.by_side, side: self.by_side[side] ^ change}
        return Occupancy({**self.tiles, character.name: tile}, by_side, self.all ^ change)
