"""How far it is to the nearest enemy by ways that can be gone, and what shuts them: for computer players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from sightline.lattice import Cell
from sightline.rules import Position, Site, Way, cheapest_ways
from sightline.rules.sodwa.ground import changes_level, is_elevated
from sightline.rules.sodwa.pieces import Character, is_flyer
from sightline.rules.sodwa.play.state import State
from sightline.rules.sodwa.steps import Flyer, Walker, steps_of

BARRIER: Final = 20
"""How many tiles of a way round are as bad as having to break through a wall, or to take an object away."""
FAR: Final = 1000
"""More than any way costs that is gone."""
_NEIGHBOURS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)

Ways = Mapping[Cell | None, Way[Cell | None]]
"""The way to each tile from the enemy that is nearest to it, with where that one stands. None is where all begin."""
_Steps = Mapping[Cell, tuple[tuple[Cell, int], ...]]


def tiles_to_enemy(state: State, character: Character) -> int:
    """Give how many tiles a character would have to go to its nearest enemy, nobody being in the way.

    A barrier counts as many. Where there is no way at all, straight distance decides.
    """
    way = _ways(state, character).get(character.cell)
    if way is not None:
        return way.cost
    return FAR + min(state.board.grid.distance(character.cell, enemy.cell) for enemy in enemies(state, character))


def iter_barriers(state: State, character: Character) -> Iterator[Site]:
    """Yield the tiles and borders, on a character's way to its nearest enemy, of steps that cannot be made."""
    ways = _ways(state, character)
    way = ways.get(character.cell)
    for one, other in pairwise(way.path if way else ()):
        if one is not None and other is not None and ways[other].cost - ways[one].cost == BARRIER:
            yield from (one, other, state.board.border(one, other))


def enemies(state: State, character: Character) -> Iterator[Character]:
    """Yield the characters of the other side."""
    return (each for each in state.characters.values() if each.side != character.side)


def _ways(state: State, character: Character) -> Ways:
    starts = tuple((enemy.cell, 0) for enemy in enemies(state, character))
    steps = _steps(state, character)

    def find(position: Position) -> Ways:
        del position
        return cheapest_ways(None, lambda cell: starts if cell is None else steps[cell], FAR)

    return state.position.once(("ways to enemies", character.side, is_flyer(character)), find)


def _steps(state: State, character: Character) -> _Steps:
    """Give the steps between tiles without any characters, worked out once for walkers and once for flyers."""
    bare = state.board.without_pieces(state.characters)

    def find() -> _Steps:
        position = state.position.with_surface(bare)
        going = steps_of(position, character)
        return {cell: tuple(_from(position, going, cell)) for cell in bare}

    lying = frozenset((thing.cells, thing.as_terrain) for thing in bare.pieces.values())
    return state.position.once_for_ground(("steps", lying, is_flyer(character)), find)


def _from(position: Position, going: Walker | Flyer, cell: Cell) -> Iterator[tuple[Cell, int]]:
    for x, y in _NEIGHBOURS:
        to = Cell(cell.q + x, cell.r + y)
        if going.step(cell, to, frozenset()) is not None:
            yield to, 1
        elif 0 in (x, y) and to in position.board and _is_level(position, going, cell, to):
            yield to, BARRIER


def _is_level(position: Position, going: Walker | Flyer, one: Cell, other: Cell) -> bool:
    """Tell whether it is no difference of levels that one cannot go from a tile to the one beside it."""
    if isinstance(going, Flyer) or is_elevated(position, one) == is_elevated(position, other):
        return True
    return changes_level(position, one, other)
