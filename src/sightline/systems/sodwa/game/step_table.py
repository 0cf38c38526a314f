"""Compiled rules of steps: per tile the steps from it, and a bit-parallel search of all tiles within a Move.

The tables are compiled from `sightline.systems.sodwa.step_rules`, tile by tile, on demand; between tiles with contents
that were met before, steps are known. The paths found are as cheap as those of `sightline.systems.sodwa.movement`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar

from sightline.lattice import Cell
from sightline.systems.sodwa.game.direction_table import DirectionTable
from sightline.systems.sodwa.game.indexed_tiles import (
    BitSet,
    IndexedTiles,
    NeighbourStep,
    SquareContents,
    StepGroup,
    encode_bits,
    iter_bits,
)
from sightline.systems.sodwa.game.layered_paths import Layer, LayeredPaths, Reached, without
from sightline.systems.sodwa.game.linked_paths import LinkedPaths, LinkedSteps, Through
from sightline.systems.sodwa.game.tile_paths import AvoidingPaths, CostedPath, ListedPaths, TilePath, TilePaths
from sightline.systems.sodwa.movement import CharacterSteps, MoveNode, alternates, budgets, find_ends
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.portals import portals_of
from sightline.systems.sodwa.step_rules import NO_KINDS, Flyer, Kinds, StepRules, TileStep, Walker, occupied


class StepTargets(NamedTuple):
    """The targets of the steps from a tile: tiles to go on from, tiles where a move ends.

    Of those to go on from, `within` are those where the mover still is within groups, by the kinds of these, and `out`
    the others.
    """

    go: BitSet
    end: BitSet
    out: BitSet
    within: Sequence[tuple[Kinds, BitSet]]


TargetsByKinds = dict[Kinds, StepTargets]
"""The targets of the steps from a tile, by the kinds within whose groups the mover still is."""


class _Occupied(NamedTuple):
    """The effect of an occupied tile on steps: closed, closed to steps that end there, or no place to stop."""

    closes: bool
    closes_to_ends: bool
    forbids_stop: bool


class StepCache:
    """The known steps by contents, or by summaries without any kinds, for the kinds of `TargetsByKinds`.

    - `summaries` has the number of a summary by contents, `distinct` by the summary.
    - `steps` are the effects of those by a step and what is around: their bits say that the mover can go on, that its
      move ends, and that it cannot stop. `groups` are those of all steps of a group, without any kinds.
    - `targets` are those of all steps from a tile in relative bit sets, by the contents of its `square`.
    """

    def __init__(self) -> None:
        self.steps: dict[Kinds, dict[tuple[int, ...], int]] = {}
        self.groups: dict[tuple[int, ...], int] = {}
        self.summaries: dict[int, int] = {}
        self.distinct: dict[Hashable, int] = {}
        self.targets: dict[Kinds, dict[SquareContents, StepTargets]] = {}


_GOES, _ENDS, _PASSES = 1, 2, 4
_EFFECTS: Final = 3
"""The effects that a step can have: the bits of `_GOES`, `_ENDS` and `_PASSES`."""
_MAX_CACHED: Final = 200_000
_Key = TypeVar("_Key")
_Known = TypeVar("_Known")


class ContentSteps(NamedTuple):
    """The contents of each tile, by their numbers, and the steps that are known by contents."""

    contents: Sequence[int]
    known: StepCache


class StepTable:
    """The steps over terrain with objects, on foot or in flight.

    It takes over the table of an `earlier` map, without the steps that depend on the `changed` tiles.
    """

    _known: list[TargetsByKinds | None]
    _summaries: list[int]
    """The number of the summary of what is on each tile."""
    _directions: list[list[BitSet]]
    _effects: list[list[int]]
    """The effects of the steps of each group, by its first tile, as they are entered in the directions."""
    _unknown: BitSet
    """The tiles whose steps have changed since."""

    def __init__(
        self,
        rules: Walker | Flyer,
        tiles: IndexedTiles,
        cache: ContentSteps,
        earlier: StepTable | None = None,
        changed: BitSet = 0,
    ) -> None:
        self._rules, self._tiles, self._cache = rules, tiles, cache
        self._occupied: dict[bool, _Occupied] = {}
        self._alternates = alternates(rules.position)
        self.is_for_flyers = isinstance(rules, Flyer)
        self._direction_table: DirectionTable | None = None
        if earlier is None:
            self._known = [None] * len(tiles.cells)
            self._summaries = [*map(self._summary, range(len(tiles.cells)))]
            self._directions = [[0] * len(tiles.steps) for _ in range(_EFFECTS)]
            self._effects = [[0] * len(tiles.cells) for _ in tiles.step_groups]
            self._unknown = tiles.all
        else:
            self._known, self._summaries = earlier._known.copy(), earlier._summaries.copy()
            self._directions = [each.copy() for each in earlier._directions]
            self._effects = [each.copy() for each in earlier._effects]
            self._direction_table, self._unknown = earlier._direction_table, earlier._unknown
            for tile in iter_bits(changed):
                self._summaries[tile] = summary = self._summary(tile)
                if summary != earlier._summaries[tile]:
                    self._unknown |= 1 << tile
            for tile in iter_bits(tiles.grown(changed)):
                self._known[tile] = None

    def find_paths(
        self, mover: Character, characters: Iterable[Character], friends: BitSet, enemies: BitSet, avoided: BitSet = 0
    ) -> TilePaths:
        """Return a cheapest path to each tile where a character can stop among others, nearest first.

        `friends` and `enemies` are the tiles of the others. Wherever a cheapest path enters none of the `avoided`
        tiles before its last, it is such a one.
        """
        find = self._finder(mover, characters, friends, enemies)
        paths, avoided = find(0), avoided & ~(1 << self._tiles.index(mover.cell))
        return AvoidingPaths(paths, avoided, lambda: find(avoided)) if avoided else paths

    def _finder(
        self, mover: Character, characters: Iterable[Character], friends: BitSet, enemies: BitSet
    ) -> Callable[[BitSet], TilePaths]:
        """Return the search of the paths of a character among others that go on from none of the tiles it is given."""
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
            return partial(self._search, mover, characters, no_stop)
        reach = budgets(mover, free)[-1]
        links = portals_of(self._rules.position.board)

        def find(avoided: BitSet) -> TilePaths:
            steps = links and self._linked_steps(links, friends | enemies, closed, closed_to_ends, avoided)
            layers = self._flood(start, free, reach, closed, closed_to_ends, no_stop, avoided, steps or None)
            if not steps:
                return LayeredPaths(layers, partial(self._path, avoided))
            number = sum(stops.bit_count() for _, _, stops in layers)
            return LinkedPaths(number, steps, start, free, no_stop)

        return find

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

    def _search(self, mover: Character, characters: Iterable[Character], no_stop: BitSet, avoided: BitSet) -> TilePaths:
        """Return the paths where steps differ in cost, by Dijkstra's algorithm."""
        index, standing = self._tiles.index, {each.cell: each for each in characters}
        steps = _AvoidingSteps(self._rules.position, mover, _CompiledRules(self, self._rules), standing.get)
        steps.avoids = lambda cell: bool(avoided >> index(cell) & 1)
        return ListedPaths(
            [
                CostedPath([index(node.cell) for node in found.path], found.cost)
                for cell, (_node, found) in find_ends(steps, steps.start(mover)).items()
                if not no_stop >> index(cell) & 1
            ]
        )

    def _linked_steps(
        self, links: Mapping[Cell, Cell], standing: BitSet, closed: BitSet, closed_to_ends: BitSet, avoided: BitSet
    ) -> LinkedSteps:
        """Return the steps where tiles are linked; `standing` are the tiles of others."""
        tiles, rules = self._tiles, self._rules

        def targets(tile: int, free: Kinds) -> tuple[BitSet, BitSet]:
            if avoided >> tile & 1:
                return 0, 0
            go, end, _, _ = self._targets(tile, free)
            return go & ~closed, end & ~closed_to_ends

        def through(tile: int, free: Kinds) -> Through | None:
            at = tiles.cells[tile]
            to = links[at]
            is_closed = (standing >> tiles.index(to) | avoided >> tile) & 1
            entered = None if is_closed else rules.enter(at, to, free)
            return entered and Through(bool(entered[0].ends), entered[1])

        def left(tile: int, free: Kinds) -> Kinds:
            return rules.left(tiles.cells[tile], free)

        indices = {tiles.index(one): tiles.index(other) for one, other in links.items()}
        return LinkedSteps(targets, indices, encode_bits(indices), through, left, tiles.neighbours)

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
        self,
        start: int,
        free: Kinds,
        reach: int,
        closed: BitSet,
        closed_to_ends: BitSet,
        no_stop: BitSet,
        avoided: BitSet,
        linked: LinkedSteps | None,
    ) -> Sequence[Layer]:
        """Return the layers that no step reaches first, one step, and so on; some tiles may be `linked`."""
        table, begun = self._directions_now, 1 << start
        go, seen = (0, {free: begun}) if free else (begun, {})
        inside: Mapping[Kinds, BitSet] = seen.copy()
        layers = [(go, inside, 0)]
        entered, stopped = closed | go, no_stop
        for _ in range(reach):
            if avoided:
                go, inside = without(avoided, go, inside)
            if not (go or inside):
                break
            alone = inside
            if linked and go & linked.tiles:
                alone = {**inside, NO_KINDS: go & linked.tiles}
                go &= ~linked.tiles
            go, end = table.step(go)
            if alone:
                more, ending, inside = self._inside(alone, seen, closed, linked)
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

    def _path(self, avoided: BitSet, layers: Sequence[Layer], tile: int) -> TilePath:
        """Return the path to a tile of the last layer, one after which the move can go on if there is one."""
        *before, (go, inside, _) = layers
        within = NO_KINDS if go >> tile & 1 else next((free for free, on in inside.items() if on >> tile & 1), None)
        path = [tile]
        for layer in before[:0:-1]:
            tile, within = self._before(without(avoided, *layer[:2]), tile, within)
            path.append(tile)
        path.reverse()
        return path

    def _before(self, layer: Reached, to: int, within: Kinds | None) -> tuple[int, Kinds]:
        """Return a tile of a layer from which a step leads to `to`, and the kinds within whose groups it is.

        After the step the mover is within those of `within`; None if the step ends the move.
        """
        going, inside = layer
        for free, tiles in ((NO_KINDS, going), *inside.items()):
            for by in self._tiles.steps:
                at = to - by
                if at >= 0 and tiles >> at & 1:
                    go, end, _, _ = self._targets(at, free)
                    left = free and self._rules.left(self._tiles.cells[to], free)
                    if (end >> to & 1) if within is None else (go >> to & 1 and left == within):
                        return at, free
        raise AssertionError(to)  # a step leads to every tile that is reached

    def _inside(
        self, inside: Mapping[Kinds, BitSet], seen: dict[Kinds, BitSet], closed: BitSet, linked: LinkedSteps | None
    ) -> tuple[BitSet, BitSet, dict[Kinds, BitSet]]:
        """Return the targets of steps from tiles within groups: outside of these, ending the move, and within them.

        So it does from tiles that are `linked`, within groups or not.
        """
        leaving, ending, after = 0, 0, dict[Kinds, BitSet]()
        for free, tiles in inside.items():
            for tile in iter_bits(tiles):
                go, end, within = self._leave(tile, free, linked)
                leaving, ending = leaving | go, ending | end
                for left, to in within:
                    known = seen.get(left, 0)
                    if new := to & ~(closed | known):
                        seen[left] = known | new
                        after[left] = after.get(left, 0) | new
        return leaving, ending, after

    def _leave(
        self, tile: int, free: Kinds, linked: LinkedSteps | None
    ) -> tuple[BitSet, BitSet, Sequence[tuple[Kinds, BitSet]]]:
        """Return the targets of the steps from one tile, the last with the kinds within whose groups the mover is."""
        _, end, out, within = self._targets(tile, free)
        if linked is None or tile not in linked.links:
            return out, end, within
        through, beyond = linked.through(tile, free), 1 << linked.links[tile]
        out, end = out & ~beyond, end & ~beyond
        within = [(left, to & ~beyond) for left, to in within]
        if through is None:
            return out, end, within
        if through.ends:
            return out, end | beyond, within
        if through.left:
            return out, end, [*within, (through.left, beyond)]
        return out | beyond, end, within

    @property
    def _directions_now(self) -> DirectionTable:
        """The direction table, up to date."""
        table = self._direction_table
        if self._unknown:
            if self._update(self._unknown):
                table = None
            self._unknown = 0
        if table is None:
            self._direction_table = table = DirectionTable(self._directions, self._tiles.steps)
        return table

    def _update(self, unknown: BitSet) -> bool:
        """Update the directions of the steps that tiles decide; return whether any has changed."""
        is_changed = False
        for number, group in enumerate(self._tiles.step_groups):
            changes, effects = dict[int, BitSet](), self._effects[number]
            for first in iter_bits(group.around(unknown)):
                effect = self._effect_of_group(number, group, first)
                if change := effect ^ effects[first]:
                    changes[change] = changes.get(change, 0) | 1 << first
                    effects[first] = effect
            for change, firsts in changes.items():
                is_changed = True
                for bit in iter_bits(change):
                    place, kind = divmod(bit, _EFFECTS)
                    behind, to, _ = group.steps[place]
                    self._directions[kind][to] ^= firsts << behind
        return is_changed

    def _summary(self, tile: int) -> int:
        """Return the number of the summary of what is on a tile: of what decides the steps without any groups."""
        known, number = self._cache.known, self._cache.contents[tile]
        found = known.summaries.get(number)
        if found is None:
            summary = self._rules.summary(self._tiles.cells[tile])
            known.summaries[number] = found = known.distinct.setdefault(summary, len(known.distinct))
        return found

    def _numbers(self, free: Kinds) -> Sequence[int]:
        """Return the numbers by which steps from within the groups of `free` are known: contents, or summaries."""
        return self._cache.contents if free else self._summaries

    def _effect_of_group(self, number: int, group: StepGroup, first: int) -> int:
        """Return the effects of the steps of a group, those of each step above the ones before."""
        known = self._cache.known.groups
        summaries = self._summaries
        key = number, *[summaries[first + by] for by in group.behind]
        effects = known.get(key)
        if effects is None:
            effects = 0
            for behind, _, step in reversed(group.steps):
                effects = effects << _EFFECTS | self._effect(first + behind, step, NO_KINDS)
            _store(known, key, effects)
        return effects

    def _targets(self, tile: int, free: Kinds) -> StepTargets:
        """Return the targets of the steps from a tile, from within the groups of `free`."""
        known = self._known[tile]
        if known is None:
            self._known[tile] = known = {}
        targets = known.get(free)
        if targets is None:
            there, (go, end, out, within) = self._tiles.from_relative, self._relative_targets(tile, free)
            inside = tuple([(left, there(to, tile)) for left, to in within])
            known[free] = targets = StepTargets(there(go, tile), there(end, tile), there(out, tile), inside)
        return targets

    def _relative_targets(self, tile: int, free: Kinds) -> StepTargets:
        """Return the targets of the steps from a tile in relative bit sets."""
        known = self._cache.known.targets.get(free)
        if known is None:
            self._cache.known.targets[free] = known = {}
        key = self._tiles.square_contents(self._numbers(free), tile)
        targets = known.get(key)
        if targets is None:
            targets = self._compile_targets(tile, free)
            _store(known, key, targets)
        return targets

    def _compile_targets(self, tile: int, free: Kinds) -> StepTargets:
        """Return the targets of the steps from a tile in relative bit sets."""
        go, end, within = 0, 0, dict[Kinds, BitSet]()
        for step in self._tiles.steps_from(tile):
            effect = self._effect(tile, step, free)
            end |= step.bit if effect & _ENDS else 0
            if effect & _GOES:
                go |= step.bit
                left = free and self._rules.left(self._tiles.cells[tile + step.by], free)
                within[left] = within.get(left, 0) | step.bit
        out = within.pop(NO_KINDS, 0)
        return StepTargets(go, end, out, tuple(within.items()))

    def _effect(self, tile: int, way: NeighbourStep, free: Kinds) -> int:
        """Return the effect of a step from a tile, compiled from the rules if need be.

        It depends on what is on the two tiles, and on the sides of the corner between.
        """
        numbers, known = self._numbers(free), self._cache.known.steps.setdefault(free, {})
        number, by, _, one, other = way
        key = number, numbers[tile], numbers[tile + by], numbers[tile + one], numbers[tile + other]
        effect = known.get(key)
        if effect is None:
            cells = self._tiles.cells
            step = self._rules.step(cells[tile], cells[tile + by], free)
            effect = 0 if step is None else (_ENDS if step.ends else _GOES) | (_PASSES if step.no_stop else 0)
            _store(known, key, effect)
        return effect


def _store(known: dict[_Key, _Known], key: _Key, value: _Known) -> None:
    """Add an entry to a cache of bounded size, which starts anew when it is full."""
    if len(known) >= _MAX_CACHED:
        known.clear()
    known[key] = value


_GOING, _ENDING = TileStep(), TileStep(ends=(occupied.clause,))


class _AvoidingSteps(CharacterSteps):
    """The steps of a character that go on from no tile that it avoids."""

    avoids: Callable[[Cell], bool]

    def onward(self, node: MoveNode) -> Iterator[tuple[MoveNode, int]]:
        return iter(()) if self.avoids(node.cell) else super().onward(node)


class _CompiledRules:
    """The rules of steps with the steps of a table."""

    def __init__(self, table: StepTable, rules: StepRules) -> None:
        self.start, self.past, self.left, self.step = rules.start, rules.past, rules.left, table.step
        self.enter, self.summary = rules.enter, rules.summary
