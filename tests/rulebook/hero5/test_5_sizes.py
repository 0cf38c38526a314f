"""Section 5 of HERO: how many fit in a hex, and how far a character reaches."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import ScenarioError
from tests.rulebook.findings import Row, forbids, rows
from tests.rulebook.hero5.boards import board, melee, place, provokes, stops

CROWDED = ("HERO-1.4", "HERO-5.1")
OUT_OF_REACH: Row = forbids("HERO-5.3")
TOO_SMALL: Row = forbids("HERO-5.2")


def crowd(count: int, shrinking: int, *, name: str = "E", at: str = "B1", **more: Any) -> dict[str, Any]:
    """Return so many characters in one hex."""
    return {f"{name}{number}": {"at": at, "shrinking": shrinking, **more} for number in range(count)}


def stops_beside(shrinking: int, others: dict[str, Any], **more: Any) -> tuple[str, ...]:
    """Return the clauses that forbid a character of that size to stop in B1, where others are."""
    return tuple(place("B1", "A .", A={"shrinking": shrinking, **more}, **others).stops)


# --- HERO-5.1 ----------------------------------------------------------------------------------------------

FULL = {2: 4, 3: 25, 4: 100, 5: 100}


@pytest.mark.clause("HERO-5.1", applies=True)
@pytest.mark.parametrize("name", ["E", "F"])
@pytest.mark.parametrize("shrinking", FULL)
def test_hero_5_1_applies_to_one_more_than_fit(shrinking: int, name: str) -> None:
    assert stops_beside(shrinking, crowd(FULL[shrinking], shrinking, name=name)) == CROWDED


@pytest.mark.clause("HERO-5.1", applies=False)
@pytest.mark.parametrize("name", ["E", "F"])
@pytest.mark.parametrize("shrinking", FULL)
def test_hero_5_1_as_many_as_fit_may_stop(shrinking: int, name: str) -> None:
    assert stops_beside(shrinking, crowd(FULL[shrinking] - 1, shrinking, name=name)) == ()


@pytest.mark.clause("HERO-5.1", applies=True)
def test_hero_5_1_applies_to_the_shares_of_mixed_sizes() -> None:
    # 2/4 + 12/25 + 1/100 leave room for 1/100, not for 1/25.
    mixed = {**crowd(2, 2, name="E"), **crowd(12, 3, name="H"), **crowd(1, 4, name="J")}
    assert stops_beside(4, mixed) == stops_beside(5, mixed) == ()
    assert stops_beside(3, mixed) == stops_beside(2, mixed) == CROWDED
    assert stops_beside(4, {**mixed, **crowd(1, 5, name="K")}) == CROWDED


@pytest.mark.clause("HERO-5.1", applies=True)
def test_hero_5_1_applies_to_larger_ones_as_one() -> None:
    # Of two friends one at most is of full size.
    assert stops_beside(1, crowd(1, 1, name="F")) == ("HERO-1.4",)
    assert stops_beside(1, crowd(1, 2, name="F")) == ()
    assert stops_beside(2, {**crowd(1, 1, name="F"), **crowd(4, 2, name="G")}) == CROWDED


@pytest.mark.clause("HERO-5.1", applies=False)
def test_hero_5_1_a_full_sized_one_does_not_count_against_the_small() -> None:
    assert stops_beside(2, {**crowd(1, 0, name="E"), **crowd(3, 2, name="H")}) == ()
    assert stops_beside(0, crowd(4, 2, name="E"), acrobatics=11) == ()


@pytest.mark.clause("HERO-5.1", applies=False)
def test_hero_5_1_helpless_opponents_never_count() -> None:
    assert stops_beside(2, crowd(4, 2, helpless=True)) == ()
    assert stops_beside(2, crowd(4, 2, name="F", helpless=True)) == CROWDED
    assert stops_beside(2, {**crowd(3, 2), **crowd(1, 2, name="H", helpless=True)}) == ()


@pytest.mark.clause("HERO-5.1", applies=True)
@pytest.mark.parametrize("shrinking", FULL)
def test_hero_5_1_applies_to_those_of_a_file(shrinking: int) -> None:
    count = FULL[shrinking]
    assert len(board(". .", **crowd(count, shrinking)).board.pieces) == count
    with pytest.raises(ScenarioError) as caught:
        board(". .", **crowd(count + 1, shrinking))
    (problem,) = caught.value.problems
    assert (problem.key, problem.found) == (f"pieces.E{count}.at", "B1")


# --- HERO-5.2 ----------------------------------------------------------------------------------------------


@pytest.mark.clause("HERO-5.2", applies=True)
@pytest.mark.parametrize("small", [{"shrinking": 2}, {"shrinking": 5}, {"shrinking": 3, "growth": 1}])
def test_hero_5_2_applies_to_attacks_on_others_nearby(small: dict[str, int]) -> None:
    verdict = melee("A T", A=small)
    assert (verdict.legal, rows(verdict)) == (False, [TOO_SMALL])
    assert verdict.findings[0].why == "A reaches 0, the target is 1 away"
    assert melee("AT", A=small).legal


@pytest.mark.clause("HERO-5.2", applies=True)
def test_hero_5_2_applies_to_what_it_threatens() -> None:
    past = ". E . .\nA . . ."
    assert provokes("D2", past) == "E"
    assert provokes("D2", past, E={"shrinking": 2}) == ""
    # To strike, it enters its opponent's hex, which provokes.
    assert provokes("B1", "A E", A={"shrinking": 2}) == "E"


@pytest.mark.clause("HERO-5.2", applies=False)
def test_hero_5_2_not_in_its_own_hex() -> None:
    assert melee("AT", T={"shrinking": 2}).legal
    # Its own hex it threatens: A, who shares it, goes two hexes away.
    assert provokes("C1", "AE . .", E={"shrinking": 2}) == "E"


@pytest.mark.clause("HERO-5.2", applies=False)
def test_hero_5_2_not_at_one_level_or_with_a_stated_reach_or_at_range() -> None:
    assert melee("A T", A={"shrinking": 1}).legal
    assert melee("A T", A={"shrinking": 2, "reach": 1}).legal
    assert rows(melee("A . T", A={"shrinking": 2, "reach": 1}), "HERO-5.2", "HERO-5.3") == [OUT_OF_REACH]
    assert board("A T", A={"shrinking": 2}).shot("A", "T").legal


# --- HERO-5.3 ----------------------------------------------------------------------------------------------

WIDE = "\n".join([". . . . . . . . . . ."] * 5)
AT = {0: "C3", 1: "C3@N", 2: "C3", 3: "C3@N", 4: "C3"}
EDGE = {0: "C", 1: "C", 2: "D", 3: "D", 4: "E"}
"""The last hex in row 3 that A takes up there, by levels of Growth."""


def at_distance(growth: int, hexes: int, **more: Any) -> Any:
    """Judge the attack of A on someone so many hexes away from its nearest."""
    label = f"{chr(ord(EDGE[growth]) + hexes)}3"
    verdict = melee(WIDE, A={"at": AT[growth], "growth": growth, **more}, T={"at": label})
    assert verdict.distance == hexes
    return verdict


@pytest.mark.clause("HERO-5.3", applies=True)
@pytest.mark.parametrize("growth", AT)
def test_hero_5_3_applies_to_attacks_by_size(growth: int) -> None:
    reach = growth + 1
    assert all(at_distance(growth, hexes).legal for hexes in range(1, reach + 1))
    verdict = at_distance(growth, reach + 1)
    assert (verdict.legal, rows(verdict, "HERO-5.3")) == (False, [OUT_OF_REACH])
    assert verdict.findings[0].why == f"A reaches {reach}, the target is {reach + 1} away"


@pytest.mark.clause("HERO-5.3", applies=True)
def test_hero_5_3_applies_to_what_is_threatened() -> None:
    # A passes E in the row after the next.
    drawing = ". . . . .\n. . . . .\nA . . . ."
    assert provokes("D3", drawing, E={"at": "B1", "reach": 2}) == "E"
    assert provokes("D3", drawing, E={"at": "B1", "reach": 1}) == ""
    assert provokes("D3", drawing, E={"at": "B1@NE", "growth": 1}) == "E"


@pytest.mark.clause("HERO-5.3", applies=True)
def test_hero_5_3_applies_to_a_stated_reach_before_size() -> None:
    assert not at_distance(1, 2, reach=1).legal
    assert at_distance(0, 3, reach=3).legal
    assert rows(melee("A T", A={"reach": 0}), "HERO-5.3") == [OUT_OF_REACH]
    assert melee("AT", A={"reach": 0}, T={"shrinking": 2}).legal


@pytest.mark.clause("HERO-5.3", applies=False)
@pytest.mark.parametrize("stated", [{}, {"shrinking": 1}, {"growth": 1, "shrinking": 1}])
def test_hero_5_3_all_others_reach_1(stated: dict[str, int]) -> None:
    assert melee("A T", A=stated).legal
    assert not melee("A . T", A=stated).legal


@pytest.mark.clause("HERO-5.3", applies=False)
def test_hero_5_3_a_ranged_attack_needs_no_reach() -> None:
    assert board("A . . T").shot("A", "T").legal
    assert rows(board("A . . T", A={"reach": 0}).shot("A", "T"), "HERO-5.3") == []


def test_stopping_with_too_many_opponents_names_both_clauses() -> None:
    assert stops("A .", A={"shrinking": 2}, **crowd(4, 2)) == {"B1": CROWDED}
