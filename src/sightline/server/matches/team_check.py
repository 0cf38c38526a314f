"""The check of a team that is being built: its problems, its cost, and its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import yaml
from msgspec import Struct

from sightline.api import ready_maps
from sightline.board import format_label
from sightline.formats.arguments import refuse_argument
from sightline.formats.json_text import to_flow_yaml
from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.formats.team_file import parse_team_data
from sightline.formats.team_reader import MAX_POINTS
from sightline.formats.writer import format_team
from sightline.formats.yaml_tree import Source
from sightline.i18n import _, use_language
from sightline.rules import Playable, TeamData, installed_systems, require
from sightline.server.http_refusals import HttpRefusal

Stated = str | Mapping[str, Any]


class TeamToCheck(Struct):
    """A team to check: the text of a file, or an object; with `map` also against the zones of a ready map."""

    team: Stated
    map: str | None = None
    lang: str | None = None


class TeamChecked(Struct):
    """The result of a check.

    - `problems` are all reasons why it cannot start, `points` the cost of its characters, null if they are wrong.
    - `team` is the team as in a file, and `text` the file; null if the team has problems of its own.
    """

    problems: Sequence[Problem]
    points: int | None
    team: Mapping[str, Any] | None
    text: str | None


def check_team(system: str, stated: Stated, map_key: str | None, language: str) -> TeamChecked:
    """Return the check of a team. Raise `HttpRefusal` for an unknown system, `ScenarioError` for an unknown map."""
    with use_language(language):
        if not isinstance(installed_systems().get(system), Playable):
            raise HttpRefusal(HTTPStatus.NOT_FOUND)
        text = stated if isinstance(stated, str) else _text_of(system, stated)
        source = Source("-", text, has_place=isinstance(stated, str))
        try:
            team = _read(system, source)
        except ScenarioError as error:
            return TeamChecked(error.problems, _points_of(system, stated), None, None)
        rules = installed_systems()[system]
        written = format_team(rules, team)
        points = require(rules, Playable).game().worth(team.characters.values())
        problems = () if map_key is None else _misfits(system, map_key, source, language)
        return TeamChecked(problems, points, yaml.safe_load(written), written)


def _text_of(system: str, stated: Mapping[str, Any]) -> str:
    kept = {key: value for key, value in stated.items() if key not in ("sightline", "rules", "points")}
    return to_flow_yaml({"sightline": 1, "rules": system, **kept})


def _read(system: str, source: Source) -> TeamData:
    """Return the team of a text. Raise `ScenarioError` with every problem."""
    rules, team = parse_team_data(source, installed_systems())
    if rules.key != system:
        problems = Problems(source.file)
        message = _("this is a team for {found}, not for {rules}")
        message = message.format(found=rules.key, rules=system)
        problems.add(None, "rules", message, found=rules.key, allowed=(system,))
        raise ScenarioError(problems.found)
    return team


def _points_of(system: str, stated: Stated) -> int | None:
    """Return the cost of the characters of a team that is not valid; None if the characters are invalid too."""
    if isinstance(stated, str):
        return None
    characters = stated.get("characters")
    if not isinstance(characters, Mapping) or not characters:
        return None if characters else 0
    tiles = {name: format_label(0, row) for row, name in enumerate(characters)}
    alone = {"limit": MAX_POINTS, "characters": characters, "formations": {"row": tiles}}
    try:
        team = _read(system, Source("-", _text_of(system, alone), has_place=False))
    except ScenarioError:
        return None
    return require(installed_systems()[system], Playable).game().worth(team.characters.values())


def _misfits(system: str, key: str, source: Source, language: str) -> Sequence[Problem]:
    """Return the problems of a team in the zones of a ready map. Raise `ArgumentError` if there is no such map."""
    maps = ready_maps(system, language=language)
    if key not in maps:
        raise refuse_argument("map", key, _("there is no map {key!r}").format(key=key), tuple(maps))
    found: dict[tuple[str, str], Problem] = {}
    for side in maps[key].teams:
        try:
            maps[key].check_team_text(source, side)
        except ScenarioError as error:
            for problem in error.problems:
                own = (problem.key or "").removeprefix(f"teams.{side}").removeprefix(".")
                changed = {name: getattr(problem, name) for name in problem.__struct_fields__} | {"key": own or None}
                found.setdefault((own, problem.message), Problem(**changed))
    return list(found.values())
