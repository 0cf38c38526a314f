"""Post Galactica on hexes and its slow reference agree on random boards of all four layouts, under all rulings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

import sightline
from sightline.rules import installed_systems

from . import geometry, post_galactica
from .post_galactica import KINDS, RULINGS, Piece, World

LAYOUTS = tuple(layout for layout in geometry.LAYOUTS if layout != "square")
CLAUSES = [
    *("PG-0.1", "PG-20.1", "PG-20.2", "PG-20.3", "PG-20.4", "PG-20.5", "PG-20.6", "PG-20.7"),
    *("PG-21.2", "PG-21.3", "PG-21.4", "PG-21.5", "PG-21.6", "PG-H1", "PG-H2"),
]
"""Those that findings cite."""
KEYS = ("distance", "sight", "legal", "margin", "too_close", "cover", "engaged", "to_hit", "wound")
SHARDS, BOARDS = 4, 500
RULINGS_EVERY = 5

GUNS: list[Piece] = [
    {"name": "rifle", "range": 9, "attacks": 2, "damage": 1},
    {"name": "cannon", "range": 3, "attacks": 1, "damage": 3},
    {"name": "blade", "range": "melee", "attacks": 3, "damage": 1, "melee_reach": 1},
    {"name": "pike", "range": "melee", "attacks": 1, "damage": 2, "melee_reach": 3},
]
DEFAULTS: Piece = {
    "side": None,
    "building": False,
    "movement": 6,
    "toughness": 4,
    "armor": 0,
    "cohesion": 1,
    "body_value": 1,
    "ranged_skill": 7,
    "melee_skill": 7,
    "tags": [],
    "cover": "light",
    "protected": "",
    "allows": [],
    "disengaged": False,
    "weapons": [],
    "split_fire": False,
    "targets": {},
}


def test_the_reference_knows_every_ruling() -> None:
    declared = {ruling.name: ruling.choices for ruling in installed_systems()["post-galactica"].rulings}
    assert declared == RULINGS


def test_a_few_boards_agree() -> None:
    compare(Random("a few boards"), 60)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_boards_agree(shard: int) -> None:
    counts = compare(Random(f"boards {shard}"), BOARDS)
    expected = [*CLAUSES, *LAYOUTS, *(name for name in RULINGS if name != "inside"), "PG-14.1", "PG-4.3"]
    assert [what for what in expected if not counts[what]] == []


def compare(rng: Random, boards: int) -> Counter[str]:
    """Compare some attacks and moves on each of so many boards; gives what was met on the way."""
    counts: Counter[str] = Counter()
    for number in range(boards):
        world = random_world(rng)
        scenario = sightline.parse(to_yaml(world))
        counts[world.layout] += 1
        for attacker, target in rng.sample(list(permutations(world.pieces, 2)), 4):
            for weapon in world.pieces[attacker]["weapons"] or [None]:
                name = weapon["name"] if weapon else None
                found = scenario.shot(attacker, target, weapon=name)
                wanted = post_galactica.shot(world, attacker, target, weapon)
                assert plain(found) == wanted, f"{to_yaml(world)}\n{attacker} {target} {name}"
                counts.update(finding[0] for finding in wanted["findings"])
                if number % RULINGS_EVERY == 0:
                    decisive = deciding(world, attacker, target, weapon)
                    assert decisive.items() <= found.rulings.items(), f"{to_yaml(world)}\n{attacker} {target} {name}"
                    counts.update(list(decisive))
        for name in world.pieces:
            moves = post_galactica.reach(world, name)
            assert plain_moves(scenario.reach(name)) == moves, f"{to_yaml(world)}\n{name}"
            counts.update(clause for *_, stops in moves.values() for clause in stops)
    return counts


def plain(verdict: Any) -> dict[str, Any]:
    """What a verdict says, as the reference does."""
    answer = json.loads(verdict.to_json())
    odds = answer["odds"] or {"hit": None, "outcomes": None}
    found = [
        (each["clause"], each["effect"], each["on"], each["value"], frozenset(each["at"]))
        for each in answer["findings"]
    ]
    return {
        **{key: answer[key] for key in (*KEYS, "expected_models_lost")},
        "hit": odds["hit"],
        "outcomes": odds["outcomes"],
        "findings": sorted(found, key=repr),
    }


def plain_moves(reach: Any) -> dict[str, Any]:
    """What is said of each place, as the reference does."""
    return {label: (place.cost, place.may_stop, place.ends_move, place.stops) for label, place in reach.cells.items()}


def deciding(world: World, attacker: str, target: str, weapon: Piece | None) -> dict[str, str]:
    """The rulings of which another choice alone changes the answer."""
    here, chosen, found = post_galactica.shot(world, attacker, target, weapon), world.rulings, {}
    for name, choices in RULINGS.items():
        for choice in choices:
            world.rulings = {**chosen, name: choice}
            if post_galactica.shot(world, attacker, target, weapon) != here:
                found[name] = chosen.get(name, choices[0])
    world.rulings = chosen
    return found


# --- random boards -----------------------------------------------------------------------------------------


def random_world(rng: Random) -> World:
    """A small board, so that much is met."""
    columns, rows = rng.randint(4, 8), rng.randint(3, 7)
    labels = [geometry.format_cell((x, y)) for y in range(rows) for x in range(columns)]
    holes = set(rng.sample(labels, rng.choice((0, 0, 0, 2))))
    crowd = rng.choice((0.1, 0.25, 0.4))
    ground = {
        label: set(rng.sample(list(KINDS), rng.choice((1, 1, 1, 2)))) if rng.random() < crowd else set()
        for label in labels
        if label not in holes
    }
    rulings = {name: rng.choice(RULINGS[name]) for name in RULINGS if rng.random() < 0.4}
    world = World(rng.choice(LAYOUTS), columns, rows, ground, {}, rulings)
    free = rng.sample(list(ground), len(ground))
    for name in "ABCDEFG"[: rng.randint(3, 7)]:
        is_building = rng.random() < 0.35
        at = [free.pop() for _ in range(rng.choice((1, 1, 2, 3)) if is_building else 1) if free]
        if at:
            world.pieces[name] = random_piece(rng, at, is_building)
    for name, piece in world.pieces.items():
        if piece["weapons"] and rng.random() < 0.2:
            others = [other for other in world.pieces if other != name]
            guns = [gun["name"] for gun in piece["weapons"] if gun["range"] != "melee"]
            piece |= {"split_fire": True, "targets": {gun: rng.choice(others) for gun in guns}}
    return world


def random_piece(rng: Random, at: list[str], is_building: bool) -> Piece:
    """A unit or a building, of which much is as usual."""
    tags = ["large", "stealth", "stealth detection", "firing ports", "shoot-through"]
    stated: Piece = {
        "movement": rng.randint(0, 5),
        "toughness": rng.randint(0, 12),
        "armor": rng.choice((0, 2)),
        "cohesion": rng.randint(1, 7),
        "body_value": rng.randint(1, 4),
        "ranged_skill": rng.choice((0, 2, 6, 9)),
        "melee_skill": rng.choice((0, 5, 8)),
        "tags": rng.sample(tags, rng.randint(0, 3)),
        "protected": "it burrows",
        "allows": rng.sample(["PG-20.5", "PG-20.6", "PG-21.3", "PG-21.4"], rng.randint(1, 4)),
        "disengaged": True,
    }
    rare = {"protected": 0.1, "disengaged": 0.1, "allows": 0.4}
    kept = {key: value for key, value in stated.items() if rng.random() < rare.get(key, 0.6)}
    building = {"building": True, "cover": rng.choice(("none", "light", "heavy"))} if is_building else {}
    weapons = rng.sample(GUNS, rng.randint(0, 2))
    return {**DEFAULTS, "at": at, "side": rng.choice(("red", "blue", None)), **kept, **building, "weapons": weapons}


def to_yaml(world: World) -> str:
    """The scenario text of a world: drawn, so that it can have holes."""
    return "\n".join(_lines(world)) + "\n"


def _lines(world: World) -> Iterator[str]:
    yield f"sightline: 1\nrules: post-galactica\nrulings: {json.dumps(world.rulings)}"
    yield f"map:\n  grid: hex\n  hexes: {world.layout}"
    yield "  kinds: {ruin: {blocks: true, cover: heavy}}\n  legend: {r: ruin}\n  cells: |"
    for y in range(world.rows):
        yield "    " + " ".join(_token(world, geometry.format_cell((x, y))) for x in range(world.columns))
    yield "pieces:"
    for name, piece in world.pieces.items():
        stated = {key: value for key, value in piece.items() if value != DEFAULTS.get(key)}
        yield f"  {name}: {json.dumps({**stated, 'at': piece['at'] if piece['building'] else piece['at'][0]})}"


def _token(world: World, label: str) -> str:
    if label not in world.ground:
        return "_"
    return "".join(KINDS[kind][0] for kind in sorted(world.ground[label])) or "."
