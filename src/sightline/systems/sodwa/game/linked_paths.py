"""Cheapest paths where effects link tiles: the search of `sightline.systems.sodwa.movement` over compiled steps.

All steps cost one. Paths, and their order, are those of that search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import NamedTuple

from sightline.deadline import check_limit
from sightline.systems.sodwa.game.indexed_tiles import BitSet, iter_bits
from sightline.systems.sodwa.game.tile_paths import CostedPath, TilePath, TilePaths
from sightline.systems.sodwa.step_rules import NO_KINDS, Kinds

Targets = tuple[BitSet, BitSet]
"""Tiles to go on from, and tiles where the move ends."""


class Through(NamedTuple):
    """The step to a linked tile: whether it ends the move, and the kinds within whose groups the mover still is."""

    ends: bool
    left: Kinds


class LinkedSteps(NamedTuple):
    """The steps from a tile, from within the groups of some kinds, among others.

    `links` pairs tiles in both directions; `through` returns the step to the linked tile, None where it is closed;
    `left` returns the kinds that are left after a step onto a tile, and `neighbours` those of a tile. `tiles` are those
    that are linked.
    """

    targets: Callable[[int, Kinds], Targets]
    links: Mapping[int, int]
    tiles: BitSet
    through: Callable[[int, Kinds], Through | None]
    left: Callable[[int, Kinds], Kinds]
    neighbours: Callable[[int], BitSet]


_Node = tuple[int, Kinds, bool, int, "_Node | None"]
"""A tile as a move comes to it: the kinds that are left, whether the move ends, its cost, and the node before."""


def _path_to(end: _Node) -> CostedPath:
    """Return the path to a node."""
    tile, _, _, cost, before = end
    path = list[int]()
    while before is not None:
        path.append(tile)
        tile, _, _, _, before = before
    path.reverse()
    return CostedPath(path, cost)


class _Search:
    """A search by layers: the nodes that are so many steps away, in the order in which they are found."""

    def __init__(self, steps: LinkedSteps, start: int, free: Kinds) -> None:
        self._steps = steps
        self.layer: list[_Node] = [(start, free, False, 0, None)]
        self.best = {start: self.layer[0]}
        """The tiles found, each with the first node there; of those at one cost one after which the move can go on."""
        self._found = 1 << start
        self._seen = {NO_KINDS: 0, free: 1 << start}

    def advance(self) -> None:
        """Find the nodes that are one step farther."""
        layer, self.layer = self.layer, []
        for node in layer:
            if node[0] in self._steps.links:
                self._leave_linked(node)
            else:
                self._leave(node, *self._steps.targets(node[0], node[1]))

    def _leave(self, node: _Node, go: BitSet, end: BitSet) -> None:
        """Enter those neighbours of a node, in their order, that have not been found."""
        free, end = node[1], end & ~self._found
        if free:
            for to in iter_bits(go | end):
                self._enter(node, to, self._steps.left(to, free), bool(end >> to & 1))
            return
        # Without groups a tile that is found here is entered at once; few others are left.
        go &= ~self._seen[NO_KINDS]
        new, cost = go & ~self._found, node[3] + 1
        for to in iter_bits(go | end):
            if new >> to & 1:
                self.best[to] = entered = to, NO_KINDS, False, cost, node
                self.layer.append(entered)
            else:
                self._enter(node, to, NO_KINDS, bool(end >> to & 1))
        self._found |= new
        self._seen[NO_KINDS] |= new

    def _leave_linked(self, node: _Node) -> None:
        """Enter the neighbours of a node, and the linked tile: in its place if it is one of them, else afterwards."""
        steps, (tile, free, _, _, _) = self._steps, node
        (go, end), linked, through = steps.targets(tile, free), steps.links[tile], steps.through(tile, free)
        bit = 1 << linked
        before, is_near = bit - 1, steps.neighbours(tile) & bit
        go, end = go & ~bit, end & ~bit
        if not is_near:
            self._leave(node, go, end)
        else:
            self._leave(node, go & before, end & before)
        if through is not None:
            self._enter(node, linked, through.left, through.ends)
        if is_near:
            self._leave(node, go & ~before, end & ~before)

    def _enter(self, before: _Node, tile: int, left: Kinds, ends: bool) -> None:  # noqa: FBT001
        bit, cost = 1 << tile, before[3] + 1
        if not ends:
            seen = self._seen.get(left, 0)
            if seen & bit:
                return
            self._seen[left] = seen | bit
        node = tile, left, ends, cost, before
        if not ends:
            self.layer.append(node)
        if not self._found & bit:
            self._found |= bit
            self.best[tile] = node
        elif not ends:
            _, _, is_ended, known, _ = self.best[tile]
            if is_ended and known == cost:
                self.best[tile] = node


class LinkedPaths(TilePaths):
    """The paths to so many tiles, in the order in which a search finds them; it goes as far as they are accessed.

    `no_stop` are tiles where no path ends. What is found with a number of steps does not depend on longer paths.
    """

    def __init__(self, number: int, steps: LinkedSteps, start: int, free: Kinds, no_stop: BitSet) -> None:
        self._number, self._no_stop = number, no_stop
        self._search = _Search(steps, start, free)
        self._steps = 0
        self._ends: list[int] = []

    def __len__(self) -> int:
        return self._number

    def path(self, index: int) -> CostedPath:
        while len(self._ends) <= index:
            assert self._search.layer, "there are as many paths as told"
            self._advance()
        return _path_to(self._search.best[self._ends[index]])

    def path_to(self, tile: int, cost: int) -> TilePath | None:
        while self._steps < cost and self._search.layer:
            self._advance()
        found = None if self._no_stop >> tile & 1 else self._search.best.get(tile)
        return None if found is None or found[3] != cost else _path_to(found).tiles

    def _advance(self) -> None:
        """Find the tiles that are one step farther."""
        check_limit()
        search, before = self._search, len(self._search.best)
        search.advance()
        self._steps += 1
        self._ends += [tile for tile in islice(search.best, before, None) if not self._no_stop >> tile & 1]
