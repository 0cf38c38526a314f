"""Generator: random boards for the HERO 5th references, and their scenario text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS, drawn, flow, iter_rows, lay_ground, some_labels, some_levels
from tests.reference.hero5 import model as hero5
from tests.reference.hero5.model import RULINGS, Piece, Weapon, World

LETTERS = {"difficult": "d", "obstacle": "o", "blocking": "#"}
OWN = {"thicket": "k", "beam": "m", "vault": "v"}
"""Names and drawing letters of terrain of one's own; what each means is drawn by lot."""

# --- text --------------------------------------------------------------------------------------------------


def to_yaml(world: World) -> str:
    """Return the scenario text of a world: drawn, so that it can have holes."""
    return "\n".join(_lines(world)) + "\n"


def _lines(world: World) -> Iterator[str]:
    yield "sightline: 1\nrules: hero5"
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
    yield "  borders:"
    for kind in [*hero5.BUILT_IN_BORDERS, *world.kinds]:
        there = [border for border, kinds in world.borders.items() if kind in kinds]
        yield f"    {kind}: [{', '.join('/'.join(sorted(border, key=geometry.parse_cell)) for border in there)}]"
    yield "pieces:"
    for name, piece in world.pieces.items():
        yield f"  {name}: {flow(stated(piece))}"


def stated(piece: Piece) -> dict[str, Any]:
    """Return what of a piece is not as by default."""
    plain = hero5.piece(piece["at"])
    return {"at": piece["at"]} | {key: value for key, value in piece.items() if value != plain[key]}  # type: ignore[literal-required]


# --- boards ------------------------------------------------------------------------------------------------


def random_world(rng: Random) -> World:
    """Return a small board full of everything, so that much is met; everybody stands where they may.

    The pieces come one after the other, each where it may stop with those that came before, and stand in the file in
    another order.
    """
    columns, rows = rng.randint(3, 6), rng.randint(3, 6)
    labels = some_labels(rng, columns, rows)
    world = World(
        layout=rng.choice(HEX_LAYOUTS),
        columns=columns,
        rows=rows,
        cells={label: set() for label in labels},
        levels=some_levels(rng, labels),
        kinds={name: _kind(rng) for name in rng.sample(list(OWN), rng.choice((0, 1, 1, 2, 3)))},
        rulings={name: rng.choice(RULINGS[name]) for name in RULINGS if rng.random() < 0.4},
    )
    lay_ground(rng, world.cells.values(), [*LETTERS, *world.kinds, *world.kinds])
    _lay_borders(rng, world)
    world = _with_pieces(rng, world)
    order = rng.sample(list(world.pieces), len(world.pieces))
    return replace(world, pieces={name: world.pieces[name] for name in order})


def _kind(rng: Random) -> dict[str, Any]:
    drawn: dict[str, Any] = {
        "difficult": rng.random() < 0.3,
        "hampers": rng.random() < 0.35,
        "blocks": rng.random() < 0.2,
        "covers": rng.choice((None, None, "half", "mostly")),
        "height": rng.choice((None, None, "low", "full")),
        "roll": rng.choice((None, "acrobatics")),
        "solid": rng.choice((None, None, "ceiling", "dense")),
    }
    meaning = {key: value for key, value in drawn.items() if value}
    return meaning or {"difficult": True}


def _lay_borders(rng: Random, world: World) -> None:
    density = rng.choice((0.0, 0.05, 0.15, 0.3))
    words = [*hero5.BUILT_IN_BORDERS, *world.kinds]
    for label in world.cells:
        for near in world.neighbours(label):
            if geometry.parse_cell(label) < geometry.parse_cell(near):
                while rng.random() < density:
                    world.borders.setdefault((label, near), set()).add(rng.choice(words))


# --- pieces ------------------------------------------------------------------------------------------------


NAMES = ("T", "Ana", "Bo", "zed", "C", "K9", "Mia", "Ola", "b2")


