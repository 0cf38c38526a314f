"""Maps and teams of a match, read and checked in a worker process."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from msgspec import structs

from sightline.api import Scenario, ready_maps, ready_teams
from sightline.board import Piece
from sightline.formats.arguments import refuse_argument
from sightline.formats.character_reader import unstated_fields
from sightline.formats.json_answers import team_answer
from sightline.formats.json_text import to_flow_yaml
from sightline.formats.problems import Problem, Problems, ScenarioError
from sightline.formats.team_file import parse_team_data
from sightline.formats.yaml_tree import Source
from sightline.i18n import _, use_language
from sightline.rules import Equipped, Playable, Ruleset, TeamData, installed_systems, require
from sightline.server.questions.scenarios import open_scenario

Json = Mapping[str, Any]
Stated = Mapping[str, Any]
"""A team as stated in a request."""
_SEATS = 2


class MapRead(NamedTuple):
    """A map of a match: the text of its scenario, its title, its sides, the system, the limit of a team in points."""

    text: str
    title: str
    sides: tuple[str, str]
    rules: str
    limit: int


class TeamRead(NamedTuple):
    """A team as it is stored: its file as JSON text, the tiles of its formations, and roster keys of characters."""

    text: str
    formations: Mapping[str, Mapping[str, str]]
    like: Mapping[str, str]


class BothTeams(NamedTuple):
    """The scenario of a battle with both teams; by side, the tiles of all formations, and roster keys of characters."""

    text: str
    formations: Mapping[str, Mapping[str, Mapping[str, str]]]
    like: Mapping[str, Mapping[str, str]]


def default_system() -> str:
    """Return the key of the first playable system with ready maps. Raise `ArgumentError` if there is none."""
    for key, rules in installed_systems().items():
        if isinstance(rules, Playable) and isinstance(rules, Equipped):
            return key
    raise refuse_argument("rules", None, _("no rule system can be played here"))


def read_map(rules: str | None, stated: str | Json, limit: int | None, language: str) -> MapRead:
    """Return a map, stated by its key or as in a scenario. Raise `ScenarioError` with every problem."""
    with use_language(language):
        system = rules or default_system()
        if isinstance(stated, str):
            return _ready_map(system, stated, limit, language)
        scenario = open_scenario({"sightline": 1, "rules": system, "map": stated}, language=language)
        return _map_read(scenario, limit)


def _ready_map(system: str, key: str, limit: int | None, language: str) -> MapRead:
    try:
        maps = ready_maps(system, language=language)
    except ScenarioError as error:
        raise ScenarioError([structs.replace(problem, key="rules") for problem in error.problems]) from error
    if key not in maps:
        raise refuse_argument("map", key, _("there is no map {key!r}").format(key=key), tuple(maps))
    ready = maps[key]
    most = max(team.limit for team in ready.teams.values())
    return _map_read(Scenario(structs.replace(ready.data, teams={})), most if limit is None else limit)


def _map_read(scenario: Scenario, limit: int | None) -> MapRead:
    sides = tuple(scenario.data.zones)
    problems = Problems("-")
    if len(sides) != _SEATS:
        message = _("a battle of two needs two zones, and this map has {count}").format(count=len(sides))
        problems.add(None, "map.zones", message)
    if limit is None:
        problems.add(None, "limit", _("a map of your own needs a point limit"))
    problems.raise_if_any()
    assert limit is not None
    return MapRead(scenario.to_yaml(), scenario.title, (sides[0], sides[1]), scenario.rules.key, limit)


def read_team(
    map_text: str, side: str, stated: Stated, limit: int, language: str, *, is_open: bool = False, key: str = "team"
) -> TeamRead:
    """Return a team that can start on a side. Raise `ScenarioError` with every problem, under the `key` that states it.

    A battle that anybody may join allows roster characters only: strangers have not agreed to the numbers and points of
    others.
    """
    scenario = open_scenario(map_text, language=language)
    with use_language(language):
        text = _team_text(scenario.rules.key, stated, limit)
        source = Source("-", text, has_place=False)
        try:
            scenario.check_team_text(source, side)
        except ScenarioError as error:
            raise ScenarioError([_of_team(problem, side, key) for problem in error.problems]) from error
        rules, team = parse_team_data(source, installed_systems())
        if is_open:
            _check_roster(rules, team)
    formations = {name: dict(tiles) for name, tiles in stated["formations"].items()}
    return TeamRead(text, formations, dict(team.like))


def lay_both(map_text: str, teams: Mapping[str, str], language: str) -> BothTeams:
    """Return the scenario with two teams, given as texts. Raise `ScenarioError` if they cannot start."""
    scenario = open_scenario(map_text, language=language)
    laid = scenario.with_team_texts({side: Source("-", text, has_place=False) for side, text in teams.items()})
    formations = {
        side: {name: dict(tiles) for name, tiles in team.formations.items()} for side, team in laid.teams.items()
    }
    return BothTeams(laid.to_yaml(), formations, {side: dict(team.data.like) for side, team in laid.teams.items()})


def opposing_team(map_text: str, limit: int, own: Stated, choice: int, language: str) -> Json:
    """Return a ready team as opponent, chosen by the number `choice`; the player's own team if there is none."""
    scenario = open_scenario(map_text, language=language)
    rules = scenario.rules
    if not isinstance(rules, Equipped):
        return own
    ready = [team.data for team in ready_teams(rules.key, limit=limit, language=language).values()]
    others = [team for team in ready if dict(team.characters).keys() != own["characters"].keys()]
    return team_answer(rules, (others or ready)[choice % len(others or ready)]) if ready else own


def _check_roster(rules: Ruleset[Any], team: TeamData) -> None:
    """Raise `ScenarioError` with every character that differs from the roster."""
    game = require(rules, Playable).game()
    problems = Problems("-")
    for name, character in team.characters.items():
        like = game.roster.get(team.like.get(name, ""))
        omit = {"name", *unstated_fields(type(character), game)}
        if like is None or _without(character, omit) != _without(like, omit):
            message = _("in an open battle characters are those of the roster, and only their names may differ")
            problems.add(None, f"team.characters.{name}", message)
    problems.raise_if_any()


def _without(character: Piece, omit: Collection[str]) -> Mapping[str, object]:
    return {key: value for key, value in structs.asdict(character).items() if key not in omit}


def _team_text(rules: str, stated: Stated, limit: int) -> str:
    kept = {key: value for key, value in stated.items() if key not in ("sightline", "rules", "limit", "points")}
    return to_flow_yaml({"sightline": 1, "rules": rules, "limit": limit, **kept})


def _of_team(problem: Problem, side: str, stated: str) -> Problem:
    """Return a problem of the team of a side, with its place changed to the key by which the team is stated."""
    key = problem.key or ""
    own = f"teams.{side}"
    if key == own or key.startswith(f"{own}."):
        key = f"{stated}{key[len(own) :]}"
    return Problem(**{name: getattr(problem, name) for name in problem.__struct_fields__} | {"key": key or None})
