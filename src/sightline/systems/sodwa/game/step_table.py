"""Compiled rules of steps: per tile the steps from it, and a bit-parallel search of all tiles within a Move.

The tables are compiled from `sightline.systems.sodwa.step_rules`, tile by tile, on demand; between tiles with contents
that were met before, steps are known. The paths found are as cheap as those of `sightline.systems.sodwa.movement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, overload

from sightline.lattice import Cell
from sightline.systems.sodwa.game.indexed_tiles import BitSet, IndexedTiles, encode_bits, iter_bits
from sightline.systems.sodwa.game.linked_paths import LinkedSteps, Through, find_linked_paths
from sightline.systems.sodwa.movement import CharacterSteps, alternates, budgets, find_ends
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.portals import portals_of
from sightline.systems.sodwa.step_rules import NO_KINDS, Flyer, Kinds, StepRules, TileStep, Walker, occupied

TilePath = Sequence[int]
"""The tiles that a path enters, without its start."""
_Layer = tuple[BitSet, Mapping[Kinds, BitSet], BitSet]
"""What a number of steps reaches: tiles to go on from; further ones by the kinds within whose groups the mover still is
there; and tiles where it can stop, and could not with fewer steps."""


class StepTargets(NamedTuple):
    """The targets of the steps from a tile: tiles to go on from, tiles where a move ends, tiles to stop on never."""

    go: BitSet
    end: BitSet
    no_stop: BitSet


TargetsByKinds = dict[Kinds, StepTargets]
"""The targets of the steps from a tile, by the kinds within whose groups the mover still is."""


class _Occupied(NamedTuple):
    """The effect of an occupied tile on steps: closed, closed to steps that end there, or no place to stop."""

    closes: bool
    closes_to_ends: bool
    forbids_stop: bool


StepCache = dict[Kinds, dict[tuple[int, ...], int]]
"""Steps by the kinds of `TargetsByKinds`, and by the step and the contents around.

