"""Letters of kinds of terrain: those stated, and no two the same."""

from __future__ import annotations

import sightline
from sightline.rules import terrain_letters

BOARD = """
sightline: 1
rules: hero5
map:
  grid: hex
  size: 4x3
  kinds: {thicket: {difficult: true}, tower: {blocks: true}, tor: {blocks: true}, t: {}, "1": {}}
  legend: {k: thicket}
  terrain: {thicket: [A1], tower: [B1], tor: [C1], t: [D1], "1": [A2], difficult: [B2]}
  borders: {low-wall: [A1/B1], wall: [B1/C1], fence: [C1/D1], tor: [A2/B2]}
"""


def test_stated_letters_hold_and_no_two_kinds_have_the_same() -> None:
    letters = terrain_letters(sightline.parse(BOARD).position)
    assert letters == {
        "clear": ".",
        "difficult": "d",
        "thicket": "k",
        "tower": "t",
        "tor": "r",
        "t": "T",
        "1": "A",
        "fence": "f",
        "low-wall": "l",
        "wall": "w",
    }


def test_texts_and_files_have_the_same_letters() -> None:
    scenario = sightline.parse(BOARD)
    assert "k difficult" not in scenario.text()
    assert "k thicket" in scenario.text()
    assert "t tower" in scenario.text()
    assert "legend: {k: thicket, t: tower, r: tor, T: t, A: 1}" in scenario.to_yaml()
