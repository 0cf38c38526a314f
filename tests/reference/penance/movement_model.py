"""Model: movement in Penance, written from the rulebook page alone.

Every way that visits no hex twice and that the SP suffice for is walked, one after the other; of those that end in a
hex the cheapest ones of fewest hexes are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tests.reference import geometry
from tests.reference.penance import model as penance
from tests.reference.penance.boards import FACINGS, Piece, World, random_world

RULINGS: dict[str, tuple[str, ...]] = {"blind-move": ("from-the-start", "destination", "from-each-hex")}
"""The ruling that only movement depends on."""
DECIDING = {name: (penance.RULINGS | RULINGS)[name] for name in ("hexside", "blind-move")}
"""Every ruling that movement can depend on."""

# By kind; None is impassable.
COST: dict[str, int | None] = {
    "water": 1,
    "ice": 1,
    "forest": 2,
    "rubble": 2,
    "dense-forest": 2,
    "wall": None,
    "building": None,
    "cliff": None,
}

Path = tuple[str, ...]


class Spot(NamedTuple):
    """What is said of a hex that can be moved to or through; `paths` are all that are as cheap and as short."""

    cost: int
    hexes: int
    paths: frozenset[Path]
    stops: tuple[str, ...]
    facings: dict[str, int]
    heat: int


def reach(world: World, name: str) -> dict[str, Spot]:
    """Return every hex that the piece can move to or through, its own among them."""
    piece = world.pieces[name]
    best: dict[str, tuple[int, int]] = {}
    paths: dict[str, set[Path]] = {}
    for path, cost in every_path(world, name):
        end = path[-1] if path else piece["at"]
        rank = cost, len(path)
        if end not in best or rank < best[end]:
            best[end], paths[end] = rank, set()
        if rank == best[end]:
            paths[end].add(path)
    return {end: _spot(world, name, end, best[end][0], frozenset(paths[end])) for end in best}


def rulings_that_matter(world: World, name: str) -> dict[str, str]:
    """Return the rulings of which another choice alone would change anything of the answer, as they stand."""
    here = reach(world, name)

    def changes(ruling: str, choice: str) -> bool:
        return reach(replace(world, rulings=world.rulings | {ruling: choice}), name) != here

    return {
        ruling: world.rulings.get(ruling, choices[0])
        for ruling, choices in DECIDING.items()
        if any(changes(ruling, choice) for choice in choices if choice != world.rulings.get(ruling, choices[0]))
    }


def every_path(world: World, name: str) -> Iterator[tuple[Path, int]]:
    """Yield every legal way without a hex twice, with what it costs; the empty one first."""
    piece = world.pieces[name]
    enterable = {label for label in world.cells if _may_enter(world, name, label)}
    near = {
        label: [
            other
            for other in map(geometry.format_cell, geometry.neighbours(world.layout, geometry.parse_cell(label)))
            if other in enterable
        ]
        for label in world.cells
    }

    def walk(here: str, path: Path, cost: int) -> Iterator[tuple[Path, int]]:
        yield path, cost
        for to in near[here]:
            more = cost + step_cost(world, here, to)
            if to not in path and more <= piece["sp"]:
                yield from walk(to, (*path, to), more)

    enterable.discard(piece["at"])
    for others in near.values():
        others[:] = [label for label in others if label != piece["at"]]
    return walk(piece["at"], (), 0)


def step_cost(world: World, here: str, to: str) -> int:
    """Return what a step to a hex that is not impassable costs."""
    kinds, level = world.cells[to]
    ground = [cost for cost in map(COST.__getitem__, kinds) if cost is not None]
    return max([1, *ground]) + max(0, level - world.cells[here][1])


def _may_enter(world: World, name: str, label: str) -> bool:
    if any(COST[kind] is None for kind in world.cells[label][0]):
        return False
    if any(piece["at"] == label and _hostile(world.pieces[name], piece) for piece in world.pieces.values()):
        return False
    return _blind_move(world) != "from-the-start" or is_seen(world, world.pieces[name]["at"], label)


def _spot(world: World, name: str, end: str, cost: int, paths: frozenset[Path]) -> Spot:
    piece, stops = world.pieces[name], []
    if _blind_move(world) == "destination" and not is_seen(world, piece["at"], end):
        stops.append("PEN-7.4")
    if any(other["at"] == end for key, other in world.pieces.items() if key != name):
        stops.append("PEN-7.5")
    facings = {} if stops else _facings(world.layout, piece["facing"], piece["sp"] - cost)
    lost = 2 if "water" in world.cells[end][0] else 0
    hexes = len(next(iter(paths)))
    return Spot(cost, hexes, paths, tuple(stops), facings, max(0, piece["heat"] - lost))


def _facings(layout: str, facing: str, sp: int) -> dict[str, int]:
    """Facings that can be turned to, with the SP then left."""
    left = {name: sp - max(0, sides - 1) for name, sides in turns(layout, facing).items()}
    return {name: rest for name, rest in left.items() if rest >= 0}


def turns(layout: str, facing: str) -> dict[str, int]:
    """By how many sides one turns from a facing to each, the least first, clockwise before the other way."""
    names = FACINGS[layout.split(maxsplit=1)[0]]
    front = names.index(facing)
    return {names[(front + sides) % 6]: abs(sides) for sides in (0, 1, -1, 2, -2, 3)}


def is_seen(world: World, start: str, stop: str) -> bool:
    """Return whether there is sight from one hex to another; a hex sees itself."""
    if start == stop:
        return True
    contacts = _contacts(world.layout, world.columns, world.rows, frozenset(world.holes()), start, stop)
    blocked = "PEN-2.2" in [clause for clause, *_ in penance.blocked_by(_line_of(world, contacts))]
    return not blocked


_contacts = lru_cache(maxsize=512)(geometry.line)


def _line_of(world: World, contacts: list[geometry.Contact]) -> penance.Case:
    """Return a line by itself: who stands at its ends plays no part in sight."""
    nobody = next(iter(world.pieces.values()))
    return penance.Case(world, nobody, nobody, None, contacts)


def _hostile(one: Piece, other: Piece) -> bool:
    return one is not other and (one["side"] is None or one["side"] != other["side"])


def _blind_move(world: World) -> str:
    return world.rulings.get("blind-move", RULINGS["blind-move"][0])


# --- random worlds -----------------------------------------------------------------------------------------


def random_march(rng: Random, longest: int = 6) -> World:
    """Return a small board on which pieces of two sides, and some of none, have SP to spend."""
    world = random_world(rng, longest=longest)
    blind = {"blind-move": rng.choice(RULINGS["blind-move"])} if rng.random() < 0.7 else {}
    for piece in world.pieces.values():
        piece["side"] = rng.choice(("red", "red", "blue", None))
        piece["sp"] = rng.choice((0, 1, 2, 3, 4, 5, 6, 6))
        piece["heat"] = rng.choice((0, 1, 2, 3, 9))
    return replace(world, rulings=world.rulings | blind)
