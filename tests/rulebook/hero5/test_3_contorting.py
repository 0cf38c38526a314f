"""Section 3.4 of HERO: contortionists."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import ScenarioError
from tests.rulebook.findings import Row, forbids, rows
from tests.rulebook.hero5.boards import (
    DCV,
    HALF,
    OCV,
    STAFF,
    board,
    held,
    melee,
    place,
    provokes,
    rolls,
    shot,
    squeezed,
)

NO_ATTACK: Row = forbids("HERO-3.4")
NO_DCV: Row = ("HERO-3.4", "modifies", "dcv", -3, [])
THREE: dict[str, Any] = {"at": "B1", "growth": 2, "movement": 8, "contortionist": 11}
"""Three hexes wide; in one row on A1, B1 and C1, no three of which meet in a corner."""
ROW = ". . . . . . ."
MOUTH = ". . . # # #\n. . . . . .\n. . . # # #"
"""A room on the left and a gap, one hex wide, along row 2 on the right."""
INSIDE: dict[str, Any] = {**THREE, "at": "B2"}


@pytest.mark.clause("HERO-3.4", applies=True)
@pytest.mark.parametrize(
    ("at", "growth", "drawing", "hexes"),
    [
        ("B1", 2, ROW, "A1 B1 C1"),
        ("B1", 2, "# . #", "B1"),
        ("B2@N", 3, "# . #\n# . #\n# # #", "B1 B2"),
        ("C3", 4, "# # # # #\n# # # # #\n# # . # #\n# # # # #\n# # # # #", "C3"),
    ],
)
def test_hero_3_4_applies_to_the_middle(at: str, growth: int, drawing: str, hexes: str) -> None:
    scenario = board(drawing, A={"at": at, "growth": growth, "contortionist": 0})
    assert (held(scenario), squeezed(scenario)) == (hexes, "contorted")


@pytest.mark.clause("HERO-3.4", applies=True)
def test_hero_3_4_applies_to_attacks_and_dcv() -> None:
    verdict = shot("T . . . . .", A={**THREE, "at": "D1"})
    assert (verdict.legal, verdict.to_hit, rows(verdict)) == (False, None, [NO_ATTACK])
    verdict = shot("A . . . . .", T={**THREE, "at": "D1"})
    assert rows(verdict) == [DCV, NO_DCV, OCV]
    assert verdict.to_hit.roll_at_most == 11 + 3


@pytest.mark.clause("HERO-3.4", applies=True)
def test_hero_3_4_applies_to_its_own_dcv_alone() -> None:
    verdict = shot("A . . . . .", T={**THREE, "at": "D1", "concealment": "half", "dcv": 7})
    assert rows(verdict, "HERO-6.1") == [HALF]
    assert verdict.to_hit.roll_at_most == 11 + 3 - 2


@pytest.mark.clause("HERO-3.4", applies=True)
def test_hero_3_4_applies_to_attacks_of_opportunity() -> None:
    # A flies over what E cannot enter. Contorted on A2, B2 and C2, E reaches nobody; smaller and squeezed it does.
    walk = "A# # #\n. . ."
    assert provokes("C1", walk, A={"flying": True}, E={**THREE, "at": "B2"}) == ""
    assert provokes("C1", walk, A={"flying": True}, E={"at": "A2@SE", "growth": 1}) == "E"


@pytest.mark.clause("HERO-3.4", applies=True)
def test_hero_3_4_applies_with_one_roll_on_coming_in() -> None:
    found = place("E2", MOUTH, A=INSIDE)
    assert found.path == ("C2", "D2", "E2")
    assert (found.squeezed, found.cost) == ("contorted", 2 + 2 + 2)
    (roll,) = found.rolls
    assert (roll.skill, roll.clause, roll.before, roll.roll_at_most) == ("contortionist", "HERO-3.4", "D2", 11)
    assert (str(roll.chance), roll.else_) == ("5/8", "C2")


@pytest.mark.clause("HERO-3.4", applies=True)
def test_hero_3_4_applies_beside_the_roll_for_an_opponent() -> None:
    found = rolls("D2", MOUTH, A={**INSIDE, "acrobatics": 11}, E={"at": "E2"})
    assert sorted(found) == [("HERO-1.2", "D2", "C2"), ("HERO-3.4", "D2", "C2")]


@pytest.mark.clause("HERO-3.4", applies=False)
def test_hero_3_4_no_roll_within_or_on_the_way_out() -> None:
    inside = {**THREE, "at": "B1"}
    assert rolls("D1", ROW, A=inside) == []
    found = place("B2", MOUTH, A={**INSIDE, "at": "E2"})
    assert (found.rolls, place("E2", MOUTH, A={**INSIDE, "at": "E2"}).squeezed) == ((), "contorted")


@pytest.mark.clause("HERO-3.4", applies=False)
@pytest.mark.parametrize(
    ("at", "growth", "drawing"),
    [
        ("B2@N", 1, "# . #\n# # #"),
        ("B2@N", 1, "# # .\n# # #"),
        ("B2@N", 1, "# # #\n# . #"),
        ("B1", 2, ". # ."),
        ("B2@N", 3, "# . #\n# # #\n# # #"),
        ("C3", 4, ". . . . .\n. . . . .\n. . # . .\n. . . . .\n. . . . ."),
        ("A1", 0, "#"),
    ],
)
def test_hero_3_4_not_where_the_middle_is_not_free(at: str, growth: int, drawing: str) -> None:
    with pytest.raises(ScenarioError, match="A does not fit here"):
        board(drawing, A={"at": at, "growth": growth, "contortionist": 18})


@pytest.mark.clause("HERO-3.4", applies=False)
def test_hero_3_4_not_of_two_hexes_that_a_wall_parts() -> None:
    with pytest.raises(ScenarioError, match="A does not fit here"):
        board("# . #\n# . #\n# # #", borders={"wall": "B1/B2"}, A={"at": "B2@N", "growth": 3, "contortionist": 18})


@pytest.mark.clause("HERO-3.4", applies=False)
def test_hero_3_4_not_without_the_skill() -> None:
    with pytest.raises(ScenarioError, match="A does not fit here"):
        board(ROW, A={**THREE, "contortionist": "none"})
    found = place("C2", MOUTH, A={**INSIDE, "contortionist": "none"})
    assert (found.squeezed, found.may_stop) == ("squeezed", True)
    with pytest.raises(KeyError):
        place("D2", MOUTH, A={**INSIDE, "contortionist": "none"})


@pytest.mark.clause("HERO-3.4", applies=False)
def test_hero_3_4_who_is_only_squeezed_attacks_and_keeps_its_dcv() -> None:
    pair = {"at": "A1@NE", "growth": 1, "contortionist": 11}
    assert melee(". . T", A={**pair, "weapons": [STAFF]}).legal
    assert rows(shot(". . T", A=pair), "HERO-3.4") == []
    assert shot("A . .", T={**pair, "at": "B1@NE"}).to_hit.roll_at_most == 11 + 3 - (3 - 2)
