"""Giving up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from sightline.i18n import N_, _
from sightline.rules import Dice, Finding, Ruleset
from sightline.rules.game import BattleOver, Json, Transition
from sightline.systems.sodwa.basic_attack import is_defeated
from sightline.systems.sodwa.game.actions.base import SodwaAction
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState


class ResignAction(SodwaAction, frozen=True, tag="resign"):
    """The resignation of a side, which loses the battle. Either side may resign at any time."""

    usage: ClassVar[str] = "resign"
    by: ClassVar[str] = N_("either side")
    needs_confirmation: ClassVar[bool] = True

    side: str

    def check(self, rules: Ruleset[Any], state: SodwaState) -> Iterator[Finding]:
        if self.side not in state.sides:
            yield refusal(is_defeated.clause, "no-such-side", side=self.side)

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        over = BattleOver(winner=state.other_side(self.side), how="resigned")
        return Transition(state.finished(over), (over,))

    def preview(self, rules: Ruleset[Any], state: SodwaState) -> Json:
        return {"winner": state.other_side(self.side)}

    def describe(self, preview: Json) -> Iterator[str]:
        yield _("{winner} wins the battle").format(winner=preview["winner"])

    @classmethod
    def parse(cls, text: str, state: SodwaState, side: str) -> ResignAction:
        return cls(side=side)

    def arguments(self) -> Iterable[str]:
        return ()
