"""Section 2: what terrain and obstacles, in hexes and on borders, mean to one who moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import cast

from sightline.board import Border
from sightline.lattice import Cell
from sightline.rules import Clause, Position, Terrain, rule
from sightline.systems.hero5.pieces import Character, HeroTerrain

OBSTACLE_COST = 2
"""What crossing a hampering border costs."""


@dataclass(frozen=True, slots=True)
class Going:
    """What a hex or border is to one who moves: whether it stops them, demands a roll, is difficult or hampers."""

    stops: bool = False
    demands_roll: bool = False
    is_difficult: bool = False
    hampers: bool = False


@rule(
    Clause(
        "HERO-2.1",
        "Difficult terrain",
        "Difficult terrain counts as two hexes for each; whatever kinds of it a character stands in, a step is doubled "
        "for them once.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def is_difficult(terrain: HeroTerrain) -> bool:
    """Tell whether terrain is difficult."""
    return terrain.difficult


@rule(
    Clause(
        "HERO-2.2",
        "Hampering obstacles",
        "An obstacle that hampers counts as two hexes. On a border that is paid on top of the hex behind it, and "
        "without enough movement for both it is not crossed.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def hampers(terrain: HeroTerrain) -> bool:
    """Tell whether terrain is an obstacle that hampers."""
    return terrain.hampers


@rule(
    Clause(
        "HERO-2.3",
        "Obstacles that demand a roll",
        "An obstacle may demand an Acrobatics roll: one for all of them that a step comes onto or crosses, before it. "
        "On a failure the move ends before it; without the skill it cannot be crossed.",
        "Terrain and Obstacles; one roll a step, and who cannot: ours",
    ),
    off=False,
)
def demands_roll(terrain: HeroTerrain) -> bool:
    """Tell whether terrain is crossed only with a roll."""
    return terrain.roll == "acrobatics"


@rule(
    Clause(
        "HERO-2.4",
        "Blocking obstacles",
        "What blocks cannot be moved through.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def blocks_movement(terrain: HeroTerrain) -> bool:
    """Tell whether terrain stops movement."""
    return terrain.blocks


@rule(
    Clause(
        "HERO-2.5",
        "Flying and desolidified characters",
        "Those who fly or are desolidified ignore difficult terrain and obstacles, and may stop there. A ceiling stops "
        "who flies; what is dense stops who is desolidified.",
        "Terrain and Obstacles; what stops them: ours",
    ),
    off=None,
)
def going_above(character: Character, terrain: HeroTerrain) -> Going | None:
    """Give what terrain is to one who flies or is desolidified, None for all others."""
    if not (character.flying or character.desolid):
        return None
    is_ceiling, is_dense = terrain.solid == "ceiling", terrain.solid == "dense"
    return Going(stops=(character.flying and is_ceiling) or (character.desolid and is_dense))


@rule(
    Clause(
        "HERO-2.6",
        "Doubled and doubled again",
        "Each doubling of a step doubles it again: difficult terrain, an obstacle in a hex, a helpless opponent who is "
        "an obstacle and squeezing each double it once, as they hold after the step. Hampering borders between a hex "
        "held before and one newly held add 2 in all, 4 where the character is squeezed.",
        "Special Movement Rules; borders while squeezed: ours",
    ),
    off=1,
)
def factor(doublings: int) -> int:
    """Give what so many doublings multiply a step by."""
    return 1 << doublings


def ground_for(position: Position, character: Character) -> Ground:
    """Give the ground as it is to a character, worked out once for all who move like it."""
    key = "ground", character.flying, character.desolid, character.acrobatics == "none"
    return position.cached(key, lambda at: Ground(at, character))


class Ground:
    """The ground of a position as it is to those who move like a character; nobody who stands on it counts."""

    def __init__(self, position: Position, character: Character) -> None:
        self.board = position.board
        self._character = character
        self._terrain = position.terrain
        self._border_terrain = position.border_terrain
        self._hexes: dict[Cell, Going | None] = {}
        self._known: dict[tuple[str, ...], Going | None] = {}
        self._can_roll = character.acrobatics != "none"

    def hex(self, cell: Cell) -> Going | None:
        """Give what a hex is, None where it cannot be entered."""
        if cell not in self._hexes:
            kinds = self.board.kinds(cell)
            if kinds is not None and kinds not in self._known:
                self._known[kinds] = self._going(kinds, self._terrain)
            self._hexes[cell] = None if kinds is None else self._known[kinds]
        return self._hexes[cell]

    @cached_property
    def borders(self) -> Mapping[Border, Going]:
        """The borders with something on them that can be crossed."""
        found = ((border, self._going(kinds, self._border_terrain)) for border, kinds in self.board.borders.items())
        return {border: going for border, going in found if going is not None}

    @cached_property
    def walls(self) -> frozenset[Border]:
        """The borders that cannot be crossed."""
        return frozenset(self.board.borders.keys() - self.borders.keys())

    @cached_property
    def walled(self) -> frozenset[Cell]:
        """The hexes with a border that cannot be crossed."""
        return frozenset(cell for border in self.walls for cell in border)

    @cached_property
    def bordered(self) -> frozenset[Cell]:
        """The hexes with a border that hampers or demands a roll."""
        found = (border for border, going in self.borders.items() if going.hampers or going.demands_roll)
        return frozenset(cell for border in found for cell in border)

    def is_walled(self, one: Cell, other: Cell) -> bool:
        """Tell whether the border between two neighbouring hexes cannot be crossed."""
        return one in self.walled and other in self.walled and self.board.border(one, other) in self.walls

    def has_wall_within(self, cells: frozenset[Cell]) -> bool:
        """Tell whether a border between two of these hexes cannot be crossed."""
        walled, grid = cells & self.walled, self.board.grid
        pairs = combinations(walled, 2)
        return any(grid.edge_between(a, b) is not None and self.is_walled(a, b) for a, b in pairs)

    def _going(self, kinds: tuple[str, ...], meanings: Mapping[str, Terrain]) -> Going | None:
        each = [self._of(cast("HeroTerrain", meanings[kind])) for kind in kinds]
        if any(going.stops or (going.demands_roll and not self._can_roll) for going in each):
            return None
        return Going(
            demands_roll=any(going.demands_roll for going in each),
            is_difficult=any(going.is_difficult for going in each),
            hampers=any(going.hampers for going in each),
        )

    def _of(self, terrain: HeroTerrain) -> Going:
        above = going_above(self._character, terrain)
        if above is not None:
            return above
        return Going(blocks_movement(terrain), demands_roll(terrain), is_difficult(terrain), hampers(terrain))
