"""Section 6: how far targets are concealed from ranged and melee attacks, and from which corner."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Literal

from msgspec import structs

from sightline.board import Board, Piece, Weapon, format_point
from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.rules import Clause, Position, Sight, rule
from sightline.sight import (
    All,
    Choose,
    ContactKind,
    ForEach,
    Max,
    Min,
    Reading,
    Sighting,
    SightLine,
    SightPlan,
    find_sighting,
    find_sighting_between,
)
from sightline.sight.plan import Role
from sightline.systems.hero5.pieces import character_of
from sightline.systems.hero5.sight_plan import NONE, TOTAL, along, concealing_hex, covering, shared_side, what_blocks

Concealment = Literal["none", "half", "mostly", "total"]
DEGREES = (Term("none"), Term("half"), Term("mostly"), Term("total"))
"""The degrees of concealment by name, as answers say them."""
CLASSES = (Sight.CLEAR, Sight.IMPEDED, Sight.IMPEDED, Sight.BLOCKED)
MELEE = "melee"


@dataclass(frozen=True, eq=False)
class Concealed(Sighting):
    """What an attacker sees of a target. `found` is the degree that the board gives, without the target's own.

    `board` is where the attacker picks a corner, None where there is none to pick.
    """

    found: int = field(default=NONE, kw_only=True)
    board: Board | None = field(default=None, kw_only=True, repr=False)

    @property
    def corner(self) -> str | None:
        """The name of the corner that the attacker has picked, None where there is none to pick."""
        if self.board is None or self.degree == TOTAL:
            return None
        return format_point(self.board, self.lines[0].start)


_IN_ONE_HEX = Concealed(NONE, Sight.CLEAR)


@rule(
    Clause(
        "HERO-6.3",
        "Ranged attacks",
        "The attacker picks a corner of its hex. Where a line from it to a corner of the target's meets cover, a "
        "blocker or a third character, the target is half concealed, mostly where that covers mostly. Of the corners "
        "with sight the one of the least concealment counts, then the first by name. A line meets the hexes that it "
        "crosses, the borders that it crosses or runs along, and of two hexes that it runs between as ruled; neither "
        "the hexes of the two themselves nor what it only touches.",
        "Concealment; what meeting is: ours",
    ),
    off={},
)
def what_conceals() -> Mapping[ContactKind, Reading]:
    """Give what each contact of a line does to who is shot at."""
    clause = what_conceals.clause

    def concealing(role: Role) -> Reading:
        return concealing_hex(role, clause)

    border = covering("border", "border", clause)
    return {"cell": concealing("cell"), "along": Max((along(concealing), border)), "border": border}


@rule(
    Clause(
        "HERO-6.4",
        "Melee against someone adjacent",
        "Where a line from a corner of the one hex to a corner of the other meets a border that blocks or covers, low "
        "ones too, the target is half concealed, mostly where that border covers mostly. Hexes and third characters "
        "do not count; which walls do is ruled.",
        "Concealment",
    ),
    off={},
)
def what_conceals_adjacent() -> Mapping[ContactKind, Reading]:
    """Give what each contact of a line does to who is attacked from an adjacent hex."""
    border = shared_side(covering("border", "border", what_conceals_adjacent.clause))
    return {"along": border, "border": border}


@rule(
    Clause("HERO-6.5", "Melee farther away", "Melee between hexes not adjacent goes as at range.", "Concealment"),
    off=False,
)
def is_as_ranged(distance: int) -> bool:
    """Tell whether melee between hexes so far apart is judged as ranged attacks are."""
    return distance > 1


@rule(
    Clause(
        "HERO-6.7",
        "Characters of several hexes",
        "In melee the least concealed pair of a hex of each counts; at range all corners of all hexes of both do. "
        "Hexes of either are never in the way, borders inside them are. In a shared hex nothing conceals.",
        "Concealment; at range: ours",
    ),
    off=(),
)
def pairs_of_hexes(position: Position, one: Collection[Cell], other: Collection[Cell]) -> tuple[tuple[Cell, Cell], ...]:
    """Give the pairs of a hex of each between which melee is possible, the nearest first; one pair for a shared hex."""
    distance = position.board.grid.distance
    pairs = sorted(product(one, other), key=lambda pair: distance(*pair))
    return tuple(pairs[:1] if pairs[0][0] == pairs[0][1] else pairs)


def ranged() -> SightPlan:
    """Give the plan of ranged attacks: the best over the attacker's corners of what all lines from there meet."""
    lines = All((ForEach("to", SightLine(what_conceals())), Choose("to", Min, SightLine(what_blocks()))))
    return SightPlan("corners", "corners", Choose("from", Min, lines), CLASSES)


