"""Levels in pictures and texts: each in the legend, outlines that close, and a board raised as a whole."""

from __future__ import annotations

import re

import pytest

from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.render import Scene, board_scene, svg, text
from sightline.render.primitives.text_metrics import columns
from tests.render.boards import PLAIN, board, position


def scene_of(levels: dict[str, int], layout: str = "flat odd-q") -> Scene:
    return board_scene(PLAIN, position(board(4, 3, levels=levels, grid=parse_grid(layout))))


def texts(drawn: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", drawn)


def test_the_legend_has_each_level_that_there_is() -> None:
    found = texts(svg(scene_of({"B2": 2, "C2": 5, "D1": -3})))
    assert {"level -3", "level 2", "level 5"} <= set(found)
    assert not {"level 1", "level -3 to 5"} & set(found)
    assert {found.count(each) for each in ("▲2", "▲5", "▼3")} == {2}  # in the cell and in the legend


def test_of_very_many_levels_the_legend_has_the_lowest_and_the_highest() -> None:
    levels = {f"{column}{row}": 4 * row + "ABCD".index(column) - 6 for row in (1, 2, 3) for column in "ABCD"}
    found = texts(svg(scene_of(levels)))
    assert {"level 1 to 9", "level -2 to -1"} <= set(found)


@pytest.mark.parametrize("layout", [*HEX_LAYOUTS, "square"])
@pytest.mark.parametrize("level", [1, -1])
def test_an_outline_of_a_level_closes_at_the_edge_of_the_map(layout: str, level: int) -> None:
    sides = 4 if layout == "square" else 6
    for label in ("A1", "B1", "D3", "B2"):
        drawn = svg(scene_of({label: level}, layout))
        (contour, *_) = re.findall(r'<path class="contour" d="([^"]*)"', drawn)
        ends = re.findall(r"M([-\d. ]+)L([-\d. ]+)", contour)
        assert len(ends) == sides, label


@pytest.mark.parametrize("level", [2, -4])
def test_a_board_raised_as_a_whole_says_so_once(level: int) -> None:
    raised = scene_of({f"{column}{row}": level for row in (1, 2, 3) for column in "ABCD"})
    found = texts(svg(raised))
    assert found.count(f"the whole board is at level {level}") == 1
    assert sum(each[0] in "▲▼" for each in found) == 1
    assert not re.search('class="contour"[^>]*stroke-linecap', svg(raised))
    said = text(raised)
    assert said.count(f"at level {level}") == 1
    assert f".{level}" not in said


@pytest.mark.parametrize("layout", [*HEX_LAYOUTS, "square"])
@pytest.mark.parametrize("width", [24, 40, 100])
def test_levels_below_the_ground_and_of_two_digits_are_whole_in_texts(layout: str, width: int) -> None:
    drawn = text(scene_of({"A1": -9, "B1": 99, "C2": -1, "D3": 10}, layout), width=width)
    assert max(map(columns, drawn.splitlines())) <= width
    assert sorted(re.findall(r"-?\d+", re.sub("(?m)^ *[0-9] ", "", drawn))) == ["-1", "-9", "10", "99"]
