"""PG-21 in inches: engagement and melee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import forbids, notes, permits, rows
from tests.rulebook.post_galactica.boards import BLADE, PLAIN
from tests.rulebook.post_galactica.tables import building, melee, shot, table, wall

ENGAGED = notes("PG-21.2")
NEAR: dict[str, Any] = {"at": [7, 10]}
"""An inch from A."""
BARELY: dict[str, Any] = {"at": [7 + 1e-5, 10]}
"""Just more than an inch from A."""
HOUSE = building(6.5, 5, 8, 9)
ENGAGE = {"buildings-engage": "yes"}


def pike(reach: float) -> dict[str, Any]:
    """Return what A states whose pike reaches so far."""
    return {"weapons": [{"name": "pike", "range": "melee", "melee_reach": reach}]}


# --- PG-21.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.1", applies=True)
@pytest.mark.parametrize(
    "stated", [NEAR, {"at": [7 + 5e-7, 10]}, {"at": [6, 10]}, {"at": [7, 10], "base": [1, 3]}, {"at": [5, 8]}]
)
def test_pg_21_1_applies_to_enemies_within_an_inch(stated: dict[str, Any]) -> None:
    assert shot(T=stated).engaged == ("T",)


@pytest.mark.clause("PG-21.1", applies=True)
def test_pg_21_1_applies_through_walls_and_in_file_order() -> None:
    assert shot(wall(5.9, 5, 6.1, 15), T=NEAR).engaged == ("T",)
    assert shot(E={"at": [3, 10]}, T=NEAR).engaged == ("T", "E")
    verdict: Any = table(E={"at": [5, 12]}).shot("A", "T")
    assert verdict.engaged == ("E",)


@pytest.mark.clause("PG-21.1", applies=True)
def test_pg_21_1_applies_to_buildings_as_ruled() -> None:
    for stated in ({"E": building(6.5, 5, 8, 15)}, {"E": NEAR, "A": building(4, 5, 5.5, 15)}):
        assert shot(**stated).engaged == ()
        assert shot(rulings=ENGAGE, **stated).engaged == ("E",)


@pytest.mark.clause("PG-21.1", applies=False)
def test_pg_21_1_just_more_than_an_inch_away_and_friends_engage_nobody() -> None:
    assert shot(T=BARELY).engaged == ()
    assert shot(F=NEAR).engaged == ()
    assert shot(E=building(6.50001, 5, 8, 15), rulings=ENGAGE).engaged == ()


# --- PG-21.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.2", applies=True)
def test_pg_21_2_applies_to_the_melee_attacks_of_the_engaged() -> None:
    assert rows(melee(T=NEAR)) == [ENGAGED, *PLAIN]


@pytest.mark.clause("PG-21.2", applies=False)
def test_pg_21_2_who_is_not_engaged_need_not_fight() -> None:
    assert rows(melee(A=pike(3), T=BARELY)) == PLAIN


# --- PG-21.3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.3", applies=True)
def test_pg_21_3_applies_to_ranged_attacks_on_anyone() -> None:
    assert rows(shot(T=NEAR)) == [forbids("PG-21.3", "T")]
    assert rows(shot(E=NEAR)) == [forbids("PG-21.3", "E")]
    assert rows(shot(T=NEAR, A={"allows": ["PG-21.3"]})) == [permits("PG-21.3", "T"), *PLAIN]


@pytest.mark.clause("PG-21.3", applies=False)
def test_pg_21_3_who_is_just_not_engaged_shoots() -> None:
    assert rows(shot(T=BARELY)) == PLAIN
    assert rows(shot(T=HOUSE)) == PLAIN


# --- PG-21.4 (moves: see the tests of movement) ------------------------------------------------------------


@pytest.mark.clause("PG-21.4", applies=True)
@pytest.mark.parametrize("attack", [shot, melee])
def test_pg_21_4_applies_to_attacks_later_that_turn(attack: Any) -> None:
    at = BARELY if attack is shot else NEAR
    assert rows(attack(A={"disengaged": True}, T=at)) == [forbids("PG-21.4")]
    lifted = attack(A={"disengaged": True, "allows": ["PG-21.4"]}, T=at)
    assert (lifted.legal, rows(lifted, "PG-21.4")) == (True, [permits("PG-21.4")])


# --- PG-21.5 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.5", applies=True)
@pytest.mark.parametrize(
    ("attacker", "target", "why"),
    [
        ({}, BARELY, "blade reaches 1, the target is slightly farther away"),
        (pike(2.5), {"at": [8.6, 10]}, "pike reaches 2.5, the target is 2.6 away"),
        ({}, {**NEAR, "protected": "it burrows"}, "T is protected: it burrows"),
        ({}, {**NEAR, "side": "red"}, "T is on the side of A, red"),
    ],
)
def test_pg_21_5_applies_to_who_is_no_target(attacker: dict[str, Any], target: dict[str, Any], why: str) -> None:
    verdict = melee(A=attacker, T=target)
    assert (rows(verdict), verdict.findings[0].why) == ([forbids("PG-21.5")], why)


@pytest.mark.clause("PG-21.5", applies=True)
def test_pg_21_5_applies_to_targets_out_of_sight() -> None:
    verdict = melee(wall(5.9, 5, 6.1, 15), T=NEAR)
    assert (verdict.sight, verdict.margin, verdict.legal) == ("blocked", 0, True)
    assert rows(verdict) == [ENGAGED, notes("PG-21.5", "wall"), *PLAIN]
    assert rows(melee(B=building(5.9, 5, 6.1, 15), T=NEAR)) == [forbids("PG-20.5", "B")]


@pytest.mark.clause("PG-21.5", applies=False)
@pytest.mark.parametrize(
    ("attacker", "target"),
    [
        ({}, {"at": [7 + 5e-7, 10]}),
        (pike(2.5), {"at": [8.5, 10]}),
        (pike(2.5), {"at": [10, 10], "base": [1, 4], "facing": 90}),
        ({}, building(6.5, 5, 8, 15)),
    ],
)
def test_pg_21_5_enemies_just_in_reach_are_targets(attacker: dict[str, Any], target: dict[str, Any]) -> None:
    assert melee(A=attacker, T=target).legal


# --- PG-21.6 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-21.6", applies=True)
def test_pg_21_6_applies_to_several_enemies_within_an_inch() -> None:
    verdict = melee(E={"at": [5, 12]}, T=NEAR, A={"weapons": [BLADE], "split_melee": True})
    assert rows(verdict) == [ENGAGED, notes("PG-21.6"), *PLAIN]
    assert verdict.findings[1].why == "A is engaged by T, E and divides its attacks among them as it likes"


@pytest.mark.clause("PG-21.6", applies=False)
def test_pg_21_6_with_another_just_beyond_an_inch_there_is_no_choice() -> None:
    assert rows(melee(E={"at": [5, 12.00001]}, T=NEAR), "PG-21.6") == []
