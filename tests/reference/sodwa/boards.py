"""Generator: random boards for the SODWA references, and their scenario text."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from random import Random
from typing import Any

from tests.reference.boards import drawn, flow, iter_rows, labels_of
from tests.reference.geometry import format_cell, parse_cell
from tests.reference.sodwa.model import (
    BLOCKED,
    BUILT_IN,
    COMPASS,
    RULINGS,
    Character,
    Meaning,
    Numbers,
    Object,
    World,
    border_of,
)

LETTERS = {
    "impeding": "i",
    "difficult": "d",
    "liquid": "w",
    "obstructing": "#",
    "obstructing-indoor": "X",
    "transition": "t",
    "icy": "y",
    "corrosive": "v",
}
OWN = {"glass": "g", "smoke": "s", "rubble": "r"}
"""Names and drawing letters of terrain of one's own; what each means is drawn by lot."""
ALL_RULINGS = {**RULINGS, "wall-damage": ("one-hit", "cumulative"), "pass-through": ("none", "friends")}

# --- text --------------------------------------------------------------------------------------------------


def to_yaml(world: World) -> str:
    """Return the scenario text of a world: drawn, so that it can have holes."""
    return "\n".join(_lines(world)) + "\n"


def _lines(world: World) -> Iterator[str]:
    yield "sightline: 1\nrules: sodwa"
    yield f"rulings: {flow(world.rulings)}"
    yield "map:\n  grid: square\n  cells: |"
    yield from iter_rows(world.columns, world.rows, lambda label: _token(world, label))
    if world.kinds:
        yield f"  legend: {flow({OWN[kind]: kind for kind in world.kinds})}"
        yield f"  kinds: {flow(world.kinds)}"
    if world.links:
        yield f"  links: {flow([list(pair) for pair in world.links.items() if pair[0] < pair[1]])}"
    yield "  borders:"
    for kind in [*BUILT_IN, *world.kinds]:
        there = ["/".join(border) for border, kinds in world.borders.items() if kind in kinds]
        yield f"    {kind}: [{', '.join(there)}]"
    yield "pieces:"
    for name, character in world.characters.items():
        yield f"  {name}: {flow(_stated(character))}"
    for name, each in world.objects.items():
        yield f"  {name}: {flow({'at': each['at'], 'kind': 'object', 'is': each['kind']})}"


def _token(world: World, label: str) -> str:
    if label not in world.tiles:
        return "_"
    return drawn(world.tiles[label], LETTERS | OWN) + "1" * world.is_elevated(label)


def _stated(character: Character) -> dict[str, Any]:
    return {key: value for key, value in character.items() if value not in (None, {}, [])}


# --- boards ------------------------------------------------------------------------------------------------


def random_world(rng: Random) -> World:
    """Return a small or middle board full of everything, yet so that a good part of the lines across it are open."""
    columns, rows = (rng.choice((2, 3, 3, 4, 4, 5, 6, 8)) for _ in range(2))
    labels = labels_of(columns, rows)
    holes = set(rng.sample(labels, rng.choice((0, 0, 0, 1, 2)))) if len(labels) > 4 else set()
    world = World(
        columns=columns,
        rows=rows,
        tiles={label: set() for label in labels if label not in holes},
        kinds={name: _kind(rng) for name in rng.sample(list(OWN), rng.choice((0, 0, 1, 2, 3)))},
        rulings={name: rng.choice(choices) for name, choices in ALL_RULINGS.items() if rng.random() < 0.6},
    )
    _lay_ground(rng, world)
    _lay_borders(rng, world)
    _place_objects(rng, world)
    _place_characters(rng, world)
    return world


def _kind(rng: Random) -> Meaning:
    lot = {
        "sight": rng.choice((None, "clear", "impeding", "obstructing")),
        "movement": rng.choice((None, "clear", "clear", "difficult", "obstructing")),
        "indoor": rng.choice((None, None, True, False)),
    }
    stated = {key: value for key, value in lot.items() if value is not None}
    return Meaning(**stated) if stated else Meaning(sight="impeding")  # type: ignore[typeddict-item]


def _lay_ground(rng: Random, world: World) -> None:
    density, height = rng.choice((0.05, 0.15, 0.3, 0.5)), rng.choice((0.0, 0.15, 0.4, 0.85, 1.0))
    words = [*BUILT_IN, "impeding", "impeding", "transition", *world.kinds, *world.kinds]
    for label, kinds in world.tiles.items():
        while rng.random() < density:
            kinds.add(rng.choice(words))
        if rng.random() < height:
            world.elevated.add(label)


