# ruff: noqa: E501  (tables of cases read best with one case a line)
"""The section `map`: grid, size, kinds, legend, borders, and what they settle for each other."""

from __future__ import annotations

import pytest

import sightline
from sightline.rules import Systems
from tests.formats.texts import HEAD, PIECE, kinds_of, problems_of, the_problem_of, with_map
from tests.rules.tiny_system import LANTERN


def test_the_layout_of_hexes_is_flat_odd_q_by_default() -> None:
    assert sightline.parse(with_map("size: 2x2")).board.grid.layout == "flat odd-q"
    assert sightline.parse(with_map("size: 2x2\nhexes: flat even-q")).board.grid.layout == "flat even-q"


@pytest.mark.parametrize("size", ["1x1", "1000x1000", "7x8"])
def test_a_size_is_columns_times_rows(size: str) -> None:
    board = sightline.parse(with_map(f"size: {size}", rest="")).board
    assert f"{board.columns}x{board.rows}" == size


@pytest.mark.parametrize(
    "size", ["0x1", "1x0", "1001x1", "1x1001", "7X8", "7 x 8", "7", "07x8", "-7x8", "７x８", "7x8x9"]
)
def test_what_is_no_size_is_reported(size: str) -> None:
    assert the_problem_of(with_map(f"size: {size}")) == {
        "line": 5,
        "column": 9,
        "key": "map.size",
        "found": size,
        "allowed": ("columns x rows, each 1 to 1000, such as 7x8",),
        "nearest": None,
        "message": f"{size!r} is not the size of a map. Allowed: columns x rows, each 1 to 1000, such as 7x8.",
    }


def test_a_map_needs_a_size_or_a_drawing() -> None:
    problem = the_problem_of(with_map("hexes: flat odd-q"))
    assert (problem["line"], problem["column"], problem["key"], problem["found"]) == (3, 1, "map.size", None)
    assert problem["message"].startswith(
        "size is missing: a map needs a size, or a drawing under cells. Allowed: columns"
    )


@pytest.mark.parametrize("order", [0, 1])
def test_a_size_beside_a_drawing_agrees_with_it(order: int) -> None:
    sections = ["size: 3x2", "cells: |\n  f .\n  . ."]
    problem = the_problem_of(with_map("\n".join(sections if order else reversed(sections))))
    assert (problem["line"], problem["column"], problem["key"]) == (5 if order else 8, 9, "map.size")
    assert (problem["found"], problem["allowed"]) == ("3x2", ("2x2",))
    assert problem["message"] == "the size is 3x2, but the drawing is 2x2."
    assert kinds_of(with_map("size: 2x2\ncells: |\n  f .\n  . .")) == {"A1": ("forest",)}


def test_own_kinds_are_in_the_terms_of_the_system() -> None:
    scenario = sightline.parse(
        with_map("size: 3x1\nkinds: {ruin: {cover: heavy, cost: impassable}}\nterrain: {ruin: [B1]}")
    )
    assert scenario.board.ground[1] == ("ruin",)
    ruin = scenario.position.terrain["ruin"]
    assert (getattr(ruin, "cover"), getattr(ruin, "cost")) == ("heavy", "impassable")  # noqa: B009  Penance has them


@pytest.mark.parametrize(
    ("kinds", "column", "key", "found", "message"),
    [
        ("wall: {}", 11, "wall", "wall", "'wall' is already a built-in kind. Allowed: a name that is not a built-in kind."),
        ("ruin: {cover: lite}", 25, "ruin.cover", "lite", "'lite' is not heavy, light or none."),
        ("ruin: {cost: 0}", 24, "ruin.cost", "0", "'0' is not a whole number from 1 to 9999 or impassable."),
        ("ruin: {blocks: no}", 26, "ruin.blocks", "no", "'no' is not true or false."),
        ("ruin: {letter: r}", 18, "ruin.letter", "letter", "'letter' is not a key of a kind of terrain. Allowed: blocks, cover, cost."),
        ("ruin: [a]", 17, "ruin", "[a]", "expected a kind of terrain, found a list. Allowed: a kind of terrain: {...}."),
        ("ruin: ", 17, "ruin", "", "expected a kind of terrain, found nothing. Allowed: a kind of terrain: {...}."),
    ],
)  # fmt: skip
def test_what_is_no_kind_is_reported(kinds: str, column: int, key: str, found: str, message: str) -> None:
    text = with_map(f"size: 3x1\nkinds: {{{kinds}}}")
    problem = the_problem_of(text)
    assert (problem["line"], problem["column"], problem["key"]) == (6, column, f"map.kinds.{key}")
    assert (problem["found"], problem["message"]) == (found, message)


