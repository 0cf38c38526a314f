"""What computer players do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any

from sightline.api import Battle
from sightline.battles import to_plain
from sightline.rules.game import Action, Game, Options

Player = Callable[[Game[Any], Any, Random], Action]
"""Chooses an action in a state of a game, with chances of its own."""


def _any(game: Game[Any], state: Any, chances: Random) -> Action:
    """Do any kind of thing that can be done, each as likely, and then any of that kind."""
    kinds: dict[type[Action], list[Options]] = {}
    for options in game.legal(state):
        kinds.setdefault(options.kind, []).append(options)
    groups = chances.choice([*kinds.values()])
    return chances.choice(groups[0] if len(groups) == 1 else [*chain(*groups)])


def _best(game: Game[Any], state: Any, chances: Random) -> Action:
    """Do what is best by itself, whatever comes later; of equals any."""
    weighed = [(game.score(state, action), action) for action in chain.from_iterable(game.legal(state))]
    most = max(worth for worth, _ in weighed)
    return chances.choice([action for worth, action in weighed if worth == most])


PLAYERS: Mapping[str, Player] = MappingProxyType({"random": _any, "greedy": _best})
"""The players by name."""


def choose(battle: Battle, player: str) -> dict[str, Any]:
    """Give the action that a player takes now for the side that has to act; the battle is not over, its seed known.

    Its chances come from the seed of the battle, its seat and how much has been done, and never meet the dice.
    """
    action: dict[str, Any] = to_plain(_chosen(battle, player))
    return action


def _chosen(battle: Battle, player: str) -> Action:
    run = battle.run
    side = run.game.to_act(run.state)
    assert side is not None
    chances = Random(f"{run.dice.seed}/player/{run.sides.index(side)}/{len(run.log)}")
    return PLAYERS[player](run.game, run.state, chances)


def play_out(battle: Battle, players: Sequence[str]) -> None:
    """Let players, that of the first seat first, play a battle to its end."""
    run = battle.run
    seated = dict(zip(run.sides, players, strict=True))
    while side := run.game.to_act(run.state):
        run.take(_chosen(battle, seated[side]))
