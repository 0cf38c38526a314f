"""Putting down an object that is carried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, ClassVar

from sightline.i18n import N_, Term
from sightline.rules import Clause, Dice, Finding, Ruleset
from sightline.rules.game import NotUnderstood, Options, Transition, find_name, usage_of
from sightline.systems.sodwa.facing import direction
from sightline.systems.sodwa.game.action_types import FREE
from sightline.systems.sodwa.game.actions.base import NO_OPTIONS, ActiveAction, active, names_of_pieces
from sightline.systems.sodwa.game.objects import WasPutDown, lay_object
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.sight import is_adjacent
from sightline.systems.sodwa.terrain import kinds_at, meaning, obstructs


class PutDownAction(ActiveAction, frozen=True, tag="put-down"):
    """The active character's putting down of an object that it carries on an adjacent tile."""

    usage: ClassVar[str] = N_("put-down NAME TILE")
    nothing: ClassVar[str] = N_("the active character carries nothing, or has no free tile beside it")
    action_type: ClassVar[Term] = FREE
    note: ClassVar[str] = "put-down"
    title: ClassVar[Term] = Term("put down")
    clauses: ClassVar[tuple[Clause, ...]] = (direction.clause,)

    target: str
    at: str

    @classmethod
    def options(cls, state: SodwaState, around: Surroundings) -> Options:
        who = around.character.name
        carried = state.carries.get(who)
        if not carried:
            return NO_OPTIONS
        labels = state.map.tiles.labels
        near = [labels[tile] for tile in state.map.tiles.ring(around.tile)]
        choices = [cls(who=who, target=target, at=at) for target, at in product(carried, near)]
        return Options(cls, [each for each in choices if not any(each._objections(state, around))], lambda each: each)

    def objections(self, rules: Ruleset[Any], state: SodwaState, around: Surroundings) -> Iterator[Finding]:
        return self._objections(state, around)

    def _objections(self, state: SodwaState, around: Surroundings) -> Iterator[Finding]:
        clause, at, cell, position = direction.clause, self.at, state.map.find_cell(self.at), state.map.position
        if self.target not in state.carries.get(self.who, ()):
            yield refusal(clause, "not-carried", who=self.who, target=self.target)
        if cell is None or not around.is_adjacent(state.map.tiles.index(cell)):
            yield refusal(is_adjacent.clause, "tile-not-adjacent", who=self.who, cell=at)
            return
        if position.board.occupants.get(cell) or around.character_on(state.map.tiles.index(cell)) is not None:
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
        if not name:
            raise NotUnderstood(usage_of(cls))
        return {"target": find_name(name.strip(), names_of_pieces(state)), "at": at.upper()}
