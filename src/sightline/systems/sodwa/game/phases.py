"""The tables of the game: its actions, the order of what is legal, and the phases that offer the actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from sightline.i18n import N_
from sightline.rules import ActionSpec, Phase
from sightline.rules.game import Options, tag_of
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
TURN_OPTIONS: Final[tuple[tuple[str, FindOptions], ...]] = (
    (act.MoveAction.note, act.MoveAction.options),
    (act.AttackAction.note, act.AttackAction.options),
    (act.PickUpAction.note, act.PickUpAction.options),
    (act.AttackAction.note, act.AttackAction.terrain_options),
    (act.TurnAction.note, act.TurnAction.options),
    (act.PutDownAction.note, act.PutDownAction.options),
    (act.EndAction.note, act.EndAction.options),
)
"""What is legal in a turn, by note, in order: computer players choose by it among equals."""

NOTES: Final = {kind.note: kind for kind in ACTIONS if issubclass(kind, act.ActiveAction)}
"""One of the actions of each note; whether there is room for it depends on note and type alone."""


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
