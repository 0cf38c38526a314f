"""Section 4: facing, shields and arcs. Rotation, PEN-4.2, is in `movement`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from sightline.board import Facing, Piece
from sightline.i18n import Term
from sightline.lattice import Cell, Grid
from sightline.rules import Attack, Clause, Finding, Position, Ruling, rule, shared_findings
from sightline.systems.penance.advantage import does_advantage_replace
from sightline.systems.penance.pieces import Casket

NO_SHIELD_SIDE = Ruling(
    "no-shield-side",
    "What does a hit on side 6 change for a Casket without a shield: nothing, or the number to reach as if it had one?",
    ("zero", "to-hit-stays"),
)
CORNER_ENTRY = Ruling(
    "corner-entry",
    "The line enters the target's hex exactly at a corner: who picks the side that is hit?",
    ("defender", "attacker"),
)


class SideEffects(NamedTuple):
    """The modifiers of a hit on a side: of the to-hit number, the damage and the Defense."""

    target_number: int
    damage: int
    defense: int


_LEFT_SHIELD_EFFECTS = {
    1: SideEffects(0, 0, 0),
    2: SideEffects(0, 1, -1),
    3: SideEffects(-1, 2, -2),
    4: SideEffects(-2, 3, -3),
    5: SideEffects(-1, 2, -2),
    6: SideEffects(1, 0, 1),
}
_MIRRORED = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
_FRONT_ARC = (6, 1, 2)
_REAR = (3, 4, 5)
_SHIELD, _OTHER = Term("shield"), Term("other")

# Which side a defender prefers to be hit on, by shield: the lowest rank. Sides of one rank have equal effects.
_LEFT_RANKS = {6: 0, 1: 1, 2: 2, 3: 3, 5: 3, 4: 4}
_RANKS = {
    "left": _LEFT_RANKS,
    "right": {_MIRRORED[side]: rank for side, rank in _LEFT_RANKS.items()},
    "none": {1: 0, 6: 0, 2: 1, 3: 2, 5: 2, 4: 3},
}


@rule(
    Clause(
        "PEN-4.1",
        "Side numbers",
        "Sides are numbered clockwise from the front: 1 front, 2 front right, 3 rear right, 4 rear, 5 rear left, 6 "
        "front left.",
        "Hex Facing (6 Directional Sides)",
    ),
    off=1,
)
def side_number(grid: Grid, casket: Casket, side: int) -> int:
    """Return the number (1 to 6) of a side of a Casket's hex; `side` is an index into `grid.edges`."""
    return (side - grid.edges.index(casket.facing)) % 6 + 1


@rule(
    Clause(
        "PEN-4.3",
        "Shields",
        "A shield is declared on the left, covering sides 5, 6 and 1, or on the right, covering sides 1, 2 and 3, "
        "or not at all.",
        "Shield Side & Weapon Side: Shield-Side Options",
    ),
    off=(),
)
def shielded_sides(casket: Casket) -> tuple[int, ...]:
    """Return the numbers of the sides that the Casket's shield covers."""
    return {"left": (5, 6, 1), "right": (1, 2, 3), "none": ()}[casket.shield]


