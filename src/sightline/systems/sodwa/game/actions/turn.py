"""Turning to another facing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import structs

from sightline.board import Facing
from sightline.i18n import N_, Term, _
from sightline.rules import Clause, Dice, Finding, Ruleset
from sightline.rules.game import Event, Options, Transition
from sightline.systems.sodwa.facing import direction
from sightline.systems.sodwa.game.action_types import FREE
from sightline.systems.sodwa.game.actions.base import ActiveAction, active
from sightline.systems.sodwa.game.heuristic import EFFORT, enemies_behind, position_loss
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.pieces import Character


class Turned(Event, frozen=True, tag="turned"):
    """A turn to another facing."""

    text: ClassVar[str] = N_("{who} turns to {facing}.")

    who: str
    facing: str


class TurnAction(ActiveAction, frozen=True, tag="turn"):
    """A turn of the active character to another facing."""

    usage: ClassVar[str] = N_("turn NE")
    action_type: ClassVar[Term] = FREE
    note: ClassVar[str] = "turn"
    title: ClassVar[Term] = Term("turn")
    clauses: ClassVar[tuple[Clause, ...]] = (direction.clause,)

    facing: str

    @classmethod
    def options(cls, state: SodwaState, around: Surroundings) -> Options:
        who, now = around.character.name, around.character.facing
        return Options(cls, other_facings(state.board.grid.facings, now), lambda facing: cls(who=who, facing=facing))

    def objections(self, rules: Ruleset[Any], state: SodwaState, around: Surroundings) -> Iterator[Finding]:
        others = other_facings(state.board.grid.facings, around.character.facing)
        if self.facing not in others:
            wanted = ", ".join(others)
            yield refusal(direction.clause, "no-other-facing", who=self.who, facing=self.facing, others=wanted)

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        return Transition(self.paid(state, self._turned(state)), (Turned(who=self.who, facing=self.facing),))

    def score(self, state: SodwaState) -> Fraction:
        return -position_loss(state, self._turned(state)) - EFFORT

    def reasons(self, state: SodwaState) -> Iterator[str]:
        before, after = active(state), self._turned(state)
        yield _("enemies behind it: {before} now, {after} afterwards").format(
            before=enemies_behind(state, before), after=enemies_behind(state, after)
        )

    def _turned(self, state: SodwaState) -> Character:
        return structs.replace(active(state), facing=Facing(self.facing))

    @classmethod
    def parse_fields(cls, text: str, state: SodwaState) -> dict[str, Any]:
        return {"facing": text.upper()}

    def is_numbered(self, state: SodwaState) -> bool:
        return False


@lru_cache
def other_facings(facings: tuple[str, ...], now: Facing | None) -> Sequence[str]:
    """Return the facings of a grid except the current one of a character."""
    return tuple(facing for facing in facings if facing != now)
