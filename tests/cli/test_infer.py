"""The command infer: boards as scenarios, contradictions as rows, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

import sightline
from sightline.api import DEFAULT_SECONDS
from sightline.cli.infer import infer
from sightline.formats.json_answers import answer_schema
from sightline.inference.solutions import Inferred
from tests.cli.conftest import Run
from tests.marked_catalogue import mark_french, unmarked, without_marks

HEADER = "shooter,target,line_of_sight,bonus,hit_on,rule\n"
BLOCKED = f"{HEADER}A,T,no,,,5.141\nT,A,no,,,5.141\n"
KNOWN = (
    "sightline: 1\ntitle: Lost\nrules: combat-hex\nmap: {grid: hex, size: 3x1}\npieces: {A: {at: A1}, T: {at: C1}}\n"
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Return the names of a chart and of a scenario."""
    (tmp_path / "sheet.csv").write_text(BLOCKED)
    (tmp_path / "known.yaml").write_text(KNOWN)
    return str(tmp_path / "sheet.csv"), str(tmp_path / "known.yaml")


@pytest.mark.slow
def test_a_board_is_a_scenario_that_says_what_was_found(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    found = run("infer", *files)
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines()[:3] == [
        f"# All 2 rows are true on this board, by the judgement of the referee: {files[0]}.",
        "# Added to the scenario: 1, no smaller board.",
        "#   level-1: B1",
    ]
    assert sightline.parse(found.out).title == "Lost"
    (tmp_path / "found.yaml").write_text(found.out)
    assert run("check", str(tmp_path / "found.yaml")).status == 0
    assert run("chart", str(tmp_path / "found.yaml"), "--as", "csv").out == BLOCKED.replace("5.141", "5.12 5.141")


@pytest.mark.slow
def test_either_file_may_be_the_standard_input(run: Run, files: tuple[str, str]) -> None:
    expected = run("infer", *files).out
    assert run("infer", "-", files[1], stdin=BLOCKED).out == expected.replace(files[0], "-")
    assert run("infer", files[0], "-", stdin=KNOWN).out == expected
    assert run("infer", "-", "-", stdin=KNOWN).status == 2


@pytest.mark.slow
def test_several_boards(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text(f"{HEADER}A,T,yes,,6,\n")
    found = run("infer", *files, "--number", "2")
    texts = found.out.split("---\n")
    assert len(texts) == 2
    assert all("# The row is true on this board" in text for text in texts)
    assert "no smaller one except those above and those that only add to them" in texts[1]
    assert len({sightline.parse(text) for text in texts}) == 2
    every = run("infer", *files, "--number", "99", "--json").json
    assert every["is_complete"] is True
    added = sorted(kind for board in every["boards"] for kind in board["added"])
    assert added == ["dotted-line", "red-line"]
    assert "# There is no other board" in run("infer", *files, "--number", "99").out


def test_json(run: Run, files: tuple[str, str]) -> None:
    found = run("infer", *files, "--json")
    assert found.status == 0
    assert {key: found.json[key] for key in ("outcome", "rows", "is_complete", "contradiction")} == {
        "outcome": "found",
        "rows": 2,
        "is_complete": False,
        "contradiction": [],
    }
    [board] = found.json["boards"]
    assert (board["size"], board["added"], board["is_smallest"]) == (1, {"level-1": ["B1"]}, True)
    assert sightline.parse(board["scenario"]).board.levels == (0, 1, 0)
    jsonschema.validate(found.json, answer_schema(Inferred))


def test_what_the_scenario_states_is_kept_and_may_be_changed_on_the_command_line(
    run: Run, files: tuple[str, str]
) -> None:
    between, under = (KNOWN.replace("size: 3x1", f"size: 3x1, levels: {{1: [{cell}]}}") for cell in ("B1", "A1"))
    [board] = run("infer", files[0], "-", "--json", stdin=between).json["boards"]
    assert (board["size"], board["added"]) == (0, {})
    assert run("infer", files[0], "-", "--json", stdin=under).json["outcome"] == "contradiction"
    moved = run("infer", *files, "--set", "T.at=B1")
    assert (moved.status, moved.out.splitlines()[0]) == (0, "There is no board: this row cannot be true on any.")


def test_rows_that_contradict_each_other(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text(f"{HEADER}A,T,no,,,5.12\nT,A,yes,+1,5-6,\n")
    found = run("infer", *files)
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines() == [
        "There is no board: these 2 rows contradict each other; no smaller set does.",
        f"{files[0]}:2: A,T,no,,,5.12",
        f"{files[0]}:3: T,A,yes,+1,5-6,",
    ]
    told = run("infer", *files, "--json").json
    assert (told["outcome"], told["boards"]) == ("contradiction", [])
    assert (told["is_irreducible"], told["is_smallest"]) == (True, True)
    assert [row["line"] for row in told["contradiction"]] == [2, 3]
    assert told["contradiction"][0]["cells"]["rule"] == "5.12"
    jsonschema.validate(told, answer_schema(Inferred))


NEAR_OR_FAR = """
from msgspec.structs import replace
from sightline.sight import ByAdjacency, Distances, SightLine
from sightline.systems.combat_hex import CombatHex

class NearOrFar(CombatHex):
    key, title = "near", "Near or Far"

    def sight(self):
        plan = super().sight()
        return replace(plan, fold=FOLD)

SYSTEM = NearOrFar()
"""
NEAR = "ByAdjacency(plan.fold, plan.fold, plan.fold)"
FAR = "replace(plan.fold, of=SightLine({'cell': Distances(lambda start, stop: stop == 1, 'cell', 1)}))"


@pytest.mark.parametrize("fold", [NEAR, FAR])
def test_plans_that_ask_for_distances_are_refused(run: Run, files: tuple[str, str], tmp_path: Path, fold: str) -> None:
    system = tmp_path / "near.py"
    system.write_text(NEAR_OR_FAR.replace("FOLD", fold))
    scenario = KNOWN.replace("combat-hex", "near")
    found = run("infer", files[0], "-", "--system", str(system), stdin=scenario)
    expected = "rules: boards cannot be searched for in Near or Far: who sees whom depends on distances there.\n"
    assert (found.status, found.out, found.err) == (2, "", f"command line: {expected}")


def test_no_time_left_is_reported(run: Run, files: tuple[str, str]) -> None:
    found = run("infer", *files, "--seconds", "0.000001")
    assert (found.status, found.out.split(":")[0]) == (0, "Undecided")
    assert run("infer", *files, "--seconds", "0.000001", "--json").json["outcome"] == "undecided"


@pytest.mark.parametrize("option", [("--number", "0"), ("--seconds", "0"), ("--jobs", "0"), ("--number", "x")], ids=str)
def test_options_have_bounds(run: Run, files: tuple[str, str], option: tuple[str, str]) -> None:
    assert run("infer", *files, *option).status == 2


def test_a_wrong_chart_is_refused_with_every_problem(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text(f"{HEADER}A,X,no,,,5.12\nT,A,yes,+1,7,\n")
    refused = run("infer", *files)
    assert (refused.status, refused.out) == (2, "")
    assert [line.split(": ")[:2] for line in refused.err.splitlines()] == [
        [f"{files[0]}:2:3", "target"],
        [f"{files[0]}:3:12", "hit_on"],
    ]
    assert [problem["line"] for problem in run("infer", *files, "--json").json] == [2, 3]


def test_a_system_that_has_no_such_charts_is_refused(run: Run, files: tuple[str, str], board: str) -> None:
    refused = run("infer", files[0], board)
    assert (refused.status, refused.out) == (2, "")
    assert "Penance cannot find boards from a chart." in refused.err


def test_a_map_that_is_too_large_is_refused(run: Run, files: tuple[str, str]) -> None:
    refused = run("infer", files[0], "-", "--json", stdin=KNOWN.replace("3x1", "100x50"))
    assert (refused.status, refused.json[0]["key"]) == (2, "map")
    assert refused.json[0]["message"] == "boards can be searched for on maps of at most 4096 cells; this one has 5000."


def test_files_that_are_not_there(run: Run, files: tuple[str, str]) -> None:
    assert run("infer", "no.csv", files[1]).status == 2
    assert run("infer", files[0], "no.yaml", "--json").json[0]["file"] == "no.yaml"


def test_a_missing_solver_is_reported_with_the_command_that_installs_it(
    run: Run, files: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ortools", "ortools.sat", "ortools.sat.python"):
        monkeypatch.setitem(sys.modules, name, None)
    refused = run("infer", *files)
    assert (refused.status, refused.out) == (2, "")
    assert 'pip install "sightline[infer]"' in refused.err
    assert json.loads(run("infer", *files, "--json").out)[0]["message"] in refused.err


def test_the_help_shows_how_long_a_search_takes() -> None:
    [seconds] = (option for option in infer.params if option.name == "seconds")
    assert str(seconds.to_info_dict()["help"]).endswith(f" {DEFAULT_SECONDS:.0f}.")


@pytest.mark.parametrize(
    ("rows", "options", "outside"),
    [
        (["A,T,no,,,5.141"], (), ["# ", "# ", "#   "]),
        (["A,T,no,,,5.141", "T,A,no,,,5.141"], (), ["# ", "# ", "#   "]),
        (["A,T,yes,,6,"], ("--number", "99"), ["# ", "# ", "#   "]),
        (["A,T,yes,+1,6,", "T,A,yes,+1,6,"], (), ["", "FILE:2: A,T,yes,+1,6,", "FILE:3: T,A,yes,+1,6,"]),
        (["A,T,no,,,5.11"], (), ["", "FILE:2: A,T,no,,,5.11"]),
        (["A,T,no,,,5.141"], ("--seconds", "0.000001"), [""]),
    ],
    ids=["found", "both rows", "every board", "contradiction", "no board", "undecided"],
)
def test_the_answer_is_in_the_chosen_language(
    run: Run,
    files: tuple[str, str],
    rows: list[str],
    options: tuple[str, ...],
    outside: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark_french(monkeypatch)
    Path(files[0]).write_text(HEADER + "\n".join(rows))
    english, french = (run("infer", *files, *options, "--lang", language) for language in ("en", "fr"))
    lines = french.out.splitlines()
    assert [without_marks(line) for line in lines] == english.out.splitlines()
    assert [unmarked(line) for line in lines][: len(outside)] == [line.replace("FILE", files[0]) for line in outside]
    assert (
        run("infer", *files, *options, "--json", "--lang", "fr").json == run("infer", *files, *options, "--json").json
    )
