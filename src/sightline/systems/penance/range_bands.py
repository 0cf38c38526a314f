"""Section 1: distance, range bands and maximum range."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.board import Piece, Weapon
from sightline.i18n import Term
from sightline.rules import Attack, Clause, Finding, Position, rule
from sightline.systems.penance.pieces import Casket

BANDS = ((Term("short"), 3, 0), (Term("medium"), 6, 1), (Term("long"), 10, 2), (Term("extreme"), None, 3))
"""Name, greatest distance in hexes (None: no limit) and to-hit modifier of each band, nearest first."""


@rule(
    Clause(
        "PEN-1.1",
        "Counting hexes",
        "Distance is the smallest number of steps from hex to hex. A Casket's own hex is range 0 and is not counted.",
        "Hex Grid Basics: Hex Counting, Range Diagram",
    ),
    off=0,
)
def hexes_between(position: Position, a: Piece, b: Piece) -> int:
    """Return the distance between two Caskets in hexes."""
    return position.board.grid.distance(a.cell, b.cell)


@rule(
    Clause(
        "PEN-1.2",
        "Range bands",
        "Short range (0 to 3 hexes) adds nothing to the number to reach, medium range (4 to 6) adds 1, long range "
        "(7 to 10) adds 2, and extreme range (11 or more) adds 3.",
        "Range Bands",
    ),
    off=(),
)
def range_band(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield the to-hit modifier of the range band."""
    hexes = attack.cells
    band, value = next((name, value) for name, last, value in BANDS if last is None or hexes <= last)
    return attack.modifies(range_band.clause, "target_number", value, "range-band", band=band, hexes=hexes)


@rule(
    Clause(
        "PEN-1.3",
        "Maximum range",
        "A card has a maximum range, which no band extends. A melee card reaches 1 hex. There is no attack beyond it.",
        "Range Bands: How It Works, Card Range Examples",
    ),
    off=(),
)
def maximum_range(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield a refusal if the target is beyond the maximum range of the card."""
    weapon, reach = attack.weapon, reach_of(attack.weapon)
    if weapon is not None and reach is not None and attack.cells > reach:
        yield attack.forbids(maximum_range.clause, "beyond-range", weapon=weapon.name, reach=reach, hexes=attack.cells)


def reach_of(weapon: Weapon | None) -> int | None:
    """Return the greatest distance at which a card can be used, None without a card."""
    if weapon is None:
        return None
    return 1 if weapon.range == "melee" else weapon.range
