"""Reactions in the terminal: whether there are any, and how they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sightline.api import Battle
from sightline.i18n import _, joined
from sightline.rules.game import Action


def reactions_of(battle: Battle, side: str) -> Sequence[Action]:
    """Return the legal reactions of a side that is not to act."""
    is_due = side != battle.run.game.to_act(battle.run.state)
    return battle.run.legal(side) if is_due else ()


def describe_reactions(battle: Battle, side: str, reactions: Sequence[Action]) -> str:
    """Return a sentence on how the reactions of a side are typed, in the current language."""
    kinds = dict.fromkeys(type(each) for each in reactions)
    state = battle.run.state
    lines = (kind.enumerate([each for each in reactions if isinstance(each, kind)], state) for kind in kinds)
    typed = joined(chain.from_iterable(lines))
    return _("{side} can do this now, in a turn of the other side: {actions}.").format(side=side, actions=typed)
