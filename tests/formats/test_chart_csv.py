"""Published charts as files: what is read, and every problem with its place."""

from __future__ import annotations

import pytest

import sightline
from sightline.formats.chart_csv import read_sheet
from sightline.formats.problems import Problem, ScenarioError
from sightline.formats.yaml_tree import Source
from sightline.i18n import use_language
from sightline.inference.chart_rows import Row
from sightline.inference.inferable import Inferable
from sightline.inference.unknown_board import Element
from sightline.rules import installed_systems, require
from tests.marked_catalogue import mark_french, unmarked, without_marks

HEADER = "shooter,target,line_of_sight,bonus,hit_on,rule"
BOARD = sightline.parse(
    "sightline: 1\nrules: combat-hex\nmap: {grid: hex, size: 4x4}\n"
    'pieces: {A: {at: A1}, T: {at: D4}, "Jo, the ""quick""": {at: C2}}\n'.replace('""', '\\"')
).board
SHEET = require(installed_systems()["combat-hex"], Inferable).inference()


def read(text: str) -> list[Row]:
    return read_sheet(Source("sheet.csv", text), SHEET, BOARD)


def problems(text: str) -> list[Problem]:
    with pytest.raises(ScenarioError) as refused:
        read(text)
    return list(refused.value.problems)


def test_rows_with_their_lines() -> None:
    rows = read(f"{HEADER}\nA,T,yes,,5-6,\n\nT,A,no,,,5.11 5.141\n")
    assert [(row.line, row.attacker, row.target) for row in rows] == [(2, "A", "T"), (4, "T", "A")]
    assert rows[0].cells == {
        "shooter": "A",
        "target": "T",
        "line_of_sight": "yes",
        "bonus": "",
        "hit_on": "5-6",
        "rule": "",
    }
    assert rows[1].cells["rule"] == "5.11 5.141"


def test_columns_in_any_order_and_cells_in_quotes() -> None:
    [row] = read('target,"shooter",rule,hit_on, bonus ,line_of_sight\r\n"Jo, the ""quick""",A,,"6",+1,yes\r\n')
    assert list(row.cells.items()) == [
        ("shooter", "A"),
        ("target", 'Jo, the "quick"'),
        ("line_of_sight", "yes"),
        ("bonus", "+1"),
        ("hit_on", "6"),
        ("rule", ""),
    ]


def test_a_chart_without_rows() -> None:
    assert read(HEADER) == read(f"{HEADER}\n") == []


@pytest.mark.parametrize(
    ("row", "column", "key", "found", "message"),
    [
        ("Q,T,yes,,5-6,", 1, "shooter", "Q", "there is no piece 'Q'"),
        (",T,yes,,5-6,", 1, "shooter", "", "the name of a piece is missing"),
        ("A,A,yes,,5-6,", 3, "target", "A", "'A' cannot attack itself"),
        ("A,T,oui,,5-6,", 5, "line_of_sight", "oui", "'oui' is not a value of this column"),
        ("A,T,,,5-6,", 5, "line_of_sight", "", "'' is not a value of this column"),
        ("A,T,yes,+2,5-6,", 9, "bonus", "+2", "'+2' is not a value of this column"),
        ("A,T,yes,,7,", 10, "hit_on", "7", "'7' is not a value of this column"),
        ("A,T,yes,,,", 10, "hit_on", "", "write 5-6 or 6 where there is a line of sight"),
        ("A,T,no,+1,,", 8, "bonus", "+1", "leave this empty where there is no line of sight"),
        ("A,T,no,,6,", 9, "hit_on", "6", "leave this empty where there is no line of sight"),
        ("A,T,no,,,5.11 5.13", 10, "rule", "5.11 5.13", "'5.13' is not a value of this column"),
        ("A,T,no,,", 1, None, "A,T,no,,", "expected 6 columns, found 5"),
        ("A,T,no,,,,", 1, None, "A,T,no,,,,", "expected 6 columns, found 7"),
        ('A,T,no,,,"5.11', 1, None, 'A,T,no,,,"5.11', "a quotation mark is misplaced in this line"),
        ('A,"T"x,no,,,', 1, None, 'A,"T"x,no,,,', "a quotation mark is misplaced in this line"),
    ],
)
def test_a_wrong_row(row: str, column: int, key: str | None, found: str, message: str) -> None:
    [problem] = problems(f"{HEADER}\nT,A,yes,,6,\n{row}\n")
    assert (problem.file, problem.line, problem.column) == ("sheet.csv", 3, column)
    assert (problem.key, problem.found) == (key, found)
    assert problem.message.startswith(message)


