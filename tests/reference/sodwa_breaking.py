"""Attacks on terrain in SODWA (SOD-5.10) and what becomes of what they destroy (SOD-7.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .geometry import parse_cell
from .sodwa_grounds import Ground


def attack_on_terrain(
    ground: Ground, attacker: str, target: str, reach: int, sees: Callable[[str], bool], *, is_engaged: bool
) -> str | None:
    """Whether an attack on a tile or border is melee or ranged, None where it may not be made.

    `reach` is the attacker's Range; `sees` tells whether sight to a tile is not blocked where the target counts as
    clear; `is_engaged`, whether an enemy is adjacent.
    """
    here, tiles = ground.pieces[attacker].at, target.split("/")
    if not is_obstructing(ground, target) or here == target:
        return None
    is_own_border = here in tiles
    is_near = len(tiles) == 1 and steps_apart(ground, here, target, "one") == 1
    if is_own_border or (is_near and sees(target)):
        return "melee"
    is_held = is_engaged and ground.ruling("engaged") == "all-targets"
    is_open = any(steps_apart(ground, here, tile) <= reach and sees(tile) for tile in tiles)
    return "ranged" if is_open and not is_held and not is_near else None


def is_obstructing(ground: Ground, place: str) -> bool:
    """Whether a tile or border is drawn obstructing; objects do not count."""
    kinds = ground.borders.get(place, frozenset()) | ground.tiles.get(place, frozenset())
    return any(ground.meaning(kind).movement == "obstructing" for kind in kinds)


def steps_apart(ground: Ground, one: str, other: str, diagonals: str | None = None) -> int:
    """The distance in tiles (SOD-4.8)."""
    (x, y), (u, v) = parse_cell(one), parse_cell(other)
    shorter, longer = sorted((abs(x - u), abs(y - v)))
    return longer + (shorter // 2 if (diagonals or ground.ruling("diagonals")) == "alternating" else 0)


def is_destroyed(ground: Ground, damages: list[int]) -> bool:
    """Whether these damages, one after the other, destroy an obstructing tile or border."""
    total = sum(damages) if ground.ruling("wall-damage") == "cumulative" else max(damages, default=0)
    return total >= 3


def without_wall(ground: Ground, place: str) -> Ground:
    """The board after a tile or a border has been destroyed: rubble, on both sides of a border."""
    rubble = dict.fromkeys(place.split("/"), frozenset({"difficult"}))
    if "/" not in place:
        return replace(ground, tiles=ground.tiles | rubble)
    stays = {tile for tile in rubble if is_obstructing(ground, tile) or "transition" in ground.tiles[tile]}
    return replace(
        ground,
        borders={border: kinds for border, kinds in ground.borders.items() if border != place},
        tiles=ground.tiles | {tile: kinds for tile, kinds in rubble.items() if tile not in stays},
    )
