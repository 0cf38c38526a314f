"""How far it is to the nearest enemy by ways that can be gone, and what shuts them: for computer players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from sightline.lattice import Cell
from sightline.rules import CheapestPath, Site, find_cheapest_paths
from sightline.systems.sodwa.game.battle_map import BattleMap
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.tile_bits import bits_of, iter_bits
from sightline.systems.sodwa.pieces import Character, is_flyer
from sightline.systems.sodwa.terrain import changes_level, is_elevated

BARRIER: Final = 20
"""How many tiles a wall that has to be broken through, or an object that is in the way, counts as."""
FAR: Final = 1000
"""More tiles than any way has that is looked for."""
_KEPT: Final = 32
_START: Final = -1
"""Where the ways begin that lead to all enemies."""


def tiles_to_enemy(state: SodwaState, character: Character) -> int:
    """Give how many tiles a character would have to go to its nearest enemy, nobody being in the way.

    Where it is shut off, barriers count too; where there is no way even so, straight distance decides.
    """
    number, flies, ends = state.map.tiles.number, is_flyer(character), _ends(state, character)
    tile, tiles = number(character.cell), _open(state.map, ends, flies=flies)
    if tile in tiles:
        return tiles[tile]
    if number(state.characters[character.name].cell) not in tiles:
        way = _broken(state.map, ends, flies=flies).get(tile)
        if way is not None:
            return way.cost
    return FAR + min(state.board.grid.distance(character.cell, enemy.cell) for enemy in enemies(state, character))


def iter_barriers(state: SodwaState, character: Character) -> Iterator[Site]:
    """Yield, where a character is shut off, the tiles and borders on its way of steps that cannot be made."""
    tiles, flies, ends = state.map.tiles, is_flyer(character), _ends(state, character)
    tile = tiles.number(character.cell)
    if tile in _open(state.map, ends, flies=flies):
        return
    ways = _broken(state.map, ends, flies=flies)
    for one, other in pairwise(ways[tile].path if tile in ways else ()):
        if ways[other].cost - ways[one].cost == BARRIER:
            cells = tiles.cells[one], tiles.cells[other]
            yield from (*cells, state.board.border(*cells))


def enemies(state: SodwaState, character: Character) -> Iterator[Character]:
    """Yield the characters of the other side."""
    return (each for each in state.characters.values() if each.side != character.side)


def _ends(state: SodwaState, character: Character) -> frozenset[int]:
    return frozenset(state.map.tiles.number(enemy.cell) for enemy in enemies(state, character))


@lru_cache(_KEPT)
def _open(arena: BattleMap, ends: frozenset[int], *, flies: bool) -> Mapping[int, int]:
    """Give how many steps each tile is away from the nearest of others."""
    onward = arena.ways_of(flies=flies).onward
    found: dict[int, int] = {}
    edge, seen, steps = bits_of(ends), 0, 0
    while edge:
        found |= dict.fromkeys(iter_bits(edge), steps)
        seen |= edge
        following = 0
        for tile in iter_bits(edge):
            following |= onward(tile)
        edge, steps = following & ~seen, steps + 1
    return found


@lru_cache(_KEPT)
def _broken(arena: BattleMap, ends: frozenset[int], *, flies: bool) -> Mapping[int, CheapestPath[int]]:
    """Give the way to each tile from the nearest of others, through barriers too."""
    onward, tiles = arena.ways_of(flies=flies).onward, arena.tiles

    def steps(tile: int) -> Iterator[tuple[int, int]]:
        if tile == _START:
            yield from ((end, 0) for end in sorted(ends))
            return
        can_go = onward(tile)
        yield from ((to, 1) for to in iter_bits(can_go))
        for to in iter_bits(tiles.around(tile) & ~can_go):
            if _is_barrier(arena, tiles.cells[tile], tiles.cells[to], flies=flies):
                yield to, BARRIER

    return find_cheapest_paths(_START, steps, FAR)


def _is_barrier(arena: BattleMap, one: Cell, other: Cell, *, flies: bool) -> bool:
    """Tell whether it is something that can be removed that closes a step, and no hole, corner or cliff."""
    position = arena.position
    if other not in position.board or (one.q != other.q and one.r != other.r):
        return False
    is_level = is_elevated(position, one) == is_elevated(position, other)
    return flies or is_level or changes_level(position, one, other)
