"""PG-20.4 and 20.5: cover, from terrain and from buildings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rulebook.findings import forbids, notes, permits, rows
from tests.rulebook.post_galactica.boards import (
    BUILDING,
    PIKE,
    PLAIN,
    SKILL,
    TOUGHNESS,
    blocks,
    board,
    heavy,
    light,
    melee,
    shot,
)

ANY = {"hex-sight": "any-corner"}
COUNTS = {"cover-in-melee": "counts"}
PAST = {"allows": ["PG-20.5"]}


def armed(**stated: Any) -> dict[str, Any]:
    """Return what A states who reaches three hexes in melee."""
    return {"weapons": [PIKE], **stated}


# --- PG-20.4 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.4", applies=True)
@pytest.mark.parametrize(("drawing", "cell"), [("A . Tl", "C1"), ("A l T", "B1"), ("A . l T", "C1")])
def test_pg_20_4_applies_to_light_cover_at_the_target(drawing: str, cell: str) -> None:
    verdict = shot(drawing)
    assert (verdict.cover, verdict.to_hit.hit_check, verdict.to_hit.wound_threshold) == ("light", 7, 5)
    assert sorted(rows(verdict)) == sorted([*PLAIN, *light("PG-20.4", cell)])


@pytest.mark.clause("PG-20.4", applies=True)
@pytest.mark.parametrize(("drawing", "cell"), [("A . Th", "C1"), ("A . h T", "C1")])
def test_pg_20_4_applies_to_heavy_cover_at_the_target(drawing: str, cell: str) -> None:
    verdict = shot(drawing)
    assert (verdict.cover, verdict.to_hit.hit_check, verdict.to_hit.wound_threshold) == ("heavy", 8, 5)
    armor, hit = heavy("PG-20.4", cell)
    assert rows(verdict) == [TOUGHNESS, armor, SKILL, hit]  # the bases lead the findings on their numbers


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_to_the_best_cover_alone() -> None:
    verdict = shot("A . h Tl")
    assert verdict.cover == "heavy"
    assert rows(verdict, "PG-20.4") == [*heavy("PG-20.4", "C1"), notes("PG-20.4", "D1")]
    # Of equal ones the nearest counts.
    assert rows(shot("A . l Tl"), "PG-20.4") == [notes("PG-20.4", "C1"), *light("PG-20.4", "D1")]


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_to_every_line_to_the_target_as_ruled() -> None:
    drawing = "A . . T\n. . l ."
    assert shot(drawing).cover == "none"
    assert shot(drawing, rulings=ANY).cover == "light"


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_to_kinds_of_ones_own_and_to_targets_of_several_hexes() -> None:
    ruin = {"ruin": {"blocks": True, "cover": "heavy"}}
    assert shot("A . Tr", kinds=ruin).cover == "heavy"
    assert shot("A . . l", T={"at": ["C1", "D1"]}).cover == "light"
    # A line that is cut crosses it all the same.
    assert shot("A . r T\n. . . .", kinds=ruin, rulings=ANY).cover == "heavy"


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_in_melee_as_ruled() -> None:
    assert melee("A Th").cover == "none"
    verdict = melee("A Th", rulings=COUNTS)
    assert (verdict.cover, rows(verdict, "PG-20.4")) == ("heavy", heavy("PG-20.4", "B1"))
    assert melee("A # Th", A=armed(), rulings=COUNTS).cover == "heavy"


@pytest.mark.clause("PG-20.4", applies=False)
@pytest.mark.parametrize("drawing", ["Al . T", "A l . T", "A . T l", "A . T\n. l .", "A . T#", "A . T d x"])
def test_pg_20_4_other_terrain_gives_none(drawing: str) -> None:
    verdict = shot(drawing)
    assert (verdict.cover, rows(verdict)) == ("none", PLAIN)


@pytest.mark.clause("PG-20.4", applies=False)
def test_pg_20_4_what_a_line_only_runs_along_gives_none() -> None:
    drawing = ". A .\n. l .\n. T ."
    for either in ("both", "either"):
        assert shot(drawing, rulings={"hexside": either}).cover == "none"


@pytest.mark.clause("PG-20.4", applies=False)
def test_pg_20_4_without_sight_there_is_none() -> None:
    verdict = shot("A # . Th")
    assert (verdict.cover, rows(verdict, "PG-20.4")) == ("none", [])


# --- PG-20.5 -----------------------------------------------------------------------------------------------

CORNER = "A B . T\n. . . ."
"""From any corner some lines are cut by B, and some are not."""


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_to_a_building_that_cuts_some_lines() -> None:
    verdict = shot(CORNER, B=BUILDING, rulings=ANY)
    assert (verdict.sight, verdict.cover, rows(verdict, "PG-20.5")) == ("clear", "light", light("PG-20.5", "B1"))


@pytest.mark.clause("PG-20.5", applies=True)
@pytest.mark.parametrize("cover", ["none", "light", "heavy"])
def test_pg_20_5_applies_to_the_cover_that_the_building_states(cover: str) -> None:
    verdict = shot(CORNER, B={**BUILDING, "cover": cover}, rulings=ANY)
    found = {"none": [], "light": light("PG-20.5", "B1"), "heavy": heavy("PG-20.5", "B1")}[cover]
    assert (verdict.cover, rows(verdict, "PG-20.5")) == (cover, found)


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_to_buildings_that_cut_every_line() -> None:
    verdict = shot("A B . T", B=BUILDING)
    assert (verdict.sight, verdict.cover, verdict.legal) == ("blocked", "none", False)
    assert rows(verdict) == [forbids("PG-20.1"), blocks("B1"), forbids("PG-20.5", "B1")]
    assert verdict.findings[-1].why == "T is hidden behind B"


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_to_buildings_that_cut_every_line_together() -> None:
    beside = ". A .\n. . .\n. T ."
    walls = {"B": {"at": ["A2"]}, "C": {"at": ["B2"]}}
    assert rows(shot(beside, **walls), "PG-20.5") == [forbids("PG-20.5", "A2", "B2")]
    assert rows(shot(beside, B={"at": ["A2"]}), "PG-20.5") == []


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_whatever_else_cuts() -> None:
    verdict = shot("A B # T", B=BUILDING)
    assert rows(verdict) == [forbids("PG-20.1"), blocks("B1"), blocks("C1"), forbids("PG-20.5", "B1")]


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_to_melee() -> None:
    assert rows(melee("A B T", A=armed(), B=BUILDING)) == [forbids("PG-20.5", "B1")]


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_where_it_is_lifted_and_no_line_is_open() -> None:
    verdict = shot("A B . T", A=PAST, B={**BUILDING, "cover": "heavy"})
    assert (verdict.sight, verdict.legal, verdict.cover) == ("clear", True, "heavy")
    assert rows(verdict, "PG-20.5") == [permits("PG-20.5", "B1"), *heavy("PG-20.5", "B1")]
    in_melee = melee("A B T", A=armed(**PAST), B=BUILDING)
    assert (in_melee.legal, in_melee.sight) == (True, "clear")
    assert rows(in_melee, "PG-20.5") == [permits("PG-20.5", "B1")]


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_lifted_unless_something_else_still_cuts() -> None:
    verdict = shot("A B # T", A=PAST, B=BUILDING)
    assert (verdict.sight, verdict.cover) == ("blocked", "none")
    assert rows(verdict) == [forbids("PG-20.1"), blocks("C1")]


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_to_a_building_that_cuts_together_with_a_wall() -> None:
    drawing, stated = ". A .\n. # .\n. T .", {"B": {"at": ["A2"]}}
    # The building alone would not cut the line, so that it does not forbid; without it the line is open.
    assert rows(shot(drawing, **stated)) == [forbids("PG-20.1"), blocks("A2", "B2")]
    lifted = shot(drawing, A=PAST, **stated)
    assert (lifted.sight, lifted.cover) == ("clear", "light")
    assert rows(lifted, "PG-20.5") == [permits("PG-20.5", "A2"), *light("PG-20.5", "A2")]


@pytest.mark.clause("PG-20.5", applies=False)
def test_pg_20_5_a_building_that_cuts_no_line_gives_no_cover() -> None:
    for drawing in (". A . T\nB . . .", "A . T B", "A . T\n. B ."):
        verdict = shot(drawing, B={**BUILDING, "cover": "heavy"})
        assert (verdict.legal, verdict.cover, rows(verdict)) == (True, "none", PLAIN)


@pytest.mark.clause("PG-20.5", applies=False)
def test_pg_20_5_where_a_line_is_open_there_is_nothing_to_lift() -> None:
    verdict = shot(CORNER, A=PAST, B=BUILDING, rulings=ANY)
    assert rows(verdict, "PG-20.5") == light("PG-20.5", "B1")


@pytest.mark.clause("PG-20.5", applies=False)
def test_pg_20_5_where_only_terrain_and_large_units_cut_it_does_not_forbid() -> None:
    assert rows(shot("A # T"), "PG-20.5") == []
    assert rows(shot("A E T", E={"tags": ["Large"]}), "PG-20.5") == []
    assert melee("A # T", A=armed()).legal


def test_the_attacker_and_the_target_are_no_buildings_between() -> None:
    assert rows(shot("A . T", A=BUILDING, T={**BUILDING, "cover": "heavy"})) == PLAIN


def test_why_not_names_what_would_open_the_line() -> None:
    changes = board("A B . T\n. . . .", B=BUILDING, A={"movement": 0}).shot("A", "T", why_not=True).why_not
    assert [(change.change, change.what, change.legal) for change in changes] == [("remove", "B", True)]
    assert json.loads(board("A B . T", B=BUILDING).shot("A", "T").to_json())["cover"] == "none"
