"""Generator: random boards for concealment and shots in HERO 5th, with more cover, room and weapons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS, labels_of, some_levels
from tests.reference.hero5 import boards as hero5_worlds
from tests.reference.hero5 import model as hero5
from tests.reference.hero5.model import RULINGS, Piece, Weapon, World

SIGHT_RULINGS = ("hexside", "melee-wall", "range-modifiers")
NAMES = ("A", "Bo", "zed", "K9", "Mia", "C")
PLAIN = "Plain"
KINDS: tuple[dict[str, Any], ...] = (
    {"covers": "half"},
    {"covers": "mostly"},
    {"covers": "half", "height": "low"},
    {"covers": "half", "height": "low"},
    {"covers": "mostly", "height": "low", "difficult": True},
    {"blocks": True, "height": "low"},
    {"blocks": True, "height": "low", "covers": "mostly"},
    {"blocks": True, "covers": "mostly"},
    {"blocks": True, "covers": "half", "height": "full"},
    {"hampers": True, "height": "low"},
)


class Theme(NamedTuple):
    """What a board is full of."""

    sizes: tuple[tuple[int, int], tuple[int, int]]  # either way round
    ground: tuple[float, ...] = (0.0, 0.1, 0.2, 0.4)
    borders: tuple[float, ...] = (0.0, 0.0, 0.05, 0.15)
    holes: tuple[float, ...] = (0.0, 0.0, 0.1, 0.3)
    big: tuple[float, ...] = (0.0, 0.1, 0.5)
    words: tuple[str, ...] = ("blocking", "obstacle", "thicket", "beam", "vault")
    near: float = 0.3
    far: float = 0.0


THEMES = (
    Theme(((3, 7), (3, 7))),
    Theme(((5, 9), (5, 9))),
    Theme(((4, 10), (1, 2)), ground=(0.2, 0.4), big=(0.0,)),
    Theme(((8, 14), (2, 4))),
    Theme(((15, 22), (1, 3)), ground=(0.05, 0.1), words=("thicket", "beam"), big=(0.0,), holes=(0.0,), far=0.9),
    Theme(((4, 8), (4, 8)), ground=(0.3, 0.6), big=(0.7, 1.0), words=("thicket", "beam")),
    Theme(((2, 6), (2, 6)), ground=(0.0, 0.1), borders=(0.2, 0.4, 0.7), near=0.8),
    Theme(((2, 6), (2, 6)), ground=(0.0, 0.1), borders=(0.1, 0.2), big=(0.0, 0.1), near=0.9),
    Theme(((4, 8), (4, 8)), ground=(0.0, 0.1), borders=(0.2, 0.4)),
)


LONG, FAR = THEMES[2], THEMES[4]
"""The boards of one or two rows, where lines run along the edge, and those on which cover is far off."""


def random_board(rng: Random, themes: Sequence[Theme] = THEMES) -> World:
    """Return a board with at least two characters who attack each other."""
    while True:
        world = hero5_worlds.random_world(rng) if rng.random() < 0.15 else _of_theme(rng, rng.choice(themes))
        if len(world.pieces) > 1:
            return world


def _of_theme(rng: Random, theme: Theme) -> World:
    columns, rows = (rng.randint(*bounds) for bounds in rng.sample(theme.sizes, 2))
    labels = labels_of(columns, rows)
    holes = set(rng.sample(labels, int(rng.choice(theme.holes) * len(labels))))
    names = list(hero5_worlds.OWN)
    world = World(
        layout=rng.choice(HEX_LAYOUTS),
        columns=columns,
        rows=rows,
        cells={label: set() for label in labels if label not in holes},
        levels=some_levels(rng, labels),
        kinds={name: dict(rng.choice(KINDS)) for name in rng.sample(names, rng.choice((1, 2, 3)))},
        rulings={name: rng.choice(RULINGS[name]) for name in SIGHT_RULINGS if rng.random() < 0.9},
    )
    _lay_ground(rng, world, theme)
    _lay_borders(rng, world, theme)
    big = rng.choice(theme.big)
    for name in rng.sample(NAMES, rng.choice((2, 2, 3, 4, 6))):
        world = _with_piece(rng, world, name, _piece(rng, big), theme)
    return world


def _lay_ground(rng: Random, world: World, theme: Theme) -> None:
    density = rng.choice(theme.ground)
    known = [word for word in theme.words if word in world.kinds or word in hero5.BUILT_IN_CELLS]
    for kinds in world.cells.values():
        if known and rng.random() < density:
            kinds.update(rng.choices(known, k=rng.choice((1, 1, 1, 2))))


def _lay_borders(rng: Random, world: World, theme: Theme) -> None:
    density = rng.choice(theme.borders)
    words = rng.sample([*hero5.BUILT_IN_BORDERS, "low-wall", *world.kinds], 2)
    for label in world.cells:
        for near in world.neighbours(label):
            if geometry.parse_cell(label) < geometry.parse_cell(near) and rng.random() < density:
                world.borders[label, near] = set(rng.choices(words, k=rng.choice((1, 1, 1, 2))))


def _piece(rng: Random, big: float) -> Piece:
    drawn = hero5_worlds.random_piece(rng, 0.1, big)
    return hero5.changed(
        drawn,
        helpless=rng.random() < 0.03,
        side=rng.choice(("red", "blue", None, None, None)),
        concealment=rng.choice((*[None] * 15, "half", "mostly", "total")),
        weapons=_weapons(rng),
        contortionist=11 if rng.random() < 0.25 else None,
    )


def _weapons(rng: Random) -> list[Weapon]:
    names = rng.choice(((), ("sling",), ("claws",), ("claws",), ("claws", "sling")))
    return [{"name": name, "range": "melee" if name == "claws" else rng.choice((2, 6, 20, 20))} for name in names]


def _with_piece(rng: Random, world: World, name: str, piece: Piece, theme: Theme) -> World:
    """Return the board with the piece where it may stop, sometimes near the others, sometimes where it is squeezed."""
    fitting = {place: held for place in hero5.places(world, piece) if (held := hero5.standing(world, piece, place))}
    taken = sorted(label for other in world.pieces for label in hero5.stands_on(world, other))
    places = rng.sample(list(fitting), len(fitting))
    near = rng.choice(taken or [""])
    if taken and (is_far := rng.random() < theme.far) | (rng.random() < theme.near):
        sign = -1 if is_far else 1
        places.sort(key=lambda at: sign * min(geometry.distance(world.layout, near, hex_) for hex_ in fitting[at][0]))
    if rng.random() < 0.2:
        places.sort(key=lambda at: ("contorted", "squeezed", "none").index(fitting[at][1]))
    for place in places:
        there = replace(world, pieces=world.pieces | {name: {**piece, "at": place}})
        if hero5.may_stop(there, name, place):
            return there
    return world


def with_plain(world: World, viewer: str, label: str) -> World:
    """Return the board with a plain piece instead of whoever stands there, and the viewer without weapons."""
    pieces = {name: piece for name, piece in world.pieces.items() if label not in hero5.stands_on(world, name)}
    unarmed = hero5.changed(pieces[viewer], weapons=[])
    return replace(world, pieces=pieces | {viewer: unarmed, PLAIN: hero5.piece(label)})
