"""Outlines of several cells, and pieces that are drawn over all of theirs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from sightline.board import parse_cell
from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.render.layers.canvas import Canvas
from sightline.render.layers.cell_outlines import outline_path
from sightline.render.primitives.projection import CellProjection
from sightline.render.scenes.scene import board_scene
from sightline.systems.penance import PENANCE
from tests.render.boards import board, position
from tests.render.hero5_boards import scenario
from tests.render.svg_texts import SVG

LAYOUTS = (*HEX_LAYOUTS, "square")


def outline(layout: str, *labels: str, inset: float = 0.0) -> tuple[int, list[int]]:
    """Return how many loops an outline has, and how many corners each."""
    there = board(6, 6, grid=parse_grid(layout))
    view = Canvas(board_scene(PENANCE, position(there)), CellProjection(board=there, unit=20.0))
    loops = outline_path(view, [parse_cell(there, label) for label in labels], inset).split("z")[:-1]
    return len(loops), [loop.count("L") + 1 for loop in loops]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_cell_has_its_own_outline(layout: str) -> None:
    assert outline(layout, "C3") == (1, [4 if layout == "square" else 6])


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_sides_between_cells_are_no_edges(layout: str) -> None:
    there = board(6, 6, grid=parse_grid(layout))
    near = [f"{chr(65 + c)}{r + 1}" for c, r in map(there.grid.column_row, there.grid.disc(parse_cell(there, "C3"), 1))]
    assert outline(layout, *near) == (1, [18])


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_holes_and_islands_have_loops_of_their_own(layout: str) -> None:
    there = board(6, 6, grid=parse_grid(layout))
    ring = [f"{chr(65 + c)}{r + 1}" for c, r in map(there.grid.column_row, there.grid.ring(parse_cell(there, "C3"), 1))]
    assert sorted(outline(layout, *ring)[1]) == [6, 18]
    assert outline(layout, "A1", "F6") == (2, [6, 6])


def test_squares_that_touch_in_a_corner_keep_their_sides() -> None:
    assert sum(outline("square", "A1", "B2")[1]) == 8


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_inset_outline_lies_inside(layout: str) -> None:
    there = board(3, 3, grid=parse_grid(layout))
    view = Canvas(board_scene(PENANCE, position(there)), CellProjection(board=there, unit=20.0))
    cell = parse_cell(there, "B2")
    centre = view.cells.centre(cell)

    def radius(inset: float) -> float:
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", outline_path(view, [cell], inset))]
        return max(abs(number - centre[k % 2]) for k, number in enumerate(numbers))

    assert radius(0.2) == pytest.approx(0.8 * radius(0.0), rel=0.01)


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_a_large_character_is_one_base_with_one_name(layout: str) -> None:
    corner = "D4@E" if layout.startswith("flat") else "D4@SE"
    there = scenario(
        f"Ogre: {{at: D4, growth: 2, side: red}}, Yeti: {{at: {corner.replace('4', '7')}, growth: 1, side: blue}}",
        size="8x9",
        layout=layout,
    )
    root = ET.fromstring(there.svg())
    names = [found.text for found in root.iter(f"{SVG}text") if found.get("class", "").startswith("name-")]
    assert names == ["Ogre", "Yeti"]
    bases = [found for found in root.iter(f"{SVG}path") if found.get("fill-opacity") == "0.5"]
    assert [found.get("d", "").count("L") + 1 for found in bases] == [18, 12]


def test_a_squeezed_character_is_drawn_on_what_it_stands_on() -> None:
    there = scenario("Yeti: {at: C3@E, growth: 1}", more=", terrain: {blocking: [D3]}")
    yeti = there.board.pieces["Yeti"]
    assert len(yeti.cells) == 2
    (base,) = (found for found in ET.fromstring(there.svg()).iter(f"{SVG}path") if found.get("fill-opacity") == "0.5")
    assert base.get("d", "").count("L") + 1 == 10
    assert "at C3@E on C3 D2, squeezed" in there.text()
    assert "squeezed in" in there.svg()
