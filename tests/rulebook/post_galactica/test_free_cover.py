"""PG-20.4 and 20.5 in inches: cover, from terrain and from buildings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.findings import forbids, notes, permits, rows
from tests.rulebook.post_galactica.boards import PLAIN, blocks, heavy, light
from tests.rulebook.post_galactica.tables import Box, box, building, feature, melee, shot, wall

BESIDE = 13.5
"""An inch from the base of T."""
ACROSS = (9, 5, 10, 15)
COUNTS = {"cover-in-melee": "counts"}
PAST = {"allows": ["PG-20.5"]}
REACH = {"weapons": [{"name": "pike", "range": "melee", "melee_reach": 9}]}


def hedge(outline: Box, cover: str = "light", **means: Any) -> dict[str, Any]:
    """Return a feature that covers."""
    return feature("hedge", outline, cover=cover, **means)


# --- PG-20.4 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.4", applies=True)
@pytest.mark.parametrize(
    "outline",
    [
        box(14, 9, 16, 11),  # around T
        box(15.4, 5, 17, 15),  # under its far edge
        box(12, 5, BESIDE, 15),
        box(12, 5, BESIDE - 5e-7, 15),
        box(4, 5, 16, 15),  # under both
        box(13, 10.49, 14.4, 11),  # crossed by the lowest lines alone
        [[13, 9.9], [13.9, 10], [13, 10.1]],
    ],
)
def test_pg_20_4_applies_to_features_under_the_target_or_crossed_within_an_inch_of_it(outline: Box) -> None:
    verdict = shot(hedge(outline))
    assert (verdict.sight, verdict.cover, rows(verdict, "PG-20.4")) == ("clear", "light", light("PG-20.4", "hedge"))
    assert (verdict.to_hit.hit_check, verdict.to_hit.wound_threshold) == (7, 5)


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_heavy_and_with_the_best_alone() -> None:
    verdict = shot(hedge(box(13, 5, 14, 15), "heavy"), feature("litter", box(14, 5, 16, 15), cover="light"))
    assert (verdict.cover, verdict.to_hit.hit_check, verdict.to_hit.wound_threshold) == ("heavy", 8, 5)
    assert rows(verdict, "PG-20.4") == [*heavy("PG-20.4", "hedge"), notes("PG-20.4", "litter")]
    assert verdict.findings[1].why == "heavy cover of T: hedge"


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_of_equal_ones_to_the_nearest_then_by_name() -> None:
    near, far = box(13.8, 5, 14, 15), box(13, 5, 13.6, 15)
    counted = [notes("PG-20.4", "hedge 1"), *light("PG-20.4", "hedge 2")]
    assert rows(shot(hedge(far), hedge(near)), "PG-20.4") == counted
    assert rows(shot(hedge(near), hedge(near)), "PG-20.4") == [
        *light("PG-20.4", "hedge 1"),
        notes("PG-20.4", "hedge 2"),
    ]


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_to_lines_that_are_cut_too() -> None:
    # Only lines that the wall cuts cross the hedge.
    verdict = shot(wall(9, 9.8, 10, 15), hedge(box(13, 10, 14, 15), blocks=True))
    assert (verdict.sight, verdict.cover) == ("clear", "light")


@pytest.mark.clause("PG-20.4", applies=True)
def test_pg_20_4_applies_in_melee_as_ruled() -> None:
    stated = {"T": {"at": [6.8, 10]}}
    bush = hedge(box(6.5, 9, 8, 11), "heavy")
    assert melee(bush, **stated).cover == "none"
    verdict = melee(bush, rulings=COUNTS, **stated)
    assert (verdict.cover, rows(verdict, "PG-20.4")) == ("heavy", heavy("PG-20.4", "hedge"))
    # Out of sight as well.
    assert melee(wall(9, 5, 10, 15), hedge(box(13, 5, 14, 15)), A=REACH, rulings=COUNTS).cover == "light"


@pytest.mark.clause("PG-20.4", applies=False)
@pytest.mark.parametrize(
    "outline",
    [
        box(12, 5, BESIDE - 1e-5, 15),
        box(13, 10.5, 14.4, 11),  # the lowest line runs along its edge
        box(15.5, 5, 17, 15),  # behind T, whose base touches it
        box(4, 5, 6, 15),  # under A alone
        box(4, 5, 14, 15),  # under A, and near T
        # Across the way far from T, with an arm beside it.
        [[9, 9], [10, 9], [10, 11], [16, 11], [16, 12], [9, 12]],
        # Near T, but the lines cross it at most nearly so near.
        [[12, 5], [13.4999, 10], [12, 15]],
    ],
)
def test_pg_20_4_features_crossed_farther_off_or_beside_the_lines_give_none(outline: Box) -> None:
    verdict = shot(hedge(outline, "heavy"))
    assert (verdict.cover, rows(verdict)) == ("none", PLAIN)


@pytest.mark.clause("PG-20.4", applies=False)
def test_pg_20_4_obscuring_terrain_covers_only_by_blocking() -> None:
    assert shot(feature("wood", box(14, 9, 16, 11), cover="obscuring")).cover == "none"
    verdict = shot(wall(*ACROSS), hedge(box(14, 9, 16, 11)))
    assert (verdict.cover, rows(verdict)) == ("none", [forbids("PG-20.1"), blocks("wall")])


# --- PG-20.5 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.5", applies=True)
@pytest.mark.parametrize("left", [5.6, 9, 13.9])
def test_pg_20_5_applies_to_a_building_at_any_distance_that_cuts_some_lines(left: float) -> None:
    verdict = shot(B=building(left, 10.4, left + 0.5, 15))
    assert (verdict.sight, verdict.cover, rows(verdict, "PG-20.5")) == ("clear", "light", light("PG-20.5", "B"))


@pytest.mark.clause("PG-20.5", applies=True)
@pytest.mark.parametrize("cover", ["none", "light", "heavy"])
def test_pg_20_5_applies_to_the_cover_that_the_building_states(cover: str) -> None:
    verdict = shot(B=building(9, 10, 10, 15, cover=cover))
    found = {"none": [], "light": light("PG-20.5", "B"), "heavy": heavy("PG-20.5", "B")}[cover]
    assert (verdict.cover, rows(verdict, "PG-20.5")) == (cover, found)


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_to_buildings_that_cut_every_line_together() -> None:
    halves = {"B": building(11, 5, 12, 10.2), "C": building(9, 9.8, 10, 15)}
    verdict = shot(**halves)
    assert rows(verdict) == [forbids("PG-20.1"), blocks("C"), blocks("B"), forbids("PG-20.5", "C", "B")]
    assert verdict.findings[-1].why == "T is hidden behind C, B"
    assert rows(melee(A=REACH, **halves)) == [forbids("PG-20.5", "C", "B")]
    gap = {**halves, "B": building(9, 5, 10, 9.79)}
    assert rows(shot(**gap), "PG-20.4", "PG-20.5") == [notes("PG-20.4", "B"), *light("PG-20.5", "C")]


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_lifted_where_no_line_is_open() -> None:
    houses = {"B": building(9, 5, 10, 10.2, cover="heavy"), "C": building(11, 9.8, 12, 15)}
    verdict = shot(A=PAST, **houses)
    assert (verdict.sight, verdict.legal, verdict.margin, verdict.cover) == ("clear", True, None, "heavy")
    assert rows(verdict, "PG-20.5") == [*heavy("PG-20.5", "B"), permits("PG-20.5", "B", "C")]
    # A wall that cuts together with a building hides nothing once that does not cut.
    halves = shot(wall(9, 5, 10, 10.2), B=building(9, 9.8, 10, 15), A=PAST)
    assert (halves.sight, halves.cover, rows(halves, "PG-20.5")) == (
        "clear",
        "light",
        [permits("PG-20.5", "B"), *light("PG-20.5", "B")],
    )
    assert halves.margin == 0.6


@pytest.mark.clause("PG-20.5", applies=True)
def test_pg_20_5_applies_lifted_unless_something_else_cuts() -> None:
    verdict = shot(wall(7, 5, 8, 15), B=building(*ACROSS), A=PAST)
    assert (verdict.sight, verdict.cover) == ("blocked", "none")
    assert rows(verdict) == [forbids("PG-20.1"), blocks("wall")]


@pytest.mark.clause("PG-20.5", applies=False)
def test_pg_20_5_a_building_that_lines_only_touch_or_pass_covers_nobody() -> None:
    for house in (building(9, 10.5, 10, 15), building(15.5, 5, 18, 15), building(3, 5, 4.5, 15)):
        verdict = shot(B={**house, "cover": "heavy"})
        assert (verdict.cover, verdict.margin, rows(verdict)) == ("none", None, PLAIN)


@pytest.mark.clause("PG-20.5", applies=False)
def test_pg_20_5_buildings_that_leave_a_line_to_terrain_and_large_units_do_not_forbid() -> None:
    large = {"E": {"tags": ["Large"], "at": [12, 10], "base": 3}}
    house = {"B": building(9, 9.8, 10, 15)}
    assert rows(shot(wall(9, 5, 10, 10.2), **house), "PG-20.5") == []
    assert rows(shot(**large, **house), "PG-20.5") == []
    assert melee(wall(9, 5, 10, 10.2), A=REACH, **house).legal


@pytest.mark.clause("PG-20.5", applies=False)
def test_pg_20_5_where_a_line_is_open_there_is_nothing_to_lift() -> None:
    verdict = shot(A=PAST, B=building(9, 10, 10, 15))
    assert (verdict.margin, rows(verdict, "PG-20.5")) == (None, light("PG-20.5", "B"))
    assert shot(A=PAST, B=building(9, 9.7, 10, 15)).margin == 0.4
