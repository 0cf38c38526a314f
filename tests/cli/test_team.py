"""The command `team`, and the option that lays teams on a map."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sightline
from tests.cli.conftest import Run
from tests.formats.test_team_files import MAP, TEAM

LAID = f"""\
{MAP}teams:
  red: {{limit: 100, characters: {{Di: recruit}}, formations: {{line: {{Di: A1}}}}}}
  blue: {{limit: 150, characters: {{Ash: recruit}}, formations: {{line: {{Ash: A1}}}}}}
"""


@pytest.fixture
def team(tmp_path: Path) -> str:
    """Return the name of a team file, beside which lie a map and a scenario with teams."""
    for name, text in (("watch.yaml", TEAM), ("map.yaml", MAP), ("laid.yaml", LAID)):
        (tmp_path / name).write_text(text)
    return str(tmp_path / "watch.yaml")


def _beside(team: str, name: str) -> str:
    return str(Path(team).with_name(name))


@pytest.mark.parametrize("options", [(), ("--seed", "7"), ("--limit", "50"), ("--limit", "9999"), ("--lang", "fr")])
def test_a_new_team_is_legal_and_can_be_used_at_once(run: Run, tmp_path: Path, options: tuple[str, ...]) -> None:
    file = str(tmp_path / "mine.yaml")
    written = run("team", "new", "sodwa", file, "--name", "Ours: the 1st", *options)
    assert (written.status, written.err) == (0, "")
    team = sightline.load_team(file)
    assert team.name == "Ours: the 1st"
    assert 1 <= len(team.characters) <= 6
    assert team.points <= team.limit
    assert max(map(len, Path(file).read_text().splitlines())) <= 120
    for line in written.out.splitlines()[2:]:
        program, *command = line.split()
        assert program == "sightline"
        assert run(*command).status == 0


def test_seeds_choose_teams(run: Run) -> None:
    def drawn(*options: str) -> str:
        return run("team", "new", "sodwa", "-", *options).out

    assert drawn("--seed", "1") == drawn("--seed", "1") != drawn("--seed", "2")
    assert drawn() == drawn()
    assert [*sightline.parse_team(drawn("--limit", "200")).formations] == ["line", "rows"]


def test_a_new_team_is_written_over_nothing(run: Run, team: str) -> None:
    refused = run("team", "new", "sodwa", team)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"{team}: already exists; name another file.\n"
    assert Path(team).read_text() == TEAM


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sodva", "-"), "command line: system: there is no rule system 'sodva'. Did you mean 'sodwa'?"),
        (("penance", "-"), "command line: system: Penance cannot be played as a game."),
        (("sodwa", "-", "--limit", "20"), "command line: limit: no character in the roster of SODWA costs so little."),
        (("sodwa", "-", "--name", "x" * 101), "command line: name: 'xxxxx"),
    ],
)
def test_a_new_team_that_cannot_be_is_refused(run: Run, arguments: tuple[str, ...], message: str) -> None:
    refused = run("team", "new", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(message)


def test_a_sound_team_is_valid(run: Run, team: str) -> None:
    checked = run("team", "check", team)
    assert checked == run("team", "check", team)
    assert checked.out == f"{team} is valid: SODWA, 140 of 250 points, 3 characters, 2 formations.\n"
    on = _beside(team, "map.yaml")
    assert run("team", "check", team, "--on", on).out == f"{checked.out}It fits on {on}: red, blue.\n"
    assert run("team", "check", team, "--on", on, "--side", "BLUE").out == f"{checked.out}It fits on {on}: blue.\n"
    assert run("team", "check", team, "--on", on, "--json").json == []
    assert run("team", "check", "-", stdin=TEAM).out == checked.out.replace(team, "-")


def test_every_problem_of_a_team_is_listed_with_its_place(run: Run, team: str) -> None:
    Path(team).write_text(TEAM.replace("ranger", "rangr").replace("C2", "C3").replace("limit: 250", "limit: 12x"))
    checked = run("team", "check", team)
    assert (checked.status, checked.err) == (1, "")
    assert [line.split(" ")[:2] for line in checked.out.splitlines()] == [
        [f"{team}:4:8:", "limit:"],
        [f"{team}:6:8:", "characters.Ash:"],
    ]
    on = _beside(team, "map.yaml")
    checked = run("team", "check", team, "--on", on)
    assert [line.split(" ")[:2] for line in checked.out.splitlines()] == [
        [f"{team}:4:8:", "limit:"],
        [f"{team}:6:8:", "characters.Ash:"],
        [f"{team}:10:32:", "teams.red.formations.wedge.Cy:"],
        [f"{team}:10:32:", "teams.blue.formations.wedge.Cy:"],
    ]
    listed = run("team", "check", team, "--on", on, "--side", "red", "--json")
    assert listed.status == 1
    assert [problem["key"] for problem in listed.json] == [
        "limit",
        "characters.Ash",
        "teams.red.formations.wedge.Cy",
    ]


def test_what_is_asked_wrongly_is_refused(run: Run, team: str) -> None:
    assert "--side is about a scenario: name one with --on." in run("team", "check", team, "--side", "red").err
    missing = run("team", "check", f"{team}l")
    assert (missing.status, missing.out) == (1, f"{team}l: No such file or directory. Did you mean '{team}'?\n")
    assert run("team", "show", f"{team}l").status == 2
    on = _beside(team, "map.yaml")
    Path(_beside(team, "odd.yaml")).write_bytes(b"a: \xff")
    odd = run("team", "check", _beside(team, "odd.yaml"), "--on", on)
    assert (odd.status, odd.out) == (1, f"{_beside(team, 'odd.yaml')}:1:4: this is not UTF-8 text.\n")
    refused = run("team", "check", team, "--on", on, "--side", "gren")
    assert refused.status == 1
    assert refused.out.startswith(f"{on}: teams.gren: there is no zone for 'gren' in map.zones.")
    Path(_beside(team, "bare.yaml")).write_text("sightline: 1\nrules: sodwa\nmap: {grid: square, size: 3x3}\n")
    bare = run("team", "check", team, "--on", _beside(team, "bare.yaml"), "--json")
    assert [(each["file"], each["key"]) for each in bare.json] == [(_beside(team, "bare.yaml"), "map.zones")]
    Path(_beside(team, "other.yaml")).write_text("sightline: 1\nrules: penance\nmap: {grid: hex, size: 3x3}\n")
    other = run("team", "check", team, "--on", _beside(team, "other.yaml"))
    assert other.out.startswith(f"{_beside(team, 'other.yaml')}: rules: ")
    scenario = run("team", "show", on)
    remedy = f"one of its teams is printed as a file by: sightline team show {on} --side SIDE --yaml"
    assert (scenario.status, scenario.err) == (2, f"{on}:3:1: map: this is a scenario, not a team file; {remedy}.\n")
    other = run("check", team)
    assert (other.status, "a scenario names it under teams, as red: {use: watch.yaml}" in other.out) == (1, True)


def test_a_team_is_shown(run: Run, team: str) -> None:
    shown = run("team", "show", team)
    assert shown.out == f"{sightline.load_team(team)}\n"
    assert run("team", "show", team, "--json").json == json.loads(sightline.load_team(team).to_json())
    french = run("team", "show", team, "--lang", "fr").out
    assert ("140 sur 250 points" in french, "Esquive" in french) == (True, True)
    assert sightline.parse_team(run("team", "show", team, "--yaml").out) == sightline.load_team(team)


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
def test_a_team_fits_its_width(run: Run, tmp_path: Path, width: int) -> None:
    file = str(tmp_path / "many.yaml")
    run("team", "new", "sodwa", file, "--seed", "3")
    whole = run("team", "show", file).out
    shown = run("team", "show", file, "--width", str(width)).out.splitlines()
    assert max(map(len, shown)) <= width
    # Nothing is missing but names in formations, which are shortened.
    assert set(whole.split()) <= set(" ".join(shown).split())
    [headings] = [line.split() for line in whole.splitlines() if "like" in line.split()]
    parts = [line.split() for line in shown if line.startswith(" ") and set(line.split()) & set(headings)]
    assert [word for part in parts for word in part] == headings


def test_the_team_of_a_scenario_becomes_a_file(run: Run, team: str) -> None:
    laid = _beside(team, "laid.yaml")
    written = run("team", "show", laid, "--side", "Blue", "--yaml").out
    assert sightline.parse_team(written) == sightline.load(laid).teams["blue"]
    refused = run("team", "show", laid, "--side", "green")
    assert (refused.status, refused.err) == (
        2,
        "--side: teams.green: there is no team of 'green'. Allowed: red, blue.\n",
    )


def test_teams_of_files_are_laid_on_a_map(run: Run, team: str) -> None:
    both = ("--team", f"RED={team}", "--team", f"blue={team}")
    drawn = run("draw", _beside(team, "map.yaml"), *both, "--formation", "blue=line").out
    assert "Ash   side red, at B5, facing N" in drawn
    assert "As2   Ash-2, side blue, at F2, facing S" in drawn


def test_battles_are_fought_with_teams_of_files_and_recorded_without_the_files(
    run: Run, team: str, tmp_path: Path
) -> None:
    kept, laid = tmp_path / "kept.record", _beside(team, "laid.yaml")
    chosen = ("--team", f"red={team}", "--formation", "red=line")
    Path(team).write_text(
        TEAM.replace("{like: brute, points: 60}", "recruit").replace("ranger", "{like: ranger, points: 50}")
    )
    run("play", laid, *chosen, "--record", str(kept), "--seed", "1", stdin="quit\n")
    fought = run("simulate", laid, *chosen, "--battles", "1", "--limit", "12", "--records", str(tmp_path / "all"))
    assert (fought.status, fought.err) == (0, "")
    Path(team).unlink()
    assert run("replay", str(kept), "--verify").status == 0
    record = run("replay", str(tmp_path / "all" / "1.record"), "--json").json
    assert [*record["start"]["pieces"]] == ["Ash-2", "Bo", "Cy", "Ash"]
    assert sightline.parse(record["scenario"]).teams["red"].limit == 100
    again = run("play", str(kept), *chosen)
    assert "The record already settles this: leave out --formation, --team." in again.err


@pytest.mark.parametrize("command", ["play", "simulate", "draw"])
def test_everything_that_is_wrong_with_teams_that_are_laid_is_reported(run: Run, team: str, command: str) -> None:
    laid = _beside(team, "laid.yaml")
    wrong = (f"red={team}", f"red={team}", "blue", f"blue={team}l")
    refused = run(command, laid, *(word for each in wrong for word in ("--team", each)))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.splitlines() == [
        "--team: teams.red: 'red' is given twice.",
        "--team: 'blue' does not choose anything. Allowed: SIDE=FILE.",
        f"{team}l: No such file or directory. Did you mean '{team}'?",
    ]
    Path(team).write_text(TEAM.replace("C2", "C3"))
    refused = run(command, laid, "--team", f"red={team}", "--team", f"gren={team}")
    assert refused.err.splitlines() == [
        "--team: teams.gren: there is no zone for 'gren' in map.zones. Allowed: red, blue.",
        f"{team}:1:1: teams.red.limit: the team costs 140 points, but the limit is 100.",
        f"{team}:10:32: teams.red.formations.wedge.Cy: this tile is outside the zone of 'red'. Allowed: A1 to F2.",
    ]
