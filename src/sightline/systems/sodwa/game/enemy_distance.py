"""The distance to the nearest enemy along paths, and the barriers on them: for computer players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from sightline.lattice import Cell
from sightline.rules import CheapestPath, Position, Site, find_cheapest_paths
from sightline.systems.sodwa.game.battle_map import BattleMap
from sightline.systems.sodwa.game.indexed_tiles import BitSet, encode_bits, iter_bits
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.step_table import StepTable
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.terrain import changes_level, is_elevated

BARRIER: Final = 20
"""The cost in tiles of a wall that has to be destroyed, or of an object in the way."""
FAR: Final = 1000
"""A cost above that of any path that is searched."""
_MAX_CACHED: Final = 128
_START: Final = -1
"""The node from which paths lead to all enemies."""


Link = tuple[Cell, Cell]
"""The two tiles of a portal."""


def tiles_to_enemy(state: SodwaState, character: Character, more_links: Sequence[Link] = ()) -> int:
    """Return the number of steps of a character to its nearest enemy, without other characters.

    One portal may be on the way, of those that there are or of `more_links`. Where the character is shut off, barriers
    count too; where there is no path even so, the straight distance plus `FAR`.
    """
    steps = _steps_to_enemy(state, character, more_links)
    if steps is not None:
        return steps
    table, index, ends = state.map.step_table(character), state.map.tiles.index, _enemy_tiles(state, character)
    if index(state.characters[character.name].cell) not in _distances(table, ends):
        path = _paths_through_barriers(state.map, table, ends).get(index(character.cell))
        if path is not None:
            return path.cost
    return FAR + min(state.board.grid.distance(character.cell, enemy.cell) for enemy in enemies(state, character))


def _steps_to_enemy(state: SodwaState, character: Character, more_links: Sequence[Link]) -> int | None:
    """Return the number of steps to the nearest enemy, through one portal at most; None where there is no path."""
    table, index = state.map.step_table(character), state.map.tiles.index
    tile, distances = index(character.cell), _distances(table, _enemy_tiles(state, character))
    ways = [distances[tile]] if tile in distances else []
    for one, other in (*state.board.iter_links(), *more_links):
        for here, there in ((index(one), index(other)), (index(other), index(one))):
            to_portal = _distances(table, 1 << here)
            if tile in to_portal and there in distances:
                ways.append(to_portal[tile] + 1 + distances[there])
    return min(ways, default=None)


def iter_barriers(state: SodwaState, character: Character) -> Iterator[Site]:
    """Yield the tiles and borders of the barriers on the path of a character that is shut off."""
    if _steps_to_enemy(state, character, ()) is not None:
        return
    tiles, table, ends = state.map.tiles, state.map.step_table(character), _enemy_tiles(state, character)
    tile = tiles.index(character.cell)
    paths = _paths_through_barriers(state.map, table, ends)
    for one, other in pairwise(paths[tile].path if tile in paths else ()):
        if paths[other].cost - paths[one].cost == BARRIER:
            cells = tiles.cells[one], tiles.cells[other]
            yield from (*cells, state.board.border(*cells))


def enemies(state: SodwaState, character: Character) -> Iterator[Character]:
    """Yield the characters of the other side."""
    return (each for each in state.characters.values() if each.side != character.side)


def _enemy_tiles(state: SodwaState, character: Character) -> BitSet:
    return encode_bits(state.map.tiles.index(enemy.cell) for enemy in enemies(state, character))


@lru_cache(_MAX_CACHED)
def _distances(table: StepTable, ends: BitSet) -> Mapping[int, int]:
    """Return the number of steps to each tile from the nearest of others."""
    found: dict[int, int] = {}
    for steps, tiles in enumerate(table.flood(ends)):
        found |= dict.fromkeys(iter_bits(tiles), steps)
    return found


@lru_cache(_MAX_CACHED)
def _paths_through_barriers(battle_map: BattleMap, table: StepTable, ends: BitSet) -> Mapping[int, CheapestPath[int]]:
    """Return the cheapest path to each tile from the nearest of others, through barriers too."""
    tiles = battle_map.tiles

    def steps(tile: int) -> Iterator[tuple[int, int]]:
        if tile == _START:
            yield from ((end, 0) for end in iter_bits(ends))
            return
        targets = table.targets(tile)
        yield from ((to, 1) for to in iter_bits(targets))
        for to in iter_bits(tiles.neighbours(tile) & ~targets):
            if _is_barrier(battle_map.position, tiles.cells[tile], tiles.cells[to], flies=table.is_for_flyers):
                yield to, BARRIER

    return find_cheapest_paths(_START, steps, FAR)


def _is_barrier(position: Position, one: Cell, other: Cell, *, flies: bool) -> bool:
    """Return whether what closes a step can be removed, and is no hole, corner or cliff."""
    if other not in position.board or (one.q != other.q and one.r != other.r):
        return False
    is_level = is_elevated(position, one) == is_elevated(position, other)
    return flies or is_level or changes_level(position, one, other)
