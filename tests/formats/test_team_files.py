# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Team files: read by themselves, used by scenarios, laid on zones, and written."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from random import Random

import jsonschema
import pytest
import yaml

import sightline
from sightline.formats.json_answers import scenario_schema, team_schema
from sightline.formats.yaml_tree import Source
from sightline.rules import Playable, installed_systems, require
from tests.formats.texts import problems_of

NUMBERS = "melee: {accuracy: 1, defense: 2, damage: 3}, ranged: {accuracy: 4, defense: 5, damage: 6}"
TEAM = f"""\
sightline: 1
rules: sodwa
name: The watch
limit: 250
characters:
  Ash: ranger
  Bo: {{like: brute, points: 60}}
  Cy: {{{NUMBERS}}}
formations:
  wedge: {{Ash: B1, Bo: A2, Cy: C2}}
  line: {{Ash: A1, Bo: B1, Cy: C1}}
"""
MAP = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 6x6, zones: {red: [A5:F6], blue: [A1:F2]}}
"""
USING = f"""\
{MAP}teams:
  red: {{use: watch.yaml}}
  blue: {{limit: 100, characters: {{Di: recruit}}, formations: {{line: {{Di: A1}}}}}}
"""


def problems_of_team(text: str) -> tuple[sightline.Problem, ...]:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse_team(text, file="watch.yaml")
    return refused.value.problems


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the team and a scenario that uses it."""
    (tmp_path / "watch.yaml").write_text(TEAM)
    (tmp_path / "using.yaml").write_text(USING)
    return tmp_path


def test_a_team_is_a_value() -> None:
    team = sightline.parse_team(TEAM)
    assert repr(team) == "<Team 'The watch': sodwa, 3 characters, 140 of 250 points>"
    assert (team.name, team.limit, team.points, [*team.characters]) == ("The watch", 250, 140, ["Ash", "Bo", "Cy"])
    assert dict(team.formations["wedge"]) == {"Ash": "B1", "Bo": "A2", "Cy": "C2"}
    assert team == copy.deepcopy(team) == pickle.loads(pickle.dumps(team))
    assert hash(team) == hash(copy.copy(team))
    assert team != sightline.parse_team(TEAM.replace("watch", "watchmen"))


def test_a_team_is_written_as_yaml_and_as_json_and_read_back() -> None:
    team = sightline.parse_team(TEAM)
    assert team.to_yaml() == TEAM
    assert sightline.parse_team(team.to_yaml()) == sightline.parse_team(team.to_json(indent=0)) == team
    written = json.loads(team.to_json())
    assert [*written] == ["sightline", "rules", "name", "limit", "points", "characters", "formations"]
    assert written["points"] == sum(each["points"] for each in written["characters"].values()) == 140
    assert written["characters"]["Bo"]["like"] == "brute"
    assert written["characters"]["Bo"]["health"] == 26


def test_every_character_of_the_roster_survives_json() -> None:
    roster = require(installed_systems()["sodwa"], Playable).game().roster
    names = {key.title(): key for key in roster}
    tiles = {name: f"A{row}" for row, name in enumerate(names, start=1)}
    text = json.dumps(
        {"sightline": 1, "rules": "sodwa", "limit": 99999, "characters": names, "formations": {"file": tiles}}
    )
    team = sightline.parse_team(text)
    assert sightline.parse_team(team.to_json()) == team
    assert [each.name for each in team.characters.values()] == [*names]


def test_a_team_is_printed_with_its_points_and_formations() -> None:
    assert (
        str(sightline.parse_team(TEAM))
        == """\
The watch
SODWA, 140 of 250 points

     like    points  health  initiative  move  range  evasion  melee  ranged
Ash  ranger  80      12      100         6     8      10       40/3   50/4
Bo   brute   60      26      80          6     3      0        45/8   25/4
Cy           0       10      50          6     6      0        1/3    4/6

Ash  A scout of the border woods who is at home in every fight.
Bo   A dockhand as wide as a door who breaks what he cannot lift.

wedge
   A    B    C
1  .    Ash  .
2  Bo   .    Cy

line
   A    B    C
1  Ash  Bo   Cy"""
    )
    assert "SODWA, 140 sur 250 points" in str(sightline.parse_team(TEAM, language="fr"))


