"""Vigilance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec import structs

from sightline.board import Facing
from sightline.i18n import N_, _
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.actions.turn import Turned, other_facings
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.heuristic import position_loss
from sightline.systems.sodwa.game.state_resolution import Resolution


@rule(
    Clause(
        "SOD-8.23",
        "Vigilance",
        "In a turn of the opponent, between two actions, and once in each such turn, the character turns to any other "
        "facing as a Free action.",
        "Abilities; Action Types: Free actions in the opponent's turn; that nobody is asked is our choice",
    ),
    off=False,
)
def is_vigilant() -> bool:
    """Return whether vigilant characters may turn during turns of opponents."""
    return True


class Vigilance(ActivatedAbility):
    """Turning during turns of the opponent."""

    key = "vigilance"
    clause = is_vigilant.clause
    effects = ("vigilance",)
    begins: ClassVar = N_("{on} has been vigilant for this turn.")
    ends_with_turn = True

    @property
    def is_reaction(self) -> bool:  # type: ignore[override]
        return is_vigilant()

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        if targets[0] == str(use.user.facing):
            others = ", ".join(other_facings(use.state.board.grid.facings, use.user.facing))
            yield use.refusal("no-other-facing", who=use.user.name, facing=targets[0], others=others)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        resolution.change(structs.replace(resolution.character(user), facing=Facing(targets[0])))
        resolution.tell(Turned(who=user, facing=targets[0]))
        resolution.begin(self.key, user, user)

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        return {"facing": targets[0]}

    def describe(self, preview: Json) -> Iterable[str]:
        yield _("turns to {facing}").format(facing=preview["facing"])

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        turned = structs.replace(use.user, facing=Facing(targets[0]))
        return position_loss(use.state, use.user) - position_loss(use.state, turned)
