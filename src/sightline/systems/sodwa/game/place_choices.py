"""Choices of tiles and borders as targets, counted by their bits and written out when they are accessed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import overload

from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles, SiteSet, iter_bits, nth_bit

Targets = tuple[str, ...]


class _Choices(Sequence[Targets]):
    """A base of sequences of choices: `_count` says how many there are, `_find` returns one by its place."""

    _count: int

    @abstractmethod
    def _find(self, place: int) -> Targets: ...

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Targets: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Targets]: ...
    def __getitem__(self, index: int | slice) -> Targets | Sequence[Targets]:
        if isinstance(index, slice):
            return [self._find(each) for each in range(self._count)[index]]
        return self._find(range(self._count)[index])


class SiteChoices(_Choices):
    """The choices of one of several sites: tiles, then borders, each in the order of the map."""

    def __init__(self, tiles: IndexedTiles, sites: SiteSet) -> None:
        self._tiles, self._sites, self._count = tiles, sites, sites.bit_count()

    def _find(self, place: int) -> Targets:
        tiles = self._sites & self._tiles.all
        number = tiles.bit_count()
        return (self._tiles.labels[nth_bit(tiles, place)] if place < number else self._borders[place - number],)

    @cached_property
    def _borders(self) -> Sequence[str]:
        borders = self._sites & ~self._tiles.all
        return [label for label, (number, _) in self._tiles.borders.items() if borders >> number & 1]


class PairChoices(_Choices):
    """The choices of two different tiles, of which the first is `near`, and the second `far`."""

    def __init__(self, tiles: IndexedTiles, near: BitSet, far: BitSet) -> None:
        self._tiles, self._near, self._far = tiles, near, far
        self._count = near.bit_count() * far.bit_count() - (near & far).bit_count()

    def _find(self, place: int) -> Targets:
        labels = self._tiles.labels
        for one in iter_bits(self._near):
            others = self._far & ~(1 << one)
            number = others.bit_count()
            if place < number:
                return labels[one], labels[nth_bit(others, place)]
            place -= number
        raise IndexError(place)
