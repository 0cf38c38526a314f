"""Picking up an object."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import structs

from sightline.i18n import N_, Term
from sightline.rules import Clause, Dice, Finding, Ruleset
from sightline.rules.game import Event, Options, Transition, find_name
from sightline.systems.sodwa.facing import direction
from sightline.systems.sodwa.game.action_types import MOVE
from sightline.systems.sodwa.game.actions.base import (
    NO_OPTIONS,
    ActiveAction,
    active,
    describe_clearing,
    names_of_pieces,
)
from sightline.systems.sodwa.game.heuristic import clearing_value
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.sight import is_adjacent


class PickedUp(Event, frozen=True, tag="picked-up"):
    """The picking up of an object."""

    text: ClassVar[str] = N_("{who} picks {target} up.")

    who: str
    target: str


class PickUpAction(ActiveAction, frozen=True, tag="pick-up"):
    """The active character's picking up of an object on its tile, or on an adjacent one where nobody stands."""

    usage: ClassVar[str] = N_("pick-up NAME")
    nothing: ClassVar[str] = N_(
        "there is no object to pick up, on its own tile or on an adjacent one where nobody stands"
    )
    action_type: ClassVar[Term] = MOVE
    note: ClassVar[str] = "move"
    clauses: ClassVar[tuple[Clause, ...]] = (direction.clause,)

    target: str

    @classmethod
    def options(cls, state: SodwaState, around: Surroundings) -> Options:
        who, near = around.character.name, state.map.tiles.neighbours(around.tile) | 1 << around.tile
        names = [name for name, tile in state.map.object_tiles if near >> tile & 1]
        if not names:
            return NO_OPTIONS
        legal = [name for name in names if not any(cls(who=who, target=name)._objections(state, around))]
        return Options(cls, legal, lambda target: cls(who=who, target=target))

    def objections(self, rules: Ruleset[Any], state: SodwaState, around: Surroundings) -> Iterator[Finding]:
        return self._objections(state, around)

    def _objections(self, state: SodwaState, around: Surroundings) -> Iterator[Finding]:
        clause, target, thing = direction.clause, self.target, state.map.objects.get(self.target)
        if thing is None:
            yield refusal(clause, "no-object", target=target)
            return
        tile = state.map.tiles.index(thing.cell)
        if tile == around.tile:
            return
        if not around.is_adjacent(tile):
            yield refusal(is_adjacent.clause, "object-not-adjacent", who=self.who, target=target)
        if (standing := around.character_on(tile)) is not None:
            yield refusal(clause, "object-stood-on", target=target, other=standing)

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        mover, thing = active(state), state.map.objects[self.target]
        battle_map = state.map.with_board(state.board.without_piece(self.target), [thing.cell])
        carried = {**state.carried, self.target: thing}
        carries = {**state.carries, self.who: (*state.carries.get(self.who, ()), self.target)}
        after = structs.replace(state, map=battle_map, carried=carried, carries=carries)
        paid = self.paid(after, structs.replace(mover, moved=True))
        return Transition(paid, (PickedUp(who=self.who, target=self.target),))

    def gain(self, state: SodwaState, mover: Character) -> Fraction:
        return clearing_value(state, mover, state.map.objects[self.target].cell)

    def reasons(self, state: SodwaState) -> Iterator[str]:
        return describe_clearing(self.gain(state, active(state)))

    @classmethod
    def parse_fields(cls, text: str, state: SodwaState) -> dict[str, Any]:
        return {"target": find_name(text, names_of_pieces(state))}
