"""PG-20.2: the obstacles that cut lines of sight, and the rulings about them. The plans are in `hex_measure`."""

from __future__ import annotations

from typing import Literal

from sightline.rules import Clause, Ruling, rule
from sightline.systems.post_galactica.pieces import LARGE, Unit, has_tag
from sightline.systems.post_galactica.terrain import GalacticTerrain

HEX_SIGHT = Ruling(
    "hex-sight",
    "On hexes, where do lines of sight run: from centre to centre, or from any corner of the one hex to any of the "
    "other?",
    ("centre", "any-corner"),
)
HEXSIDE = Ruling(
    "hexside",
    "A line runs along the side between two hexes: do both have to block, or is one enough?",
    ("both", "either"),
)
UNITS_BLOCK = Ruling(
    "units-block",
    "Do units cut lines of sight: those tagged Large, or none?",
    ("large", "none"),
)
INSIDE = Ruling(
    "inside",
    "On a free table, does obscuring terrain that a base stands in cut lines to and from that base?",
    ("sees-out", "blocks"),
)

ObstacleKind = Literal["terrain", "building", "large"]


@rule(
    Clause(
        "PG-20.2",
        "Line of sight",
        "There is sight where one straight line from the attacker to the target is open. Terrain that blocks or "
        "obscures, buildings and, as ruled, units tagged Large cut lines, save the two themselves. On hexes a line is "
        "cut where it crosses such a hex or runs along the side between two of them, as ruled; the hexes of the two "
        "never cut, nor does anything off the map.",
        "20.2 Line of Sight; from where to where, and sides: ours",
    ),
    off=None,
)
def obstacle_kind(item: GalacticTerrain | Unit) -> ObstacleKind | None:
    """Return the kind of obstacle that terrain or a piece is; None if it never cuts lines."""
    if isinstance(item, GalacticTerrain):
        return "terrain" if item.blocks or item.cover == "obscuring" else None
    if item.building:
        return "building"
    return "large" if has_tag(item, LARGE) else None
