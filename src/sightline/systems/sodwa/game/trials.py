"""Trials of attacks and saves, from their events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sightline.rules.game import Event
from sightline.rules.trial import Trial
from sightline.systems.sodwa.game.activated_ability import save_chance
from sightline.systems.sodwa.game.attack_on_character import Attacked
from sightline.systems.sodwa.game.karma import gained_by_failing, success_chance
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Saved


def iter_trials(before: SodwaState, side: str, events: Sequence[Event], damage: Callable[[], int]) -> Iterator[Trial]:
    """Yield the trials of a step of a side; `damage` returns what a success of its attack does."""
    for event in events:
        if isinstance(event, Attacked) and event.difficulty is not None:
            yield Trial(
                kind="attack",
                side=side,
                chance=success_chance(event.difficulty, before.karma[side]),
                success=event.success,
                damage=event.damage if event.success else damage(),
                spent=event.karma_spent,
                gained=0 if event.success else gained_by_failing(event.difficulty),
            )
        elif isinstance(event, Saved):
            yield Trial(
                kind="save",
                side=before.characters[event.who].side or "",
                chance=save_chance(event.save, event.strength),
                success=event.success,
            )
