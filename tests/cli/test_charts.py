"""Charts in all their forms, limited and compared."""

from __future__ import annotations

import csv
import io
import re
from xml.etree import ElementTree

import pytest

from sightline.api import load
from tests.cli.conftest import BOARD, Run

PAIRS: list[tuple[str, str, str | None]] = [
    ("A", "T", "rifle"),
    ("A", "T", "knife"),
    ("A", "Dr. No", "rifle"),
    ("A", "Dr. No", "knife"),
]
PAIRS += [("T", "A", None), ("Dr. No", "A", None)]


def test_json_is_a_list_with_a_row_per_weapon(run: Run, board: str) -> None:
    rows = run("chart", board, "--json").json
    assert [(row["from"], row["to"], row["weapon"]) for row in rows] == PAIRS
    assert rows[0] == run("shot", board, "A", "T", "--json").json
    assert run("chart", board, "--as", "json").json == rows


def test_pairs_of_the_file_are_the_rows(run: Run) -> None:
    rows = run("chart", "-", "--json", stdin=BOARD + "pairs: [[T, A], [T, Dr. No]]\n").json
    assert [(row["from"], row["to"]) for row in rows] == [("T", "A"), ("T", "Dr. No")]
    assert next(finding["clause"] for finding in rows[1]["findings"] if finding["effect"] == "forbids") == "PEN-2.5"


def test_pieces_without_a_side_are_everyones_enemies(run: Run) -> None:
    text = BOARD.replace("side: blue, ", "")
    rows = run("chart", "-", "--json", stdin=text).json
    assert {(row["from"], row["to"]) for row in rows} == {
        (a, t) for a in ("A", "T", "Dr. No") for t in ("A", "T", "Dr. No") if a != t
    }


@pytest.mark.parametrize(
    ("options", "count"),
    [(["--from", "A"], 4), (["--to", "A"], 2), (["--from", "A", "--to", "T"], 2), (["--to", "T"], 2)],
)
def test_limits(run: Run, board: str, options: list[str], count: int) -> None:
    every, limited = run("chart", board, "--json").json, run("chart", board, "--json", *options).json
    assert len(limited) == count
    assert all(row in every for row in limited)


def test_a_chart_without_rows(run: Run, board: str) -> None:
    assert run("chart", board, "--from", "T", "--to", "T", "--json").json == []
    assert run("chart", board, "--from", "T", "--to", "T").out.endswith("There is no pair to judge.\n")


def test_the_table(run: Run, board: str) -> None:
    lines = run("chart", board).out.splitlines()
    assert lines[0] == "Across the rubble"
    assert lines[2].split() == ["From", "To", "Weapon", "Cells", "Sight", "To", "hit", "Chance", "Percent", "Clauses"]
    assert lines[3].split()[:4] == ["A", "T", "rifle", "5"]
    assert lines[3].endswith("PEN-6.1 PEN-1.2 PEN-3.2 PEN-6.6")
    assert len({line.find("PEN-") for line in lines[3:]}) == 1


def test_the_table_says_who_sees_a_target_and_may_not_attack_it(run: Run) -> None:
    text = "sightline: 1\nrules: sodwa\nmap: {grid: square, size: 4x1, terrain: {impeding: [B1]}}\npieces: "
    text += "{A: {at: A1, side: x}, B: {at: D1, side: y, range: 2}, C: {at: C1, side: z, range: 1}}\n"
    rows = [re.split("  +", line) for line in run("chart", "-", stdin=text).out.splitlines()]
    sights = {(row[0], row[1]): row[4] for row in rows if len(row) > 4}
    assert sights["A", "C"] == "impeded"
    assert sights["C", "A"] == "impeded, no attack"
    assert sights["A", "B"] == "blocked"


def test_the_table_shows_and_does_not_obey_what_is_in_the_file(run: Run) -> None:
    text = BOARD.replace("Across the rubble", '"\\e[31mred\\nrum"').replace("Dr. No", '"\\e[0m\\u202e"')
    out = run("chart", "-", stdin=text).out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert out.startswith("\N{REPLACEMENT CHARACTER}[31mred")


def test_csv(run: Run, board: str) -> None:
    rows = list(csv.DictReader(io.StringIO(run("chart", board, "--as", "csv").out)))
    assert [(row["from"], row["to"], row["weapon"] or None) for row in rows] == PAIRS
    assert rows[0]["hit"] == "5/18"
    assert rows[1] == rows[1] | {"legal": "false", "hit": "", "percent": "", "to_hit": ""}


def test_csv_quotes_whatever_ends_a_line(run: Run) -> None:
    text = BOARD.replace("name: knife", r'name: "a\rb"').replace("Dr. No", r'"x\ny,\"z"')
    printed = run("chart", "-", "--as", "csv", stdin=text)
    rows = list(csv.DictReader(io.StringIO(printed.written.decode(), newline="")))
    assert {row["weapon"] for row in rows} == {"rifle", "a\rb", ""}
    assert {row["to"] for row in rows} == {"A", "T", 'x\ny,"z'}
    assert printed.written.endswith(b"\n")
    assert b"\r\n" not in printed.written


def test_svg_and_html(run: Run, board: str) -> None:
    picture = run("chart", board, "--as", "svg").out
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    page = run("chart", board, "--as", "html").out
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<tr>") == len(PAIRS) + 1
    assert "PEN-3.2" in page
    assert "<svg" in page


CROWD = "sightline: 1\nrules: combat-hex\nmap: {grid: hex, size: 15x15}\npieces:\n"
CROWD += "".join(
    f"  {side}{k}: {{at: {chr(65 + 2 * k)}{row}, side: {side}}}\n"
    for side, row in (("r", 1), ("b", 15))
    for k in range(6)
)


