"""Moving: where a character gets to with its Move, what ends its movement there, and how it stands afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec import structs

from sightline.board import Facing, Piece, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules import CheapestPath, Clause, Place, Position, Steps, find_cheapest_paths, rule
from sightline.systems.sodwa.facing import direction, facing_to
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.sight import DIAGONALS
from sightline.systems.sodwa.step_rules import NO_KINDS, Kinds, Step, impedes, steps_of
from sightline.systems.sodwa.terrain import character_on

HALF: Final = 2
QUARTER: Final = 4
_NEIGHBOURS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


class SodwaPlace(Place, frozen=True, kw_only=True):
    """A tile that a character can move to. `no_stop` are the ids of the clauses why it may only pass it."""

    no_stop: tuple[str, ...] = ()


class _Spot(NamedTuple):
    """A tile as it is come to: the kinds of whose groups the start is still not left, diagonals so far, the step."""

    cell: Cell
    free: Kinds
    is_odd: bool
    step: Step


class _State(NamedTuple):
    """What decides how a move goes on from a tile."""

    free: Kinds
    is_odd: bool
    step: Step


_ENDED = _State(NO_KINDS, False, Step(ends=(impedes.clause,)))


@rule(
    Clause(
        "SOD-3.2",
        "A Move after an Attack",
        "After an Attack a Move is a quarter of Move, rounded down, at least 1; Move 0 stays 0.",
        "Action Types",
    ),
    off=1,
)
def divisor_after_attack(character: Character) -> int:
    """Give what Move is divided by for an Attack before."""
    return QUARTER if character.attacked else 1


def budgets(character: Character, start: Kinds) -> tuple[int, int, int]:
    """Give how far a character moves: in the open, from a tile of kinds that hinder it, and after an Attack too."""
    halved = _part_of(character.move, HALF if start else 1)
    return character.move, halved, _part_of(halved, divisor_after_attack(character))


def _part_of(move: int, divisor: int) -> int:
    return max(1, move // divisor) if move else 0


def alternates(position: Position) -> bool:
    """Tell whether every second diagonal step of a path costs two."""
    return position.rulings[DIAGONALS.name] == "alternating"


class Course(Steps[_Spot]):
    """The steps that a character can make one after the other."""

    def __init__(self, position: Position, character: Character) -> None:
        self._position, self._character = position, character
        self._steps = steps_of(position, character)

    def start(self, piece: Piece) -> _Spot:
        return _Spot(piece.cell, self._steps.start(piece.cell), is_odd=False, step=Step())

    def budget(self, start: _Spot) -> int:
        return budgets(self._character, start.free)[-1]

    def step(self, spot: _Spot, to: Cell) -> tuple[_Spot, int] | None:
        """Give the spot that a step to a neighbouring tile leads to, and its cost; None where it cannot be made."""
        step = None if spot.step.ends else self._steps.step(spot.cell, to, spot.free)
        other = character_on(self._position, to) if step else None
        if step and other and other.name != self._character.name:
            step = self._steps.past(self._character, other, step)
        if step is None:
            return None
        is_diagonal = spot.cell.q != to.q and spot.cell.r != to.r
        after = _Spot(to, self._steps.left(to, spot.free), spot.is_odd != is_diagonal, step)
        is_dear = is_diagonal and spot.is_odd and alternates(self._position)
        return after, 2 if is_dear else 1

    def onward(self, spot: _Spot) -> Iterator[tuple[_Spot, int]]:
        for x, y in _NEIGHBOURS:
            step = self.step(spot, Cell(spot.cell.q + x, spot.cell.r + y))
            if step is not None:
                yield step

    def may_stop(self, spot: _Spot) -> bool:
        return not spot.step.no_stop

    @property
    def is_near(self) -> bool:
        return True

    def place(self, spot: _Spot) -> tuple[Cell, _State]:
        # However a step ended the move, nothing follows.
        return spot.cell, _ENDED if spot.step.ends else _State(spot.free, spot.is_odd, Step(no_stop=spot.step.no_stop))

    def at(self, place: Cell, state: _State) -> _Spot:
        return _Spot(place, *state)


def places(position: Position, character: Character) -> Mapping[str, SodwaPlace]:
    """Return every tile that a character can move to or through, its own first."""
    course, best = Course(position, character), dict[Cell, tuple[_Spot, CheapestPath[_Spot]]]()
    start = course.start(character)
    for spot, way in find_cheapest_paths(start, course.onward, course.budget(start)).items():
        known = best.get(spot.cell)
        if known is None or (way.cost == known[1].cost and known[0].step.ends and not spot.step.ends):
            best[spot.cell] = spot, way
    return {format_cell(position.board, cell): _place(position, *found) for cell, found in best.items()}


def _place(position: Position, spot: _Spot, way: CheapestPath[_Spot]) -> SodwaPlace:
    return SodwaPlace(
        cost=way.cost,
        path=tuple(format_cell(position.board, each.cell) for each in way.path),
        may_stop=not spot.step.no_stop,
        ends_move=bool(spot.step.ends),
        stops=tuple(clause.id for clause in spot.step.ends),
        no_stop=tuple(clause.id for clause in spot.step.no_stop),
    )


def placements(position: Position, character: Character, label: str, place: SodwaPlace) -> Iterator[Character]:
    """Yield a character as it stands after moving to a tile, facing its last step, then turned otherwise."""
    board = position.board
    at = parse_cell(board, label)
    if place.path:
        before = parse_cell(board, place.path[-2]) if len(place.path) > 1 else character.cell
        character = structs.replace(character, at=at, moved=True, facing=character.facing and facing_to(before, [at]))
    yield character
    if character.facing is None:
        return
    names = board.grid.facings
    front = names.index(character.facing)
    turns = sorted(range(1, len(names)), key=lambda turn: (min(turn, len(names) - turn), turn))  # clockwise first
    for turn in turns:
        yield structs.replace(character, facing=Facing(names[(front + turn) % len(names)]))


def can_be_put(position: Position, character: Character, to: Cell) -> bool:
    """Tell whether a character can be thrown onto a neighbouring tile: what only ends movements does not hinder."""
    course = Course(position, character)
    found = course.step(course.start(character), to)
    return found is not None and not found[0].step.no_stop


def behind(attacker: Cell, target: Cell) -> Cell:
    """Give the tile that a target is thrown to by an attack: in the direction of the line, of eight."""
    x, y = direction(attacker, target)
    return Cell(target.q + x, target.r + y)
