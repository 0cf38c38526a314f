"""SOD-3.4: the eight directions on squares, facings, and the area behind a character."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sightline.board import Facing
from sightline.lattice import Cell, SquareGrid
from sightline.rules import Clause, rule
from sightline.systems.sodwa.pieces import Character

_MAX_CACHED: Final = 4096
_FACINGS = SquareGrid().facings
_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The step in each of the eight directions, clockwise from the north."""


@rule(
    Clause(
        "SOD-3.4",
        "Facing",
        "After each step a mover faces the way it went, and an attacker faces its target, in the nearest of eight "
        "directions. Turning to any other facing is free, once per turn.",
        "Ours: the source speaks of behind, front and sides only",
    ),
    off=(0, 0),
)
def direction(start: Cell, stop: Cell) -> tuple[int, int]:
    """Return the step in that of eight directions that is nearest to the direction from one tile to another.

    There are no ties: the tangent of 22.5 degrees is irrational.
    """
    x, y = stop.q - start.q, stop.r - start.r
    shorter, longer = sorted((abs(x), abs(y)))
    # Diagonal if shorter / longer exceeds the tangent of 22.5 degrees, sqrt(2) - 1.
    is_diagonal = (shorter + longer) ** 2 > 2 * longer**2
    sign_x, sign_y = (x > 0) - (x < 0), (y > 0) - (y < 0)
    if is_diagonal:
        return sign_x, sign_y
    return (sign_x, 0) if abs(x) > abs(y) else (0, sign_y)


def facing_to(start: Cell, tiles: Sequence[Cell]) -> Facing:
    """Return the facing nearest to the direction from a tile to the middle of others, such as the two of a border."""
    x, y = 0, 0
    for tile in tiles:
        x, y = x + tile.q - start.q, y + tile.r - start.r
    return _facing_along(x, y)


@lru_cache(_MAX_CACHED)
def _facing_along(x: int, y: int) -> Facing:
    """Return the facing nearest to a direction."""
    return Facing(_FACINGS[_STEPS.index(direction(Cell(0, 0), Cell(x, y)))])


def step_to(facing: Facing) -> tuple[int, int]:
    """Return the step in the direction of a facing."""
    return _STEPS[_FACINGS.index(facing)]


def is_behind(character: Character, other: Cell) -> bool:
    """Return whether a tile lies in the 90 degrees opposite a character's facing, including both edges."""
    if character.facing is None:
        return False
    x, y = step_to(character.facing)
    away_x, away_y = other.q - character.cell.q, other.r - character.cell.r
    along, across = -(x * away_x + y * away_y), abs(x * away_y - y * away_x)
    return along > 0 and across <= along
