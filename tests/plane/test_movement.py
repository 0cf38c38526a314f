"""Where a base can end its move on a free table, against figures worked out by hand."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import acos, asin, atan, hypot, pi, sqrt

import pytest

from sightline import MissingExtra
from sightline.plane import Disc, Polygon, Shape, Spot, distance, movement, rectangle
from sightline.plane.movement import MoveQuery, ReachableArea, find_path, reachable_area

pytest.importorskip("shapely", reason="the extra free is not installed")

START = Spot(20, 20)
BASE = Disc(START, 0.5)
OPEN = MoveQuery(BASE, 6, 48, 48)
ROUND_ENOUGH = 0.06
"""So many square inches a polygon in a circle of 6 inches lacks."""


def area(found: ReachableArea) -> float:
    """Return the area inside of rings of which none lies in a hole of another."""
    sizes = sorted((abs(_twice_the_area(ring)) / 2 for ring in found.rings), reverse=True)
    return sizes[0] - sum(sizes[1:]) if sizes else 0.0


def _twice_the_area(ring: tuple[Spot, ...]) -> float:
    return sum(a.x * b.y - a.y * b.x for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))


def is_shown(move: MoveQuery, x: float, y: float) -> bool:
    return sum(Spot(x, y) in Polygon(ring) for ring in reachable_area(move).rings) % 2 == 1


def end_of(move: MoveQuery, x: float, y: float) -> tuple[float, float, float]:
    """Return the end nearest to a wish, and what the path costs."""
    path = find_path(move, Spot(x, y))
    assert path is not None
    assert path.spots[0] == move.start
    return *path.spots[-1], path.length


# --- free ground -------------------------------------------------------------------------------------------


def test_a_bare_table_gives_a_circle() -> None:
    found = reachable_area(OPEN)
    assert area(found) == pytest.approx(36 * pi, abs=ROUND_ENOUGH)
    assert area(found) < 36 * pi
    assert len(found.rings) == 1
    assert found.bound <= 0.01
    assert all(hypot(x - 20, y - 20) < 6 + 1e-9 for x, y in found.rings[0])


def test_a_wish_within_reach_is_where_the_path_ends() -> None:
    assert end_of(OPEN, 23, 24) == pytest.approx((23, 24, 5))


def test_a_wish_out_of_reach_is_gone_towards() -> None:
    x, y, length = end_of(OPEN, 29, 20)
    assert hypot(x - 29, y - 20) == pytest.approx(3, abs=0.002)
    assert length <= 6


def test_staying_is_a_path_of_no_length() -> None:
    path = find_path(OPEN, START)
    assert path is not None
    assert (path.spots, path.length) == ((START,), 0)


def test_no_budget_leads_nowhere() -> None:
    assert reachable_area(replace(OPEN, budget=0)).rings == ()
    assert find_path(replace(OPEN, budget=0), START) is None


def test_the_base_stays_on_the_table() -> None:
    corner = replace(OPEN, base=Disc(Spot(2, 0.5), 0.5))
    ring = reachable_area(corner).rings[0]
    assert min(spot.x for spot in ring) == pytest.approx(0.5)
    assert min(spot.y for spot in ring) == pytest.approx(0.5)
    assert end_of(corner, 0, 0)[:2] == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(
    "obstacle",
    [
        Disc(Spot(18, 20), 0.5),
        Disc(Spot(20, 22.5), 1),
        rectangle(Spot(18, 20), 1, 3),
        rectangle(Spot(22, 22), 4, 1),
        Polygon((Spot(21.5, 20), Spot(24, 19), Spot(24, 21))),
    ],
)
def test_an_obstacle_that_the_budget_just_reaches_is_in_nobodys_way(obstacle: Shape) -> None:
    near = replace(OPEN, budget=1, impassable=(obstacle,))
    assert area(reachable_area(near)) == pytest.approx(pi, abs=0.02)


# --- obstacles ---------------------------------------------------------------------------------------------


def wall_with_gap(width: float) -> tuple[Shape, Shape]:
    """Return a wall half an inch thick, 3 inches below the start, with a gap straight below it."""
    return rectangle(Spot(10 - width / 2, 23.25), 20, 0.5), rectangle(Spot(30 + width / 2, 23.25), 20, 0.5)


def test_a_gap_wider_than_the_base_is_passed() -> None:
    assert end_of(replace(OPEN, impassable=wall_with_gap(1.01)), 20, 25) == pytest.approx((20, 25, 5))


def test_a_gap_narrower_than_the_base_is_not_passed() -> None:
    _, y, _ = end_of(replace(OPEN, impassable=wall_with_gap(0.99)), 20, 25)
    assert y == pytest.approx(23 - sqrt(0.5**2 - 0.495**2), abs=0.01)  # it dips into the gap


def test_round_a_corner_the_path_is_as_short_as_can_be() -> None:
    # From 2 inches left of a corner and 0.7 above it to 2 inches below and 0.7 to the right of it: a tangent to the
    # circle of radius 0.5, an arc of it and a tangent.
    corner = Polygon((Spot(20, 30), Spot(20, 20), Spot(10, 20), Spot(10, 30)))
    start, wish = Spot(18, 19.3), Spot(20.7, 22)
    away = hypot(2, 0.7)
    turn = 3 * pi / 2 - 2 * atan(0.7 / 2) - 2 * acos(0.5 / away)
    wanted = 2 * sqrt(away**2 - 0.25) + 0.5 * turn
    *end, length = end_of(replace(OPEN, base=Disc(start, 0.5), impassable=(corner,)), *wish)
    assert end == pytest.approx(wish)
    assert wanted <= length < wanted + 0.002


def test_touching_what_is_impassable_is_allowed() -> None:
    touched = (rectangle(Spot(22.5, 20), 1, 30), Disc(Spot(20, 17), 2.5))
    move = replace(OPEN, impassable=touched)
    assert end_of(move, 22, 20) == pytest.approx((21.5, 20, 1.5))
    assert end_of(move, 20, 20) == pytest.approx((20, 20, 0))
    assert reachable_area(move).rings


def test_a_rectangle_along_a_wall_goes_along_it() -> None:
    # Its circle, of radius 1.118, overlaps the wall; its side, half an inch from the centre, touches it.
    wall = rectangle(Spot(21, 20), 1, 40)
    move = MoveQuery(rectangle(START, 1, 2), 4, 48, 48, impassable=(wall,))
    assert end_of(move, 20, 16) == pytest.approx((20, 16, 4), abs=0.003)
    assert end_of(move, 21, 20) == pytest.approx((20, 20, 0), abs=1e-6)
    assert max(spot.x for spot in reachable_area(move).rings[0]) == pytest.approx(20)


def test_a_rectangle_along_the_edge_of_the_table_stays_on_it() -> None:
    move = MoveQuery(rectangle(Spot(0.5, 20), 1, 2), 4, 48, 48)
    assert min(spot.x for spot in reachable_area(move).rings[0]) == pytest.approx(0.5)


def test_a_base_that_is_shut_in_goes_nowhere_else() -> None:
    walls = tuple(
        rectangle(Spot(20 + x, 20 + y), 1 + 4 * (not x), 1 + 4 * (not y))
        for x, y in ((1.5, 0), (-1.5, 0), (0, 1.5), (0, -1.5))
    )
    ring = reachable_area(replace(OPEN, impassable=walls)).rings[0]
    assert {(round(x, 6), round(y, 6)) for x, y in ring} == {(19.5, 19.5), (19.5, 20.5), (20.5, 19.5), (20.5, 20.5)}


# --- friends and enemies -----------------------------------------------------------------------------------


def test_a_friend_is_passed_and_not_stood_on() -> None:
    friend = Disc(Spot(20, 23), 0.5)
    move = replace(OPEN, friends=(friend,))
    assert end_of(move, 20, 25) == pytest.approx((20, 25, 5))
    assert end_of(move, 20, 22.9) == pytest.approx((20, 22, 2))
    assert area(reachable_area(move)) == pytest.approx(35 * pi, abs=ROUND_ENOUGH)


def test_a_rectangle_ends_beside_a_friend_as_what_it_is() -> None:
    move = MoveQuery(rectangle(START, 1, 2), 4, 48, 48, friends=(rectangle(Spot(22.5, 20), 1, 2),))
    assert end_of(move, 22, 20) == pytest.approx((21.5, 20, 1.5))


def test_the_zone_of_an_enemy_ends_the_move_on_its_rim() -> None:
    enemy = Disc(Spot(20, 24), 0.5)
    move = replace(OPEN, impassable=(enemy,), stops=(enemy,))
    for wish in (Spot(20, 23.5), Spot(20.7, 23)):
        x, y, _ = end_of(move, *wish)
        assert distance(Disc(Spot(x, y), 0.5), enemy) == pytest.approx(1, abs=1e-9)
    assert not is_shown(move, 20, 22.1)
    assert is_shown(move, 20, 21.9)


def test_nobody_goes_on_from_the_rim_of_a_zone() -> None:
    # Round the zone, of radius 2: the straight line would run through it.
    enemy = Disc(Spot(20, 23), 0.5)
    path = find_path(replace(OPEN, stops=(enemy,), budget=9), Spot(20, 26))
    assert path is not None
    assert path.length == pytest.approx(2 * sqrt(5) + 2 * (pi - 2 * (pi / 2 - asin(2 / 3))), abs=0.003)
    assert all(distance(Disc(spot, 0.5), enemy) > 1 + 1e-6 for spot in path.spots)


def test_who_disengages_passes_near_and_ends_away() -> None:
    enemy = Disc(Spot(21.5, 20), 0.5)
    move = replace(OPEN, budget=3, impassable=(enemy,), shunned=(enemy,))
    assert not is_shown(move, 20, 20)
    x, y, length = end_of(move, 20, 20)
    assert distance(Disc(Spot(x, y), 0.5), enemy) == pytest.approx(1, abs=1e-5)
    assert distance(Disc(Spot(x, y), 0.5), enemy) > 1 + 1e-6
    assert length == pytest.approx(0.5, abs=1e-5)
    assert find_path(replace(move, budget=0.4), START) is None


# --- difficult ground --------------------------------------------------------------------------------------


def test_a_strip_of_difficult_ground_costs_double_while_the_base_is_on_it() -> None:
    # 2 inches wide: on it from 21.5 to 24.5, so 1.5 + 2 * 3 + 0.5.
    strip = rectangle(Spot(23, 20), 2, 40)
    assert end_of(replace(OPEN, budget=8, difficult=(strip,)), 25, 20) == pytest.approx((25, 20, 8))
    x, _, length = end_of(replace(OPEN, difficult=(strip,)), 40, 20)
    assert (x, length) == pytest.approx((23.75, 6), abs=0.002)


def test_a_slanting_way_over_difficult_ground_bends_where_it_enters() -> None:
    # Half-plane from x = 21 on for the centre; entering at y = 20 + t, the best of all ways to (23, 23).
    half = rectangle(Spot(31.5, 20), 20, 40)
    best = min(hypot(1, t / 1000) + 2 * hypot(2, 3 - t / 1000) for t in range(3001))
    *end, length = end_of(replace(OPEN, budget=8, difficult=(half,)), 23, 23)
    assert end == pytest.approx((23, 23))
    assert best - 1e-6 <= length < best + 0.01


def test_overlapping_difficult_features_cost_double_only() -> None:
    strip = rectangle(Spot(23, 20), 2, 40)
    move = replace(OPEN, budget=8, difficult=(strip, rectangle(Spot(22.5, 20), 1, 5)))
    assert end_of(move, 25, 20) == pytest.approx((25, 20, 8))


def test_along_difficult_ground_an_inch_costs_an_inch() -> None:
    move = replace(OPEN, difficult=(rectangle(Spot(22.5, 20), 4, 40),))
    assert end_of(move, 20, 25) == pytest.approx((20, 25, 5))


def test_who_starts_on_difficult_ground_pays_from_the_start() -> None:
    move = replace(OPEN, difficult=(rectangle(START, 20, 20),))
    assert area(reachable_area(move)) == pytest.approx(9 * pi, abs=ROUND_ENOUGH)
    assert reachable_area(move).bound <= 0.1


# --- without the library -----------------------------------------------------------------------------------


def test_without_shapely_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(movement, "result", raising=False)
    monkeypatch.setitem(sys.modules, "sightline.plane.movement.result", None)
    with pytest.raises(MissingExtra, match="shapely, which measures moves on free tables, is not installed") as refused:
        reachable_area(OPEN)
    assert refused.value.extra == "free"
    assert refused.value.command == 'pip install "sightline[free]"'
