"""PG-20.2 to 20.3 in inches: sight, its margin, seeing out of features, and shooting through buildings."""

from __future__ import annotations

import json
from math import sqrt
from typing import Any

import pytest

import sightline
from tests.rulebook.findings import forbids, permits, rows
from tests.rulebook.post_galactica.boards import PLAIN, RIFLE, blocks, light
from tests.rulebook.post_galactica.tables import box, building, feature, melee, shot, table, wall

LARGE = {"tags": ["Large"]}
NO_SIGHT = forbids("PG-20.1")
ACROSS = (9, 5, 10, 15)
"""A box across the way, higher than both bases."""
BLOCKS = {"inside": "blocks"}


def smoke(*corners: float) -> dict[str, Any]:
    """Return an obscuring feature."""
    return feature("smoke", box(*corners), cover="obscuring")


# --- PG-20.2 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.2", applies=True)
@pytest.mark.parametrize(
    ("features", "stated", "name"),
    [
        ([wall(*ACROSS)], {}, "wall"),
        ([smoke(*ACROSS)], {}, "smoke"),
        ([{"is": "blocking", "outline": box(*ACROSS)}], {}, "blocking"),
        ([{"is": "obscuring", "outline": box(*ACROSS)}], {}, "obscuring"),
        ([], {"E": {**LARGE, "at": [10, 10], "base": 3}}, "E"),
        ([], {"F": {"tags": ["large"], "at": [10, 10], "base": [1, 3]}}, "F"),
    ],
)
def test_pg_20_2_applies_to_what_cuts_every_line(
    features: list[dict[str, Any]], stated: dict[str, Any], name: str
) -> None:
    verdict = shot(*features, **stated)
    assert (verdict.sight, verdict.margin, verdict.too_close) == ("blocked", 0, False)
    assert rows(verdict) == [NO_SIGHT, blocks(name)]


@pytest.mark.clause("PG-20.2", applies=True)
def test_pg_20_2_applies_to_buildings_whatever_is_ruled_of_units() -> None:
    for rulings in ({}, {"units-block": "none"}):
        verdict = shot(B=building(*ACROSS), rulings=rulings)
        assert rows(verdict) == [NO_SIGHT, blocks("B"), forbids("PG-20.5", "B")]


@pytest.mark.clause("PG-20.2", applies=True)
def test_pg_20_2_applies_to_what_cuts_every_line_together() -> None:
    verdict = shot(wall(9, 5, 10, 10.2), smoke(9, 9.8, 10, 15), wall(2, 1, 3, 2))
    assert rows(verdict) == [NO_SIGHT, blocks("smoke"), blocks("wall 1")]  # as far from A, so by name
    # Of what cuts alone each is told, and of the rest nothing.
    verdict = shot(wall(9, 5, 10, 12), smoke(11, 9.8, 12, 15), wall(12, 8, 13, 14))
    assert rows(verdict) == [NO_SIGHT, blocks("wall 1"), blocks("wall 2")]


@pytest.mark.clause("PG-20.2", applies=True)
def test_pg_20_2_applies_to_obstacles_that_touch() -> None:
    assert shot(wall(9, 5, 10, 10), wall(9, 10, 10, 15)).sight == "blocked"
    assert shot(wall(9, 5, 10, 10), wall(10, 10, 11, 15)).sight == "blocked"  # in one corner
    assert shot(wall(8, 5, 10, 10), E={**LARGE, "at": [9, 10.8], "base": 1.6}).sight == "blocked"


@pytest.mark.clause("PG-20.2", applies=False)
def test_pg_20_2_one_line_from_anywhere_on_a_base_is_enough() -> None:
    # The line between the middles is cut by either half.
    assert shot(wall(9, 9.6, 10, 15)).sight == "clear"
    assert shot(wall(9, 5, 10, 10.4)).sight == "clear"
    assert shot(wall(9, 5, 10, 9.9), wall(9, 10.1, 10, 15)).sight == "clear"
    # From the upper edge of the one to the lower edge of the other.
    assert shot(wall(6, 9.8, 7, 15), wall(13, 5, 14, 10.2)).sight == "clear"


@pytest.mark.clause("PG-20.2", applies=False)
def test_pg_20_2_what_the_lines_only_touch_does_not_cut() -> None:
    verdict = shot(wall(9, 5, 10, 9.5), wall(9, 10.5, 10, 15))
    assert (verdict.sight, verdict.margin, rows(verdict)) == ("clear", None, PLAIN)


