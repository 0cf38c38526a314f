"""PG-4.3 and 14.1: moving on hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from msgspec import structs

from sightline.board import Piece, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules import Bar, Clause, Place, Position, Steps, find_cheapest_paths, rule
from sightline.systems.post_galactica.engagement import disengage_movement, engaging
from sightline.systems.post_galactica.pieces import GalacticTerrain, Unit, unit_of


class _Spot(NamedTuple):
    """A hex in a move, and whether that move is one to disengage."""

    cell: Cell
    is_leaving: bool


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


class UnitSteps(Steps[_Spot]):
    """The steps of a unit."""

    def __init__(self, position: Position, unit: Unit) -> None:
        self._position = position
        self._unit = unit
        self._engaged: dict[Cell, bool] = {}
        self._entering: dict[Cell, int | None] = {}
        board = position.board
        held = board.occupants.keys()
        self._beside_others = {*held, *(near for cell in held for near in board.grid.neighbours(cell))}

    def start(self, piece: Piece) -> _Spot:
        return _Spot(piece.cell, self._disengaging(piece.cell) is not None)

    def budget(self, start: _Spot) -> int:
        if self._unit.building:
            return 0
        disengaging = self._disengaging(start.cell)
        return self._unit.movement if disengaging is None else disengaging

    def onward(self, spot: _Spot) -> Iterator[tuple[_Spot, int]]:
        if self.ends(spot):
            return
        for cell in self._position.board.grid.neighbours(spot.cell):
            if cell not in self._entering:
                self._entering[cell] = self._cost_to_enter(cell)
            cost, to = self._entering[cell], _Spot(cell, spot.is_leaving)
            # Where a move has to end nobody else may stand.
            if cost is not None and (self.may_stop(to) or not self.ends(to)):
                yield to, cost

    def may_stop(self, spot: _Spot) -> bool:
        return not self.stops(spot)

    def place(self, spot: _Spot) -> tuple[Cell, bool]:
        return spot

    def at(self, place: Cell, state: bool) -> _Spot:  # noqa: FBT001
        return _Spot(place, state)

    @property
    def is_near(self) -> bool:
        return True

    def aspect(self, cell: Cell) -> bool:
        return self.is_engaged(cell)

    def is_engaged(self, cell: Cell) -> bool:
        """Tell whether the unit is engaged in a hex."""
        if cell not in self._engaged:
            is_near = cell in self._beside_others
            self._engaged[cell] = is_near and bool(engaging(self._position, structs.replace(self._unit, at=cell)))
        return self._engaged[cell]

    def stops(self, spot: _Spot) -> tuple[str, ...]:
        """Give the clauses that forbid to stop at a spot that is not the start."""
        is_taken = occupant_bars(self._position, self._unit, spot.cell) == "stop"
        is_held = spot.is_leaving and self.is_engaged(spot.cell)
        return (occupant_bars.clause.id,) * is_taken + (disengage_movement.clause.id,) * is_held

    def ends(self, spot: _Spot) -> bool:
        """Tell whether a move has to end at a spot."""
        return not spot.is_leaving and self.is_engaged(spot.cell)

    def _disengaging(self, cell: Cell) -> int | None:
        return disengage_movement(self._position, structs.replace(self._unit, at=cell))

    def _cost_to_enter(self, cell: Cell) -> int | None:
        position = self._position
        if cell not in position.board or occupant_bars(position, self._unit, cell) == "enter":
            return None
        return cost_to_enter(position, cell)


def places(position: Position, unit: Unit) -> Mapping[str, Place]:
    """Return every hex that a unit can move to or through, its own first; a building stays where it is."""
    board = position.board
    steps = UnitSteps(position, unit)
    start = steps.start(unit)

    def place(spot: _Spot, cost: int, path: tuple[_Spot, ...]) -> Place:
        is_last, barred = steps.ends(spot), () if spot == start else steps.stops(spot)
        return Place(
            cost=cost,
            path=tuple(format_cell(board, each.cell) for each in path),
            may_stop=not barred,
            ends_move=is_last,
            stops=(cost_to_enter.clause.id,) if is_last else barred,
        )

    ways = find_cheapest_paths(start, steps.onward, steps.budget(start))
    return {format_cell(board, spot.cell): place(spot, *way) for spot, way in ways.items()}


def placements(position: Position, unit: Unit, label: str) -> Iterator[Unit]:
    """Yield the unit as it stands after moving to a hex: having disengaged, if it was engaged."""
    at = parse_cell(position.board, label)
    if at == unit.cell:
        yield unit
    else:
        has_left = disengage_movement(position, unit) is not None
        yield structs.replace(unit, at=at, disengaged=unit.disengaged or has_left)
