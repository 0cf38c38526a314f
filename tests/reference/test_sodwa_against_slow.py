"""SODWA and its slow reference agree on sight and attacks on random boards, a good part of them ties."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems

from . import sodwa, sodwa_boards
from .conftest import Crier, Ledger
from .sodwa import World

SHARDS, BOARDS, SHOTS_PER_BOARD = 20, 1000, 3
RULINGS_EVERY, SEE_EVERY = 4, 20
LEAST_AT_CORNERS = 1 / 3
"""Share of the shots along lines that pass exactly through corners."""
CLAUSES = ("3.3", "4.7", "5.1", "5.11", "5.2", "5.4", "5.5", "5.6", "5.7")
KINDS = ("clear", "impeded", "blocked", "melee", "ranged", "legal", "unarmed", "aware", "unaware")


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["sodwa"].rulings}
    assert declared == sodwa_boards.ALL_RULINGS


def test_a_few_boards_agree() -> None:
    counts = compare(Random("a few boards"), 200)
    assert [what for what in expected() if not counts[what]] == []


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_boards_agree(shard: int, ledger: Ledger, crier: Crier) -> None:
    started = time.process_time_ns()
    counts = compare(Random(f"boards {shard}"), BOARDS)
    counts["milliseconds"] = (time.process_time_ns() - started) // 1_000_000
    total = ledger.add("sodwa", str(shard), SHARDS, counts)
    if total is not None:
        crier.say("SODWA against its reference: " + ", ".join(f"{what} {total[what]}" for what in sorted(total)))
        assert total["boards"] == SHARDS * BOARDS
        assert total["corners"] >= LEAST_AT_CORNERS * total["shots"]
        assert [what for what in expected() if not total[what]] == []


def expected() -> list[str]:
    """What has to be met."""
    return [*KINDS, *(f"SOD-{clause}" for clause in CLAUSES), *(f"ruling {name}" for name in sodwa.RULINGS)]


def compare(rng: Random, boards: int) -> Counter[str]:
    """Compare a few shots on each of so many boards; gives what was met on the way."""
    counts: Counter[str] = Counter()
    while counts["boards"] < boards:
        world = sodwa_boards.random_world(rng)
        scenario = sightline.parse(sodwa_boards.to_yaml(world))
        pairs = list(permutations(world.characters, 2))
        for shooter, target in rng.sample(pairs, min(SHOTS_PER_BOARD, len(pairs))):
            compare_shot(scenario, world, shooter, target, counts)
        if counts["boards"] % SEE_EVERY == 0:
            viewer = rng.choice(list(world.characters))
            assert json.loads(scenario.see(viewer).to_json())["cells"] == sodwa.see(world, viewer), to_text(
                world, viewer
            )
        counts["boards"] += 1
    return counts


def to_text(world: World, *names: str) -> str:
    return f"{' at '.join(names)} in\n{sodwa_boards.to_yaml(world)}"


def compare_shot(scenario: sightline.Scenario, world: World, shooter: str, target: str, counts: Counter[str]) -> None:
    found = json.loads(scenario.shot(shooter, target).to_json(indent=0))
    wanted = sodwa.shot(world, shooter, target)
    met, parts = wanted.pop("met"), wanted.pop("found")
    assert {key: found[key] for key in wanted} == wanted, to_text(world, shooter, target)
    assert _parts(found) == parts, to_text(world, shooter, target)
    if counts["shots"] % RULINGS_EVERY == 0:
        _compare_rulings(scenario, world, (shooter, target), found, counts)
    one, other = (world.characters[name]["at"] for name in (shooter, target))
    counts.update(["shots", wanted["sight"], wanted["kind"], *{clause for clause, *_ in parts}])
    counts["corners"] += sodwa_boards.passes_corner(one, other)
    counts["legal"] += wanted["legal"]
    counts["unarmed"] += wanted["damage"] is None
    counts["aware" if sodwa.is_aware(world, *map(world.characters.__getitem__, (shooter, target))) else "unaware"] += 1
    counts["with things on the line"] += bool(met)


def _parts(found: dict[str, Any]) -> list[sodwa.Finding]:
    """The findings of the product on its numbers and against it, without what sight meets and what is only noted."""
    parts = [
        (each["clause"], each["effect"], each["on"], each["value"])
        for each in found["findings"]
        if each["effect"] in ("forbids", "modifies")
    ]
    return sorted(parts, key=str)


def _compare_rulings(
    scenario: sightline.Scenario, world: World, names: tuple[str, str], found: dict[str, Any], counts: Counter[str]
) -> None:
    """A ruling is listed exactly when another choice of it alone changes any other key."""
    matter = {}
    for name, choices in sodwa_boards.ALL_RULINGS.items():
        [other] = set(choices) - {world.rulings.get(name, choices[0])}
        otherwise = json.loads(scenario.with_rulings({name: other}).shot(*names).to_json(indent=0))
        if {**otherwise, "rulings": None} != {**found, "rulings": None}:
            matter[name] = world.rulings.get(name, choices[0])
    assert found["rulings"] == matter, to_text(world, *names)
    wanted = sodwa.rulings_that_matter(world, *names)
    assert wanted.items() <= matter.items(), to_text(world, *names)
    counts.update(f"ruling {name}" for name in wanted)
    counts["rulings that change findings alone"] += len(matter) - len(wanted)
