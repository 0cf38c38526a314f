"""The obstacles to lines of sight, and their readings: cover, blockers, other characters, low obstacles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from sightline.rules import Clause, Position, Ruling, Site, Terrain, TerrainMask, rule
from sightline.sight import ContactKind, Distances, IsOwnSide, Leaf, Max, Min, Reading, Ruled
from sightline.sight.plan import Role
from sightline.systems.hero5.terrain import HeroTerrain

NONE, HALF, MOSTLY, TOTAL = range(4)
"""Degrees of concealment."""
MAX_LOW_DISTANCE = 6

HEXSIDE = Ruling(
    "hexside",
    "A line runs along the side between two hexes: does it meet what is in them only if both have something (the "
    "lesser counts), or if either has (the greater counts)?",
    ("both", "either"),
)
MELEE_WALL = Ruling(
    "melee-wall",
    "Which walls conceal the target from an adjacent attacker in melee: any that a line between the two hexes "
    "meets, or only those on the side between them?",
    ("any-line", "shared-side"),
)
TerrainTest = Callable[[HeroTerrain], bool]


def _meaning(terrain: Mapping[str, Terrain], kind: str) -> HeroTerrain:
    return cast("HeroTerrain", terrain[kind])


def _hexes(holds: TerrainTest) -> TerrainMask:
    """Return the mask of the hexes with terrain for which a test holds."""

    def find(position: Position) -> Mapping[Site, str]:
        def word(kinds: tuple[str, ...]) -> str | None:
            return next((kind for kind in kinds if holds(_meaning(position.terrain, kind))), None)

        return position.cells_with(word)

    return TerrainMask(find)


def _borders(holds: TerrainTest) -> TerrainMask:
    """Return the mask of the borders with terrain for which a test holds."""

    def find(position: Position) -> Mapping[Site, str]:
        found: dict[Site, str] = {}
        for border, kinds in position.board.borders.items():
            for kind in kinds:
                if holds(_meaning(position.border_terrain, kind)):
                    found.setdefault(border, kind)
        return found

    return TerrainMask(find)


def character_hexes(position: Position) -> Mapping[Site, str]:
    """Return the mask of the hexes with characters, each with the name of one."""
    return {cell: standing[0].name for cell, standing in position.board.occupants.items()}


def cover_degree(terrain: HeroTerrain) -> int:
    """Return the degree to which terrain conceals those behind it; by half if it blocks but gives no cover."""
    if terrain.covers == "mostly":
        return MOSTLY
    return HALF if terrain.covers == "half" or terrain.blocks else NONE


def _conceals(degree: int, height: str) -> TerrainTest:
    return lambda terrain: cover_degree(terrain) == degree and terrain.height == height


_MASKS: Mapping[tuple[str, int, str], TerrainMask] = {
    (site, degree, height): find(_conceals(degree, height))
    for site, find in (("hex", _hexes), ("border", _borders))
    for degree in (HALF, MOSTLY)
    for height in ("full", "low")
}
_BLOCKING_HEXES, _BLOCKING_BORDERS = (
    find(lambda terrain: terrain.blocks and terrain.height == "full") for find in (_hexes, _borders)
)


@rule(
    Clause(
        "HERO-6.6",
        "Low obstacles",
        "A low obstacle conceals only characters within 6 hexes of it, and not from an attacker who is nearer to "
        "it than the target. It never blocks sight, not even in melee. The distance to a border is the distance to "
        "the nearer of its hexes.",
        "Concealment; equal distances, and what is low: ours",
    ),
    off=False,
)
def low_conceals(of_attacker: int, of_target: int) -> bool:
    """Return whether a low obstacle conceals, by the distances of attacker and target to it in hexes."""
    return of_target <= MAX_LOW_DISTANCE and of_attacker >= of_target


def cover_reading(site: str, role: Role, clause: Clause) -> Reading:
    """Return the reading of the terrain of the hex or border in a role."""
    full = (Leaf(_MASKS[site, degree, "full"], role, degree, clause) for degree in (HALF, MOSTLY))
    low = (
        Min((Leaf(_MASKS[site, degree, "low"], role, degree, clause), Distances(low_conceals, role, degree)))
        for degree in (HALF, MOSTLY)
    )
    return Max((*full, *low))


def hex_reading(role: Role, clause: Clause) -> Reading:
    """Return the reading of the hex in a role: its terrain and the characters in it."""
    return Max((cover_reading("hex", role, clause), Leaf(character_hexes, role, HALF, clause)))


def along_reading(reading: Callable[[Role], Reading]) -> Reading:
    """Return the reading of the two hexes on either side of a line, by the ruling `hexside`."""
    each = (reading("one"), reading("other"))
    return Ruled(HEXSIDE.name, {"both": Min(each), "either": Max(each)})


def shared_side_reading(reading: Reading) -> Reading:
    """Return the reading of a border in adjacent melee, by the ruling `melee-wall`."""
    shared = (IsOwnSide("border", "from", MOSTLY), IsOwnSide("border", "to", MOSTLY))
    return Ruled(MELEE_WALL.name, {"any-line": reading, "shared-side": Min((reading, *shared))})


@rule(
    Clause(
        "HERO-6.8",
        "No line of sight",
        "There is sight if at least one line from a corner of one hex to a corner of the other meets nothing that "
        "blocks. A border that blocks is met even at its ends. Without sight the target is totally concealed.",
        "Concealment; what sight is: ours",
    ),
    off={},
)
def blocking_readings() -> Mapping[ContactKind, Reading]:
    """Return the readings of obstacles that block sight, by kind of contact."""
    clause = blocking_readings.clause

    def blocking(role: Role) -> Reading:
        return Leaf(_BLOCKING_HEXES, role, TOTAL, clause)

    wall = Leaf(_BLOCKING_BORDERS, "border", TOTAL, clause)
    return {
        "cell": blocking("cell"),
        "along": Max((along_reading(blocking), wall)),
        "border": wall,
        "border-touch": wall,
    }


LOW_MASKS = {site: tuple(_MASKS[site, degree, "low"] for degree in (HALF, MOSTLY)) for site in ("hex", "border")}
"""The masks of low obstacles that may conceal, in hexes and on borders."""
