"""Random scenarios of battles for the SODWA references."""

from __future__ import annotations

from random import Random
from typing import Any

from .sodwa import COMPASS, World
from .sodwa_battle import ALL_RULINGS
from .sodwa_boards import random_world, to_yaml

DAMAGE_KINDS = ("physical", "energy", "magical", "bio")


def random_battle(rng: Random) -> str:
    """The text of a board full of everything with two small teams, among whom ties are frequent."""
    world = random_world(rng)
    while len(world.characters) < 2:  # noqa: PLR2004
        world = random_world(rng)
    world.rulings.update({name: rng.choice(choices) for name, choices in ALL_RULINGS.items() if rng.random() < 0.6})
    _arm(rng, world)
    return to_yaml(world)


def _arm(rng: Random, world: World) -> None:
    names = list(world.characters)
    first = rng.choice(names)
    second = rng.choice([name for name in names if name != first])
    initiatives = rng.choice(((100,), (50, 100), (90, 50, 70, 333), (500, 1000, 250), (1, 37, 2000)))
    ips = rng.choice(((0,), (0, 1000), (0, 500, 999, 1000, 1600)))
    for name, character in world.characters.items():
        side = {first: "red", second: "blue"}.get(name, rng.choice(("red", "blue")))
        stated: dict[str, Any] = {
            "side": side,
            "melee": _numbers(rng),
            "ranged": _numbers(rng),
            "initiative": rng.choice(initiatives),
            "ip": rng.choice(ips),
            "health": rng.choice((1, 2, 4, 7, 12)),
            "move": rng.choice((0, 1, 2, 3, 4, 6, 9)),
            "attacked": rng.random() < 0.1,
            "facing": rng.choice((None, *COMPASS)),
        }
        character.update(stated)  # type: ignore[typeddict-item]


def _numbers(rng: Random) -> dict[str, int]:
    return {
        "accuracy": rng.choice((0, 30, 40, 55, 60, 80, 99, 120)),
        "defense": rng.choice((0, 60, 90, 100, 100, 115)),
        "damage": rng.choice((0, 1, 1, 2, 3, 5)),
    }
