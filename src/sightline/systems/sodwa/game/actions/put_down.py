"""Putting down an object that is carried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, ClassVar

from sightline.i18n import N_, Term
from sightline.rules import Clause, Dice, Finding, Ruleset
from sightline.rules.game import Options, Transition, find_name
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.facing import direction
from sightline.systems.sodwa.game.action_types import FREE
from sightline.systems.sodwa.game.actions.base import ActiveAction, active, names_of_pieces, refusal
from sightline.systems.sodwa.game.objects import WasPutDown, lay_object
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.terrain import kinds_at, meaning, obstructs


class PutDownAction(ActiveAction, frozen=True, tag="put-down"):
    """The active character's putting down of an object that it carries on an adjacent tile."""

    usage: ClassVar[str] = N_("put-down NAME TILE")
    action_type: ClassVar[Term] = FREE
    note: ClassVar[str] = "put-down"
    clauses: ClassVar[tuple[Clause, ...]] = (direction.clause,)

    target: str
    at: str

    @classmethod
    def options(cls, state: SodwaState, mover: Character, around: Surroundings) -> Options:
        who = mover.name
        carried = state.carries.get(who, ())
        choices = [*product(carried, around.tiles_to_put_on())] if carried else []
        return Options(cls, choices, lambda choice: cls(who=who, target=choice[0], at=choice[1]))

    def objections(self, rules: Ruleset[Any], state: SodwaState, mover: Character) -> Iterator[Finding]:
        clause, at, cell, position = direction.clause, self.at, state.map.find_cell(self.at), state.position
        if self.target not in state.carries.get(mover.name, ()):
            yield refusal(clause, "not-carried", who=mover.name, target=self.target)
        if cell is None or not sight.is_adjacent(position, mover.cell, cell):
            yield refusal(sight.is_adjacent.clause, "tile-not-adjacent", who=mover.name, cell=at)
            return
        if position.board.occupants.get(cell):
            yield refusal(clause, "tile-taken", at=[at], cell=at)
        if any(obstructs(meaning(position.terrain, kind)) for kind in kinds_at(position, cell)):
            yield refusal(obstructs.clause, "tile-obstructing", at=[at], cell=at)

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        after = lay_object(state, self.who, self.target, state.map.tiles.cell(self.at))
        event = WasPutDown(who=self.who, target=self.target, at=self.at)
        return Transition(self.paid(after, active(state)), (event,))

    @classmethod
    def parse_fields(cls, text: str, state: SodwaState) -> dict[str, Any]:
        name, _space, at = text.rpartition(" ")
        return {"target": find_name(name.strip(), names_of_pieces(state)), "at": at.upper()}
