"""The types of the actions taken in a turn, and the combinations that it has room for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sightline.systems.sodwa.ability import ABILITIES, ActionType
from sightline.systems.sodwa.game.action_types import ATTACK, MOVE, SPECIAL

_BASIC: frozenset[str] = frozenset((MOVE, ATTACK))
_PAID = _BASIC | {SPECIAL}


class Clash(NamedTuple):
    """An action taken before, by its note, that keeps another from being taken: of the same type, or not combined."""

    note: str
    is_same_type: bool


def count_paid(acted: Iterable[str]) -> int:
    """Return how many actions of a turn, by their notes, were not free."""
    types = (note if note not in ABILITIES else ABILITIES[note].entry.action for note in acted)
    return sum(kind in _PAID for kind in types)


def find_clash(acted: Iterable[str], action: str, combines: Collection[ActionType] | None = None) -> Clash | None:
    """Return what of the actions of a turn keeps one of a type from being taken, None if nothing does.

    `combines` are the types that an ability goes together with; a basic action goes together with every type.
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
