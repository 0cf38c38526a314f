"""Texts that fit a terminal: narrow maps that lose nothing, maps in parts, lines broken at words, colours of sides."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline
from sightline.cli.text_options import painted
from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.render import Scene, text, text_map, wrap_lines
from sightline.render.primitives.text_metrics import columns
from sightline.render.scenes.scene import board_scene
from sightline.render.text_maps.text_layout import shown_columns
from tests.render.boards import PLAIN, board, of_board, position
from tests.render.side_view.boards import scene

SCENARIOS = Path(__file__).parents[3] / "scenarios"
MILL, FERRY = (SCENARIOS / "sodwa" / f"the-{name}.yaml" for name in ("mill", "ferry"))


def battlefield(file: Path) -> Scene:
    """Return the scene of a battle from a file, without zones."""
    return of_board(sightline.battle(sightline.load(file)).snapshot().scene)


@pytest.mark.parametrize("file", [MILL, FERRY])
@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
def test_maps_with_borders_fit_from_40_columns_on(file: Path, width: int) -> None:
    drawn = text_map(battlefield(file), width=width)
    assert max(map(columns, drawn.lines)) <= width
    assert drawn.parts == 1


@pytest.mark.parametrize("layout", [*HEX_LAYOUTS, "square"])
@pytest.mark.parametrize("width", [20, 40, 77])
def test_maps_of_every_grid_fit(layout: str, width: int) -> None:
    wide = board(30, 3, {"B2": ["forest"]}, {"C1": 12}, parse_grid(layout))
    drawn = text_map(board_scene(PLAIN, position(wide)), width=width)
    assert max(map(columns, drawn.lines)) <= width
    cells = "".join(line[2:] for line in drawn.lines)
    assert cells.count("f") == 1
    assert "12" in cells.replace(".", " ").split()


def test_a_map_too_wide_even_so_is_cut_into_parts() -> None:
    drawn = text_map(board_scene(PLAIN, position(board(30, 2, grid=parse_grid("square")))), width=40)
    assert drawn.parts == 2
    assert [line.split()[0] for line in drawn.lines if line] == ["A", "1", "2", "T", "1", "2"]


def test_on_the_narrowest_map_everybody_has_a_letter_of_their_own() -> None:
    shown = scene("l . ./. d1 .", "lim: {at: B1}, Wanda: {at: C1}, Will: {at: A2}, crate: {at: C2, crate: true}")
    drawn = text_map(shown, width=8)
    assert len(set(drawn.names.values())) == 4
    assert not {"l", "d"} & set(drawn.names.values())
    assert max(map(columns, drawn.lines)) <= 8


def test_narrow_cells_keep_the_level_of_clear_ground_and_drop_the_dot() -> None:
    shown = of_board(sightline.load(MILL).scene)
    row = next(line for line in text_map(battlefield(MILL), width=40).lines if line.startswith(" 6"))
    assert row == " 6 . . . . S .║. 1 1 .║. .┃w i".replace("S", text_map(battlefield(MILL), width=40).names["sacks"])
    assert shown.board.level(next(cell for cell in shown.board if shown.board.level(cell))) == 1


def test_walls_that_go_on_have_no_gaps() -> None:
    assert "═════════" in "\n".join(text_map(battlefield(MILL), width=100).lines)


def test_objects_that_begin_alike_have_letters_of_their_own() -> None:
    names = text_map(battlefield(FERRY), width=60).names
    assert (names["crane"], names["cask"]) == ("c", "a")


def test_pieces_have_the_colours_of_their_sides() -> None:
    shown = scene(". .", "Ana: {at: A1, side: red}, Bo: {at: B1, side: blue}")
    line = text_map(shown, paint=lambda words, css: f"<{css}>{words}</>").lines[1]
    assert line == "1  <side-red>Ana</> <side-blue>Bo</>"
    assert painted("Ana", "side-red about") == "\x1b[91m\x1b[1mAna\x1b[0m"


def test_a_table_fits_too() -> None:
    there = sightline.load(next((SCENARIOS / "post-galactica").glob("*table*.yaml"), None) or _a_table())
    for width in (40, 60):
        assert max(map(columns, there.text(width=width).splitlines())) <= width


def _a_table() -> Path:
    return next(file for file in (SCENARIOS / "post-galactica").glob("*.yaml") if "grid: free" in file.read_text())


def test_a_text_without_its_map_has_the_rest() -> None:
    whole, rest = (sightline.load(MILL).text(has_map=has_map) for has_map in (True, False))
    assert "\n 1 " in whole
    assert "\n 1 " not in rest
    assert "Anka  side red" in rest
    assert text(sightline.load(MILL).scene, has_map=False) == rest


def test_lines_are_broken_at_words_below_their_last_column() -> None:
    line = "PEN-3.4  notes  forest at C4 covers Wen too, and only the highest cover counts"
    assert wrap_lines(line, 40).splitlines() == [
        "PEN-3.4  notes  forest at C4 covers Wen",
        "                too, and only the",
        "                highest cover counts",
    ]
    assert wrap_lines("a" * 50, 40) == "a" * 50


def test_codes_of_colours_take_no_room() -> None:
    line = "\x1b[31mPEN-2.2\x1b[0m  blocks the line from here to there"
    first, second = wrap_lines(line, 30).splitlines()
    assert shown_columns(first) <= 30
    assert (first[-4:], second) == ("from", "         here to there")


@pytest.mark.parametrize("width", [40, 80])
def test_every_line_of_an_answer_fits(width: int) -> None:
    there = sightline.load(SCENARIOS / "penance" / "the-ford.yaml")
    assert max(map(columns, there.shot("Lou", "Max", why_not=True).text(width=width).splitlines())) <= width


def test_a_number_keeps_its_percent_sign() -> None:
    line = "It can attack Tom (31 %, with karma 36 %)."
    assert wrap_lines(line, 22).splitlines() == ["It can attack Tom", "  (31 %, with karma", "  36 %)."]
    assert wrap_lines(line, 23).splitlines()[0] == "It can attack Tom"
