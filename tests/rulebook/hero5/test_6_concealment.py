"""Section 6 of HERO, 6.1 to 6.5: what concealment does, from which corner, at range and in melee."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.findings import impedes, rows, why
from tests.rulebook.hero5.boards import DCV, HALF, MOSTLY, OCV, STAFF, TOTAL, board, melee, provokes, seen, shot

KINDS: dict[str, dict[str, Any]] = {"thicket": {"covers": "half"}, "slit": {"covers": "mostly"}}
EITHER = {"hexside": "either"}
REACHING = {"weapons": [STAFF], "reach": 2}


# --- HERO-6.1 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-6.1", applies=True)
@pytest.mark.parametrize(("ground", "bonus", "chance"), [("t", HALF, 81), ("#", HALF, 81), ("s", MOSTLY, 35)])
def test_hero_6_1_applies_to_what_is_between(ground: str, bonus: Any, chance: int) -> None:
    verdict = shot(f"A {ground} T", kinds=KINDS)
    assert rows(verdict) == [DCV, bonus, impedes("HERO-6.3", "B1"), OCV]
    assert (verdict.legal, verdict.sight, verdict.odds.hit) == (True, "impeded", Fraction(chance, 216))


@pytest.mark.clause("HERO-6.1", applies=True)
@pytest.mark.parametrize(("own", "bonus"), [("half", HALF), ("mostly", MOSTLY)])
def test_hero_6_1_applies_to_a_targets_own(own: str, bonus: Any) -> None:
    for verdict in (shot("A . T", T={"concealment": own}), melee("A T", T={"concealment": own})):
        assert (rows(verdict), verdict.concealment, verdict.sight) == ([DCV, bonus, OCV], own, "impeded")
    assert shot("A . T", T={"concealment": own}).findings[1].why == f"T is {own} concealed from every side"


@pytest.mark.clause("HERO-6.1", applies=True)
def test_hero_6_1_applies_to_total_concealment() -> None:
    for verdict in (shot("A . T", T={"concealment": "total"}), melee("A T", T={"concealment": "total"})):
        assert rows(verdict) == [TOTAL]
        assert (verdict.legal, verdict.sight, verdict.to_hit, verdict.odds) == (False, "blocked", None, None)
        assert seen(verdict) == ("total", None)


@pytest.mark.clause("HERO-6.1", applies=True)
def test_hero_6_1_applies_to_the_greater_of_a_targets_own_and_what_is_between() -> None:
    for own, found in [("none", "half"), ("half", "half"), ("mostly", "mostly"), ("total", "total")]:
        assert shot("A t T", kinds=KINDS, T={"concealment": own}).concealment == found
    assert shot("A s T", kinds=KINDS, T={"concealment": "half"}).concealment == "mostly"


@pytest.mark.clause("HERO-6.1", applies=False)
def test_hero_6_1_a_targets_own_plays_no_part_in_picking_the_corner() -> None:
    # From A1@N a line runs along the hedge; from A1@NW none does.
    hedge: dict[str, Any] = {"kinds": {"hedge": {"covers": "half"}}, "borders": {"hedge": "B2/C1"}}
    for own in ("none", "half", "mostly"):
        assert seen(shot("A . T\n. . .", **hedge, T={"concealment": own})) == (own, "A1@NW")


@pytest.mark.clause("HERO-6.1", applies=False)
def test_hero_6_1_nothing_between_adds_nothing() -> None:
    verdict = shot("A . T")
    assert (rows(verdict), seen(verdict), verdict.sight) == ([OCV, DCV], ("none", "A1@N"), "clear")
    assert rows(shot("A . T", A={"concealment": "mostly"})) == [OCV, DCV]


# --- HERO-6.2 ----------------------------------------------------------------------------------------------

PAST = ". E . .\nA . . ."
"""A leaves A2 and B2, which E threatens."""


@pytest.mark.clause("HERO-6.2", applies=True)
@pytest.mark.parametrize("own", ["half", "mostly"])
def test_hero_6_2_applies_to_ones_own_concealment(own: str) -> None:
    assert provokes("D2", PAST, A={"concealment": own}) == ""


@pytest.mark.clause("HERO-6.2", applies=True)
@pytest.mark.parametrize("kind", ["low-wall", "wall", "door-frame"])
def test_hero_6_2_applies_to_what_conceals_each_place_that_is_left(kind: str) -> None:
    assert provokes("D2", PAST, borders={kind: "A2/B1 B1/B2"}) == ""


@pytest.mark.clause("HERO-6.2", applies=False)
def test_hero_6_2_not_where_another_place_is_left_unconcealed() -> None:
    # B2 is open to E, who is nearer to the low wall than A is there.
    assert provokes("D2", PAST, borders={"low-wall": "A2/B1"}) == "E"
    assert provokes("D2", PAST) == "E"


@pytest.mark.clause("HERO-6.2", applies=False)
def test_hero_6_2_walls_count_as_they_are_ruled() -> None:
    wall = {"wall": "A2/B1"}
    assert provokes("D2", PAST, borders=wall) == ""
    assert provokes("D2", PAST, borders=wall, rulings={"melee-wall": "shared-side"}) == "E"
    # Other moves, over C1, provoke E all the same.
    assert board(PAST, borders=wall).reach("A").rulings == {"opportunity": "attacks", "melee-wall": "any-line"}


# --- HERO-6.3 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-6.3", applies=True)
@pytest.mark.parametrize(("between", "found"), [("t", "half"), ("s", "mostly"), ("#", "half"), ("X", "half")])
def test_hero_6_3_applies_to_hexes_that_a_line_crosses(between: str, found: str) -> None:
    verdict = shot(f"A {between} T", kinds=KINDS)
    assert (seen(verdict), rows(verdict, "HERO-6.3")) == ((found, "A1@N"), [impedes("HERO-6.3", "B1")])


@pytest.mark.clause("HERO-6.3", applies=True)
def test_hero_6_3_applies_once_to_a_hex_with_terrain_and_a_character() -> None:
    verdict = shot("A Xt T", kinds=KINDS)
    assert rows(verdict, "HERO-6.3") == [impedes("HERO-6.3", "B1")]
    assert why(verdict, "HERO-6.3") == ["T is half concealed by X, thicket at B1"]


@pytest.mark.clause("HERO-6.3", applies=True)
@pytest.mark.parametrize(("kind", "found"), [("thicket", "half"), ("door-frame", "mostly"), ("wall", "half")])
def test_hero_6_3_applies_to_borders_that_a_line_crosses(kind: str, found: str) -> None:
    verdict = shot("A . T", kinds=KINDS, borders={kind: "B1/C1"})
    assert (seen(verdict), rows(verdict, "HERO-6.3")) == ((found, "A1@N"), [impedes("HERO-6.3", "B1/C1")])


@pytest.mark.clause("HERO-6.3", applies=True)
def test_hero_6_3_applies_to_borders_that_a_line_runs_along() -> None:
    # From A1@N and A1@NE to the lower corner of C1. From A1@NW the border is touched at its ends.
    drawing = "A . T\n. . ."
    assert seen(shot(drawing)) == ("none", "A1@N")
    assert seen(shot(drawing, kinds=KINDS, borders={"thicket": "B2/C1"})) == ("none", "A1@NW")


@pytest.mark.clause("HERO-6.3", applies=True)
def test_hero_6_3_applies_to_the_least_concealed_corner() -> None:
    # X is above the line. From A2@S and A2@SE every line passes below it or along its side to C2's own.
    assert seen(shot(". . X .\nA . T .")) == ("none", "A2@S")
    assert seen(shot(". . . .\nA . T .")) == ("none", "A1@S")


@pytest.mark.clause("HERO-6.3", applies=True)
def test_hero_6_3_applies_to_the_lesser_of_two_hexes_beside_a_line() -> None:
    # From A1@N and A1@NE to D3@N a line runs between C1 and B2, which others cross.
    drawing = "A . s .\n. t . .\n. . . T"
    assert seen(shot(drawing, kinds=KINDS)) == ("half", "A1@N")
    ruled = shot(drawing, kinds=KINDS, rulings=EITHER)
    assert (seen(ruled), ruled.rulings) == (("half", "A1@NW"), EITHER)


@pytest.mark.clause("HERO-6.3", applies=False)
@pytest.mark.parametrize("ground", ["t", "#", "X"])
def test_hero_6_3_a_side_of_the_targets_own_hex_is_met_only_as_ruled(ground: str) -> None:
    drawing = f"A . T\n. {ground} ."
    plain, ruled = shot(drawing, kinds=KINDS), shot(drawing, kinds=KINDS, rulings=EITHER)
    assert (seen(plain), plain.rulings) == (("none", "A1@N"), {"hexside": "both"})
    assert (seen(ruled), ruled.rulings) == (("half", "A1@N"), EITHER)


@pytest.mark.clause("HERO-6.3", applies=False)
def test_hero_6_3_touching_is_not_meeting() -> None:
    # From A1@NW D2 is touched where a line ends at D3@N; from A1@N one runs along it.
    drawing = "A . . .\n. . . X\n. . . T"
    assert seen(shot(drawing, rulings=EITHER)) == ("none", "A1@NW")
    # The line from A1@N to D3@N touches an end of the border.
    for kind in ("wall", "door-frame"):
        assert seen(shot("A . . .\n. . . .\n. . . T", borders={kind: "B1/C1"})) == ("none", "A1@N")


@pytest.mark.clause("HERO-6.3", applies=False)
def test_hero_6_3_the_two_characters_own_hexes_are_never_met() -> None:
    flying = {"A": {"flying": True}, "T": {"flying": True}}
    for ground in ("t", "s", "#"):
        assert seen(shot(f"A{ground} . T{ground}", kinds=KINDS, **flying)) == ("none", "A1@N")


@pytest.mark.clause("HERO-6.3", applies=False)
def test_hero_6_3_no_corner_without_sight_is_picked() -> None:
    # From A1@S and A1@SW walls alone are met, which half conceal, but nothing is seen.
    assert seen(shot("A s . #\n# # . #\n# # # T", kinds=KINDS)) == ("mostly", "A1@N")


@pytest.mark.clause("HERO-6.3", applies=False)
def test_hero_6_3_not_what_neither_covers_nor_blocks() -> None:
    assert seen(shot("A do T", borders={"fence": "A1/B1 B1/C1"})) == ("none", "A1@N")
    assert seen(shot("A _ T")) == ("none", "A1@N")


# --- HERO-6.4 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-6.4", applies=True)
@pytest.mark.parametrize("border", ["A1/B1", "A1/A2", "A2/B1"])
@pytest.mark.parametrize(("kind", "found"), [("wall", "half"), ("thicket", "half"), ("door-frame", "mostly")])
def test_hero_6_4_applies_to_every_border_that_a_line_meets(border: str, kind: str, found: str) -> None:
    verdict = melee("A T\n. .", kinds=KINDS, borders={kind: border})
    assert (seen(verdict), rows(verdict, "HERO-6.4")) == ((found, None), [impedes("HERO-6.4", border)])


@pytest.mark.clause("HERO-6.4", applies=True)
def test_hero_6_4_applies_to_low_walls_too() -> None:
    assert seen(melee("A T", borders={"low-wall": "A1/B1"})) == ("half", None)


@pytest.mark.clause("HERO-6.4", applies=True)
def test_hero_6_4_applies_as_it_is_ruled() -> None:
    ruling = {"melee-wall": "shared-side"}
    assert seen(melee("A T\n. .", borders={"wall": "A1/B1"}, rulings=ruling)) == ("half", None)
    verdict = melee("A T\n. .", borders={"wall": "A1/A2 A2/B1"}, rulings=ruling)
    assert (seen(verdict), verdict.rulings) == (("none", None), ruling)


@pytest.mark.clause("HERO-6.4", applies=False)
def test_hero_6_4_hexes_and_third_characters_do_not_count() -> None:
    assert seen(melee("# # X\nA T .\nt Y .", kinds=KINDS)) == ("none", None)


@pytest.mark.clause("HERO-6.4", applies=False)
def test_hero_6_4_not_behind_them_or_what_only_hampers() -> None:
    # The far sides of B2 and C2.
    far = "A2/B2 B1/B2 B2/B3 C2/D2 C2/D1 C2/D3"
    assert seen(melee(". . . .\n. A T .\n. . . .", borders={"wall": far})) == ("none", None)
    assert seen(melee("A T", borders={"fence": "A1/B1"})) == ("none", None)


@pytest.mark.clause("HERO-6.4", applies=False)
def test_hero_6_4_at_range_a_corner_is_picked() -> None:
    assert seen(shot("A T\n. .", borders={"wall": "A1/A2"})) == ("none", "A1@N")


# --- HERO-6.5 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-6.5", applies=True)
@pytest.mark.parametrize("between", ["X", "t", "s", "#", "."])
def test_hero_6_5_applies_to_melee_farther_away(between: str) -> None:
    at_range, in_melee = (shot(f"A {between} T", kinds=KINDS, A=each) for each in ({}, REACHING))
    assert in_melee.legal
    assert seen(in_melee) == seen(at_range) == ({".": "none", "s": "mostly"}.get(between, "half"), "A1@N")


@pytest.mark.clause("HERO-6.5", applies=False)
def test_hero_6_5_not_to_melee_next_to_each_other() -> None:
    # At range the wall on A1's side is avoided from another corner.
    wall = {"wall": "A1/A2"}
    assert seen(shot("A T\n. .", borders=wall, A=REACHING)) == ("half", None)
    assert seen(shot("A . T\n. . .", borders=wall, A=REACHING)) == ("none", "A1@N")
