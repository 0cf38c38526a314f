"""Cheapest paths by the layers of a search of steps that all cost one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sightline.systems.sodwa.game.indexed_tiles import BitSet, nth_bit
from sightline.systems.sodwa.game.tile_paths import CostedPath, TilePath, TilePaths
from sightline.systems.sodwa.step_rules import Kinds

Reached = tuple[BitSet, Mapping[Kinds, BitSet]]
"""Tiles to go on from, and further ones by the kinds within whose groups the mover still is there."""
Layer = tuple[BitSet, Mapping[Kinds, BitSet], BitSet]
"""The reach of a number of steps: tiles to go on from; further ones by the kinds within whose groups the mover still is
there; and tiles where it can stop, and could not with fewer steps."""


class LayeredPaths(TilePaths):
    """Paths to the tiles where a mover can stop, by the layers of a search of steps that cost one."""

    def __init__(self, layers: Sequence[Layer], find: Callable[[Sequence[Layer], int], TilePath]) -> None:
        self._layers, self._find = layers, find
        self._count = sum([stops.bit_count() for _, _, stops in layers])

    def __len__(self) -> int:
        return self._count

    def path(self, index: int) -> CostedPath:
        nearer, steps = index, 0
        while nearer >= (count := self._layers[steps][2].bit_count()):
            nearer, steps = nearer - count, steps + 1
        tile = nth_bit(self._layers[steps][2], nearer)
        return CostedPath(self._find(self._layers[: steps + 1], tile), steps)

    def path_to(self, tile: int, cost: int) -> TilePath | None:
        is_there = cost < len(self._layers) and self._layers[cost][2] >> tile & 1
        return self._find(self._layers[: cost + 1], tile) if is_there else None


def without(avoided: BitSet, go: BitSet, inside: Mapping[Kinds, BitSet]) -> Reached:
    """Return what is reached without tiles that are avoided."""
    if not avoided:
        return go, inside
    return go & ~avoided, {free: left for free, tiles in inside.items() if (left := tiles & ~avoided)}
