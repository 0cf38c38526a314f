"""Section 7: movement; and rotation, PEN-4.2, which costs the same points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial

from msgspec import structs

from sightline.board import Facing, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules import Bar, CellSteps, Clause, Place, Position, Ruling, Sight, find_cheapest_paths, rule
from sightline.sight import find_sighting
from sightline.systems.penance.pieces import Casket
from sightline.systems.penance.sight_plan import line_of_sight
from sightline.systems.penance.terrain import all_terrain

BLIND_MOVE = Ruling(
    "blind-move",
    "Which hexes of a move must be in sight: every hex entered, from where the move began; only the last one, from "
    "there; or each one from the hex before it?",
    ("from-the-start", "destination", "from-each-hex"),
)

_FREE_ROTATION = 1
"""The sides of rotation that cost nothing."""
_SP_PER_LEVEL = 1
_WATER_COOLING = 2
_SIDES = 6

_BAR_OUT_OF_SIGHT: Mapping[str, Bar] = {"from-the-start": "enter", "destination": "stop", "from-each-hex": None}
"""The act forbidden in hexes not in sight from the start of a move, by choice of the ruling `blind-move`."""


class PenancePlace(Place, frozen=True, kw_only=True):
    """A hex that a Casket can move to or through.

    - `facings` maps those that it can turn to there to the remaining SP; empty if it may not stop.
    - `heat` is its Heat if the turn ends there.
    """

    facings: Mapping[str, int]
    heat: int


@rule(
    Clause(
        "PEN-4.2",
        "Rotation",
        "One side of rotation per turn is free; each further side costs 1 SP.",
        "Hex Facing (6 Directional Sides): Rotation",
    ),
    off=0,
)
def rotation_cost(sides: int) -> int:
    """Return the cost in SP of turning by a number of sides."""
    return max(0, sides - _FREE_ROTATION)


@rule(
    Clause(
        "PEN-7.1",
        "What a hex costs",
        "Entering clear ground, water or ice costs 1 SP; forest, rubble or dense forest costs 2. Walls, buildings "
        "and cliffs cannot be entered.",
        "Terrain Types Summary; ice, dense forest, building, cliff: ours",
    ),
    off=1,
)
def cost_to_enter(position: Position, cell: Cell) -> int | None:
    """Return the cost in SP of entering a hex by its terrain, None if it cannot be entered."""
    highest = 0
    for _, terrain in all_terrain(position, position.board.kinds(cell) or ("clear",)):
        if terrain.cost == "impassable":
            return None
        highest = max(highest, terrain.cost)
    return highest


@rule(
    Clause(
        "PEN-7.2",
        "Climbing",
        "Each level climbed adds 1 SP; going down adds nothing.",
        "Elevation & Height: Climbing",
    ),
    off=0,
)
def climbing_cost(position: Position, start: Cell, stop: Cell) -> int:
    """Return the SP that the difference in level adds to a step."""
    level = position.board.level
    return max(0, level(stop) - level(start)) * _SP_PER_LEVEL


@rule(
    Clause(
        "PEN-7.3",
        "Water",
        "A Casket may end its turn in water. It then loses 2 Heat, down to no less than 0.",
        "Terrain Types Summary: Water",
    ),
    off=0,
)
def heat_lost(position: Position, casket: Casket, cell: Cell) -> int:
    """Return the Heat that the Casket loses if its turn ends in a hex."""
    return min(casket.heat, _WATER_COOLING) if "water" in (position.board.kinds(cell) or ()) else 0


@rule(
    Clause(
        "PEN-7.4",
        "Moving out of sight",
        "A Casket cannot enter a hex that it cannot see. A ruling says what must be in sight: every hex entered, "
        "from where the move began; only the hex where it stops, from there too; or each hex from the one before, "
        "which never forbids anything.",
        "Common Situations: Do I need LOS to move?",
    ),
    off=None,
)
def sight_bar(position: Position, casket: Casket, cell: Cell) -> Bar:
    """Return what is forbidden in a hex because it is out of sight from the start."""
    bar = _BAR_OUT_OF_SIGHT[position.rulings[BLIND_MOVE.name]]
    if bar is None or find_sighting(position.plan(line_of_sight), position, casket.cell, cell).sight is Sight.CLEAR:
        return None
    return bar


@rule(
    Clause(
        "PEN-7.5",
        "Moving through others",
        "A Casket may pass through an ally's hex but not stop there. It cannot enter an enemy's hex.",
        "Ours, from the turn page of the game",
    ),
    off=None,
)
def occupant_bar(position: Position, casket: Casket, cell: Cell) -> Bar:
    """Return what is forbidden in a hex because of the Caskets there."""
    others = [other for other in position.board.occupants.get(cell, ()) if other.name != casket.name]
    if not others:
        return None
    return "stop" if all(other.is_friend_of(casket) for other in others) else "enter"


@rule(
    Clause(
        "PEN-7.6",
        "What counts as movement",
        "Hexes entered count as movement for the number to reach; rotation does not. Any neighbouring hex may be "
        "entered whatever the facing, and moving does not turn the Casket.",
        "Ours: the source does not say",
    ),
    off=0,
)
def hexes_entered(place: Place) -> int:
    """Return the hexes that a path counts as moved."""
    return len(place.path)


_BARS = (sight_bar, occupant_bar)


class CasketSteps(CellSteps):
    """The steps of a Casket by cost and occupants; hexes out of sight are left to the search (`out_of_sight`)."""

    def __init__(self, position: Position, casket: Casket) -> None:
        self._position = position
        self._casket = casket
        self._entry_costs: dict[Cell, int | None] = {}

    @property
    def out_of_sight(self) -> Bar:
        return _BAR_OUT_OF_SIGHT[self._position.rulings[BLIND_MOVE.name]]

    def budget(self, start: Cell) -> int:
        return self._casket.sp

    def onward(self, cell: Cell) -> Iterator[tuple[Cell, int]]:
        for to in self._position.board.grid.neighbours(cell):
            if to not in self._entry_costs:
                self._entry_costs[to] = self._cost_to_enter(to)
            cost = self._entry_costs[to]
            if cost is not None:
                yield to, cost + climbing_cost(self._position, cell, to)

    def may_stop(self, cell: Cell) -> bool:
        return occupant_bar(self._position, self._casket, cell) is None

    def _cost_to_enter(self, cell: Cell) -> int | None:
        position = self._position
        if cell not in position.board or occupant_bar(position, self._casket, cell) == "enter":
            return None
        return cost_to_enter(position, cell)


def places(position: Position, casket: Casket) -> Mapping[str, PenancePlace]:
    """Return every hex that a Casket can move to or through, its own first."""
    board = position.board
    casket_steps = CasketSteps(position, casket)
    label = cache(partial(format_cell, board))
    barred: dict[Cell, list[tuple[str, Bar]]] = {casket.cell: []}

    def bars(cell: Cell) -> list[tuple[str, Bar]]:
        if cell not in barred:
            barred[cell] = [(find.clause.id, bar) for find in _BARS if (bar := find(position, casket, cell))]
        return barred[cell]

    def steps(cell: Cell) -> Iterator[tuple[Cell, int]]:
        for to, cost in casket_steps.onward(cell):
            if all(bar != "enter" for _, bar in bars(to)):
                yield to, cost

    def place(cell: Cell, cost: int, path: tuple[Cell, ...]) -> PenancePlace:
        stops = tuple(clause for clause, _ in bars(cell))
        return PenancePlace(
            cost=cost,
            path=tuple(map(label, path)),
            may_stop=not stops,
            stops=stops,
            facings={} if stops else _facings(position, casket, casket.sp - cost),
            heat=casket.heat - heat_lost(position, casket, cell),
        )

    paths = find_cheapest_paths(casket.cell, steps, casket_steps.budget(casket.cell))
    return {label(cell): place(cell, *path) for cell, path in paths.items()}


def _facings(position: Position, casket: Casket, sp: int) -> Mapping[str, int]:
    """Return the facings that the Casket can turn to with `sp`, with the remaining SP; the least rotation first."""
    names = position.board.grid.facings
    front = names.index(casket.facing)
    turns = sorted(range(_SIDES), key=lambda side: (min(side, _SIDES - side), side))  # clockwise first
    left = ((names[(front + side) % _SIDES], sp - rotation_cost(min(side, _SIDES - side))) for side in turns)
    return {facing: rest for facing, rest in left if rest >= 0}


def placements(position: Position, casket: Casket, label: str, place: PenancePlace) -> Iterator[Casket]:
    """Yield the Casket in a hex that it may stop in, in each facing that it can turn to there."""
    at, moved = parse_cell(position.board, label), casket.moved + hexes_entered(place)
    for facing, sp in place.facings.items():
        yield structs.replace(casket, at=at, facing=Facing(facing), moved=moved, sp=sp)
