"""Section 3: whether a place holds a character, and on which hexes it then stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from sightline.lattice import Cell, Grid
from sightline.rules import Clause, Ruling, rule
from sightline.systems.hero5.footprint import Spot, footprint, hexes_round
from sightline.systems.hero5.pieces import Character, Squeezed, width
from sightline.systems.hero5.terrain import Ground

SQUEEZED_OCV = SQUEEZED_DCV = -2

SQUEEZE_PAST = Ruling(
    "squeeze-past",
    "May a character that is squeezed pass an opponent without the Acrobatics roll that it would need otherwise?",
    ("needs-acrobatics", "free"),
)


@dataclass(frozen=True, slots=True)
class Stand:
    """How a place holds a character: the hexes on which it stands, and whether it has to squeeze."""

    cells: frozenset[Cell]
    squeezed: Squeezed


@rule(
    Clause(
        "HERO-3.1",
        "Squeezing",
        "Where a hex that it would take up cannot be entered, or a border between two of them not crossed, a character "
        "is squeezed, as long as its core is free of both; others who stand there do not matter. A step counts double, "
        "and it has -2 OCV and -2 DCV.",
        "Terrain and Obstacles; half as wide: ours",
    ),
    off=False,
)
def is_narrow(ground: Ground, cells: frozenset[Cell]) -> bool:
    """Tell whether one of these hexes cannot be entered, or a border between two of them not crossed."""
    return any(ground.hex(cell) is None for cell in cells) or ground.has_wall_within(cells)


@rule(
    Clause(
        "HERO-3.2",
        "Cores",
        "The core of a width of 2 is two of its hexes, of 3 the three round a corner of its middle hex, of 4 the three "
        "round its corner, of 5 the seven round its middle hex. A squeezed character stands on its core and on all "
        "that it would take up and can get to from there.",
        "Ours: the source says half as wide",
    ),
    off=(),
)
def cores(grid: Grid, wide: int, spot: Spot) -> tuple[frozenset[Cell], ...]:
    """Give the hexes of which some group has to be free for a squeezed character."""
    match wide:
        case 1:
            return ()
        case 2:
            return _joined_two(grid, spot)
        case 3:
            assert isinstance(spot, Cell)
            corners = (grid.corner(spot, index) for index in range(len(grid.corners)))
            return tuple(frozenset(grid.cells_at(corner)) for corner in corners)
    return (hexes_round(grid, wide - 2, spot),)


@rule(
    Clause(
        "HERO-3.4",
        "Contortionists",
        "With Contortionist a smaller core will do: the middle hex, of a width of 4 two of the three hexes round the "
        "corner, of a width of 2 none. It is as if squeezed, makes no attacks, and its own DCV is 0. Coming in takes a "
        "roll; on a failure the move ends before it.",
        "Terrain and Obstacles; cores and the roll: ours",
    ),
    off=(),
)
def contorted_cores(grid: Grid, wide: int, spot: Spot) -> tuple[frozenset[Cell], ...]:
    """Give the hexes of which some group has to be free for a contortionist."""
    match wide:
        case 1 | 2:
            return ()
        case 4:
            return _joined_two(grid, spot)
    return (hexes_round(grid, 1, spot),)


def _joined_two(grid: Grid, spot: Spot) -> tuple[frozenset[Cell], ...]:
    return tuple(frozenset(pair) for pair in combinations(sorted(hexes_round(grid, 2, spot)), 2))


def stand(ground: Ground, character: Character, spot: Spot) -> Stand | None:
    """Give how a place holds a character, None where it does not."""
    grid, wide = ground.board.grid, width(character)
    taken = footprint(grid, wide, spot)
    if not is_narrow(ground, taken):
        return Stand(taken, "none")
    if core := _free(ground, cores(grid, wide, spot)):
        return Stand(_joined(ground, core, taken), "squeezed")
    if character.contortionist != "none" and (core := _free(ground, contorted_cores(grid, wide, spot))):
        return Stand(_joined(ground, core, taken), "contorted")
    return None


def _free(ground: Ground, groups: Iterable[frozenset[Cell]]) -> frozenset[Cell]:
    """Give the first of the groups of hexes that is free, nothing where none is."""
    return next((group for group in groups if not is_narrow(ground, group)), frozenset())


def _joined(ground: Ground, core: frozenset[Cell], taken: frozenset[Cell]) -> frozenset[Cell]:
    """Give what of the hexes that would be taken up can be got to from the core."""
    found, waiting = set(core), list(core)
    while waiting:
        cell = waiting.pop()
        for near in ground.board.grid.neighbours(cell):
            is_free = near in taken and ground.hex(near) is not None and not ground.is_walled(cell, near)
            if is_free and near not in found:
                found.add(near)
                waiting.append(near)
    return frozenset(found)
