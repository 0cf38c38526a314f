"""Effects in a battle, dice and texts, stand below each other at their cell, and are whole on the picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.page_code import Ask, Json, page_code

SIDE, CELLS = 76, 6
BOX = [-12, -12, SIDE * CELLS + 24, SIDE * CELLS + 24]
MIDDLES = {
    f"{'ABCDEF'[column]}{row + 1}": {"x": SIDE * (column + 0.5), "y": SIDE * (row + 0.5)}
    for column in range(CELLS)
    for row in range(CELLS)
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    driver = Path(__file__).with_name("effect_placer.mjs")
    with page_code("battle/effectPlaces.ts", driver, tmp_path_factory.mktemp("effects")) as ask:
        yield ask


def _effect(at: str, text: str, *, dice: bool) -> Json:
    return {"key": text, "at": at, "text": text, "tone": "bad", "dice": [8, 6] if dice else None}


def _box(effect: Json, size: float) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an effect: its dice stand above its text."""
    half = max(0.3 * 24 * len(effect["text"]), 41 if effect["dice"] else 0) * size
    above = (75 if effect["dice"] else 14) * size
    return effect["x"] - half, effect["y"] - above, effect["x"] + half, effect["y"] + 16 * size


@pytest.mark.parametrize("size", [0.55, 1.0])
@pytest.mark.parametrize("at", ["A1", "F1", "C1", "A6", "F6", "C3"])
def test_effects_at_a_cell_are_whole_and_free_of_each_other(place: Ask, at: str, size: float) -> None:
    effects = [
        _effect(at, "−3 Health", dice=True),
        _effect(at, "resisted", dice=True),
        _effect(at, "defeated", dice=False),
    ]
    placed = place({"effects": effects, "middles": MIDDLES, "size": size, "box": BOX})["placed"]
    assert [each["text"] for each in placed] == [each["text"] for each in effects]
    left, top, width, height = BOX
    boxes = [_box(each, size) for each in placed]
    for box in boxes:
        assert left <= box[0], box
        assert top <= box[1], box
        assert box[2] <= left + width, box
        assert box[3] <= top + height, box
    for upper, lower in combinations(boxes, 2):
        assert upper[3] <= lower[1]


def test_an_effect_with_room_is_at_its_cell(place: Ask) -> None:
    asked = {"effects": [_effect("C3", "missed", dice=True)], "middles": MIDDLES, "size": 1, "box": BOX}
    [placed] = place(asked)["placed"]
    assert {"x": placed["x"], "y": placed["y"]} == MIDDLES["C3"]
    nowhere = {**asked, "effects": [_effect("Z9", "missed", dice=True)]}
    assert place(nowhere)["placed"] == []
