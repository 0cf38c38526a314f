"""PG-4.3 and 14.1: movement on hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from msgspec import structs

from sightline.board import Piece, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules import Bar, Clause, Place, Position, Steps, find_cheapest_paths, rule
from sightline.systems.post_galactica.engagement import disengage_movement, engaging_units
from sightline.systems.post_galactica.pieces import Unit, unit_of
from sightline.systems.post_galactica.terrain import GalacticTerrain


class _MoveState(NamedTuple):
    """A node of the search: a hex, and whether the move is one to disengage."""

    cell: Cell
    is_disengaging: bool


@rule(
    Clause(
        "PG-4.3",
        "Measuring in hexes",
        "Movement and range are counted in hexes, and adjacent means a neighbouring hex. Nobody moves through "
        "enemies, and no two units end in the same hex.",
        "Measuring of the game, on hexes",
    ),
    off=None,
)
def occupant_bar(position: Position, unit: Unit, cell: Cell) -> Bar:
    """Return what is forbidden in a hex because of the units there."""
    others = [other for other in position.board.occupants.get(cell, ()) if other.name != unit.name]
    if not others:
        return None
    return "stop" if all(other.is_friend_of(unit) for other in others) else "enter"


@rule(
    Clause(
        "PG-14.1",
        "Moving",
        "A unit may move through friends. Entering a hex costs 1, and difficult terrain 1 more; on a free table "
        "difficult ground costs 2 inches per inch while any part of the base is on it. Impassable terrain and "
        "buildings cannot be entered, but terrain that only blocks sight can. Moving next to an enemy engages and "
        "ends the move.",
        "Movement of the game; engaging: ours",
    ),
    off=1,
)
def cost_to_enter(position: Position, cell: Cell) -> int | None:
    """Return the cost of entering a hex, None if it cannot be entered."""
    is_built_on = any(unit_of(piece).building for piece in position.board.occupants.get(cell, ()))
    if is_built_on or is_impassable(position, cell):
        return None
    return 1 + any(kind.difficult for kind in _terrain(position, cell))


def is_impassable(position: Position, cell: Cell) -> bool:
    """Return whether some terrain of a hex is impassable."""
    return any(kind.impassable for kind in _terrain(position, cell))


def _terrain(position: Position, cell: Cell) -> Iterator[GalacticTerrain]:
    return (cast("GalacticTerrain", position.terrain[kind]) for kind in position.board.kinds(cell) or ())


class UnitSteps(Steps[_MoveState]):
    """The steps of a unit; the nodes are hexes with whether the move is one to disengage."""

    def __init__(self, position: Position, unit: Unit) -> None:
        self._position = position
        self._unit = unit
        self._engaged: dict[Cell, bool] = {}
        self._entry_costs: dict[Cell, int | None] = {}
        board = position.board
        held = board.occupants.keys()
        self._beside_others = {*held, *(near for cell in held for near in board.grid.neighbours(cell))}

    def start(self, piece: Piece) -> _MoveState:
        return _MoveState(piece.cell, self._disengaging(piece.cell) is not None)

    def budget(self, start: _MoveState) -> int:
        if self._unit.building:
            return 0
        disengaging = self._disengaging(start.cell)
        return self._unit.movement if disengaging is None else disengaging

    def onward(self, state: _MoveState) -> Iterator[tuple[_MoveState, int]]:
        if self.must_end(state):
            return
        for cell in self._position.board.grid.neighbours(state.cell):
            if cell not in self._entry_costs:
                self._entry_costs[cell] = self._cost_to_enter(cell)
            cost, to = self._entry_costs[cell], _MoveState(cell, state.is_disengaging)
            # A hex where the move must end may only be entered if the unit may stop there.
            if cost is not None and (self.may_stop(to) or not self.must_end(to)):
                yield to, cost

    def may_stop(self, state: _MoveState) -> bool:
        return not self.stop_clauses(state)

    def place(self, state: _MoveState) -> tuple[Cell, bool]:
        return state

    def at(self, place: Cell, state: bool) -> _MoveState:  # noqa: FBT001
        return _MoveState(place, state)

    @property
    def is_near(self) -> bool:
        return True

    @property
    def heeds_levels(self) -> bool:
        return False

    def aspect(self, cell: Cell) -> bool:
        return self.is_engaged(cell)

    def is_engaged(self, cell: Cell) -> bool:
        """Return whether the unit is engaged in a hex."""
        if cell not in self._engaged:
            is_near = cell in self._beside_others
            self._engaged[cell] = is_near and bool(engaging_units(self._position, structs.replace(self._unit, at=cell)))
        return self._engaged[cell]

    def stop_clauses(self, state: _MoveState) -> tuple[str, ...]:
        """Return the ids of the clauses that forbid stopping at a node that is not the start."""
        is_taken = occupant_bar(self._position, self._unit, state.cell) == "stop"
        is_held = state.is_disengaging and self.is_engaged(state.cell)
        return (occupant_bar.clause.id,) * is_taken + (disengage_movement.clause.id,) * is_held

    def must_end(self, state: _MoveState) -> bool:
        """Return whether a move must end at a node."""
        return not state.is_disengaging and self.is_engaged(state.cell)

    def _disengaging(self, cell: Cell) -> int | None:
        return disengage_movement(self._position, structs.replace(self._unit, at=cell))

    def _cost_to_enter(self, cell: Cell) -> int | None:
        position = self._position
        if cell not in position.board or occupant_bar(position, self._unit, cell) == "enter":
            return None
        return cost_to_enter(position, cell)


def places(position: Position, unit: Unit) -> Mapping[str, Place]:
    """Return every hex that a unit can move to or through, its own first; a building cannot move."""
    board = position.board
    steps = UnitSteps(position, unit)
    start = steps.start(unit)

    def place(state: _MoveState, cost: int, path: tuple[_MoveState, ...]) -> Place:
        is_last, barred = steps.must_end(state), () if state == start else steps.stop_clauses(state)
        return Place(
            cost=cost,
            path=tuple(format_cell(board, each.cell) for each in path),
            may_stop=not barred,
            ends_move=is_last,
            stops=(cost_to_enter.clause.id,) if is_last else barred,
        )

    paths = find_cheapest_paths(start, steps.onward, steps.budget(start))
    return {format_cell(board, state.cell): place(state, *path) for state, path in paths.items()}


def placements(position: Position, unit: Unit, label: str) -> Iterator[Unit]:
    """Yield the unit after moving to a hex: it has disengaged if it was engaged."""
    at = parse_cell(position.board, label)
    if at == unit.cell:
        yield unit
    else:
        has_left = disengage_movement(position, unit) is not None
        yield structs.replace(unit, at=at, disengaged=unit.disengaged or has_left)
