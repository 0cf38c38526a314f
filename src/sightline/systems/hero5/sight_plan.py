"""What stands in the way of a line from corner to corner: cover, blockers, others, and what has no height."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from sightline.rules import Clause, Position, Ruling, Site, Terrain, TerrainMask, rule
from sightline.sight import ContactKind, Distances, IsOwnSide, Leaf, Max, Min, Reading, Ruled
from sightline.sight.plan import Role
from sightline.systems.hero5.pieces import HeroTerrain

NONE, HALF, MOSTLY, TOTAL = range(4)
"""Degrees of concealment."""
FARTHEST_FROM_LOW = 6

HEXSIDE = Ruling(
    "hexside",
    "A line runs along the side between two hexes: does it meet what is in them only where both have it, and then the "
    "lesser of the two, or where either has?",
    ("both", "either"),
)
MELEE_WALL = Ruling(
    "melee-wall",
    "Which walls conceal from melee attacks by someone adjacent: any that a line between the two hexes meets, or only "
    "those on the side that the two share?",
    ("any-line", "shared-side"),
)
Test = Callable[[HeroTerrain], bool]


def _meaning(terrain: Mapping[str, Terrain], kind: str) -> HeroTerrain:
    return cast("HeroTerrain", terrain[kind])


def _hexes(holds: Test) -> TerrainMask:
    """Give the mask of hexes with terrain for which that holds."""

    def find(position: Position) -> Mapping[Site, str]:
        def word(kinds: tuple[str, ...]) -> str | None:
            return next((kind for kind in kinds if holds(_meaning(position.terrain, kind))), None)

        return position.cells_with(word)

    return TerrainMask(find)


def _borders(holds: Test) -> TerrainMask:
    """Give the mask of borders with terrain for which that holds."""

    def find(position: Position) -> Mapping[Site, str]:
        found: dict[Site, str] = {}
        for border, kinds in position.board.borders.items():
            for kind in kinds:
                if holds(_meaning(position.border_terrain, kind)):
                    found.setdefault(border, kind)
        return found

    return TerrainMask(find)


def characters(position: Position) -> Mapping[Site, str]:
    """Mask the hexes in which characters are, with one's name."""
    return {cell: standing[0].name for cell, standing in position.board.occupants.items()}


def degree_of(terrain: HeroTerrain) -> int:
    """Give the degree to which terrain conceals who is behind it: what blocks without covering better by half."""
    if terrain.covers == "mostly":
        return MOSTLY
    return HALF if terrain.covers == "half" or terrain.blocks else NONE


def _conceals(degree: int, height: str) -> Test:
    return lambda terrain: degree_of(terrain) == degree and terrain.height == height


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
        "A low obstacle conceals only characters within 6 hexes of it, and not from an attacker who is nearer to it "
        "than the target. It never blocks sight, in melee either. Distance to a border is to the nearer of its hexes.",
        "Concealment; equal distances, and what is low: ours",
    ),
    off=False,
)
def low_conceals(of_attacker: int, of_target: int) -> bool:
    """Tell whether a low obstacle conceals, from the distances of the attacker and of the target to it."""
    return of_target <= FARTHEST_FROM_LOW and of_attacker >= of_target


def _is_near(of_attacker: int, of_target: int) -> bool:
    return low_conceals(of_attacker, of_target)


def covering(site: str, role: Role, clause: Clause) -> Reading:
    """Give what the hex or border in that role does to who is behind it."""
    full = (Leaf(_MASKS[site, degree, "full"], role, degree, clause) for degree in (HALF, MOSTLY))
    low = (
        Min((Leaf(_MASKS[site, degree, "low"], role, degree, clause), Distances(_is_near, role, degree)))
        for degree in (HALF, MOSTLY)
    )
    return Max((*full, *low))


def concealing_hex(role: Role, clause: Clause) -> Reading:
    """Give what the hex in that role does, with whoever is in it."""
    return Max((covering("hex", role, clause), Leaf(characters, role, HALF, clause)))


def along(reading: Callable[[Role], Reading]) -> Reading:
    """Give what the two hexes beside a line do, as ruled."""
    each = (reading("one"), reading("other"))
    return Ruled(HEXSIDE.name, {"both": Min(each), "either": Max(each)})


def shared_side(reading: Reading) -> Reading:
    """Give what a border does that counts only on the side that the two hexes share, if it is so ruled."""
    shared = (IsOwnSide("border", "from", MOSTLY), IsOwnSide("border", "to", MOSTLY))
    return Ruled(MELEE_WALL.name, {"any-line": reading, "shared-side": Min((reading, *shared))})


@rule(
    Clause(
        "HERO-6.8",
        "No line of sight",
        "There is sight where at least one line from a corner of the one to a corner of the other meets nothing that "
        "blocks; a border that blocks is met at its ends too. Without sight the target is totally concealed.",
        "Concealment; what sight is: ours",
    ),
    off={},
)
def what_blocks() -> Mapping[ContactKind, Reading]:
    """Give what each contact of a line does to sight."""
    clause = what_blocks.clause

    def blocking(role: Role) -> Reading:
        return Leaf(_BLOCKING_HEXES, role, TOTAL, clause)

    wall = Leaf(_BLOCKING_BORDERS, "border", TOTAL, clause)
    return {
        "cell": blocking("cell"),
        "along": Max((along(blocking), wall)),
        "border": wall,
        "border-touch": wall,
    }


LOW_MASKS = {site: tuple(_MASKS[site, degree, "low"] for degree in (HALF, MOSTLY)) for site in ("hex", "border")}
"""The masks of low obstacles that may conceal, in hexes and on borders."""
