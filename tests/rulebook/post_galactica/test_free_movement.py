"""PG-4.4, 14.1 and 21.4 in inches: where a move may end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rulebook.post_galactica.tables import box, building, can_end, feature, melee, table, wall

pytest.importorskip("shapely", reason="the extra free is not installed")

FAR: dict[str, Any] = {"at": [38, 2]}
AT: dict[str, Any] = {"at": [10, 10]}
MUD = (12, 0, 20, 20)


def ends(*features: Any, a: Any = None, **more: Any) -> Any:
    """Return whether A, at [10, 10], may end its move at a place; T stands far off unless stated."""
    scenario = table(*features, **{"T": FAR, **more, "A": {**AT, "movement": 4, **(a or {})}})
    return lambda *spot: can_end(scenario, *spot)


# --- PG-4.4 ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-4.4", applies=True)
def test_pg_4_4_applies_to_enemy_bases_in_the_way_and_to_bases_at_the_end() -> None:
    # Walls from edge to edge leave a way of 3 inches, which E fills.
    corridor = [feature("rock", box(0, top, 40, top + 8.5), blocks=False, impassable=True) for top in (0, 11.5)]
    way = ends(*corridor, a={"movement": 20}, E={"at": [14, 10], "base": 2})
    assert way(11.4, 10)
    assert not way(17, 10)
    friend = ends(*corridor, a={"movement": 20}, F={"at": [14, 10], "base": 2})
    assert friend(17, 10)
    assert not friend(14, 10)
    assert not friend(12.51, 10)


@pytest.mark.clause("PG-4.4", applies=True)
@pytest.mark.parametrize("movement", [0, 1, 4])
def test_pg_4_4_applies_to_movement_in_inches(movement: int) -> None:
    may_end = ends(a={"movement": movement})
    assert may_end(10 + movement - 0.1, 10) is (movement > 0)
    assert not may_end(10 + movement + 0.001, 10)


@pytest.mark.clause("PG-4.4", applies=False)
def test_pg_4_4_bases_may_touch_at_the_end_and_rectangles_end_as_what_they_are() -> None:
    assert ends(F={"at": [13, 10]})(12 - 1e-4, 10)
    assert not ends(F={"at": [13, 10]})(12 + 1e-4, 10)
    # Turned along the table's height the base is an inch wide, and the circle round it 2.2 inches.
    base = {"base": [1, 2]}
    assert ends(a=base, F={"at": [13, 10]})(12 - 1e-4, 10)
    assert not ends(a={**base, "facing": 90}, F={"at": [13, 10]})(12 - 1e-4, 10)
    # The edge of the table is one too.
    edge = ends(a={**base, "at": [2, 10]})
    assert edge(1.2, 10)


# --- PG-14.1 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PG-14.1", applies=True)
def test_pg_14_1_applies_to_difficult_ground_under_any_part_of_the_base() -> None:
    # An inch and a half to where the base comes upon it; the other two and a half inches go half as far.
    may_end = ends(feature("mud", box(*MUD), difficult=True))
    assert may_end(12.69, 10)
    assert not may_end(12.7501, 10)
    # Half an inch to a strip of one, two inches at the price of four until it has been left, and half an inch on.
    strip = ends(feature("mud", box(11, 0, 12, 20), difficult=True), a={"movement": 5})
    assert strip(12.9, 10)
    assert not strip(13.001, 10)
    # From a place on it.
    assert not ends(feature("mud", box(0, 0, 20, 20), difficult=True))(12.0001, 10)


@pytest.mark.clause("PG-14.1", applies=True)
def test_pg_14_1_applies_once_to_grounds_that_overlap() -> None:
    mud = feature("mud", box(*MUD), difficult=True)
    assert ends(mud, mud)(12.69, 10)


@pytest.mark.clause("PG-14.1", applies=True)
@pytest.mark.parametrize(
    ("features", "stated"),
    [
        ([{"is": "impassable", "outline": box(12, 0, 13, 20)}], {}),
        ([feature("pit", box(12, 0, 13, 20), impassable=True, difficult=True)], {}),
        ([], {"B": building(12, 0, 13, 20)}),
        ([], {"B": building(12, 0, 13, 20, side="red")}),
    ],
)
def test_pg_14_1_applies_to_impassable_ground_and_buildings(features: list[Any], stated: dict[str, Any]) -> None:
    may_end = ends(*features, **stated)
    assert may_end(11.499, 10)
    assert not may_end(11.501, 10)
    assert not may_end(13.6, 10)


@pytest.mark.clause("PG-14.1", applies=True)
def test_pg_14_1_applies_to_ends_within_an_inch_of_an_enemy() -> None:
    may_end = ends(T={"at": [14, 10]}, a={"movement": 9})
    assert may_end(11.999, 10)
    assert not may_end(12.001, 10)
    assert may_end(14, 12.1)  # around it


@pytest.mark.clause("PG-14.1", applies=True)
def test_pg_14_1_applies_to_gaps_narrower_than_the_circle_round_a_base() -> None:
    # 2.1 inches between two rocks; the base is 1 inch wide, the circle round it 2.24 inches.
    rocks = [feature("rock", box(12, top, 13, top + 8.95), impassable=True) for top in (0, 11.05)]
    assert not ends(*rocks, a={"base": [2, 1], "movement": 9})(14.5, 10)
    assert ends(*rocks, a={"base": [1.8, 1], "movement": 9})(14.5, 10)


@pytest.mark.clause("PG-14.1", applies=False)
def test_pg_14_1_straight_over_open_ground_and_through_friends_each_inch_costs_one() -> None:
    assert ends(F={"at": [12, 10]})(13.99, 10)
    assert ends(feature("mud", box(10.5, 0, 11, 9.5), difficult=True))(13.99, 10)  # only touched
    assert ends(F={"at": [15, 10]})(13.9, 10)  # beside a friend


@pytest.mark.clause("PG-14.1", applies=False)
def test_pg_14_1_what_only_blocks_sight_or_covers_can_be_entered() -> None:
    assert ends(wall(10.6, 0, 20, 20), feature("wood", box(0, 0, 20, 20), cover="obscuring"))(13.99, 10)


@pytest.mark.clause("PG-14.1", applies=False)
def test_pg_14_1_buildings_end_no_moves_unless_so_ruled() -> None:
    house = building(13, 5, 14, 15)
    assert ends(B=house)(12.4, 10)
    ruled = ends(B=house, rulings={"buildings-engage": "yes"})
    assert ruled(11.499, 10)
    assert not ruled(11.501, 10)


def test_a_building_stays_where_it_is() -> None:
    scenario = table(A=building(4, 4, 6, 6), T=FAR)
    assert json.loads(scenario.reach("A").to_json())["outline"] == []


def test_the_outline_is_reported_to_six_places() -> None:
    answer = json.loads(table(T=FAR).reach("A").to_json())
    assert answer.keys() == {"from", "outline", "bound", "rulings"}
    spots = [spot for ring in answer["outline"] for spot in ring]
    assert spots
    assert all(round(value, 6) == value for spot in spots for value in spot)


# --- PG-21.4 -----------------------------------------------------------------------------------------------

ENGAGED: dict[str, Any] = {"at": [8, 10]}
"""An inch from A."""


@pytest.mark.clause("PG-21.4", applies=True)
@pytest.mark.parametrize(("movement", "inches"), [(1, 1), (4, 2), (5, 3)])
def test_pg_21_4_applies_to_half_the_movement_rounded_up(movement: int, inches: int) -> None:
    may_end = ends(T=ENGAGED, a={"movement": movement})
    assert may_end(10 + inches - 0.05, 10)
    assert not may_end(10 + inches + 0.001, 10)


@pytest.mark.clause("PG-21.4", applies=True)
def test_pg_21_4_applies_to_ends_within_an_inch_of_any_enemy() -> None:
    may_end = ends(T=ENGAGED, E={"at": [12, 12]}, a={"movement": 9})
    assert not may_end(10, 10)
    assert not may_end(8, 11.999)
    assert may_end(8, 12.001)
    # Past E, and not beside it.
    assert not may_end(12, 10.001)
    assert not may_end(12.1, 10.01)
    assert may_end(13.9, 10)


@pytest.mark.clause("PG-21.4", applies=True)
def test_pg_21_4_applies_to_difficult_ground_at_its_cost() -> None:
    may_end = ends(feature("mud", box(0, 0, 20, 20), difficult=True), T=ENGAGED, a={"movement": 4})
    assert may_end(10.9, 10)
    assert not may_end(11.001, 10)


@pytest.mark.clause("PG-21.4", applies=False)
def test_pg_21_4_just_more_than_an_inch_from_an_enemy_a_unit_moves_as_usual() -> None:
    may_end = ends(T={"at": [8 - 1e-4, 10]})
    assert may_end(13.95, 10)
    assert melee(T={"at": [6, 10]}).legal
