"""The lengths that the turn under way can still have, and when the next one of the active character comes then."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from sightline.i18n import N_, _
from sightline.rules.game import TurnLength
from sightline.systems.sodwa.game.actions import AttackAction, MoveAction
from sightline.systems.sodwa.game.clock import ticks_to_turn
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.turn_types import ip_spent

_BASIC = (MoveAction, AttackAction)
_NAMES = (N_("pass"), N_("half turn"), N_("full turn"))
"""The lengths of a turn: each costs as much more than the one before as a basic action."""


def turn_lengths(state: SodwaState) -> Sequence[TurnLength]:
    """Return the lengths that the turn under way can still have: as it is, and with each further basic action."""
    mover = state.mover
    if mover is None:
        return ()
    prices = [kind.cost() for kind in _BASIC if kind.has_room(state.acted, mover.effects)]
    spent = [total for total in accumulate(prices, initial=0) if total <= mover.ip]
    used = -(-ip_spent(state.acted) // MoveAction.cost())
    names = _NAMES[min(used, len(_NAMES) - 1) :]
    return [
        TurnLength(name=_(name), ticks=ticks_to_turn(mover.ip - total, mover.initiative))
        for name, total in zip(names, spent, strict=False)
    ]
