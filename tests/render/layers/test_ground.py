"""The ground of a board is drawn once while it stays as it is, and anew whatever of it changes."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sightline
from sightline.board import Board
from sightline.render import draw_layer

BOARD = """\
sightline: 1
rules: penance
map:
  grid: hex
  kinds: {hedge: {cover: light}, heath: {cost: 2}}
  legend: {h: hedge, e: heath, o: wall}
  cells: |
    . ~ h o e .1
    . . ~ . . .
  terrain: {hedge: [B2], rubble: [B2]}
pieces:
  A: {at: A1, facing: N, weapons: [{name: rifle, range: 8, damage: 2}]}
"""


def drawn(text: str = BOARD, layer: str = "ground", **options: Any) -> str:
    return draw_layer(sightline.parse(text).scene, layer, **options)


@pytest.mark.parametrize(
    ("layer", "options"),
    [
        ("ground", {"prefix": "other"}),
        ("ground", {"size": 80}),
        ("ground", {"colours": "print"}),
        ("terrain", {"prefix": "other"}),
        ("terrain", {"size": 80}),
    ],
)
def test_other_options_show(layer: str, options: dict[str, Any]) -> None:
    assert drawn(layer=layer) != drawn(layer=layer, **options)


@pytest.mark.parametrize(
    ("layer", "before", "after"),
    [
        ("ground", "e .1", "e ."),
        ("ground", "o e", ". e"),
        ("ground", "{hedge: {cover: light}, heath: {cost: 2}}", "{heath: {cost: 2}, hedge: {cover: light}}"),
        ("ground", "grid: hex", "grid: hex\n  hexes: flat even-q"),
        ("terrain", ". ~ h", ". . h"),
        ("terrain", "at: A1", "at: B2"),
    ],
)
def test_another_board_shows(layer: str, before: str, after: str) -> None:
    assert drawn(layer=layer) != drawn(BOARD.replace(before, after), layer)


@pytest.mark.parametrize("layer", ["ground", "terrain"])
def test_the_ground_is_not_drawn_again_when_a_piece_turns(layer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = sightline.parse(BOARD)
    before = draw_layer(scenario.scene, layer)
    turned = scenario.with_piece("A", facing="S").scene
    monkeypatch.setattr(Board, "iter_terrain", lambda _: pytest.fail("gone through again"))
    assert draw_layer(turned, layer) == before != ""


def test_equal_marks_in_a_row_are_one_element() -> None:
    text = "sightline: 1\nrules: penance\nmap:\n  grid: hex\n  cells: |\n    # . # ~ #\n    # . . . .\n"
    marks = re.findall(r'<path d="([^"]*)" fill="none" marker-mid="url\(#(.*?)-marker\)"/>', drawn(text, "terrain"))
    # A marker is drawn at all points but the first and the last.
    places = [(name, path.count("L")) for path, name in marks]
    assert places == [("sightline-mark-wall", 3), ("sightline-mark-rubble", 1), ("sightline-mark-wall", 1)]
    assert all(path.startswith(f"M{path[1:].split('L')[1].removesuffix('h0')}L") for path, _ in marks)
    assert all(path.endswith("h0") for path, _ in marks)
