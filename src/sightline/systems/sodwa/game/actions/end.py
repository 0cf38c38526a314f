"""Ending a turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

from sightline.i18n import _
from sightline.rules import Clause, Dice, Ruleset
from sightline.rules.game import Json, Options, Transition
from sightline.systems.sodwa.game.actions.base import ActiveAction, active, describe_ip_left, in_ticks
from sightline.systems.sodwa.game.clock import end_turn, gets_turn
from sightline.systems.sodwa.game.heuristic import position_loss
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings


class EndAction(ActiveAction, frozen=True, tag="end"):
    """The end of the active character's turn."""

    usage: ClassVar[str] = "end"
    note: ClassVar[str] = "end"
    clauses: ClassVar[tuple[Clause, ...]] = (gets_turn.clause,)

    @classmethod
    def options(cls, state: SodwaState, around: Surroundings) -> Options:
        return Options(cls, (around.character.name,), lambda who: cls(who=who))

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        return end_turn(state, self.who, dice)

    def describe(self, preview: Json) -> Iterator[str]:
        if preview["next"] is None:
            yield describe_ip_left(preview)
            return
        yield _("{ip} IP kept; the next turn comes {then}").format(**preview, then=in_ticks(preview["next"]))

    def score(self, state: SodwaState) -> Fraction:
        return -position_loss(state, active(state))
