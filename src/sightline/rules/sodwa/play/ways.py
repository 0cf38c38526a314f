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
from sightline.rules.sodwa.play.tiles import Bits, Tiles, bits_of, iter_bits
from sightline.rules.sodwa.steps import NO_KINDS, Flyer, Kinds, Step, Walker, occupied

Way = tuple[int, "Way | None", Kinds]
"""A tile, the way to the one before it, None where it begins, and the kinds within whose groups one still is."""
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


class _Table:
    """The steps from all tiles at once: for each direction the tiles that have one, neighbours being so much `by`.

    `none_stop` are the tiles where nobody stops, `ending` those where all steps end.
    """

    def __init__(self, directions: Sequence[Sequence[Bits]], by: Sequence[int]) -> None:
        going, ending, self.none_stop = (_reached([*zip(each, by, strict=True)]) for each in directions)
        go, end, _ = directions
        # Most steps that end do so as whatever leads to their tile does, and need not be told from others on the way.
        self.ending = ending & ~going
        self._some_end = 0
        for tiles, back in zip(end, by, strict=True):
            self._some_end |= tiles & _moved(going, -back)
        self._all = _split([(one | other, on) for one, other, on in zip(go, end, by, strict=True)])
        self._go = _split([*zip(go, by, strict=True)])
        self._end = _split([*zip(end, by, strict=True)])

    def step(self, tiles: Bits) -> tuple[Bits, Bits]:
        """Give where steps from tiles lead to: steps after which one can go on, and those that end there."""
        if tiles & self._some_end:
            return _step(tiles, self._go), _step(tiles, self._end)
        reached = _step(tiles, self._all)
        return reached & ~self.ending, reached & self.ending


_Directions = list[tuple[Bits, int]]


def _moved(tiles: Bits, by: int) -> Bits:
    return tiles << by if by > 0 else tiles >> -by


def _reached(directions: _Directions) -> Bits:
    found = 0
    for tiles, by in directions:
        found |= _moved(tiles, by)
    return found


def _split(directions: _Directions) -> tuple[_Directions, _Directions]:
    """Give the directions that there are, those to higher numbers and those to lower ones."""
    there = [(tiles, by) for tiles, by in directions if tiles]
    return [(tiles, by) for tiles, by in there if by > 0], [(tiles, -by) for tiles, by in there if by < 0]


