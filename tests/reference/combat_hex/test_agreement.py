"""Combat Hex and its slow reference agree on random boards of all four layouts, under rulings both ways."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS, least, many
from tests.reference.combat_hex import model as combat_hex
from tests.reference.combat_hex.boards import random_world, to_yaml
from tests.reference.combat_hex.model import World

SHARDS, BOARDS = 2, many(750)
RULINGS_EVERY, SEE_EVERY = 5, 50
MIN_SHARES = {"mounted": 0.3, "degraded": 0.1, "blocked": 0.2, "ties": 0.25}
"""Shares of the shots of a shard that have to be of a kind."""


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["combat-hex"].rulings}
    assert declared == combat_hex.RULINGS


def test_a_few_boards_agree() -> None:
    compare(Random("a few boards"), 20)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_boards_agree(shard: int) -> None:
    counts = compare(Random(f"boards {shard}"), BOARDS)
    assert counts["boards"] == BOARDS
    assert [kind for kind, share in MIN_SHARES.items() if counts[kind] < least(share * counts["shots"])] == []
    expected = [f"CH-{clause}" for clause in combat_hex.CLAUSES] + [*combat_hex.RULINGS, *HEX_LAYOUTS]
    assert [what for what in expected if counts[what] < least(1)] == []


def compare(rng: Random, boards: int) -> Counter[str]:
    """Compare one shot boards; return the counts of what was met."""
    counts: Counter[str] = Counter()
    while counts["boards"] < boards:
        world = random_world(rng)
        scenario = sightline.parse(to_yaml(world))
        shooter, target = rng.choice(list(permutations(world.pieces, 2)))
        compare_shot(scenario, world, shooter, target, counts)
        if counts["boards"] % SEE_EVERY == 0:
            assert json.loads(scenario.see(shooter).to_json())["cells"] == combat_hex.see(world, shooter), to_yaml(
                world
            )
        counts.update(["boards", world.layout])
    return counts


def compare_shot(scenario: sightline.Scenario, world: World, shooter: str, target: str, counts: Counter[str]) -> None:
    found = without_words(json.loads(scenario.shot(shooter, target).to_json(indent=0)))
    wanted = combat_hex.shot(world, shooter, target)
    if counts["boards"] % RULINGS_EVERY == 0:
        wanted["rulings"] = combat_hex.rulings_that_matter(world, shooter, target)
        counts.update(list(wanted["rulings"]))
    assert {key: found[key] for key in wanted} == wanted, f"{shooter} at {target} in\n{to_yaml(world)}"
    counts.update(["shots", *{finding["clause"] for finding in wanted["findings"]}])
    counts["mounted"] += any(world.pieces[name]["mounted"] for name in (shooter, target))
    counts["degraded"] += wanted["degraded"]
    counts["blocked"] += wanted["sight"] == "blocked"
    counts["ties"] += has_tie(world, wanted["lines"])


def without_words(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the product's answer with the numbers of the lines, instead of words, in the findings."""
    for finding in answer["findings"]:
        assert finding.pop("why")
        finding["lines"] = finding.pop("message")["args"].get("lines")
    return answer


def has_tie(world: World, lines: list[dict[str, str]]) -> bool:
    """Return whether a line touches a corner or runs along a side before its end."""
    met = (
        contact
        for line in lines
        for contact in geometry.line(world.layout, world.columns, world.rows, world.holes(), line["from"], line["to"])
    )
    return any(each["kind"] == "along" or (each["kind"] == "touches" and each["at"] != ["1"]) for each in met)
