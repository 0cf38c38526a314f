"""Jinx."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_, ngettext
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.state_resolution import Resolution


@rule(
    Clause(
        "SOD-8.22",
        "Jinx",
        "Up to 15 points leave the opponent's pool; they are gained by the own side.",
        "Abilities: altering the pool of a player; the figure: ours",
    ),
    off=0,
)
def points_taken(held: int, most: int) -> int:
    """Return the points taken from a pool."""
    return min(held, most)


class Jinx(ActivatedAbility):
    """Takes karma from the opponent."""

    key = "jinx"
    clause = points_taken.clause
    messages: ClassVar = {"no-karma-to-take": N_("{side} has no karma to take")}

    def _taken(self, use: AbilityUse) -> int:
        return points_taken(use.state.karma[use.state.other_side(use.user.side or "")], self.number("points"))

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        if not self._taken(use):
            yield use.refusal("no-karma-to-take", side=use.state.other_side(use.user.side or ""))

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        side = resolution.character(user).side or ""
        other = resolution.state.other_side(side)
        taken = points_taken(resolution.state.karma[other], self.number("points"))
        resolution.lose_karma(other, taken)
        resolution.gain_karma(side, taken)

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        return {"points": self._taken(use)}

    def describe(self, preview: Json) -> Iterator[str]:
        points = preview["points"]
        text = ngettext("{points} point of karma changes sides", "{points} points of karma change sides", points)
        yield text.format(points=points)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        """Return a tenth of the points: each is 1 in 100 of a success worth 5 points of damage, for either side."""
        return Fraction(self._taken(use), 10)
