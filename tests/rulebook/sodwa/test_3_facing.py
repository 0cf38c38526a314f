"""SOD-3.4: which way a mover faces, and turning."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.board import Facing
from sightline.rules import Movable, installed_systems, require
from tests.rulebook.sodwa.boards import FIGHTER, NUMBERS, board

RULES = installed_systems()["sodwa"]
CLOCKWISE = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
ROUND = {"B1": "N", "C1": "NE", "C2": "E", "C3": "SE", "B3": "S", "A3": "SW", "A2": "W", "A1": "NW"}
"""The tiles round B2 and the direction of each from it."""


def facings(label: str, drawing: str, **more: Any) -> list[str]:
    """Return which ways A may face on a tile that it moves to: as it comes there first, then as it may turn."""
    scenario = board(drawing, **more)
    piece, place = scenario.position.pieces["A"], scenario.reach("A").cells[label]
    return [str(stance.facing) for stance in require(RULES, Movable).placements(scenario.position, piece, label, place)]


@pytest.mark.clause("SOD-3.4", applies=True)
@pytest.mark.parametrize("at", ROUND)
@pytest.mark.parametrize("facing", ["N", "SW"])
def test_sod_3_4_applies_to_each_step(at: str, facing: str) -> None:
    drawing = ". . .\n. A .\n. . ."
    assert facings(at, drawing, A={"facing": facing, "move": 1})[0] == ROUND[at]


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_the_last_step_of_several() -> None:
    maze = "A # .\n. # .\n. . ."
    north: dict[str, Any] = {"A": {"facing": "N"}}
    path = board(maze, **north).reach("A").cells["C1"].path
    assert path == ("A2", "B3", "C2", "C1")
    assert facings("C1", maze, **north)[0] == "N"
    assert facings("C2", maze, **north)[0] == "NE"
    assert facings("B3", maze, **north)[0] == "SE"


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_turning_to_any_other_facing_the_least_first() -> None:
    assert facings("B1", "A .", A={"facing": "N"}) == ["E", "SE", "NE", "S", "N", "SW", "NW", "W"]


@pytest.mark.clause("SOD-3.4", applies=True)
def test_sod_3_4_applies_to_where_it_is_advised_to_turn() -> None:
    # T hits A from behind, its edges included, unless A turns by 90 degrees: then its Evasion counts.
    scenario = board("A . T", A={**FIGHTER, "evasion": 20, "facing": "W", "move": 1}, T=FIGHTER)
    stayed, moved = sorted(scenario.advise("A").places, key=lambda place: place.at)
    assert (stayed.at, stayed.facing, str(stayed.back.best)) == ("A1", "N", "21/100")
    # One step towards T turns it, which is enough.
    assert (moved.at, moved.facing, str(moved.back.best)) == ("B1", "E", "11/100")
    kept, _ = scenario.with_piece("A", facing="S").advise("A").places
    assert (kept.at, kept.facing) == ("A1", "S")


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_who_stays_where_it_is() -> None:
    assert facings("A1", "A .", A={"facing": "SW"})[0] == "SW"
    assert sorted(facings("A1", "A .", A={"facing": "SW"})) == sorted(CLOCKWISE)


@pytest.mark.clause("SOD-3.4", applies=False)
def test_sod_3_4_not_to_who_has_no_facing() -> None:
    assert facings("B1", "A .") == ["None"]
    stated: dict[str, Any] = {name: {"melee": NUMBERS, "ranged": NUMBERS, "move": 0} for name in "AT"}
    assert board("A T", **stated).advise("A").places[0].facing is None


def test_facings_of_the_system_are_those_of_squares() -> None:
    assert tuple(board("A").board.grid.facings) == CLOCKWISE
    assert board("A", A={"facing": "NE"}).position.pieces["A"].facing == Facing("NE")
