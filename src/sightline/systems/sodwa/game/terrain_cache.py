"""Caches that the maps of all battles on one terrain share, keyed by the contents of tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sightline.rules import Position
from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles, SiteSet, SquareContents, encode_bits
from sightline.systems.sodwa.game.step_table import StepCache
from sightline.systems.sodwa.game.tile_contents import ContentBits, TileContents, contents_of, levels_of
from sightline.systems.sodwa.step_rules import KnownKinds

Contents = Sequence[int]
"""The contents of all tiles, by their numbers in a cache."""
TestName = str | tuple[str, ...]
"""The name of a test of contents, which may be several words."""


class TerrainCache:
    """A cache of what follows from the contents of tiles; distinct contents are numbered as they are met."""

    def __init__(self, position: Position) -> None:
        self.tiles, self.begun = IndexedTiles(position), position.board
        self.walking, self.flying, self.kinds = StepCache(), StepCache(), KnownKinds({}, {})
        self.touching: dict[SquareContents, BitSet] = {}
        """The neighbours whose levels allow them to be adjacent, in relative bit sets, by the contents around."""
        self._content_bits = ContentBits(position, self.tiles.layout)
        self._contents: list[TileContents] = []
        self._numbers: dict[TileContents, int] = {}
        self._tests: dict[TestName, dict[int, bool]] = {}
        self._unchanged: dict[tuple[int, int], SiteSet] = {}
        self._levels = [levels_of(position.board, cell) for cell in self.tiles.cells]
        self.begun_contents = [self.number(position, index) for index in range(len(self.tiles.cells))]

    def number(self, position: Position, index: int) -> int:
        """Return the number of the contents of a tile in a position of the battle."""
        contents = contents_of(position, self.tiles.cells[index], self._levels[index])
        found = self._numbers.setdefault(contents, len(self._contents))
        if found == len(self._contents):
            self._contents.append(contents)
        return found

    def bits_of(self, contents: Contents, indices: Iterable[int]) -> int:
        """Return the bits of tiles, given by their indices, in the layers of lines of sight."""
        of, known = self._content_bits.of, self._contents
        return encode_bits(index + bit for index in indices for bit in of(known[contents[index]]))

    def unchanged(self, contents: Contents, indices: Iterable[int]) -> SiteSet:
        """Return those of tiles, given by their indices, and their borders, whose terrain is as in the beginning."""
        found = 0
        for index in indices:
            key = contents[index], self.begun_contents[index]
            if key not in self._unchanged:
                self._unchanged[key] = self._find_unchanged(*(self._contents[number] for number in key))
            found |= self._unchanged[key] << index
        return found & self.tiles.all_sites

    def _find_unchanged(self, now: TileContents, begun: TileContents) -> SiteSet:
        """Return what has the same terrain in two contents, as if the tile had the index 0."""
        pairs = zip((now.kinds, *now.borders), (begun.kinds, *begun.borders), strict=True)
        return sum(1 << plane * len(self.tiles.cells) for plane, (one, other) in enumerate(pairs) if one == other)

    def tiles_that(
        self, name: TestName, test: Callable[[TileContents], bool], contents: Contents, indices: Iterable[int]
    ) -> BitSet:
        """Return those of tiles, given by their indices, for whose contents the test of that name holds."""
        known = self._tests.setdefault(name, {})
        for number in {contents[index] for index in indices}.difference(known):
            known[number] = test(self._contents[number])
        return encode_bits(index for index in indices if known[contents[index]])