def test_a_picture_of_many_lines_says_which_are_drawn_and_how_to_see_others(run: Run) -> None:
    printed = run("chart", "-", "--as", "svg", stdin=CROWD)
    assert printed.status == 0
    assert printed.err.splitlines() == [
        "Each line joins two pieces; it is not a line of sight. "
        "Lines are drawn for 12 of 72 pairs: the likeliest attack of each piece. "
        "A chart of one attacker or one target shows the others.",
        "--from and --to draw fewer attacks, --lines all every pair, --lines exact the lines of sight.",
    ]
    assert "12 of 72 pairs" in printed.out
    assert run("chart", "-", "--as", "svg", "--from", "r1", stdin=CROWD).err == ""


def test_a_page_says_what_its_picture_leaves_out(run: Run) -> None:
    page = run("chart", "-", "--as", "html", stdin=CROWD).out
    assert "<figcaption>Each line joins two pieces" in page
    assert page.count("12 of 72 pairs") == 1


def test_lines_are_chosen_for_pictures_alone(run: Run) -> None:
    printed = run("chart", "-", "--as", "svg", "--lines", "all", stdin=CROWD)
    assert (printed.status, printed.err) == (0, "")
    assert "12 of 72 pairs" not in printed.out
    refused = run("chart", "-", "--lines", "all", stdin=CROWD)
    assert refused.status == 2
    assert "--lines is for pictures: ask for one, as by --svg FILE." in refused.err


def test_html_escapes_what_is_in_the_file(run: Run) -> None:
    page = run("chart", "-", "--as", "html", stdin=BOARD.replace("Across the", '"<script>alert(1)</script>" #')).out
    assert "<script" not in page


def test_html_shows_and_does_not_obey_what_is_in_the_file(run: Run) -> None:
    text = BOARD.replace("Across the rubble", r'"\e[31mred\0 \u202emur"').replace("Dr. No", r'"x\u202e"')
    page = run("chart", "-", "--as", "html", stdin=text).out
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page)
    mark = "\N{REPLACEMENT CHARACTER}"
    assert f"<title>{mark}[31mred{mark} {mark}mur</title>" in page


def test_compare_prints_only_what_would_change(run: Run, board: str) -> None:
    changes = run("chart", board, "--compare", "cover-effect=to-hit-and-defense", "--json").json
    assert [list(change) for change in changes] == [["from", "to", "weapon", "now", "then"]] * len(changes)
    assert [(change["from"], change["to"], change["weapon"]) for change in changes] == [
        (answer.from_, answer.to, answer.weapon) for answer in load(board).chart() if "cover-effect" in answer.rulings
    ]
    assert changes[0]["now"] == run("shot", board, "A", "T", "--json").json
    assert changes[0]["then"]["defense"] == 1


def test_compare_as_a_table(run: Run, board: str) -> None:
    lines = run(
        "chart", board, "--compare", "cover-effect=to-hit-and-defense", "--from", "A", "--to", "T"
    ).out.splitlines()
    assert [line.split()[0] for line in lines[3:]] == ["now", "then"] * (len(lines[3:]) // 2)
    assert run("chart", board, "--compare", "casket-cover=any").out.endswith("Nothing would change.\n")
    assert run("chart", board, "--compare", "casket-cover=any", "--json").json == []


CASKETS = """\
sightline: 1
rules: penance
map: {grid: hex, size: 3x9}
pieces:
  A: {at: B9, side: red, facing: N}
  T: {at: B2, side: blue, facing: S}
  X: {at: B7, side: red, facing: N}
  Y: {at: B4, side: blue, facing: N}
pairs: [[A, T]]
"""


def test_rows_that_look_alike_tell_the_findings_that_differ(run: Run) -> None:
    now, then = run("chart", "-", "--compare", "casket-cover=hostile-to-attacker", stdin=CASKETS).out.splitlines()[1:]
    assert now.endswith("PEN-3.3  X at B7 covers T")
    assert then.endswith("PEN-3.3  Y at B4 covers T")


ENGAGED = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 6x6}
pieces:
  A: {at: B2, side: red}
  F: {at: B3, side: red}
  T: {at: A2, side: blue}
  U: {at: A3, side: blue}
  Z: {at: F6, side: blue}
pairs: [[A, Z]]
"""


def test_rows_that_look_alike_tell_the_places_that_differ(run: Run) -> None:
    now, then = run("chart", "-", "--compare", "corner-characters=never", stdin=ENGAGED).out.splitlines()[1:]
    assert (now.split()[-2:], then.split()[-3:]) == (["SOD-4.7:", "A2"], ["SOD-4.7:", "A2,", "A3"])


@pytest.mark.parametrize("form", ["csv", "html", "svg"])
def test_compare_in_other_forms_is_refused(run: Run, board: str, form: str) -> None:
    refused = run("chart", board, "--compare", "near=crosses", "--as", form)
    assert (refused.status, refused.out) == (2, "")
    assert f"--compare prints a table or JSON, not {form}." in refused.err


@pytest.mark.parametrize("choice", ["", "near", "near=", "nearly=along", "near=by"])
def test_compare_with_a_choice_that_there_is_not(run: Run, board: str, choice: str) -> None:
    refused = run("chart", board, "--compare", choice)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("--compare: ")


@pytest.mark.parametrize("option", ["--from", "--to"])
@pytest.mark.parametrize("form", ["table", "json", "csv", "html", "svg"])
def test_a_piece_that_is_not_there_prints_no_half_chart(run: Run, board: str, option: str, form: str) -> None:
    refused = run("chart", board, option, "Q", "--as", form)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(f"command line: {option[2:]}: there is no piece 'Q'.")