def test_the_nearest_word_and_what_is_allowed() -> None:
    one, other = problems(f"{HEADER}\nA,T,yess,,9,\n")
    assert (one.nearest, one.allowed) == ("yes", ("yes", "no"))
    assert other.allowed == ("nothing", "5-6", "6")


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", [(1, None, None)]),
        ("from,to,weapon", None),
        (f"{HEADER},odds", [(48, None, "odds")]),
        (f"{HEADER},rule", [(48, "rule", "rule")]),
        (HEADER.replace("bonus", "bonnus"), [(1, "bonus", None), (30, None, "bonnus")]),
        (HEADER.replace(",rule", ""), [(1, "rule", None)]),
    ],
)
def test_a_wrong_header_is_reported_alone(header: str, found: list[tuple[int, str | None, str | None]] | None) -> None:
    named = problems(f"{header}\nQ,Q,Q\n" if header else "")
    if found is None:  # the chart of another system
        assert len(named) == 3 + 6
    else:
        assert [(problem.column, problem.key, problem.found) for problem in named] == found
    assert {problem.line for problem in named} == {1}


def test_a_pair_has_one_row() -> None:
    same, other = problems(f"{HEADER}\nA,T,yes,,5-6,\nT,A,yes,,5-6,\nA,T,yes,,5-6,\nT,A,no,,,\n")
    assert (same.line, same.column, same.key) == (4, 1, "shooter")
    assert same.message == "line 2 already says the same about 'A' and 'T'."
    assert (other.line, other.message) == (5, "line 3 already says something else about 'T' and 'A'.")


def test_every_problem_at_once_and_sorted() -> None:
    named = problems(f"{HEADER}\nQ,T,oui,,7,x\nA,T,no,+1,6,\nA,T,no,,,\n")
    assert [(problem.line, problem.column) for problem in named] == [
        (2, 1),
        (2, 5),
        (2, 10),
        (2, 12),
        (3, 8),
        (3, 11),
        (4, 1),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "from,to",
        f"{HEADER},rule",
        f'{HEADER}\nA,X,oui,+2,7,x\n,A,no,+1,6,\nA,A,yes,,,\nA,T,no\n"',
        f"{HEADER}\nA,T,yes,,6,\nA,T,yes,,6,\nA,T,yes,,5-6,\n",
    ],
)
def test_problems_are_reported_in_the_language_spoken(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mark_french(monkeypatch)
    english = problems(text)
    with use_language("fr"):
        french = problems(text)
    assert [without_marks(problem.message) for problem in french] == [problem.message for problem in english]
    assert {unmarked(problem.message).replace(" ", "") for problem in french} <= {"", "."}


def test_what_was_added_is_said_in_the_language_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    mark_french(monkeypatch)
    added = [Element("level-2", "B1"), Element("mounted", "A also at also at B2"), Element("red-line", "A1/A2")]
    assert [SHEET.localize(element) for element in added] == added
    with use_language("fr"):
        assert [SHEET.localize(element) for element in added] == [
            ("«level-2»", "B1"),
            ("«mounted»", "«A also at also at B2»"),
            ("«red-line»", "A1/A2"),
        ]
