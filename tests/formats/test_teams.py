# ruff: noqa: E501  (tables of cases read best with one case a line)
"""The sections `map.zones` and `teams`."""

from __future__ import annotations

import jsonschema
import pytest
import yaml

import sightline
from sightline.formats.json_answers import scenario_schema
from sightline.rules import Playable, installed_systems, require
from tests.formats.texts import problems_of, the_problem_of

SOUND = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 6x6, zones: {red: [A5:F6], blue: [A1:F2]}}
pieces: {box: {at: B5, kind: object}, safe: {at: C5, kind: object, is: obstructing}}
teams:
  red:
    limit: 200
    characters: {Ash: ranger, Bo: {like: brute, points: 60, facing: E}}
    formations: {wedge: {Ash: B1, Bo: A2}}
  blue:
    limit: 200
    characters: {Cy: {melee: {accuracy: 1, defense: 2, damage: 3}, ranged: {accuracy: 4, defense: 5, damage: 6}}}
    formations: {line: {Cy: A1}, deep: {Cy: F2}}
"""
MELEE = "melee: {accuracy: 1, defense: 2, damage: 3}"


def test_teams_are_read_with_their_characters_as_the_roster_has_them() -> None:
    (red, blue), names = sightline.parse(SOUND).data.teams.values(), [*sightline.parse(SOUND).data.teams]
    ranger = require(sightline.parse(SOUND).rules, Playable).game().roster["ranger"]
    ash, bo = red.characters.values()
    assert (ash.name, getattr(ash, "points")) == ("Ash", getattr(ranger, "points"))  # noqa: B009
    assert (bo.name, getattr(bo, "points")) == ("Bo", 60)  # noqa: B009
    assert (names, red.limit, dict(red.like)) == (["red", "blue"], 200, {"Ash": "ranger", "Bo": "brute"})
    assert (dict(blue.like), dict(blue.formations["deep"])) == ({}, {"Cy": (5, 1)})


def test_teams_stand_in_their_first_formations_before_all_pieces() -> None:
    scenario = sightline.parse(SOUND)
    assert list(scenario.board.pieces) == ["Ash", "Bo", "Cy", "box", "safe"]
    assert scenario.shot("Ash", "Cy").distance == 4
    assert all(name in scenario.text() for name in ("Ash", "Bo", "Cy"))
    pieces = sightline.battle(scenario, formations={"blue": "deep"}).state.pieces
    assert list(pieces) == ["Ash", "Bo", "Cy", "box", "safe"]
    assert [(pieces[name]["at"], pieces[name]["facing"]) for name in ("Bo", "Cy")] == [("A6", "N"), ("A1", "S")]


def test_teams_are_written_back() -> None:
    scenario = sightline.parse(SOUND)
    written = scenario.to_yaml()
    assert sightline.parse(written) == scenario
    assert sightline.parse(written).to_yaml() == written
    assert written.endswith(
        """\
  zones: {red: ["A5:F6"], blue: ["A1:F2"]}
pieces:
  box: {at: B5, kind: object}
  safe: {at: C5, kind: object, is: obstructing}
teams:
  red:
    limit: 200
    characters: {Ash: ranger, Bo: {like: brute, points: 60, facing: E}}
    formations:
      wedge: {Ash: B1, Bo: A2}
  blue:
    limit: 200
    characters: {Cy: {melee: {accuracy: 1, defense: 2, damage: 3}, ranged: {accuracy: 4, defense: 5, damage: 6}}}
    formations:
      line: {Cy: A1}
      deep: {Cy: F2}
