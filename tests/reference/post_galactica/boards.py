"""Generator: random boards for the Post Galactica reference, and their scenario text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from tests.reference.boards import HEX_LAYOUTS, drawn, flow, iter_rows, lay_ground, some_labels, some_levels
from tests.reference.post_galactica import model as post_galactica
from tests.reference.post_galactica.model import RULINGS, SHOOT_THROUGH, Piece, Weapon, World

LETTERS = {
    "difficult": "d",
    "impassable": "x",
    "blocking": "#",
    "light-cover": "l",
    "heavy-cover": "h",
    "obscuring": "s",
}
OWN = {"crater": "k", "wreck": "w", "smoke": "m"}
"""Names and drawing letters of terrain of one's own; what each means is drawn by lot."""
NAMES = ("T", "Ana", "Bo", "zed", "C", "K9", "Mia", "Ola", "b2")
BUILDINGS = ("Keep", "Hut", "gate", "B7")
CAN_LIFT = ("PG-20.5", "PG-20.6", "PG-21.3", "PG-21.4")

# --- text --------------------------------------------------------------------------------------------------


def to_yaml(world: World) -> str:
    """Return the scenario text of a world: drawn, so that it can have holes."""
    return "\n".join(_lines(world)) + "\n"


def _lines(world: World) -> Iterator[str]:
    yield "sightline: 1\nrules: post-galactica"
    yield f"rulings: {flow(world.rulings)}"
    yield f"map:\n  grid: hex\n  hexes: {world.layout}\n  cells: |"
    yield from iter_rows(
        world.columns,
        world.rows,
        lambda label: drawn(world.cells.get(label), LETTERS | OWN, world.levels.get(label, 0)),
    )
    if world.kinds:
        yield f"  legend: {flow({OWN[kind]: kind for kind in world.kinds})}"
        yield f"  kinds: {flow(world.kinds)}"
    yield "pieces:"
    for name, piece in world.pieces.items():
        yield f"  {name}: {flow(stated(piece))}"


def stated(piece: Piece) -> dict[str, Any]:
    """Return what of a piece is not as by default."""
    plain = post_galactica.piece(piece["at"])
    says = {key: value for key, value in piece.items() if value != plain[key]}  # type: ignore[literal-required]
    return {"at": piece["at"] if piece["building"] else piece["at"][0], **says}


# --- boards ------------------------------------------------------------------------------------------------


def random_world(rng: Random) -> World:
    """Return a small board full of everything, so that much is met."""
    columns, rows = rng.randint(3, 8), rng.randint(3, 7)
    labels = some_labels(rng, columns, rows)
    world = World(
        layout=rng.choice(HEX_LAYOUTS),
        columns=columns,
        rows=rows,
        cells={label: set() for label in labels},
        levels=some_levels(rng, labels),
        kinds={name: _kind(rng) for name in rng.sample(list(OWN), rng.choice((0, 1, 1, 2, 3)))},
        rulings={name: rng.choice(RULINGS[name]) for name in RULINGS if rng.random() < 0.6},
    )
    lay_ground(rng, world.cells.values(), [*LETTERS, *world.kinds, *world.kinds])
    lane = _lane(rng, world)
    for label in lane.beside:
        world.cells[label].update(rng.choice(((), (), ("blocking",), ("obscuring", "light-cover"))))
    buildings, units = _buildings(rng, world, lane), rng.sample(NAMES, rng.choice((2, 3, 4, 6)))
    taken = {label for building in buildings.values() for label in building["at"]}
    free = rng.sample(list(world.cells), len(world.cells))
    free = [label for label in dict.fromkeys((*lane.ends, *lane.beside, *free)) if label not in taken]
    pieces = buildings | {name: _unit(rng, label) for name, label in zip(units, free, strict=False)}
    _add_crew(rng, world, buildings, pieces)
    order = rng.sample(list(pieces), len(pieces))
    return replace(world, pieces=_with_targets(rng, {name: pieces[name] for name in order}))


class Lane(NamedTuple):
    """Two hexes and the two between whose centres a line runs along their side."""

    ends: list[str]
    beside: list[str]


def _lane(rng: Random, world: World) -> Lane:
    """On some boards a lane, to be taken by units and what stands in their way."""
    one = rng.choice(list(world.cells))
    other = rng.choice(world.neighbours(one) or [one])
    ends = [label for label in world.neighbours(one) if label in world.neighbours(other)]
    return Lane(ends, [one, other]) if len(ends) == 2 and rng.random() < 0.4 else Lane([], [])


