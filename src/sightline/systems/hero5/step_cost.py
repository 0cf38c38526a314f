"""One step of a move: whether it is possible, its cost, and the rolls that it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sightline.board import format_cell, format_point
from sightline.lattice import Cell
from sightline.rules import Clause, Position
from sightline.systems.hero5.fit import contorted_cores, find_fit
from sightline.systems.hero5.footprint import Middle, neighbouring_middles
from sightline.systems.hero5.move_kinds import HeroMove
from sightline.systems.hero5.moving_through import (
    Passage,
    is_in_the_way,
    is_squeezed,
    passage,
    past_opponent,
    stop_clauses,
)
from sightline.systems.hero5.pieces import HeroCharacter, Squeezed, character_of
from sightline.systems.hero5.placement import middle_of
from sightline.systems.hero5.terrain import BORDER_COST, TerrainEffect, cost_factor, demands_roll, terrain_effects_for

Skill = Literal["acrobatics", "contortionist"]


@dataclass(frozen=True, slots=True)
class Footing:
    """A character in a place.

    - `cells` are the hexes on which it stands.
    - `occupants` are the others there, in the order of the file.
    - `doublings` is the number of times that the cost of a step to it doubles.
    - `demanding` are the hexes that demand a roll for entering them.
    """

    cells: frozenset[Cell]
    squeezed: Squeezed
    occupants: tuple[HeroCharacter, ...]
    doublings: int
    demanding: frozenset[Cell]


_PLAIN = TerrainEffect()


class NeededRoll(NamedTuple):
    """A roll that a step needs: the skill, and the clause that demands it."""

    skill: Skill
    clause: Clause


class StepCost(NamedTuple):
    """The cost of a possible step, and the rolls that it needs. A step that changes no hex is free."""

    cost: int
    rolls: tuple[NeededRoll, ...]


class Footings:
    """The footing of one character in each place of a board, cached. It does not depend on rulings."""

    def __init__(self, position: Position, character: HeroCharacter) -> None:
        self.board = position.board
        self.character = character
        self.effects = terrain_effects_for(position, character)
        pieces = self.board.pieces.items()
        others = {name: character_of(piece) for name, piece in pieces if name != character.name}
        self._order = {name: number for number, name in enumerate(others)}
        self._others: dict[Cell, list[HeroCharacter]] = {}
        for other in others.values():
            for cell in other.cells:
                self._others.setdefault(cell, []).append(other)
        self._footings: dict[Middle, Footing | None] = {}
        self._names: dict[Middle, str] = {}

    def name(self, middle: Middle) -> str:
        """Return the label of a place."""
        if middle not in self._names:
            self._names[middle] = (
                format_cell(self.board, middle) if isinstance(middle, Cell) else format_point(self.board, middle)
            )
        return self._names[middle]

    def at(self, middle: Middle) -> Footing | None:
        """Return the footing in a place, None if the character does not fit."""
        if middle not in self._footings:
            self._footings[middle] = self._find_footing(middle)
        return self._footings[middle]

    def _find_footing(self, middle: Middle) -> Footing | None:
        fit = find_fit(self.effects, self.character, middle)
        if fit is None:
            return None
        occupants = {other.name: other for cell in fit.cells & self._others.keys() for other in self._others[cell]}
        effects = {cell: each for cell in fit.cells if (each := self.effects.hex(cell)) is not None and each != _PLAIN}
        doublings = (
            any(each.is_difficult for each in effects.values())
            + any(each.hampers for each in effects.values())
            + any(is_in_the_way(self.character, other) for other in occupants.values())
            + is_squeezed(fit.squeezed)
        )
        in_order = tuple(sorted(occupants.values(), key=lambda other: self._order[other.name]))
        demanding = frozenset(cell for cell, each in effects.items() if each.demands_roll)
        return Footing(fit.cells, fit.squeezed, in_order, doublings, demanding)

    def stop_clauses(self, middle: Middle) -> tuple[str, ...]:
        """Return the ids of the clauses that forbid stopping in a place where the character fits."""
        footing = self.at(middle)
        assert footing is not None
        if not footing.occupants:
            return ()
        sharing = [self._others[cell] for cell in footing.cells if cell in self._others]
        return tuple(stop_clauses(self.character, sharing, footing.squeezed))


class Mover:
    """A character that moves in a position, with options: the steps that it can make."""

    def __init__(self, position: Position, character: HeroCharacter, options: HeroMove) -> None:
        self.position = position
        self.character = character
        self.options = options
        self.start = middle_of(character)
        self.footings = position.cached(("footings", character), lambda at: Footings(at, character))
        self.effects = self.footings.effects

    def may_stop(self, middle: Middle) -> bool:
        """Return whether a move may end in a place; at its start it always may."""
        return middle == self.start or not self.footings.stop_clauses(middle)

    def step(self, middle: Middle, to: Middle) -> StepCost | None:
        """Return the cost of a step to a neighbouring place, None if it is not possible."""
        before, after = self.footings.at(middle), self.footings.at(to)
        return None if before is None or after is None else self._step(before, after)

    def steps(self, middle: Middle) -> Iterator[tuple[Middle, StepCost]]:
        """Yield every possible step from a place: where it leads, and its cost."""
        for to in neighbouring_middles(self.position.board.grid, middle):
            step = self.step(middle, to)
            if step is not None:
                yield to, step

    def _step(self, before: Footing, after: Footing) -> StepCost | None:
        """Return the cost of a step between two footings, None if borders or occupants bar it."""
        rolls: list[NeededRoll] = []
        if after.occupants:
            passed = self._rolls_to_pass(before, after)
            if passed is None:
                return None
            rolls += [NeededRoll("acrobatics", past_opponent.clause)] * passed
        entered = after.cells - before.cells
        crossed = self._crossed_borders(before.cells, entered)
        if len(entered) == len(after.cells) and not self._is_connected(before.cells, entered):
            return None
        if not after.demanding <= before.cells or any(effect.demands_roll for effect in crossed):
            rolls.append(NeededRoll("acrobatics", demands_roll.clause))
        if after.squeezed == "contorted" != before.squeezed:
            rolls.append(NeededRoll("contortionist", contorted_cores.clause))
        if after.cells == before.cells:
            return StepCost(0, tuple(rolls))
        cost = cost_factor(after.doublings)
        if crossed and any(effect.hampers for effect in crossed):
            cost += BORDER_COST << is_squeezed(after.squeezed)
        return StepCost(cost, tuple(rolls))

    def _rolls_to_pass(self, before: Footing, after: Footing) -> int | None:
        """Return the number of rolls to pass everyone in the place after a step, None if someone cannot be passed."""
        rolls = 0
        for other in after.occupants:
            found = passage(self.position, self.character, other, self.options, after.squeezed)
            if found is Passage.BARRED:
                return None
            rolls += found is Passage.ROLL and other not in before.occupants
        return rolls

    def _crossed_borders(self, before: frozenset[Cell], entered: frozenset[Cell]) -> list[TerrainEffect]:
        """Return the effects of the crossable borders between hexes held before a step and those newly entered."""
        board, borders = self.position.board, self.effects.borders
        pairs = ((cell, other) for cell in entered & self.effects.bordered for other in board.grid.neighbours(cell))
        crossed = (board.border(cell, other) for cell, other in pairs if other in before)
        return [borders[border] for border in crossed if border in borders]

    def _is_connected(self, before: frozenset[Cell], entered: frozenset[Cell]) -> bool:
        """Return whether a border without a wall joins the hexes before a step to those entered; they share none."""
        grid = self.position.board.grid
        return any(
            other in before and not self.effects.is_walled(cell, other)
            for cell in entered
            for other in grid.neighbours(cell)
        )
