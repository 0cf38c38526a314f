"""Section 5: elevation."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.rules import Attack, Clause, Finding, rule
from sightline.systems.penance.advantage import does_advantage_replace
from sightline.systems.penance.pieces import Casket

HIGHEST_LEVEL = 2


@rule(
    Clause(
        "PEN-5.3",
        "Levels",
        "Levels are 0 (ground), 1 (hills, platforms) and 2 (towers, rooftops). A difference of two levels counts "
        "like one.",
        "Elevation & Height: Levels",
    ),
    off=0,
)
def height(attack: Attack[Casket]) -> int:
    """Return 1 if the attacker is on a higher level than the target, -1 on a lower one, 0 on the same."""
    level = attack.position.board.level
    difference = level(attack.attacker.cell) - level(attack.target.cell)
    return max(-1, min(1, difference))


@rule(
    Clause(
        "PEN-5.1",
        "Higher ground",
        "An attacker one or more levels above the target takes 1 off the number to reach, does 1 more damage on a "
        "hit and ignores cover.",
        "Higher Ground Advantage",
    ),
    off=False,
)
def is_higher(attack: Attack[Casket]) -> bool:
    """Return whether the attacker stands above the target."""
    return attack.cached(height) > 0


@rule(
    Clause(
        "PEN-5.2",
        "Shooting uphill",
        "An attacker one or more levels below the target adds 1 to the number to reach and does 1 less damage on a "
        "hit.",
        "Shooting Uphill Penalty",
    ),
    off=False,
)
def is_lower(attack: Attack[Casket]) -> bool:
    """Return whether the attacker stands below the target."""
    return attack.cached(height) < 0


def elevation(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield the to-hit and damage modifiers of the difference in level."""
    if is_higher(attack):
        clause = is_higher.clause
        if not does_advantage_replace(attack.position):
            yield from attack.modifies(clause, "target_number", -1, "from-above")
        yield from attack.modifies(clause, "damage", 1, "from-above")
    if is_lower(attack):
        clause = is_lower.clause
        yield from attack.modifies(clause, "target_number", 1, "from-below")
        yield from attack.modifies(clause, "damage", -1, "from-below")
