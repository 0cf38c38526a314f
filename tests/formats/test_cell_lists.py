# ruff: noqa: E501  (tables of cases read best with one case a line)
"""What lists of cells say: kinds and levels, over what is drawn."""

from __future__ import annotations

import pytest

from tests.formats.texts import HEAD, kinds_of, levels_of, problems_of, the_problem_of, told, with_map

DRAWN = "cells: |\n  f1 _ .\n  .  ~ #2\n"


def test_a_list_replaces_drawn_kinds_and_not_levels() -> None:
    text = with_map(DRAWN + "terrain: {wall: [A1], water: [C2]}")
    assert kinds_of(text) == {"A1": ("wall",), "B1": None, "B2": ("rubble",), "C2": ("water",)}
    assert levels_of(text) == {"A1": 1, "C2": 2}


def test_a_cell_in_two_lists_has_both() -> None:
    text = with_map("size: 3x2\nterrain: {wall: [A1, B1], forest: [A1:A2, A1]}")
    assert kinds_of(text) == {"A1": ("forest", "wall"), "A2": ("forest",), "B1": ("wall",)}


def test_clear_in_a_list_clears_and_adds_nothing_to_other_lists() -> None:
    text = with_map(DRAWN + "terrain: {clear: [A1, B2], forest: [B2]}")
    assert kinds_of(text) == {"B1": None, "B2": ("forest",), "C2": ("wall",)}


@pytest.mark.parametrize("rectangle", ["A1:C2", "C2:A1", "A2:C1", "C1:A2"])
def test_a_rectangle_is_any_two_opposite_labels_without_its_holes(rectangle: str) -> None:
    text = with_map(DRAWN + f"terrain: {{ice: ['{rectangle}']}}\nlevels: {{2: ['{rectangle}']}}")
    assert kinds_of(text) == {"B1": None, **dict.fromkeys(["A1", "C1", "A2", "B2", "C2"], ("ice",))}
    assert {label: level for label, level in levels_of(text).items() if label != "B1"} == dict.fromkeys(
        ["A1", "C1", "A2", "B2", "C2"], 2
    )


def test_a_rectangle_may_end_in_holes_and_a_label_may_not_be_one() -> None:
    assert kinds_of(with_map(DRAWN + "terrain: {ice: ['B1:B2']}"))["B2"] == ("ice",)
    problem = the_problem_of(with_map(DRAWN + "terrain: {ice: [B1]}"))
    assert (problem["line"], problem["column"], problem["found"]) == (8, 19, "B1")
    assert problem["message"] == "B1 is a hole in the map. Allowed: A1 to C2."


def test_listed_levels_override_drawn_ones() -> None:
    assert levels_of(with_map(DRAWN + "levels: {2: [A1], 0: [C2], 1: [C1]}")) == {"A1": 2, "C1": 1}


def test_a_cell_twice_in_one_list_of_levels_is_there_once() -> None:
    assert levels_of(with_map("size: 3x2\nlevels: {1: [A1, A1:B1, B1]}")) == {"A1": 1, "B1": 1}


def test_a_cell_in_two_lists_of_levels_is_reported_at_the_later_one() -> None:
    problems = problems_of(with_map("size: 3x2\nlevels: {1: [A1, C2], 2: [B1, A1:C1, C2]}"))
    assert [told(problem) for problem in problems] == [
        {
            "line": 6,
            "column": column,
            "key": f"map.levels.2.{number}",
            "found": found,
            "allowed": (),
            "nearest": None,
            "message": f"{label} already has level 1.",
        }
        for column, number, found, label in [(33, 1, "A1:C1", "A1"), (40, 2, "C2", "C2")]
    ]


def test_a_hole_in_two_lists_of_levels_is_no_problem() -> None:
    levels_of(with_map(DRAWN + "levels: {1: ['A1:B1'], 2: ['B1:C1']}"))


@pytest.mark.parametrize(
    ("item", "found", "nearest", "message"),
    [
        ("D1", "D1", None, "D1 is off the map, which is 3x2. Allowed: A1 to C2."),
        ("c2", "c2", "C2", "'c2' is not a cell: write capital letters for the column, then the row, counted from 1. Did you mean 'C2'? Allowed: A1 to C2."),
        ("B02", "B02", "B2", "'B02' is not a cell: write capital letters for the column, then the row, counted from 1. Did you mean 'B2'? Allowed: A1 to C2."),
        ("A1:", "A1:", None, "'' is not a cell: write capital letters for the column, then the row, counted from 1. Allowed: A1 to C2."),
        ("A1:D9", "A1:D9", None, "D9 is off the map, which is 3x2. Allowed: A1 to C2."),
    ],
)  # fmt: skip
def test_what_is_no_cell_is_reported(item: str, found: str, nearest: str | None, message: str) -> None:
    assert the_problem_of(with_map(f"size: 3x2\nterrain: {{wall: [A1, '{item}']}}")) == {
        "line": 6,
        "column": 24,
        "key": "map.terrain.wall.1",
        "found": found,
        "allowed": ("A1 to C2",),
        "nearest": nearest,
        "message": message,
    }


@pytest.mark.parametrize(("value", "found", "what"), [("[B1]", "[B1]", "a list"), ("{a: b}", "{a: b}", "a mapping")])
def test_a_cell_is_a_single_value(value: str, found: str, what: str) -> None:
    problem = the_problem_of(with_map(f"size: 3x2\nterrain: {{wall: [{value}]}}"))
    assert (problem["column"], problem["found"]) == (20, found)
    assert problem["message"].startswith("expected a cell, such as B3, or a rectangle, such as B3:D5, found " + what)


def test_a_list_is_no_single_cell() -> None:
    problem = the_problem_of(with_map("size: 3x2\nterrain: {wall: A1}"))
    assert problem["message"] == "expected a list of cells, found a single value. Allowed: a list of cells: [...]."


def test_lists_name_no_more_cells_than_any_map_needs() -> None:
    lists = "".join(f"    {kind}: [A1:ALL1000]\n" for kind in ("forest", "wall", "ice"))
    problem = the_problem_of(f"{HEAD}map:\n  grid: hex\n  size: 1000x1000\n  terrain:\n{lists}")
    assert problem["key"] == "map.terrain.ice.0"
    assert problem["message"] == "the lists of the map name more than 2000000 cells."
