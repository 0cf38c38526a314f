"""`threat`, `advise` and `--why-not` agree with asking one shot after the other."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import sightline
from tests.deciding_rulings import decisive, without_rulings
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.penance import movement_model as movement
from tests.reference.penance import whole_board_model as asking
from tests.reference.penance.boards import World, to_yaml

SHARDS, WORLDS = 5, many(3)
LONGEST = 5
"""Columns and rows of the boards at most: a question about a whole board is hundreds of shots."""
RULINGS_EVERY = 16
"""Of so many worlds one is also asked which rulings decide, for which it is asked again with every other choice."""
SHOTS_PER_WORLD, RULED_SHOTS = 6, 2
"""How many shots are asked about, and for how many of them, where the world is, which rulings decide."""

Counts = Counter[str]


def compare_questions(rng: Random, worlds: int) -> Counts:
    """Compare the questions random worlds; return the counts of what was met."""
    counts: Counts = Counter()
    for _ in range(worlds):
        world = movement.random_march(rng, longest=LONGEST)
        scenario = asking.parse(world)
        asks_rulings = counts["worlds"] % RULINGS_EVERY == 0
        counts["worlds"] += 1
        for side in sorted({piece["side"] for piece in world.pieces.values() if piece["side"]}):
            _compare_threat(scenario, world, side, counts, asks_rulings=asks_rulings)
        name = rng.choice(list(world.pieces))
        _compare_advise(scenario, world, name, counts, asks_rulings=asks_rulings)
        pairs = [(one, other) for one in world.pieces for other in world.pieces if one != other]
        for number, (one, other) in enumerate(rng.sample(pairs, min(SHOTS_PER_WORLD, len(pairs)))):
            _compare_why_not(scenario, world, one, other, counts, asks_rulings=asks_rulings and number < RULED_SHOTS)
    return counts


def _compare_threat(
    scenario: sightline.Scenario, world: World, side: str, counts: Counts, *, asks_rulings: bool
) -> None:
    answer = scenario.threat(side)
    found, where = json.loads(answer.to_json(indent=0)), f"threat to {side} in\n{to_yaml(world)}"
    wanted = asking.threat(world, side)
    assert (found["side"], found["cells"]) == (side, wanted), where
    assert list(found["cells"]) == [label for label in world.labels() if label in wanted], where
    counts["threats"] += 1
    counts["cells asked"] += len(world.cells)
    counts["cells threatened"] += len(wanted)
    counts["cells threatened by several"] += sum(len(each["attackers"]) > 1 for each in wanted.values())
    if asks_rulings:
        rulings = decisive(scenario, lambda ruled: ruled.threat(side))
        assert found["rulings"] == rulings, where
        counts["threats asked for their rulings"] += 1
        counts.update(f"ruling of a threat {name}" for name in rulings)


def _compare_advise(
    scenario: sightline.Scenario, world: World, name: str, counts: Counts, *, asks_rulings: bool
) -> None:
    found, where = json.loads(scenario.advise(name).to_json(indent=0)), f"advise {name} in\n{to_yaml(world)}"
    wanted = asking.advise(world, name)
    assert found["from"] == name
    assert found["places"] == wanted, where
    counts["advices"] += 1
    counts["places advised"] += len(wanted)
    counts["places after a turn"] += sum(each["facing"] != world.pieces[name]["facing"] for each in wanted)
    counts["places after a move"] += sum(each["cost"] > 0 for each in wanted)
    counts["places that nobody hits"] += sum(not each["back"]["attackers"] for each in wanted)
    if asks_rulings:
        rulings = decisive(scenario, lambda ruled: ruled.advise(name))
        assert found["rulings"] == rulings, where
        counts["advices asked for their rulings"] += 1
        counts.update(f"ruling of an advice {ruling}" for ruling in rulings)


def _compare_why_not(
    scenario: sightline.Scenario, world: World, attacker: str, target: str, counts: Counts, *, asks_rulings: bool
) -> None:
    weapons = world.pieces[attacker]["weapons"]
    weapon = weapons[-1]["name"] if weapons else None
    where = f"{attacker} attacks {target} with {weapon} in\n{to_yaml(world)}"

    def ask(ruled: sightline.Scenario) -> sightline.ShotAnswer:
        return ruled.shot(attacker, target, weapon=weapon, why_not=True)

    found = json.loads(ask(scenario).to_json(indent=0))
    changes = found.pop("why_not")
    listed = [(each["change"], each["what"], each["to"], each["sight"], each["legal"]) for each in changes]
    single, moves = asking.why_not(world, attacker, target, weapon)
    assert sorted(each for each in listed if each[0] != "move") == sorted(single), where
    assert len([each for each in listed if each[0] == "move"]) == bool(moves), where
    assert {each for each in listed if each[0] == "move"} <= moves, where
    assert all(each["why"] for each in changes)
    plain = scenario.shot(attacker, target, weapon=weapon)
    assert {key: value for key, value in found.items() if key != "rulings"} == without_rulings(plain), where
    counts["shots"] += 1
    counts["shots that are not legal"] += not found["legal"]
    counts["shots that nothing helps"] += not found["legal"] and not listed
    counts.update(f"{each[0]} that {'allows' if each[4] else 'opens'}" for each in listed)
    if asks_rulings:
        rulings = decisive(scenario, ask)
        assert found["rulings"] == rulings, where
        counts["shots asked for their rulings"] += 1
        counts.update(f"ruling of a shot {name}" for name in rulings)


EXPECTED = (
    *("cells threatened", "cells threatened by several", "places after a turn", "places after a move"),
    *("places that nobody hits", "shots that nothing helps"),
    *("remove that allows", "remove that opens", "turn that allows", "move that allows", "move that opens"),
)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_questions_agree(shard: int, ledger: Ledger) -> None:
    counts = compare_questions(Random(f"questions {shard}"), WORLDS)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["worlds"] == SHARDS * WORLDS