def _step(tiles: Bits, directions: tuple[_Directions, _Directions]) -> Bits:
    reached, (on, back) = 0, directions
    for there, by in on:
        reached |= (tiles & there) << by
    for there, by in back:
        reached |= (tiles & there) >> by
    return reached


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
        self._by_direction: _Table | None = None
        if earlier is None:
            self._known = [None] * len(tiles.cells)
            self._directions = [[0] * len(tiles.around_by) for _ in Onward._fields]
            self._unknown = tiles.all
        else:
            self._known = earlier._known.copy()
            self._directions = [each.copy() for each in earlier._directions]
            self._unknown = earlier._unknown | stale
            for tile in iter_bits(stale):
                self._known[tile] = None

    def find(self, mover: Character, others: Iterable[Character], friends: Bits, enemies: Bits) -> Sequence[Way]:
        """Give a way to each tile where a character can stop among others, in the order of `places`.

        Of the others, friends and enemies, the tiles are given too.
        """
        closed, closed_to_ends, no_stop = 0, 0, 0
        for tiles, is_friend in ((friends, True), (enemies, False)):
            if tiles:
                passing = self._passing.get(is_friend) or self._past(mover, others, is_friend=is_friend)
                closed |= tiles if passing.closes else 0
                closed_to_ends |= tiles if passing.closes_to_ends else 0
                no_stop |= tiles if passing.forbids_stop else 0
        free, start = self._steps.start(mover.cell), self._tiles.number(mover.cell)
        reach = budgets(mover, free)[-1]
        if not self._alternates:
            return self._flooded(start, free, reach, closed, closed_to_ends, no_stop)
        found = self._search(start, free, reach, closed, closed_to_ends)
        del found[start]
        no_stop |= self._table.none_stop
        return [way for tile, way in found.items() if not no_stop >> tile & 1]

    def onward(self, tile: int) -> Bits:
        """Give where steps from a tile lead to, nobody being in the way."""
        onward = self._onward(tile, NO_KINDS)
        return onward.go | onward.end

    def _past(self, mover: Character, others: Iterable[Character], *, is_friend: bool) -> _Passing:
        """Give what friends or enemies do to who comes, asking for the first of them."""
        other = next(other for other in others if other.is_friend_of(mover) == is_friend)
        going = self._steps.past(mover, other, Step())
        ending = self._steps.past(mover, other, Step(ends=(occupied.clause,)))
        forbids = any(step is not None and step.no_stop for step in (going, ending))
        self._passing[is_friend] = _Passing(going is None, ending is None, forbids)
        return self._passing[is_friend]

    def _flooded(
        self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits, no_stop: Bits
    ) -> Sequence[Way]:
        """Give the ways, counted by floods of all tiles that are as far, and found when they are looked at."""
        table, found = self._table, 1 << start
        inside, seen, layer = ({free: found}, {free: found}, 0) if free else ({}, {}, found)
        entered, layers = closed | layer, list[_Layer]()
        for _ in range(reach):
            go, end = table.step(layer)
            if inside:
                more, ending, inside = self._inside(inside, seen, closed)
                go, end = go | more, end | ending
            layer = go & ~entered
            end &= ~(closed_to_ends | found)
            layers.append(_Layer(layer, end))
            entered |= layer
            found |= layer | end
            for tiles in inside.values():
                found |= tiles
        no_stop |= table.none_stop
        count = (found & ~no_stop & ~(1 << start)).bit_count()
        if free:
            return FoundWays(count, self._leaving(start, free, reach, closed, closed_to_ends, no_stop))
        return FoundWays(count, self._in_order(start, layers, no_stop))

    def _inside(
        self, inside: Mapping[Kinds, Bits], seen: dict[Kinds, Bits], closed: Bits
    ) -> tuple[Bits, Bits, dict[Kinds, Bits]]:
        """Give the steps from tiles within whose groups one still is: where they leave those, end, and stay within."""
        leaving, ending, after = 0, 0, dict[Kinds, Bits]()
        for free, tiles in inside.items():
            for tile in iter_bits(tiles):
                go, end, _ = self._onward(tile, free)
                ending |= end
                for to in iter_bits(go & self._table.ending & ~closed):
                    left = self._steps.left(self._tiles.cells[to], free)
                    if left:
                        go ^= 1 << to
                    if left and not seen.get(left, 0) >> to & 1:
                        seen[left] = seen.get(left, 0) | 1 << to
                        after[left] = after.get(left, 0) | 1 << to
                leaving |= go
        return leaving, ending, after

    def _in_order(self, start: int, layers: Iterable[_Layer], no_stop: Bits) -> Iterator[Way]:
        """Yield the ways to the tiles of layers where one can stop: the first, of those that go on if there are any."""
        before: list[Way] = [(start, None, NO_KINDS)]
        found, known = 1 << start, self._known
        for layer in layers:
            best, following, (go, end) = dict[int, Way](), list[Way](), layer
            for way in before:
                steps = known[way[0]]
                onward = steps.get(NO_KINDS) if steps else None
                if onward is None:
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

    @property
    def _table(self) -> _Table:
        """The steps by direction, brought up to date."""
        if self._unknown or self._by_direction is None:
            self._learn(self._unknown)
            self._unknown = 0
            self._by_direction = _Table(self._directions, self._tiles.around_by)
        return self._by_direction

    def _learn(self, unknown: Bits) -> None:
        """Bring the steps of tiles up to date."""
        places = self._tiles.shifted_neighbours
        learnt: list[list[list[int]]] = [[[] for _ in self._tiles.around_by] for _ in Onward._fields]
        for tile in iter_bits(unknown):
            for steps, to in zip(learnt, self._like_onward(tile, NO_KINDS), strict=True):
                for at in iter_bits(to):
                    steps[places[at]].append(tile)
        self._directions = [
            [tiles & ~unknown | bits_of(more) for tiles, more in zip(each, steps, strict=True)]
            for each, steps in zip(self._directions, learnt, strict=True)
        ]

    def _leaving(
        self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits, no_stop: Bits
    ) -> Iterator[Way]:
        """Yield what `_in_order` does for ways from a tile within whose groups nothing hinders."""
        first: Way = (start, None, free)
        layer, best, found = [first], {start: first}, 1 << start
        seen = {NO_KINDS: closed, free: closed | found}
        for _ in range(reach):
            following: list[Way] = []
            ended = 0
            for way in layer:
                onward = self._onward(way[0], way[2])
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
        del best[start]
        yield from (way for tile, way in best.items() if not no_stop >> tile & 1)

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

    def _search(self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits) -> dict[int, Way]:
        """Give the ways where every second diagonal costs two, the one of the start among them."""
        cells, best = self._tiles.cells, dict[int, tuple[_Spot, Cheapest[_Spot]]]()

        def onward(spot: _Spot) -> Iterator[tuple[_Spot, int]]:
            if spot.ends:
                return
            at, (go, end, _) = cells[spot.tile], self._onward(spot.tile, spot.free)
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
        return {tile: _linked(start, way.path) for tile, (_, way) in best.items()}

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
            like[free] = Onward(*[self._tiles.shifted(to, tile) for to in self._steps_from(tile, free)])
        return like[free]

    def _steps_from(self, tile: int, free: Kinds) -> tuple[list[int], list[int], list[int]]:
        cells, go, end, no_stop = self._tiles.cells, list[int](), list[int](), list[int]()
        for to in self._tiles.square(tile):
            step = self._steps.step(cells[tile], cells[to], free) if to != tile else None
            if step is not None:
                (end if step.ends else go).append(to)
            if step is not None and step.no_stop:
                no_stop.append(to)
        return go, end, no_stop


def _linked(start: int, spots: Iterable[_Spot]) -> Way:
    way: Way = (start, None, NO_KINDS)
    for spot in spots:
        way = (spot.tile, way, spot.free)
    return way
