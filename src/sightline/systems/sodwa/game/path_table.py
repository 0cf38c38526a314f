"""Where a character gets to, from tables of steps, by ways as good as `sightline.systems.sodwa.movement.places` finds.

The tables are asked of the rules of steps, tile by tile, when somebody first comes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, overload

from sightline.rules import CheapestPath as Cheapest
from sightline.rules import find_cheapest_paths
from sightline.systems.sodwa.game.tile_bits import Bits, Tiles, bits_of, iter_bits
from sightline.systems.sodwa.movement import alternates, budgets
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.step_rules import NO_KINDS, Flyer, Kinds, TileStep, Walker, occupied

Path = Sequence[int]
"""The tiles that a way enters, the one where it begins left out."""
_Layer = tuple[Bits, Mapping[Kinds, Bits], Bits]
"""What is reached by so many steps: tiles to go on from, further ones by the kinds within whose groups one still is
there, and those where one can stop who could not with fewer steps."""


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


class _Paths(Sequence[Path]):
    """Paths to the tiles where one can stop, nearer ones first; each is found when it is looked at."""

    def __init__(self, layers: Sequence[_Layer], find: Callable[[Sequence[_Layer], int], Path]) -> None:
        self._layers, self._find = layers, find
        self._count = sum([stops.bit_count() for _, _, stops in layers])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Path: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Path]: ...
    def __getitem__(self, index: int | slice) -> Path | Sequence[Path]:
        if isinstance(index, slice):
            return [self[each] for each in range(self._count)[index]]
        nearer, steps = range(self._count)[index], 0
        while nearer >= (count := self._layers[steps][2].bit_count()):
            nearer, steps = nearer - count, steps + 1
        stops = self._layers[steps][2]
        for _ in range(nearer):
            stops &= stops - 1
        return self._find(self._layers[: steps + 1], (stops & -stops).bit_length() - 1)


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

    def find(self, mover: Character, others: Iterable[Character], friends: Bits, enemies: Bits) -> Sequence[Path]:
        """Give a way of least cost to each tile where a character can stop among others, nearer tiles first.

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
        no_stop |= self._table.none_stop | 1 << start
        if self._alternates:
            found = self._search(start, free, reach, closed, closed_to_ends)
            return [path for tile, path in found.items() if not no_stop >> tile & 1]
        return _Paths(self._flood(start, free, reach, closed, closed_to_ends, no_stop), self._path)

    def onward(self, tile: int) -> Bits:
        """Give where steps from a tile lead to, nobody being in the way."""
        onward = self._onward(tile, NO_KINDS)
        return onward.go | onward.end

    def _past(self, mover: Character, others: Iterable[Character], *, is_friend: bool) -> _Passing:
        """Give what friends or enemies do to who comes, asking for the first of them."""
        other = next(other for other in others if other.is_friend_of(mover) == is_friend)
        going = self._steps.past(mover, other, TileStep())
        ending = self._steps.past(mover, other, TileStep(ends=(occupied.clause,)))
        forbids = any(step is not None and step.no_stop for step in (going, ending))
        self._passing[is_friend] = _Passing(going is None, ending is None, forbids)
        return self._passing[is_friend]

    def _flood(
        self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits, no_stop: Bits
    ) -> Sequence[_Layer]:
        """Give what is reached by no steps, by one and so on."""
        table, begun = self._table, 1 << start
        go, inside = (0, {free: begun}) if free else (begun, {})
        seen, layers = inside.copy(), [(go, inside, 0)]
        entered, stopped = closed | go, no_stop
        for _ in range(reach):
            if not (go or inside):
                break
            go, end = table.step(go)
            if inside:
                more, ending, inside = self._inside(inside, seen, closed)
                go, end = go | more, end | ending
            go &= ~entered
            entered |= go
            stops = go | end & ~closed_to_ends
            for tiles in inside.values():
                stops |= tiles
            stops &= ~stopped
            stopped |= stops
            layers.append((go, inside, stops))
        return layers

    def _path(self, layers: Sequence[_Layer], tile: int) -> Path:
        """Give the way to a tile of the last layer, one that does not end there if there is one, found backwards."""
        *before, (go, inside, _) = layers
        within = NO_KINDS if go >> tile & 1 else next((free for free, on in inside.items() if on >> tile & 1), None)
        path = [tile]
        for layer in before[:0:-1]:
            tile, within = self._before(layer, tile, within)
            path.append(tile)
        path.reverse()
        return path

    def _before(self, layer: _Layer, to: int, within: Kinds | None) -> tuple[int, Kinds]:
        """Give a tile of a layer from which a step leads to another, and within what it is.

        The step leads to where one is within those groups, or ends for None.
        """
        going, inside, _ = layer
        for free, tiles in ((NO_KINDS, going), *inside.items()):
            for by in self._tiles.around_by:
                at = to - by
                if at >= 0 and tiles >> at & 1:
                    go, end, _ = self._onward(at, free)
                    left = free and self._steps.left(self._tiles.cells[to], free)
                    if (end >> to & 1) if within is None else (go >> to & 1 and left == within):
                        return at, free
        raise AssertionError(to)  # as something leads to what has been reached

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

    def _search(self, start: int, free: Kinds, reach: int, closed: Bits, closed_to_ends: Bits) -> dict[int, Path]:
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
        for spot, way in find_cheapest_paths(begun, onward, reach).items():
            known = best.get(spot.tile)
            if known is None or (way.cost == known[1].cost and known[0].ends and not spot.ends):
                best[spot.tile] = spot, way
        return {tile: [spot.tile for spot in way.path] for tile, (_, way) in best.items()}

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
