"""The roster, ready maps and ready teams of a system as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import yaml
from msgspec import Struct, structs

from sightline.api import ArgumentError, Scenario, ready_maps, ready_teams
from sightline.board import Piece, Zone
from sightline.formats.character_reader import unstated_fields
from sightline.i18n import _, localized, use_language, word
from sightline.players import DESCRIPTIONS
from sightline.rules import NotAnswered, Playable, installed_systems, require
from sightline.rules.game import Game
from sightline.rules.json_values import to_builtins
from sightline.server.api_path import API
from sightline.server.http_refusals import HttpRefusal

Json = Mapping[str, Any]
_PICTURE = "/api/v1/maps/{system}/{key}/picture"


def roster_answer(system: str, language: str) -> Json:
    """Return the characters of a system by key, each as in a file, with its points and a description `about` it."""
    with use_language(language):
        game, answer = _game_of(system), {}
        drawn = game.portraits()
        for key, character in game.roster.items():
            omit = unstated_fields(type(character), game)
            names = zip(character.__struct_fields__, character.__struct_encode_fields__, strict=True)
            values = structs.asdict(character)
            stated = {shown: to_builtins(values[name]) for name, shown in names if name not in omit}
            about = {"about": _(game.about[key])} if key in game.about else {}
            portrait = f"{API}/rosters/{system}/portraits/{key}" if key in drawn else None
            further = {"points": game.worth([character]), "portrait": portrait, **about, **_in_words(game, character)}
            answer[key] = {**further, **stated}
        return answer


def _in_words(game: Game[Any], character: Piece) -> Json:
    """Return a character as shown when choosing a team: its `traits`, its `numbers`, and what only it `can`."""
    numbers = game.describe_character(character).items()
    can = game.abilities(character).items()
    return {
        "traits": [word(each) for each in game.traits(character)],
        "numbers": {word(key): localized(value) for key, value in numbers if isinstance(value, str | int)},
        "can": [
            {"key": key, "title": _(clause.title), "text": _(clause.text), "clause": clause.id} for key, clause in can
        ],
    }


def portrait_of(system: str, key: str) -> str:
    """Return the portrait of a character of a roster as SVG. Raise `HttpRefusal` if there is none."""
    try:
        return _game_of(system).portraits()[key]
    except KeyError as error:
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error


def _game_of(system: str) -> Game[Any]:
    try:
        return require(installed_systems()[system], Playable).game()
    except (KeyError, NotAnswered) as error:
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error


def maps_answer(system: str, language: str) -> Json:
    """Return the maps of a system by key, each with a `picture`; `map` and `pieces` are as in a scenario."""
    try:
        maps = ready_maps(system, language=language)
    except ArgumentError as error:
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error
    return {key: _map_answer(scenario, _PICTURE.format(system=system, key=key)) for key, scenario in maps.items()}


class ComputerPlayer(Struct):
    """A computer player: its name, which is the `level` of a new battle, and how it plays."""

    key: str
    about: str


def players_answer(system: str, language: str) -> list[ComputerPlayer]:
    """Return the computer players of a system, the default one first."""
    _game_of(system)
    with use_language(language):
        return [ComputerPlayer(key, _(about)) for key, about in DESCRIPTIONS.items()]


def teams_answer(system: str, limit: int | None, language: str) -> list[Json]:
    """Return the ready teams of a system as team files, only those for a limit if one is given.

    Raise `ScenarioError` for a limit that is none, and `HttpRefusal` for a system without teams.
    """
    try:
        teams = ready_teams(system, limit=limit, language=language)
    except ArgumentError as error:
        if any(problem.key == "limit" for problem in error.problems):
            raise
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error
    return [json.loads(team.to_json()) for team in teams.values()]


def _map_answer(scenario: Scenario, picture: str) -> Json:
    stated = yaml.safe_load(Scenario(structs.replace(scenario.data, teams={})).to_yaml())
    return {
        "title": scenario.title,
        "limit": max(team.limit for team in scenario.teams.values()),
        "zones": {side: _extent(zone) for side, zone in scenario.data.zones.items()},
        "map": stated["map"],
        "pieces": stated.get("pieces", {}),
        "picture": picture,
    }


def _extent(zone: Zone) -> Sequence[int]:
    """Return the columns and rows of the formation grid that lie on a zone."""
    left, top, right, bottom = zone.box
    return right - left + 1, bottom - top + 1
