"""Model: Lantern, a system of about a page, made from the public names alone: on squares, light is thrown at others.

1. From the corner of the thrower's square that serves it best, lines run to all four corners of the target's square.
   The worst of them counts.
2. A wall between the two squares blocks a line that crosses it.
3. So does a square that lies higher than both of theirs.
4. A hedge on a border impedes a line that crosses it, or blocks it, as the table rules.
5. One die reaches 3, or 4 where the line is impeded; a 6 dazzles. Friends are no targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from operator import gt
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from sightline.board import Facing, Piece
from sightline.lattice import Cell
from sightline.rules import (
    Attack,
    Clause,
    Finding,
    Odds,
    Position,
    Ruling,
    Site,
    Terrain,
    distribution,
    odds_of,
    rule,
)
from sightline.sight import (
    Choose,
    ContactKind,
    Leaf,
    Max,
    Min,
    PlannedSight,
    Reading,
    Relation,
    Ruled,
    SightLine,
    SightPlan,
    sighting_of,
)

HEDGES = Ruling("hedges", "What does a hedge do to light that crosses it?", ("impede", "block"))
_IMPEDED, _BLOCKED = 1, 2


def walls(position: Position) -> Mapping[Site, str]:
    """Return the squares with a wall."""
    return position.cells_with(lambda kinds: "wall" if "wall" in kinds else None)


def hedges(position: Position) -> Mapping[Site, str]:
    """Return the borders with a hedge."""
    return {border: "hedge" for border, kinds in position.board.borders.items() if "hedge" in kinds}


def raised(position: Position) -> Mapping[Site, str]:
    """Return the squares above the ground."""
    return {cell: "hill" for cell in position.board if level(position, cell)}


def level(position: Position, cell: Cell) -> int:
    """Return the level of a square."""
    return position.board.level(cell)


@rule(Clause("LAN-2", "Walls", "A wall between the two blocks a line that crosses it.", "ours"), off=Max(()))
def wall_blocks() -> Reading:
    """Return what a wall does to a line that crosses it."""
    return Leaf(walls, "cell", _BLOCKED, wall_blocks.clause)


@rule(Clause("LAN-3", "Hills", "A square higher than both ends blocks a line that crosses it.", "ours"), off=Max(()))
def hill_blocks() -> Reading:
    """Return what a higher square does to a line that crosses it."""
    above_both = (Relation(level, gt, "cell", "from", _BLOCKED), Relation(level, gt, "cell", "to", _BLOCKED))
    return Min((Leaf(raised, "cell", _BLOCKED, hill_blocks.clause), *above_both))


@rule(Clause("LAN-4", "Hedges", "A hedge impedes a line that crosses it, or blocks it, as ruled.", "ours"), off=Max(()))
def hedge_impedes() -> Reading:
    """Return what a hedge does to a line that crosses it."""
    degrees = {"impede": _IMPEDED, "block": _BLOCKED}
    choices = {name: Leaf(hedges, "border", degree, hedge_impedes.clause) for name, degree in degrees.items()}
    return Ruled(HEDGES.name, choices)


@rule(
    Clause("LAN-1", "Lines", "From the thrower's best corner to the worst of the target's.", "ours"),
    off=SightPlan("centre", "centre", SightLine({})),
)
def lines_of_light() -> SightPlan:
    """Return the plan of sight."""
    readings: dict[ContactKind, Reading] = {"cell": Max((wall_blocks(), hill_blocks())), "border": hedge_impedes()}
    return SightPlan("corners", "corners", Choose("from", Min, Choose("to", Max, SightLine(readings))))


@rule(
    Clause("LAN-5", "Throwing", "A die of 3 or more, 4 where impeded; a 6 dazzles. Friends are spared.", "ours"), off=()
)
def throw(attack: Attack[Any]) -> Iterable[Finding]:
    """Find the number to reach, and whether the target is a friend."""
    clause = throw.clause
    yield from attack.modifies(clause, "target_number", 3, "base")
    if sighting_of(attack).sight == "impeded":
        yield from attack.modifies(clause, "target_number", 1, "dim")
    if attack.attacker.is_friend_of(attack.target):
        attacker, target = attack.attacker.name, attack.target.name
        yield attack.forbids(clause, "friend", attacker=attacker, target=target, side=attack.target.side or "")


class Lamplighter(Piece, frozen=True, kw_only=True):
    """A piece of this game."""

    facing: Facing = Facing("N")
    oil: Annotated[int, Meta(ge=0, le=9)] = 3


class Number(Struct, frozen=True):
    """What the die has to reach."""

    target_number: int


class Lantern(PlannedSight[Any]):
    """The system."""

    key: ClassVar[str] = "lantern"
    title: ClassVar[str] = "Lantern"
    clauses: ClassVar[tuple[Clause, ...]] = tuple(
        each.clause for each in (lines_of_light, wall_blocks, hill_blocks, hedge_impedes, throw)
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (HEDGES,)
    messages: ClassVar[Mapping[str, str]] = {
        "blocked": "the {what} at {where} keeps the light out",
        "dimmed": "the {what} at {where} dims the light",
        "base": "a steady hand",
        "dim": "dim light",
    }
    grids: ClassVar[tuple[str, ...]] = ("square",)
    terrain: ClassVar[Mapping[str, Terrain]] = {"clear": Terrain(letter="."), "wall": Terrain(letter="#")}
    border_terrain: ClassVar[Mapping[str, Terrain]] = {"hedge": Terrain()}
    highest_level: ClassVar[int] = 3
    piece_type: ClassVar[type[Piece]] = Lamplighter
    roll_numbers: ClassVar[tuple[str, ...]] = ("target_number",)
    base_messages: ClassVar[tuple[str, ...]] = ("base",)

    def sight(self) -> SightPlan:
        return lines_of_light()

    def findings(self, attack: Attack[Any]) -> Iterator[Finding]:
        for reason in sighting_of(attack).reasons:
            [(site, what)] = reason.sites
            find, message = (attack.blocks, "blocked") if reason.degree == _BLOCKED else (attack.impedes, "dimmed")
            yield find(reason.clause, message, [site], what=what, where=attack.position.label(site))
        yield from throw(attack)

    def roll(self, attack: Attack[Any], numbers: Mapping[str, int]) -> tuple[Number, Odds]:
        number = numbers["target_number"]
        chances = distribution(
            [range(1, 7)], lambda dice: "dazzled" if dice[0] == 6 else "lit" if dice[0] >= number else ""
        )
        return Number(number), odds_of({name: chances.get(name, Fraction(0)) for name in ("lit", "dazzled")})


LANTERN = Lantern()
