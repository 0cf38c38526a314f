"""Generator: random scenarios of battles for the SODWA references."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.reference.sodwa.ability_table import ABILITIES
from tests.reference.sodwa.battle_scenario import ALL_RULINGS
from tests.reference.sodwa.boards import random_world, to_yaml
from tests.reference.sodwa.model import COMPASS, Object, World

LEFT_TO_DEFAULT = 0.1
OPEN = 0.5
"""How many boards have little on them, so that attacks from afar are frequent."""
OWNED = tuple(ABILITIES)
SAVES = ("fortitude", "reflex", "power")


def random_battle(rng: Random, owned: Sequence[str] = OWNED) -> str:
    """Return the text of a board full of everything with two small teams, among whom ties are frequent.

    `owned` are the abilities that there are.
    """
    is_open = rng.random() < OPEN
    world = random_world(rng)
    while len(world.characters) < 2 or (is_open and not _is_open(world)):
        world = random_world(rng)
    world.rulings.update({name: rng.choice(choices) for name, choices in ALL_RULINGS.items() if rng.random() < 0.6})
    _furnish(rng, world)
    _arm(rng, world, owned)
    return to_yaml(world)


def _furnish(rng: Random, world: World) -> None:
    """Add what only battles have: links, icy and corrosive tiles, and several objects on a tile."""
    tiles = rng.sample(list(world.tiles), rng.choice((0, 0, 2, 4)) if len(world.tiles) >= 4 else 0)
    for one, other in zip(tiles[::2], tiles[1::2], strict=True):
        world.links.update({one: other, other: one})
    for tile in rng.sample(list(world.tiles), min(len(world.tiles), rng.choice((0, 0, 2, 5)))):
        world.tiles[tile].add(rng.choice(("icy", "corrosive")))
    for number in range(rng.choice((0, 0, 1, 2)) if world.objects else 0):
        at = rng.choice([each["at"] for each in world.objects.values()])
        world.objects[f"sack{number}"] = Object(at=at, kind=rng.choice(("icy", "corrosive", "liquid", "transition")))


def _is_open(world: World) -> bool:
    overgrown = [label for label, kinds in world.tiles.items() if kinds]
    return 5 * len(overgrown) <= len(world.tiles) and len(world.borders) <= len(world.tiles)


def _arm(rng: Random, world: World, owned: Sequence[str]) -> None:
    names = list(world.characters)
    first = rng.choice(names)
    second = rng.choice([name for name in names if name != first])
    initiatives = rng.choice(((100,), (50, 100), (90, 50, 70, 333), (500, 1000, 250), (1, 37, 2000)))
    ips = rng.choice(((0,), (0, 1000), (0, 500, 999, 1000, 1600)))
    gifted = rng.choice((0, 0.5, 1, 1))
    for name, character in world.characters.items():
        side = {first: "red", second: "blue"}.get(name, rng.choice(("red", "blue")))
        stated: dict[str, Any] = {
            "side": side,
            "melee": _numbers(rng),
            "ranged": _numbers(rng),
            "initiative": rng.choice(initiatives),
            "ip": rng.choice(ips),
            "health": rng.choice((1, 2, 4, 7, 12, 25)),
            "move": rng.choice((0, 1, 2, 3, 4, 6, 9)),
            "attacked": rng.random() < 0.1,
            "facing": rng.choice((None, *COMPASS)),
        }
        if rng.random() < gifted:
            stated["abilities"] = rng.sample(owned, rng.randint(1, 4))
            stated["saves"] = {save: rng.choice((0, 10, 30, 60, 98)) for save in rng.sample(SAVES, rng.randint(0, 3))}
        left_out = {key for key in ("initiative", "ip", "health", "move", "facing") if rng.random() < LEFT_TO_DEFAULT}
        character.update({key: value for key, value in stated.items() if key not in left_out})  # type: ignore[typeddict-item]
    # A name that is more than ASCII, as hashes are of UTF-8.
    if "Ola" in world.characters:
        world.characters["Øla"] = world.characters.pop("Ola")


def _numbers(rng: Random) -> dict[str, int]:
    return {
        "accuracy": rng.choice((0, 30, 40, 50, 55, 60, 80, 99, 120)),
        "defense": rng.choice((0, 60, 90, 100, 100, 115)),
        "damage": rng.choice((0, 1, 1, 2, 2, 3, 5)),
    }