def _lay_borders(rng: Random, world: World) -> None:
    density = rng.choice((0.0, 0.05, 0.2, 0.4))
    words = [*BUILT_IN, "impeding", "impeding", "transition", *world.kinds]
    for label in world.tiles:
        for near in _beside(world, label):
            while rng.random() < density:
                world.borders.setdefault(border_of(label, near), set()).add(rng.choice(words))


def _beside(world: World, label: str) -> list[str]:
    """Return the tiles of the map to the right and below."""
    x, y = parse_cell(label)
    return [near for cell in ((x + 1, y), (x, y + 1)) if (near := format_cell(cell)) in world.tiles]


# --- pieces ------------------------------------------------------------------------------------------------


def movement_of(world: World, kind: str) -> str:
    return (BUILT_IN.get(kind) or world.kinds[kind]).get("movement", "clear")


def _is_solid(world: World, kinds: set[str]) -> bool:
    return any(movement_of(world, kind) == "obstructing" for kind in kinds)


def _place_objects(rng: Random, world: World) -> None:
    free = [
        label
        for label, kinds in world.tiles.items()
        if not _is_solid(world, kinds) and world.degree_of_tile(label) < BLOCKED
    ]
    wanted = rng.choice((0, 0, 1, 2, 4, 6))
    words = [*BUILT_IN, "impeding", "impeding", *world.kinds]
    for number, label in enumerate(rng.sample(free, min(wanted, len(free)))):
        world.objects[f"crate{number}"] = Object(at=label, kind=rng.choice(words))


def _place_characters(rng: Random, world: World) -> None:
    """Two characters or more, many where a line to an earlier one passes a corner, some on tiles that hide them."""
    things = {each["at"]: {each["kind"]} for each in world.objects.values()}
    free = [label for label, kinds in world.tiles.items() if not _is_solid(world, kinds | things.get(label, set()))]
    while len(free) < 2:
        label = rng.choice([label for label in world.tiles if label not in free])
        world.tiles[label].clear()
        world.objects.clear()
        free.append(label)
    names = ("A", "T", "Bo", "zed", "C9", "Mia", "Ola", "b2")
    for name in names[: rng.choice((2, 2, 3, 4, 6, 8))]:
        if free:
            taken = [each["at"] for each in world.characters.values()]
            cornered = [label for label in free if any(passes_corner(label, other) for other in taken)]
            hidden = [label for label in free if world.degree_of_tile(label) == BLOCKED]
            at = rng.choice(rng.choice((cornered, cornered, hidden, free)) or free)
            free.remove(at)
            world.characters[name] = random_character(rng, at)


def passes_corner(one: str, other: str) -> bool:
    """Return whether a line from centre to centre meets corners: both steps of the shortest way to a centre are odd."""
    across, down = (b - a for a, b in zip(parse_cell(one), parse_cell(other), strict=True))
    shortest = gcd(across, down) or 1
    return bool(across // shortest % 2 and down // shortest % 2)


def random_character(rng: Random, at: str) -> Character:
    is_armed = rng.random() < 0.95
    damage_kinds = ("physical", "energy", "magical", "bio")
    return Character(
        at=at,
        side=rng.choice(("red", "red", "blue", "blue", None)),
        facing=rng.choice((None, *COMPASS)),
        range=rng.choice((0, 1, 2, 3, 6, 6, 9)),
        evasion=rng.choice((0, 5, 10, 25)),
        moved=rng.random() < 0.3,
        damage_kind=rng.choice(damage_kinds),
        reduction={kind: rng.choice((0, 1, 2, 9)) for kind in rng.sample(damage_kinds[:3], rng.randint(0, 3))},
        melee=_numbers(rng) if is_armed else None,
        ranged=_numbers(rng) if is_armed else None,
        abilities=["flight"] if rng.random() < 0.2 else [],
    )


def _numbers(rng: Random) -> Numbers:
    return Numbers(
        accuracy=rng.choice((0, 5, 40, 40, 55, 60, 99, 120)),
        defense=rng.choice((0, 60, 100, 100, 115, 140)),
        damage=rng.choice((0, 1, 3, 5)),
    )
