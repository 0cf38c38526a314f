"""Section 7: the rules of one step from tile to tile: terrain that ends the movement, levels, corners, flight."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple, Protocol

from sightline.lattice import Cell
from sightline.rules import Clause, Position, Rule, Ruling, Terrain, rule
from sightline.systems.sodwa.pieces import Character, is_flyer
from sightline.systems.sodwa.terrain import (
    TRANSITION,
    SodwaTerrain,
    border_kinds,
    changes_level,
    is_elevated,
    kinds_at,
    meaning,
    obstructs,
)

PASS_THROUGH = Ruling(
    "pass-through",
    "Which occupied tiles can be moved through: none, or those of friends?",
    ("none", "friends"),
)

Kinds = frozenset[str]
NO_KINDS: Kinds = frozenset()


class TileStep(NamedTuple):
    """A possible step: the clauses by which it ends the movement, and those that forbid stopping after it."""

    ends: tuple[Clause, ...] = ()
    no_stop: tuple[Clause, ...] = ()


@rule(
    Clause(
        "SOD-7.5",
        "Impeding terrain",
        "Entering an impeding tile or crossing an impeding border ends the movement. A character that starts on "
        "such a tile has its Move halved, only once for several kinds and to at least 1, and moves freely within "
        "that group of tiles until it is out of it.",
        "Impeding Terrain; rounding: ours",
    ),
    off=False,
)
def impedes(kind: str, terrain: SodwaTerrain) -> bool:
    """Return whether a kind of terrain impedes movement and sight."""
    del kind
    return terrain.movement == "difficult" and terrain.sight == "impeding"


@rule(
    Clause(
        "SOD-7.6",
        "Difficult and liquid terrain",
        "Difficult and liquid terrain affect movement as impeding terrain does. They do not affect sight.",
        "Difficult Terrain; Liquid Terrain",
    ),
    off=False,
)
def is_difficult(kind: str, terrain: SodwaTerrain) -> bool:
    """Return whether a kind of terrain is difficult without impeding sight."""
    return terrain.movement == "difficult" and terrain.sight != "impeding" and kind != TRANSITION


@rule(
    Clause(
        "SOD-7.7",
        "Transitions",
        "Levels change only across a transition border or on a transition tile, all of whose sides to the other "
        "level are such borders, and never diagonally. Both are difficult terrain. A character that starts on a "
        "transition tile has its Move halved and need not stop at that group's borders until it is out of it. "
        "Between tiles of one level a transition border is a difficult one.",
        "Elevated Terrain; transition borders of one level, and diagonals: ours",
    ),
    off=False,
)
def is_transition(kind: str, terrain: SodwaTerrain) -> bool:
    """Return whether a kind of terrain is a transition."""
    del terrain
    return kind == TRANSITION


_ENDING: tuple[Rule[[str, SodwaTerrain], bool], ...] = (impedes, is_difficult, is_transition)
"""The rules by which terrain ends movements, in the order of the rulebook."""


def hindering(kinds: Iterable[str], terrain: Mapping[str, Terrain]) -> Mapping[str, Clause]:
    """Return the kinds that end a movement, each with the clause by which it does."""
    found = {}
    for kind in kinds:
        for ending in _ENDING:
            if ending(kind, meaning(terrain, kind)):
                found[kind] = ending.clause
    return found


class StepRules(Protocol):
    """The rules of steps over terrain, independent of other characters."""

    def start(self, cell: Cell) -> Kinds:
        """Return the kinds of the start tile that hinder; the mover is free within their groups of tiles."""

    def step(self, at: Cell, to: Cell, free: Kinds) -> TileStep | None:
        """Return the step to a neighbouring tile, from within the groups of `free`; None if it is not possible."""

    def enter(self, at: Cell, to: Cell, free: Kinds) -> tuple[TileStep, Kinds] | None:
        """Return the step to a linked tile, ignoring obstacles between, and the kinds of `left`; None if closed."""

    def past(self, character: Character, other: Character, step: TileStep) -> TileStep | None:
        """Return the step if `other` stands on its tile; None if it is not possible."""

    def left(self, to: Cell, free: Kinds) -> Kinds:
        """Return the kinds of `free` whose groups a mover has not left after a step onto a tile."""

    def summary(self, cell: Cell) -> Hashable:
        """Return a key of all that affects steps around a tile: of the tile, and its borders to the east and south.

        Steps with equal keys are equally possible, and equally end the movement, for a mover that is not within any
        groups.
        """


_Ends = Mapping[str, Clause] | None
"""The kinds of a place that end movements; None if one of them obstructs."""


class KnownKinds(NamedTuple):
    """A cache of the effects on movements of the kinds of terrain on tiles and borders."""

    on_tiles: dict[tuple[str, ...], _Ends]
    on_borders: dict[tuple[str, ...], _Ends]


class Walker:
    """The steps of walkers. `known` is shared with others on the same kinds of terrain."""

    def __init__(self, position: Position, known: KnownKinds | None = None) -> None:
        self.position, self._known = position, known or KnownKinds({}, {})
        self._tiles: dict[Cell, Mapping[str, Clause] | None] = {}

    def start(self, cell: Cell) -> Kinds:
        """Return the hindering kinds of the start tile; within their groups of tiles the mover is free."""
        return frozenset(self._tile(cell) or ())

    def step(self, at: Cell, to: Cell, free: Kinds) -> TileStep | None:
        """Return the step to a neighbouring tile from within the groups of `free`; None if it is not possible."""
        entered = self._tile(to)
        if entered is None or to not in self.position.board:
            return None
        is_diagonal = at.q != to.q and at.r != to.r
        passed = self._corner(at, to, free) if is_diagonal else self._border(at, to, free)
        if passed is None:
            return None
        ends = {*passed, *(clause for kind, clause in entered.items() if kind not in free)}
        return TileStep(tuple(sorted(ends, key=_in_order)))

    def enter(self, at: Cell, to: Cell, free: Kinds) -> tuple[TileStep, Kinds] | None:
        """Return the step to a linked tile, and the kinds within whose groups the mover is; None if it is closed."""
        entered = self._tile(to)
        if entered is None:
            return None
        left = frozenset(kind for kind in free.intersection(entered) if self._are_grouped(kind, at, to))
        ends = {clause for kind, clause in entered.items() if kind not in left}
        return TileStep(tuple(sorted(ends, key=_in_order))), left

    def _are_grouped(self, kind: str, one: Cell, other: Cell) -> bool:
        """Return whether two tiles of a kind are in one group."""
        grid, group, edge = self.position.board.grid, set[Cell](), {one}
        while edge:
            group |= edge
            near = {cell for each in edge for cell in grid.ring(each, 1)}
            edge = {cell for cell in near - group if kind in (self._tile(cell) or ())}
        return other in group

    def past(self, character: Character, other: Character, step: TileStep) -> TileStep | None:
        """Return a step onto the tile of another character, None if it is not possible."""
        return occupied(self.position, character, other, step)

    def left(self, to: Cell, free: Kinds) -> Kinds:
        """Return the kinds of `free` whose groups a mover has not left after a step onto a tile."""
        return free.intersection(self._tile(to) or ())

    def summary(self, cell: Cell) -> Hashable:
        """Return whether a tile, and its borders, are closed or end movements, lead to another level, and its level."""
        position = self.position
        drawn = [(self._tile(cell), kinds_at(position, cell))]
        drawn += [(self._crossed(cell, to), border_kinds(position, cell, to)) for to in _east_and_south(cell)]
        places = [(None if ends is None else bool(ends), TRANSITION in kinds) for ends, kinds in drawn]
        return cell in position.board, is_elevated(position, cell), *places

    def _tile(self, cell: Cell) -> Mapping[str, Clause] | None:
        """Return the kinds of a tile that end movements, None if it cannot be entered."""
        if cell not in self._tiles:
            kinds = kinds_at(self.position, cell)
            self._tiles[cell] = _ends(self._known.on_tiles, kinds, self.position.terrain)
        return self._tiles[cell]

    def _border(self, at: Cell, to: Cell, free: Kinds) -> Iterable[Clause] | None:
        """Return the clauses by which crossing a border ends the movement, None if it cannot be crossed."""
        position = self.position
        drawn = self._crossed(at, to)
        if drawn is None or is_elevated(position, at) == is_elevated(position, to):
            return None if drawn is None else drawn.values()
        if not changes_level(position, at, to):
            return None
        found = {clause for kind, clause in drawn.items() if kind != TRANSITION}
        return found if TRANSITION in free else {*found, is_transition.clause}

    def _crossed(self, one: Cell, other: Cell) -> Mapping[str, Clause] | None:
        """Return the kinds on a border that end movements, None if one of them obstructs."""
        return _ends(self._known.on_borders, border_kinds(self.position, one, other), self.position.border_terrain)

    def _corner(self, at: Cell, to: Cell, free: Kinds) -> Iterable[Clause] | None:
        """Return the clauses by which passing a corner ends the movement, None if it cannot be passed."""
        if is_elevated(self.position, at) != is_elevated(self.position, to):
            return None
        ways = [self._way(at, side, to, free) for side in (Cell(at.q, to.r), Cell(to.q, at.r))]
        is_hindered = corner_hinders(tuple(ways))
        if is_hindered is None:
            return None
        return (corner_hinders.clause,) if is_hindered else ()

    def _way(self, at: Cell, side: Cell, to: Cell, free: Kinds) -> bool | None:
        """Return whether the way over a side tile is hindered, None if it is closed."""
        if side not in self.position.board:
            return False
        tile, over_in, over_out = self._tile(side), self._crossed(at, side), self._crossed(side, to)
        if tile is None or over_in is None or over_out is None:
            return None
        if is_elevated(self.position, side) != is_elevated(self.position, at):
            return None
        return bool(over_in or over_out or tile.keys() - free)


def _east_and_south(cell: Cell) -> tuple[Cell, Cell]:
    return Cell(cell.q + 1, cell.r), Cell(cell.q, cell.r + 1)


def _ends(known: dict[tuple[str, ...], _Ends], kinds: tuple[str, ...], terrain: Mapping[str, Terrain]) -> _Ends:
    """Return the effects of the kinds of a place on movements; `known` is a cache."""
    if kinds not in known:
        is_closed = any(obstructs(meaning(terrain, kind)) for kind in kinds)
        known[kinds] = None if is_closed else hindering(kinds, terrain)
    return known[kinds]


def _in_order(clause: Clause) -> tuple[int, ...]:
    return tuple(int(part) for part in clause.id.removeprefix("SOD-").split("."))


@rule(
    Clause(
        "SOD-7.8",
        "Diagonal steps",
        "A diagonal step takes the state of its corner, the better of the two ways round it; characters do not "
        "count. If the corner is closed, the step cannot be made; if it is impeded or difficult, the step ends the "
        "movement.",
        "Terrain: diagonal tiles",
    ),
    off=False,
)
def corner_hinders(ways: tuple[bool | None, ...]) -> bool | None:
    """Return whether a corner is hindered, from its two ways (None: closed); None if both are closed."""
    open_ways = [way for way in ways if way is not None]
    return all(open_ways) if open_ways else None


@rule(
    Clause(
        "SOD-7.9",
        "Occupied tiles",
        "Tiles with characters cannot be entered. If so ruled, a friend's tile may be passed, but not stopped on, "
        "nor entered by a step that ends the movement.",
        "Terrain; passing friends: ours",
    ),
    off=TileStep(),
)
def occupied(position: Position, character: Character, other: Character, step: TileStep) -> TileStep | None:
    """Return a step onto the tile of another character, None if it is not possible."""
    if step.ends or not other.is_friend_of(character) or position.rulings[PASS_THROUGH.name] == "none":
        return None
    return TileStep(no_stop=(occupied.clause,))


@rule(
    Clause(
        "SOD-7.4",
        "Flight over terrain",
        "A flyer passes over everything except indoor obstructing terrain and corners that it closes both ways. "
        "Nothing ends or halves its Move. It cannot stop on an obstructing or occupied tile.",
        "Obstructing Terrain: indoor and outdoor; where it stops: ours",
    ),
    off=False,
)
def is_ceiling(terrain: SodwaTerrain) -> bool:
    """Return whether terrain stops flyers."""
    return obstructs(terrain) and terrain.indoor


_OVER = TileStep(no_stop=(is_ceiling.clause,))


class Flyer:
    """The steps of flyers; they do not depend on other characters."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def start(self, cell: Cell) -> Kinds:
        """Return no kinds: nothing hinders a flyer."""
        del cell
        return NO_KINDS

    def left(self, to: Cell, free: Kinds) -> Kinds:
        """Return `free` unchanged; in flight it is always empty."""
        del to
        return free

    def step(self, at: Cell, to: Cell, free: Kinds) -> TileStep | None:
        """Return the step to a neighbouring tile, None if it is not possible."""
        del free
        if to not in self.position.board or self._is_roofed(to):
            return None
        if at.q != to.q and at.r != to.r:
            sides = (Cell(at.q, to.r), Cell(to.q, at.r))
            if all(self._closes(at, side, to) for side in sides):
                return None
        elif self._is_walled(at, to):
            return None
        return _OVER if self._is_obstructed(to) else TileStep()

    def enter(self, at: Cell, to: Cell, free: Kinds) -> tuple[TileStep, Kinds] | None:
        """Return the step to a linked tile, and no kinds; None if it is obstructed."""
        del at
        return None if self._is_obstructed(to) else (TileStep(), free)

    def past(self, character: Character, other: Character, step: TileStep) -> TileStep:
        """Return a step onto the tile of another character: over it."""
        del character, other, step
        return _OVER

    def summary(self, cell: Cell) -> Hashable:
        """Return whether a tile is obstructed, and whether it or its borders stop flyers."""
        walled = [self._is_walled(cell, to) for to in _east_and_south(cell)]
        return cell in self.position.board, self._is_roofed(cell), self._is_obstructed(cell), *walled

    def _is_obstructed(self, cell: Cell) -> bool:
        kinds, terrain = kinds_at(self.position, cell), self.position.terrain
        return any(obstructs(meaning(terrain, kind)) for kind in kinds)

    def _closes(self, at: Cell, side: Cell, to: Cell) -> bool:
        return self._is_roofed(side) or self._is_walled(at, side) or self._is_walled(side, to)

    def _is_roofed(self, cell: Cell) -> bool:
        return any(is_ceiling(meaning(self.position.terrain, kind)) for kind in kinds_at(self.position, cell))

    def _is_walled(self, one: Cell, other: Cell) -> bool:
        kinds = border_kinds(self.position, one, other)
        return any(is_ceiling(meaning(self.position.border_terrain, kind)) for kind in kinds)


def step_rules_of(position: Position, character: Character) -> StepRules:
    """Return the rules of steps for a character."""
    return (Flyer if is_flyer(character) else Walker)(position)