@pytest.mark.clause("PG-20.2", applies=False)
def test_pg_20_2_bases_that_touch_see_each_other_whatever_lies_there() -> None:
    beside = {"at": [6, 10]}
    assert shot(smoke(1, 1, 20, 19), T=beside, rulings=BLOCKS).sight == "clear"
    assert shot(smoke(1, 1, 20, 19), T={"at": [6.001, 10]}, rulings=BLOCKS).sight == "blocked"
    # Two walls in the corners between the bases.
    assert shot(wall(5.4, 5, 5.6, 9.9), wall(5.4, 10.1, 5.6, 15), T=beside).sight == "clear"


@pytest.mark.clause("PG-20.2", applies=False)
def test_pg_20_2_neither_the_two_nor_what_does_not_block_cut_lines() -> None:
    assert shot(A=LARGE, T={**LARGE, "base": 4}).sight == "clear"
    assert shot(T=building(14, 5, 17, 15), A=building(2, 5, 4, 15)).sight == "clear"
    assert shot(E={"at": [10, 10], "base": 4}, F={"at": [7, 10], "tags": ["Stealth"]}).sight == "clear"
    hedge, mud = feature("hedge", box(*ACROSS), cover="heavy"), feature("mud", box(11, 5, 12, 15), difficult=True)
    assert shot(hedge, mud).sight == "clear"
    assert shot(E={**LARGE, "at": [10, 10], "base": 3}, rulings={"units-block": "none"}).sight == "clear"


def test_features_without_a_word_on_sight_are_bad_input() -> None:
    with pytest.raises(sightline.ScenarioError) as caught:
        table({"is": "ruin", "outline": box(*ACROSS)})
    assert [problem.key for problem in caught.value.problems] == ["map.features.0.blocks"]


# --- PG-20.2a ----------------------------------------------------------------------------------------------

SLANTING = round(2 / 12 + 0.4 * sqrt(143) / 12, 6)
"""Past corners [10, 9.8] and [12, 10.2] midway between them, as steeply as from the edge of A: half an inch in six."""


@pytest.mark.clause("PG-20.2a", applies=True)
@pytest.mark.parametrize(
    ("features", "margin"),
    [
        ([wall(9, 9.75, 10, 15)], 0.5),  # half an inch round the line between the upper edges
        ([wall(9, 9.999, 10, 15)], 0.998),
        ([wall(9, 9.505, 10, 15)], 0.01),
        ([wall(9, 5, 10, 9.8), wall(9, 10.2, 10, 15)], 0.4),
        ([wall(9, 5, 10, 9.8), wall(12, 10.2, 13, 15)], SLANTING),
        ([wall(9, 5, 10, 9.9), wall(9, 10.0999996, 10, 15)], 0.2),  # rounded to six places
    ],
)
def test_pg_20_2a_applies_to_the_width_of_the_widest_way(features: list[dict[str, Any]], margin: float) -> None:
    verdict = shot(*features)
    assert (verdict.margin, verdict.too_close) == (margin, False)
    back: Any = table(*features).shot("T", "A")
    assert back.margin == margin


@pytest.mark.clause("PG-20.2a", applies=True)
def test_pg_20_2a_applies_to_ways_that_are_too_close_to_call() -> None:
    for margin, is_too_close in ((0.0002, True), (0.009998, True), (0.01, False), (0.010002, False)):
        verdict = shot(wall(9, 5, 10, 10 - margin / 2), wall(9, 10 + margin / 2, 10, 15))
        assert (verdict.sight, verdict.margin, verdict.too_close) == ("clear", pytest.approx(margin), is_too_close)
        assert verdict.legal


@pytest.mark.clause("PG-20.2a", applies=True)
def test_pg_20_2a_applies_to_the_smallest_width_that_is_clear() -> None:
    for width, sight in ((2e-6, "clear"), (1e-6, "clear"), (0.9e-6, "blocked"), (0, "blocked")):
        verdict = shot(wall(9, 5, 10, 10 - width), wall(9, 10, 10, 15))
        assert verdict.sight == sight
        assert verdict.margin == pytest.approx(width if sight == "clear" else 0, abs=6e-7)


