# ruff: noqa: E501  (tables of cases read best with one case a line)
"""What a person is told whose text is no YAML."""

from __future__ import annotations

import pytest

from tests.formats.texts import HEAD, PIECE, problems_of, the_problem_of, told

MORE = "the first row of the drawing is indented more than a later one: write `cells: |{}` to say how far the rows are indented."


@pytest.mark.parametrize("outer", [2, 4])
@pytest.mark.parametrize("indent", [1, 2, 7])
def test_a_drawing_whose_first_row_is_indented_more_is_reported_the_indicator(outer: int, indent: int) -> None:
    key, row = " " * outer, " " * (outer + indent)
    text = f"{HEAD}map:\n{key}grid: hex\n{key}cells: |\n{row}   . .\n{row}. .\n{key}levels: {{1: [A1]}}\n"
    assert the_problem_of(text) == {
        "line": 7,
        "column": outer + indent + 1,
        "key": None,
        "found": ". .",
        "allowed": (),
        "nearest": None,
        "message": MORE.format(indent),
    }


def test_no_indicator_is_wider_than_yaml_allows() -> None:
    row = " " * 12
    text = f"{HEAD}map:\n  grid: hex\n  cells: |\n{row}  . .\n{row}. .\n"
    assert "indent the rows by 9 at most and write `cells: |` with that number" in the_problem_of(text)["message"]


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("a: 1\nb:\n\tc: 1\n", 3, 1, "there is a tab here, where YAML allows only spaces"),
        ("map:\n  cells: |\n\t. .\n", 3, 1, "there is a tab here, where YAML allows only spaces"),
        ("title: a: b\n", 1, 9, "a key and its value are not allowed here"),
        ("legend: {#: wall}\n", 2, 1, "a # after a bracket or a space begins a comment"),
        ("a: {b: c\nd: e\n", 2, 2, "a comma or the closing } is missing before this"),
        ("a: [b\nc: d\n", 2, 2, "a comma or the closing ] is missing before this"),
        ("a: {at: B2:, c: d}\n", 1, 11, "a text with a colon here must be quoted"),
        ("a: 'b\n", 2, 1, "a quote is not closed"),
        ("a: @b\n", 1, 4, "a text that begins with this character must be quoted"),
        ("a:\n  b: 1\n c: 2\n", 3, 2, "this line is not indented like the lines it belongs to"),
        ("a: 1\nb\nc: 1\n", 3, 1, "a key must be followed by a colon and a space"),
        ("%YAML 1.3\n---\na: b\n", 1, 1, "found incompatible YAML document"),
        ("%YAML 1.2\na: b\n", 2, 1, "something follows after the end of the scenario"),
        ("a: *b c\n", 1, 7, "this line is not indented"),
    ],
)
def test_what_yaml_stumbles_over_is_said_in_plain_words(text: str, line: int, column: int, said: str) -> None:
    problem = the_problem_of(text)
    assert (problem["line"], problem["column"], problem["key"]) == (line, column, None)
    assert said in problem["message"]


@pytest.mark.parametrize(
    ("text", "line", "column", "name"),
    [
        ("a: b\x07", 1, 5, "U+0007"),
        ("\0", 1, 1, "U+0000"),
        ("a:\r\n- b\n- \x1b", 3, 3, "U+001B"),
        ("a\x85\u2028 \ufffe", 3, 2, "U+FFFE"),
        ("a: \x7f", 1, 4, "U+007F"),
    ],
)
def test_a_character_that_yaml_does_not_know_is_named(text: str, line: int, column: int, name: str) -> None:
    problem = the_problem_of(text)
    assert (problem["line"], problem["column"], problem["key"]) == (line, column, None)
    assert problem["message"] == f"YAML does not allow the character {name} in a text."


def test_every_control_character_is_a_problem_or_space() -> None:
    for code in [*range(0x20), *range(0x7F, 0xA0)]:
        text = f"{HEAD}map: {{grid: hex, size: 5x5}}\n{chr(code)}{PIECE}"
        if chr(code) not in "\n\r\x85":
            assert problems_of(text)[0].line == 4


def test_no_part_of_a_scenario_that_is_no_yaml_is_judged() -> None:
    (problem,) = problems_of("sightline: 1\nrules: pennance\nmap: [\n")
    assert told(problem)["message"].startswith("this is not valid YAML")
