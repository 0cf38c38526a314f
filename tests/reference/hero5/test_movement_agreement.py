"""Where a HERO 5th character can move to: the product agrees with walking every path there is."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, TypedDict, Unpack

import pytest

import sightline
from sightline.rules import installed_systems
from tests.reference.boards import HEX_LAYOUTS, many
from tests.reference.driver import Ledger
from tests.reference.hero5 import model as hero5
from tests.reference.hero5 import sight_model as hero5_sight
from tests.reference.hero5.boards import random_world, to_yaml
from tests.reference.hero5.model import World
from tests.reference.hero5.movement_model import Concealed, Explained, Mover, Spot

SHARDS, BOARDS = 2, many(40)
RULINGS_EVERY = 5
"""Of so many answers one is also asked which rulings mattered: that takes five more answers of the product."""

Counts = Counter[str]
Json = dict[str, Any]


class Asked(TypedDict, total=False):
    """How a move is asked for."""

    by: bool
    through: str
    fewest_attacks: bool


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["hero5"].rulings}
    assert declared == hero5.RULINGS


def compare_reach(rng: Random, boards: int) -> Counts:
    """Compare where every piece of random boards can go; return the counts of what was met."""
    counts: Counts = Counter()
    for _ in range(boards):
        board = random_world(rng)
        scenario = sightline.parse(to_yaml(board))
        concealed = _kept(board, counts)
        counts.update(["boards", board.layout, f"{len(board.pieces)} pieces"])
        for name in board.pieces:
            spots = [
                _compare(scenario, board, name, concealed, counts, **asked) for asked in _questions(rng, board, name)
            ]
            counts["moves that a Move By cannot make"] += spots[0].keys() != spots[1].keys()
            counts["moves that only a Move Through makes"] += bool(spots[2].keys() - spots[1].keys())
    return counts


def _questions(rng: Random, board: World, name: str) -> list[Asked]:
    """Plain, Move By, Move Through; one of them is also asked to provoke as little as possible."""
    asked: list[Asked] = [{}, {"by": True}]
    asked += [{"through": rng.choice(opponents)}] if (opponents := hero5.opponents(board, name)) else [{"by": True}]
    wary = rng.choice(asked).copy()
    wary["fewest_attacks"] = True
    return [*asked, wary]


def _compare(
    scenario: sightline.Scenario,
    board: World,
    name: str,
    concealed: Concealed,
    counts: Counts,
    **asked: Unpack[Asked],
) -> dict[str, Spot]:
    where = f"{name} moves {asked} in\n{to_yaml(board)}"
    found = json.loads(scenario.reach(name, **asked).to_json(indent=0))
    mover = Mover(board, name, asked.get("by", False), asked.get("through"), concealed)
    spots, is_wary = mover.reach(), asked.get("fewest_attacks", False)
    assert found["from"] == name
    assert found["cells"].keys() == spots.keys(), where
    for place, spot in spots.items():
        told = mover.explain(tuple(found["cells"][place]["path"]))
        assert found["cells"][place] == as_json(found["cells"][place]["path"], spot, told), f"{place}: {where}"
        # The path, replayed, is as good as the best.
        if is_wary:
            assert (len(told["provokes"]), told["cost"]) == spot.fewest_attacks, f"{place}: {where}"
        else:
            assert (told["cost"], len(told["rolls"])) == (spot.cost, spot.rolls), f"{place}: {where}"
        _count_spot(mover, place, spot, counts)
        _count_path(mover, tuple(found["cells"][place]["path"]), told, counts)
    counts["answers"] += 1
    counts.update(f"answers for {key}" for key in asked)
    counts[f"answers {hero5.width(board.pieces[name])} wide"] += 1
    if counts["answers"] % RULINGS_EVERY == 0:
        assert found["rulings"] == rulings_that_matter(board, name, found, **asked), where
        counts.update(f"ruling {ruling}={choice}" for ruling, choice in found["rulings"].items())
    return spots


def as_json(path: list[str], spot: Spot, told: Explained) -> Json:
    """Return what `sightline reach --json` prints of a place to which it goes by this path."""
    return {
        "cost": told["cost"],
        "path": path,
        "may_stop": spot.may_stop,
        "ends_move": False,
        "stops": list(spot.stops),
        "provokes": told["provokes"],
        "squeezed": spot.squeezed,
        "rolls": told["rolls"],
    }


def rulings_that_matter(board: World, name: str, found: Json, **asked: Unpack[Asked]) -> dict[str, str]:
    """Return the rulings of which another choice alone changes the answer. (Which of equally good paths it gives is

    up to the product, so it is the product that is asked.)
    """

    def changes(ruling: str, choice: str) -> bool:
        other = sightline.parse(to_yaml(replace(board, rulings=board.rulings | {ruling: choice})))
        answer = json.loads(other.reach(name, **asked).to_json(indent=0))
        return bool(answer | {"rulings": None} != found | {"rulings": None})

    return {
        ruling: board.ruling(ruling)
        for ruling, choices in hero5.RULINGS.items()
        if any(changes(ruling, choice) for choice in choices if choice != board.ruling(ruling))
    }


# --- what was met ------------------------------------------------------------------------------------------


def _kept(board: World, counts: Counts) -> Concealed:
    """Return the slow answers about a board, each worked out once."""

    @cache
    def is_concealed(attacker: str, mover: str, place: str, ignored: frozenset[str]) -> bool:
        is_so = hero5_sight.concealed(board, attacker, mover, place, ignored)
        counts["concealed movers"] += is_so
        if ignored and not is_so:
            is_so_else = hero5_sight.concealed(board, attacker, mover, place)
            counts["movers that a friend passed does not conceal"] += is_so_else
        return is_so

    def concealed(world: World, attacker: str, mover: str, place: str, ignored: frozenset[str]) -> bool:
        return is_concealed(attacker, mover, place, ignored)

    return concealed


def _count_spot(mover: Mover, place: str, spot: Spot, counts: Counts) -> None:
    counts.update(["places", f"places {spot.squeezed}", *(f"stops {clause}" for clause in spot.stops)])
    if place != mover.start:
        counts["places shared with others"] += spot.may_stop and any(mover.overlaps(place, o) for o in mover.others)
        counts["places come to by free steps"] += spot.cost == 0
        counts["places that only passing gets to"] += not spot.may_stop and spot.cost == mover.piece["movement"]
        counts["places where a longer way provokes less"] += spot.fewest_attacks[1] > spot.cost


def _count_path(mover: Mover, path: tuple[str, ...], told: Explained, counts: Counts) -> None:
    counts[f"paths that provoke {min(2, len(told['provokes']))}"] += 1
    counts["paths of one step that provoke"] += len(path) == 1 and bool(told["provokes"])
    counts["paths with several rolls"] += len(told["rolls"]) > 1
    before = dict(zip(path, (mover.start, *path), strict=False))
    for roll in told["rolls"]:
        counts[f"rolls {roll['clause']}"] += 1
        counts["rolls that fail where one may stop"] += roll["else"] == before[roll["before"]]
        counts["rolls that fall back along the path"] += roll["else"] in {mover.start, *path} - {before[roll["before"]]}
        counts["rolls that fall back off the path"] += roll["else"] not in {mover.start, *path}
    counts["several rolls in a step"] += any(one["before"] == two["before"] for one, two in pairwise(told["rolls"]))


EXPECTED = (
    *HEX_LAYOUTS,
    *("1 pieces", "9 pieces", "answers for by", "answers for through", "answers for fewest_attacks"),
    *(f"answers {width} wide" for width in range(1, 6)),
    *("moves that a Move By cannot make", "moves that only a Move Through makes"),
    *("places none", "places squeezed", "places contorted"),
    *("stops HERO-1.4", "stops HERO-3.3", "stops HERO-4.2", "stops HERO-5.1"),
    *("places shared with others", "places come to by free steps", "places that only passing gets to"),
    "places where a longer way provokes less",
    *("paths that provoke 0", "paths that provoke 1", "paths that provoke 2", "paths of one step that provoke"),
    *("rolls HERO-1.2", "rolls HERO-2.3", "rolls HERO-3.4", "paths with several rolls", "several rolls in a step"),
    *(
        f"rolls that {what}"
        for what in ("fail where one may stop", "fall back along the path", "fall back off the path")
    ),
    *("concealed movers", "movers that a friend passed does not conceal"),
    *(f"ruling {name}={choice}" for name in ("squeeze-past", "opportunity") for choice in hero5.RULINGS[name]),
)
"""What has to be met at least once on all boards."""


def test_a_few_moves_agree() -> None:
    counts = compare_reach(Random("a few moves"), 2)
    assert counts["answers"] >= 10


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_moves_agree(shard: int, ledger: Ledger) -> None:
    counts = compare_reach(Random(f"moves {shard}"), BOARDS)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["boards"] == SHARDS * BOARDS
