"""The tables of the game: its actions, the order of what is legal, and the phases that offer the actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from sightline.i18n import N_
from sightline.rules import ActionSpec, Phase
from sightline.rules.game import Options, tag_of
from sightline.systems.sodwa.ability import cached_by_abilities
from sightline.systems.sodwa.basic_attack import is_defeated
from sightline.systems.sodwa.game import actions as act
from sightline.systems.sodwa.game.action_types import type_of
from sightline.systems.sodwa.game.clock import cost_of, foremost
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings

CHOOSING, TURN, OVER = "choosing", "turn", "over"

ACTIONS: Final[tuple[type[act.SodwaAction], ...]] = (
    act.ChooseAction,
    act.MoveAction,
    act.AttackAction,
    act.TurnAction,
    act.PickUpAction,
    act.PutDownAction,
    act.AbilityAction,
    act.EndAction,
    act.ResignAction,
)
"""The actions, in the order in which they are listed to those who write or type them."""

FindOptions = Callable[[SodwaState, Surroundings], Options]
_TURN_OPTIONS: Final[tuple[tuple[type[act.ActiveAction], FindOptions], ...]] = (
    (act.MoveAction, act.MoveAction.options),
    (act.AttackAction, act.AttackAction.options),
    (act.PickUpAction, act.PickUpAction.options),
    (act.AttackAction, act.AttackAction.terrain_options),
    (act.TurnAction, act.TurnAction.options),
    (act.PutDownAction, act.PutDownAction.options),
    (act.EndAction, act.EndAction.options),
)
"""The options of a turn, in order: computer players choose by it among equals."""


class Offer(NamedTuple):
    """Actions that a turn has room for: the IP that are needed for one, and those that are legal."""

    needed: int
    find: FindOptions


@cached_by_abilities
def offers(acted: tuple[str, ...], effects: tuple[str, ...]) -> Sequence[Offer]:
    """Return what a turn with those actions has room for, in order, for a character with those effects."""
    return [Offer(kind.cost(), find) for kind, find in _TURN_OPTIONS if kind.has_room(acted, effects)]


def _row(action: type[act.SodwaAction], *then: str) -> ActionSpec:
    """Return the row of an action, after which one of the phases `then` follows."""
    cost = None if action.action_type is None else cost_of(action.action_type)
    return ActionSpec(
        do=tag_of(action), by=action.by, type=action.action_type, cost=cost, then=then, clauses=action.clauses
    )


PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        CHOOSING: Phase(
            phase=CHOOSING,
            acts=N_("the side that chooses"),
            text=N_("Several characters of one side are tied for the next turn; that side chooses who acts."),
            actions=(
                _row(act.ChooseAction, CHOOSING, TURN, OVER),
                _row(act.ResignAction, OVER),
            ),
            clauses=(foremost.clause,),
        ),
        TURN: Phase(
            phase=TURN,
            acts=N_("who has the turn"),
            text=N_("A character has its turn: each type of action once, and each free action once."),
            actions=(
                _row(act.MoveAction, CHOOSING, TURN, OVER),
                _row(act.PickUpAction, TURN),
                _row(act.AttackAction, TURN, OVER),
                _row(act.TurnAction, TURN),
                _row(act.PutDownAction, TURN),
                _row(act.AbilityAction, CHOOSING, TURN, OVER),
                _row(act.EndAction, CHOOSING, TURN, OVER),
                _row(act.ResignAction, OVER),
            ),
            clauses=(foremost.clause, cost_of.clause, type_of.clause),
        ),
        OVER: Phase(
            phase=OVER,
            acts=N_("nobody"),
            text=N_("The battle has ended, and nothing more can be done."),
            clauses=(is_defeated.clause,),
        ),
    }
)
"""The phases, in the order in which a battle comes to them. What a phase does not list is refused in it."""

REFUSALS: Final[Mapping[str, str]] = MappingProxyType(
    {CHOOSING: "not-its-turn", TURN: "not-to-choose", OVER: "battle-over"}
)
"""The message, by phase, on an action that the phase does not list."""


def phase_of(state: SodwaState) -> Phase:
    """Return the phase of a state."""
    if state.over is not None:
        return PHASES[OVER]
    return PHASES[CHOOSING if state.active is None else TURN]
