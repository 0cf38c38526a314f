"""Where a character gets to, from tables of steps: the same ways as `sightline.rules.sodwa.movement.places` finds.

The tables are asked of the rules of steps, tile by tile, when somebody first comes there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sightline.rules import Way as Cheapest
from sightline.rules import cheapest_ways
from sightline.rules.sodwa.movement import alternates, budgets
from sightline.rules.sodwa.pieces import Character
from sightline.rules.sodwa.play.tiles import Bits, Tiles, iter_bits
from sightline.rules.sodwa.steps import NO_KINDS, Flyer, Kinds, Step, Walker, occupied

Way = tuple[int, "Way | None"]
"""A tile and the way to the one before it, None where it begins."""


class _Onward(NamedTuple):
    """Where steps from a tile lead to: tiles from which one can go on, and those where they end the movement."""

    go: Bits
    end: Bits


class _Spot(NamedTuple):
    """A tile as it is come to, where diagonals cost in turns."""

    tile: int
    free: Kinds
    is_odd: bool
    ends: bool


class _Passing(NamedTuple):
    """What somebody on a tile does to who comes: closes it, closes it to steps that end there, or forbids to stop."""

    closes: bool
    closes_to_ends: bool
    forbids_stop: bool


class Ways:
    """The ways over a ground with objects, on foot or flying; an `earlier` one is right but for `stale` tiles."""

    def __init__(self, steps: Walker | Flyer, tiles: Tiles, earlier: Ways | None = None, stale: Bits = 0) -> None:
        self._steps, self._tiles = steps, tiles
        self._no_stop: Bits = earlier._no_stop & ~stale if earlier else 0
        known: dict[Kinds, dict[int, _Onward]] = earlier._onward if earlier else {}
        self._onward: dict[Kinds, dict[int, _Onward]] = {
            free: {tile: onward for tile, onward in each.items() if not stale >> tile & 1}
            for free, each in known.items()
        }
        self._passing: dict[bool, _Passing] = {}

    def find(self, mover: Character, others: Iterable[Character]) -> list[Way]:
        """Give a way to each tile where a character can stop among others, in the order of `places`."""
        number = self._tiles.number
        closed, closed_to_ends, no_stop = 0, 0, 0
        for other in others:
            passing, at = self._past(mover, other), number(other.cell)
            closed |= passing.closes << at
            closed_to_ends |= passing.closes_to_ends << at
            no_stop |= passing.forbids_stop << at
        free, start = self._steps.start(mover.cell), number(mover.cell)
        reach = budgets(mover, free)[-1]
        search = self._search if alternates(self._steps.position) else self._flood
        found = search(start, free, reach, closed, closed_to_ends)
        del found[start]
        no_stop |= self._no_stop
        return [way for tile, way in found.items() if not no_stop >> tile & 1] if no_stop else [*found.values()]

    def _past(self, mover: Character, other: Character) -> _Passing:
        is_friend = other.is_friend_of(mover)
        if is_friend not in self._passing:
            going = self._steps.past(mover, other, Step())
            ending = self._steps.past(mover, other, Step(ends=(occupied.clause,)))
            forbids = any(step is not None and step.no_stop for step in (going, ending))
            self._passing[is_friend] = _Passing(going is None, ending is None, forbids)
        return self._passing[is_friend]

    def _flood(self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits) -> dict[int, Way]:
        """Give the first of the shortest ways to each tile; of these one that does not end there goes first."""
        first: Way = (start, None)
        found, best, seen = 1 << start, {start: first}, {NO_KINDS: 0, free: 1 << start}
        layer = [(first, free)]
        for _ in range(reach):
            following: list[tuple[Way, Kinds]] = []
            ended = 0
            for way, free in layer:
                onward = self._asked(free, way[0])
                end = onward.end & ~(found | closed_to_ends)
                go, after = self._entering(free, onward.go & ~closed, seen)
                found_now = go | end
                left = found_now
                while left:
                    bit = left & -left
                    left ^= bit
                    to = bit.bit_length() - 1
                    step = (to, way)
                    if not bit & found:
                        best[to] = step
                    elif bit & ended & go:
                        best[to] = step
                        ended ^= bit
                    if bit & go:
                        following.append((step, after.get(to, NO_KINDS)))
                    else:
                        ended |= bit
                found |= found_now
            layer = following
        return best

    def _entering(self, free: Kinds, go: Bits, seen: dict[Kinds, Bits]) -> tuple[Bits, dict[int, Kinds]]:
        """Give those of the tiles gone to that nobody has come to so, and the kinds that are still free there, if any.

        They are `seen` from now on.
        """
        if not free:
            go &= ~seen[free]
            seen[free] |= go
            return go, {}
        new, after = 0, dict[int, Kinds]()
        for to in iter_bits(go):
            left = self._steps.left(self._tiles.cells[to], free)
            if not seen.get(left, 0) >> to & 1:
                seen[left] = seen.get(left, 0) | 1 << to
                new |= 1 << to
                after[to] = left
        return new, after

    def _search(self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits) -> dict[int, Way]:
        """Give what `_flood` gives where every second diagonal costs two."""
        cells, best = self._tiles.cells, dict[int, tuple[_Spot, Cheapest[_Spot]]]()

        def onward(spot: _Spot) -> Iterator[tuple[_Spot, int]]:
            if spot.ends:
                return
            at, (go, end) = cells[spot.tile], self._asked(spot.free, spot.tile)
            for to in iter_bits(go & ~closed | end & ~closed_to_ends):
                is_diagonal = cells[to].q != at.q and cells[to].r != at.r
                left = self._steps.left(cells[to], spot.free)
                after = _Spot(to, left, spot.is_odd != is_diagonal, bool(end >> to & 1))
                yield after, 1 + (is_diagonal and spot.is_odd)

        begun = _Spot(start, free, is_odd=False, ends=False)
        for spot, way in cheapest_ways(begun, onward, reach).items():
            known = best.get(spot.tile)
            if known is None or (way.cost == known[1].cost and known[0].ends and not spot.ends):
                best[spot.tile] = spot, way
        return {tile: _linked(start, (spot.tile for spot in way.path)) for tile, (_, way) in best.items()}

    def _asked(self, free: Kinds, tile: int) -> _Onward:
        """Give where steps from a tile lead to, from one still within the groups of those kinds."""
        known = self._onward.setdefault(free, {})
        if tile not in known:
            known[tile] = self._ask(free, tile)
        return known[tile]

    def _ask(self, free: Kinds, tile: int) -> _Onward:
        cells, go, end = self._tiles.cells, 0, 0
        for to in iter_bits(self._tiles.around(tile)):
            step = self._steps.step(cells[tile], cells[to], free)
            if step is None:
                continue
            if step.ends:
                end |= 1 << to
            else:
                go |= 1 << to
            if step.no_stop:
                self._no_stop |= 1 << to
        return _Onward(go, end)


def _linked(start: int, tiles: Iterable[int]) -> Way:
    way: Way = (start, None)
    for tile in tiles:
        way = (tile, way)
    return way
