"""Section 6: the sight plans of ranged and melee attacks, and the degree to which targets are concealed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
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
from sightline.systems.hero5.sight_plan import (
    NONE,
    TOTAL,
    along_reading,
    blocking_readings,
    cover_reading,
    hex_reading,
    shared_side_reading,
)

Concealment = Literal["none", "half", "mostly", "total"]
DEGREES = (Term("none"), Term("half"), Term("mostly"), Term("total"))
"""The names of the degrees of concealment in answers."""
SIGHT_CLASSES = (Sight.CLEAR, Sight.IMPEDED, Sight.IMPEDED, Sight.BLOCKED)
MELEE = "melee"


@dataclass(frozen=True, eq=False)
class ConcealedSighting(Sighting):
    """The view of a target by an attacker.

    - `board_degree` is the degree of concealment by the board, without the target's own.
    - `board` is the board on which the attacker picks a corner, None if it does not pick one.
    - `adjacent` are the two hexes between which melee is judged if they are adjacent, otherwise None.
    - `others` are the views that were not chosen, between other hexes of the two.
    """

    board_degree: int = field(default=NONE, kw_only=True)
    board: Board | None = field(default=None, kw_only=True, repr=False)
    adjacent: tuple[Cell, Cell] | None = field(default=None, kw_only=True)
    others: tuple[ConcealedSighting, ...] = field(default=(), kw_only=True, repr=False)

    @property
    def corner(self) -> str | None:
        """The label of the corner that the attacker picks, None if it does not pick one."""
        if self.board is None or self.degree == TOTAL:
            return None
        return format_point(self.board, self.lines[0].start)

    def iter_obstacles(self, position: Position) -> Iterator[str]:
        yield from super().iter_obstacles(position)
        for other in self.others:
            yield from other.iter_obstacles(position)


_SHARED_HEX = ConcealedSighting(NONE, Sight.CLEAR)


@rule(
    Clause(
        "HERO-6.3",
        "Ranged attacks",
        "The attacker picks a corner of its hex. If a line from it to a corner of the target's hex meets cover, a "
        "blocker or a third character, the target is half concealed, or mostly if what is met covers mostly. Among "
        "the corners with sight, the one with the least concealment is picked, then the first by name. A line "
        "meets the hexes that it crosses and the borders that it crosses or runs along; a ruling decides about two "
        "hexes that it runs between. It never meets the hexes of attacker and target, nor anything that it only "
        "touches.",
        "Concealment; what meeting is: ours",
    ),
    off={},
)
def ranged_readings() -> Mapping[ContactKind, Reading]:
    """Return the readings of concealment from ranged attacks, by kind of contact."""
    clause = ranged_readings.clause

    def concealing(role: Role) -> Reading:
        return hex_reading(role, clause)

    border = cover_reading("border", "border", clause)
    return {"cell": concealing("cell"), "along": Max((along_reading(concealing), border)), "border": border}


@rule(
    Clause(
        "HERO-6.4",
        "Melee against someone adjacent",
        "If a line from a corner of one hex to a corner of the other meets a border that blocks or covers, even a "
        "low one, the target is half concealed, or mostly if that border covers mostly. Hexes and third characters "
        "do not count. A ruling says which walls do.",
        "Concealment",
    ),
    off={},
)
def adjacent_readings() -> Mapping[ContactKind, Reading]:
    """Return the readings of concealment from melee attacks from an adjacent hex, by kind of contact."""
    border = shared_side_reading(cover_reading("border", "border", adjacent_readings.clause))
    return {"along": border, "border": border}


@rule(
    Clause(
        "HERO-6.5",
        "Melee farther away",
        "Melee between hexes that are not adjacent is judged like a ranged attack.",
        "Concealment",
    ),
    off=False,
)
def is_judged_as_ranged(distance: int) -> bool:
    """Return whether melee at a distance in hexes is judged like a ranged attack."""
    return distance > 1


@rule(
    Clause(
        "HERO-6.7",
        "Characters on several hexes",
        "In melee the least concealed pair of hexes counts, one of each character. At range all corners of all "
        "hexes of both count. Hexes of either are never in the way, but borders inside them are. Within a shared "
        "hex nothing conceals.",
        "Concealment; at range: ours",
    ),
    off=(),
)
def pairs_of_hexes(position: Position, one: Collection[Cell], other: Collection[Cell]) -> tuple[tuple[Cell, Cell], ...]:
    """Return the pairs of a hex of each between which melee is possible, nearest first; one pair for a shared hex."""
    distance = position.board.grid.distance
    pairs = sorted(product(one, other), key=lambda pair: distance(*pair))
    return tuple(pairs[:1] if pairs[0][0] == pairs[0][1] else pairs)


@cache
def ranged_plan() -> SightPlan:
    """Return the plan of ranged attacks: the best of the attacker's corners, each with all its lines."""
    lines = All((ForEach("to", SightLine(ranged_readings())), Choose("to", Min, SightLine(blocking_readings()))))
    return SightPlan("corners", "corners", Choose("from", Min, lines), SIGHT_CLASSES)


