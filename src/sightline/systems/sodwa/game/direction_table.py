"""The steps from all tiles at once, as bit sets of tiles for each direction."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.systems.sodwa.game.indexed_tiles import BitSet


class DirectionTable:
    """The steps from all tiles at once: for each step `by` to a neighbour, the tiles that have one.

    `none_stop` are the tiles where no move stops, `ending` those where every step ends the move.
    """

    def __init__(self, directions: Sequence[Sequence[BitSet]], by: Sequence[int]) -> None:
        going, ending, self.none_stop = (_union([*zip(each, by, strict=True)]) for each in directions)
        go, end, _ = directions
        # Most tiles end all moves that come there; only steps to the others need a distinction on the way.
        self.ending = ending & ~going
        self._some_end = 0
        for tiles, back in zip(end, by, strict=True):
            self._some_end |= tiles & _shift(going, -back)
        self._all = _split([(one | other, on) for one, other, on in zip(go, end, by, strict=True)])
        self._go = _split([*zip(go, by, strict=True)])
        self._end = _split([*zip(end, by, strict=True)])

    def step(self, tiles: BitSet) -> tuple[BitSet, BitSet]:
        """Return the targets of the steps from tiles: tiles to go on from, and tiles where moves end."""
        if tiles & self._some_end:
            return _step(tiles, self._go), _step(tiles, self._end)
        reached = _step(tiles, self._all)
        return reached & ~self.ending, reached & self.ending


_Directions = list[tuple[BitSet, int]]


def _shift(tiles: BitSet, by: int) -> BitSet:
    return tiles << by if by > 0 else tiles >> -by


def _union(directions: _Directions) -> BitSet:
    found = 0
    for tiles, by in directions:
        found |= _shift(tiles, by)
    return found


def _split(directions: _Directions) -> tuple[_Directions, _Directions]:
    """Return the directions in which there are steps: those to higher indices, and those to lower ones."""
    there = [(tiles, by) for tiles, by in directions if tiles]
    return [(tiles, by) for tiles, by in there if by > 0], [(tiles, -by) for tiles, by in there if by < 0]


def _step(tiles: BitSet, directions: tuple[_Directions, _Directions]) -> BitSet:
    reached, (on, back) = 0, directions
    for there, by in on:
        reached |= (tiles & there) << by
    for there, by in back:
        reached |= (tiles & there) >> by
    return reached
