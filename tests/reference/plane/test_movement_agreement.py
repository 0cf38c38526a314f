"""Where a base can go on a free table: the product agrees with straight legs between many places, each measured."""

from __future__ import annotations

from collections import Counter
from math import dist
from random import Random

import pytest

from sightline.plane import Disc, Polygon, Spot
from sightline.plane.movement import MoveQuery, ReachableArea, find_path, reachable_area
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.plane import movement_model as slow

pytest.importorskip("shapely", reason="the extra free is not installed")

SHARDS, MOVES = 2, many(14)
TARGETS, PATHS = 60, 4

Counts = Counter[str]


def compare_moves(rng: Random, moves: int) -> Counts:
    """Compare random moves; return the counts of what was met."""
    counts: Counts = Counter()
    for _ in range(moves):
        move = slow.random_move(rng)
        found = reachable_area(move)
        counts.update(["moves", type(move.base).__name__])
        counts["moves over difficult ground"] += bool(move.difficult)
        counts["moves that disengage"] += bool(move.shunned)
        counts["moves that start at a wall"] += any(slow.apart(move.base, wall) < 1e-6 for wall in move.impassable)
        _compare_places(move, found, rng, counts)
        _check_paths(move, found, rng, counts)
    return counts


def _compare_places(move: MoveQuery, found: ReachableArea, rng: Random, counts: Counts) -> None:
    """What is attained with the bound to spare is shown."""
    field = slow.Field(move, found.bound)
    places = [
        place for place in _anywhere(move, rng) if field.is_open(slow.as_places(place))[0] and field.may_end(place)
    ]
    if not places:
        return
    for place, cost in zip(places, slow.cheapest(field, places, rng).tolist(), strict=True):
        is_shown = slow.is_inside(found.rings, place)
        assert is_shown or cost > move.budget - found.bound, f"{place} costs {cost}: {move}"
        counts["places shown"] += is_shown
        counts["places not shown"] += not is_shown
        counts["places attained with the bound to spare"] += cost <= move.budget - found.bound
        counts["places attained by a detour"] += dist(place, move.start) + 0.1 < cost <= move.budget - found.bound


def _check_paths(move: MoveQuery, found: ReachableArea, rng: Random, counts: Counts) -> None:
    """What is shown is attained, by a path that holds leg by leg; corners of the rings are, and what lies in them."""
    corners = [spot for ring in found.rings for spot in ring]
    inside = [place for place in _anywhere(move, rng) if slow.is_inside(found.rings, place)]
    wishes = [*rng.sample(corners, min(PATHS, len(corners))), *inside[:PATHS]]
    for wish in wishes:
        end = _check_path(move, wish, counts)
        assert dist(end, wish) < 1e-6, f"{wish} is shown: {move}"
    for wish in (place for place in _anywhere(move, rng)[:PATHS] if corners):
        end = _check_path(move, wish, counts)
        nearest = min(corners, key=lambda corner: dist(corner, wish))
        assert dist(end, wish) < dist(nearest, wish) + found.bound, f"{wish}: {move}"


def _check_path(move: MoveQuery, wish: Spot, counts: Counts) -> Spot:
    path = find_path(move, wish)
    assert path is not None
    field = slow.Field(move)
    cost = slow.check_path(field, path.spots)
    assert path.length == pytest.approx(cost, abs=slow.ARCS)
    assert cost < path.length + 1e-6
    assert path.length < move.budget + 1e-6
    end = path.spots[-1]
    length = sum(dist(*leg) for leg in zip(path.spots, path.spots[1:], strict=False))
    counts["paths"] += 1
    counts["paths that bend"] += len(path.spots) > 2
    counts["paths over difficult ground and beside it"] += length + 0.1 < cost < 2 * length - 0.1
    counts["paths through friends"] += any(_comes_over(path.spots, move, friend) for friend in move.friends)
    counts["paths on to a rim"] += any(abs(_gap(end, move, stop) - 1) < 1e-6 for stop in move.stops)
    return end


def _comes_over(spots: tuple[Spot, ...], move: MoveQuery, friend: Disc | Polygon) -> bool:
    return any(slow.legs_come_within(spots, friend, move.radius))


def _gap(end: Spot, move: MoveQuery, stop: Disc | Polygon) -> float:
    return slow.apart(Disc(end, move.radius), stop)


def _anywhere(move: MoveQuery, rng: Random) -> list[Spot]:
    reach = move.budget
    return [move.start.plus(rng.uniform(-reach, reach), rng.uniform(-reach, reach)) for _ in range(TARGETS)]


EXPECTED = (
    *("Disc", "Polygon", "moves over difficult ground", "moves that disengage", "moves that start at a wall"),
    *("places shown", "places not shown", "places attained with the bound to spare", "places attained by a detour"),
    *("paths that bend", "paths over difficult ground and beside it", "paths through friends", "paths on to a rim"),
)
"""What has to be met at least once in all moves."""


def test_a_few_moves_agree() -> None:
    counts = compare_moves(Random("a few moves in inches 19"), 1)
    assert counts["places attained with the bound to spare"] >= 10
    assert counts["paths"] >= 10


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_moves_agree(shard: int, ledger: Ledger) -> None:
    counts = compare_moves(Random(f"moves in inches {shard}"), MOVES)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["moves"] == SHARDS * MOVES
