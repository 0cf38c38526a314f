"""The choice of which of several tied characters is next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from sightline.i18n import N_
from sightline.rules import Clause, Dice, Finding, Ruleset
from sightline.rules.game import Options, Transition, find_name
from sightline.systems.sodwa.game.actions.base import SodwaAction, names_of_pieces
from sightline.systems.sodwa.game.clock import begin_turn, foremost, tied_characters
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState


class ChooseAction(SodwaAction, frozen=True, tag="choose"):
    """The choice of the character, among those of one side that are tied, whose turn is next."""

    usage: ClassVar[str] = N_("choose NAME")
    nothing: ClassVar[str] = N_("there is nobody to choose now")
    by: ClassVar[str] = N_("the side that chooses")
    clauses: ClassVar[tuple[Clause, ...]] = (foremost.clause,)

    who: str

    @classmethod
    def options(cls, state: SodwaState) -> Options:
        """Return the legal choices."""
        return Options(cls, tied_characters(state), lambda who: cls(who=who))

    def check(self, rules: Ruleset[Any], state: SodwaState) -> Iterator[Finding]:
        if self.who not in tied_characters(state):
            yield refusal(foremost.clause, "not-to-choose", who=self.who)

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        return begin_turn(state, self.who, dice)

    @classmethod
    def parse(cls, text: str, state: SodwaState, side: str) -> ChooseAction:
        return cls(who=find_name(text, names_of_pieces(state)))

    def arguments(self) -> Iterable[str]:
        return (self.who,)
