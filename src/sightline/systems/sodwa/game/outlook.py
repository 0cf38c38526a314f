"""The outlook from a tile while characters stand on some tiles: adjacency, sight, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles, SiteSet
from sightline.systems.sodwa.game.terrain_sight import TerrainSight
from sightline.systems.sodwa.game.tile_paths import TilePath

ReachKey = tuple[int | None, bool, bool]
"""A range, whether sight is needed, and whether only places beside the tile are allowed."""
PathKey = tuple[bool, BitSet, int, bool]
"""The flag that the mover flies, the tiles of its enemies, its Move, and the flag that it has attacked."""


class Outlook:
    """The view from a tile on one map while characters stand on the tiles of `standing`, evaluated lazily.

    - `remade` are the tiles and borders whose terrain differs from that of `sight`.
    - `bits` has terrain and characters in layers, `adjacent` are those of the others that are adjacent.
    - `reached` and `reached_borders` are the places that abilities reach.
    - `strikable` are the labels of terrain that can be attacked, by Range and whether an enemy is adjacent.
    - `paths` are the cheapest ones to all tiles, by everything else on which they depend.
    """

    __slots__ = (
        "_remade",
        "_seen",
        "_sight",
        "_tested",
        "_tiles",
        "_views",
        "adjacent",
        "bits",
        "paths",
        "reached",
        "reached_borders",
        "standing",
        "strikable",
        "tile",
    )

    def __init__(
        self,
        tiles: IndexedTiles,
        sight: TerrainSight,
        remade: SiteSet,
        bits: int,
        tile: int,
        standing: BitSet,
        adjacent: BitSet,
    ) -> None:
        self._tiles, self._sight, self._remade = tiles, sight, remade
        self.bits, self.tile, self.standing, self.adjacent = bits, tile, standing, adjacent
        self._tested: BitSet = 0
        self._seen: BitSet = 0
        self._views: dict[int, bool] = {}
        self.reached: dict[ReachKey, BitSet] = {}
        self.reached_borders: dict[ReachKey, SiteSet] = {}
        self.strikable: dict[tuple[int, bool], Sequence[str]] = {}
        self.paths: dict[PathKey, Sequence[TilePath]] = {}

    def seen(self, targets: BitSet) -> BitSet:
        """Return those of some tiles that are seen, each counting as clear."""
        untested = targets & ~self._tested
        if untested:
            self._seen |= self._sight.seen_now(self.tile, untested, self.bits, self._remade, self.standing)
            self._tested |= untested
        return self._seen & targets

    def is_seen(self, tile: int) -> bool:
        """Return whether a character on a tile is seen."""
        found = self._views.get(tile)
        if found is None:
            is_near = bool(self.adjacent >> tile & 1)
            self._views[tile] = found = not self._tiles.is_blocked(self.bits, self.tile, tile, is_near=is_near)
        return found
