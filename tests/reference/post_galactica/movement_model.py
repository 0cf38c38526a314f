"""Model: movement in Post Galactica on hexes, by walking every path without a hex twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tests.reference.post_galactica import model as rules
from tests.reference.post_galactica.model import World

Path = tuple[str, ...]


class Spot(NamedTuple):
    """What is said of a hex that can be moved to or through."""

    cost: int
    may_stop: bool
    ends_move: bool
    stops: tuple[str, ...]


def reach(world: World, name: str) -> dict[str, Spot]:
    """Return every hex that a unit can move to or through, its own among them."""
    best: dict[str, int] = {}
    for path, cost in every_path(world, name):
        end = path[-1] if path else world.pieces[name]["at"][0]
        best[end] = min(cost, best.get(end, cost))
    return {end: _spot(world, name, end, cost) for end, cost in best.items()}


def every_path(world: World, name: str) -> Iterator[tuple[Path, int]]:
    """Yield every legal way with what it costs; the empty one first."""
    unit = world.pieces[name]
    start = unit["at"][0]
    disengages = bool(rules.engaged_by(world, name))
    budget = (unit["movement"] + 1) // 2 if disengages else unit["movement"]

    def walk(here: str, path: Path, cost: int) -> Iterator[tuple[Path, int]]:
        yield path, cost
        if path and not disengages and engages(world, name, here):
            return
        for to in world.neighbours(here):
            more = cost + step_cost(world, to)
            if to != start and to not in path and more <= budget and may_enter(world, name, to, disengages):
                yield from walk(to, (*path, to), more)

    return walk(start, (), 0)


def step_cost(world: World, to: str) -> int:
    return 1 + any(kind.difficult for kind in world.ground(to))


def occupants(world: World, name: str, label: str) -> list[rules.Piece]:
    return [other for key, other in world.pieces.items() if key != name and label in other["at"]]


def may_enter(world: World, name: str, label: str, disengages: bool) -> bool:
    """Return whether it can go there, be it only to go on: beside an enemy the move ends, so the hex has to be free."""
    there = occupants(world, name, label)
    if any(kind.impassable for kind in world.ground(label)):
        return False
    if any(other["building"] or not rules.are_friends(world.pieces[name], other) for other in there):
        return False
    return disengages or not there or not engages(world, name, label)


def engages(world: World, name: str, label: str) -> bool:
    """Return whether the unit would be engaged in a hex."""
    there: dict[str, Any] = {**world.pieces, name: {**world.pieces[name], "at": [label]}}
    return bool(rules.engaged_by(replace(world, pieces=there), name))


def _spot(world: World, name: str, end: str, cost: int) -> Spot:
    is_own = end == world.pieces[name]["at"][0]
    disengages = bool(rules.engaged_by(world, name))
    stops = []
    if occupants(world, name, end):
        stops.append("PG-4.3")
    if disengages and not is_own and engages(world, name, end):
        stops.append("PG-21.4")
    if not disengages and not is_own and engages(world, name, end):
        return Spot(cost, True, True, ("PG-14.1",))
    return Spot(cost, not stops, False, tuple(stops))
