"""PG-4.4, 20.1, 20.6 and 20.7 in inches: distances, ranges, Stealth, and split fire."""

from __future__ import annotations

from math import hypot, sqrt
from typing import Any

import pytest

from tests.rulebook.findings import forbids, permits, rows
from tests.rulebook.post_galactica.boards import BLADE, PLAIN, RIFLE, SKILL, TOUGHNESS, adds, blocks
from tests.rulebook.post_galactica.tables import building, melee, shot, table, wall

LENIENT = 5e-7
"""Distances that differ by so little are equal."""
STEALTH = {"tags": ["Stealth"]}


def rifle(reach: float) -> dict[str, Any]:
    """Return what A states whose rifle reaches so far."""
    return {"weapons": [{**RIFLE, "range": reach}]}


# --- PG-4.4 ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-4.4", applies=True)
@pytest.mark.parametrize(
    ("target", "distance"),
    [
        ({}, 9),
        ({"base": "25.4mm"}, 9),
        ({"base": "40mm"}, 10 - 0.5 - 20 / 25.4),
        ({"at": [8, 14]}, 4),
        ({"base": [2, 1]}, 8.5),
        ({"base": [2, 1], "facing": 90}, 9),
        ({"base": [2, 2], "facing": 45}, 9.5 - sqrt(2)),
        ({"base": [2, 1], "at": [11, 18]}, hypot(5, 7.5) - 0.5),
        (building(15, 5, 17, 15), 9.5),
        (building(12, 14, 17, 19), hypot(7, 4) - 0.5),
    ],
)
def test_pg_4_4_applies_from_edge_to_edge(target: dict[str, Any], distance: float) -> None:
    verdict = shot(T=target)
    assert verdict.distance == pytest.approx(distance, abs=6e-7)
    assert verdict.distance == round(verdict.distance, 6)
    assert table(T=target).shot("T", "A").distance == verdict.distance


@pytest.mark.clause("PG-4.4", applies=True)
def test_pg_4_4_applies_to_the_nearest_edges_of_outlines_with_dents() -> None:
    # A stands in the mouth of a building round it, and off the corners of its hull.
    horseshoe = [[3, 8], [20, 8], [20, 12], [3, 12], [3, 11.5], [19, 11.5], [19, 8.5], [3, 8.5]]
    assert shot(T={"building": True, "at": None, "outline": horseshoe}).distance == 1


@pytest.mark.clause("PG-4.4", applies=False)
def test_pg_4_4_bases_that_touch_are_not_apart() -> None:
    assert shot(T={"at": [6, 10]}).distance == 0
    assert shot(T={"at": [6 + LENIENT, 10]}).engaged == ("T",)


# --- PG-20.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.1", applies=True)
@pytest.mark.parametrize(
    ("attacker", "why"),
    [
        (rifle(8.99999), "rifle reaches 8.99999, the target is 9 away"),
        (rifle(8), "rifle reaches 8, the target is 9 away"),
        ({**rifle(9), "at": [5 - 1e-5, 10]}, "rifle reaches 9, the target is slightly farther away"),
        ({**rifle(8), "at": [5 - 1e-7, 10]}, "rifle reaches 8, the target is 9 away"),
    ],
)
def test_pg_20_1_applies_to_targets_just_beyond_range(attacker: dict[str, Any], why: str) -> None:
    verdict = shot(A=attacker)
    assert (verdict.legal, rows(verdict), verdict.findings[0].why) == (False, [forbids("PG-20.1")], why)


@pytest.mark.clause("PG-20.1", applies=True)
def test_pg_20_1_applies_to_every_reason_at_once() -> None:
    verdict = shot(
        wall(9, 5, 10, 15),
        A={"ranged_skill": 0, **rifle(3.5)},
        T={"side": "red", "protected": "it burrows", "at": [16, 10]},
    )
    assert rows(verdict) == [forbids("PG-20.1")] * 5 + [blocks("wall")]
    assert [finding.why for finding in verdict.findings] == [
        "T is on the side of A, red",
        "T is protected: it burrows",
        "A has no ranged attacks",
        "rifle reaches 3.5, the target is 10 away",
        "no line of sight from A to T",
        "wall cuts lines of sight, and none is open",
    ]


@pytest.mark.clause("PG-20.1", applies=False)
def test_pg_20_1_a_target_exactly_at_range_is_legal() -> None:
    assert rows(shot(A=rifle(9))) == PLAIN
    assert rows(shot(A={**rifle(9), "at": [5 - LENIENT, 10]})) == PLAIN
    assert rows(shot(A=rifle(9.5), T=building(15, 5, 17, 15))) == PLAIN


# --- PG-20.6 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.6", applies=True)
def test_pg_20_6_applies_just_beyond_4_inches() -> None:
    assert rows(shot(T={**STEALTH, "at": [10 + 1e-5, 10]})) == [forbids("PG-20.6")]


@pytest.mark.clause("PG-20.6", applies=True)
def test_pg_20_6_applies_to_hit_checks_within_4_inches_and_in_melee() -> None:
    harder = adds("PG-20.6", "hit_check")
    assert rows(shot(T={**STEALTH, "at": [10, 10]})) == [SKILL, harder, TOUGHNESS]
    assert rows(melee(T={**STEALTH, "at": [7, 10]}), "PG-20.6") == [harder]


@pytest.mark.clause("PG-20.6", applies=True)
@pytest.mark.parametrize("stated", [{"tags": ["stealth detection"]}, {"allows": ["PG-20.6"]}])
def test_pg_20_6_applies_to_hit_checks_of_who_may_target_it_from_afar(stated: dict[str, Any]) -> None:
    verdict = shot(A=stated, T=STEALTH)
    assert (verdict.legal, verdict.to_hit.hit_check) == (True, 8)
    assert rows(verdict, "PG-20.6") == [permits("PG-20.6"), adds("PG-20.6", "hit_check")]


@pytest.mark.clause("PG-20.6", applies=False)
def test_pg_20_6_at_4_inches_exactly_it_is_a_target() -> None:
    assert shot(T={**STEALTH, "at": [10, 10]}).legal
    assert shot(T={**STEALTH, "at": [10 + LENIENT, 10]}).legal


# --- PG-20.7 -----------------------------------------------------------------------------------------------

GUNS = [RIFLE, {"name": "cannon", "range": 24}, BLADE]
SPLIT = {"weapons": [{**RIFLE, "range": 12}, *GUNS[1:]], "split_fire": True, "targets": {"rifle": "T", "cannon": "E"}}


@pytest.mark.clause("PG-20.7", applies=True)
def test_pg_20_7_applies_to_all_but_the_declared_targets() -> None:
    scenario = table(A=SPLIT, E={"at": [15, 15]})
    legal = {(gun, at): scenario.shot("A", at, weapon=gun).legal for gun in ("rifle", "cannon") for at in "TE"}
    assert [key for key, may_fire in legal.items() if may_fire] == [("rifle", "T"), ("cannon", "E")]
    assert rows(scenario.shot("A", "T", weapon="cannon")) == [forbids("PG-20.7")]


@pytest.mark.clause("PG-20.7", applies=False)
def test_pg_20_7_without_declared_targets_any_may_be_shot_at() -> None:
    scenario = table(A={**SPLIT, "targets": {}}, E={"at": [15, 15]})
    assert all(scenario.shot("A", at, weapon=gun).legal for gun in ("rifle", "cannon") for at in "TE")
