"""Section 2: the line of sight, and the attacks that it forbids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial

from sightline.i18n import Term
from sightline.rules import (
    Attack,
    Clause,
    Finding,
    MapMask,
    Position,
    Ruling,
    Sight,
    Site,
    TerrainMask,
    rule,
    shared_findings,
)
from sightline.sight import ContactKind, Leaf, Max, Min, Reading, Reason, Ruled, SightLine, SightPlan, sighting_of
from sightline.systems.penance.pieces import Casket
from sightline.systems.penance.terrain import PenanceTerrain, all_terrain

HEXSIDE = Ruling(
    "hexside",
    "The line runs along a side between two hexes: must both block, or is one enough?",
    ("both", "either"),
)

_BLOCKED = 1


@rule(
    Clause(
        "PEN-2.3",
        "What never blocks",
        "Caskets of either side, rubble, forest, water, ice and clear ground never block sight. Levels neither "
        "block nor open a line.",
        "LOS Basics: LOS is NOT blocked by",
    ),
    off=False,
)
def is_transparent(terrain: PenanceTerrain) -> bool:
    """Return whether sight passes through a kind of terrain."""
    return not terrain.blocks


@TerrainMask
def blocking_hexes(position: Position) -> Mapping[Site, str]:
    """Return the hexes that block sight, each with the first kind of terrain there that does."""

    def blocking_kind(kinds: tuple[str, ...]) -> str | None:
        blocking = (kind for kind, terrain in all_terrain(position, kinds) if not is_transparent(terrain))
        return next(blocking, None)

    return position.cells_with(blocking_kind)


@rule(
    Clause(
        "PEN-2.2",
        "Blocking terrain",
        "A wall, building, cliff or dense forest between the two hexes blocks a line that crosses it. If the line "
        "runs along a side between two hexes, a ruling says whether both must block or one is enough; beside a "
        "hole or at the edge of the map, the one hex that exists decides. Touching only a corner never blocks.",
        "LOS Basics: LOS is BLOCKED by; the hexes of the two Caskets and the sides: ours",
    ),
    off={},
)
def contact_readings() -> Mapping[ContactKind, Reading]:
    """Return the reading of each kind of contact of the line."""
    clause = contact_readings.clause
    one, other = Leaf(blocking_hexes, "one", _BLOCKED, clause), Leaf(blocking_hexes, "other", _BLOCKED, clause)
    # Off the map there is no hex: then the other one decides.
    no_one, no_other = Leaf(MapMask, "one", _BLOCKED, negated=True), Leaf(MapMask, "other", _BLOCKED, negated=True)
    both = Min((Max((one, no_one)), Max((other, no_other))))
    return {
        "cell": Leaf(blocking_hexes, "cell", _BLOCKED, clause),
        "along": Ruled(HEXSIDE.name, {"both": both, "either": Max((one, other))}),
    }


@rule(
    Clause(
        "PEN-2.1",
        "The line of sight",
        "The line of sight is one straight line from the centre of the attacker's hex to the centre of the "
        "target's hex.",
        "LOS Basics: You have LOS if",
    ),
    off=SightPlan("centre", "centre", SightLine({}), (Sight.CLEAR,)),
)
@cache
def line_of_sight() -> SightPlan:
    """Return the sight plan: one line from centre to centre."""
    return SightPlan("centre", "centre", SightLine(contact_readings()), (Sight.CLEAR, Sight.BLOCKED))


def obstacles(attack: Attack[Casket]) -> Iterator[Finding]:
    """Yield a finding for each obstacle that blocks the line."""
    find = shared_findings(attack.position).find
    for reason in sighting_of(attack).reasons:
        yield from find((reason.clause.id, reason.kind, reason.sites), partial(_obstacle, attack, reason))


def _obstacle(attack: Attack[Casket], reason: Reason) -> Iterator[Finding]:
    """Yield the finding for an obstacle, which is the same for all lines that it blocks."""
    (site, kind), *others = reason.sites
    at, cell = [site for site, _ in reason.sites], attack.position.label(site)
    if reason.kind == "cell":
        yield attack.blocks(reason.clause, "blocks-line", at, terrain=Term(kind), cell=cell)
    elif not others:
        yield attack.blocks(reason.clause, "blocks-along", at, terrain=Term(kind), cell=cell)
    else:
        [(other, other_kind)] = others
        there = attack.position.label(other)
        args = {"terrain": Term(kind), "cell": cell, "other_terrain": Term(other_kind), "other_cell": there}
        yield attack.blocks(reason.clause, "blocks-between", at, **args)


@rule(
    Clause(
        "PEN-2.4",
        "No sight, no attack",
        "Nothing can be attacked or targeted without a line of sight.",
        "Line of Sight; Common Situations",
    ),
    off=(),
)
def check_sight(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield a refusal if sight is blocked."""
    if sighting_of(attack).sight is Sight.BLOCKED:
        yield attack.forbids(check_sight.clause, "no-sight", attacker=attack.attacker.name, target=attack.target.name)


@rule(
    Clause(
        "PEN-2.5",
        "Friends",
        "A Casket of the attacker's own side cannot be targeted.",
        "Ours: the source speaks only of enemies",
    ),
    off=(),
)
def check_friend(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield a refusal if the target is of the attacker's side."""
    if attack.attacker.is_friend_of(attack.target):
        yield attack.forbids(
            check_friend.clause,
            "friend",
            target=attack.target.name,
            side=attack.target.side or "",
            attacker=attack.attacker.name,
        )
