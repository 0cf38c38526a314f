"""The lengths that the turn under way can still have, and when the next one of the active character comes then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sightline.i18n import N_, _
from sightline.rules.game import TurnLength
from sightline.systems.sodwa.game.actions import AttackAction, MoveAction
from sightline.systems.sodwa.game.actions.ability import ability_offers
from sightline.systems.sodwa.game.clock import ticks_to_turn
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.turn_types import ip_spent
from sightline.systems.sodwa.pieces import Character

_BASIC = (MoveAction, AttackAction)
_NAMES = (N_("pass"), N_("half turn"), N_("full turn"), N_("turn and a half"))
"""The lengths of a turn: each costs as much more than the one before as a basic action."""


def turn_lengths(state: SodwaState) -> Sequence[TurnLength]:
    """Return the lengths that the turn under way can still have, if the next one then comes before the limit.

    They are the sums of what the actions can cost that it has room for: by their types, not by their targets.
    """
    mover = state.mover
    if mover is None:
        return ()
    used, unit = ip_spent(state.acted), MoveAction.cost()
    totals = sorted(set(_iter_spent(mover, state.acted, 0)))
    ticks = [ticks_to_turn(state, mover.ip - total, mover.initiative) for total in totals]
    return [
        TurnLength(name=_(_NAMES[(used + total) // unit]), ticks=each)
        for total, each in zip(totals, ticks, strict=True)
        if each is not None
    ]


def _iter_spent(mover: Character, acted: tuple[str, ...], spent: int) -> Iterator[int]:
    """Yield the IP that a character can still spend in a turn with these actions, of which it has spent some."""
    yield spent
    for note, cost in _prices(mover, acted):
        if 0 < cost <= mover.ip - spent:
            yield from _iter_spent(mover, (*acted, note), spent + cost)


def _prices(mover: Character, acted: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the actions that a turn has room for, by their notes, with their costs."""
    for kind in _BASIC:
        if kind.has_room(acted, mover.effects):
            yield kind.note, kind.cost()
    for needed, ability in ability_offers(mover.abilities, acted, mover.effects):
        yield ability.key, needed
