"""Legal actions by their heuristic value, and the hint for the side to act."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from sightline.deadline import limited
from sightline.i18n import N_
from sightline.rules.game import Action, Game


class WeighedAction(NamedTuple):
    """A legal action with its heuristic value."""

    value: Fraction
    action: Action


class BattleHint(NamedTuple):
    """The best actions of the side to act, all of the same value, and the next best ones, if any."""

    best: Sequence[WeighedAction]
    others: Sequence[WeighedAction]


def weigh(game: Game[Any], state: Any, side: str | None = None) -> Sequence[WeighedAction]:
    """Return the legal actions of the side to act, or of `side`, with their values."""
    legal = limited(chain.from_iterable(game.legal(state, side)), N_("actions"))
    return [WeighedAction(game.score(state, action), action) for action in legal]


def best_of(weighed: Sequence[WeighedAction]) -> Sequence[WeighedAction]:
    """Return the actions of the highest value."""
    most = max((each.value for each in weighed), default=None)
    return [each for each in weighed if each.value == most]


def find_hint(game: Game[Any], state: Any, side: str | None = None) -> BattleHint | None:
    """Return the hint for the side to act, or for `side`, None if it has no actions."""
    weighed = weigh(game, state, side)
    best = best_of(weighed)
    return BattleHint(best, best_of([each for each in weighed if each.value < best[0].value])) if best else None
