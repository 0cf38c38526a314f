"""Section 2 of HERO: terrain and obstacles, in hexes and on borders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.hero5.boards import board, costs, held, place, rolls

KINDS: dict[str, dict[str, Any]] = {
    "mud": {"difficult": True},
    "ledge": {"roll": "acrobatics"},
    "net": {"roll": "acrobatics", "hampers": True},
    "vault": {"solid": "ceiling"},
    "rock": {"solid": "dense", "blocks": True},
}
ACROBAT = {"acrobatics": 11}
NOWHERE = {"A1": 0}
CLEAR = {"A1": 0, "B1": 1, "C1": 2}
FLIERS: list[dict[str, Any]] = [{"flying": True}, {"desolid": True}, {"flying": True, "desolid": True}]


# --- HERO-2.1 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-2.1", applies=True)
def test_hero_2_1_applies_to_each_hex() -> None:
    assert costs("A d . d") == {"A1": 0, "B1": 2, "C1": 3, "D1": 5}
    assert costs("A m m", kinds=KINDS) == {"A1": 0, "B1": 2, "C1": 4}


@pytest.mark.clause("HERO-2.1", applies=True)
def test_hero_2_1_applies_once_however_many_kinds_there_are() -> None:
    assert costs("A dm .", kinds=KINDS) == {"A1": 0, "B1": 2, "C1": 3}
    # Three hexes wide, with one kind at each side of the way.
    wide = {"at": "B2", "growth": 2, "movement": 2}
    assert place("C2", ". . m .\n. . . .\n. . d .", kinds=KINDS, A=wide).cost == 2


@pytest.mark.clause("HERO-2.1", applies=False)
def test_hero_2_1_not_to_leaving_it() -> None:
    assert costs("Ad . .") == CLEAR
    # Three wide, A leaves the difficult hex A2 behind.
    wide = {"at": "B2", "growth": 2, "movement": 2}
    assert place("C2", ". . . .\nd . . .\n. . . .", A=wide).cost == 1


# --- HERO-2.2 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-2.2", applies=True)
def test_hero_2_2_applies_to_an_obstacle_in_a_hex() -> None:
    assert costs("A o .") == {"A1": 0, "B1": 2, "C1": 3}


@pytest.mark.clause("HERO-2.2", applies=True)
@pytest.mark.parametrize("kind", ["fence", "low-wall"])
@pytest.mark.parametrize(("behind", "cost"), [(".", 3), ("d", 4), ("o", 4)])
def test_hero_2_2_applies_to_a_border_on_top_of_the_hex_behind_it(kind: str, behind: str, cost: int) -> None:
    # The example: a fence into clear ground costs 2 + 1.
    assert costs(f"A {behind}", borders={kind: "A1/B1"}) == {"A1": 0, "B1": cost}


@pytest.mark.clause("HERO-2.2", applies=True)
def test_hero_2_2_applies_only_with_enough_movement_for_both() -> None:
    crossed = {"A1": 0, "B1": 1, "C1": 4}
    assert costs("A . .", borders={"fence": "B1/C1"}, A={"movement": 4}) == crossed
    assert costs("A . .", borders={"fence": "B1/C1"}, A={"movement": 3}) == {"A1": 0, "B1": 1}


@pytest.mark.clause("HERO-2.2", applies=False)
def test_hero_2_2_not_to_a_fence_beside_the_way() -> None:
    assert costs("A . .\n. . .", borders={"fence": "B1/B2 A2/B2 B2/C1"}, A={"movement": 2})["C1"] == 2


@pytest.mark.clause("HERO-2.2", applies=False)
def test_hero_2_2_not_to_what_only_covers() -> None:
    assert costs("A . .", borders={"door-frame": "A1/B1"}) == CLEAR


@pytest.mark.clause("HERO-2.2", applies=False)
def test_hero_2_2_not_to_a_fence_within_the_hexes_before_and_after() -> None:
    # The fence is between B1 and B2, both of which A holds already.
    wide = {"at": "B1@SE", "growth": 1, "movement": 1}
    assert place("A2@NE", ". . .\n. . .", borders={"fence": "B1/B2"}, A=wide).cost == 1


# --- HERO-2.3 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-2.3", applies=True)
@pytest.mark.parametrize(("drawing", "borders", "cost"), [("A l .", {}, 1), ("A . .", {"net": "A1/B1"}, 3)])
def test_hero_2_3_applies_with_a_roll_before_it(drawing: str, borders: dict[str, str], cost: int) -> None:
    found = place("B1", drawing, borders=borders, kinds=KINDS, A=ACROBAT)
    assert found.cost == cost
    (roll,) = found.rolls
    assert (roll.skill, roll.clause, roll.before, roll.roll_at_most) == ("acrobatics", "HERO-2.3", "B1", 11)
    assert (str(roll.chance), roll.else_) == ("5/8", "A1")
    assert place("B1", drawing, borders=borders, kinds=KINDS, A={"acrobatics": 3}).rolls[0].chance.denominator == 216


@pytest.mark.clause("HERO-2.3", applies=True)
@pytest.mark.parametrize(("drawing", "borders"), [("A l .", {}), ("A . .", {"net": "A1/B1"})])
def test_hero_2_3_applies_to_those_without_the_skill(drawing: str, borders: dict[str, str]) -> None:
    assert costs(drawing, borders=borders, kinds=KINDS) == NOWHERE


@pytest.mark.clause("HERO-2.3", applies=True)
def test_hero_2_3_applies_to_each_step_onto_one() -> None:
    found = rolls("C1", "A l l", kinds=KINDS, A=ACROBAT)
    assert found == [("HERO-2.3", "B1", "A1"), ("HERO-2.3", "C1", "B1")]


@pytest.mark.clause("HERO-2.3", applies=True)
def test_hero_2_3_applies_beside_the_roll_for_an_opponent() -> None:
    found = rolls("B1", "A El", kinds=KINDS, A=ACROBAT, E={"flying": True})
    assert sorted(found) == [("HERO-1.2", "B1", "A1"), ("HERO-2.3", "B1", "A1")]


@pytest.mark.clause("HERO-2.3", applies=False)
def test_hero_2_3_one_roll_for_all_such_obstacles_of_a_step() -> None:
    assert rolls("B1", "A ln", borders={"net": "A1/B1"}, kinds=KINDS, A=ACROBAT) == [("HERO-2.3", "B1", "A1")]


@pytest.mark.clause("HERO-2.3", applies=False)
def test_hero_2_3_no_roll_for_what_is_left_or_was_held_before() -> None:
    assert rolls("B1", "Al .", kinds=KINDS, A=ACROBAT) == []
    wide = {"at": "B1@SE", "growth": 1, "movement": 1, **ACROBAT}
    # From B1, C1 and B2 A turns onto A2, or onto C2.
    assert rolls("A2@NE", ". l .\n. . .", kinds=KINDS, A=wide) == []
    assert rolls("B2@NE", ". . .\n. l .", kinds=KINDS, A=wide) == []
    assert len(rolls("B2@NE", ". . .\n. . l", kinds=KINDS, A=wide)) == 1


# --- HERO-2.4 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-2.4", applies=True)
@pytest.mark.parametrize(("drawing", "borders"), [("A # .", {}), ("A . .", {"wall": "A1/B1"})])
def test_hero_2_4_applies_to_hexes_and_borders(drawing: str, borders: dict[str, str]) -> None:
    assert costs(drawing, borders=borders, A={**ACROBAT, "movement": 99}) == NOWHERE


@pytest.mark.clause("HERO-2.4", applies=False)
def test_hero_2_4_not_to_what_one_stands_in_or_passes_by() -> None:
    assert costs("A . .\n# # #", borders={"wall": "B1/B2"}) == CLEAR
    assert costs("A . .", borders={"door-frame": "A1/B1"}, kinds={"hedge": {"covers": "mostly"}}) == CLEAR


# --- HERO-2.5 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-2.5", applies=True)
@pytest.mark.parametrize("mover", FLIERS)
@pytest.mark.parametrize("ground", ["d", "o", "do", "#", "l", "n"])
def test_hero_2_5_applies_to_terrain_in_hexes(mover: dict[str, Any], ground: str) -> None:
    assert costs(f"A {ground} .", kinds=KINDS, A=mover) == CLEAR
    found = place("B1", f"A {ground} .", kinds=KINDS, A=mover)
    assert (found.may_stop, found.rolls) == (True, ())


@pytest.mark.clause("HERO-2.5", applies=True)
@pytest.mark.parametrize("mover", FLIERS)
@pytest.mark.parametrize("kind", ["fence", "low-wall", "wall", "net", "ledge"])
def test_hero_2_5_applies_to_borders(mover: dict[str, Any], kind: str) -> None:
    assert costs("A . .", borders={kind: "A1/B1"}, kinds=KINDS, A=mover) == CLEAR


@pytest.mark.clause("HERO-2.5", applies=True)
@pytest.mark.parametrize(("mover", "kind"), [({"flying": True}, "vault"), ({"desolid": True}, "rock")])
def test_hero_2_5_applies_to_what_stops_them(mover: dict[str, Any], kind: str) -> None:
    for each in (mover, FLIERS[2]):
        assert costs(f"A {kind[0]} .", kinds=KINDS, A=each) == NOWHERE
        assert costs("A . .", borders={kind: "A1/B1"}, kinds=KINDS, A=each) == NOWHERE


@pytest.mark.clause("HERO-2.5", applies=False)
def test_hero_2_5_what_stops_the_one_does_not_stop_the_other_or_those_on_foot() -> None:
    assert costs("A v .", kinds=KINDS, A={"desolid": True}) == CLEAR
    assert costs("A r .", kinds=KINDS, A={"flying": True}) == CLEAR
    assert costs("A v .", kinds=KINDS) == costs("A . .", borders={"vault": "A1/B1"}, kinds=KINDS) == CLEAR
    assert costs("A d .", kinds={"dense": {"solid": "dense"}}) == CLEAR


@pytest.mark.clause("HERO-2.5", applies=False)
def test_hero_2_5_holes_and_the_edge_of_the_map_stop_everyone() -> None:
    for mover in FLIERS:
        assert costs("A _ .", A=mover) == NOWHERE


# --- HERO-2.6 ----------------------------------------------------------------------------------------------

HELPLESS = {"helpless": True, "obstacle_when_helpless": True}
NARROW = {"at": "A1@NE", "growth": 1, "movement": 20}
"""In one row, where it has to squeeze."""


@pytest.mark.clause("HERO-2.6", applies=True)
def test_hero_2_6_applies_twice_x4_and_three_times_x8() -> None:
    assert place("B1", "A do").cost == place("B1", "A Ed", E=HELPLESS).cost == 4
    assert place("B1", "A Edo", A={"movement": 8}, E=HELPLESS).cost == 8
    assert place("B1@NE", ". . do", A=NARROW).cost == 8
    assert place("B1@NE", ". . Edo", A=NARROW, E=HELPLESS).cost == 16


@pytest.mark.clause("HERO-2.6", applies=True)
def test_hero_2_6_applies_to_all_that_the_footprint_stands_on_after_the_step() -> None:
    assert place("B1@NE", ". d o", A=NARROW).cost == 8
    # Still on B1 after the step, off it after the next.
    assert place("C1@NE", ". d . .", A=NARROW).cost == 4 + 2


@pytest.mark.clause("HERO-2.6", applies=True)
def test_hero_2_6_applies_to_borders_once_and_twice_that_when_squeezed() -> None:
    assert place("B1@NE", ". . .", borders={"fence": "B1/C1"}, A=NARROW).cost == 2 + 4
    wide = {"at": "A1@SE", "growth": 1, "movement": 6}
    # Shifted right A comes onto B2 and C1 over two fences: 1 + 2.
    open_board = ". . .\n. . ."
    assert held(board(open_board, A=wide)) == "A1 A2 B1"
    assert place("B1@SE", open_board, borders={"fence": "A2/B2 B1/C1"}, A=wide).cost == 3


@pytest.mark.clause("HERO-2.6", applies=False)
def test_hero_2_6_not_to_borders_between_hexes_held_before_or_that_are_both_new() -> None:
    wide = {"at": "A1@SE", "growth": 1, "movement": 6}
    assert place("B1@SE", ". . .\n. . .", borders={"fence": "A1/B1 A1/A2 C1/B2"}, A=wide).cost == 1


@pytest.mark.clause("HERO-2.6", applies=False)
def test_hero_2_6_once_is_x2_and_the_same_doubling_counts_once() -> None:
    for ground in ("d", "o", "dm"):
        assert place("B1", f"A {ground}", kinds=KINDS).cost == 2
    assert place("B1@NE", ". d d", A=NARROW).cost == 4