def _with_pieces(rng: Random, world: World) -> World:
    """Return the board with pieces; a few boards have a swarm that crowds into few hexes."""
    is_swarm = rng.random() < 0.1
    small = 1.0 if is_swarm else rng.choice((0.1, 0.1, 0.3, 0.9))
    big = 0.1 if is_swarm else rng.choice((0.1, 0.4, 0.7, 1.0))
    while not world.pieces:
        for name in rng.sample(NAMES, 9 if is_swarm else rng.choice((1, 2, 3, 4, 5, 7))):
            piece = random_piece(rng, small, big)
            if is_swarm and rng.random() < 0.8:
                piece = hero5.changed(piece, growth=0, shrinking=rng.choice((2, 2, 2, 3)))
            world = _with_piece(rng, world, name, piece, crowding=0.8 if is_swarm else 0.4)
        if not world.pieces:  # as where all is blocked
            world = replace(world, cells={label: set() for label in world.cells})
    return world


def _with_piece(rng: Random, world: World, name: str, piece: Piece, crowding: float) -> World:
    """Return the board with the piece, if there is a place where it may stop.

    `crowding` is the share of cases in which that is where most others are.
    """
    fitting = {place: held[0] for place in hero5.places(world, piece) if (held := hero5.standing(world, piece, place))}
    crowd = [label for other in world.pieces for label in hero5.stands_on(world, other)]
    places = rng.sample(list(fitting), len(fitting))
    if rng.random() < crowding:
        places.sort(key=lambda place: -sum(label in fitting[place] for label in crowd))
    for place in places:
        there = _standing_at(world, name, piece, place)
        if hero5.may_stop(there, name, place) and not _is_kept_out(world, piece, fitting[place]):
            return _standing_at(world, name, piece, rng.choice(_names_of(world, place)))
    return world


def _is_kept_out(world: World, piece: Piece, held: frozenset[str]) -> bool:
    """Return whether someone who fills its hexes (HERO-1.7) is there."""
    full = [name for name, other in world.pieces.items() if other["fills_space"]]
    return not piece["desolid"] and any(held & hero5.stands_on(world, name) for name in full)


def _standing_at(world: World, name: str, piece: Piece, place: str) -> World:
    return replace(world, pieces=world.pieces | {name: hero5.changed(piece, at=place)})


def _names_of(world: World, place: str) -> list[str]:
    if "@" not in place:
        return [place]
    corners = geometry.shape_of(world.layout).corners
    names = [f"{label}@{corner}" for label in world.cells for corner in corners]
    return [name for name in names if hero5.written(world, name) == place]


def random_piece(rng: Random, small: float, big: float) -> Piece:
    """Return a piece in the shares of small and of big ones; its place is not given yet."""

    def some(share: float, value: Any, otherwise: Any = None) -> Any:
        return value if rng.random() < share else otherwise

    return hero5.piece(
        "",
        side=rng.choice(("red", "red", "blue", "blue", None)),
        growth=some(big, rng.choice((1, 1, 2, 2, 3, 4)), 0),
        shrinking=some(small, rng.choice((1, 2, 2, 3, 4, 5)), 0),
        movement=rng.choice((0, 1, 2, 2, 3, 3, 4, 4, 5)),
        reach=some(0.15, rng.choice((0, 1, 2, 3))),
        ocv=rng.randint(1, 6),
        dcv=rng.randint(1, 6),
        helpless=rng.random() < 0.15,
        fills_space=rng.random() < 0.08,
        obstacle_when_helpless=rng.random() < 0.4,
        flying=rng.random() < 0.12,
        desolid=rng.random() < 0.12,
        acrobatics=some(0.5, rng.choice((2, 3, 8, 11, 14, 17, 18))),
        contortionist=some(0.35, rng.choice((3, 9, 12, 18))),
        concealment=some(0.1, rng.choice(("half", "mostly", "total"))),
        weapons=some(0.3, _weapons(rng), []),
    )


def _weapons(rng: Random) -> list[Weapon]:
    names = rng.sample(("claws", "sling", "beam"), rng.choice((1, 1, 2)))
    return [{"name": name, "range": rng.choice(("melee", "melee", 1, 3, 20))} for name in names]
