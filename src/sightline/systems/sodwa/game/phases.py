"""The phases of a battle: what can be done in each, by whom, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sightline.i18n import N_, Term
from sightline.rules import ActionSpec, Clause, Phase, rule
from sightline.rules.game import Action
from sightline.systems.sodwa import facing
from sightline.systems.sodwa.basic_attack import is_defeated, kind_of
from sightline.systems.sodwa.game import actions as act
from sightline.systems.sodwa.game.clock import cost_of, foremost, gets_turn
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.movement import divisor_after_attack

CHOOSING, TURN, OVER = "choosing", "turn", "over"
FREE: Final = Term("free")
_TYPES: Final = {act.Move: Term("move"), act.PickUp: Term("move"), act.Attack: Term("attack")}


@rule(
    Clause(
        "SOD-3.1",
        "Types of actions",
        "Actions are free, Moves, Attacks or special ones. Free ones cost no IP, and are taken in the opponent's turn "
        "only where an ability says so.",
        "Action Types",
    ),
    off=FREE,
)
def type_of(action: Action) -> Term:
    """Give the type of an action."""
    return _TYPES.get(type(action), FREE)


def tag_of(action: Action | type[Action]) -> str:
    """Give what `do` calls an action."""
    return str(action.__struct_config__.tag)


_MOVER = N_("who has the turn")


def _in_turn(action: type[Action], then: tuple[str, ...], clause: Clause) -> ActionSpec:
    kind = _TYPES.get(action, FREE)
    return ActionSpec(do=tag_of(action), by=_MOVER, type=kind, cost=cost_of(kind), then=then, clauses=(clause,))


_RESIGN = ActionSpec(do=tag_of(act.Resign), by=N_("either side"), then=(OVER,))
PHASES: Mapping[str, Phase] = MappingProxyType(
    {
        CHOOSING: Phase(
            phase=CHOOSING,
            acts=N_("the side that chooses"),
            text=N_("Several of one side are tied for the next turn, and it says whose it is."),
            actions=(
                ActionSpec(
                    do=tag_of(act.Choose), by=N_("the side that chooses"), then=(TURN,), clauses=(foremost.clause,)
                ),
                _RESIGN,
            ),
            clauses=(foremost.clause,),
        ),
        TURN: Phase(
            phase=TURN,
            acts=_MOVER,
            text=N_("A character has its turn: each type of action once, and each free action once."),
            actions=(
                _in_turn(act.Move, (TURN,), divisor_after_attack.clause),
                _in_turn(act.PickUp, (TURN,), facing.direction.clause),
                _in_turn(act.Attack, (TURN, OVER), kind_of.clause),
                _in_turn(act.Turn, (TURN,), facing.direction.clause),
                _in_turn(act.PutDown, (TURN,), facing.direction.clause),
                ActionSpec(do=tag_of(act.End), by=_MOVER, then=(CHOOSING, TURN, OVER), clauses=(gets_turn.clause,)),
                _RESIGN,
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
"""The phases in the order in which a battle comes to them. `sightline.systems.sodwa.game.legality` goes by them."""


def phase_of(state: State) -> Phase:
    """Give the phase that a battle is in."""
    if state.over is not None:
        return PHASES[OVER]
    return PHASES[CHOOSING if state.active is None else TURN]
