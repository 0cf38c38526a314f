"""What `--why-not` lists is what comes out when every single change is really made and the shot asked again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

import sightline
from tests.reference.boards import least, many
from tests.reference.combat_hex import boards as combat_hex
from tests.reference.hero5 import boards as hero5
from tests.reference.hero5 import sight_boards as hero5_sight
from tests.reference.penance import boards as penance
from tests.reference.post_galactica import boards as post_galactica
from tests.reference.sodwa import boards as sodwa
from tests.reference.why_not_model import Changed, Question


def random_table(rng: Random) -> str:
    """Return a free table with few things, so that one of them alone decides; names of pieces and features meet."""
    names = ["A", "T", "ruin", "Bo", "wood"]
    features = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        x, y, width, height = rng.randint(6, 20), rng.randint(0, 12), rng.choice((1, 2, 5)), rng.choice((3, 6, 8))
        corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
        means = rng.choice(("blocks: true", "blocks: true", "blocks: false, cover: light"))
        features.append(f"{{is: {rng.choice(names)}, {means}, outline: {corners}}}")
    spots = rng.sample([(x, y) for x in (2, 4, 14, 24, 26) for y in (3, 5, 8, 14)], rng.choice((2, 3, 5)))
    pieces = []
    for name, (x, y) in zip(rng.sample(names, len(spots)), spots, strict=True):
        weapons = rng.choice(("{name: rifle, range: 24}", "{name: axe, range: melee}", "{name: gun, range: 4}"))
        base, side = rng.choice(("32mm", "2", "1.5")), rng.choice(("red", "blue"))
        pieces.append(f"  {name}: {{at: [{x}, {y}], base: {base}, side: {side}, weapons: [{weapons}]}}")
    table = f"map: {{grid: free, size: 30x20, features: [{', '.join(features)}]}}"
    return "\n".join(["sightline: 1", "rules: post-galactica", table, "pieces:", *pieces]) + "\n"


BOARDS: Mapping[str, Callable[[Random], str]] = {
    "penance": lambda rng: penance.to_yaml(penance.random_world(rng)),
    "hero5": lambda rng: hero5.to_yaml(hero5_sight.random_board(rng)),
    "combat-hex": lambda rng: combat_hex.to_yaml(combat_hex.random_world(rng)),
    "post-galactica": lambda rng: post_galactica.to_yaml(post_galactica.random_world(rng)),
    "sodwa": lambda rng: sodwa.to_yaml(sodwa.random_world(rng)),
    "post-galactica, free": random_table,
}
FEW, MANY = 1, many(8)
KINDS = {
    "without-piece": "piece",
    "without": "piece",
    "without-feature": "terrain",
    "without-terrain": "terrain",
    "without-hill": "level",
    "without-pit": "level",
    "turned": "turn",
    "moved-to": "move",
}


def listed(question: Question) -> list[Changed]:
    """Return what the product lists."""
    shot = question.scenario.shot(question.attacker, question.target, weapon=question.weapon, why_not=True)
    return [
        Changed(each.change, each.what, each.to, KINDS[each.message.id], each.sight.value, each.legal)
        for each in shot.why_not
    ]


def compare(rng: Random, system: str, counts: Counter[str], *, pairs: int = 3) -> None:
    """Compare some attacks on a random board that are not legal."""
    scenario = sightline.parse(BOARDS[system](rng))
    pieces = [piece for piece in scenario.position.pieces.values() if piece.as_terrain is None]
    every = [(one, other) for one in pieces for other in pieces if one is not other]
    for attacker, target in rng.sample(every, min(pairs, len(every))):
        weapons: list[Any] = [weapon.name for weapon in attacker.weapons] or [None]
        question = Question(scenario, attacker.name, target.name, rng.choice(weapons))
        wanted = question.changes()
        where = f"{question.attacker} attacks {question.target} with {question.weapon} in\n{scenario.to_yaml()}"
        assert sorted(map(str, listed(question))) == sorted(map(str, wanted)), where
        counts["attacks"] += 1
        counts.update(f"{each.change} {each.kind} {'legal' if each.legal else 'clear'}" for each in wanted)


@pytest.mark.parametrize("system", BOARDS)
def test_every_change_that_helps_is_listed(system: str) -> None:
    counts = Counter[str]()
    for seed in range(FEW):
        compare(Random(f"why not {system} {seed}"), system, counts, pairs=2)


@pytest.mark.slow
@pytest.mark.parametrize("system", BOARDS)
def test_every_change_that_helps_is_listed_on_many_boards(system: str) -> None:
    counts = Counter[str]()
    for seed in range(MANY):
        compare(Random(f"why not, many {system} {seed}"), system, counts)
    assert sum(change.startswith("remove") for change in counts) >= least(1), counts
