"""The types of the actions taken in a turn, and the combinations that it has room for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sightline.systems.sodwa.ability import ABILITIES, ActionType
from sightline.systems.sodwa.game.action_types import ATTACK, MOVE
from sightline.systems.sodwa.game.clock import cost_of

_BASIC: frozenset[str] = frozenset((MOVE, ATTACK))


class Clash(NamedTuple):
    """An earlier action, by its note, that excludes another: of the same type, or of one that cannot be combined."""

    note: str
    is_same_type: bool


def ip_spent(acted: Sequence[str]) -> int:
    """Return the IP that the actions of a turn have cost, by their notes."""
    abilities = sum(ABILITIES[note].entry.cost for note in acted if note in ABILITIES)
    return abilities + sum(cost_of(note) for note in acted if note in _BASIC)


def find_clash(acted: Iterable[str], action: str, combines: Collection[ActionType] | None = None) -> Clash | None:
    """Return which of the actions of a turn excludes a further one of the type `action`, None if none does.

    `combines` are the types with which an ability can be combined; a basic action can be combined with every type.
    """
    for note in acted:
        ability = ABILITIES.get(note)
        taken = note if ability is None else ability.entry.action
        if taken == action:
            return Clash(note, is_same_type=True)
        if taken == "free" or (ability is None and note not in _BASIC):
            continue
        if combines is not None and taken not in combines:
            return Clash(note, is_same_type=False)
        if ability is not None and action not in ability.entry.combines:
            return Clash(note, is_same_type=False)
    return None
