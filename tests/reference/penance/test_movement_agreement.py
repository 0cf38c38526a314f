"""Where a Casket can move to: the product agrees with walking every path there is."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import sightline
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.penance import movement_model as movement
from tests.reference.penance.boards import World, to_yaml
from tests.reference.penance.movement_model import Spot
from tests.reference.penance.test_model import piece, world

SHARDS, BOARDS = 5, many(100)
RULINGS_EVERY = 4
"""Of so many answers one is also asked which rulings mattered: that takes the walking four times."""

Counts = Counter[str]


def compare_reach(rng: Random, boards: int) -> Counts:
    """Compare where every piece of random boards can go; return the counts of what was met."""
    counts: Counts = Counter()
    for _ in range(boards):
        board = movement.random_march(rng)
        scenario = sightline.parse(to_yaml(board))
        counts["boards"] += 1
        for name in board.pieces:
            _compare(scenario, board, name, counts)
    return counts


def _compare(scenario: sightline.Scenario, board: World, name: str, counts: Counts) -> None:
    found = json.loads(scenario.reach(name).to_json(indent=0))
    wanted = movement.reach(board, name)
    paths = {label: tuple(place["path"]) for label, place in found["cells"].items()}
    where = f"{name} moves in\n{to_yaml(board)}"
    assert {label: {**place, "path": None} for label, place in found["cells"].items()} == {
        label: as_json(spot) for label, spot in wanted.items()
    }, where
    assert {label for label, spot in wanted.items() if paths[label] not in spot.paths} == set(), where
    assert all(list(place["facings"]) == ordered(board, name, place["facings"]) for place in found["cells"].values())
    if counts["answers"] % RULINGS_EVERY == 0:
        rulings = movement.rulings_that_matter(board, name)
        assert found["rulings"] == rulings, where
        counts["answers asked for their rulings"] += 1
        counts.update(f"ruling {ruling}={choice}" for ruling, choice in rulings.items())
    _count(board, name, wanted, counts)


def as_json(spot: Spot) -> dict[str, object]:
    """Return what `sightline reach --json` prints of a hex, save the path."""
    return {
        "cost": spot.cost,
        "path": None,
        "may_stop": not spot.stops,
        "ends_move": False,
        "stops": list(spot.stops),
        "provokes": [],
        "facings": spot.facings,
        "heat": spot.heat,
    }


def ordered(board: World, name: str, facings: dict[str, int]) -> list[str]:
    """Return the facings by how far one turns to them."""
    turns = movement.turns(board.layout, board.pieces[name]["facing"])
    return [facing for facing in turns if facing in facings]


def _count(board: World, name: str, wanted: dict[str, Spot], counts: Counts) -> None:
    counts["answers"] += 1
    counts[f"answers on {board.layout}"] += 1
    counts[f"answers with {board.pieces[name]['sp']} SP"] += 1
    counts["hexes"] += len(wanted)
    counts["hexes with several best ways"] += sum(len(spot.paths) > 1 for spot in wanted.values())
    counts["hexes dearer than they are far"] += sum(spot.cost > spot.hexes for spot in wanted.values())
    counts["hexes that cool"] += sum(spot.heat < board.pieces[name]["heat"] for spot in wanted.values())
    counts["hexes with six facings"] += sum(len(spot.facings) == 6 for spot in wanted.values())
    counts["hexes with some facings"] += sum(0 < len(spot.facings) < 6 for spot in wanted.values())
    counts.update(f"stops {clause}" for spot in wanted.values() for clause in spot.stops)
    counts["stops both"] += sum(len(spot.stops) == 2 for spot in wanted.values())


EXPECTED = (
    *(f"answers with {sp} SP" for sp in range(7)),
    *("hexes with several best ways", "hexes dearer than they are far", "hexes that cool"),
    *("hexes with six facings", "hexes with some facings", "stops PEN-7.4", "stops PEN-7.5", "stops both"),
    *(f"ruling {name}={choice}" for name, choices in movement.DECIDING.items() for choice in choices),
)


def test_a_few_moves_agree() -> None:
    counts = compare_reach(Random("a few moves"), 5)
    assert counts["answers"] >= 8


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_moves_agree(shard: int, ledger: Ledger) -> None:
    counts = compare_reach(Random(f"moves {shard}"), BOARDS)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["boards"] == SHARDS * BOARDS


# --- the reference by itself -------------------------------------------------------------------------------


def march(terrain: dict[str, str], sp: int = 6, heat: int = 0, **rulings: str) -> World:
    """A at D5 on seven columns and eight rows, its enemy T far off in A1."""
    board = world(piece("A1", side="blue"), piece("D5", side="red"), terrain, **rulings)
    board.pieces["A"]["sp"], board.pieces["A"]["heat"] = sp, heat
    return board


def test_rings_around_a_casket() -> None:
    spots = movement.reach(march({}, sp=3), "A")
    assert sorted(Counter(spot.cost for spot in spots.values()).items()) == [(0, 1), (1, 6), (2, 12), (3, 18)]
    assert all(spot.cost == spot.hexes for spot in spots.values())
    assert len(spots["D4"].paths) == len(spots["D3"].paths) == 1
    assert spots["C4"].paths == {("D4", "C4"), ("C5", "C4")}
    assert spots["D3"].facings == {"N": 1, "NE": 1, "NW": 1, "SE": 0, "SW": 0}


def test_ground_and_climbing() -> None:
    board = march({"D4": "rubble", "E5": "water", "C4": "wall"}, sp=2, heat=3)
    board.cells["D6"] = (frozenset(), 1)
    spots = movement.reach(board, "A")
    assert [spots[label].cost for label in ("D4", "D6", "E5")] == [2, 2, 1]
    assert "C4" not in spots
    assert (spots["E5"].heat, spots["D6"].heat) == (1, 3)


@pytest.mark.parametrize(
    ("choice", "stops"), [("from-the-start", None), ("destination", ("PEN-7.4",)), ("from-each-hex", ())]
)
def test_moving_out_of_sight(choice: str, stops: tuple[str, ...] | None) -> None:
    board = march({"D4": "dense-forest"}, blind_move=choice)
    spots = movement.reach(board, "A")
    assert (spots["D3"].stops if "D3" in spots else None) == stops
    assert movement.rulings_that_matter(board, "A")["blind-move"] == choice


def test_allies_and_enemies() -> None:
    board = march({}, sp=1)
    board.pieces["B"] = piece("D4", side="red")
    board.pieces["C"] = piece("D6", side="blue")
    board.pieces["D"] = piece("E5")
    spots = movement.reach(board, "A")
    assert spots["D4"].stops == ("PEN-7.5",)
    assert spots["D4"].facings == {}
    assert {"D6", "E5"} & spots.keys() == set()
    assert set(movement.reach(board, "D")) >= {"E5", "F5"}
    assert "D5" not in movement.reach(board, "D")


def test_it_walks_every_path() -> None:
    # Six first steps, each with five to go on to that are not the first hex again.
    paths = [path for path, _ in movement.every_path(march({}, sp=2), "A")]
    assert Counter(map(len, paths)) == {0: 1, 1: 6, 2: 30}
    assert len(set(paths)) == len(paths)
