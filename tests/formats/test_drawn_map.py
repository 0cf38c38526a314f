"""Drawings: tokens, rows, and the rows that YAML takes for comments."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from tests.formats.texts import HEAD, PIECE, kinds_of, levels_of, problems_of, the_problem_of, told, with_map

LETTERS = (".", "f", "F", "~", "w", "i", "#", "b", "c", "_")
INDICATOR = (
    "YAML reads this row as a comment: the first row of the drawing is indented more than a later one: "
    "write `cells: |{}` to say how far the rows are indented."
)


def drawn(*rows: str, indicator: str = "") -> str:
    """Return a scenario whose drawing, its rows indented by 4 and what they state, begins in line 6."""
    return with_map(f"cells: |{indicator}\n" + "\n".join(f"  {row}" for row in rows), rest="")


def wrong(line: int, column: int, found: str, message: str, allowed: tuple[str, ...] = LETTERS) -> dict[str, Any]:
    place = {"line": line, "column": column, "key": "map.cells", "nearest": None}
    return {**place, "found": found, "allowed": allowed, "message": message}


def allowed(message: str) -> str:
    return f"{message}. Allowed: {', '.join(LETTERS)}."


def test_a_token_is_letters_then_a_level() -> None:
    text = drawn("f  ~2  bF1", "_  .1  .")
    assert kinds_of(text) == {"A1": ("forest",), "B1": ("rubble",), "C1": ("building", "dense-forest"), "A2": None}
    assert levels_of(text) == {"B1": 2, "C1": 1, "B2": 1}


def test_a_letter_twice_in_a_token_is_there_once() -> None:
    assert kinds_of(drawn("ff fFf")) == {"A1": ("forest",), "B1": ("dense-forest", "forest")}


def test_the_legend_redefines_letters_and_the_others_hold() -> None:
    text = with_map("legend: {f: wall, '#': rubble, 'q': forest}\ncells: |\n  f # q F")
    assert kinds_of(text) == {"A1": ("wall",), "B1": ("rubble",), "C1": ("forest",), "D1": ("dense-forest",)}


def test_a_kind_of_the_file_is_drawn_by_its_letter() -> None:
    text = with_map("kinds: {ruin: {cover: heavy}}\nlegend: {r: ruin}\ncells: |\n  r fr2")
    assert kinds_of(text) == {"A1": ("ruin",), "B1": ("forest", "ruin")}


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("q", "'q' is not in the legend"),
        ("fq", "'q' is not in the legend"),
        (".f", "'.' cannot be combined with other letters"),
        ("f01", "'f01' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("f-0", "'f-0' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("f-", "'f-' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("-1", "'-1' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("f-1-1", "'f-1-1' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("f--1", "'f--1' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("f1f", "'f1f' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("1", "'1' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("_1", "'_1' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("1f", "'1f' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        ("f\u0662", "'f\u0662' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1"),
        (
            "f" * 70 + "01",
            f"'{'f' * 57}...' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1",
        ),
    ],
)
def test_a_token_that_means_nothing_is_reported_where_it_stands(token: str, message: str) -> None:
    assert the_problem_of(drawn(". . .", f".  {token} #")) == wrong(7, 8, token, allowed(message))


@pytest.mark.parametrize(
    ("rows", "place", "message"),
    [
        ((". . .", "# f"), (7, 5, "# f"), "row 2 has 2 cells and row 1 has 3. Allowed: 3 cells."),
        ((". .", "#  f  ~"), (7, 5, "#  f  ~"), "row 2 has 3 cells and row 1 has 2. Allowed: 2 cells."),
        ((". .", "", ". ."), (7, 5, ""), "row 2 has 0 cells and row 1 has 2. Allowed: 2 cells."),
    ],
)
def test_rows_have_equally_many_cells(rows: tuple[str, ...], place: tuple[int, int, str], message: str) -> None:
    cells = (message.split("Allowed: ")[1].rstrip("."),)
    assert the_problem_of(drawn(*rows)) == wrong(*place, message, cells)


def test_every_bad_token_and_row_is_reported() -> None:
    problems = problems_of(drawn("q .", ". q .", "q"))
    assert [(problem.line, problem.column, problem.found) for problem in problems] == [
        (6, 5, "q"),
        (7, 5, ". q ."),
        (7, 7, "q"),
        (8, 5, "q"),
        (8, 5, "q"),
    ]


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("cells: ''", "the drawing is empty"),
        ("cells: |\n\nhexes: flat odd-q", "the drawing is empty"),
        ("cells: |\n  " + ". " * 1001, "row 1 of the drawing has more than 1000 cells"),
        ("cells: |\n" + "  .\n" * 1001, "the drawing has more than 1000 rows"),
    ],
)
def test_a_drawing_has_1_to_1000_columns_and_rows(section: str, message: str) -> None:
    problem = the_problem_of(with_map(section))
    assert (problem["line"], problem["column"], problem["key"]) == (5, 10, "map.cells")
    assert problem["message"] == f"{message}. Allowed: 1 to 1000 columns and rows."


@pytest.mark.parametrize(("value", "what"), [("[a]", "a list"), ("{a: b}", "a mapping")])
def test_a_drawing_is_a_text(value: str, what: str) -> None:
    problem = the_problem_of(with_map(f"cells: {value}", rest=""))
    assert (problem["line"], problem["column"], problem["found"]) == (5, 10, value)
    assert problem["message"] == f"expected a drawing, found {what}. Allowed: a text of several lines: |."


def test_a_drawing_may_be_quoted_and_then_has_one_place() -> None:
    assert kinds_of(with_map('cells: "f .\\n. f"')) == {"A1": ("forest",), "B2": ("forest",)}
    problem = the_problem_of(with_map('cells: "f .\\n. q"', rest=""))
    assert (problem["line"], problem["column"], problem["found"]) == (5, 10, "q")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_rows_end_as_lines_do(end: str) -> None:
    text = f"{HEAD}map:\n  grid: hex\n  cells: |\n    f .{end}    . q{end}{PIECE}"
    problem = the_problem_of(text)
    assert (problem["line"], problem["column"], problem["found"]) == (7, 7, "q")


def test_the_indicator_of_yaml_keeps_places() -> None:
    assert kinds_of(drawn(" . f", "f .", indicator="2")) == {"B1": ("forest",), "A2": ("forest",)}
    assert the_problem_of(drawn(" . q", "f .", indicator="2")) == wrong(6, 8, "q", allowed("'q' is not in the legend"))


@pytest.mark.parametrize("after", ["", "  levels: {1: [A1]}\n", "pieces: {}\n"])
def test_a_last_row_of_walls_that_yaml_takes_for_a_comment_is_reported(after: str) -> None:
    text = drawn("  . .", "  # #", "# #") + after
    assert the_problem_of(text) == wrong(8, 5, "# #", INDICATOR.format(2), ())


def test_all_rows_that_yaml_takes_for_comments_are_reported() -> None:
    problems = [told(problem) for problem in problems_of(drawn("   . .", "#1 #", " # f"))]
    assert problems == [
        wrong(7, 5, "#1 #", INDICATOR.format(2), ()),
        wrong(8, 6, "# f", INDICATOR.format(3), ()),
    ]


def test_a_row_of_walls_in_the_middle_makes_yaml_stumble_and_the_message_says_how_to_mend_it() -> None:
    problem = the_problem_of(drawn("  . .", "# #", "  . ."))
    assert problem["key"] is None
    assert "write `cells: |2` to say how far" in problem["message"]


def test_a_first_row_of_walls_is_a_row() -> None:
    assert kinds_of(drawn("# #", "  . .")) == {"A1": ("wall",), "B1": ("wall",)}


@pytest.mark.parametrize(
    "comment",
    [
        "    # what follows is the rest of it",
        "    # f .",
        "  # #",
        "# #",
        "    # q",
        "    #",
        "\n    # #",
        "  # a comment\n    # #",
    ],
)
def test_a_comment_after_a_drawing_is_none_of_its_rows(comment: str) -> None:
    text = f"{drawn('  . .', '  f f')}{comment}\n  levels: {{1: [A1]}}\n"
    assert sightline.parse(text).board.rows == 2


@pytest.mark.parametrize("end", [" ", "   \n", "\n      \n\n", "\t\n"])
def test_lines_of_spaces_at_the_end_are_no_rows(end: str) -> None:
    text = drawn("f .", "f f  ") + f"    {end}\n"
    assert kinds_of(text) == {"A1": ("forest",), "A2": ("forest",), "B2": ("forest",)}
    problem = the_problem_of(drawn("f .", "f q  ") + f"    {end}\n")
    assert (problem["line"], problem["column"], problem["found"]) == (7, 7, "q")


def test_without_a_known_system_any_letter_may_be_one() -> None:
    text = drawn("q  .  ?3", "x") + "# one more of\n"
    problems = problems_of(text.replace("rules: penance", "rules: penanse"))
    assert [(problem.line, problem.column, problem.key, problem.found) for problem in problems] == [
        (2, 8, "rules", "penanse"),
        (7, 5, "map.cells", "x"),
    ]
    text = drawn("q  .  ?", ".q 33 q")
    problems = problems_of(text.replace("rules: penance", "rules: penanse"))
    assert [problem.message for problem in problems[1:]] == [
        "'.' cannot be combined with other letters.",
        "'33' is not a cell: letters of the legend, then the level if it is not 0, as in f2 or f-1.",
    ]


@pytest.mark.parametrize("token", ["f3", "f12", ".-1", "f100"])
def test_a_level_that_the_system_does_not_allow_is_reported_with_those_that_it_does(token: str) -> None:
    right = "a whole number from 0 to 2"
    message = f"level {token[1:]} is not allowed: Penance has levels 0 to 2. Allowed: {right}."
    assert the_problem_of(drawn(". . .", f".  {token} #")) == wrong(7, 8, token, message, (right,))