def _kind(rng: Random) -> dict[str, Any]:
    meaning: dict[str, Any] = {"blocks": rng.random() < 0.3}
    if rng.random() < 0.7:
        meaning["cover"] = rng.choice(("none", "light", "light", "heavy", "heavy", "obscuring"))
    for key in ("difficult", "impassable"):
        if rng.random() < 0.2:
            meaning[key] = True
    return meaning


def _buildings(rng: Random, world: World, lane: Lane) -> dict[str, Piece]:
    """Buildings of one to four hexes that touch."""
    free, found = set(world.cells) - set(lane.ends), {}
    for name in rng.sample(BUILDINGS, rng.choice((0, 0, 1, 1, 2, 3))):
        if len(free) < 6:
            break
        at = [rng.choice([label for label in lane.beside if label in free and rng.random() < 0.6] or sorted(free))]
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            near = sorted({near for label in at for near in world.neighbours(label)} & free - set(at))
            at += [rng.choice(near)] if near else []
        free -= set(at)
        found[name] = _piece(rng, at, building=True, cover=rng.choice((None, None, "none", "light", "heavy")))
    return found


def _unit(rng: Random, label: str) -> Piece:
    return _piece(rng, [label], movement=rng.choice((0, 1, 2, 3, 3, 4, 5)), disengaged=rng.random() < 0.1)


def _add_crew(rng: Random, world: World, buildings: dict[str, Piece], pieces: dict[str, Piece]) -> None:
    """Somebody beside a building of the own side, to shoot through it."""
    taken = {label for piece in pieces.values() for label in piece["at"]}
    for name, building in buildings.items():
        beside = sorted({near for label in building["at"] for near in world.neighbours(label)} - taken)
        if beside and rng.random() < 0.6:
            label = rng.choice(beside)
            taken.add(label)
            pieces[f"crew-of-{name}"] = {**_unit(rng, label), "side": building["side"]}


def _piece(rng: Random, at: list[str], **more: Any) -> Piece:
    tags = {"Stealth": 0.2, "Stealth Detection": 0.15, "Large": 0.3}
    tags |= dict.fromkeys(sorted(SHOOT_THROUGH), 0.25 if "building" in more else 0.02)
    return post_galactica.piece(
        at,
        side=rng.choice(("red", "red", "red", "blue", "blue", None)),
        toughness=rng.choice((1, 3, 4, 6, 9)),
        armor=rng.choice((0, 0, 1, 2, 4)),
        cohesion=rng.choice((1, 4, 9)),
        body_value=rng.choice((1, 2)),
        ranged_skill=rng.choice((0, 2, 5, 6, 7, 7, 8, 12)),
        melee_skill=rng.choice((0, 3, 5, 6, 7, 7, 11)),
        tags=[tag for tag, share in tags.items() if rng.random() < share],
        weapons=_weapons(rng),
        split_fire=rng.random() < 0.4,
        split_melee=rng.random() < 0.2,
        protected=rng.choice((None,) * 9 + ("under truce",)),
        allows=[clause for clause in CAN_LIFT if rng.random() < 0.2],
        **more,
    )


def _weapons(rng: Random) -> list[Weapon]:
    names = rng.sample(("rifle", "blade", "mortar"), rng.choice((0, 1, 1, 2, 3)))
    return [_weapon(rng, name) for name in names]


def _weapon(rng: Random, name: str) -> Weapon:
    farthest = rng.choice(("melee", "melee", 1, 3, 5, 9, 9))
    return Weapon(
        name=name,
        range=farthest,
        attacks=rng.choice((1, 1, 2, 3)),
        melee_reach=rng.choice((None, None, 2, 3)) if farthest == "melee" else None,
        damage=rng.choice((0, 1, 1, 2)),
    )


def _with_targets(rng: Random, pieces: dict[str, Piece]) -> dict[str, Piece]:
    """Return the pieces, of which some declare at whom their ranged weapons shoot."""
    declared = {}
    for name, piece in pieces.items():
        ranged = [weapon["name"] for weapon in piece["weapons"] if weapon["range"] != "melee"]
        others = [other for other in pieces if other != name]
        targets = {}
        if rng.random() < 0.2:
            same = rng.choice(others)
            for weapon in rng.sample(ranged, rng.randint(0, len(ranged))):
                targets[weapon] = rng.choice(others) if piece["split_fire"] else same
        declared[name] = {**piece, "targets": targets}
    return declared  # type: ignore[return-value]
