"""Model: attacks on terrain in SODWA (SOD-5.10), and what destroyed terrain leaves (SOD-7.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.reference.geometry import parse_cell
from tests.reference.sodwa.movement_boards import Ground


def attack_kind(here: str, place: str) -> str:
    """Return whether an attack from a tile on a tile or border is melee or ranged."""
    if "/" in place:
        return "melee" if here in place.split("/") else "ranged"
    return "melee" if steps_apart(here, place) == 1 else "ranged"


def can_attack(
    ground: Ground,
    name: str,
    place: str,
    sees: Callable[[str], bool],
    reaches: Callable[[str], bool] | None = None,
    *,
    is_engaged: bool,
) -> bool:
    """Return whether a character may attack what is drawn on a tile or border.

    `sees` tells whether sight to a tile is not blocked where that place counts as clear; `reaches`, whether a tile is
    in sight and Range, by abilities too; `is_engaged`, whether an enemy is adjacent.
    """
    piece, tiles = ground.pieces[name], place.split("/")
    if not is_obstructing(ground, place):
        return False
    if attack_kind(piece.at, place) == "melee":
        return piece.at in tiles or sees(place)
    if is_engaged and ground.ruling("engaged") == "all-targets":
        return False
    if reaches is not None:
        return any(map(reaches, tiles))
    diagonals = ground.ruling("diagonals")
    return any(steps_apart(piece.at, tile, diagonals) <= piece.range and sees(tile) for tile in tiles)


def is_obstructing(ground: Ground, place: str) -> bool:
    """Return whether a tile or border is drawn obstructing; objects do not count."""
    kinds = ground.borders.get(place, frozenset()) | ground.tiles.get(place, frozenset())
    return any(ground.meaning(kind).movement == "obstructing" for kind in kinds)


def steps_apart(one: str, other: str, diagonals: str = "one") -> int:
    """Return the distance in tiles (SOD-4.8)."""
    (x, y), (u, v) = parse_cell(one), parse_cell(other)
    shorter, longer = sorted((abs(x - u), abs(y - v)))
    return longer + (shorter // 2 if diagonals == "alternating" else 0)


def is_destroyed(ground: Ground, damages: list[int]) -> bool:
    """Return whether these damages, one after the other, destroy an obstructing tile or border."""
    total = sum(damages) if ground.ruling("wall-damage") == "cumulative" else max(damages, default=0)
    return total >= 3


def without_wall(ground: Ground, place: str) -> Ground:
    """Return the board after a tile or a border has been destroyed: rubble, on both sides of a border."""
    rubble = dict.fromkeys(place.split("/"), frozenset({"difficult"}))
    if "/" not in place:
        return replace(ground, tiles=ground.tiles | rubble)
    stays = {tile for tile in rubble if is_obstructing(ground, tile) or "transition" in ground.tiles[tile]}
    return replace(
        ground,
        borders={border: kinds for border, kinds in ground.borders.items() if border != place},
        tiles=ground.tiles | {tile: kinds for tile, kinds in rubble.items() if tile not in stays},
    )
