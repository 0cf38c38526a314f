"""Movement: the tiles within reach of a Move, where it ends, and the facing afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from msgspec import structs

from sightline.board import Facing, Piece, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules import CheapestPath, Clause, Place, Position, Steps, find_cheapest_paths, rule
from sightline.systems.sodwa.ability import forbidding
from sightline.systems.sodwa.facing import direction, facing_to
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.portals import NO_LINKS, portals_of
from sightline.systems.sodwa.sight import DIAGONALS
from sightline.systems.sodwa.step_rules import NO_KINDS, Kinds, StepRules, TileStep, impedes, step_rules_of
from sightline.systems.sodwa.terrain import character_on

HALF: Final = 2
QUARTER: Final = 4
_NEIGHBOURS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


class SodwaPlace(Place, frozen=True, kw_only=True):
    """A tile that a character can move to. `no_stop` are the ids of the clauses by which it may only pass it."""

    no_stop: tuple[str, ...] = ()


class MoveNode(NamedTuple):
    """A node of the search: a tile reached by a move.

    `free` are the kinds whose groups of tiles the move has not left since its start, `is_odd` is the parity of the
    number of diagonal steps so far, `step` the last step.
    """

    cell: Cell
    free: Kinds
    is_odd: bool
    step: TileStep


class _NodeState(NamedTuple):
    """The state of a node apart from its tile, on which the continuation of a move depends."""

    free: Kinds
    is_odd: bool
    step: TileStep


_ENDED = _NodeState(NO_KINDS, False, TileStep(ends=(impedes.clause,)))


@rule(
    Clause(
        "SOD-3.2",
        "A Move after an Attack",
        "After an Attack, a Move is a quarter of the character's Move, rounded down, but at least 1. A Move of 0 "
        "stays 0.",
        "Action Types",
    ),
    off=1,
)
def divisor_after_attack(character: Character) -> int:
    """Return the divisor of Move after an Attack."""
    return QUARTER if character.attacked else 1


def budgets(character: Character, start: Kinds) -> tuple[int, int, int]:
    """Return the budget of a Move: in the open, from a tile whose kinds in `start` hinder, and also after an Attack."""
    halved = _divide(character.move, HALF if start else 1)
    return character.move, halved, _divide(halved, divisor_after_attack(character))


def _divide(move: int, divisor: int) -> int:
    return max(1, move // divisor) if move else 0


def alternates(position: Position) -> bool:
    """Return whether every second diagonal step of a path costs two."""
    return position.rulings[DIAGONALS.name] == "alternating"


class CharacterSteps(Steps[MoveNode]):
    """The steps of a character among others: the rules of steps, occupied tiles and costs.

    `rules` and `character_at` are for callers with compiled step rules and their own index of characters. Without
    portals it is a step of a thrown character.
    """

    def __init__(
        self,
        position: Position,
        character: Character,
        rules: StepRules | None = None,
        character_at: Callable[[Cell], Character | None] | None = None,
        *,
        has_portals: bool = True,
    ) -> None:
        self._position, self._character = position, character
        self._rules = rules or step_rules_of(position, character)
        self._character_at = character_at or partial(character_on, position)
        self._links = portals_of(position.board) if has_portals else NO_LINKS

    def start(self, piece: Piece) -> MoveNode:
        return MoveNode(piece.cell, self._rules.start(piece.cell), is_odd=False, step=TileStep())

    def budget(self, start: MoveNode) -> int:
        return budgets(self._character, start.free)[-1]

    def step(self, node: MoveNode, to: Cell) -> tuple[MoveNode, int] | None:
        """Return the node of a step to a neighbouring tile, and its cost; None if it is not possible."""
        if self._links and self._links.get(node.cell) == to:
            return self._step_through(node, to)
        step = None if node.step.ends else self._rules.step(node.cell, to, node.free)
        other = self._character_at(to) if step else None
        if step and other and other.name != self._character.name:
            step = self._rules.past(self._character, other, step)
        if step is None:
            return None
        is_diagonal = node.cell.q != to.q and node.cell.r != to.r
        after = MoveNode(to, self._rules.left(to, node.free), node.is_odd != is_diagonal, step)
        is_dear = is_diagonal and node.is_odd and alternates(self._position)
        return after, 2 if is_dear else 1

    def _step_through(self, node: MoveNode, to: Cell) -> tuple[MoveNode, int] | None:
        """Return the node of a step to the linked tile, and its cost; None if it is not possible."""
        other = self._character_at(to)
        if node.step.ends or (other and other.name != self._character.name):
            return None
        entered = self._rules.enter(node.cell, to, node.free)
        return None if entered is None else (MoveNode(to, entered[1], node.is_odd, entered[0]), 1)

    def onward(self, node: MoveNode) -> Iterator[tuple[MoveNode, int]]:
        for x, y in _NEIGHBOURS:
            step = self.step(node, Cell(node.cell.q + x, node.cell.r + y))
            if step is not None:
                yield step
        if node.cell in self._links and (through := self._step_through(node, self._links[node.cell])) is not None:
            yield through

    def may_stop(self, node: MoveNode) -> bool:
        return not node.step.no_stop

    @property
    def is_near(self) -> bool:
        return not self._links

    def place(self, node: MoveNode) -> tuple[Cell, _NodeState]:
        # After a step that ended the move, nothing follows.
        step = node.step
        return node.cell, _ENDED if step.ends else _NodeState(node.free, node.is_odd, TileStep(no_stop=step.no_stop))

    def at(self, place: Cell, state: _NodeState) -> MoveNode:
        return MoveNode(place, *state)

    def walk(self, character: Character, path: Iterable[Cell | None]) -> Walk:
        """Return the walk of a character along a path, up to the first tile that no step leads to; None is no tile."""
        nodes, costs = [self.start(character)], [0]
        for to in path:
            here = nodes[-1]
            is_next = to is not None and (
                max(abs(to.q - here.cell.q), abs(to.r - here.cell.r)) == 1 or self._links.get(here.cell) == to
            )
            found = self.step(here, to) if to is not None and is_next else None
            if found is None:
                break
            nodes.append(found[0])
            costs.append(costs[-1] + found[1])
        return Walk(tuple(nodes), tuple(costs))


class Walk(NamedTuple):
    """A walk along a path: its nodes, the start first, and the cost up to each of them."""

    nodes: tuple[MoveNode, ...]
    costs: tuple[int, ...]

    @property
    def cost(self) -> int:
        """The cost of the whole walk."""
        return self.costs[-1]


def find_ends(steps: CharacterSteps, start: MoveNode) -> Mapping[Cell, tuple[MoveNode, CheapestPath[MoveNode]]]:
    """Return the tiles within the budget, the start first, each with its best node and the cheapest path there.

    Of nodes with the same cost, one after which the move can continue is best.
    """
    best: dict[Cell, tuple[MoveNode, CheapestPath[MoveNode]]] = {}
    for node, path in find_cheapest_paths(start, steps.onward, steps.budget(start)).items():
        known = best.get(node.cell)
        if known is None or (path.cost == known[1].cost and known[0].step.ends and not node.step.ends):
            best[node.cell] = node, path
    return best


def steps_of_move(position: Position, character: Character) -> CharacterSteps:
    """Return the steps of a character in a Move; an effect that forbids Moves leaves it a Move of 0."""
    if forbidding(character.effects, "move") is not None:
        character = structs.replace(character, move=0)
    return CharacterSteps(position, character)


def places(position: Position, character: Character) -> Mapping[str, SodwaPlace]:
    """Return every tile that a character can move to or through, its own first."""
    steps = steps_of_move(position, character)
    ends = find_ends(steps, steps.start(character))
    return {format_cell(position.board, cell): _place(position, *found) for cell, found in ends.items()}


def places_along(position: Position, walk: Walk) -> Mapping[str, SodwaPlace]:
    """Return the tiles of a walk as places, its own first."""
    found: dict[str, SodwaPlace] = {}
    for number, (node, cost) in enumerate(zip(walk.nodes, walk.costs, strict=True)):
        path = walk.nodes[1 : number + 1]
        found[format_cell(position.board, node.cell)] = _place(position, node, CheapestPath(cost, path))
    return found


def _place(position: Position, node: MoveNode, found: CheapestPath[MoveNode]) -> SodwaPlace:
    return SodwaPlace(
        cost=found.cost,
        path=tuple(format_cell(position.board, each.cell) for each in found.path),
        may_stop=not node.step.no_stop,
        ends_move=bool(node.step.ends),
        stops=tuple(clause.id for clause in node.step.ends),
        no_stop=tuple(clause.id for clause in node.step.no_stop),
    )


def placements(position: Position, character: Character, label: str, place: SodwaPlace) -> Iterator[Character]:
    """Yield a character after moving to a tile, first facing its last step, then in other facings."""
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
    """Return whether a character can be thrown onto a neighbouring tile; terrain may end movements there."""
    steps = CharacterSteps(position, character, has_portals=False)
    found = steps.step(steps.start(character), to)
    return found is not None and not found[0].step.no_stop


def behind(attacker: Cell, target: Cell) -> Cell:
    """Return the tile to which an attack throws its target: the next one in the nearest of eight directions."""
    x, y = direction(attacker, target)
    return Cell(target.q + x, target.r + y)
