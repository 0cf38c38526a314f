"""Clause SOD-8.15 and the ruling `portal-sight`: lines from and to the tiles that portals lead to."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from tests.rulebook.findings import notes, rows, why
from tests.rulebook.sodwa.battles import READY, SLOW, battle, can, play, refused, told
from tests.rulebook.sodwa.boards import FIGHTER, board, duel, sight

THROUGH = {"portal-sight": "through"}
WALL = """\
A . # . .
. . # . T"""
ROUND = """\
A . . . .
. . . # T"""
GATE: dict[str, Any] = {"drawing": WALL, "links": ["A1 D1"]}


def places(scenario: sightline.Scenario) -> list[str]:
    """Return where A can move to."""
    reach: Any = scenario.reach("A")
    return list(reach.cells)


@pytest.mark.clause("SOD-8.15", applies=True)
def test_sod_8_15_applies_who_stands_in_a_portal_looks_out_of_the_other_tile() -> None:
    verdict: Any = duel(**GATE, rulings=THROUGH, A={"range": 1}).shot("A", "T")
    assert (verdict.legal, verdict.sight, verdict.distance) == (True, "clear", 1)
    assert notes("SOD-8.15", "A1", "D1") in rows(verdict)
    assert why(verdict, "SOD-8.15") == ["the line begins at D1: a portal leads there from A1, where A stands"]
    assert verdict.rulings["portal-sight"] == "through"
    assert [(line.from_, line.to) for line in verdict.lines] == [("D1", "E2")]


@pytest.mark.clause("SOD-8.15", applies=False)
def test_sod_8_15_not_without_the_ruling_nor_beside_a_portal() -> None:
    verdict = duel(**GATE).shot("A", "T")
    assert (verdict.sight, rows(verdict, "SOD-8.15")) == ("blocked", [])
    assert verdict.rulings["portal-sight"] == "none"
    beside = duel(drawing=WALL, links=["A2 D1"], rulings=THROUGH).shot("A", "T")
    assert (beside.sight, rows(beside, "SOD-8.15")) == ("blocked", [])
    assert "portal-sight" not in beside.rulings


@pytest.mark.clause("SOD-8.15", applies=True)
def test_sod_8_15_applies_who_stands_in_a_portal_is_seen_at_the_other_tile() -> None:
    verdict: Any = duel(drawing=WALL, links=["E2 B2"], rulings=THROUGH).shot("A", "T")
    assert why(verdict, "SOD-8.15") == ["the line ends at B2: a portal leads from there to E2, where T stands"]
    assert verdict.kind == "ranged"  # for adjacency a portal is nothing


def test_two_who_stand_in_one_portal_see_each_other_on_a_line_without_length() -> None:
    verdict: Any = duel(drawing=WALL, links=["A1 E2"], rulings=THROUGH, A={"range": 0}).shot("A", "T")
    assert (verdict.sight, verdict.distance, verdict.legal) == ("clear", 0, True)
    assert verdict.svg().startswith("<svg")


def test_a_line_within_range_is_better_than_a_clearer_one_beyond() -> None:
    # Straight on three tiles, impeded; through the portal one tile more, and clear.
    there: dict[str, Any] = {"drawing": "A . i T . . . .", "links": ["A1 H1"], "rulings": THROUGH}
    assert duel(**there, A={"range": 3}).shot("A", "T").sight == "impeded"
    assert duel(**there, A={"range": 4}).shot("A", "T").sight == "clear"


def test_of_equal_lines_the_shorter_one_counts() -> None:
    verdict: Any = duel(drawing="A . . T . .", links=["A1 F1"], rulings=THROUGH).shot("A", "T")
    assert verdict.distance == 2


def test_the_adjacent_need_no_portal() -> None:
    verdict: Any = duel(drawing="A T . .", links=["A1 D1"], rulings=THROUGH).shot("A", "T")
    assert (verdict.kind, verdict.distance, rows(verdict, "SOD-8.15")) == ("melee", 1, [])


def test_somebody_at_the_end_of_a_portal_does_not_matter_but_in_the_line_everybody_does() -> None:
    assert sight("A # E . T", links=["A1 C1"], rulings=THROUGH) == "clear"
    assert sight("A # . E T", links=["A1 C1"], rulings=THROUGH) == "blocked"
    assert sight(". A . T .", links=["B1 A1"], rulings=THROUGH) == "clear"  # straight on, as the other end is behind it


