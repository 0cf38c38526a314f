"""An answer names a ruling exactly when another choice of it alone would change another key of the answer."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.deciding_rulings import check_rulings_named, decisive
from tests.rulebook.penance.boards import RIFLE, board

RULINGS = {ruling.name for ruling in installed_systems()["penance"].rulings}

ALONG = "A f . . T~\n. . # ~ ."
CROWD = "T~ .\nE~ .\nG .\nA~ ."

SCENES: dict[str, dict[str, Any]] = {
    "plain": {"drawing": "T\n.\nA"},
    "light cover": {"drawing": "T~\n.\nA"},
    "attacker's hex": {"drawing": "T\nA~"},
    "a hopeless shot": {"drawing": "T\n.\nA", "A": {"moved": 9}, "T": {"moved_last_turn": 9}},
    "a wall beside": {"drawing": ". # .\nA . T", "A": {"facing": "NE"}, "T": {"facing": "NW"}},
    "rubble beside": {"drawing": ". ~ .\nA . T~", "A": {"facing": "NE"}, "T": {"facing": "NW"}},
    "a corner": {"drawing": ". . .\nA . T", "A": {"facing": "NE"}, "T": {"facing": "N", "shield": "left"}},
    "a corner without a shield": {"drawing": ". . .\nA . T", "A": {"facing": "NE"}, "T": {"facing": "N"}},
    "from behind and above": {"drawing": "Tf\n.\nA1", "T": {"facing": "N"}, "A": {"weapons": [RIFLE]}},
    "a crowd": {"drawing": CROWD, "E": {"side": "red"}, "G": {"side": "blue"}},
    "a crowd below": {"drawing": "T\nE\nG\nA2", "E": {"side": "red"}, "G": {"side": None}},
    "a friend in rubble": {"drawing": "T~\n.\nA", "T": {"side": "red", "facing": "N"}},
    "a friend behind a wall": {"drawing": ". # .\nA ~ T~", "A": {"facing": "NE"}, "T": {"side": "red", "facing": "NW"}},
    "out of arc": {"drawing": ". # .\nA . Tf", "A": {"facing": "NW"}, "T": {"facing": "SE"}},
    "a long way": {"drawing": ". f . E .\nA . # ~ T", "A": {"facing": "NE"}, "E": {"side": "red"}},
}


def shoot(scenario: sightline.Scenario) -> sightline.ShotAnswer:
    """Ask about the attack of A on T."""
    return scenario.shot("A", "T")


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_rulings_named_are_those_that_decide(scene: str) -> None:
    check_rulings_named(board(**SCENES[scene]), shoot)


NOT_OF_SHOTS = {"blind-move"}
"""Rulings that decide no shot; the tests of their clauses name them."""


def test_every_ruling_decides_one_of_these_scenes() -> None:
    found = {name for scene in SCENES.values() for name in decisive(board(**scene), shoot)}
    assert found == RULINGS - NOT_OF_SHOTS


def test_rulings_of_what_is_seen() -> None:
    scenario = board(". # .\nA . T", A={"facing": "NE"}, T={"facing": "NW"})
    assert scenario.see("A").rulings == {"hexside": "both"}
    assert "C2" in scenario.see("A").cells
    ruled = scenario.with_rulings({"hexside": "either"}).see("A")
    assert ruled.rulings == {"hexside": "either"}
    assert "C2" not in ruled.cells
    assert board("T\n#\nA").see("A").rulings == {}


def test_a_ruling_beside_others_that_are_chosen_keeps_its_own_name() -> None:
    chosen = {"near": "crosses", "cover-effect": "to-hit-and-defense", "advantage": "adds"}
    scenario = board(". ~ .\nA . T~", A={"facing": "NE"}, T={"facing": "NW"}, rulings=chosen)
    assert scenario.shot("A", "T").rulings == {"near": "crosses", "cover-effect": "to-hit-and-defense"}