@cache
def adjacent_plan() -> SightPlan:
    """Return the plan of melee between two adjacent hexes."""
    seen = Choose("from", Min, Choose("to", Min, SightLine(blocking_readings())))
    lines = ForEach("from", ForEach("to", SightLine(adjacent_readings())))
    return SightPlan("corners", "corners", All((lines, seen)), SIGHT_CLASSES)


@cache
def all_lines_plan() -> SightPlan:
    """Return the plan of everything that blocks any line from corner to corner, to explain blocked sight."""
    lines = ForEach("from", ForEach("to", SightLine(blocking_readings())))
    return SightPlan("corners", "corners", lines, SIGHT_CLASSES)


def is_melee(weapon: Weapon | None) -> bool:
    """Return whether an attack with a weapon is a melee attack."""
    return weapon is not None and weapon.range == MELEE


def find_view(position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> ConcealedSighting:
    """Return the view of a target in an attack with a weapon."""
    if not set(attacker.cells).isdisjoint(target.cells):
        found = _SHARED_HEX
    elif is_melee(weapon):
        found = _melee_view(position, attacker.cells, target.cells)
    else:
        found = _to_view(find_sighting(position.plan(ranged_plan), position, attacker, target), position.board)
    own = DEGREES.index(character_of(target).concealment)
    if own <= found.degree:
        return found
    return replace(found, degree=own, sight=SIGHT_CLASSES[own])


def melee_degree(position: Position, one: Collection[Cell], other: Collection[Cell]) -> int:
    """Return the degree to which the board conceals `other` from melee attacks from `one`: the least of all pairs."""
    least = TOTAL
    for pair in _pairs(position, one, other):
        least = min(least, _view_between(position, tuple(one), tuple(other), *pair).degree)
        if least == NONE:
            break
    return least


def _melee_view(position: Position, one: tuple[Cell, ...], other: tuple[Cell, ...]) -> ConcealedSighting:
    """Return the view of the least concealed pair of hexes; of equal ones an adjacent pair, then by corner label."""
    views: list[ConcealedSighting] = []
    for pair in _pairs(position, one, other):
        views.append(_view_between(position, one, other, *pair))
        if _rank(views[-1]) == (NONE, ""):
            break
    best = min(views, key=_rank)
    rulings = {name for each in views for name in each.rulings}
    others = tuple(each for each in views if each is not best)
    return replace(best, lazy_lines=structs.replace(best.lazy_lines, consulted=rulings), others=others)


def _rank(found: ConcealedSighting) -> tuple[int, str]:
    return found.degree, found.corner or ""


def _pairs(position: Position, one: Collection[Cell], other: Collection[Cell]) -> tuple[tuple[Cell, Cell], ...]:
    return pairs_of_hexes(position, one, other) or ((next(iter(one)), next(iter(other))),)


def _view_between(
    position: Position, start: tuple[Cell, ...], stop: tuple[Cell, ...], one: Cell, other: Cell
) -> ConcealedSighting:
    """Return the view in melee from hex `one` to hex `other` of characters that stand on `start` and `stop`."""
    distance = position.board.grid.distance(one, other)
    if not distance:
        return _SHARED_HEX
    is_far = is_judged_as_ranged(distance)
    plan = position.plan(ranged_plan if is_far else adjacent_plan)
    seen = find_sighting_between(plan, position, start, stop, (one,), (other,))
    return _to_view(seen, position.board) if is_far else _to_view(seen, None, (one, other))


def _to_view(seen: Sighting, board: Board | None, adjacent: tuple[Cell, Cell] | None = None) -> ConcealedSighting:
    """Return a sighting as a view; `board` is None if the attacker does not pick a corner."""
    return ConcealedSighting(
        seen.degree, seen.sight, seen.lazy_lines, board_degree=seen.degree, board=board, adjacent=adjacent
    )