Their bits say that the mover can go on, that its move ends, and that it cannot stop.
"""
_GOES, _ENDS, _PASSES = 1, 2, 4
_MAX_KEPT: Final = 200_000


class ContentSteps(NamedTuple):
    """The contents of each tile, by their numbers, and the steps that are known by contents."""

    contents: Sequence[int]
    known: StepCache


class _DirectionTable:
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


class _LazyPaths(Sequence[TilePath]):
    """Paths to the tiles where a mover can stop, nearest first; each is found when it is accessed."""

    def __init__(self, layers: Sequence[_Layer], find: Callable[[Sequence[_Layer], int], TilePath]) -> None:
        self._layers, self._find = layers, find
        self._count = sum([stops.bit_count() for _, _, stops in layers])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> TilePath: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[TilePath]: ...
    def __getitem__(self, index: int | slice) -> TilePath | Sequence[TilePath]:
        if isinstance(index, slice):
            return [self[each] for each in range(self._count)[index]]
        nearer, steps = range(self._count)[index], 0
        while nearer >= (count := self._layers[steps][2].bit_count()):
            nearer, steps = nearer - count, steps + 1
        stops = self._layers[steps][2]
        for _ in range(nearer):
            stops &= stops - 1
        return self._find(self._layers[: steps + 1], (stops & -stops).bit_length() - 1)


class StepTable:
    """The steps over terrain with objects, on foot or in flight.

    The table of an `earlier` map is kept but for `stale` tiles.
    """

    _known: list[TargetsByKinds | None]
    _directions: list[list[BitSet]]
    _unknown: BitSet

    def __init__(
        self,
        rules: Walker | Flyer,
        tiles: IndexedTiles,
        cache: ContentSteps,
        earlier: StepTable | None = None,
        stale: BitSet = 0,
    ) -> None:
        self._rules, self._tiles, self._cache = rules, tiles, cache
        self._occupied: dict[bool, _Occupied] = {}
        self._alternates = alternates(rules.position)
        self.is_for_flyers = isinstance(rules, Flyer)
        self._direction_table: _DirectionTable | None = None
        if earlier is None:
            self._known = [None] * len(tiles.cells)
            self._directions = [[0] * len(tiles.steps) for _ in StepTargets._fields]
            self._unknown = tiles.all
        else:
            self._known = earlier._known.copy()
            self._directions = [each.copy() for each in earlier._directions]
            self._unknown = earlier._unknown | stale
            for tile in iter_bits(stale):
                self._known[tile] = None

    def find_paths(
        self,
        mover: Character,
        characters: Iterable[Character],
        friends: BitSet,
        enemies: BitSet,
    ) -> Sequence[TilePath]:
        """Return a cheapest path to each tile where a character can stop among others, nearest first.

        `friends` and `enemies` are the tiles of the others.
        """
        closed, closed_to_ends, no_stop = 0, 0, 0
        for tiles, is_friend in ((friends, True), (enemies, False)):
            if tiles:
                occupied_ = self._occupied.get(is_friend) or self._enter(mover, characters, is_friend=is_friend)
                closed |= tiles if occupied_.closes else 0
                closed_to_ends |= tiles if occupied_.closes_to_ends else 0
                no_stop |= tiles if occupied_.forbids_stop else 0
        free, start = self._rules.start(mover.cell), self._tiles.index(mover.cell)
        no_stop |= self._directions_now.none_stop | 1 << start
        if self._alternates:
            return self._search(mover, characters, no_stop)
        reach = budgets(mover, free)[-1]
        links = portals_of(self._rules.position.board)
        if links:
            standing = friends | enemies
            steps = self._linked_steps(links, standing, closed, closed_to_ends)
            return find_linked_paths(start, free, reach, steps, no_stop)
        return _LazyPaths(self._flood(start, free, reach, closed, closed_to_ends, no_stop), self._path)

    def targets(self, tile: int) -> BitSet:
        """Return the targets of the steps from a tile, without characters."""
        found = self._targets(tile, NO_KINDS)
        return found.go | found.end

    def flood(self, start: BitSet) -> Sequence[BitSet]:
        """Return the tiles that no step reaches first, one step, and so on, without characters; no step ends a move."""
        layers, seen = [start], start
        while layers[-1]:
            go, end = self._directions_now.step(layers[-1])
            layers.append((go | end) & ~seen)
            seen |= layers[-1]
        return layers[:-1]

    def _enter(self, mover: Character, characters: Iterable[Character], *, is_friend: bool) -> _Occupied:
        """Return the effect of tiles of friends, or of enemies, by the rules for the first of them."""
        other = next(each for each in characters if each.name != mover.name and each.is_friend_of(mover) == is_friend)
        going = self._rules.past(mover, other, TileStep())
        ending = self._rules.past(mover, other, _ENDING)
        forbids = any(step is not None and step.no_stop for step in (going, ending))
        self._occupied[is_friend] = _Occupied(going is None, ending is None, forbids)
        return self._occupied[is_friend]

    def _search(self, mover: Character, characters: Iterable[Character], no_stop: BitSet) -> Sequence[TilePath]:
        """Return the paths where steps differ in cost, by Dijkstra's algorithm."""
        index, standing = self._tiles.index, {each.cell: each for each in characters}
        steps = CharacterSteps(self._rules.position, mover, _CompiledRules(self, self._rules), standing.get)
        ends = find_ends(steps, steps.start(mover))
        return [
            [index(node.cell) for node in found.path]
            for cell, (_node, found) in ends.items()
            if not no_stop >> index(cell) & 1
        ]

    def _linked_steps(
        self, links: Mapping[Cell, Cell], standing: BitSet, closed: BitSet, closed_to_ends: BitSet
    ) -> LinkedSteps:
        """Return the steps where tiles are linked; `standing` are the tiles of others."""
        tiles, rules = self._tiles, self._rules

        def targets(tile: int, free: Kinds) -> tuple[BitSet, BitSet]:
            go, end, _ = self._targets(tile, free)
            return go & ~closed, end & ~closed_to_ends

        def through(tile: int, free: Kinds) -> Through | None:
            at = tiles.cells[tile]
            to = links[at]
            entered = None if standing >> tiles.index(to) & 1 else rules.enter(at, to, free)
            return entered and Through(bool(entered[0].ends), entered[1])

        @cache
        def left(tile: int, free: Kinds) -> Kinds:
            return rules.left(tiles.cells[tile], free)

        indices = {tiles.index(one): tiles.index(other) for one, other in links.items()}
        return LinkedSteps(targets, indices, through, left, tiles.neighbours)

    def step(self, at: Cell, to: Cell, free: Kinds) -> TileStep | None:
        """Return the step to a neighbouring tile, None where there is none; its clauses are not those of the rules."""
        tiles = self._tiles
        if not (0 <= to.q < tiles.columns and 0 <= to.r < tiles.rows):
            return None
        targets, index = self._targets(tiles.index(at), free), tiles.index(to)
        if targets.go >> index & 1:
            return _GOING
        return _ENDING if targets.end >> index & 1 else None

    def _flood(
        self, start: int, free: Kinds, reach: int, closed: BitSet, closed_to_ends: BitSet, no_stop: BitSet
    ) -> Sequence[_Layer]:
        """Return the layers that no step reaches first, one step, and so on."""
        table, begun = self._directions_now, 1 << start
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

    def _path(self, layers: Sequence[_Layer], tile: int) -> TilePath:
        """Return the path to a tile of the last layer, one after which the move can go on if there is one."""
        *before, (go, inside, _) = layers
        within = NO_KINDS if go >> tile & 1 else next((free for free, on in inside.items() if on >> tile & 1), None)
        path = [tile]
        for layer in before[:0:-1]:
            tile, within = self._before(layer, tile, within)
            path.append(tile)
        path.reverse()
        return path

    def _before(self, layer: _Layer, to: int, within: Kinds | None) -> tuple[int, Kinds]:
        """Return a tile of a layer from which a step leads to `to`, and the kinds within whose groups it is.

        After the step the mover is within those of `within`; None if the step ends the move.
        """
        going, inside, _ = layer
        for free, tiles in ((NO_KINDS, going), *inside.items()):
            for by in self._tiles.steps:
                at = to - by
                if at >= 0 and tiles >> at & 1:
                    go, end, _ = self._targets(at, free)
                    left = free and self._rules.left(self._tiles.cells[to], free)
                    if (end >> to & 1) if within is None else (go >> to & 1 and left == within):
                        return at, free
        raise AssertionError(to)  # a step leads to every tile that is reached

    def _inside(
        self, inside: Mapping[Kinds, BitSet], seen: dict[Kinds, BitSet], closed: BitSet
    ) -> tuple[BitSet, BitSet, dict[Kinds, BitSet]]:
        """Return the targets of steps from tiles within groups: outside of these, ending the move, and within them."""
        leaving, ending, after = 0, 0, dict[Kinds, BitSet]()
        for free, tiles in inside.items():
            for tile in iter_bits(tiles):
                go, end, _ = self._targets(tile, free)
                ending |= end
                for to in iter_bits(go & self._directions_now.ending & ~closed):
                    left = self._rules.left(self._tiles.cells[to], free)
                    if left:
                        go ^= 1 << to
                    if left and not seen.get(left, 0) >> to & 1:
                        seen[left] = seen.get(left, 0) | 1 << to
                        after[left] = after.get(left, 0) | 1 << to
                leaving |= go
        return leaving, ending, after

    @property
    def _directions_now(self) -> _DirectionTable:
        """The direction table, up to date."""
        if self._unknown or self._direction_table is None:
            self._update(self._unknown)
            self._unknown = 0
            self._direction_table = _DirectionTable(self._directions, self._tiles.steps)
        return self._direction_table

    def _update(self, unknown: BitSet) -> None:
        """Update the directions of tiles."""
        places, groups = self._tiles.relative_steps, dict[StepTargets, list[int]]()
        for tile in iter_bits(unknown):
            groups.setdefault(self._relative_targets(tile, NO_KINDS), []).append(tile)
        self._directions = [[tiles & ~unknown for tiles in each] for each in self._directions]
        for targets, alike in groups.items():
            tiles = encode_bits(alike)
            for directions, to in zip(self._directions, targets, strict=True):
                for at in iter_bits(to):
                    directions[places[at]] |= tiles

    def _targets(self, tile: int, free: Kinds) -> StepTargets:
        """Return the targets of the steps from a tile, from within the groups of `free`."""
        known = self._known[tile]
        if known is None:
            self._known[tile] = known = {}
        targets = known.get(free)
        if targets is None:
            from_relative = self._tiles.from_relative
            relative = self._relative_targets(tile, free)
            known[free] = targets = StepTargets(*[from_relative(each, tile) for each in relative])
        return targets

    def _relative_targets(self, tile: int, free: Kinds) -> StepTargets:
        """Return the targets of the steps from a tile in relative bit sets, compiled from the rules if need be.

        A step depends on what is on the two tiles, and on the sides of the corner between.
        """
        contents, known, cells = self._cache.contents, self._cache.known.setdefault(free, {}), self._tiles.cells
        here, go, end, no_stop = contents[tile], 0, 0, 0
        for number, by, bit, one, other in self._tiles.steps_from(tile):
            key = number, here, contents[tile + by], contents[tile + one], contents[tile + other]
            effect = known.get(key)
            if effect is None:
                step = self._rules.step(cells[tile], cells[tile + by], free)
                effect = 0 if step is None else (_ENDS if step.ends else _GOES) | (_PASSES if step.no_stop else 0)
                if len(known) >= _MAX_KEPT:
                    known.clear()
                known[key] = effect
            go |= bit if effect & _GOES else 0
            end |= bit if effect & _ENDS else 0
            no_stop |= bit if effect & _PASSES else 0
        return StepTargets(go, end, no_stop)


_GOING, _ENDING = TileStep(), TileStep(ends=(occupied.clause,))


class _CompiledRules:
    """The rules of steps with the steps of a table."""

    def __init__(self, table: StepTable, rules: StepRules) -> None:
        self.start, self.past, self.left, self.step = rules.start, rules.past, rules.left, table.step
        self.enter = rules.enter
