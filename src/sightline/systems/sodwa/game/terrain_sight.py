"""Sight from tiles over the terrain with which battles begin: all battles on it share what is known."""

from __future__ import annotations

from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles, SiteSet
from sightline.systems.sodwa.game.line_shadows import LineShadows


class TerrainSight:
    """The tiles that are seen from others over some terrain, each counting as clear, without characters.

    `bits` has the terrain in layers. Where terrain has changed, or characters stand, only lines that meet their tiles
    are tested again.
    """

    def __init__(self, tiles: IndexedTiles, bits: int) -> None:
        self.bits, self._tiles, self._shadows = bits, tiles, LineShadows(tiles)
        self._known: dict[int, tuple[BitSet, BitSet]] = {}
        """The tiles to which lines from one were tested, and those of them that are seen."""

    def seen(self, start: int, targets: BitSet) -> BitSet:
        """Return those of some tiles that are seen from `start` over that terrain."""
        tested, found = self._known.get(start, (0, 0))
        untested = targets & ~tested
        if untested:
            found |= self._test(start, untested, self.bits)
            self._known[start] = tested | untested, found
        return found & targets

    def seen_now(self, start: int, targets: BitSet, bits: int, changed: SiteSet, standing: BitSet) -> BitSet:
        """Return those of some tiles that are seen where `bits` obstruct.

        The terrain of `changed` tiles and borders is another one now; characters, on the tiles of `standing`, can only
        hide what was seen.
        """
        seen, shadows = self.seen(start, targets), self._shadows
        doubtful = shadows.of_all(start, changed) & targets | shadows.of_all(start, standing & ~(1 << start)) & seen
        return seen & ~doubtful | self._test(start, doubtful, bits)

    def _test(self, start: int, targets: BitSet, bits: int) -> BitSet:
        """Return those of some tiles that are seen where `bits` obstruct, tested one by one."""
        own = targets & 1 << start
        return own | self._tiles.up_to.clear(bits, start, targets ^ own)
