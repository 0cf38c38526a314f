"""What blocks a line of sight or degrades the shot, as readings of a line's contacts: section "Sight" of the sheet."""

from __future__ import annotations

from operator import ge, ne

from sightline.rules import Clause, Ruling, rule
from sightline.sight import NOTHING, EndIsIn, IsOwnSide, Leaf, Max, Min, Reading, Relation, Ruled
from sightline.sight.plan import Role
from sightline.systems.combat_hex.terrain import (
    dotted_lines,
    foot_soldiers,
    hill,
    hills,
    mounted,
    red_lines,
    standing_level,
    warriors,
)

DEGRADED, BLOCKED = 1, 2

FOOT_SOLDIER = Ruling(
    "foot-soldier",
    "A line to or from a mounted warrior touches the hex of a foot soldier or runs along it: does that degrade the "
    "shot, as crossing the hex does?",
    ("meets", "crosses"),
)
OWN_LINE = Ruling(
    "own-line",
    "Which printed lines do not count where they are sides of the shooter's own base: red and dotted ones, or dotted "
    "ones alone?",
    ("both", "dotted"),
)

_FROM_THE_GROUND = EndIsIn(hills, "from", BLOCKED, negated=True)
_TO_THE_GROUND = EndIsIn(hills, "to", BLOCKED, negated=True)


@rule(
    Clause(
        "CH-8.10",
        "Foot soldiers and the mounted",
        "To and from a mounted warrior, those on foot do not block. A line that meets one who would otherwise block "
        "counts as crossing a red line: it degrades the shot unless the shooter stands on elevated terrain. Whether "
        "touching the hex or running along it is enough is ruled.",
        "Tournament rule 8.10; next to the shooter: ours",
    ),
    off=(),
)
def needed_to_block(role: Role) -> tuple[Reading, ...]:
    """Give what has to hold of whoever stands on the hex in that role, or of the two ends, for it to block."""
    both_on_foot = Min(tuple(EndIsIn(mounted, end, BLOCKED, negated=True) for end in ("from", "to")))
    return (Max((Leaf(mounted, role, BLOCKED), both_on_foot)),)


def foot_soldier_degrades(role: Role) -> Reading:
    """Give what a foot soldier on the hex in that role does to a shot from or at a mounted warrior."""
    is_mounted = Max(tuple(EndIsIn(mounted, end, BLOCKED) for end in ("from", "to")))
    soldier = Leaf(foot_soldiers, role, DEGRADED, needed_to_block.clause)
    return Min((soldier, is_mounted, _FROM_THE_GROUND, *_as_high_as_both(role)))


def foot_soldier_met_degrades(role: Role) -> Reading:
    """Give the same for a hex that the line only touches or runs along."""
    return Ruled(FOOT_SOLDIER.name, {"meets": foot_soldier_degrades(role), "crosses": NOTHING})


@rule(
    Clause(
        "CH-5.11",
        "Warriors in the way",
        "A third warrior, friend or foe, on a hex that either line meets blocks sight, unless it stands lower than the "
        "higher of the two.",
        "Tournament rule 5.11; levels: ours",
    ),
    off=NOTHING,
)
def warrior_blocks(role: Role) -> Reading:
    """Give what a warrior on the hex in that role does."""
    someone = Leaf(warriors, role, BLOCKED, warrior_blocks.clause)
    return Min((someone, *_as_high_as_both(role), *needed_to_block(role)))


def _as_high_as_both(role: Role) -> tuple[Reading, ...]:
    return tuple(Relation(standing_level, ge, role, end, BLOCKED) for end in ("from", "to"))


@rule(
    Clause(
        "CH-5.12",
        "Elevated ground between two on the ground",
        "Where both stand on the ground and either line meets elevated ground, sight is blocked.",
        "Tournament rule 5.12",
    ),
    off=NOTHING,
)
def elevated_ground_blocks(role: Role) -> Reading:
    """Give what elevated ground on the hex in that role does between two on the ground."""
    return Min((Leaf(hills, role, BLOCKED, elevated_ground_blocks.clause), _FROM_THE_GROUND, _TO_THE_GROUND))


@rule(
    Clause(
        "CH-5.141",
        "Elevated terrain of others",
        "Where either line meets an elevated terrain on which neither of the two stands, sight is blocked.",
        "Tournament rule 5.141",
    ),
    off=NOTHING,
)
def other_hill_blocks(role: Role) -> Reading:
    """Give what a hill that is of neither end does on the hex in that role."""
    strange = (Relation(hill, ne, role, "from", BLOCKED), Relation(hill, ne, role, "to", BLOCKED))
    return Min((Leaf(hills, role, BLOCKED, other_hill_blocks.clause), *strange))


@rule(
    Clause(
        "CH-5.171",
        "Printed lines",
        "The shot is degraded where either line meets a red line, no edge of elevated terrain, and the shooter does "
        "not stand on elevated terrain; or where it meets a dotted line. Sides of the shooter's own base do not count, "
        "as ruled.",
        "Tournament rule 5.171; orange lines are red ones",
    ),
    off=NOTHING,
)
def printed_line_degrades() -> Reading:
    """Give what the printed line on a border does."""
    clause, not_own = printed_line_degrades.clause, IsOwnSide("border", "from", BLOCKED, negated=True)
    red = Min((Leaf(red_lines, "border", DEGRADED, clause), _FROM_THE_GROUND))
    dotted = Min((Leaf(dotted_lines, "border", DEGRADED, clause), not_own))
    return Max((Ruled(OWN_LINE.name, {"both": Min((red, not_own)), "dotted": red}), dotted))
