"""Games of others, played at random: PettingZoo's classic ones."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any


def pettingzoo_plays(name: str) -> Callable[[int], None] | None:
    """Play so many steps of a game, over again when it is over, each any that its mask of actions has."""
    if not all(find_spec(needed) is not None for needed in ("pettingzoo", "chess", "pygame")):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game: Any = import_module(f"pettingzoo.classic.{name}").env()
    generator = Random(1)
    game.reset(seed=1)

    def play(steps: int) -> None:
        for _ in range(steps):
            observed, _, is_over, is_cut, _ = game.last()
            if is_over or is_cut:
                game.reset()
                observed = game.observe(game.agent_selection)
            game.step(generator.choice(observed["action_mask"].nonzero()[0]))

    return play
