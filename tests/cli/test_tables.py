# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Free tables on the command line: every question, what is refused, and what is never imported."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sightline.api import load
from tests.cli.conftest import BOARD, Run
from tests.test_api_tables import TABLE

HEADINGS = ["From", "To", "Weapon", "Inches", "Sight", "To hit", "Chance", "Percent", "Clauses"]
FIRST = ["A", "T", "rifle", "8.87", "clear", "7 4", "7/12", "58.33", "PG-H1 PG-H2"]
MOVES = [["reach", "A"], ["reach", "A", "--toward", "8,8"]]
QUESTIONS = [
    ["shot", "A", "T"],
    ["shot", "A", "B", "--why-not"],
    ["resolve", "A", "T", "--seed", "1"],
    ["see", "A"],
    ["draw"],
]


@pytest.fixture
def table(tmp_path: Path) -> str:
    """Return the name of the file of a table, alone in its folder."""
    file = tmp_path / "table.yaml"
    file.write_text(TABLE)
    return str(file)


@pytest.fixture
def _shapely() -> None:
    pytest.importorskip("shapely", reason="the extra free is not installed")


def test_check(run: Run, table: str) -> None:
    assert run("check", table)[:3] == (0, f"{table} is valid: Post Galactica, 40x20 inches, 3 pieces.\n", "")
    assert run("check", table, "--json").json == []
    wrong = run("check", "-", "--json", stdin=TABLE.replace("[15, 10]", "[5.5, 41]"))
    assert [(problem["key"], problem["found"]) for problem in wrong.json] == [("pieces.T.at.1", "41")]
    assert wrong.status == 1


# --- charts ------------------------------------------------------------------------------------------------


def test_a_chart_measures_in_inches(run: Run, table: str) -> None:
    _title, _blank, headings, first, *_rest = run("chart", table).out.splitlines()
    assert headings.split() == " ".join(HEADINGS).split()
    assert first.split() == " ".join(FIRST).split()
    html = run("chart", table, "--as", "html").out
    for cells, tag in ((HEADINGS, "th"), (FIRST, "td")):
        assert "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>" in html


def test_a_chart_for_programs(run: Run, table: str) -> None:
    scenario = load(table)
    charted = run("chart", table, "--as", "json").json
    assert charted == [json.loads(verdict.to_json()) for verdict in scenario.chart()]
    rows = list(csv.DictReader(io.StringIO(run("chart", table, "--as", "csv").out)))
    assert [float(row["distance"]) for row in rows] == [verdict["distance"] for verdict in charted]
    assert [row["legal"] for row in rows] == [str(verdict["legal"]).lower() for verdict in charted]


def test_a_chart_as_a_picture(run: Run, table: str) -> None:
    assert ElementTree.fromstring(run("chart", table, "--as", "svg").out).tag.endswith("svg")


def test_a_chart_of_some_pairs_and_under_another_ruling(run: Run, table: str) -> None:
    assert {row["to"] for row in run("chart", table, "--from", "A", "--to", "T", "--json").json} == {"T"}
    assert run("chart", table, "--compare", "units-block=none").out.endswith("\n\nNothing would change.\n")
    large = ("--set", "T.tags=[large]", "--set", "T.at=[12, 8]")
    assert run("chart", table, *large, "--compare", "units-block=none", "--json").json != []


# --- questions ---------------------------------------------------------------------------------------------


def check_answered(run: Run, table: str, tmp_path: Path, name: str, *arguments: str) -> None:
    """Check that a question is answered in words, as pictures and for programs, from a file and from the input."""
    told = run(name, table, *arguments)
    assert (told.status, told.err) == (0, "")
    assert "A table of 40 by 20 inches." in told.out
    svg, png = tmp_path / "out.svg", tmp_path / "out.png"
    assert run(name, table, *arguments, "--svg", str(svg), "--png", str(png)).status == 0
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run(name, "-", *arguments, "--json", stdin=TABLE).out == run(name, table, *arguments, "--json").out


@pytest.mark.parametrize("command", QUESTIONS, ids=" ".join)
def test_questions_are_answered_and_drawn(run: Run, table: str, tmp_path: Path, command: list[str]) -> None:
    check_answered(run, table, tmp_path, *command)


@pytest.mark.usefixtures("_shapely")
@pytest.mark.parametrize("command", MOVES, ids=" ".join)
def test_moves_are_reported_and_drawn(run: Run, table: str, tmp_path: Path, command: list[str]) -> None:
    check_answered(run, table, tmp_path, *command)


def test_the_answer_of_python_is_that_of_the_command_line(run: Run, table: str) -> None:
    scenario = load(table)
    assert run("shot", table, "A", "T", "--json").out == scenario.shot("A", "T").to_json() + "\n"
    assert run("see", table, "A", "--json").out == scenario.see("A").to_json() + "\n"
    elsewhere = scenario.with_piece("A", at=["76.2mm", 4]).shot("A", "T")
    assert run("shot", table, "A", "T", "--set", "A.at=[76.2mm, 4]", "--json").out == elsewhere.to_json() + "\n"


def test_a_shot_is_explained(run: Run, table: str) -> None:
    text = run("shot", table, "A", "T").out
    assert "A → T with rifle: clear, hit check 7, wound threshold 4, 7/12 = 58.33 %" in text
    assert "8.87″" in text
    blocked = run("shot", table, "A", "T", "--set", "A.at=[5, 7]", "--why-not").out
    assert "wall cuts lines of sight, and none is open" in blocked
    assert "remove wall" in blocked


