"""PG-20.2: the obstacles that cut lines of sight, and the rulings about them. The plans are in `hex_measure`."""

from __future__ import annotations

from typing import Literal

from sightline.rules import Clause, Ruling, rule
from sightline.systems.post_galactica.pieces import LARGE, Unit, has_tag
from sightline.systems.post_galactica.terrain import GalacticTerrain

HEX_SIGHT = Ruling(
    "hex-sight",
    "On hexes, do lines of sight run from centre to centre, or from any corner of one hex to any corner of the other?",
    ("centre", "any-corner"),
)
HEXSIDE = Ruling(
    "hexside",
    "A line runs along the side between two hexes: must both block, or is one enough?",
    ("both", "either"),
)
UNITS_BLOCK = Ruling(
    "units-block",
    "Which units cut lines of sight: those tagged Large, or none?",
    ("large", "none"),
)
INSIDE = Ruling(
    "inside",
    "On a free table, does obscuring terrain cut lines to and from a base that stands in it?",
    ("sees-out", "blocks"),
)

ObstacleKind = Literal["terrain", "building", "large"]


@rule(
    Clause(
        "PG-20.2",
        "Line of sight",
        "There is sight if at least one straight line from the attacker to the target is open. Lines are cut by "
        "terrain that blocks or obscures, by buildings and, depending on a ruling, by units tagged Large, but "
        "never by attacker or target. On hexes a line is cut if it crosses such a hex or runs along the side "
        "between two of them; a ruling says whether one of the two is enough. The hexes of attacker and target "
        "never cut, nor does anything off the map.",
        "20.2 Line of Sight; which points the lines join, and sides: ours",
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