@pytest.mark.clause("PG-20.2a", applies=True)
@pytest.mark.parametrize(
    "target", [{"base": 0.4}, {"base": [2, 0.4]}, {"base": [0.4, 2]}, {"base": [0.4, 2], "facing": 30}]
)
def test_pg_20_2a_applies_up_to_the_smaller_base(target: dict[str, Any]) -> None:
    slit = (wall(9, 5, 10, 9.81), wall(9, 10.19, 10, 15))
    assert shot(*slit, T=target).margin == pytest.approx(0.38)
    assert shot(*(wall(9, 5, 10, 9.8), wall(9, 10.2, 10, 15)), T=target).margin is None


@pytest.mark.clause("PG-20.2a", applies=True)
def test_pg_20_2a_applies_up_to_an_inch_for_buildings() -> None:
    house = {"T": building(15, 5, 20, 15), "A": {"base": 2}}
    assert shot(wall(9, 5, 10, 9.6), wall(9, 10.4, 10, 15), **house).margin == pytest.approx(0.8)
    assert shot(wall(9, 5, 10, 9.5), wall(9, 10.5, 10, 15), **house).margin is None


@pytest.mark.clause("PG-20.2a", applies=False)
def test_pg_20_2a_with_nothing_near_there_is_no_margin() -> None:
    for verdict in (shot(), shot(wall(9, 10.5, 10, 15)), shot(wall(9, 5, 10, 10), wall(9, 11, 10, 15))):
        assert (verdict.sight, verdict.margin, verdict.too_close) == ("clear", None, False)


@pytest.mark.clause("PG-20.2a", applies=False)
def test_pg_20_2a_bases_that_touch_have_none_and_blocked_sight_is_never_too_close() -> None:
    assert shot(wall(5.9, 5, 6.1, 9.8), T={"at": [6, 10]}).margin is None
    assert json.loads(shot(wall(*ACROSS)).to_json())["too_close"] is False


# --- PG-20.2b ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-20.2b", applies=True)
@pytest.mark.parametrize("ruin", [(4, 9, 6, 11), (5.4, 5, 8, 15), (14, 5, 16, 15), (12, 5, 14.6, 15)])
def test_pg_20_2b_applies_to_features_that_either_base_stands_in(ruin: tuple[float, ...]) -> None:
    verdict = shot(wall(*ruin))
    assert (verdict.sight, verdict.margin, verdict.legal) == ("clear", None, True)


@pytest.mark.clause("PG-20.2b", applies=True)
def test_pg_20_2b_applies_to_obscuring_features_as_ruled() -> None:
    for wood in (smoke(3, 8, 8, 12), smoke(13, 8, 17, 12), smoke(3, 8, 17, 12)):
        assert shot(wood).sight == "clear"
        verdict = shot(wood, rulings=BLOCKS)
        assert (verdict.sight, rows(verdict)) == ("blocked", [NO_SIGHT, blocks("smoke")])
    # Whoever stands only partly in a wood sees from the rest.
    assert shot(smoke(3, 9.8, 8, 12), rulings=BLOCKS).margin == 0.6


@pytest.mark.clause("PG-20.2b", applies=False)
def test_pg_20_2b_features_that_a_base_only_touches_cut() -> None:
    assert shot(wall(5.5, 5, 8, 15)).sight == "blocked"
    assert shot(wall(5.5 - 5e-7, 5, 8, 15)).sight == "blocked"
    assert shot(wall(5.5 - 1e-5, 5, 8, 15)).sight == "clear"
    # What another stands in cuts.
    assert shot(wall(*ACROSS), E={"at": [9.5, 10]}).sight == "blocked"


@pytest.mark.clause("PG-20.2b", applies=False)
def test_pg_20_2b_what_is_no_feature_is_not_stood_in() -> None:
    assert shot(E={**LARGE, "at": [7, 10], "base": 3}).sight == "blocked"


# --- PG-20.3 -----------------------------------------------------------------------------------------------

PORTS = {"side": "red", "tags": ["Firing Ports"]}


def bunker(left: float = 6.5, right: float = 8, **stated: Any) -> dict[str, Any]:
    """Return a building with firing ports across the way, unless stated an inch from A."""
    return building(left, 5, right, 15, **{**PORTS, **stated})


