"""Computer players without lookahead: random and greedy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any

from sightline.api import Battle
from sightline.battles import best_of, weigh
from sightline.deadline import check_limit
from sightline.i18n import N_
from sightline.rules.game import Action, Game, Options
from sightline.rules.json_values import to_builtins

Player = Callable[[Game[Any], Any, Random], Action]
"""A function from a game, a state and a random generator to an action."""

Reaction = Callable[[Game[Any], Any, str, Random], Action | None]
"""A function from a game, a state, the side not to act and a random generator to an action, or None."""


def _random_action(game: Game[Any], state: Any, generator: Random) -> Action:
    """Return a random action: all types of legal actions are equally likely, and then all actions of one type."""
    kinds: dict[type[Action], list[Options]] = {}
    for options in game.legal(state):
        kinds.setdefault(options.kind, []).append(options)
    groups = generator.choice([*kinds.values()])
    return generator.choice(groups[0] if len(groups) == 1 else [*chain(*groups)])


def _greedy_action(game: Game[Any], state: Any, generator: Random) -> Action:
    """Return an action with the highest heuristic value, a random one among equals."""
    return generator.choice(best_of(weigh(game, state))).action


def _random_reaction(game: Game[Any], state: Any, side: str, generator: Random) -> Action | None:
    """Return a random reaction, or none, each as likely as the other."""
    groups = game.legal(state, side)
    return generator.choice([*chain(*groups)]) if groups and generator.random() < 0.5 else None


def _greedy_reaction(game: Game[Any], state: Any, side: str, generator: Random) -> Action | None:
    """Return a reaction with the highest heuristic value, a random one among equals, if it is worth anything."""
    best = best_of(weigh(game, state, side))
    return generator.choice(best).action if best and best[0].value > 0 else None


PLAYERS: Mapping[str, Player] = MappingProxyType({"random": _random_action, "greedy": _greedy_action})
"""The players by name."""
DESCRIPTIONS: Mapping[str, str] = MappingProxyType(
    {"greedy": N_("takes the action with the highest immediate value"), "random": N_("does anything")}
)
"""Descriptions of the players by name, in English, marked for translation."""
_REACTIONS: Mapping[str, Reaction] = MappingProxyType({"random": _random_reaction, "greedy": _greedy_reaction})
"""The players' choices in a turn of the opponent, by name."""


def choose(battle: Battle, player: str) -> dict[str, Any]:
    """Return the action of a player for the side to act. The battle must not be over, and its seed must be known.

    The random numbers depend on the seed of the battle, the seat and the length of the log. They are independent of the
    dice.
    """
    action: dict[str, Any] = to_builtins(_action_of(battle, player))
    return action


def react(battle: Battle, player: str, side: str) -> dict[str, Any] | None:
    """Return the reaction of a player for a side in a turn of the other, None for none; otherwise like `choose`."""
    action = _reaction_of(battle, player, side)
    return None if action is None else to_builtins(action)


def _action_of(battle: Battle, player: str) -> Action:
    """Return the action of a player for the side to act."""
    run = battle.run
    side = run.game.to_act(run.state)
    assert side is not None
    return PLAYERS[player](run.game, run.state, _generator(battle, side))


def _reaction_of(battle: Battle, player: str, side: str) -> Action | None:
    """Return the reaction of a player for a side in a turn of the other, None for none."""
    run = battle.run
    return _REACTIONS[player](run.game, run.state, side, _generator(battle, side))


def _generator(battle: Battle, side: str) -> Random:
    """Return the random generator of the player of a side."""
    run = battle.run
    return Random(f"{run.dice.seed}/player/{run.sides.index(side)}/{len(run.log)}")


def play_out(battle: Battle, players: Sequence[str]) -> None:
    """Let players play a battle to its end; the player of the first seat comes first."""
    run = battle.run
    seated = dict(zip(run.sides, players, strict=True))
    while side := run.game.to_act(run.state):
        check_limit()
        other = next(each for each in seated if each != side)
        run.take(_reaction_of(battle, seated[other], other) or _action_of(battle, seated[side]))