def test_a_kind_that_is_wrong_is_known_all_the_same() -> None:
    text = with_map("size: 3x1\nkinds: {ruin: {cover: lite}}\nlegend: {r: ruin}\nterrain: {ruin: [B1], rune: [A1]}")
    assert [(problem.found, problem.nearest) for problem in problems_of(text)] == [("lite", None), ("rune", "ruin")]


@pytest.mark.parametrize("letter", ["ab", "'1'", "_", "' '", "''", "\u0662", "²", "\xa0"])
def test_what_is_no_letter_is_reported(letter: str) -> None:
    problem = the_problem_of(with_map(f"size: 3x1\nlegend: {{{letter}: wall}}"))
    text = letter.strip("'")
    assert (problem["line"], problem["column"], problem["found"]) == (6, 12, text)
    assert problem["message"].startswith(
        f"{text!r} is not a letter of a legend. Allowed: one character, no digit, no -, no _"
    )


def test_a_legend_that_is_wrong_makes_no_tokens_wrong() -> None:
    problem = the_problem_of(with_map("legend: {r: rubbel}\ncells: |\n  r r"))
    assert (problem["key"], problem["found"], problem["nearest"]) == ("map.legend.r", "rubbel", "rubble")


def test_penance_has_no_borders() -> None:
    problem = the_problem_of(with_map("size: 3x1\nborders: {wall: [A1/B1]}"))
    assert (problem["key"], problem["found"]) == ("map.borders.wall", "wall")
    assert problem["message"] == "'wall' is not a kind of border."


def test_a_grid_that_the_system_is_not_played_on_is_reported() -> None:
    problem = the_problem_of(f"{HEAD}map: {{grid: square, size: 3x3}}\n")
    assert (problem["line"], problem["column"], problem["key"]) == (3, 13, "map.grid")
    assert problem["message"] == "'square' is not a grid of this system. Allowed: hex."


def test_the_grid_is_needed() -> None:
    problem = the_problem_of(f"{HEAD}map: {{size: 3x3}}\n")
    assert (problem["line"], problem["column"], problem["key"]) == (3, 1, "map.grid")
    assert problem["message"] == "grid is missing: a map needs it. Allowed: hex."


def test_what_is_no_map_is_reported() -> None:
    problem = the_problem_of(f"{HEAD}map:\n{PIECE}")
    assert (problem["line"], problem["column"], problem["key"], problem["found"]) == (3, 5, "map", "")
    assert problem["message"] == "expected a map, found nothing. Allowed: a map: {...}."


@pytest.mark.parametrize("grid", ["grid: hx, ", ""])
def test_nothing_is_said_of_the_layout_of_a_grid_that_is_not_known(grid: str) -> None:
    problem = the_problem_of(f"{HEAD}map: {{{grid}hexes: pointy odd-r, size: 3x3}}\n")
    assert problem["key"] == "map.grid"


def test_squares_have_no_layout_of_hexes() -> None:
    text = "sightline: 1\nrules: lantern\nmap: {grid: square, hexes: pointy odd-r, size: 3x3}\n"
    problem = the_problem_of(text, Systems({}, {LANTERN.key: LANTERN}))
    assert (problem["key"], problem["found"]) == ("map.hexes", "pointy odd-r")
    assert problem["message"] == "only a hex map can have a hex layout."


def test_the_name_that_was_meant_is_never_a_description() -> None:
    problem = the_problem_of(with_map("size: 7x8\nterrain: {rubble: [A1 - G8]}"))
    assert (problem["key"], problem["allowed"], problem["nearest"]) == ("map.terrain.rubble.0", ("A1 to G8",), None)


def test_levels_are_plain_digits() -> None:
    problems = problems_of(with_map("size: 7x8\nlevels: {01: [A1], -0: [B1], 1: [C1]}"))
    assert [(problem.key, problem.found) for problem in problems] == [("map.levels.01", "01"), ("map.levels.-0", "-0")]
