"""Section 6 of HERO, 6.6 and 6.7: low obstacles, and characters of several hexes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import Row, impedes, notes, rows
from tests.rulebook.hero5.boards import HALF, STAFF, melee, seen, shot

KINDS: dict[str, dict[str, Any]] = {
    "hedge": {"covers": "half", "height": "low"},
    "parapet": {"blocks": True, "height": "low"},
    "banner": {"covers": "half"},
    "rampart": {"covers": "mostly", "height": "low"},
}
LONG = " ".join(["."] * 16)
MET: Row = impedes("HERO-6.3", "G1/H1")
NOTED: Row = notes("HERO-6.6", "G1/H1")


def over(attacker: str, target: str, **more: Any) -> Any:
    """Judge an attack along one row with a low wall between G1 and H1, or what else is stated there."""
    terrain: dict[str, Any] = {"borders": {"low-wall": "G1/H1"}, **more}
    return shot(terrain.pop("drawing", LONG), kinds=KINDS, A={"at": attacker}, T={"at": target}, **terrain)


def noted(verdict: Any) -> str:
    """Why the low wall conceals or not."""
    (why,) = [finding.why for finding in verdict.findings if finding.clause.id == "HERO-6.6"]
    return str(why)


# --- HERO-6.6 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-6.6", applies=True)
@pytest.mark.parametrize(("attacker", "target"), [("A1", "N1"), ("A1", "H1"), ("G1", "H1"), ("B1", "M1"), ("N1", "A1")])
def test_hero_6_6_applies_within_6_hexes_of_the_target_and_not_nearer_to_the_attacker(
    attacker: str, target: str
) -> None:
    verdict = over(attacker, target)
    assert (verdict.concealment, rows(verdict, "HERO-6.1", "HERO-6.3", "HERO-6.6")) == ("half", [HALF, MET, NOTED])
    assert noted(verdict) == "low-wall at G1/H1 is low and conceals T: A is no nearer to it"


@pytest.mark.clause("HERO-6.6", applies=False)
def test_hero_6_6_not_at_7_hexes_from_the_target() -> None:
    verdict = over("A1", "O1")
    assert (verdict.concealment, rows(verdict, "HERO-6.3", "HERO-6.6")) == ("none", [NOTED])
    assert noted(verdict) == "low-wall at G1/H1 is low and does not conceal T, more than 6 hexes away"


@pytest.mark.clause("HERO-6.6", applies=False)
@pytest.mark.parametrize(("attacker", "target"), [("B1", "N1"), ("F1", "J1"), ("G1", "I1")])
def test_hero_6_6_not_from_an_attacker_who_is_nearer(attacker: str, target: str) -> None:
    verdict = over(attacker, target)
    assert (verdict.concealment, rows(verdict, "HERO-6.3", "HERO-6.6")) == ("none", [NOTED])
    assert noted(verdict) == "low-wall at G1/H1 is low and does not conceal T: A is nearer to it"


@pytest.mark.clause("HERO-6.6", applies=True)
@pytest.mark.parametrize(("kind", "found"), [("h", "half"), ("p", "half"), ("r", "mostly")])
def test_hero_6_6_applies_to_hexes(kind: str, found: str) -> None:
    drawing = f". . . . . . . {kind} . . . . . . . ."
    assert over("B1", "N1", drawing=drawing, borders={}).concealment == found
    assert over("C1", "N1", drawing=drawing, borders={}).concealment == "none"
    assert over("A1", "O1", drawing=drawing, borders={}).concealment == "none"


@pytest.mark.clause("HERO-6.6", applies=True)
def test_hero_6_6_applies_to_sight_which_low_obstacles_never_block() -> None:
    rows_of_walls = "# # # #\n# A {} T\n# # # #"
    assert seen(shot(rows_of_walls.format("p"), kinds=KINDS))[0] == "half"
    assert seen(shot(rows_of_walls.format("#"), kinds=KINDS)) == ("total", None)
    between_walls = "# # # #\n# A T #\n# # # #"
    for attack in (shot, melee):
        assert attack(between_walls, kinds=KINDS, borders={"parapet": "B2/C2"}).concealment == "half"
        assert attack(between_walls, borders={"wall": "B2/C2"}).concealment == "total"


@pytest.mark.clause("HERO-6.6", applies=True)
def test_hero_6_6_applies_in_melee() -> None:
    # On the shared side it is equally near to both; beside T it is nearer to T, beside A nearer to A.
    for border, found in [("A1/B1", "half"), ("A2/B1", "half"), ("A1/A2", "none")]:
        assert seen(melee("A T\n. .", borders={"low-wall": border})) == (found, None)
    assert rows(melee("A T\n. .", borders={"low-wall": "A1/A2"}), "HERO-6.6") == [notes("HERO-6.6", "A1/A2")]


@pytest.mark.clause("HERO-6.6", applies=False)
def test_hero_6_6_not_to_what_is_not_low() -> None:
    assert over("A1", "P1", borders={"banner": "G1/H1"}).concealment == "half"
    assert over("D1", "P1", borders={"banner": "G1/H1"}).concealment == "half"


@pytest.mark.clause("HERO-6.6", applies=False)
def test_hero_6_6_a_lesser_cover_that_is_not_low_conceals_where_a_low_one_does_not() -> None:
    borders = {"rampart": "G1/H1", "banner": "H1/I1"}
    assert over("A1", "N1", borders=borders).concealment == "mostly"
    assert over("B1", "N1", borders=borders).concealment == "half"


# --- HERO-6.7 ----------------------------------------------------------------------------------------------

GROUND = ". . . .\n. . . .\n. . . .\n. . . .\n. . . ."
WIDE: dict[str, Any] = {"at": "B3@S", "growth": 1}
"""On B3, A4 and B4, of which B3 and B4 are beside C3."""
ABOVE = {"wall": "B2/C3"}
"""The upper left side of C3: a line from B3 runs along it, none from B4."""


@pytest.mark.clause("HERO-6.7", applies=True)
def test_hero_6_7_applies_to_the_least_concealed_pair_in_melee() -> None:
    assert seen(melee(GROUND, borders=ABOVE, A=WIDE, T={"at": "C3"})) == ("none", None)
    assert seen(melee(GROUND, borders=ABOVE, A={"at": "C3"}, T=WIDE)) == ("none", None)


@pytest.mark.clause("HERO-6.7", applies=False)
def test_hero_6_7_with_one_hex_each_there_is_one_pair() -> None:
    assert seen(melee(GROUND, borders=ABOVE, A={"at": "B3"}, T={"at": "C3"})) == ("half", None)
    assert seen(melee(GROUND, borders=ABOVE, A={"at": "B4"}, T={"at": "C3"})) == ("none", None)


@pytest.mark.clause("HERO-6.7", applies=True)
def test_hero_6_7_applies_to_pairs_that_are_not_adjacent() -> None:
    # The shared side of B3 and C3 is also beside that of B4 and C3. From A4@SE lines to C3 touch its ends.
    wall, target = {"wall": "B3/C3"}, {"at": "C3"}
    assert seen(melee(GROUND, borders=wall, A=WIDE, T=target)) == ("none", "A4@SE")
    ruled = melee(GROUND, borders=wall, A=WIDE, T=target, rulings={"melee-wall": "shared-side"})
    assert seen(ruled) == ("none", None)


@pytest.mark.clause("HERO-6.6", applies=False)
@pytest.mark.parametrize(("attacker", "target"), [(WIDE, {"at": "C3"}), ({"at": "C3"}, WIDE)])
def test_hero_6_6_not_to_a_wall_of_another_pair_where_only_the_shared_side_counts(
    attacker: dict[str, Any], target: dict[str, Any]
) -> None:
    # B4 and C3 are the pair that counts; lines between them run along the low wall too.
    ruled = {"borders": {"low-wall": "B3/C3"}, "rulings": {"melee-wall": "shared-side"}}
    verdict = melee(GROUND, A=attacker, T=target, **ruled)
    assert (seen(verdict), rows(verdict, "HERO-6.4", "HERO-6.6")) == (("none", None), [])


@pytest.mark.clause("HERO-6.7", applies=True)
def test_hero_6_7_applies_to_all_corners_of_the_target_at_range() -> None:
    # X at A2 is met on the way to B2, not on the way to C1.
    drawing = "A . . .\nX . . ."
    assert seen(shot(drawing, T={"at": "C1"})) == ("none", "A1@N")
    assert seen(shot(drawing, T={"at": "B2@NE", "growth": 1}))[0] == "half"


@pytest.mark.clause("HERO-6.7", applies=True)
def test_hero_6_7_applies_to_all_corners_of_the_attacker_at_range() -> None:
    # From A2 X is in the way, from the top of A1 not.
    drawing = ". . . .\n. X . T"
    assert seen(shot(drawing, A={"at": "A2"}))[0] == "half"
    assert seen(shot(drawing, A={"at": "A1@SE", "growth": 1})) == ("none", "A1@N")


@pytest.mark.clause("HERO-6.7", applies=True)
def test_hero_6_7_applies_to_hexes_of_either_which_never_count() -> None:
    row = ". . t t ."
    thicket = {"thicket": {"covers": "half"}}
    # T squeezes on C1 and D1, A on A1 and B1.
    target = {"at": "C1@NE", "growth": 1}
    assert seen(shot(row, kinds=thicket, A={"at": "A1"}, T=target)) == ("none", "A1@N")
    assert seen(shot(row, kinds=thicket, A={"at": "A1"}, T={"at": "D1"}))[0] == "half"
    assert seen(shot("t t . .", kinds=thicket, A={"at": "A1@NE", "growth": 1}, T={"at": "D1"}))[0] == "none"


@pytest.mark.clause("HERO-6.7", applies=True)
@pytest.mark.parametrize("who", ["A", "T"])
def test_hero_6_7_applies_to_borders_inside_them_which_do_count(who: str) -> None:
    # Lines from A1 to the far corners of T, on C1 and D1, cross the border between these.
    wide, other = {"at": "C1@NE", "growth": 1}, {"at": "A1"}
    verdict = shot(". . . .", kinds=KINDS, borders={"banner": "C1/D1"}, **{who: wide, "AT".replace(who, ""): other})
    # A, on the wrong side of the border at D1, attacks from a corner of C1.
    assert verdict.concealment == ("half" if who == "T" else "none")


@pytest.mark.clause("HERO-6.7", applies=True)
def test_hero_6_7_applies_to_a_shared_hex() -> None:
    for attack in (shot, melee):
        assert seen(attack("AT", T={"shrinking": 2})) == ("none", None)
        assert seen(attack("ATt", kinds={"thicket": {"covers": "mostly"}}, A={"shrinking": 2})) == ("none", None)
        assert seen(attack("AT", T={"shrinking": 2, "concealment": "mostly"})) == ("mostly", None)
    # A on A1, A2 and B1, with walls between them, shares B1 with T.
    wide = {"at": "A1@SE", "growth": 1, "weapons": [STAFF]}
    walls = {"wall": "A1/B1 B1/B2"}
    assert seen(shot(". .\n. .", borders=walls, A=wide, T={"at": "B1", "shrinking": 2})) == ("none", None)
