"""Section 3 of HERO: squeezing and contorting."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import ScenarioError
from tests.rulebook.findings import Row, rows
from tests.rulebook.hero5.boards import board, costs, held, place, rolls, shot, squeezed, stops

PINCHED: Row = ("HERO-3.1", "modifies", "ocv", -2, [])
PINCHED_TARGET: Row = ("HERO-3.1", "modifies", "dcv", -2, [])
ROW = ". . . . . ."
TWO: dict[str, Any] = {"at": "A1@NE", "growth": 1, "movement": 8}
"""Two hexes wide; in one row on A1 and B1."""
CONTORTED: dict[str, Any] = {"at": "B1", "growth": 2, "movement": 8, "contortionist": 11}
"""Three hexes wide; in one row on A1, B1 and C1, no three of which meet in a corner."""


def stood_on(drawing: str, **more: Any) -> tuple[str, Any]:
    """Return the hexes on which A stands on a drawn board, and whether it is squeezed."""
    scenario = board(drawing, **more)
    return held(scenario), squeezed(scenario)


# --- HERO-3.1 ----------------------------------------------------------------------------------------------

PAIR: dict[str, Any] = {"at": "B2@N", "growth": 1}
"""At the corner of B1, B2 and C1."""


@pytest.mark.clause("HERO-3.1", applies=True)
@pytest.mark.parametrize("ground", ["#", "_", "l"])
def test_hero_3_1_applies_beside_a_hex_that_cannot_be_entered(ground: str) -> None:
    drawing = f". {ground} .\n. . ."
    assert stood_on(drawing, A=PAIR, kinds={"ledge": {"roll": "acrobatics"}}) == ("B2 C1", "squeezed")


@pytest.mark.clause("HERO-3.1", applies=True)
def test_hero_3_1_applies_at_the_edge_and_under_a_ceiling() -> None:
    assert stood_on(ROW, A=TWO) == ("A1 B1", "squeezed")
    vault = {"vault": {"solid": "ceiling"}}
    assert stood_on(". v .\n. . .", A={**PAIR, "flying": True}, kinds=vault) == ("B2 C1", "squeezed")


@pytest.mark.clause("HERO-3.1", applies=True)
def test_hero_3_1_applies_over_a_border_that_cannot_be_crossed() -> None:
    # B1 and C1 hang together by B2.
    assert stood_on(". . .\n. . .", A=PAIR, borders={"wall": "B1/C1"}) == ("B1 B2 C1", "squeezed")


@pytest.mark.clause("HERO-3.1", applies=True)
def test_hero_3_1_applies_to_ocv_dcv_and_cost() -> None:
    assert rows(shot(". . . T", A=TWO), "HERO-3.1") == [PINCHED]
    verdict = shot("A . . . .", T={**TWO, "at": "D1@NE"})
    assert rows(verdict, "HERO-3.1") == [PINCHED_TARGET]
    assert verdict.to_hit.roll_at_most == 11 + 3 - (3 - 2)
    assert rows(shot(ROW, A=TWO, T={**TWO, "at": "D1@NE"}), "HERO-3.1") == [PINCHED, PINCHED_TARGET]
    assert costs(". . .", A=TWO) == {"A1@NE": 0, "A1@SE": 0, "B1@NE": 2, "B1@SE": 2}


@pytest.mark.clause("HERO-3.1", applies=False)
def test_hero_3_1_not_where_everything_is_free() -> None:
    assert stood_on(". . .\n. . .", A=PAIR) == ("B1 B2 C1", "none")
    assert rows(shot(". . .\n. . T", A=PAIR), "HERO-3.1") == []
    # One hex wide, between walls.
    assert stood_on("A") == ("A1", "none")


@pytest.mark.clause("HERO-3.1", applies=False)
def test_hero_3_1_not_beside_what_it_can_enter_or_cross() -> None:
    assert stood_on(". do .\n. . .", A=PAIR, borders={"fence": "B1/C1"}) == ("B1 B2 C1", "none")
    assert stood_on(". # .\n. . .", A={**PAIR, "flying": True}, borders={"wall": "B2/C1"}) == ("B1 B2 C1", "none")
    ledge = {"ledge": {"roll": "acrobatics"}}
    assert stood_on(". l .\n. . .", A={**PAIR, "acrobatics": 9}, kinds=ledge) == ("B1 B2 C1", "none")


@pytest.mark.clause("HERO-3.1", applies=False)
def test_hero_3_1_not_beside_walls_round_it_or_characters() -> None:
    assert stood_on(". . .\n. . .", A=PAIR, borders={"wall": "A1/B1 A2/B2"}) == ("B1 B2 C1", "none")
    assert place("B1@SE", ". . E\n. . .", A={"at": "A1@SE", "growth": 1}, E={"helpless": True}).squeezed == "none"


@pytest.mark.clause("HERO-3.1", applies=False)
def test_hero_3_1_no_step_to_where_too_little_is_free() -> None:
    # At B1@NE only B1 would be free.
    assert costs(". . # .", A=TWO) == {"A1@NE": 0, "A1@SE": 0}


# --- HERO-3.2 ----------------------------------------------------------------------------------------------

AT_C3: dict[str, Any] = {"at": "C3", "growth": 2}
"""Round C3 lie B3, D3, B2, C2, B4 and C4."""
AT_CORNER: dict[str, Any] = {"at": "D4@N", "growth": 3}
"""The three round the corner are D4, D3 and E3."""
AT_D4: dict[str, Any] = {"at": "D4", "growth": 4}
"""The seven round it are C4, E4, D3, E3, D5, E5 and itself."""


@pytest.mark.clause("HERO-3.2", applies=True)
def test_hero_3_2_applies_to_width_2() -> None:
    assert stood_on("# . #\n# . #", A=PAIR) == ("B1 B2", "squeezed")


@pytest.mark.clause("HERO-3.2", applies=True)
def test_hero_3_2_applies_to_width_3() -> None:
    assert stood_on("# # # # #\n# . . # #\n# # . # #\n# # # # #", A=AT_C3) == ("B2 C2 C3", "squeezed")
    # D3 and B4 hang on to the core; C4 would be free, but is walled off.
    more = {"borders": {"wall": "B4/C4 C3/C4 C4/D3"}}
    assert stood_on("# # # #\n# . . #\n# # . .\n# . . #", A=AT_C3, **more) == ("B2 B4 C2 C3 D3", "squeezed")


@pytest.mark.clause("HERO-3.2", applies=True)
def test_hero_3_2_applies_to_width_4() -> None:
    lone = "# # # # #\n# # # # #\n# # # . .\n# # # . #\n# # # # #"
    assert stood_on(lone, A=AT_CORNER) == ("D3 D4 E3", "squeezed")


@pytest.mark.clause("HERO-3.2", applies=True)
def test_hero_3_2_applies_to_width_5() -> None:
    lone = "# # # # # #\n# # # # # #\n# # # . . #\n# # . . . #\n# # # . . #\n# # # # # #"
    assert stood_on(lone, A=AT_D4) == ("C4 D3 D4 D5 E3 E4 E5", "squeezed")


def fits(drawing: str, **more: Any) -> bool:
    """Return whether a place holds A."""
    try:
        return board(drawing, **more) is not None
    except ScenarioError:
        return False


@pytest.mark.clause("HERO-3.2", applies=False)
@pytest.mark.parametrize(
    ("drawing", "mover", "ground"),
    [
        ("# . #\n# {} #", PAIR, "#"),
        ("# # # #\n# # {} #\n# . . .", AT_C3, "#"),  # C2 beside a row of three
        ("# # # #\n# # . #\n# . . #\n# {} . #", AT_C3, "#"),  # B4 between every other hex round C3
        ("# # # #\n# . . #\n# . {} .\n# . . #", AT_C3, "#"),
        (". . . . . .\n. . . . . .\n. . . {} . .\n. . . . . .\n. . . . . .", AT_CORNER, "#"),
        (". . . . . .\n. . . . . .\n. . . {} . .\n. . . . . .\n. . . . . .\n. . . . . .", AT_D4, "#"),
    ],
)
def test_hero_3_2_not_with_one_hex_of_the_core_less(drawing: str, mover: dict[str, Any], ground: str) -> None:
    assert fits(drawing.format("."), A=mover)
    assert not fits(drawing.format(ground), A=mover)


@pytest.mark.clause("HERO-3.2", applies=False)
def test_hero_3_2_a_core_that_a_wall_parts_is_none() -> None:
    pair = {**PAIR, "at": "B1@SE"}
    assert fits(". . .\n. _ .", A=pair)
    assert not fits(". . .\n. _ .", A=pair, borders={"wall": "B1/C1"})


# --- HERO-3.3 ----------------------------------------------------------------------------------------------

FREE = {"squeeze-past": "free"}
ACROBAT = {"acrobatics": 11}


@pytest.mark.clause("HERO-3.3", applies=True)
def test_hero_3_3_applies_to_stopping_on_the_helpless() -> None:
    found = stops(". . E . .", A=TWO, E={"helpless": True})
    assert set(found.values()) == {("HERO-3.3",)}
    assert set(found) == {"B1@NE", "B1@SE", "C1@NE", "C1@SE"}
    assert stops(". . F . .", A=TWO, F={"shrinking": 2})["B1@NE"] == ("HERO-3.3",)


@pytest.mark.clause("HERO-3.3", applies=True)
def test_hero_3_3_applies_beside_the_clause_that_forbids_to_stop_anyway() -> None:
    assert stops(". . F . .", A=TWO)["B1@NE"] == ("HERO-1.4", "HERO-3.3")


@pytest.mark.clause("HERO-3.3", applies=True)
def test_hero_3_3_applies_to_the_contorted() -> None:
    assert stops("E . . . . .", A={**CONTORTED, "at": "C1"}, E={"helpless": True})["B1"] == ("HERO-3.3",)


@pytest.mark.clause("HERO-3.3", applies=True)
def test_hero_3_3_applies_to_passing_as_it_is_ruled() -> None:
    drawing = ". . E . . ."
    # It takes a roll; where that is ruled otherwise, none.
    assert set(costs(drawing, A=TWO)) == {"A1@NE", "A1@SE"}
    assert [clause for clause, _, _ in rolls("D1@NE", drawing, A={**TWO, **ACROBAT})] == ["HERO-1.2"]
    for mover in (TWO, {**TWO, **ACROBAT}):
        found = place("D1@NE", drawing, A=mover, rulings=FREE)
        assert (found.cost, found.rolls, found.may_stop) == (6, (), True)
        assert stops(drawing, A=mover, rulings=FREE)["B1@NE"] == ("HERO-1.4", "HERO-3.3")


@pytest.mark.clause("HERO-3.3", applies=False)
def test_hero_3_3_who_is_not_squeezed_stops_on_the_helpless_and_needs_its_roll() -> None:
    wide = place("B1@SE", ". . E .\n. . . .", A={"at": "A1@SE", "growth": 1}, E={"helpless": True})
    assert (wide.squeezed, wide.may_stop) == ("none", True)
    for ruling in ({}, FREE):
        assert costs("A E .", rulings=ruling) == {"A1": 0}
        assert len(rolls("C1", "A E .", rulings=ruling, A=ACROBAT)) == 1


@pytest.mark.clause("HERO-3.3", applies=False)
def test_hero_3_3_no_ruling_lets_pass_who_fills_its_hexes_or_a_friend_in_a_move_by() -> None:
    assert set(costs(". . E .", A=TWO, E={"fills_space": True}, rulings=FREE)) == {"A1@NE", "A1@SE"}
    assert set(costs(". . F .", A=TWO, rulings=FREE, manner={"by": True})) == {"A1@NE", "A1@SE"}


@pytest.mark.clause("HERO-3.3", applies=False)
def test_hero_3_3_it_is_squeezed_after_the_step_that_counts() -> None:
    # A goes from A2, B1 and B2 onto B2, C1 and C2, where E is; without C1 that is squeezed.
    mover = {"at": "A2@NE", "growth": 1}
    assert "B2@NE" not in costs(". . . .\n. . E .\n. . . .", A=mover, rulings=FREE)
    assert place("B2@NE", ". . # .\n. . E .\n. . . .", A=mover, rulings=FREE).rolls == ()
