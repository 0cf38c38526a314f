"""The steps of a character wherever it starts, for questions about whole boards."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.board import Piece
from sightline.rules import Position, Steps
from sightline.systems.hero5.footprint import Spot
from sightline.systems.hero5.move_kinds import PLAIN_HERO_MOVE
from sightline.systems.hero5.movement import can_always_step
from sightline.systems.hero5.pieces import Character, character_of, width
from sightline.systems.hero5.placement import spot_of
from sightline.systems.hero5.step_cost import Mover


class Strides(Steps[Spot]):
    """The steps of a character. Rolls play no part in what they cost."""

    def __init__(self, position: Position, character: Character) -> None:
        self._character = character
        self._mover = Mover(position, character, PLAIN_HERO_MOVE)

    @property
    def can_always_step(self) -> bool:
        return can_always_step(self._character)

    def start(self, piece: Piece) -> Spot:
        return spot_of(character_of(piece))

    def budget(self, start: Spot) -> int:
        return self._character.movement

    def onward(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        if not self._character.helpless:
            for to, step in self._mover.steps(spot):
                yield to, step.cost

    def may_stop(self, spot: Spot) -> bool:
        return not self._mover.footings.stops(spot)

    def place(self, spot: Spot) -> tuple[Spot, None]:
        return spot, None

    def at(self, place: Spot, state: None) -> Spot:
        return place

    @property
    def is_near(self) -> bool:
        return width(self._character) == 1
