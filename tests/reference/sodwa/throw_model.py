"""Model: what a throw does in SODWA (SOD-8.13): tile by tile, up to what stops it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tests.reference.geometry import format_cell, parse_cell
from tests.reference.sodwa.movement_boards import Ground, Piece, border_of
from tests.reference.sodwa.movement_model import is_diagonal, is_indoor, is_obstructive, sides_of_corner

FARTHEST = 4
STEPS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


class Throw(NamedTuple):
    """The tiles entered, what it slams into and of which sort that is, and whether it falls off a level at the end."""

    path: list[str]
    into: str | None = None
    sort: str | None = None
    falls: bool = False


def throw(whole: Ground, name: str, facing: str) -> Throw:
    """Return how a character or an object is thrown."""
    thrown, here, path = whole.pieces[name], whole.pieces[name].at, list[str]()
    ground = replace(whole, pieces={other: piece for other, piece in whole.pieces.items() if other != name})
    for _ in range(FARTHEST):
        to = beyond(here, facing)
        if to not in ground.tiles:
            return Throw(path)
        if (stop := obstacle(ground, thrown, here, to)) is not None:
            return Throw(path, *stop)
        if (into := person_at(ground, to)) is not None:
            return Throw(path, into, "character")
        path.append(to)
        falls = here in ground.elevated and to not in ground.elevated
        leads_to = ground.links.get(to)
        if leads_to is not None and is_free(ground, leads_to):
            path.append(leads_to)
        if leads_to is not None or falls:
            return Throw(path, falls=falls)
        here = to
    return Throw(path)


def beyond(here: str, facing: str) -> str | None:
    """Return the next tile in a direction, None beyond the first column or row."""
    cell = tuple(own + step for own, step in zip(parse_cell(here), STEPS[facing], strict=True))
    return format_cell((cell[0], cell[1])) if min(cell) >= 0 else None


def person_at(ground: Ground, tile: str) -> str | None:
    return next((name for name in ground.characters() if ground.pieces[name].at == tile), None)


def is_free(ground: Ground, tile: str) -> bool:
    """Return whether nobody stands on a tile and nothing obstructs it."""
    return person_at(ground, tile) is None and not is_obstructive(ground, ground.kinds_at(tile))


def obstacle(ground: Ground, thrown: Piece, here: str, to: str) -> tuple[str, str] | None:
    """Return what is in the way to the next tile, and of which sort: a border, tile, object, corner or height."""
    bars = is_indoor if thrown.flies else is_obstructive
    if bars(ground, ground.border_kinds(here, to)):
        return border_of(here, to), "border"
    if is_obstructive(ground, ground.tiles[to]):
        return to, "tile"
    for name, piece in ground.pieces.items():
        if piece.at == to and piece.kind is not None and is_obstructive(ground, frozenset({piece.kind})):
            return name, "object"
    if is_diagonal(here, to) and all(is_closed(ground, thrown, here, side, to) for side in sides_of_corner(here, to)):
        return to, "corner"
    return (to, "height") if is_too_high(ground, thrown, here, to) else None


def is_closed(ground: Ground, thrown: Piece, here: str, side: str, to: str) -> bool:
    """Return whether one way round a corner is closed: where it falls, levels close none (SOD-7.8)."""
    kinds = ground.border_kinds(here, side) | ground.border_kinds(side, to) | ground.kinds_at(side)
    if thrown.flies:
        return is_indoor(ground, kinds)
    is_level = side not in ground.tiles or (side in ground.elevated) == (here in ground.elevated)
    falls = here in ground.elevated and to not in ground.elevated
    return is_obstructive(ground, kinds) or not (is_level or falls)


def is_too_high(ground: Ground, thrown: Piece, here: str, to: str) -> bool:
    """Return whether what does not fly would have to rise where no transition leads up (SOD-7.7)."""
    if thrown.flies or here in ground.elevated or to not in ground.elevated:
        return False
    way_up = ground.border_kinds(here, to) | ground.kinds_at(here) | ground.kinds_at(to)
    return is_diagonal(here, to) or "transition" not in way_up
