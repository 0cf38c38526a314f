"""Section 6 of HERO, 6.8 and 6.9: line of sight, and who is out of it."""

from __future__ import annotations

import pytest

from tests.rulebook.findings import rows
from tests.rulebook.hero5.boards import STAFF, TOTAL, board, melee, place, provokes, seen, shot

EITHER = {"hexside": "either"}
CRACK = "A . {} #\n# # . #\n# # # T"
"""One line passes, from A1@N or A1@NE to D3@N or D3@NE: over B1, between C1 and B2, and over C2."""
CLOSED = CRACK.format("#")
OPEN = CRACK.format(".")
NO_SIGHT = ("total", None)
SLIVER = ("half", "A1@N")


# --- HERO-6.8 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-6.8", applies=True)
def test_hero_6_8_applies_between_two_hexes_that_block() -> None:
    verdict = shot(CLOSED)
    assert (seen(verdict), verdict.legal, verdict.sight) == (NO_SIGHT, False, "blocked")
    assert rows(verdict)[0] == TOTAL
    found = rows(verdict, "HERO-6.8")
    assert {row[:4] for row in found} == {("HERO-6.8", "blocks", None, None)}
    assert ["B2", "C1"] in [sorted(row[4]) for row in found]


@pytest.mark.clause("HERO-6.8", applies=False)
def test_hero_6_8_one_line_beside_one_hex_that_blocks_is_enough_as_ruled() -> None:
    verdict = shot(OPEN)
    assert (seen(verdict), verdict.legal, verdict.sight) == (SLIVER, True, "impeded")
    assert verdict.rulings == {"hexside": "both"}
    ruled = shot(OPEN, rulings=EITHER)
    assert (seen(ruled), ruled.rulings) == (NO_SIGHT, EITHER)


@pytest.mark.clause("HERO-6.8", applies=True)
@pytest.mark.parametrize("border", ["A1/B1", "B1/C1", "B1/B2", "B2/C2", "C2/D2", "C2/D3"])
def test_hero_6_8_applies_to_walls_that_the_line_starts_ends_or_passes_at(border: str) -> None:
    verdict = shot(OPEN, borders={"wall": border})
    assert seen(verdict) == NO_SIGHT
    assert [border] in [row[4] for row in rows(verdict, "HERO-6.8")]


@pytest.mark.clause("HERO-6.8", applies=False)
@pytest.mark.parametrize("border", ["A1/B1", "B1/C1", "B1/B2", "B2/C2", "C2/D2", "C2/D3"])
def test_hero_6_8_cover_on_a_border_does_not_block_touched_or_met(border: str) -> None:
    for kind in ("fence", "low-wall", "door-frame"):
        assert shot(OPEN, borders={kind: border}).legal
    # What the line touches alone does not even conceal by more.
    assert seen(shot(OPEN, borders={"door-frame": "B1/C1"})) == SLIVER


@pytest.mark.clause("HERO-6.8", applies=False)
@pytest.mark.parametrize("between", ["X", "t", ".", "_"])
def test_hero_6_8_characters_cover_and_holes_do_not_block(between: str) -> None:
    # Other lines meet the walls of the hall.
    verdict = shot(f"# # # #\n# A {between} T\n# # # #", kinds={"thicket": {"covers": "half"}})
    assert (verdict.legal, verdict.concealment) == (True, "half")


@pytest.mark.clause("HERO-6.8", applies=True)
def test_hero_6_8_applies_where_everything_is_walled_up() -> None:
    assert seen(shot("# # # #\n# A # T\n# # # #")) == NO_SIGHT
    reaching = {"weapons": [STAFF], "reach": 2}
    assert seen(shot("# # # #\n# A # T\n# # # #", A=reaching)) == NO_SIGHT


@pytest.mark.clause("HERO-6.8", applies=False)
def test_hero_6_8_a_line_past_the_end_of_a_hex_is_free() -> None:
    # Along the top of the one row, where the map ends.
    assert seen(shot("A # T")) == ("half", "A1@N")


@pytest.mark.clause("HERO-6.8", applies=True)
@pytest.mark.parametrize("attack", [shot, melee])
def test_hero_6_8_applies_to_lines_of_no_length_at_a_walls_end(attack: object) -> None:
    # Other lines cross the wall or what is above and below, or end where the wall ends.
    judge = shot if attack is shot else melee
    drawing = "# # #\n# A T\n# # #"
    assert seen(judge(drawing, borders={"wall": "B2/C2"})) == NO_SIGHT
    assert judge(drawing, borders={"door-frame": "B2/C2"}).concealment == "mostly"
    assert judge(drawing).concealment == "none"


@pytest.mark.clause("HERO-6.8", applies=True)
def test_hero_6_8_applies_to_what_is_seen() -> None:
    answer = board(OPEN.replace("T", ".")).see("A")
    assert answer.cells["D3"] == "impeded"
    assert "D3" not in board(CLOSED.replace("T", ".")).see("A").cells
    assert answer.rulings == {"hexside": "both"}


# --- HERO-6.9 ----------------------------------------------------------------------------------------------

PAST = ". E . .\nA . . ."
"""A leaves A2 and B2, which E threatens."""


@pytest.mark.clause("HERO-6.9", applies=True)
def test_hero_6_9_applies_to_ones_own_concealment() -> None:
    assert provokes("D2", PAST, A={"concealment": "total"}) == ""


@pytest.mark.clause("HERO-6.9", applies=True)
def test_hero_6_9_applies_to_those_out_of_sight() -> None:
    hall = "# # # # #\nE A . . #\n# # # # #"
    assert provokes("D2", hall, borders={"wall": "A2/B2"}) == ""
    assert provokes("D2", hall) == "E"


@pytest.mark.clause("HERO-6.9", applies=False)
def test_hero_6_9_not_to_those_in_sight() -> None:
    assert provokes("D2", PAST) == "E"
    # That E is unseen itself does not matter.
    assert place("D2", PAST, E={"concealment": "total"}).provokes == ("E",)
