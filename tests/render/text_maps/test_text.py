"""The text picture: everything in its place, every row aligned."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise

import pytest

from sightline.board import Piece
from sightline.lattice import HEX_LAYOUTS, parse_grid
from sightline.referee.see import see
from sightline.render import Scene, text
from sightline.render.primitives.text_metrics import columns, short_names
from sightline.render.scenes.scene import board_scene, see_scene, shot_scene
from sightline.render.text_maps.board_roster import state_words
from sightline.systems.penance import PENANCE
from sightline.systems.post_galactica.pieces import Unit
from tests.render.boards import PLAIN, across_the_rubble, board, judged, position


def map_of(scene: Scene) -> list[str]:
    return text(scene).split("\n\n")[1].splitlines()


def test_degrees_are_not_reported_on_cells() -> None:
    unit = Unit(name="A", at=across_the_rubble().pieces["A"].at)
    scene = board_scene(PENANCE, position(across_the_rubble()))
    assert "facing" not in ", ".join(state_words(scene, unit))


@pytest.mark.parametrize(
    ("layout", "drawn"),
    [
        ("square", ["   A   B   C", "1  .   f   .1", "2  .       ."]),
        ("pointy odd-r", ["   A   B   C", "1  .   f   .1", "2    .       ."]),
        ("pointy even-r", ["     A   B   C", "1    .   f   .1", "2  .       ."]),
        ("flat odd-q", ["   A   B   C", "1  .       .1", "       f", "2  .       ."]),
        ("flat even-q", ["   A   B   C", "1      f", "   .       .1", "2", "   .       ."]),
    ],
)
def test_cells_lie_as_in_a_scenario_drawing(layout: str, drawn: list[str]) -> None:
    there = board(3, 2, {"B1": ["forest"], "B2": None}, {"C1": 1}, parse_grid(layout))
    assert map_of(board_scene(PENANCE, position(there))) == drawn


def test_a_shot_in_words() -> None:
    there = across_the_rubble()
    drawn = text(shot_scene(PENANCE, position(there), judged(there, "A", "T"), title="Across the rubble"))
    assert drawn.startswith("Across the rubble\n\n")
    assert "+~" in drawn
    assert ">A" in drawn
    assert "A    side red, at D7, facing N, shield left" in drawn
    assert "~ rubble" in drawn
    assert "PEN-3.2  +1 target number  rubble at D3 covers T" in drawn


def test_what_is_seen_is_marked() -> None:
    there = across_the_rubble()
    seen = see(PENANCE, position(there), there.pieces["A"])
    scene = see_scene(PENANCE, position(there), seen)
    assert sum(line.count("*") for line in map_of(scene)) == len(seen.cells)
    assert "* seen clearly" in text(scene)


@pytest.mark.parametrize("layout", [*HEX_LAYOUTS, "square"])
def test_names_of_any_width_keep_the_columns(layout: str) -> None:
    plain = board(6, 4, grid=parse_grid(layout))
    names = ("A", "Beta", "Gamma-ray", "日本語", "e\u0301a", "😀😀")
    named = plain.with_pieces(
        [Piece(name=name, at=plain.grid.cell_at(k, k % 4), side="red") for k, name in enumerate(names)]
    )
    drawn = map_of(board_scene(PLAIN, position(named)))
    labels = [columns(drawn[0][:k]) for k, char in enumerate(drawn[0]) if char in "ABCDEF"]
    steps = {after - before for before, after in pairwise(labels)}
    assert len(steps) == 1
    shoved = {label + step // 2 * sign for label in labels for step in steps for sign in (0, 1, -1)}
    for line in drawn[1:]:
        dots = {columns(line[:k]) for k, char in enumerate(line) if char == "."}
        assert dots <= (shoved if layout.startswith("pointy") else set(labels))


def test_names_are_shortened_once_however_many_pieces_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counted(names: Iterable[str], width: int = 3) -> Mapping[str, str]:
        calls.append(width)
        return short_names(names, width)

    monkeypatch.setattr(sys.modules["sightline.render.text_maps.cell_tokens"], "short_names", counted)
    empty = board(6, 6)
    pieces = [Piece(name=f"Soldier {k}", at=cell) for k, cell in enumerate(empty)]
    assert "Soldier 35" in text(board_scene(PLAIN, position(empty.with_pieces(pieces))))
    assert len(calls) <= 8


def test_ground_that_many_cells_have_is_worded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(text: str) -> int:
        calls.append(text)
        return columns(text)

    monkeypatch.setattr(sys.modules["sightline.render.text_maps.cell_tokens"], "columns", counted)
    assert len(map_of(board_scene(PLAIN, position(board(30, 30))))) == 1 + 2 * 30
    assert len(calls) < 30