@pytest.mark.clause("PG-20.3", applies=True)
@pytest.mark.parametrize("left", [5.5, 6.4, 6.5, 6.5 + 5e-7])
def test_pg_20_3_applies_to_a_building_at_most_an_inch_away(left: float) -> None:
    verdict = shot(F=bunker(left))
    assert (verdict.sight, verdict.legal, verdict.margin, verdict.cover) == ("clear", True, None, "none")
    assert rows(verdict) == [permits("PG-20.3", "F"), *PLAIN]
    assert verdict.findings[0].why == "A shoots through F, which a natural 2 hits"


@pytest.mark.clause("PG-20.3", applies=True)
def test_pg_20_3_applies_with_the_margin_and_the_cover_of_all_else() -> None:
    verdict = shot(wall(9, 5, 10, 9.8), wall(9, 10.2, 10, 15), F=bunker(), B=building(9, 5, 10, 9.9))
    assert (verdict.margin, verdict.cover) == (pytest.approx(0.3), "light")
    assert rows(verdict, "PG-20.3", "PG-20.5") == [permits("PG-20.3", "F"), *light("PG-20.5", "B")]


@pytest.mark.clause("PG-20.3", applies=True)
def test_pg_20_3_applies_to_the_first_building_that_opens_a_line() -> None:
    # Of two across the way neither does; one beside it opens nothing.
    farther, nearer = bunker(6.4, 6.5), bunker(6, 6.2)
    assert rows(shot(F=farther, G=nearer)) == [NO_SIGHT, blocks("G"), blocks("F"), forbids("PG-20.5", "G", "F")]
    assert rows(shot(F=building(6.3, 10.6, 8, 15, **PORTS), G=nearer), "PG-20.3") == [permits("PG-20.3", "G")]
    # Either would open the half that it cuts.
    halves = {"G": building(6, 9.9, 7, 15, **PORTS), "F": building(6.2, 5, 6.5, 9.9, **PORTS)}
    assert rows(shot(**halves), "PG-20.3", "PG-20.5") == [permits("PG-20.3", "G"), *light("PG-20.5", "F")]


@pytest.mark.clause("PG-20.3", applies=True)
def test_pg_20_3_applies_to_a_natural_2_in_the_roll() -> None:
    scenario = table(F={**bunker(), "toughness": 2}, A={"weapons": [{**RIFLE, "range": 24, "attacks": 99}]})
    steps = scenario.resolve("A", "T", seed=1).steps
    hit = [step.why for step in steps if step.clause.id == "PG-20.3"]
    assert set(hit) == {"Hit Check 1, 1: a natural 2 hits F"}
    assert any(step.why == "F loses 1 Cohesion and is destroyed" for step in steps)


@pytest.mark.clause("PG-20.3", applies=False)
@pytest.mark.parametrize("stated", [bunker(6.50001), bunker(side="blue"), bunker(side=None), bunker(tags=["Large"])])
def test_pg_20_3_a_building_farther_away_of_others_or_without_ports_hides(stated: dict[str, Any]) -> None:
    assert rows(shot(F=stated)) == [NO_SIGHT, blocks("F"), forbids("PG-20.5", "F")]


@pytest.mark.clause("PG-20.3", applies=False)
def test_pg_20_3_where_a_line_is_open_it_covers_as_any_building_does() -> None:
    verdict = shot(F=building(6.5, 5, 8, 10.4, **PORTS))
    assert (verdict.cover, verdict.margin) == ("light", pytest.approx(0.2))
    assert rows(verdict, "PG-20.3") == []


@pytest.mark.clause("PG-20.3", applies=False)
def test_pg_20_3_a_rule_that_looks_past_buildings_comes_first() -> None:
    verdict = shot(F=bunker(), A={"allows": ["PG-20.5"]})
    assert rows(verdict, "PG-20.3", "PG-20.5") == [permits("PG-20.5", "F"), *light("PG-20.5", "F")]


@pytest.mark.clause("PG-20.3", applies=False)
def test_pg_20_3_something_else_that_cuts_and_melee_are_not_helped() -> None:
    verdict = shot(wall(*ACROSS), F=bunker())
    assert rows(verdict) == [NO_SIGHT, blocks("F"), blocks("wall"), forbids("PG-20.5", "F")]
    pike = {"weapons": [{"name": "pike", "range": "melee", "melee_reach": 9}]}
    assert rows(melee(F=bunker(), A=pike)) == [forbids("PG-20.5", "F")]
