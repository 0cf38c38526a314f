"""Where a SODWA character can move to: the product agrees with walking every path there is."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.sodwa.movement_boards import RULINGS, Ground, random_ground, to_yaml
from tests.reference.sodwa.movement_model import Mover, Spot

SHARDS, BOARDS = 2, many(60)
ASKED_EVERY = 5
"""Of so many answers one is also asked with every other choice of every ruling."""
DECIDING = ("diagonals", "pass-through")
"""Every ruling that movement can depend on."""

Counts = Counter[str]
Json = dict[str, Any]


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["sodwa"].rulings}
    assert RULINGS.items() <= declared.items()


def compare_reach(rng: Random, boards: int) -> Counts:
    """Compare where every character of random boards can go; return the counts of what was met."""
    counts: Counts = Counter()
    for _ in range(boards):
        ground = random_ground(rng)
        scenario = sightline.parse(to_yaml(ground))
        counts["boards"] += 1
        for name in ground.characters():
            _compare(scenario, ground, name, counts)
    return counts


def _compare(scenario: sightline.Scenario, ground: Ground, name: str, counts: Counts) -> None:
    where = f"{name} moves in\n{to_yaml(ground)}"
    found = json.loads(scenario.reach(name).to_json(indent=0))
    mover = Mover(ground, name)
    spots = mover.reach()
    assert found["from"] == name
    assert found["cells"].keys() == spots.keys(), where
    for tile, spot in spots.items():
        place = found["cells"][tile]
        path = (ground.pieces[name].at, *place["path"])
        assert path in spot.told, f"{tile}: {where}"
        assert place == as_json(spot, path), f"{tile}: {where}"
    _compare_rulings(scenario, ground, name, found, spots, counts)
    counts["answers"] += 1
    counts += mover.met
    _count(mover, spots, counts)


def as_json(spot: Spot, path: tuple[str, ...]) -> Json:
    """Return what `sightline reach --json` prints of a tile to which it goes by this path."""
    stops = spot.paths[path]
    return {
        "cost": spot.cost,
        "path": list(path[1:]),
        "may_stop": not spot.no_stop,
        "ends_move": bool(stops),
        "stops": list(stops),
        "provokes": [],
        "no_stop": list(spot.no_stop),
    }


# --- rulings -----------------------------------------------------------------------------------------------


def _compare_rulings(
    scenario: sightline.Scenario, ground: Ground, name: str, found: Json, spots: dict[str, Spot], counts: Counts
) -> None:
    """What has to change the answer is listed. (Of equally good paths the product gives one, so what else is listed is

    asked of the product: another choice gives another path.)
    """
    where = f"{name} moves in\n{to_yaml(ground)}"
    changing = {ruling for ruling in DECIDING if not agree(spots, Mover(ground.ruled_otherwise(ruling), name).reach())}
    assert changing <= found["rulings"].keys() <= set(DECIDING), where
    assert found["rulings"] == {ruling: ground.ruling(ruling) for ruling in found["rulings"]}, where
    if counts["answers"] % ASKED_EVERY == 0:
        asked = {ruling for ruling in RULINGS if _is_told_otherwise(scenario, ground, name, ruling, found)}
        assert found["rulings"].keys() == asked, where
        counts["rulings that change paths alone"] += bool(asked - changing)
    counts.update(f"ruling {ruling}={ground.ruling(ruling)}" for ruling in changing)


def agree(one: dict[str, Spot], two: dict[str, Spot]) -> bool:
    """Return whether an answer can be right both ways."""
    return one.keys() == two.keys() and all(
        one[tile].cost == two[tile].cost and one[tile].no_stop == two[tile].no_stop and one[tile].told & two[tile].told
        for tile in one
    )


def _is_told_otherwise(scenario: sightline.Scenario, ground: Ground, name: str, ruling: str, found: Json) -> bool:
    choice = ground.ruled_otherwise(ruling).ruling(ruling)
    answer = json.loads(scenario.with_rulings({ruling: choice}).reach(name).to_json(indent=0))
    return bool(answer | {"rulings": None} != found | {"rulings": None})


# --- what was met ------------------------------------------------------------------------------------------


def _count(mover: Mover, spots: dict[str, Spot], counts: Counts) -> None:
    counts["tiles"] += len(spots)
    for tile, spot in spots.items():
        counts.update(f"stops {clause}" for clause in min(spot.stops))
        counts["stops by several clauses"] += len(min(spot.stops)) > 1
        counts["tiles told by a path that is not ended, though others are"] += {()} < set(spot.paths.values())
        counts["tiles ended at least cost by one clause or another"] += len(spot.stops) > 1
        counts["tiles dearer than the path is long"] += spot.cost > min(map(len, spot.paths)) - 1
        counts["tiles of its own group come back to"] += _comes_back(mover, tile, spot)
        flies = "flying" if mover.piece.flies else "walking"
        counts.update(f"passed {flies} {clause}" for clause in spot.no_stop)
        counts["passed with no Move left"] += bool(spot.no_stop) and spot.cost == mover.allowance
        counts["tiles of another level"] += mover.level(tile) != mover.level(mover.piece.at)


def _comes_back(mover: Mover, tile: str, spot: Spot) -> bool:
    """Return whether the cheapest paths to a tile end there because they have left its group before."""
    groups = [group for group in mover.groups.values() if tile in group]
    return bool(groups) and () not in spot.stops and all(set(path) - group for path in spot.paths for group in groups)


EXPECTED = (
    *(f"a share of {parts}, {how}" for parts in (2, 4) for how in ("Move 0", "less than 1", "rounded", "even")),
    *(f"forbidden {why}" for why in ("into a wall", "over a wall", "over a cliff", "to another level diagonally")),
    *(f"forbidden {why}" for why in ("round a closed corner", "onto somebody", "onto a friend, ended")),
    *(f"forbidden flying {why}" for why in ("into an indoor wall", "over an indoor wall", "round an indoor corner")),
    *(f"ends SOD-7.{number}" for number in (5, 6, 7, 8)),
    *(f"stops SOD-7.{number}" for number in (5, 6, 7, 8)),
    *(f"{what} {kind}" for what in ("tile", "border") for kind in ("impeding", "difficult", "liquid", "transition")),
    *(f"{what} {kind}" for what in ("tile", "border") for kind in ("brush", "glass", "rock")),
    *(f"level {how}" for how in ("transition", "drawn", "drawn, free", "side of a tile", "side of a tile, free")),
    *("corner closed closed", "corner closed difficult", "corner closed open", "corner difficult difficult"),
    *("corner difficult open", "corner open open", "way over another level", "way over a hole"),
    *("way free within a group", "free within a group", "free by one kind, ended by another", "own group again"),
    *("border inside its own group ends", "stops by several clauses", "tiles dearer than the path is long"),
    "tiles told by a path that is not ended, though others are",
    "tiles ended at least cost by one clause or another",
    "tiles of its own group come back to",
    *("passed walking SOD-7.9", "passed flying SOD-7.4", "passed with no Move left", "tiles of another level"),
    *(f"ruling {name}={choice}" for name in DECIDING for choice in RULINGS[name]),
)
"""What has to be met at least once on all boards."""


def test_a_few_moves_agree() -> None:
    counts = compare_reach(Random("a few moves 5"), 3)
    assert counts["answers"] >= 5


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_moves_agree(shard: int, ledger: Ledger) -> None:
    counts = compare_reach(Random(f"moves {shard}"), BOARDS)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["boards"] == SHARDS * BOARDS
