"""Section 1 of HERO: moving through others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.hero5.boards import costs, place, places, provokes, rolls, stops

ACROBAT = {"acrobatics": 11}
OPEN = "\n".join([". . . . ."] * 5)
NOWHERE = {"A1": 0}
THROUGH: dict[str, int] = {"A1": 0, "B1": 1, "C1": 2}


# --- HERO-1.1 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-1.1", applies=True)
def test_hero_1_1_applies_to_a_hex_that_a_friend_holds() -> None:
    assert costs("A F .") == THROUGH
    assert stops("A F .") == {"B1": ("HERO-1.4",)}
    assert rolls("C1", "A F .") == []


@pytest.mark.clause("HERO-1.1", applies=False)
@pytest.mark.parametrize("manner", [{"by": True}, {"through": "T"}])
def test_hero_1_1_not_in_a_move_by_or_a_move_through(manner: dict[str, Any]) -> None:
    assert costs("A F . T", manner=manner) == NOWHERE


@pytest.mark.clause("HERO-1.1", applies=False)
def test_hero_1_1_a_move_through_a_friend_passes_no_friend_either() -> None:
    assert costs("A F .", manner={"through": "F"}) == NOWHERE


@pytest.mark.clause("HERO-1.1", applies=True)
def test_hero_1_1_applies_to_hexes_held_before_too() -> None:
    # E fills its hex, and A lies over it: no step may keep C3. At C3@N A holds C3, B2 and C2.
    helpless = {"at": "C3", "helpless": True, "fills_space": True}
    found = costs(OPEN, A={"at": "C3@N", "growth": 1, "movement": 1}, E=helpless)
    # Two turns and two shifts keep C3; the other turn and four shifts do not.
    assert set(found) == {"B2@SE", "A2@SE", "C2@SE", "B1@SE", "C1@SE", "B2@NE"}


PASSED = "# # . A\nE . . #\n. . . .\n"
"""E at A2 reaches 2. A goes from D1 over C2 to D3, and is attacked as it leaves C2."""


@pytest.mark.clause("HERO-1.1", applies=True)
def test_hero_1_1_applies_to_concealment_with_any_hex_of_the_friend_passed() -> None:
    # F holds C1, B2 and C2: at C2 A passes it, so that its hex B2 hides A no more.
    found = place("D3", PASSED, A={"movement": 2}, E={"reach": 2}, F={"at": "C1@S", "growth": 1})
    assert (found.path, found.provokes) == (("C2", "D3"), ("E",))


@pytest.mark.clause("HERO-1.1", applies=False)
def test_hero_1_1_a_friend_who_is_not_passed_conceals() -> None:
    found = place("D3", PASSED, A={"movement": 2}, E={"reach": 2}, F={"at": "B2"})
    assert (found.path, found.provokes) == (("C2", "D3"), ())
    assert provokes("D3", PASSED, A={"movement": 2}, E={"reach": 2}) == "E"


@pytest.mark.clause("HERO-1.1", applies=True)
def test_hero_1_1_applies_to_concealment_by_the_friend_onto_whom_it_steps() -> None:
    # E reaches D1, where F in C1 hides A: on the step onto F, but not on the step past its hex.
    found = places("E . F . A\n. . . # .", A={"movement": 2}, E={"reach": 3})
    assert (found["C1"].path, found["C1"].provokes) == (("D1", "C1"), ("E",))
    assert (found["C2"].path, found["C2"].provokes) == (("D1", "C2"), ())


ABOVE = {"at": "B1@NE", "growth": 1, "flying": True}


# --- HERO-1.2 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-1.2", applies=True)
@pytest.mark.parametrize("manner", [{}, {"by": True}, {"through": "T"}])
def test_hero_1_2_applies_to_opponents(manner: dict[str, Any]) -> None:
    assert costs("A E . T", manner=manner) == NOWHERE


@pytest.mark.clause("HERO-1.2", applies=True)
def test_hero_1_2_applies_to_those_without_a_side() -> None:
    assert costs("A E .", E={"side": None}, A={"side": None}) == NOWHERE


@pytest.mark.clause("HERO-1.2", applies=True)
def test_hero_1_2_applies_with_one_roll_before_coming_onto_the_opponent() -> None:
    found = place("C1", "A E .", A=ACROBAT)
    assert (found.cost, found.may_stop) == (2, True)
    (roll,) = found.rolls
    assert (roll.skill, roll.clause, roll.before, roll.roll_at_most) == ("acrobatics", "HERO-1.2", "B1", 11)
    assert (str(roll.chance), roll.else_) == ("5/8", "A1")
    assert stops("A E .", A=ACROBAT) == {"B1": ("HERO-1.4",)}


@pytest.mark.clause("HERO-1.2", applies=True)
def test_hero_1_2_applies_each_time() -> None:
    two = [("HERO-1.2", "B1", "A1"), ("HERO-1.2", "D1", "C1")]
    assert rolls("E1", "A E . H .", A=ACROBAT) == two
    # From one onto the next: a failure ends on E, where A may not stop.
    assert rolls("D1", "A E H .", A=ACROBAT) == [("HERO-1.2", "B1", "A1"), ("HERO-1.2", "C1", "A1")]
    assert rolls("C1", "A EH .", A=ACROBAT, E={"shrinking": 2}) == [("HERO-1.2", "B1", "A1")] * 2


@pytest.mark.clause("HERO-1.2", applies=True)
def test_hero_1_2_applies_to_a_second_coming_onto_the_same_opponent() -> None:
    # E, in the air, holds B1 and C1 on both sides of a wall, and A goes round its end at B2.
    found = rolls("D1", "A . . .\n# . # #", A=ACROBAT, E=ABOVE, borders={"wall": "B1/C1"})
    assert found == [("HERO-1.2", "B1", "A1"), ("HERO-1.2", "C1", "B2")]


@pytest.mark.clause("HERO-1.2", applies=False)
@pytest.mark.parametrize("manner", [{}, {"by": True}, {"through": "T"}])
def test_hero_1_2_not_to_the_helpless(manner: dict[str, Any]) -> None:
    found = places("A E . T", manner=manner, E={"helpless": True})
    assert {label: each.cost for label, each in found.items() if label != "D1"} == THROUGH
    assert not any(each.rolls for each in found.values())


@pytest.mark.clause("HERO-1.2", applies=False)
def test_hero_1_2_not_to_the_target_of_this_move_through() -> None:
    assert costs("A E .", manner={"through": "E"}) == THROUGH
    assert stops("A E .", manner={"through": "E"}) == {"B1": ("HERO-1.4",)}
    assert rolls("C1", "A E .", manner={"through": "E"}, A=ACROBAT) == []


@pytest.mark.clause("HERO-1.2", applies=False)
def test_hero_1_2_one_roll_for_all_the_steps_over_one_opponent() -> None:
    # E squeezes on B1 and C1.
    assert rolls("D1", "A . . .", A=ACROBAT, E={"at": "B1@NE", "growth": 1}) == [("HERO-1.2", "B1", "A1")]
    # A squeezes over E in three steps: onto it, along it and off it.
    wide = place("E1@NE", ". . E . . .", A={"at": "A1@NE", "growth": 1, "movement": 8, **ACROBAT})
    assert wide.cost == 8
    assert [roll.clause for roll in wide.rolls] == ["HERO-1.2"]


# --- HERO-1.3 ----------------------------------------------------------------------------------------------

IN_THE_WAY = {"helpless": True, "obstacle_when_helpless": True}


@pytest.mark.clause("HERO-1.3", applies=True)
def test_hero_1_3_applies_to_each_hex_of_a_helpless_obstacle() -> None:
    assert costs("A E .", E=IN_THE_WAY) == {"A1": 0, "B1": 2, "C1": 3}
    assert costs("A . . .", E={**IN_THE_WAY, "at": "B1@NE", "growth": 1}) == {"A1": 0, "B1": 2, "C1": 4, "D1": 5}
    assert stops("A E .", E=IN_THE_WAY) == {}


@pytest.mark.clause("HERO-1.3", applies=True)
def test_hero_1_3_applies_to_hexes_held_before_too() -> None:
    found = costs(OPEN, A={"at": "C3@N", "growth": 1, "movement": 2}, E={**IN_THE_WAY, "at": "C3"})
    # Turned left A still holds C3 and now B3; shifted up left it holds B2, B1 and C1.
    assert (found["B2@S"], found["B1@SE"]) == (2, 1)


@pytest.mark.clause("HERO-1.3", applies=False)
def test_hero_1_3_other_helpless_opponents_cost_nothing() -> None:
    assert costs("A E .", E={"helpless": True}) == THROUGH
    assert stops("A E .", E={"helpless": True}) == {}


@pytest.mark.clause("HERO-1.3", applies=False)
@pytest.mark.parametrize("power", ["flying", "desolid"])
def test_hero_1_3_not_for_the_flying_and_desolidified(power: str) -> None:
    assert costs("A E .", E=IN_THE_WAY, A={power: True}) == THROUGH


@pytest.mark.clause("HERO-1.3", applies=False)
def test_hero_1_3_not_for_those_who_are_not_helpless_or_no_opponents() -> None:
    assert costs("A E .", E={"obstacle_when_helpless": True}, A=ACROBAT) == THROUGH
    assert costs("A F .", F=IN_THE_WAY) == THROUGH


# --- HERO-1.4 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-1.4", applies=True)
def test_hero_1_4_applies_to_opponents_and_friends() -> None:
    for other in ("E", "F"):
        assert stops(f"A {other} .", A=ACROBAT) == {"B1": ("HERO-1.4",)}
        assert stops(f"A {other} .", A={"desolid": True, "flying": True}) == {"B1": ("HERO-1.4",)}


@pytest.mark.clause("HERO-1.4", applies=True)
@pytest.mark.parametrize("other", ["E", "F"])
def test_hero_1_4_applies_at_one_level_of_shrinking(other: str) -> None:
    assert stops(f"A {other} .", A={**ACROBAT, "shrinking": 1}) == {"B1": ("HERO-1.4",)}
    assert stops(f"A {other} .", A=ACROBAT, **{other: {"shrinking": 1}}) == {"B1": ("HERO-1.4",)}


@pytest.mark.clause("HERO-1.4", applies=False)
def test_hero_1_4_not_to_the_helpless_who_are_unfriendly() -> None:
    assert stops("A E .", E={"helpless": True}) == {}
    assert stops("A F .", F={"helpless": True}) == {"B1": ("HERO-1.4",)}


@pytest.mark.clause("HERO-1.4", applies=False)
@pytest.mark.parametrize("other", ["E", "F"])
def test_hero_1_4_not_where_one_of_the_two_has_two_levels_of_shrinking(other: str) -> None:
    assert stops(f"A {other} .", A={"shrinking": 2}) == {}
    assert stops(f"A {other} .", A=ACROBAT, **{other: {"shrinking": 2}}) == {}


# --- HERO-1.5 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-1.5", applies=True)
@pytest.mark.parametrize("small", [{"shrinking": 2}, {"shrinking": 5}, {"shrinking": 4, "growth": 2}])
@pytest.mark.parametrize("manner", [{}, {"by": True}, {"through": "T"}])
def test_hero_1_5_applies_from_two_levels_of_shrinking_on(small: dict[str, int], manner: dict[str, Any]) -> None:
    drawing = "A E . # T"
    assert costs(drawing, A=small, manner=manner) == THROUGH
    assert provokes("B1", drawing, A=small, manner=manner) == "E"
    assert rolls("C1", drawing, A=small, manner=manner) == []


@pytest.mark.clause("HERO-1.5", applies=True)
def test_hero_1_5_applies_to_an_opponent_without_any_reach() -> None:
    assert provokes("B1", "A E .", A={"shrinking": 2}, E={"shrinking": 2}) == "E"


@pytest.mark.clause("HERO-1.5", applies=False)
def test_hero_1_5_not_with_one_level_of_shrinking() -> None:
    assert costs("A E .", A={"shrinking": 1}) == NOWHERE


@pytest.mark.clause("HERO-1.5", applies=False)
def test_hero_1_5_to_enter_a_hex_beside_others_or_leave_theirs_is_a_move_of_one_hex() -> None:
    assert provokes("B1", "A . E", A={"shrinking": 2}) == ""
    assert provokes("B1", "AE .", A={"shrinking": 2}) == ""


@pytest.mark.clause("HERO-1.5", applies=False)
def test_hero_1_5_friends_and_the_helpless_are_not_provoked() -> None:
    assert provokes("B1", "A F .", A={"shrinking": 2}) == ""
    assert provokes("B1", "A E .", A={"shrinking": 2}, E={"helpless": True}) == ""
    assert provokes("B1", "A E .", A=ACROBAT, E={"shrinking": 2}) == ""


# --- HERO-1.6 ----------------------------------------------------------------------------------------------

WIDE_OPEN = "\n".join([". . . . . . ."] * 7)


@pytest.mark.clause("HERO-1.6", applies=True)
@pytest.mark.parametrize(
    ("at", "growth", "to", "other"),
    [
        ("D4", 2, "E4", {"at": "F4", "shrinking": 1}),
        ("D4@N", 3, "E3@SE", {"at": "G3"}),
        ("C4", 4, "D4", {"at": "F4@NE", "growth": 1}),
    ],
)
def test_hero_1_6_applies_to_sizes_three_apart(at: str, growth: int, to: str, other: dict[str, Any]) -> None:
    found = place(to, WIDE_OPEN, A={"at": at, "growth": growth, "movement": 1}, E=other)
    assert (found.rolls, found.may_stop, found.stops) == ((), False, ("HERO-1.4",))


@pytest.mark.clause("HERO-1.6", applies=True)
def test_hero_1_6_applies_to_the_smaller_one_too() -> None:
    large = {"at": "D4@N", "growth": 3}
    assert place("C3", WIDE_OPEN, A={"at": "B3", "movement": 1}, E=large).stops == ("HERO-1.4",)
    assert "C3" in costs(WIDE_OPEN, A={"at": "B3", "movement": 1}, F=large, manner={"by": True})


@pytest.mark.clause("HERO-1.6", applies=False)
def test_hero_1_6_not_to_sizes_two_apart() -> None:
    assert "D3" not in costs(WIDE_OPEN, A={"at": "C3", "movement": 1}, E={"at": "D4", "growth": 2})
    assert "E4" not in costs(WIDE_OPEN, A={"at": "D4", "movement": 1, "growth": 2}, E={"at": "F4"})
    assert "E4" not in costs(WIDE_OPEN, A={"at": "D4", "movement": 1, "growth": 3, "shrinking": 1}, E={"at": "F4"})


# --- HERO-1.7 ----------------------------------------------------------------------------------------------

FULL = {"fills_space": True}


@pytest.mark.clause("HERO-1.7", applies=True)
@pytest.mark.parametrize("mover", [{"acrobatics": 18}, {"shrinking": 2}, {"shrinking": 3}, {"flying": True}])
def test_hero_1_7_applies_whatever_else_lets_pass(mover: dict[str, Any]) -> None:
    assert costs("A E .", A=mover, E=FULL) == NOWHERE
    assert costs("A F .", A=mover, F=FULL) == NOWHERE
    assert costs("A E .", A=mover, E={**FULL, "helpless": True}) == NOWHERE
    assert costs("A E .", A=mover, E=FULL, manner={"through": "E"}) == NOWHERE


@pytest.mark.clause("HERO-1.7", applies=False)
@pytest.mark.parametrize("manner", [{}, {"by": True}])
def test_hero_1_7_a_desolidified_mover_passes_every_character(manner: dict[str, Any]) -> None:
    for other in ("E", "F"):
        found = places(f"A {other} .", A={"desolid": True, **ACROBAT}, manner=manner, **{other: FULL})
        assert {label: each.cost for label, each in found.items()} == THROUGH
        assert (found["C1"].rolls, found["B1"].stops) == ((), ("HERO-1.4",))


@pytest.mark.clause("HERO-1.7", applies=False)
def test_hero_1_7_not_of_those_who_do_not_fill_their_hexes() -> None:
    assert costs("A E .", A=ACROBAT) == costs("A E .", E={"helpless": True}) == THROUGH
