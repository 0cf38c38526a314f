"""The sight plan: two lines, and readings of what blocks them or degrades the shot. Section "Sight" of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
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
        "A third warrior, friend or foe, on a hex that either line meets blocks sight, unless it stands lower than the "
        "higher of the two.",
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
        "Elevated ground between two on the ground",
        "Where both stand on the ground and either line meets elevated ground, sight is blocked.",
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
        "Elevated terrain of others",
        "Where either line meets an elevated terrain on which neither of the two stands, sight is blocked.",
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
        "The shot is degraded where either line meets a red line, no edge of elevated terrain, and the shooter does "
        "not stand on elevated terrain; or where it meets a dotted line. Sides of the shooter's own base do not count, "
        "as ruled.",
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
        "Meeting hexes and printed lines",
        "A line meets a hex when it crosses it, runs along a side of it or touches a corner of it, at its own end too; "
        "and a printed line when it has any point of that side.",
        "Ours: the reading under which the whole sheet comes out",
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
        "From the centre of one hex of the shooter's base two lines run to the outermost corners of the target's whole "
        "base, as seen from there, on one ray to the nearest. Of several hexes the one that serves the shooter best is "
        "taken: clear before degraded before blocked, then the first listed.",
        "Ours: the construction under which the whole sheet comes out",
    ),
    off=SightPlan("centre", "centre", SightLine({}), (Sight.CLEAR,)),
)
def lines_of_sight() -> SightPlan:
    """Return the sight plan. Its middle degree, a degraded shot, is clear sight."""
    both_lines = ForEach("to", SightLine(contact_readings()))
    classes = (Sight.CLEAR, Sight.CLEAR, Sight.BLOCKED)
    return SightPlan("centre", "outermost", Choose("from", Min, both_lines), classes)