def test_the_tile_at_the_end_counts_like_that_of_the_target() -> None:
    blocked = {"drawing": "A . # T\n. . # .", "links": ["D1 B2"], "rulings": THROUGH}
    assert sight(**blocked) == "clear"  # type: ignore[arg-type]
    verdict = board("A . . # T\n. . i # .", links=["E1 C2"], rulings=THROUGH).shot("A", "T")
    assert verdict.sight == "impeded"
    assert why(verdict, "SOD-4.3") == ["the tile C2 (impeding) impedes the line"]


@pytest.mark.parametrize(("ruling", "evasion"), [("none", []), ("through", ["T is aware of the attack"])])
def test_a_target_is_aware_of_whom_it_sees_through_a_portal(ruling: str, evasion: list[str]) -> None:
    homing = {"abilities": ["homing-attack"], "range": 9}
    there = duel(drawing=WALL, links=["A1 D1"], rulings={"portal-sight": ruling}, A=homing, T={"evasion": 7})
    found = [text for text in why(there.shot("A", "T"), "SOD-5.6") if "aware" in text]
    assert found == evasion


@pytest.mark.parametrize(("ruling", "cells"), [("none", set()), ("through", {"D1", "E1", "D2", "E2"})])
def test_see_looks_out_of_a_portal(ruling: str, cells: set[str]) -> None:
    seen = board(**GATE, rulings={"portal-sight": ruling}).see("A")
    assert cells <= seen.cells.keys()
    assert bool({"D1", "E2"} & seen.cells.keys()) == bool(cells)
    assert seen.rulings["portal-sight"] == ruling


def test_see_finds_whoever_would_stand_in_a_portal() -> None:
    there = board(WALL, links=["B2 E1"], rulings=THROUGH)
    assert "E1" in there.see("A").cells
    assert "D1" not in there.see("A").cells


@pytest.mark.parametrize(("ruling", "is_legal"), [("none", False), ("through", True)])
def test_battles_have_it_for_attacks_and_abilities(ruling: str, is_legal: bool) -> None:
    there = battle(
        ROUND,
        rulings={"portal-sight": ruling},
        A=can("portal", "immobilize", "flood", ip=2000, range=2, initiative=1),
        T=SLOW,
    )
    play(there, "A portal A1 E1", "A end")
    shots = [action["target"] for action in there.legal() if action["do"] == "attack"]
    assert ("T" in shots) == is_legal
    assert (refused(there, "A attack T") == []) == is_legal
    assert (refused(there, "A immobilize T") == []) == is_legal
    assert refused(there, "A flood E2") == [("SOD-8.0", "no line of sight from A to E2")]  # a tile is no character


def test_a_snapshot_of_a_battle_has_its_portals_also_as_a_file() -> None:
    there = battle(ROUND, A=can("portal", move=2, ip=2000), T=SLOW)
    assert "D1" not in places(there.snapshot())
    play(there, "A portal A1 E1")
    now = there.snapshot()
    assert "D1" in places(now)
    assert "D1" in places(sightline.parse(now.to_yaml()))
    assert now.with_rulings(THROUGH).shot("A", "T").sight == "clear"


def test_portals_of_a_scenario_are_those_of_its_battle_and_never_end() -> None:
    there = battle(WALL, links=["A1 D1"], A=can("portal", **READY, initiative=900), T=SLOW)
    assert refused(there, "A portal A1 B2")[0] == ("SOD-8.15", "A1 is part of a portal already")
    assert any(action["do"] == "move" and action["path"] == ["D1"] for action in there.legal())
    assert told(play(there, "A portal B1 B2"), "began")[0]["on"] == ["B1", "B2"]
    for _turn in range(4):
        play(there, "A end")
    assert dict(there.snapshot().board.links).keys() == {
        there.snapshot().position.cell(label) for label in ("A1", "D1")
    }


def test_portals_of_a_scenario_are_drawn() -> None:
    there = board(**GATE, A=FIGHTER)
    assert "Portal: A1 D1" in there.text()
    assert [area.sign for area in there.scene.marked_areas] == ["P1"]
    assert [area.sign for area in battle(WALL, links=["A1 D1"], A=READY, T=SLOW).scene.marked_areas] == ["P1"]