"""
    )


@pytest.mark.parametrize(
    ("sound", "wrong", "key", "found", "message"),
    [
        ("ranger", "rangr", "red.characters.Ash", "rangr", "'rangr' is not a character of the roster. Did you mean 'ranger'?"),
        ("ranger", "[ranger]", "red.characters.Ash", "[ranger]", "expected a character, found a list."),
        ("like: brute", "lke: brute, " + MELEE, "red.characters.Bo.lke", "lke", "'lke' is not a key of a character of a team. Did you mean 'like'?"),
        ("like: brute", "like: brute, at: A1", "red.characters.Bo.at", "at", "'at' is not a key of a character of a team."),
        ("like: brute", "like: brute, kind: object", "red.characters.Bo.kind", "kind", "'kind' is not a key of a character of a team."),
        ("like: brute", "like: brute, karma: 9", "red.characters.Bo.karma", "karma", "'karma' is not a key of a character of a team."),
        ("like: brute", "like: brute, side: red", "red.characters.Bo.side", "side", "'side' is not a key of a character of a team."),
        ("like: brute", "like: brute, melee: {accuracy: 1, defense: 2}", "red.characters.Bo.melee.damage", None, "damage is missing"),
        ("points: 60", "points: 400", "red.limit", "200", "the team costs 480 points, but the limit is 200."),
        ("    limit: 200\n    characters: {Ash", "    characters: {Ash", "red.limit", None, "limit is missing: a team needs it."),
        ("limit: 200\n    characters: {Ash", "limit: many\n    characters: {Ash", "red.limit", "many", "'many' is not a whole number from 0 to 999999."),
        ("Ash: B1, Bo: A2", "Ash: B1", "red.formations.wedge.Bo", None, "'Bo' is missing: a formation must place every character of the team."),
        ("Bo: A2", "Bo: A2, Gu: A1", "red.formations.wedge.Gu", "Gu", "'Gu' is not a character of the team."),
        ("Bo: A2", "Bo: B1", "red.formations.wedge.Bo", "B1", "'Ash' already stands at B5."),
        ("Bo: A2", "Bo: C1", "red.formations.wedge.Bo", "C1", "'Bo' cannot be at C5"),
        ("Bo: A2", "Bo: A3", "red.formations.wedge.Bo", "A3", "this tile is outside the zone of 'red'."),
        ("Bo: A2", "Bo: ZZZ9999", "red.formations.wedge.Bo", "ZZZ9999", "this tile is outside the zone of 'red'."),
        ("Bo: A2", "Bo: a2", "red.formations.wedge.Bo", "a2", "'a2' is not a tile of the formation grid."),
        ("deep: {Cy: F2}", "deep: [F2]", "blue.formations.deep", "[F2]", "expected a mapping of characters to tiles, found a list."),
        ("{line: {Cy: A1}, deep: {Cy: F2}}", "{}", "blue.formations", "{}", "a team has at least one character and one formation."),
        ("{wedge: {Ash: B1, Bo: A2}}", "{wedge: {Ash: B1, Bo: A2}, wedge: {}}", "red.formations.wedge", "wedge", "'wedge' is given twice"),
        ("  red:\n", "  rot:\n", "rot", "rot", "there is no zone for 'rot' in map.zones."),
        ("red: [A5:F6]", "rot: [A5:F6]", "red", "red", "there is no zone for 'red' in map.zones."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_team_is_reported(
    sound: str, wrong: str, key: str, found: str | None, message: str
) -> None:
    problem = the_problem_of(SOUND.replace(sound, wrong, 1))
    assert (problem["key"], problem["found"]) == (f"teams.{key}", found)
    assert problem["message"].startswith(message)
    assert problem["line"] is not None


@pytest.mark.parametrize(
    ("zones", "key", "message"),
    [
        ("{red: [A5:F6], blue: [A1:F5]}", "blue.0", "A1:F5 overlaps the zone of 'red'."),
        ("{red: [A5:F6], blue: [A1:F4, B2, A5:F5]}", "blue.2", "A5:F5 overlaps the zone of 'red'."),
        ("{red: [A5:F6], blue: []}", "blue", "a zone must have at least one cell."),
        ("{red: [A5:F6], blue: [A1:G2]}", "blue.0", "G2 is off the map, which is 6x6."),
        ("{red: [A5:F6], blue: [A1:F2], green: [A3]}", "", "a battle has two sides, but there are zones of 3."),
        ("[A5:F6]", "", "expected a mapping of sides to lists of cells, found a list."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_zones_is_reported(zones: str, key: str, message: str) -> None:
    problem = the_problem_of(SOUND.replace("{red: [A5:F6], blue: [A1:F2]}", zones))
    assert problem["key"] == f"map.zones.{key}".rstrip(".")
    assert problem["message"].startswith(message)


def test_a_hole_in_a_zone_holds_nobody() -> None:
    drawing = "\n".join(["  cells: |", *["    . . . . . ."] * 4, "    . _ . . . .", "    . . . . . ."])
    zones = "  zones: {red: [A5:F6], blue: [A1:F2]}"
    text = SOUND.replace(
        "map: {grid: square, size: 6x6, zones: {red: [A5:F6], blue: [A1:F2]}}",
        f"map:\n  grid: square\n{drawing}\n{zones}",
    )
    problem = the_problem_of(text.replace("box: {at: B5, kind: object}, ", ""))
    assert (problem["key"], problem["message"]) == ("teams.red.formations.wedge.Ash", "B5 is a hole in the map.")


def test_names_are_those_of_one_alone() -> None:
    problems = problems_of(SOUND.replace("Cy", "box").replace("Bo", "Ay").replace("safe", "Ay"))
    assert [(problem.key, problem.found, problem.message) for problem in problems] == [
        ("teams.red.characters.Ay", "Ay", "'Ay' is already the name of another."),
        ("teams.blue.characters.box", "box", "'box' is already the name of another."),
    ]


def test_every_problem_is_reported_at_once() -> None:
    text = SOUND.replace("ranger", "rangr").replace("Bo: A2", "Bo: A3").replace("limit: 200", "limit: x", 1)
    text = text.replace("{like: brute, points: 60, facing: E}", "{}").replace("Cy: F2", "Cy: G2")
    assert [problem.key for problem in problems_of(text)] == [
        "teams.red.limit",
        "teams.red.characters.Ash",
        "teams.red.characters.Bo.melee",
        "teams.red.characters.Bo.ranged",
        "teams.red.formations.wedge.Bo",
        "teams.blue.formations.deep.Cy",
    ]


@pytest.mark.parametrize("teams", ["{red: {limit: 1, characters: {}, formations: {}}}", "{a: 1, b: 2, c: 3}"])
def test_there_are_teams_of_two_sides(teams: str) -> None:
    text = f"sightline: 1\nrules: sodwa\nmap: {{grid: square, size: 3x3}}\nteams: {teams}\n"
    assert "teams" in [problem.key for problem in problems_of(text)]


def test_systems_that_are_not_played_know_no_teams() -> None:
    text = "sightline: 1\nrules: penance\nmap: {grid: hex, size: 3x3, zones: {red: [A1]}}\nteams: {}\n"
    assert [(problem.key, problem.found, problem.message) for problem in problems_of(text)] == [
        ("map.zones", "zones", "Penance cannot be played as a game."),
        ("teams", "teams", "Penance cannot be played as a game."),
    ]


def test_an_unknown_system_may_have_teams() -> None:
    assert [problem.key for problem in problems_of(SOUND.replace("sodwa", "sodva"))] == ["rules"]


def test_a_change_of_a_piece_makes_pieces_of_teams() -> None:
    scenario = sightline.parse(SOUND)
    changed = scenario.with_piece("Ash", at="D4")
    assert "teams" not in changed.to_yaml()
    assert {name: piece.cell for name, piece in changed.board.pieces.items() if name in ("Ash", "Bo")} == {
        "Ash": (3, 3),
        "Bo": (0, 5),
    }
    with pytest.raises(sightline.ScenarioError):
        changed.with_piece("Ash", at="A6")
    assert scenario.with_rulings({"diagonals": "alternating"}).data.teams == scenario.data.teams


def test_formations_that_no_team_has_are_refused() -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.battle(sightline.parse(SOUND), formations={"redd": "wedge", "blue": "depp"})
    assert [(problem.key, problem.found, problem.nearest) for problem in refused.value.problems] == [
        ("formations.redd", "redd", "red"),
        ("formations.blue", "depp", "deep"),
    ]


def test_the_schema_knows_teams_where_they_are_played() -> None:
    systems = installed_systems()
    schema = scenario_schema(systems["sodwa"])
    jsonschema.validate(yaml.safe_load(SOUND), schema)
    for wrong in (SOUND.replace("ranger", "rangr"), SOUND.replace("A5:F6", "5A"), SOUND.replace("like:", "lik:")):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(yaml.safe_load(wrong), schema)
    other = scenario_schema(systems["penance"])
    assert "teams" not in other["properties"]
    assert "zones" not in other["properties"]["map"]["properties"]
