"""PG-20.1 to 20.3: legal targets, sight, and shooting through one's own buildings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import Row, forbids, permits, rows
from tests.rulebook.post_galactica.boards import BUILDING, PLAIN, RIFLE, blocks, board, melee, shot

LARGE = {"tags": ["Large"]}
ANY = {"hex-sight": "any-corner"}
EITHER = {"hexside": "either"}
BETWEEN = ". A .\n{} {} .\n. T ."
"""The line from A to T runs between A2 and B2."""
NO_SIGHT = forbids("PG-20.1")

# --- PG-20.1 -----------------------------------------------------------------------------------------------

REASONS: dict[str, dict[str, Any]] = {
    "a friend": {"T": {"side": "red"}},
    "beyond range": {"A": {"weapons": [{**RIFLE, "range": 1}]}},
    "protected": {"T": {"protected": "it burrows"}},
    "no skill": {"A": {"ranged_skill": 0}},
}


@pytest.mark.clause("PG-20.1", applies=True)
@pytest.mark.parametrize("reason", REASONS)
def test_pg_20_1_applies_to_each_reason_alone(reason: str) -> None:
    verdict = shot("A . T", **REASONS[reason])
    assert (verdict.legal, verdict.to_hit, verdict.odds, rows(verdict)) == (False, None, None, [forbids("PG-20.1")])


@pytest.mark.clause("PG-20.1", applies=True)
def test_pg_20_1_applies_to_all_of_them_at_once() -> None:
    attacker = {"ranged_skill": 0, "weapons": [{**RIFLE, "range": 1}]}
    verdict = shot("A # T", A=attacker, T={"side": "red", "protected": "it burrows"})
    assert rows(verdict) == [forbids("PG-20.1")] * 5 + [blocks("B1")]
    assert [finding.why for finding in verdict.findings] == [
        "T is on the side of A, red",
        "T is protected: it burrows",
        "A has no ranged attacks",
        "rifle reaches 1, the target is 2 away",
        "no line of sight from A to T",
        "blocking terrain at B1 cuts lines of sight, and none is open",
    ]


@pytest.mark.clause("PG-20.1", applies=False)
def test_pg_20_1_an_enemy_just_within_range_is_a_target_and_so_is_a_building() -> None:
    assert rows(shot("A . T", A={"weapons": [{**RIFLE, "range": 2}]})) == PLAIN
    assert shot("A . T", T=BUILDING).legal
    assert shot("A . T", A={"side": None}, T={"side": None}).legal


@pytest.mark.clause("PG-20.1", applies=False)
def test_pg_20_1_melee_goes_by_other_clauses() -> None:
    assert rows(melee("A T", T={"side": "red", "protected": "it burrows"}), "PG-20.1") == []


# --- PG-20.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.2", applies=True)
@pytest.mark.parametrize(
    ("token", "stated"),
    [("#", {}), ("s", {}), ("w", {}), ("B", {"B": BUILDING}), ("F", {"F": LARGE}), ("E", {"E": {"tags": ["large"]}})],
)
def test_pg_20_2_applies_to_what_stands_between(token: str, stated: dict[str, Any]) -> None:
    verdict = shot(f"A {token} T", kinds={"wall": {"blocks": True}}, **stated)
    assert verdict.sight == "blocked"
    assert rows(verdict, "PG-20.1", "PG-20.2") == [NO_SIGHT, blocks("B1")]


@pytest.mark.clause("PG-20.2", applies=True)
def test_pg_20_2_applies_to_everything_that_cuts_in_order() -> None:
    verdict = shot("A # . F T", F=LARGE)
    assert rows(verdict, "PG-20.2") == [blocks("B1"), blocks("D1")]


@pytest.mark.clause("PG-20.2", applies=True)
def test_pg_20_2_applies_to_two_hexes_that_the_line_runs_between() -> None:
    verdict = shot(BETWEEN.format("#", "#"))
    assert rows(verdict) == [NO_SIGHT, blocks("A2", "B2")]
    mixed = shot(BETWEEN.format("#", "F"), F=LARGE)
    assert rows(mixed) == [NO_SIGHT, blocks("A2", "B2")]


@pytest.mark.clause("PG-20.2", applies=True)
def test_pg_20_2_applies_to_one_hex_beside_the_line_as_ruled() -> None:
    for drawing, cell in ((BETWEEN.format("#", "."), "A2"), (BETWEEN.format(".", "#"), "B2")):
        assert shot(drawing).sight == "clear"
        assert rows(shot(drawing, rulings=EITHER)) == [NO_SIGHT, blocks(cell)]


@pytest.mark.clause("PG-20.2", applies=True)
def test_pg_20_2_applies_to_all_lines_from_any_corner() -> None:
    assert shot("A # T\n. . .").sight == "blocked"
    assert shot("A # T\n. . .", rulings=ANY).sight == "clear"
    assert shot(". . .\nA # T\n. . .", rulings=ANY).sight == "clear"
    walled = shot("# # # #\nA # T .\n# # # #", rulings=ANY)
    assert walled.sight == "blocked"
    assert blocks("B2") in rows(walled)


@pytest.mark.clause("PG-20.2", applies=False)
def test_pg_20_2_what_neither_blocks_nor_obscures_cuts_nothing() -> None:
    assert shot("A d x l h T").sight == "clear"
    assert shot("A F E T", F={"tags": ["Stealth"]}).sight == "clear"
    assert shot("A F T", F=LARGE, rulings={"units-block": "none"}).sight == "clear"
    assert shot("A B T", B=BUILDING, rulings={"units-block": "none"}).sight == "blocked"


@pytest.mark.clause("PG-20.2", applies=False)
@pytest.mark.parametrize("rulings", [{}, ANY])
def test_pg_20_2_the_hexes_of_the_two_never_cut(rulings: dict[str, str]) -> None:
    assert shot("A# . T#", rulings=rulings).sight == "clear"
    assert shot("As . Ts", rulings=rulings).sight == "clear"
    assert shot("A . T", A=LARGE, T={**LARGE, **BUILDING}, rulings=rulings).sight == "clear"
    assert shot("As Ts", rulings=rulings).sight == "clear"


@pytest.mark.clause("PG-20.2", applies=False)
def test_pg_20_2_nothing_off_the_map_cuts() -> None:
    # The line runs between A2 and a hole, or the edge of the map.
    assert shot(BETWEEN.format("#", "_")).sight == "clear"
    assert shot("A .\n# .\nT .").sight == "clear"
    assert shot("A _ T").sight == "clear"


def test_the_line_is_named_by_the_nearest_hexes() -> None:
    for rulings in ({}, ANY):
        verdict = shot("A . . . .", T={"at": ["E1", "D1"]}, rulings=rulings)
        assert [(line.from_, line.to) for line in verdict.lines] == [("A1", "D1")]
        assert (verdict.margin, verdict.too_close) == (None, False)


def test_what_is_seen_of_the_board() -> None:
    assert dict(board("A . # . .").see("A").cells) == {"B1": "clear", "C1": "clear"}
    assert dict(board("A . # . .").see("A").rulings) == {"hex-sight": "centre"}
    assert dict(board("A . . . .").see("A").rulings) == {}
    beside = board(BETWEEN.format("#", ".")).see("A")
    assert (beside.cells["B3"], dict(beside.rulings)) == ("clear", {"hex-sight": "centre", "hexside": "both"})


# --- PG-20.3 -----------------------------------------------------------------------------------------------

BUNKER = {**BUILDING, "side": "red", "tags": ["Firing Ports"]}
THROUGH = permits("PG-20.3", "B1")


@pytest.mark.clause("PG-20.3", applies=True)
@pytest.mark.parametrize("tag", ["firing ports", "Elevated Platform", "transparent shield", "shoot-through"])
def test_pg_20_3_applies_to_each_of_these_features(tag: str) -> None:
    verdict = shot("A F . T", F={**BUNKER, "tags": [tag]})
    assert (verdict.sight, verdict.legal, verdict.cover) == ("clear", True, "none")
    assert rows(verdict) == [THROUGH, *PLAIN]


@pytest.mark.clause("PG-20.3", applies=True)
def test_pg_20_3_applies_to_the_first_building_that_opens_a_line() -> None:
    # Of two buildings beside A only that one is in the way; with two in the way neither opens a line.
    verdict = shot("A F . T\nG . . .", F=BUNKER, G=BUNKER)
    assert rows(verdict, "PG-20.3") == [THROUGH]
    both = shot("A F . . T", F=BUNKER, G={**BUNKER, "at": ["C1"]})
    assert rows(both, "PG-20.3", "PG-20.5") == [forbids("PG-20.5", "B1", "C1")]


@pytest.mark.clause("PG-20.3", applies=True)
def test_pg_20_3_applies_to_buildings_of_several_hexes() -> None:
    verdict = shot("A . . . . T", F={**BUNKER, "at": ["B1", "C1", "D1"]})
    assert rows(verdict, "PG-20.3") == [permits("PG-20.3", "B1", "C1", "D1")]


@pytest.mark.clause("PG-20.3", applies=True)
def test_pg_20_3_applies_to_a_natural_2_in_the_roll() -> None:
    scenario = board("A F T", F={**BUNKER, "toughness": 2}, A={"weapons": [{**RIFLE, "attacks": 99, "damage": 1}]})
    steps = [step for step in scenario.resolve("A", "T", seed=1).steps if step.clause.id == "PG-20.3"]
    assert steps
    assert steps[0].why == "Hit Check 1, 1: a natural 2 hits F"
    assert any(step.why == "F loses 1 Cohesion and is destroyed" for step in scenario.resolve("A", "T", seed=1).steps)


@pytest.mark.clause("PG-20.3", applies=False)
@pytest.mark.parametrize(
    "stated",
    [
        {"side": "blue"},
        {"side": None},
        {"tags": ["Large"]},
        {"building": False, "tags": ["Large", "Firing Ports"]},
        {"at": "C1"},
    ],
)
def test_pg_20_3_a_building_of_others_without_ports_or_farther_away_is_not_shot_through(stated: dict[str, Any]) -> None:
    verdict = shot("A . . T", F={"at": "B1", **BUNKER, **stated})
    assert (verdict.sight, verdict.legal, rows(verdict, "PG-20.3")) == ("blocked", False, [])


@pytest.mark.clause("PG-20.3", applies=False)
def test_pg_20_3_where_a_line_is_clear_nothing_is_shot_through() -> None:
    verdict = shot("A F . T\n. . . .", F=BUNKER, rulings=ANY)
    assert (verdict.sight, rows(verdict, "PG-20.3")) == ("clear", [])


@pytest.mark.clause("PG-20.3", applies=False)
def test_pg_20_3_where_something_else_cuts_too_it_does_not_help() -> None:
    verdict = shot("A F # T", F=BUNKER)
    assert (verdict.sight, rows(verdict, "PG-20.3")) == ("blocked", [])
    found: list[Row] = [NO_SIGHT, blocks("B1"), blocks("C1"), forbids("PG-20.5", "B1")]
    assert rows(verdict) == found


@pytest.mark.clause("PG-20.3", applies=False)
def test_pg_20_3_nobody_fights_through_a_building() -> None:
    pike = {"weapons": [{"name": "pike", "range": "melee", "melee_reach": 2}]}
    assert rows(melee("A F T", A=pike, F=BUNKER)) == [forbids("PG-20.5", "B1")]


@pytest.mark.clause("PG-20.3", applies=False)
def test_pg_20_3_without_the_building_in_the_way_a_natural_2_just_misses() -> None:
    scenario = board("A . T\nF . .", F=BUNKER, A={"weapons": [{**RIFLE, "attacks": 99}]})
    assert {step.clause.id for step in scenario.resolve("A", "T", seed=1).steps} == {"PG-H1", "PG-H2", "PG-H3"}


def test_what_is_seen_through_a_building() -> None:
    assert dict(board("A F . .", F=BUNKER).see("A").cells) == {"B1": "clear", "C1": "clear", "D1": "clear"}
