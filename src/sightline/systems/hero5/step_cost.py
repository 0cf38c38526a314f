"""One step of a move: whether it is possible, what it costs, and which rolls it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sightline.board import format_cell, format_point
from sightline.lattice import Cell
from sightline.rules import Clause, Position
from sightline.systems.hero5.footprint import Spot, neighbouring_spots
from sightline.systems.hero5.move_kinds import HeroMove
from sightline.systems.hero5.moving_through import Passage, is_in_the_way, is_tight, passage, past_opponent, stops
from sightline.systems.hero5.pieces import Character, Squeezed, character_of
from sightline.systems.hero5.placement import spot_of
from sightline.systems.hero5.squeezing import contorted_cores, stand
from sightline.systems.hero5.terrain import OBSTACLE_COST, Going, demands_roll, factor, ground_for

Skill = Literal["acrobatics", "contortionist"]


@dataclass(frozen=True, slots=True)
class Footing:
    """A character in a place: the hexes on which it stands, whom it meets there, and what doubles a step to it.

    `demanding` are those of the hexes that demand a roll of who comes onto them.
    """

    cells: frozenset[Cell]
    squeezed: Squeezed
    met: tuple[Character, ...]
    doublings: int
    demanding: frozenset[Cell]


_PLAIN = Going()


class Needed(NamedTuple):
    """A roll that a step needs, of that skill by that clause."""

    skill: Skill
    clause: Clause


class Step(NamedTuple):
    """A step that is possible: its cost and the rolls that it needs. One is free that changes none of the hexes."""

    cost: int
    rolls: tuple[Needed, ...]


class Footings:
    """What each place of a board is to one character. Rulings play no part."""

    def __init__(self, position: Position, character: Character) -> None:
        self.board = position.board
        self.character = character
        self.ground = ground_for(position, character)
        pieces = self.board.pieces.items()
        others = {name: character_of(piece) for name, piece in pieces if name != character.name}
        self._order = {name: number for number, name in enumerate(others)}
        self._others: dict[Cell, list[Character]] = {}
        for other in others.values():
            for cell in other.cells:
                self._others.setdefault(cell, []).append(other)
        self._footings: dict[Spot, Footing | None] = {}
        self._names: dict[Spot, str] = {}

    def name(self, spot: Spot) -> str:
        """Give the name of a place."""
        if spot not in self._names:
            self._names[spot] = (
                format_cell(self.board, spot) if isinstance(spot, Cell) else format_point(self.board, spot)
            )
        return self._names[spot]

    def at(self, spot: Spot) -> Footing | None:
        """Give what a place is to the character, None where it does not hold it."""
        if spot not in self._footings:
            self._footings[spot] = self._find_footing(spot)
        return self._footings[spot]

    def _find_footing(self, spot: Spot) -> Footing | None:
        held = stand(self.ground, self.character, spot)
        if held is None:
            return None
        met = {other.name: other for cell in held.cells & self._others.keys() for other in self._others[cell]}
        going = {cell: each for cell in held.cells if (each := self.ground.hex(cell)) is not None and each != _PLAIN}
        doublings = (
            any(each.is_difficult for each in going.values())
            + any(each.hampers for each in going.values())
            + any(is_in_the_way(self.character, other) for other in met.values())
            + is_tight(held.squeezed)
        )
        in_order = tuple(sorted(met.values(), key=lambda other: self._order[other.name]))
        demanding = frozenset(cell for cell, each in going.items() if each.demands_roll)
        return Footing(held.cells, held.squeezed, in_order, doublings, demanding)

    def stops(self, spot: Spot) -> tuple[str, ...]:
        """Give the clauses that forbid to stop in a place that holds the character."""
        footing = self.at(spot)
        assert footing is not None
        if not footing.met:
            return ()
        sharing = [self._others[cell] for cell in footing.cells if cell in self._others]
        return tuple(stops(self.character, sharing, footing.squeezed))


class Mover:
    """One character that moves in a position, in some manner: which steps it can make."""

    def __init__(self, position: Position, character: Character, manner: HeroMove) -> None:
        self.position = position
        self.character = character
        self.manner = manner
        self.start = spot_of(character)
        self.footings = position.cached(("footings", character), lambda at: Footings(at, character))
        self.ground = self.footings.ground

    def may_stop(self, spot: Spot) -> bool:
        """Tell whether a move may end in a place; where it began it may in any case."""
        return spot == self.start or not self.footings.stops(spot)

    def step(self, spot: Spot, to: Spot) -> Step | None:
        """Give what a step from a place to one that neighbours it takes, None where it is not possible."""
        before, after = self.footings.at(spot), self.footings.at(to)
        return None if before is None or after is None else self._step(before, after)

    def steps(self, spot: Spot) -> Iterator[tuple[Spot, Step]]:
        """Yield every step that is possible from a place: where it leads, and what it takes."""
        for to in neighbouring_spots(self.position.board.grid, spot):
            step = self.step(spot, to)
            if step is not None:
                yield to, step

    def _step(self, before: Footing, after: Footing) -> Step | None:
        rolls: list[Needed] = []
        if after.met:
            passed = self._pass(before, after)
            if passed is None:
                return None
            rolls += [Needed("acrobatics", past_opponent.clause)] * passed
        entered = after.cells - before.cells
        crossed = self._crossed(before.cells, entered)
        if len(entered) == len(after.cells) and not self._hang_together(before.cells, entered):
            return None
        if not after.demanding <= before.cells or any(going.demands_roll for going in crossed):
            rolls.append(Needed("acrobatics", demands_roll.clause))
        if after.squeezed == "contorted" != before.squeezed:
            rolls.append(Needed("contortionist", contorted_cores.clause))
        if after.cells == before.cells:
            return Step(0, tuple(rolls))
        cost = factor(after.doublings)
        if crossed and any(going.hampers for going in crossed):
            cost += OBSTACLE_COST << is_tight(after.squeezed)
        return Step(cost, tuple(rolls))

    def _pass(self, before: Footing, after: Footing) -> int | None:
        """Give how many rolls it takes to pass all who are met after a step, None where that is impossible."""
        rolls = 0
        for other in after.met:
            found = passage(self.position, self.character, other, self.manner, after.squeezed)
            if found is Passage.BARRED:
                return None
            rolls += found is Passage.ROLL and other not in before.met
        return rolls

    def _crossed(self, before: frozenset[Cell], entered: frozenset[Cell]) -> list[Going]:
        """Give what is on the borders that can be crossed between hexes held before and those newly held."""
        board, borders = self.position.board, self.ground.borders
        pairs = ((cell, other) for cell in entered & self.ground.bordered for other in board.grid.neighbours(cell))
        crossed = (board.border(cell, other) for cell, other in pairs if other in before)
        return [borders[border] for border in crossed if border in borders]

    def _hang_together(self, before: frozenset[Cell], entered: frozenset[Cell]) -> bool:
        """Tell whether a border that can be crossed lies between hexes before and after a step that share none."""
        grid = self.position.board.grid
        return any(
            other in before and not self.ground.is_walled(cell, other)
            for cell in entered
            for other in grid.neighbours(cell)
        )
