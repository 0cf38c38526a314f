"""The shadow of a tile: the tiles whose lines from a start meet it, to be tested again when it changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles, SiteSet, iter_bits

_SIGNS: Final = (-1, 1)
_MAX_CACHED: Final = 1 << 16
_MAX_CACHED_BITS: Final = 1 << 26


class LineShadows:
    """The shadows of tiles, on boards of one size.

    A line from centre to centre depends on the tiles that it crosses or touches, corners included, and on nothing else.
    A shadow may contain further tiles: it says which lines could change.
    """

    def __init__(self, tiles: IndexedTiles) -> None:
        self._columns, self._rows, self._all = tiles.columns, tiles.rows, tiles.all
        self._most = min(_MAX_CACHED, max(1, _MAX_CACHED_BITS // len(tiles.cells)))
        self._known: dict[int, dict[int, BitSet]] = {}
        self._number = 0
        self._relative: dict[tuple[int, int], tuple[BitSet, int]] = {}

    def of_all(self, start: int, met: SiteSet) -> BitSet:
        """Return the tiles to which the line from `start` meets one of several tiles and borders."""
        known = self._known.get(start)
        if known is None:
            self._known[start] = known = {}
        found = 0
        for site in iter_bits(met):
            shadow = known.get(site)
            if shadow is None:
                known[site] = shadow = self._find(start, site)
                self._number += 1
            found |= shadow
        if self._number > self._most:
            self._known, self._number = {}, 0
        return found

    def _find(self, start: int, site: int) -> BitSet:
        """Return the tiles to which the line from `start` meets a site: all of them if that is its own tile."""
        plane, met = divmod(site, self._columns * self._rows)
        if plane:  # a line that meets a border meets both of its tiles
            return self._find(start, met) & self._find(start, met + (1 if plane == 1 else self._columns))
        if start == met:
            return self._all
        (y, x), (met_y, met_x) = divmod(start, self._columns), divmod(met, self._columns)
        key = met_x - x, met_y - y
        found = self._relative.get(key)
        if found is None:
            if len(self._relative) >= self._most:
                self._relative.clear()
            self._relative[key] = found = self._relative_shadow(*key)
        bits, origin = found
        by = start - origin
        # What lies off the map to the west or east comes to other rows: too many tiles, never too few.
        return (bits << by if by > 0 else bits >> -by) & self._all

    def _relative_shadow(self, x: int, y: int) -> tuple[BitSet, int]:
        """Return the tiles whose lines from a tile meet the one at a displacement, and the index of that tile there."""
        reach = self._columns - 1
        origin, found = self._rows * self._columns + reach, 0
        for sign_x in _SIGNS if x == 0 else (1 if x > 0 else -1,):
            for sign_y in _SIGNS if y == 0 else (1 if y > 0 else -1,):
                for down, first, last in self._spans(abs(x), abs(y)):
                    low = sign_x * (first if sign_x > 0 else last)
                    found |= ((1 << last - first + 1) - 1) << origin + sign_y * down * self._columns + low
        return found, origin

    def _spans(self, x: int, y: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ends of lines that meet the tile x columns to the east and y rows to the south, row by row.

        A line to (across, down) meets it where it passes no farther than half a tile from its centre, measured along
        the axes: 2 * |across * y - down * x| <= across + down.
        """
        for down in range(y, self._rows):
            first = max(x, -(-down * (2 * x - 1) // (2 * y + 1)))
            last = min(self._columns - 1, down * (2 * x + 1) // (2 * y - 1)) if y else self._columns - 1
            if first <= last:
                yield down, first, last
