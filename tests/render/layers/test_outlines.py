"""Borders round groups of cells: nested, told apart without colour, open where they can be crossed."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from msgspec import structs

from sightline.lattice import Cell, parse_grid
from sightline.render import TABLES, Scene, svg
from sightline.render.layers.cell_groups import PATTERNS
from sightline.render.primitives.colours import COLOUR, RARE
from sightline.render.scenes.scene import board_scene
from sightline.rules import CellGroup, GroupColour
from sightline.systems.penance import PENANCE
from tests.render.boards import across_the_rubble, board, position
from tests.render.side_view.boards import scene
from tests.render.svg_texts import texts

UNIT = 25.0
"""Half a cell of the pictures of these tests, in pixels."""


def picture(shown: Scene) -> str:
    return svg(structs.replace(shown, title="Yard"), size=2 * UNIT)


def map_of(drawn: str) -> str:
    """Return the map of a picture, without its legend."""
    return "\n".join(line for line in drawn.splitlines() if line.startswith("<g>"))


def paths(drawn: str, css: str) -> list[str]:
    return re.findall(rf'<path class="{css}" d="([^"]*)"', map_of(drawn))


def corners(data: str) -> list[list[tuple[float, float]]]:
    """Return the places of each stretch of a path, in pixels."""

    found = []
    for stretch in filter(None, data.split("M")):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", stretch.replace("L", " "))]
        found.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return found


def box(data: str) -> tuple[float, float, float, float]:
    xs, ys = zip(*(place for stretch in corners(data) for place in stretch), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_a_group_has_one_border() -> None:
    [data] = paths(picture(scene("i i ./. i .")), "round-yellow")
    assert data.count("M") == data.count("z") == 1
    left, top, right, bottom = box(data)
    assert (right - left) / (2 * UNIT) == pytest.approx(2 - 0.15)
    assert (bottom - top) / (2 * UNIT) == pytest.approx(2 - 0.15)


def test_a_hole_in_a_group_has_a_border_too() -> None:
    [data] = paths(picture(scene("i i i/i . i/i i i")), "round-yellow")
    assert data.count("z") == 2


def test_cells_that_meet_in_a_corner_have_a_border_each_and_are_joined() -> None:
    for cells in ("i ./. i", ". i/i ."):
        [data] = paths(picture(scene(cells)), "round-yellow")
        assert data.count("z") == 2
        [joint] = [stretch for stretch in corners(data) if len(stretch) == 2]
        ends = {place for stretch in corners(data) if len(stretch) == 4 for place in stretch}
        assert set(joint) <= ends


def test_cells_joined_by_a_side_too_need_no_joint() -> None:
    [data] = paths(picture(scene("i i/. i")), "round-yellow")
    assert all(len(stretch) > 2 for stretch in corners(data))


def test_groups_on_one_cell_lie_within_each_other() -> None:
    drawn = picture(scene("dil1"))
    boxes = [box(paths(drawn, css)[0]) for css in ("round-red", "round-yellow", "round-gray", "round-blue")]
    for outer, inner in pairwise(boxes):
        assert all(a + 2 < b for a, b in zip(outer[:2], inner[:2], strict=True))
        assert all(a - 2 > b for a, b in zip(outer[2:], inner[2:], strict=True))


def test_groups_apart_lie_equally_far_within_their_cells() -> None:
    drawn = picture(scene("d . i"))
    (left, top, right, bottom), (x, y, u, v) = (box(paths(drawn, css)[0]) for css in ("round-gray", "round-yellow"))
    assert (y, v, u - x) == pytest.approx((top, bottom, right - left))


def test_very_many_groups_on_a_cell_stay_within_it() -> None:
    shown = scene(".")
    many = tuple(CellGroup(f"kind {k}", "blue", frozenset({Cell(0, 0)})) for k in range(12))
    [data] = paths(picture(structs.replace(shown, groups=many)), "round-blue")
    sizes = [max(x for x, _ in stretch) - min(x for x, _ in stretch) for stretch in corners(data)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] > 0.3 * UNIT


def test_a_border_is_broken_where_it_can_be_crossed() -> None:
    closed = picture(scene(". .1"))
    opened = picture(scene(". .1", borders="gate: [A1/B1]"))
    assert [paths(drawn, "round-red")[0].count("z") for drawn in (closed, opened)] == [1, 0]
    assert len(paths(closed, "open")) == 0
    assert len(paths(opened, "open")) == 1
    assert "can be crossed here" in texts(opened)
    assert "can be crossed here" not in texts(closed)


def test_each_side_that_can_be_crossed_has_a_passage() -> None:
    drawn = picture(scene(". .1 ./. .1 .", borders="gate: [A1/B1, B2/C2, A1/A2]"))
    [border], [passages] = paths(drawn, "round-red"), paths(drawn, "open")
    # Two posts, two heads and a shaft each.
    assert passages.count("M") == 2 * 5
    assert border.count("M") == 2
    ends = {place for stretch in corners(border) for place in (stretch[0], stretch[-1])}
    assert len(ends) == 4


def test_a_group_on_hexes_has_a_border() -> None:
    there = board(3, 3)
    shown = board_scene(PENANCE, position(there))
    group = CellGroup("bog", "blue", frozenset({Cell(1, 0), Cell(1, 1)}), frozenset({(Cell(1, 1), Cell(2, 1))}))
    [data] = paths(picture(structs.replace(shown, groups=(group,))), "round-blue")
    # Between the posts of the one passage lie all ten corners.
    assert [len(stretch) for stretch in corners(data)] == [1 + 10 + 1]


def test_patterns_differ_without_colour() -> None:
    assert len({(pattern.edge > 0, pattern.dashes) for pattern in PATTERNS.values()}) == len(PATTERNS)


@pytest.mark.parametrize("colour", PATTERNS)
def test_each_colour_is_its_own(colour: GroupColour) -> None:
    css = f"edge-of-{colour}" if colour in ("red", "cyan") else f"round-{colour}"
    stroke = TABLES["colour"][css][1]
    red, green, blue = (int(stroke[k : k + 2], 16) for k in (1, 3, 5))
    expected = {
        "black": max(red, green, blue) < 60,
        "yellow": min(red, green) > 180 > 100 > blue,
        "gray": max(red, green, blue) - min(red, green, blue) < 20,
        "blue": blue > 150 > 120 > max(red, green),
        "red": red > 180 > 60 > max(green, blue),
        "green": green > 120 > 80 > max(red, blue),
        "cyan": min(green, blue) > 130 > 60 > red,
        "purple": min(red, blue) > 120 > 60 > green,
    }
    assert expected[colour]


def test_the_legend_has_every_group() -> None:
    drawn = picture(scene("o i d l y c t1"))
    kinds = {"obstructing", "impeding", "difficult", "liquid", "icy", "corrosive", "transition"}
    assert {*kinds, "raised", "level 1"} <= set(texts(drawn))
    for colour in PATTERNS:
        assert drawn.count(f'class="round-{colour}"') == 2  # on the map and in the legend


def test_who_states_no_groups_has_the_classes_of_before() -> None:
    drawn = svg(board_scene(PENANCE, position(across_the_rubble())))
    stated = set(re.findall(r"\.colour \.([a-z0-9-]+)\{", drawn))
    assert stated == set(COLOUR)


def test_rare_classes_are_stated_where_they_are_used() -> None:
    drawn = picture(scene("i ."))
    stated = set(re.findall(r"\.colour \.([a-z0-9-]+)\{", drawn))
    assert stated & set(RARE) == {"edge-of-yellow", "round-yellow"}


def test_no_grid_but_squares_joins_corners() -> None:
    there = board(3, 3, grid=parse_grid("pointy odd-r"))
    shown = board_scene(PENANCE, position(there))
    apart = CellGroup("bog", "blue", frozenset({Cell(0, 0), Cell(2, 0)}))
    [data] = paths(picture(structs.replace(shown, groups=(apart,))), "round-blue")
    assert data.count("M") == data.count("z") == 2