def adjacent() -> SightPlan:
    """Give the plan of melee between two adjacent hexes."""
    seen = Choose("from", Min, Choose("to", Min, SightLine(what_blocks())))
    lines = ForEach("from", ForEach("to", SightLine(what_conceals_adjacent())))
    return SightPlan("corners", "corners", All((lines, seen)), CLASSES)


def all_lines() -> SightPlan:
    """Give the plan of everything that blocks any line from corner to corner."""
    lines = ForEach("from", ForEach("to", SightLine(what_blocks())))
    return SightPlan("corners", "corners", lines, CLASSES)


def is_melee(weapon: Weapon | None) -> bool:
    """Tell whether an attack with a weapon is a melee attack."""
    return weapon is not None and weapon.range == MELEE


def conceals(position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Concealed:
    """Tell how far a target is concealed from an attack with that weapon."""
    if not set(attacker.cells).isdisjoint(target.cells):
        found = _IN_ONE_HEX
    elif is_melee(weapon):
        found = _in_melee(position, attacker.cells, target.cells)
    else:
        seen = find_sighting(position.plan(ranged), position, attacker, target)
        found = _picked(position, seen)
    own = DEGREES.index(character_of(target).concealment)
    if own <= found.degree:
        return found
    return replace(found, degree=own, sight=CLASSES[own])


def melee_degree(position: Position, one: Collection[Cell], other: Collection[Cell]) -> int:
    """Give the degree to which the board conceals who is on some hexes from melee attacks by who is on others."""
    least = TOTAL
    for pair in _pairs(position, one, other):
        least = min(least, _between(position, tuple(one), tuple(other), *pair).degree)
        if least == NONE:
            break
    return least


def _in_melee(position: Position, one: tuple[Cell, ...], other: tuple[Cell, ...]) -> Concealed:
    """Give what the least concealed pair of hexes sees; of equal ones an adjacent one, then by the corner's name."""
    best: Concealed | None = None
    rulings: set[str] = set()
    for pair in _pairs(position, one, other):
        found = _between(position, one, other, *pair)
        rulings |= found.rulings
        if best is None or _rank(found) < _rank(best):
            best = found
        if _rank(best) == (NONE, ""):
            break
    assert best is not None
    return replace(best, looked=structs.replace(best.looked, consulted=rulings))


def _rank(found: Concealed) -> tuple[int, str]:
    return found.degree, found.corner or ""


def _pairs(position: Position, one: Collection[Cell], other: Collection[Cell]) -> tuple[tuple[Cell, Cell], ...]:
    return pairs_of_hexes(position, one, other) or ((next(iter(one)), next(iter(other))),)


def _between(position: Position, start: tuple[Cell, ...], stop: tuple[Cell, ...], one: Cell, other: Cell) -> Concealed:
    """Give what is seen in melee between a hex of each of two characters on those hexes."""
    distance = position.board.grid.distance(one, other)
    if not distance:
        return _IN_ONE_HEX
    is_far = is_as_ranged(distance)
    plan = position.plan(ranged if is_far else adjacent)
    seen = find_sighting_between(plan, position, start, stop, (one,), (other,))
    return _picked(position, seen) if is_far else _concealed(seen)


def _picked(position: Position, seen: Sighting) -> Concealed:
    """Give what is seen from the corner that was picked."""
    return replace(_concealed(seen), board=position.board)


def _concealed(seen: Sighting) -> Concealed:
    return Concealed(seen.degree, seen.sight, seen.looked, found=seen.degree)