@rule(
    Clause(
        "PEN-4.4",
        "Effects of the side that is hit",
        "With a left shield, the side that is hit changes the number to reach, the damage and the Defense: front "
        "0, 0, 0; side 2: 0, +1, -1; sides 3 and 5: -1, +2, -2; rear: -2, +3, -3; side 6: +1, 0, +1. A right "
        "shield mirrors this. Without a shield, a ruling decides about side 6.",
        "Facing Modifiers (Detailed 6-Hex System); right shield and none: ours",
    ),
    off=(),
)
def side_modifiers(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield the modifiers of the side that is hit."""
    side = side_hit(attack)
    effects = _effects(attack, side)
    key = side_modifiers.clause.id, side, effects, attack.target.name
    return shared_findings(attack.position).find(key, lambda: _iter_side_modifiers(attack, side, effects))


def _iter_side_modifiers(attack: Attack[Casket], side: int, effects: SideEffects) -> Iterator[Finding]:
    for number, value in zip(effects._fields, effects, strict=True):
        yield from attack.modifies(side_modifiers.clause, number, value, f"side-{side}", target=attack.target.name)


def _effects(attack: Attack[Casket], side: int) -> SideEffects:
    casket = attack.target
    effects = _LEFT_SHIELD_EFFECTS[_MIRRORED[side] if casket.shield == "right" else side]
    if casket.shield == "none" and side == 6:
        stays = attack.position.rulings[NO_SHIELD_SIDE.name] == "to-hit-stays"
        effects = SideEffects(effects.target_number if stays else 0, 0, 0)
    if side in _REAR and does_advantage_replace(attack.position):
        effects = effects._replace(target_number=0)
    return effects


@rule(
    Clause(
        "PEN-4.5",
        "The side that is hit",
        "The side that is hit is the one through which the line of sight enters the target's hex. If it enters "
        "exactly at a corner, a ruling says whether the defender or the attacker takes the better of the two "
        "sides; of two equally good ones the lower number is named.",
        "Facing Diagrams; beyond range 1 and at corners: ours",
    ),
    off=1,
)
def side_hit(attack: Attack[Casket]) -> int:
    """Return the number of the side that is hit."""
    sides = attack.cached(sides_entered)
    if len(sides) == 1:
        return sides[0]
    ranks = _RANKS[attack.target.shield]
    if len({ranks[side] for side in sides}) == 1:
        return min(sides)
    favours_defender = attack.position.rulings[CORNER_ENTRY.name] == "defender"
    return (min if favours_defender else max)(sides, key=ranks.__getitem__)


@rule(
    Clause(
        "PEN-4.6",
        "The front arc",
        "Only targets in the front 180 degrees can be attacked, in melee too. The line must leave the attacker's "
        "hex through side 6, 1 or 2; the corners at the ends of that arc belong to it.",
        "Quick Reference; Common Situations",
    ),
    off=(),
)
def front_arc(attack: Attack[Casket]) -> Iterable[Finding]:
    """Yield a refusal if the target is outside the attacker's front arc."""
    casket = attack.attacker
    if not is_before_attacker(attack):
        yield attack.forbids(
            front_arc.clause, "out-of-arc", attacker=casket.name, facing=casket.facing, target=attack.target.name
        )


@cache
def front_edges(grid: Grid, facing: Facing) -> frozenset[int]:
    """Return the edges of a Casket's hex, of which a line to a target must cross one, or touch a corner of one."""
    edges = grid.edges
    return frozenset((edges.index(facing) + side - 1) % len(edges) for side in _FRONT_ARC)


@rule(
    Clause(
        "PEN-4.7",
        "Reactions",
        "Reactive cards work only against hits on sides 1, 2 and 6. Shield cards work only on sides that the "
        "shield covers, and never on rear sides.",
        "Tactical Considerations; Common Situations",
    ),
    off=(),
)
def reactions(attack: Attack[Casket]) -> tuple[str, ...]:
    """Return the kinds of reactive cards that the target may use."""
    side = side_hit(attack)
    if side in _REAR:
        return ()
    return (_SHIELD, _OTHER) if side in shielded_sides(attack.target) else (_OTHER,)


def is_from_behind(attack: Attack[Casket]) -> bool:
    """Return whether the attack hits one of the three rear sides."""
    return side_hit(attack) in _REAR


def dummy_target(position: Position, cell: Cell, side: str, attacker: Piece) -> Casket:
    """Return a Casket of a side at rest in a cell, without shield or Defense, that `attacker` would hit on side 1."""
    grid = position.board.grid
    # A line that enters at a corner hits sides 1 and 6, which have equal effects without a shield: 1 is named.
    *_, towards = _clockwise(grid.edges_towards(cell, attacker.cell))
    return Casket(name="", at=cell, side=side, facing=Facing(grid.facings[towards]), shield="none")


def _clockwise(sides: tuple[int, ...]) -> tuple[int, ...]:
    """Return one or two neighbouring sides in clockwise order; 5 precedes 0."""
    return tuple(reversed(sides)) if sides == (0, 5) else sides


def sides_entered(attack: Attack[Casket]) -> tuple[int, ...]:
    """Return the number of the side through which the line of sight enters the target's hex; two at a corner."""
    return _sides_towards(attack, attack.target, attack.attacker.cell)


def is_before_attacker(attack: Attack[Casket]) -> bool:
    """Return whether the line of sight leaves the attacker's hex through a side of the front arc or a corner of one."""
    return any(side in _FRONT_ARC for side in _sides_towards(attack, attack.attacker, attack.target.cell))


def _sides_towards(attack: Attack[Casket], casket: Casket, other: Cell) -> tuple[int, ...]:
    """Return the number of the Casket's side through which a line to or from `other` passes; two at a corner."""
    grid = attack.position.board.grid
    return tuple([side_number(grid, casket, side) for side in grid.edges_towards(casket.cell, other)])
