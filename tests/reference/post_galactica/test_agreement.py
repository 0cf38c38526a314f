"""Post Galactica on hexes and its slow reference agree on random boards of all four layouts, all rulings both ways."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.deciding_rulings import Ask, decisive
from tests.reference.boards import HEX_LAYOUTS, many
from tests.reference.driver import Ledger
from tests.reference.post_galactica import attack_model as attacks
from tests.reference.post_galactica.boards import random_world, to_yaml
from tests.reference.post_galactica.model import RULINGS, Between, World, engaged_by
from tests.reference.post_galactica.movement_model import reach, step_cost

SHARDS, BOARDS, FEW = 4, many(18), 1
RULINGS_EVERY = 8
"""Of so many answers one is also asked which rulings mattered: that takes six more answers."""
SHOTS_PER_BOARD = 12

Counts = Counter[str]
Json = dict[str, Any]


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["post-galactica"].rulings}
    assert declared == RULINGS


def test_a_few_boards_agree() -> None:
    compare(Random("a few boards"), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_boards_agree(shard: int, ledger: Ledger) -> None:
    counts = compare(Random(f"boards {shard}"), BOARDS)
    ledger.add(counts, SHARDS, EXPECTED, at_least=2)


EXPECTED = [
    *HEX_LAYOUTS,
    *("clear", "blocked", "legal", "melee", "light cover", "heavy cover", "shot through", "disengages"),
    *(f"{clause} forbids" for clause in ("PG-0.1", "PG-20.1", "PG-20.5", "PG-20.6", "PG-20.7")),
    *(f"{clause} forbids" for clause in ("PG-21.3", "PG-21.4", "PG-21.5")),
    *(f"{clause} permits" for clause in ("PG-20.3", "PG-20.5", "PG-20.6", "PG-21.3", "PG-21.4")),
    *(f"{clause} modifies" for clause in ("PG-20.4", "PG-20.5", "PG-20.6", "PG-H1", "PG-H2")),
    *(f"{clause} notes" for clause in ("PG-20.4", "PG-21.2", "PG-21.6")),
    "PG-20.2 blocks",
    *(f"shot ruled by {name}" for name in RULINGS if name != "inside"),
    "reach ruled by buildings-engage",
]
"""What the slow part has to meet."""


def compare(rng: Random, boards: int) -> Counts:
    """Compare the answers random boards; return the counts of what was met."""
    counts: Counts = Counter()
    for _ in range(boards):
        world = random_world(rng)
        scenario = sightline.parse(to_yaml(world))
        counts.update(["boards", world.layout])
        asked = list(_attacks(world))
        for attacker, target, weapon in rng.sample(asked, min(SHOTS_PER_BOARD, len(asked))):
            compare_shot(scenario, world, attacker, target, weapon, counts)
            compare_roll(scenario, world, attacker, target, weapon, rng.randrange(10**6), counts)
        compare_see(scenario, world, rng.choice(list(world.pieces)), counts)
        compare_threat(scenario, world, rng.choice(("red", "blue")), counts)
        for name, piece in world.pieces.items():
            if not piece["building"]:
                compare_reach(scenario, world, name, counts)
    return counts


def _attacks(world: World) -> Iterator[tuple[str, str, str | None]]:
    for attacker, target in permutations(world.pieces, 2):
        weapons: list[str | None] = [weapon["name"] for weapon in world.pieces[attacker]["weapons"]]
        for weapon in weapons or [None]:
            yield attacker, target, weapon


def compare_rulings(scenario: sightline.Scenario, question: str, ask: Ask, counts: Counts) -> None:
    """Compare the rulings that some of the answers name."""
    counts[question] += 1
    if counts[question] % RULINGS_EVERY == 0:
        ruled = decisive(scenario, ask)
        assert json.loads(ask(scenario).to_json())["rulings"] == ruled, f"{question} in\n{scenario.to_yaml()}"
        counts.update(f"{question} ruled by {name}" for name in ruled)


# --- shots -------------------------------------------------------------------------------------------------


def compare_shot(
    scenario: sightline.Scenario, world: World, attacker: str, target: str, weapon: str | None, counts: Counts
) -> None:
    where = f"{attacker} attacks {target} with {weapon} in\n{to_yaml(world)}"
    found = json.loads(scenario.shot(attacker, target, weapon=weapon).to_json(indent=0))
    wanted = attacks.shot(world, attacker, target, weapon)
    assert (found["from"], found["to"], found["weapon"]) == (attacker, target, weapon), where
    is_ordered = len(Between(world, attacker, target).lines) == 1
    comparable = [_comparable(answer, wanted, is_ordered=is_ordered) for answer in (found, wanted)]
    assert comparable[0] == comparable[1], where
    _count_shot(world, wanted, attacker, weapon, counts)
    compare_rulings(scenario, "shot", lambda ruled: ruled.shot(attacker, target, weapon=weapon), counts)


def _comparable(answer: Json, wanted: Json, *, is_ordered: bool) -> Json:
    """Return the keys that the reference has; of several lines, findings and their places in an order of their own."""
    findings = [
        {"at": each["at"] if is_ordered else sorted(each["at"])}
        | {key: each[key] for key in ("clause", "effect", "on", "value")}
        for each in answer["findings"]
    ]
    return {key: answer[key] for key in wanted} | {"findings": findings if is_ordered else sorted(findings, key=str)}


def _count_shot(world: World, wanted: Json, attacker: str, weapon: str | None, counts: Counts) -> None:
    counts.update({f"{each['clause']} {each['effect']}" for each in wanted["findings"]})
    counts.update([wanted["sight"], f"{wanted['cover']} cover"])
    counts["legal"] += wanted["legal"]
    counts["melee"] += attacks.weapon_of(world.pieces[attacker], weapon)["range"] == "melee"
    counts["shot through"] += wanted["legal"] and any(each["clause"] == "PG-20.3" for each in wanted["findings"])


def compare_roll(
    scenario: sightline.Scenario,
    world: World,
    attacker: str,
    target: str,
    weapon: str | None,
    seed: int,
    counts: Counts,
) -> None:
    found = json.loads(scenario.resolve(attacker, target, seed=seed, weapon=weapon).to_json(indent=0))
    wanted = attacks.resolve(world, attacker, target, weapon, seed)
    where = f"{attacker} attacks {target} with {weapon} and seed {seed} in\n{to_yaml(world)}"
    assert {key: found[key] for key in wanted} == wanted, where
    counts[f"outcome {wanted['outcome']}"] += 1


# --- whole boards ------------------------------------------------------------------------------------------


def compare_see(scenario: sightline.Scenario, world: World, viewer: str, counts: Counts) -> None:
    where = f"{viewer} looks round in\n{to_yaml(world)}"
    found = json.loads(scenario.see(viewer).to_json(indent=0))
    wanted = attacks.see(world, viewer)
    assert found["cells"] == wanted, where
    compare_rulings(scenario, "see", lambda ruled: ruled.see(viewer), counts)


def compare_threat(scenario: sightline.Scenario, world: World, side: str, counts: Counts) -> None:
    if side not in {piece["side"] for piece in world.pieces.values()}:
        return
    where = f"what threatens {side} in\n{to_yaml(world)}"
    found = json.loads(scenario.threat(side).to_json(indent=0))
    wanted = attacks.threat(world, side)
    assert found["cells"] == wanted, where
    compare_rulings(scenario, "threat", lambda ruled: ruled.threat(side), counts)


def compare_reach(scenario: sightline.Scenario, world: World, name: str, counts: Counts) -> None:
    where = f"{name} moves in\n{to_yaml(world)}"
    found = json.loads(scenario.reach(name).to_json(indent=0))
    wanted = reach(world, name)
    assert {
        label: (place["cost"], place["may_stop"], place["ends_move"], tuple(place["stops"]))
        for label, place in found["cells"].items()
    } == wanted, where
    for label, place in found["cells"].items():
        _check_path(world, name, label, place, wanted)
        assert place["provokes"] == [], where
    counts["disengages"] += bool(engaged_by(world, name))
    compare_rulings(scenario, "reach", lambda ruled: ruled.reach(name), counts)


def _check_path(world: World, name: str, label: str, place: Json, wanted: Json) -> None:
    """The path leads there at its cost, by hexes that do not end the move."""
    way = [*world.pieces[name]["at"], *place["path"]]
    assert way[-1] == label
    assert all(there in world.neighbours(here) for here, there in pairwise(way))
    assert sum(step_cost(world, step) for step in way[1:]) == place["cost"]
    assert not any(wanted[step].ends_move for step in way[:-1])
