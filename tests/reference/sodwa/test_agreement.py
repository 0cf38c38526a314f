"""SODWA and its slow reference agree on sight and attacks on random boards, a good part of them ties."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.sodwa import boards as sodwa_boards
from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.model import World

Json = dict[str, Any]
Counts = Counter[str]
Names = tuple[str, str]

DEGREES = {"impedes": sodwa.IMPEDED, "blocks": sodwa.BLOCKED}
SHARDS, BOARDS, SHOTS_PER_BOARD = 5, many(800), 1
RULINGS_EVERY, SEE_EVERY = 12, 40
MIN_AT_CORNERS = 1 / 3
"""Share of the shots along lines that pass exactly through corners."""
MET = (
    *("clear", "impeded", "blocked", "melee", "ranged", "legal", "unarmed", "aware", "unaware", "unseen melee"),
    *("corner impeded", "corner blocked", "both low", "one high", "both high", "see"),
    *(f"SOD-{clause}" for clause in ("3.3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.7", "5.1")),
    *(f"SOD-{clause}" for clause in ("5.11", "5.2", "5.4", "5.5", "5.6", "5.7")),
    *(f"ruling {name}" for name in sodwa.RULINGS),
    *("ruling adjacent-fence of see", "ruling corner-characters of see"),
)
"""What has to be met on the way."""


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["sodwa"].rulings}
    del declared["opening-tie"], declared["portal-sight"]  # which only battles ask for
    assert declared == sodwa_boards.ALL_RULINGS


def test_a_few_boards_agree() -> None:
    compare(Random("a few boards"), 10)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_boards_agree(shard: int, ledger: Ledger) -> None:
    counts = compare(Random(f"boards {shard}"), BOARDS)
    total = ledger.add(counts, SHARDS, MET)
    if total is not None:
        assert total["boards"] == SHARDS * BOARDS
        assert total["corners"] >= MIN_AT_CORNERS * total["shots"]


def compare(rng: Random, boards: int) -> Counts:
    """Compare shots on each of so many boards, and sometimes what somebody sees; return the counts of what was met."""
    counts: Counts = Counter()
    while counts["boards"] < boards:
        world = sodwa_boards.random_world(rng)
        scenario = sightline.parse(sodwa_boards.to_yaml(world))
        pairs = list(permutations(world.characters, 2))
        for names in rng.sample(pairs, min(SHOTS_PER_BOARD, len(pairs))):
            _compare_shot(scenario, world, names, counts)
        if counts["boards"] % SEE_EVERY == 0:
            _compare_seen(scenario, world, rng.choice(list(world.characters)), counts)
        counts["boards"] += 1
    return counts


def _compare_shot(scenario: sightline.Scenario, world: World, names: Names, counts: Counts) -> None:
    found = json.loads(scenario.shot(*names).to_json(indent=0))
    wanted = sodwa.shot(world, *names)
    met, parts = wanted.pop("met"), wanted.pop("found")
    assert {key: found[key] for key in wanted} == wanted, _text(world, *names)
    assert _parts(found) == parts, _text(world, *names)
    assert _met(found) == _of_line(met, wanted["adjacent"]), _text(world, *names)
    if counts["shots"] % RULINGS_EVERY == 0:
        _compare_rulings(scenario, world, names, found, counts)
    _count(world, names, wanted, met, counts)
    counts.update({each["clause"] for each in found["findings"] if each["effect"] != "notes"})


def _parts(found: Json) -> list[sodwa.Finding]:
    """Return the findings of the product on its numbers and against it, save for what the line meets."""
    parts = [
        (each["clause"], each["effect"], each["on"], each["value"])
        for each in found["findings"]
        if each["effect"] in ("forbids", "modifies")
    ]
    return sorted(parts, key=str)


def _met(found: Json) -> tuple[dict[str, int], list[int]]:
    """Return what the line meets by the product's findings.

    That is the degree of each tile and border, and those of corners.
    """
    places, corners = dict[str, int](), []
    for each in found["findings"]:
        if each["effect"] in DEGREES:
            degree = DEGREES[each["effect"]]
            if each["clause"] == "SOD-4.4":
                corners.append(degree)
            else:
                [place] = each["at"]
                places[place] = max(degree, places.get(place, 0))
    return places, sorted(corners)


def _of_line(met: list[sodwa.Met], is_melee: bool) -> tuple[dict[str, int], list[int]]:
    """Return the same by the reference. What hides a target from melee speaks against nothing."""
    places = {each.at[0]: each.degree for each in met if len(each.at) == 1}
    if is_melee:
        places = {place: degree for place, degree in places.items() if degree < sodwa.BLOCKED}
    return places, sorted(each.degree for each in met if len(each.at) == 2)


def _compare_rulings(scenario: sightline.Scenario, world: World, names: Names, found: Json, counts: Counts) -> None:
    """A ruling is listed exactly when another choice of it alone changes any other key."""
    matter = {}
    for name, choices in sodwa_boards.ALL_RULINGS.items():
        chosen = world.rulings.get(name, choices[0])
        [other] = set(choices) - {chosen}
        otherwise = json.loads(scenario.with_rulings({name: other}).shot(*names).to_json(indent=0))
        if {**otherwise, "rulings": None} != {**found, "rulings": None}:
            matter[name] = chosen
    assert found["rulings"] == matter, _text(world, *names)
    wanted = sodwa.rulings_that_matter(world, *names)
    assert wanted.items() <= matter.items(), _text(world, *names)
    counts.update(f"ruling {name}" for name in wanted)
    counts["rulings that change findings alone"] += len(matter) - len(wanted)


def _compare_seen(scenario: sightline.Scenario, world: World, viewer: str, counts: Counts) -> None:
    found, wanted = json.loads(scenario.see(viewer).to_json(indent=0)), sodwa.see(world, viewer)
    assert found["cells"] == wanted, _text(world, viewer)
    matter = {}
    for name, choices in sodwa.RULINGS.items():
        [other] = set(choices) - {world.ruling(name)}
        if sodwa.see(replace(world, rulings=world.rulings | {name: other}), viewer) != wanted:
            matter[name] = world.ruling(name)
    assert found["rulings"] == matter, _text(world, viewer)
    counts.update(["see", *(f"ruling {name} of see" for name in matter)])


def _text(world: World, *names: str) -> str:
    return f"{' at '.join(names)} in\n{sodwa_boards.to_yaml(world)}"


def _count(world: World, names: Names, wanted: Json, met: list[sodwa.Met], counts: Counts) -> None:
    attacker, target = (world.characters[name] for name in names)
    height = world.is_elevated(attacker["at"]) + world.is_elevated(target["at"])
    counts.update(["shots", wanted["sight"], wanted["kind"], ("both low", "one high", "both high")[height]])
    counts.update(f"corner {sodwa.SIGHT[each.degree]}" for each in met if len(each.at) == 2)
    counts["corners"] += sodwa_boards.passes_corner(attacker["at"], target["at"])
    counts["legal"] += wanted["legal"]
    counts["unarmed"] += wanted["damage"] is None
    counts["unseen melee"] += wanted["adjacent"] and wanted["sight"] == "blocked"
    counts["aware" if sodwa.is_aware(world, attacker, target) else "unaware"] += 1
