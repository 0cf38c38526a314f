"""The sight plan: two lines, and readings of obstacles that block or degrade. Section "Sight" of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import ge, ne

from sightline.rules import Clause, Ruling, Sight, rule
from sightline.sight import (
    NOTHING,
    Choose,
    ContactKind,
    EndIsIn,
    ForEach,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Ruled,
    SightLine,
    SightPlan,
)
from sightline.sight.plan import Role
from sightline.systems.combat_hex.terrain import (
    dotted_lines,
    foot_soldiers,
    hill_label,
    hills,
    mounted,
    red_lines,
    standing_level,
    warriors,
)

DEGRADED, BLOCKED = 1, 2

FOOT_SOLDIER = Ruling(
    "foot-soldier",
    "A line to or from a mounted warrior only touches a foot soldier's hex or runs along it: does that degrade the "
    "shot as crossing the hex would?",
    ("meets", "crosses"),
)
OWN_LINE = Ruling(
    "own-line",
    "Which printed lines do not count on the sides of the shooter's own base: red and dotted ones, or only dotted "
    "ones?",
    ("both", "dotted"),
)

_FROM_THE_GROUND = EndIsIn(hills, "from", BLOCKED, negated=True)
_TO_THE_GROUND = EndIsIn(hills, "to", BLOCKED, negated=True)


@rule(
    Clause(
        "CH-8.10",
        "Foot soldiers and mounted warriors",
        "Foot soldiers do not block shots by or at a mounted warrior. A line that meets a foot soldier who would "
        "otherwise block counts as crossing a red line: it degrades the shot unless the shooter stands on elevated "
        "terrain. A ruling says whether touching the hex or running along it is enough.",
        "Tournament rule 8.10; next to the shooter: ours",
    ),
    off=(),
)
def blocking_conditions(role: Role) -> tuple[Reading, ...]:
    """Return the conditions for a warrior on the hex in a role to block: it is mounted, or both ends are on foot."""
    both_on_foot = Min(tuple(EndIsIn(mounted, end, BLOCKED, negated=True) for end in ("from", "to")))
    return (Max((Leaf(mounted, role, BLOCKED), both_on_foot)),)


def foot_soldier_degrades(role: Role) -> Reading:
    """Return the reading of a foot soldier on the hex in a role, in a shot from or at a mounted warrior."""
    is_mounted = Max(tuple(EndIsIn(mounted, end, BLOCKED) for end in ("from", "to")))
    soldier = Leaf(foot_soldiers, role, DEGRADED, blocking_conditions.clause)
    return Min((soldier, is_mounted, _FROM_THE_GROUND, *_is_as_high_as_both(role)))


def touched_foot_soldier_degrades(role: Role) -> Reading:
    """Return the same for a hex that the line only touches or runs along, by the ruling `foot-soldier`."""
    return Ruled(FOOT_SOLDIER.name, {"meets": foot_soldier_degrades(role), "crosses": NOTHING})


@rule(
    Clause(
        "CH-5.11",
        "Warriors in the way",
        "A third warrior, friend or foe, blocks sight if either line meets its hex, unless it stands lower than "
        "the higher of shooter and target.",
        "Tournament rule 5.11; levels: ours",
    ),
    off=NOTHING,
)
def warrior_blocks(role: Role) -> Reading:
    """Return the reading of a warrior on the hex in a role."""
    someone = Leaf(warriors, role, BLOCKED, warrior_blocks.clause)
    return Min((someone, *_is_as_high_as_both(role), *blocking_conditions(role)))


def _is_as_high_as_both(role: Role) -> tuple[Reading, ...]:
    return tuple(Relation(standing_level, ge, role, end, BLOCKED) for end in ("from", "to"))


@rule(
    Clause(
        "CH-5.12",
        "Elevated terrain between warriors on the ground",
        "If shooter and target both stand on the ground and either line meets elevated terrain, sight is blocked.",
        "Tournament rule 5.12",
    ),
    off=NOTHING,
)
def elevated_ground_blocks(role: Role) -> Reading:
    """Return the reading of elevated ground on the hex in a role, between two ends on the ground."""
    return Min((Leaf(hills, role, BLOCKED, elevated_ground_blocks.clause), _FROM_THE_GROUND, _TO_THE_GROUND))


@rule(
    Clause(
        "CH-5.141",
        "Elevated terrain where neither stands",
        "If either line meets an elevated terrain on which neither shooter nor target stands, sight is blocked.",
        "Tournament rule 5.141",
    ),
    off=NOTHING,
)
def other_hill_blocks(role: Role) -> Reading:
    """Return the reading of a hill on the hex in a role, if neither end stands on it."""
    other_hill = (Relation(hill_label, ne, role, "from", BLOCKED), Relation(hill_label, ne, role, "to", BLOCKED))
    return Min((Leaf(hills, role, BLOCKED, other_hill_blocks.clause), *other_hill))


@rule(
    Clause(
        "CH-5.171",
        "Printed lines",
        "The shot is degraded if either line meets a dotted line, or if the shooter is not on elevated terrain and "
        "either line meets a red line that is not an edge of elevated terrain. A ruling says which printed lines "
        "do not count on the sides of the shooter's own base.",
        "Tournament rule 5.171; orange lines are red ones",
    ),
    off=NOTHING,
)
def printed_line_degrades() -> Reading:
    """Return the reading of the printed lines on a border."""
    clause, not_own = printed_line_degrades.clause, IsOwnSide("border", "from", BLOCKED, negated=True)
    red = Min((Leaf(red_lines, "border", DEGRADED, clause), _FROM_THE_GROUND))
    dotted = Min((Leaf(dotted_lines, "border", DEGRADED, clause), not_own))
    return Max((Ruled(OWN_LINE.name, {"both": Min((red, not_own)), "dotted": red}), dotted))


@rule(
    Clause(
        "CH-TOUCH",
        "What a line meets",
        "A line meets a hex if it crosses it, runs along one of its sides or touches one of its corners, even at "
        "the end of the line. It meets a printed line if it touches any point of that side.",
        "Ours: the reading that reproduces the whole sheet",
    ),
    off={},
)
def contact_readings() -> Mapping[ContactKind, Reading]:
    """Return the reading of each kind of contact of a line."""
    printed = printed_line_degrades()
    return {
        "cell": Max((foot_soldier_degrades("cell"), *_blocking("cell"))),
        "touch": _passed_hex_reading("cell"),
        "along": Max((_passed_hex_reading("one"), _passed_hex_reading("other"), printed)),
        "border": printed,
        "border-touch": printed,
    }


def _passed_hex_reading(role: Role) -> Reading:
    return Max((touched_foot_soldier_degrades(role), *_blocking(role)))


def _blocking(role: Role) -> tuple[Reading, ...]:
    return warrior_blocks(role), elevated_ground_blocks(role), other_hill_blocks(role)


@rule(
    Clause(
        "CH-LINES",
        "The two lines",
        "Two lines run from the centre of one hex of the shooter's base to the outermost corners of the target's "
        "whole base, as seen from there; of several corners on one ray, to the nearest. A shooter on several hexes "
        "uses the one with the best result: clear before degraded before blocked, then the first listed.",
        "Ours: the construction that reproduces the whole sheet",
    ),
    off=SightPlan("centre", "centre", SightLine({}), (Sight.CLEAR,)),
)
@cache
def lines_of_sight() -> SightPlan:
    """Return the sight plan. Its middle degree, a degraded shot, is clear sight."""
    both_lines = ForEach("to", SightLine(contact_readings()))
    classes = (Sight.CLEAR, Sight.CLEAR, Sight.BLOCKED)
    return SightPlan("centre", "outermost", Choose("from", Min, both_lines), classes)
