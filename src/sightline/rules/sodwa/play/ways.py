"""Where a character gets to, from tables of steps: the same ways as `sightline.rules.sodwa.movement.places` finds.

The tables are asked of the rules of steps, tile by tile, when somebody first comes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, overload

from sightline.rules import Way as Cheapest
from sightline.rules import cheapest_ways
from sightline.rules.sodwa.movement import alternates, budgets
from sightline.rules.sodwa.pieces import Character
from sightline.rules.sodwa.play.tiles import Bits, Tiles, iter_bits
from sightline.rules.sodwa.steps import NO_KINDS, Flyer, Kinds, Step, Walker, occupied

Way = tuple[int, "Way | None", Kinds]
"""A tile, the way to the one before it, None where it begins, and the kinds within whose groups one still is."""
_Found = tuple[dict[int, Way], Bits]
_NOTHING: Final[Mapping[int, Kinds]] = MappingProxyType({})


class Onward(NamedTuple):
    """Where steps from a tile lead to: tiles from which one can go on, those where they end, those where none stops."""

    go: Bits
    end: Bits
    no_stop: Bits


Steps = dict[Kinds, Onward]
"""Where steps from a tile lead to, by the kinds within whose groups one still is."""


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


class _Layer(NamedTuple):
    """The tiles that are reached by one step more, by steps after which one can go on and by those that end there."""

    go: Bits
    end: Bits


class FoundWays(Sequence[Way]):
    """Ways of which it is known how many there are; they are found when they are looked at."""

    def __init__(self, count: int, ways: Iterator[Way]) -> None:
        self._count, self._ways, self._found = count, ways, list[Way]()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Way: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Way]: ...
    def __getitem__(self, index: int | slice) -> Way | Sequence[Way]:
        while isinstance(index, slice) or not 0 <= index < len(self._found):
            way = next(self._ways, None)
            if way is None:
                break
            self._found.append(way)
        return self._found[index]


class Ways:
    """The ways over a ground with objects, on foot or flying.

    `like` gives the steps from tiles with the same on them and round them as one, shifted. What is known of an
    `earlier` ground is kept, but for `stale` tiles.
    """

    _known: list[Steps | None]
    _directions: list[list[Bits]]
    _unknown: Bits

    def __init__(
        self,
        steps: Walker | Flyer,
        tiles: Tiles,
        like: Callable[[int], Steps],
        earlier: Ways | None = None,
        stale: Bits = 0,
    ) -> None:
        self._steps, self._tiles, self._like = steps, tiles, like
        self._passing: dict[bool, _Passing] = {}
        self._alternates = alternates(steps.position)
        if earlier is None:
            self._known = [None] * len(tiles.cells)
            self._directions = [[0] * len(tiles.directions) for _ in Onward._fields]
            self._unknown = tiles.all
        else:
            self._known = earlier._known.copy()
            self._directions = [each.copy() for each in earlier._directions]
            self._unknown = earlier._unknown | stale
            for tile in iter_bits(stale):
                self._known[tile] = None

    def find(self, mover: Character, others: Iterable[Character]) -> Sequence[Way]:
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
        if not free and not self._alternates:
            return self._flooded(start, reach, closed | 1 << start, closed_to_ends | 1 << start, no_stop)
        search = self._search if self._alternates else self._leave
        found, none_stops = search(start, free, reach, closed, closed_to_ends)
        del found[start]
        no_stop |= none_stops
        return [way for tile, way in found.items() if not no_stop >> tile & 1]

    def onward(self, tile: int) -> Bits:
        """Give where steps from a tile lead to, nobody being in the way."""
        onward = self._onward(tile, NO_KINDS)
        return onward.go | onward.end

    def _past(self, mover: Character, other: Character) -> _Passing:
        is_friend = other.is_friend_of(mover)
        if is_friend not in self._passing:
            going = self._steps.past(mover, other, Step())
            ending = self._steps.past(mover, other, Step(ends=(occupied.clause,)))
            forbids = any(step is not None and step.no_stop for step in (going, ending))
            self._passing[is_friend] = _Passing(going is None, ending is None, forbids)
        return self._passing[is_friend]

    def _flooded(self, start: int, reach: int, closed: Bits, closed_to_ends: Bits, no_stop: Bits) -> Sequence[Way]:
        """Give the ways from a tile that hinders nobody."""
        go_by, end_by, none_stop_by = self._steps_by_direction()
        ends, layers, found, layer = any(end_by), list[_Layer](), 0, 1 << start
        for _ in range(reach):
            go = end = 0
            for to, (back, on) in enumerate(self._tiles.directions):
                go |= (layer & go_by[to]) << on >> back
                if ends:
                    end |= (layer & end_by[to]) << on >> back
                if none_stop_by[to]:
                    no_stop |= (layer & none_stop_by[to]) << on >> back
            layer = go & ~closed
            end &= ~(closed_to_ends | found)
            if not layer | end:
                break
            layers.append(_Layer(layer, end))
            closed |= layer
            found |= layer | end
        return FoundWays((found & ~no_stop).bit_count(), self._in_order(start, layers, no_stop))

    def _in_order(self, start: int, layers: Iterable[_Layer], no_stop: Bits) -> Iterator[Way]:
        """Yield the ways to the tiles of layers where one can stop: the first, of those that go on if there are any."""
        before: list[Way] = [(start, None, NO_KINDS)]
        found = 1 << start
        for layer in layers:
            best, following, (go, end) = dict[int, Way](), list[Way](), layer
            for way in before:
                onward = self._onward(way[0], NO_KINDS)
                going, ending = onward.go & go, onward.end & end
                go ^= going
                end &= ~(going | ending)
                new = going | ending
                while new:
                    bit = new & -new
                    new ^= bit
                    to = bit.bit_length() - 1
                    step = (to, way, NO_KINDS)
                    if not bit & found:
                        best[to] = step
                    if bit & going:
                        following.append(step)
                if not go | end:
                    break
            yield from (way for tile, way in best.items() if not no_stop >> tile & 1)
            found |= layer.go | layer.end
            before = following

    def _steps_by_direction(self) -> list[list[Bits]]:
        """Give the tiles from which there is a step in each direction, as `Onward` has them."""
        for tile in iter_bits(self._unknown):
            there = ~(1 << tile)
            for steps, bits in zip(self._directions, self._like_onward(tile, NO_KINDS), strict=True):
                for to, at in enumerate(self._tiles.shifted_neighbours):
                    steps[to] = steps[to] & there | (bits >> at & 1) << tile
        self._unknown = 0
        return self._directions

    def _leave(self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits) -> _Found:
        """Give the first of the shortest ways to each tile; of these one that does not end there goes first.

        And the tiles, of those where a step leads to, on which none stops.
        """
        first: Way = (start, None, free)
        layer, best, found, no_stop = [first], {start: first}, 1 << start, 0
        seen = {NO_KINDS: closed, free: closed | found}
        for _ in range(reach):
            following: list[Way] = []
            ended = 0
            for way in layer:
                onward = self._onward(way[0], way[2])
                no_stop |= onward.no_stop
                go, after = self._entering(way[2], onward.go, seen, closed)
                end = onward.end & ~(found | closed_to_ends)
                new = go | end
                while new:
                    bit = new & -new
                    new ^= bit
                    to = bit.bit_length() - 1
                    step = (to, way, after.get(to, NO_KINDS))
                    if not bit & found or bit & ended & go:
                        best[to] = step
                    if bit & go:
                        ended &= ~bit
                        following.append(step)
                    else:
                        ended |= bit
                found |= go | end
            layer = following
        return best, no_stop

    def _entering(
        self, free: Kinds, go: Bits, seen: dict[Kinds, Bits], closed: Bits
    ) -> tuple[Bits, Mapping[int, Kinds]]:
        """Give the tiles gone to that nobody has come to so, and within the groups of which kinds one then still is.

        They are `seen` from now on, as those are that are closed.
        """
        if not free:
            go &= ~seen[free]
            seen[free] |= go
            return go, _NOTHING
        new, after = 0, dict[int, Kinds]()
        for to in iter_bits(go):
            left = self._steps.left(self._tiles.cells[to], free)
            known = seen.setdefault(left, closed)
            if not known >> to & 1:
                seen[left] = known | 1 << to
                new |= 1 << to
                after[to] = left
        return new, after

    def _search(self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits) -> _Found:
        """Give what `_leave` gives where every second diagonal costs two."""
        no_stop = 0
        cells, best = self._tiles.cells, dict[int, tuple[_Spot, Cheapest[_Spot]]]()

        def onward(spot: _Spot) -> Iterator[tuple[_Spot, int]]:
            nonlocal no_stop
            if spot.ends:
                return
            at, (go, end, none_stops) = cells[spot.tile], self._onward(spot.tile, spot.free)
            no_stop |= none_stops
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
        return {tile: _linked(start, way.path) for tile, (_, way) in best.items()}, no_stop

    def _onward(self, tile: int, free: Kinds) -> Onward:
        """Give where steps from a tile lead to, from one still within the groups of those kinds."""
        known = self._known[tile]
        if known is None:
            self._known[tile] = known = {}
        onward = known.get(free)
        if onward is None:
            known[free] = onward = self._ask(tile, free)
        return onward

    def _ask(self, tile: int, free: Kinds) -> Onward:
        return Onward(*[self._tiles.unshifted(each, tile) for each in self._like_onward(tile, free)])

    def _like_onward(self, tile: int, free: Kinds) -> Onward:
        like = self._like(tile)
        if free not in like:
            like[free] = Onward(*[self._tiles.shifted(each, tile) for each in self._steps_from(tile, free)])
        return like[free]

    def _steps_from(self, tile: int, free: Kinds) -> Onward:
        cells, go, end, no_stop = self._tiles.cells, 0, 0, 0
        for to in iter_bits(self._tiles.around(tile)):
            step = self._steps.step(cells[tile], cells[to], free)
            if step is None:
                continue
            if step.ends:
                end |= 1 << to
            else:
                go |= 1 << to
            if step.no_stop:
                no_stop |= 1 << to
        return Onward(go, end, no_stop)


def _linked(start: int, spots: Iterable[_Spot]) -> Way:
    way: Way = (start, None, NO_KINDS)
    for spot in spots:
        way = (spot.tile, way, spot.free)
    return way
