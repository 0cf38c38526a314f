"""Characters, maps and teams that are ready for battles, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import yaml
from msgspec import structs

from sightline.api import ArgumentError, Scenario, ready_maps, ready_teams
from sightline.formats.character_reader import unstated_fields
from sightline.i18n import _, use_language
from sightline.rules import NotAnswered, Playable, installed_systems, require
from sightline.rules.json_values import to_builtins
from sightline.server.errors import HttpRefusal

Json = Mapping[str, Any]


def roster_answer(system: str, language: str) -> Json:
    """Return the characters of a system by key, each as a file states it, with its points and a word `about` it."""
    with use_language(language):
        try:
            game = require(installed_systems()[system], Playable).game()
        except (KeyError, NotAnswered) as error:
            raise HttpRefusal(HTTPStatus.NOT_FOUND) from error
        answer = {}
        for key, character in game.roster.items():
            omit = unstated_fields(type(character), game)
            names = zip(character.__struct_fields__, character.__struct_encode_fields__, strict=True)
            values = structs.asdict(character)
            stated = {shown: to_builtins(values[name]) for name, shown in names if name not in omit}
            about = {"about": _(game.about[key])} if key in game.about else {}
            answer[key] = {"points": game.worth([character]), **about, **stated}
        return answer


def maps_answer(system: str, language: str) -> Json:
    """Return the maps of a system by key; `map` and `pieces` (the objects on it) are as in a scenario."""
    try:
        maps = ready_maps(system, language=language)
    except ArgumentError as error:
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error
    return {key: _map_answer(scenario) for key, scenario in maps.items()}


def teams_answer(system: str, limit: int | None, language: str) -> list[Json]:
    """Return the ready teams of a system, of a limit if there is one, as team files."""
    try:
        teams = ready_teams(system, limit=limit, language=language)
    except ArgumentError as error:
        raise HttpRefusal(HTTPStatus.NOT_FOUND) from error
    return [json.loads(team.to_json()) for team in teams.values()]


def _map_answer(scenario: Scenario) -> Json:
    stated = yaml.safe_load(Scenario(replace(scenario.data, teams={})).to_yaml())
    limit = max(team.limit for team in scenario.teams.values())
    return {"title": scenario.title, "limit": limit, "map": stated["map"], "pieces": stated.get("pieces", {})}
