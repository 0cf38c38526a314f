"""The steps from all tiles at once, as bit sets of tiles for each direction."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.systems.sodwa.game.indexed_tiles import BitSet


class DirectionTable:
    """The steps from all tiles at once: for each step `by` to a neighbour, the tiles that have one.

    `none_stop` are the tiles where no move stops, `ending` those where every step ends the move.
    """

    def __init__(self, directions: Sequence[Sequence[BitSet]], by: Sequence[int]) -> None:
        everywhere, (go, end, no_stop) = -1, directions
        self._go, self._end = _split(go, by), _split(end, by)
        self._all = _split([one | other for one, other in zip(go, end, strict=True)], by)
        self.none_stop, going = _step(everywhere, _split(no_stop, by)), _step(everywhere, self._go)
        # Most tiles end all moves that come there; only steps to the others need a distinction on the way.
        self.ending = _step(everywhere, self._end) & ~going
        self._some_end = 0
        if going:
            on, back = self._end
            for tiles, step in on:
                self._some_end |= tiles & going >> step
            for tiles, step in back:
                self._some_end |= tiles & going << step

    def step(self, tiles: BitSet) -> tuple[BitSet, BitSet]:
        """Return the targets of the steps from tiles: tiles to go on from, and tiles where moves end."""
        if tiles & self._some_end:
            return _step(tiles, self._go), _step(tiles, self._end)
        reached = _step(tiles, self._all)
        return reached & ~self.ending, reached & self.ending


_Directions = tuple[Sequence[tuple[BitSet, int]], Sequence[tuple[BitSet, int]]]
"""The tiles from which there are steps to higher indices, and to lower ones, each with the difference of indices."""


def _split(directions: Sequence[BitSet], by: Sequence[int]) -> _Directions:
    """Return directions, of which the second half leads to higher indices."""
    half = len(by) // 2
    back = [(tiles, -step) for tiles, step in zip(directions[:half], by, strict=False)]
    return [*zip(directions[half:], by[half:], strict=True)], back


def _step(tiles: BitSet, directions: _Directions) -> BitSet:
    reached, (on, back) = 0, directions
    for there, by in on:
        reached |= (tiles & there) << by
    for there, by in back:
        reached |= (tiles & there) >> by
    return reached