@pytest.mark.usefixtures("_shapely")
@pytest.mark.parametrize("toward", ["8,8", "[8, 8]", " 8 , 8 ", "203.2mm,8", "[203.2 mm, 8]"])
def test_the_way_toward_a_place(run: Run, table: str, toward: str) -> None:
    way = run("reach", table, "A", "--toward", toward, "--json").json
    assert (way["toward"], way["path"][0], way["path"][-1]) == ([8, 8], [5, 10], [8, 8])
    assert list(way) == ["from", "outline", "bound", "toward", "path", "length", "rulings"]


# --- refusals ----------------------------------------------------------------------------------------------

CELLS = "command line: rules: this question is about the cells of a map, and a free table has none."
A_PLACE = "Allowed: a place on the table, [x, y], in inches from the top left."
SUCH = "such as 12.5 or 32mm."


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["threat", "red"], CELLS),
        (["advise", "A"], CELLS),
        (["line", "A1", "B2"], CELLS),
        (["line", "[1, 2]", "[3, 4]"], CELLS),
        (["reach", "A", "--by"], "command line: rules: Post Galactica has no move with the option by."),
        (["reach", "A", "--through", "T"], "command line: rules: Post Galactica has no move with the option through."),
        (["reach", "A", "--fewest-attacks"], "command line: rules: Post Galactica has no move with the option fewest_attacks."),
        (["reach", "A", "--toward", "10"], f"command line: toward: a place must have 2 coordinates, not 1. {A_PLACE}"),
        (["reach", "A", "--toward", ""], f"command line: toward: a place must have 2 coordinates, not 1. {A_PLACE}"),
        (["reach", "A", "--toward", "1,2,3"], f"command line: toward: a place must have 2 coordinates, not 3. {A_PLACE}"),
        (["reach", "A", "--toward", "1,b"], f"command line: toward.1: 'b' is not a length from 0 to 20 inches, {SUCH}"),
        (["reach", "A", "--toward", "41,1"], f"command line: toward.0: '41' is not a length from 0 to 40 inches, {SUCH}"),
        (["shot", "A", "T", "--set", "A.at=B3"], f"--set: pieces.A.at: expected {A_PLACE[9:-1]}, found a single value."),
        (["shot", "A", "T", "--set", "A.at=[3, 41]"], f"--set: pieces.A.at.1: '41' is not a length from 0 to 20 inches, {SUCH}"),
        (["shot", "A", "T", "--set", "A.at=[15, 10]"], "--set: pieces.A.at: 'A' overlaps 'T'."),
        (["shot", "A", "T", "--set", "A.base=25"], "--set: pieces.A.base: 'A' hangs 7.5 inches over the edge of the table, which is 40x20."),
        (["shot", "A", "T", "--set", "B.outline=[[4, 9], [6, 9], [6, 11]]"], "--set: pieces.B.outline: 'B' overlaps 'A'."),
        (["shot", "A", "T", "--set", "T.building=true"], "--set: pieces.T.building: a building on a free table needs an outline."),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_refused_in_one_line(run: Run, table: str, command: list[str], line: str) -> None:
    name, *arguments = command
    assert run(name, table, *arguments)[:3] == (2, "", f"{line}\n")
    [problem] = run(name, table, *arguments, "--json").json
    assert line.endswith(f"{problem['key']}: {problem['message']}")


def test_what_only_boards_or_only_tables_have(run: Run, table: str, board: str, tmp_path: Path) -> None:
    out = tmp_path / "side.svg"
    refused = run("shot", table, "A", "T", "--side-view", str(out))
    assert (refused.status, refused.out, out.exists()) == (2, "", False)
    assert refused.err.endswith("Error: There is no side view of a free table.\n")
    refused = run("reach", board, "A", "--toward", "1,1")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.endswith("Error: --toward works on free tables only.\n")


# --- what is not installed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", MOVES, ids=" ".join)
def test_missing_shapely_is_reported_with_the_command_that_installs_it(
    run: Run, table: str, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    monkeypatch.delitem(sys.modules, "sightline.plane.movement.result", raising=False)
    monkeypatch.delattr("sightline.plane.movement.result", raising=False)
    name, *arguments = command
    refused = run(name, table, *arguments)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert 'pip install "sightline[free]" installs it' in refused.err
    [problem] = run(name, table, *arguments, "--json").json
    assert 'pip install "sightline[free]"' in problem["message"]


WITHOUT = """
import sys
from sightline.cli import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    print(left.code, sorted({"shapely", "numpy", "numba"} & sys.modules.keys()), file=sys.stderr)
"""


@pytest.mark.slow
@pytest.mark.parametrize("command", [*QUESTIONS, ["check"], ["chart"], ["chart", "--as", "html"]], ids=" ".join)
def test_all_but_moves_is_answered_without_the_extras(table: str, command: list[str]) -> None:
    name, *arguments = command
    run = [sys.executable, "-c", WITHOUT, name, table, *arguments]
    done = subprocess.run(run, capture_output=True, check=True, text=True)
    assert done.stderr == "0 []\n"


def test_a_table_that_is_no_table_of_the_system(run: Run) -> None:
    [problem] = run("check", "-", "--json", stdin=BOARD.replace("grid: hex", "grid: free")).json
    assert (problem["key"], problem["found"], problem["allowed"]) == ("map.grid", "free", ["hex"])