def test_lists_and_sentences_of_characters_stand_below_the_table_of_a_team() -> None:
    text = TEAM.replace("ranger", "medic").replace("{like: brute, points: 60}", "brute")
    stated = text.replace("Cy: {", "Cy: {abilities: [flight], ")
    assert stated != text
    assert """\
Ash  A field surgeon who goes where the shots come from.
     abilities: Healing, Bestow Regeneration
Bo   A dockhand as wide as a door who breaks what he cannot lift.
Cy   abilities: Flight
""" in str(sightline.parse_team(stated))
    french = str(sightline.parse_team(stated, language="fr")).replace("\u00a0", " ")
    assert "     capacités : Guérison, " in french


def test_a_formation_that_is_too_large_to_draw_is_listed() -> None:
    shown = str(sightline.parse_team(TEAM.replace("Cy: C2", "Cy: ZZ2").replace("Bo: B1", "Bo: A99")))
    assert "wedge\nAsh B1, Bo A2, Cy ZZ2\n" in shown
    assert "line\nAsh A1, Bo A99, Cy C1" in shown


@pytest.mark.parametrize(
    ("sound", "wrong", "place", "key", "found", "message"),
    [
        ("sightline: 1", "sightline: 2", (1, 12), "sightline", "2", "format version '2' is unknown; it needs a newer Sightline"),
        ("sightline: 1\n", "", (1, 1), "sightline", None, "sightline is missing: a team file needs it."),
        ("rules: sodwa\n", "", (1, 1), "rules", None, "rules is missing: a team file needs it."),
        ("rules: sodwa", "rules: sodva", (2, 8), "rules", "sodva", "'sodva' is not a rule system. Did you mean 'sodwa'?"),
        ("rules: sodwa", "rules: penance", (2, 8), "rules", "penance", "Penance cannot be played as a game."),
        ("limit: 250", "limit: 139", (4, 8), "limit", "139", "the team costs 140 points, but the limit is 139."),
        ("limit: 250", "limit: 250\npoints: 141", (5, 9), "points", "141", "the characters cost 140 points, not 141."),
        ("ranger", "rangr", (6, 8), "characters.Ash", "rangr", "'rangr' is not a character of the roster. Did you mean 'ranger'?"),
        ("{like: brute, points: 60}", "{points: 60}", (7, 3), "characters.Bo.melee", None, "in a battle every character must state its melee; 'Bo' does not."),
        ("Bo: A2", "Bo: A1001", (10, 24), "formations.wedge.Bo", "A1001", "this tile lies beyond the largest map"),
        ("Bo: A2", "Bo: ALM1", (10, 24), "formations.wedge.Bo", "ALM1", "this tile lies beyond the largest map"),
        ("Bo: A2", "Bo: B1", (10, 24), "formations.wedge.Bo", "B1", "'Ash' already stands at B1."),
        ("Bo: A2, ", "", (10, 3), "formations.wedge.Bo", None, "'Bo' is missing: a formation must place every character of the team."),
        ("limit: 250", "limit: 250\nmap: {}", (5, 1), "map", "map", "'map' is not a key of a team file. Allowed: sightline, rules, name, limit, points, characters, formations."),
        ("name: The watch", "name: ''", (3, 7), "name", "", "a name is missing here."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_team_file_is_reported(
    sound: str, wrong: str, place: tuple[int, int], key: str, found: str | None, message: str
) -> None:
    problem, *_further = problems_of_team(TEAM.replace(sound, wrong, 1))
    assert (problem.line, problem.column, problem.key, problem.found) == (*place, key, found)
    assert problem.message.startswith(message)
    assert problem.file == "watch.yaml"


def test_every_problem_of_a_team_file_is_reported_at_once() -> None:
    text = (
        TEAM.replace("ranger", "rangr")
        .replace("C2", "c2")
        .replace("limit: 250", "limit: x")
        .replace("Bo: B1", "Bo: C1")
    )
    assert [problem.key for problem in problems_of_team(text)] == [
        "limit",
        "characters.Ash",
        "formations.wedge.Cy",
        "formations.line.Cy",
    ]


@pytest.mark.parametrize("text", ["", "[]", "12", "a: [", "sightline: 1", "sightline: 1\nrules: sodwa\ncharacters: 3"])
def test_what_is_no_team_is_refused(text: str) -> None:
    assert problems_of_team(text)


def test_a_scenario_uses_the_file_of_a_team(folder: Path) -> None:
    scenario = sightline.load(folder / "using.yaml")
    assert {side: team.name for side, team in scenario.teams.items()} == {"red": "The watch", "blue": ""}
    assert [*scenario.board.pieces] == ["Ash", "Bo", "Cy", "Di"]
    assert scenario.teams["red"] == sightline.load_team(folder / "watch.yaml")
    assert sightline.parse(scenario.to_yaml()) == scenario


def test_keys_beside_use_win(folder: Path) -> None:
    (folder / "using.yaml").write_text(USING.replace("use: watch.yaml", "use: watch.yaml, limit: 139, name: Ours"))
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(folder / "using.yaml")
    (problem,) = refused.value.problems
    assert (Path(problem.file).name, problem.line, problem.key, problem.found) == (
        "using.yaml",
        5,
        "teams.red.limit",
        "139",
    )
    (folder / "using.yaml").write_text(USING.replace("use: watch.yaml", "use: watch.yaml, limit: 140, name: Ours"))
    team = sightline.load(folder / "using.yaml").teams["red"]
    assert (team.limit, team.name) == (140, "Ours")


def test_problems_of_a_used_file_have_their_places_in_it(folder: Path) -> None:
    text = TEAM.replace("ranger", "rangr").replace("C2", "C3").replace("sodwa", "sodwa", 1)
    (folder / "watch.yaml").write_text(text)
    (folder / "using.yaml").write_text(USING.replace("recruit", "recrut"))
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(folder / "using.yaml")
    assert [(Path(each.file).name, each.line, each.key) for each in refused.value.problems] == [
        ("using.yaml", 6, "teams.blue.characters.Di"),
        ("watch.yaml", 6, "teams.red.characters.Ash"),
        ("watch.yaml", 10, "teams.red.formations.wedge.Cy"),
    ]
    assert refused.value.problems[-1].message == "this tile is outside the zone of 'red'. Allowed: A1 to F2."


@pytest.mark.parametrize(
    ("used", "team", "file", "key", "message"),
    [
        ("wotch.yaml", TEAM, "using.yaml", "teams.red.use", "there is no file 'wotch.yaml' beside the scenario. Did you mean 'watch.yaml'?"),
        ("../watch.yaml", TEAM, "using.yaml", "teams.red.use", "there is no file '../watch.yaml' beside the scenario."),
        ("watch.yaml", TEAM.replace("sodwa", "penance"), "watch.yaml", "teams.red.rules", "'penance' is not that of the scenario. Allowed: sodwa."),
        ("watch.yaml", TEAM.replace("sightline: 1", "sightline: 9"), "watch.yaml", "teams.red.sightline", "format version '9' is unknown"),
        ("watch.yaml", "a: [", "watch.yaml", None, ""),
        ("watch.yaml", "[]", "watch.yaml", "teams.red", "expected a team file, found a list."),
        ("watch.yaml, lmit: 3", TEAM, "using.yaml", "teams.red.lmit", "'lmit' is not a key of a team. Did you mean 'limit'?"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_refused(
    folder: Path, used: str, team: str, file: str, key: str, message: str
) -> None:
    (folder / "watch.yaml").write_text(team)
    (folder / "using.yaml").write_text(USING.replace("watch.yaml", used))
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(folder / "using.yaml")
    (problem,) = refused.value.problems
    assert (Path(problem.file).name, problem.key) == (file, key)
    assert problem.message.startswith(message)


def test_a_text_without_a_place_uses_no_files() -> None:
    (problem,) = problems_of(USING)
    assert (problem.key, problem.found) == ("teams.red.use", "watch.yaml")
    assert problem.message.startswith("a scenario read from text cannot use files beside it.")


def test_both_sides_use_the_same_file(folder: Path) -> None:
    (folder / "using.yaml").write_text(f"{MAP}teams: {{red: {{use: watch.yaml}}, blue: {{use: watch.yaml}}}}\n")
    scenario = sightline.load(folder / "using.yaml")
    assert [*scenario.board.pieces] == ["Ash", "Bo", "Cy", "Ash-2", "Bo-2", "Cy-2"]
    pieces = scenario.board.pieces
    assert {name: pieces[name].side for name in ("Ash", "Ash-2")} == {"Ash": "red", "Ash-2": "blue"}
    assert sightline.parse(scenario.to_yaml()) == scenario


def test_names_that_the_scenario_gives_stay_and_those_of_files_get_numbers(folder: Path) -> None:
    pieces = "pieces: {Bo: {at: C3, kind: object}, Bo-2: {at: C4, kind: object}}\n"
    (folder / "using.yaml").write_text(USING.replace("Di", "Ash").replace("teams:", f"{pieces}teams:"))
    assert [*sightline.load(folder / "using.yaml").board.pieces] == ["Ash-2", "Bo-3", "Cy", "Ash", "Bo", "Bo-2"]


def test_a_battle_with_a_team_of_a_file_is_recorded_without_the_file(folder: Path) -> None:
    scenario = sightline.load(folder / "using.yaml")
    battle = sightline.battle(scenario, formations={"red": "line"}, limit=30)
    battle.apply(battle.legal()[0])
    record = battle.record()
    (folder / "watch.yaml").unlink()
    again = sightline.replay(record)
    assert again.state == battle.state
    assert "use" not in json.loads(battle.to_json())["scenario"]
    assert again.scenario.teams["red"].name == "The watch"


def test_teams_are_laid_on_the_zones_of_a_map() -> None:
    team = sightline.parse_team(TEAM)
    scenario = sightline.parse(MAP).with_teams({"blue": team, "red": team})
    assert [*scenario.teams] == ["red", "blue"]
    state = sightline.battle(scenario, formations={"blue": "line"}).state
    assert {name: (piece["at"], piece["facing"]) for name, piece in state.pieces.items()} == {
        "Ash": ("B5", "N"),
        "Bo": ("A6", "N"),
        "Cy": ("C6", "N"),
        "Ash-2": ("F2", "S"),
        "Bo-2": ("E2", "S"),
        "Cy-2": ("D2", "S"),
    }


def test_a_team_that_takes_the_place_of_another_gets_its_limit(folder: Path) -> None:
    scenario = sightline.load(folder / "using.yaml")
    with pytest.raises(sightline.ScenarioError) as refused:
        scenario.with_teams({"blue": sightline.load_team(folder / "watch.yaml")})
    (problem,) = refused.value.problems
    assert (Path(problem.file).name, problem.key) == ("watch.yaml", "teams.blue.limit")
    assert problem.message == "the team costs 140 points, but the limit is 100."
    small = sightline.parse_team(TEAM.replace("ranger", "{like: ranger, points: 40}"))
    laid = scenario.with_teams({"blue": small})
    assert [(team.name, team.limit) for team in laid.teams.values()] == [("The watch", 250), ("The watch", 100)]
    assert scenario.teams["blue"].name == ""


@pytest.mark.parametrize(
    ("text", "sides", "problems"),
    [
        (MAP, ["red"], [("teams.blue", "there is no team of 'blue', and a battle has two.")]),
        (MAP, ["red", "blue", "gren"], [("teams.gren", "there is no zone for 'gren' in map.zones. Allowed: red, blue.")]),
        (MAP.replace(", zones: {red: [A5:F6], blue: [A1:F2]}", ""), ["red"], [("map.zones", "this map has no zones in which two teams could start. Allowed: a list of cells for each side.")]),
        (MAP.replace("A5:F6", "A5:B6"), ["red", "blue"], [("teams.red.formations.wedge.Cy", "this tile is outside the zone of 'red'. Allowed: A1 to B2."), ("teams.red.formations.line.Cy", "this tile is outside the zone of 'red'. Allowed: A1 to B2.")]),
        ("sightline: 1\nrules: penance\nmap: {grid: hex, size: 3x3}\n", ["red"], [("rules", "Penance cannot be played as a game.")]),
    ],
)  # fmt: skip
def test_teams_that_cannot_be_laid_are_refused(text: str, sides: list[str], problems: list[tuple[str, str]]) -> None:
    team = sightline.parse_team(TEAM, file="watch.yaml")
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(text).with_teams(dict.fromkeys(sides, team))
    assert [(each.key, each.message) for each in refused.value.problems] == problems


def test_problems_of_a_team_that_was_read_from_no_file_have_no_place(folder: Path) -> None:
    team = sightline.load(folder / "using.yaml").teams["red"]
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(MAP.replace("A5:F6", "A5:B6")).check_team(team)
    assert {(each.file, each.line, each.column) for each in refused.value.problems} == {("-", None, None)}
    assert refused.value.problems[0].key == "teams.red.formations.wedge.Cy"


def test_a_battle_on_a_map_with_empty_zones_asks_for_teams() -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.battle(sightline.parse(MAP))
    (problem,) = refused.value.problems
    assert (problem.key, problem.message) == (
        "teams",
        "no team stands in the zones of this map. Allowed: a team for red, blue.",
    )


def test_a_team_is_checked_against_zones() -> None:
    team = sightline.parse_team(TEAM, file="watch.yaml")
    fitting, narrow = sightline.parse(MAP), sightline.parse(MAP.replace("A5:F6", "A5:B6"))
    fitting.check_team(team)
    narrow.check_team(team, side="blue")
    for side in (None, "red"):
        with pytest.raises(sightline.ScenarioError) as refused:
            narrow.check_team(team, side=side)
        assert [(each.file, each.line, each.key) for each in refused.value.problems] == [
            ("watch.yaml", 10, "teams.red.formations.wedge.Cy"),
            ("watch.yaml", 11, "teams.red.formations.line.Cy"),
        ]
    with pytest.raises(sightline.ScenarioError, match="there is no zone for 'green'"):
        fitting.check_team(team, side="green")


def test_the_schemas_know_team_files_and_their_use() -> None:
    system = installed_systems()["sodwa"]
    team = team_schema(system)
    jsonschema.validate(yaml.safe_load(TEAM), team)
    jsonschema.validate(json.loads(sightline.parse_team(TEAM).to_json()), team)
    scenario = scenario_schema(system)
    jsonschema.validate(yaml.safe_load(USING), scenario)
    for wrong, schema in (
        (TEAM.replace("sodwa", "penance"), team),
        (TEAM.replace("limit: 250\n", ""), team),
        (USING.replace("use: watch.yaml", ""), scenario),
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(yaml.safe_load(wrong), schema)


def test_names_are_distinguished_that_begin_alike_and_are_as_long_as_names_can_be(folder: Path) -> None:
    number = 1000
    names = [f"{'x' * 96}{index:04}" for index in range(number)]
    team = {
        "sightline": 1,
        "rules": "sodwa",
        "limit": 50 * number,
        "characters": dict.fromkeys(names, "recruit"),
        "formations": {"file": {name: f"A{row}" for row, name in enumerate(names, start=1)}},
    }
    (folder / "watch.yaml").write_text(json.dumps(team))
    scenario = f"""\
sightline: 1
rules: sodwa
map: {{grid: square, size: 3x{number}, zones: {{red: [A1:A{number}], blue: [C1:C{number}]}}}}
teams: {{red: {{use: watch.yaml}}, blue: {{use: watch.yaml}}}}
"""
    (folder / "using.yaml").write_text(scenario)
    pieces = sightline.load(folder / "using.yaml").board.pieces
    assert len(pieces) == 2 * number
    assert max(map(len, pieces)) <= 100


WORDS = [
    "use",
    "limit",
    "points",
    "characters",
    "like",
    "ranger",
    "~",
    "A1",
    "ZZZ9999",
    "-1",
    "[]",
    "{}",
    '""',
    *"{}[]:,#'\n -|>&*!AB1",
]


def test_damaged_files_are_refused_or_read_and_written_alike() -> None:
    random, scenario = Random(5), sightline.parse(MAP)
    for _ in range(300):
        at, end = sorted(random.choices(range(len(TEAM)), k=2))
        text = f"{TEAM[:at]}{random.choice(WORDS)}{TEAM[random.choice((at, at + 1, end)) :]}"
        try:
            team = sightline.parse_team(text)
        except sightline.ScenarioError:
            with pytest.raises(sightline.ScenarioError):
                scenario.with_team_texts(dict.fromkeys(("red", "blue"), Source("-", text)))
            continue
        assert sightline.parse_team(team.to_yaml()) == sightline.parse_team(team.to_json()) == team
