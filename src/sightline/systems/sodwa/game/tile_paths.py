"""Cheapest paths to tiles, each found when it is accessed, and those of them that avoid tiles on the way."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from sightline.systems.sodwa.game.indexed_tiles import BitSet

TilePath = Sequence[int]
"""The tiles that a path enters, without its start."""


class CostedPath(NamedTuple):
    """A path with its cost."""

    tiles: TilePath
    cost: int


class TilePaths(Sequence[TilePath]):
    """A cheapest path to each of some tiles, nearest first."""

    @abstractmethod
    def path(self, index: int) -> CostedPath:
        """Return the path at an index, which is not negative."""

    @abstractmethod
    def path_to(self, tile: int, cost: int) -> TilePath | None:
        """Return the path to a tile, None where there is none or its cost is another one."""

    @overload
    def __getitem__(self, index: int) -> TilePath: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[TilePath]: ...
    def __getitem__(self, index: int | slice) -> TilePath | Sequence[TilePath]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        return self.path(range(len(self))[index]).tiles


class ListedPaths(TilePaths):
    """Paths that are known."""

    def __init__(self, paths: Sequence[CostedPath]) -> None:
        self._paths = paths

    def __len__(self) -> int:
        return len(self._paths)

    def path(self, index: int) -> CostedPath:
        return self._paths[index]

    def path_to(self, tile: int, cost: int) -> TilePath | None:
        return next((tiles for tiles, known in self._paths if tiles[-1] == tile and known == cost), None)


class AvoidingPaths(TilePaths):
    """Paths that enter none of the avoided tiles before their last wherever a path of the same cost does not.

    `search` finds the paths that go on from no avoided tile.
    """

    def __init__(self, paths: TilePaths, avoided: BitSet, search: Callable[[], TilePaths]) -> None:
        self._paths, self._avoided, self._search = paths, avoided, search

    def __len__(self) -> int:
        return len(self._paths)

    @cached_property
    def _avoiding(self) -> TilePaths:
        return self._search()

    def path(self, index: int) -> CostedPath:
        found = self._paths.path(index)
        return CostedPath(self._otherwise(found) or found.tiles, found.cost)

    def path_to(self, tile: int, cost: int) -> TilePath | None:
        found = self._paths.path_to(tile, cost)
        return found and (self._otherwise(CostedPath(found, cost)) or found)

    def _otherwise(self, path: CostedPath) -> TilePath | None:
        """Return a path to the same tile that avoids what this one does not, None where it does or none does."""
        *way, tile = path.tiles
        if any(self._avoided >> each & 1 for each in way):
            return self._avoiding.path_to(tile, path.cost)
        return None
