"""Section 3: whether a character fits in a place, and the hexes on which it then stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from sightline.lattice import Cell, Grid
from sightline.rules import Clause, Ruling, rule
from sightline.systems.hero5.footprint import Middle, footprint, hexes_round
from sightline.systems.hero5.pieces import HeroCharacter, Squeezed, width
from sightline.systems.hero5.terrain import TerrainEffects

SQUEEZED_OCV = SQUEEZED_DCV = -2

SQUEEZE_PAST = Ruling(
    "squeeze-past",
    "May a squeezed character pass an opponent without the Acrobatics roll that it would otherwise need?",
    ("needs-acrobatics", "free"),
)


@dataclass(frozen=True, slots=True)
class Fit:
    """A way to fit in a place: the hexes that a character occupies, and whether it must squeeze."""

    cells: frozenset[Cell]
    squeezed: Squeezed


@rule(
    Clause(
        "HERO-3.1",
        "Squeezing",
        "If a hex of its footprint cannot be entered, or a border inside it cannot be crossed, a character is "
        "squeezed, as long as its core is free of both; other characters do not matter. Its steps cost double, and "
        "it has -2 OCV and -2 DCV.",
        "Terrain and Obstacles; half as wide: ours",
    ),
    off=False,
)
def is_narrow(effects: TerrainEffects, cells: frozenset[Cell]) -> bool:
    """Return whether one of these hexes cannot be entered, or a border between two of them not crossed."""
    return any(effects.hex(cell) is None for cell in cells) or effects.has_wall_within(cells)


@rule(
    Clause(
        "HERO-3.2",
        "Cores",
        "The core of a width of 2 is two of its hexes; of 3, the three round a corner of its middle hex; of 4, the "
        "three round its corner; of 5, its middle hex and the six round it. A squeezed character stands on its "
        "core and on every hex of its footprint that it can get to from there.",
        "Ours: the source says half as wide",
    ),
    off=(),
)
def cores(grid: Grid, hexes_wide: int, middle: Middle) -> tuple[frozenset[Cell], ...]:
    """Return the groups of hexes of which one must be free for a squeezed character."""
    match hexes_wide:
        case 1:
            return ()
        case 2:
            return _pairs_at_corner(grid, middle)
        case 3:
            assert isinstance(middle, Cell)
            corners = (grid.corner(middle, index) for index in range(len(grid.corners)))
            return tuple(frozenset(grid.cells_at(corner)) for corner in corners)
    return (hexes_round(grid, hexes_wide - 2, middle),)


@rule(
    Clause(
        "HERO-3.4",
        "Contortionists",
        "With Contortionist a smaller core is enough: the middle hex, or for a width of 4 two of the three hexes "
        "round the corner; a width of 2 has none. The character counts as squeezed, cannot attack, and its own DCV "
        "is 0. Entering such a place takes a roll; on a failure the move ends before it.",
        "Terrain and Obstacles; cores and the roll: ours",
    ),
    off=(),
)
def contorted_cores(grid: Grid, hexes_wide: int, middle: Middle) -> tuple[frozenset[Cell], ...]:
    """Return the groups of hexes of which one must be free for a contortionist."""
    match hexes_wide:
        case 1 | 2:
            return ()
        case 4:
            return _pairs_at_corner(grid, middle)
    return (hexes_round(grid, 1, middle),)


def _pairs_at_corner(grid: Grid, middle: Middle) -> tuple[frozenset[Cell], ...]:
    return tuple(frozenset(pair) for pair in combinations(sorted(hexes_round(grid, 2, middle)), 2))


def find_fit(effects: TerrainEffects, character: HeroCharacter, middle: Middle) -> Fit | None:
    """Return how a character fits in a place, None if it does not."""
    grid, hexes_wide = effects.board.grid, width(character)
    taken = footprint(grid, hexes_wide, middle)
    if not is_narrow(effects, taken):
        return Fit(taken, "none")
    if core := _first_free(effects, cores(grid, hexes_wide, middle)):
        return Fit(_connected(effects, core, taken), "squeezed")
    if character.contortionist != "none" and (core := _first_free(effects, contorted_cores(grid, hexes_wide, middle))):
        return Fit(_connected(effects, core, taken), "contorted")
    return None


def _first_free(effects: TerrainEffects, groups: Iterable[frozenset[Cell]]) -> frozenset[Cell]:
    """Return the first free group of hexes, empty if none is free."""
    return next((group for group in groups if not is_narrow(effects, group)), frozenset())


def _connected(effects: TerrainEffects, core: frozenset[Cell], taken: frozenset[Cell]) -> frozenset[Cell]:
    """Return the hexes of `taken` that are connected to the core: a flood fill around hexes that cannot be entered."""
    found, waiting = set(core), list(core)
    while waiting:
        cell = waiting.pop()
        for near in effects.board.grid.neighbours(cell):
            is_free = near in taken and effects.hex(near) is not None and not effects.is_walled(cell, near)
            if is_free and near not in found:
                found.add(near)
                waiting.append(near)
    return frozenset(found)
