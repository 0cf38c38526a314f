"""PG-4.3 and 14.1: moving on hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, cast

from msgspec import structs

from sightline.board import Piece, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules import Clause, Place, Position, cheapest_ways, rule
from sightline.rules.post_galactica.engagement import disengage_movement, engaging
from sightline.rules.post_galactica.pieces import GalacticTerrain, Unit, unit_of

Bar = Literal["enter", "stop"] | None
"""What a clause forbids in a hex: to enter it, to stop in it, or neither."""


@rule(
    Clause(
        "PG-4.3",
        "Measuring in hexes",
        "Movement and range are counted in hexes, and adjacent is a neighbouring hex. Nobody moves through enemies, "
        "and no two units end in one hex.",
        "Measuring of the game, on hexes",
    ),
    off=None,
)
def occupant_bars(position: Position, unit: Unit, cell: Cell) -> Bar:
    """Tell what is forbidden in a hex because of who stands there."""
    others = [other for other in position.board.occupants.get(cell, ()) if other.name != unit.name]
    if not others:
        return None
    return "stop" if all(other.is_friend_of(unit) for other in others) else "enter"


@rule(
    Clause(
        "PG-14.1",
        "Moving",
        "Friends may be moved through. Entering a hex costs 1, difficult terrain 1 more; on a free table difficult "
        "ground costs 2 inches per inch while any part of the base is on it. Impassable terrain and buildings cannot "
        "be entered, what only blocks sight can. Moving next to an enemy engages and ends the move.",
        "Movement of the game; engaging: ours",
    ),
    off=1,
)
def cost_to_enter(position: Position, cell: Cell) -> int | None:
    """Give what entering a hex costs, None where it cannot be entered."""
    terrain = [cast("GalacticTerrain", position.terrain[kind]) for kind in position.board.kinds(cell) or ()]
    is_built_on = any(unit_of(piece).building for piece in position.board.occupants.get(cell, ()))
    if is_built_on or any(kind.impassable for kind in terrain):
        return None
    return 1 + any(kind.difficult for kind in terrain)


def places(position: Position, piece: Piece) -> Mapping[str, Place]:
    """Give every hex that a unit can move to or through, its own first; a building stays where it is."""
    unit, board = unit_of(piece), position.board
    disengaging = disengage_movement(position, unit)

    @cache
    def is_engaged(cell: Cell) -> bool:
        return bool(engaging(position, structs.replace(unit, at=cell)))

    @cache
    def stops(cell: Cell) -> tuple[str, ...]:
        if cell == unit.cell:
            return ()
        is_taken = occupant_bars(position, unit, cell) == "stop"
        is_held = disengaging is not None and is_engaged(cell)
        return (occupant_bars.clause.id,) * is_taken + (disengage_movement.clause.id,) * is_held

    @cache
    def ends(cell: Cell) -> bool:
        return disengaging is None and is_engaged(cell)

    def steps(cell: Cell) -> Iterator[tuple[Cell, int]]:
        for to in board.grid.neighbours(cell) if not ends(cell) else ():
            if to in board and occupant_bars(position, unit, to) != "enter":
                cost = cost_to_enter(position, to)
                # Where a move has to end nobody else may stand.
                if cost is not None and not (ends(to) and stops(to)):
                    yield to, cost

    def place(cell: Cell, cost: int, path: tuple[Cell, ...]) -> Place:
        is_last, barred = ends(cell), stops(cell)
        return Place(
            cost=cost,
            path=tuple(format_cell(board, each) for each in path),
            may_stop=not barred,
            ends_move=is_last,
            stops=(cost_to_enter.clause.id,) if is_last else barred,
        )

    budget = unit.movement if disengaging is None else disengaging
    ways = cheapest_ways(unit.cell, steps, 0 if unit.building else budget)
    return {format_cell(board, cell): place(cell, *way) for cell, way in ways.items()}


def stances(position: Position, piece: Piece, label: str) -> Iterator[Piece]:
    """Yield the unit as it stands after moving to a hex: having disengaged, if it was engaged."""
    unit, at = unit_of(piece), parse_cell(position.board, label)
    if at == unit.cell:
        yield unit
    else:
        has_left = disengage_movement(position, unit) is not None
        yield structs.replace(unit, at=at, disengaged=unit.disengaged or has_left)
