"""The successor function of a character from any start, for whole-board questions."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import Piece
from sightline.rules import Position, Steps
from sightline.systems.hero5.footprint import Middle
from sightline.systems.hero5.move_kinds import PLAIN_HERO_MOVE
from sightline.systems.hero5.movement import can_always_step
from sightline.systems.hero5.pieces import HeroCharacter, character_of, width
from sightline.systems.hero5.placement import middle_of
from sightline.systems.hero5.step_cost import Mover


class FootprintSteps(Steps[Middle]):
    """The steps of a character; the nodes are its middles. Rolls do not change their cost."""

    def __init__(self, position: Position, character: HeroCharacter) -> None:
        self._character = character
        self._mover = Mover(position, character, PLAIN_HERO_MOVE)

    @property
    def can_always_step(self) -> bool:
        return can_always_step(self._character)

    def start(self, piece: Piece) -> Middle:
        return middle_of(character_of(piece))

    def budget(self, start: Middle) -> int:
        return self._character.movement

    def onward(self, middle: Middle) -> Iterator[tuple[Middle, int]]:
        if not self._character.helpless:
            for to, step in self._mover.steps(middle):
                yield to, step.cost

    def may_stop(self, middle: Middle) -> bool:
        return not self._mover.footings.stop_clauses(middle)

    def place(self, middle: Middle) -> tuple[Middle, None]:
        return middle, None

    def at(self, place: Middle, state: None) -> Middle:
        return place

    @property
    def heeds_levels(self) -> bool:
        return False

    @property
    def is_near(self) -> bool:
        return width(self._character) == 1
