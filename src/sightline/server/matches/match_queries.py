"""Answers to queries of players about their battles, computed in worker processes."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sightline.api import ArgumentError, Battle
from sightline.battles import read_typed_action
from sightline.battles.match import Query, Refused
from sightline.battles.match.match_commands import AskHint, Forecast, Legal, Preview, ReadTyped
from sightline.i18n import _, use_language
from sightline.rules.game import NotUnderstood
from sightline.rules.json_values import to_builtins
from sightline.server.matches.match_play import BattleSource, cached_run, legal_action
from sightline.server.questions.scenarios import open_scenario

_MAX_ACTIONS = 10
"""The maximum number of actions that a forecast assumes."""


def answer_query(source: BattleSource, query: Query, side: str, language: str) -> Any:
    """Return the JSON of the answer to a query of a side. Raise `Refused`."""
    with use_language(language):
        battle = Battle(open_scenario(source.scenario, language=language), cached_run(source))
        return answer_about(query, battle, side)


@singledispatch
def answer_about(query: object, battle: Battle, side: str) -> Any:
    """Return the JSON of the answer to a query of a side about a battle. Raise `Refused`."""
    del battle, side
    raise TypeError(query)


@answer_about.register
def _legal(_query: Legal, battle: Battle, side: str) -> Any:
    return battle.legal(side)


@answer_about.register
def _preview(query: Preview, battle: Battle, _side: str) -> Any:
    action = legal_action(battle, query.action, battle.run.sides)
    return to_builtins({**battle.preview(action), "words": battle.foretell(action)})


@answer_about.register
def _forecast(query: Forecast, battle: Battle, _side: str) -> Any:
    of = query.of if isinstance(query.of, list) else [query.of]
    actions = [action for action in of if action is not None]
    if len(actions) > _MAX_ACTIONS:
        raise Refused(_("a forecast is made after at most {most} actions").format(most=_MAX_ACTIONS))
    try:
        return battle.forecast(query.turns, after=actions)
    except (ArgumentError, RecursionError) as error:
        raise Refused(str(error)) from error


@answer_about.register
def _hint(_query: AskHint, battle: Battle, side: str) -> Any:
    return to_builtins(battle.hint(side))


@answer_about.register
def _read(query: ReadTyped, battle: Battle, side: str) -> Any:
    run = battle.run
    try:
        return to_builtins(read_typed_action(query.text, run.game, run.state, side))
    except NotUnderstood as error:
        raise Refused(str(error)) from error
