"""Section 2: kinds of terrain in hexes and on borders, and their effects on movement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from types import MappingProxyType
from typing import Literal, cast

from sightline.board import Border
from sightline.lattice import Cell
from sightline.rules import Clause, Position, Terrain, rule
from sightline.systems.hero5.pieces import HeroCharacter


class HeroTerrain(Terrain, frozen=True, kw_only=True):
    """A kind of terrain in a hex or on a border: its effects on movement across it and sight across it."""

    difficult: bool = False
    hampers: bool = False
    blocks: bool = False
    covers: Literal["none", "half", "mostly"] = "none"
    height: Literal["low", "full"] = "full"
    roll: Literal["none", "acrobatics"] = "none"
    solid: Literal["none", "ceiling", "dense"] = "none"


TERRAIN: Mapping[str, HeroTerrain] = MappingProxyType(
    {
        "clear": HeroTerrain(letter="."),
        "difficult": HeroTerrain(letter="d", difficult=True),
        "obstacle": HeroTerrain(letter="o", hampers=True),
        "blocking": HeroTerrain(letter="#", blocks=True),
    }
)
TERRAIN_ADJECTIVES = ("difficult", "blocking")
BORDERS: Mapping[str, HeroTerrain] = MappingProxyType(
    {
        "fence": HeroTerrain(hampers=True),
        "low-wall": HeroTerrain(hampers=True, covers="half", height="low"),
        "wall": HeroTerrain(blocks=True),
        "door-frame": HeroTerrain(covers="mostly"),
    }
)
BORDER_COST = 2
"""The cost of crossing a hampering border, added to that of the hex."""


@dataclass(frozen=True, slots=True)
class TerrainEffect:
    """The effect of a hex or border on a mover: whether it stops it, demands a roll, is difficult or hampers."""

    stops: bool = False
    demands_roll: bool = False
    is_difficult: bool = False
    hampers: bool = False


@rule(
    Clause(
        "HERO-2.1",
        "Difficult terrain",
        "Each hex of difficult terrain costs double. However many kinds of it a character stands in, they double a "
        "step only once.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def is_difficult(terrain: HeroTerrain) -> bool:
    """Return whether terrain is difficult."""
    return terrain.difficult


@rule(
    Clause(
        "HERO-2.2",
        "Hampering obstacles",
        "An obstacle that hampers counts as two hexes. On a border, this is paid on top of the hex behind it, and "
        "without enough movement for both the border cannot be crossed.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def hampers(terrain: HeroTerrain) -> bool:
    """Return whether terrain is an obstacle that hampers."""
    return terrain.hampers


@rule(
    Clause(
        "HERO-2.3",
        "Obstacles that demand a roll",
        "An obstacle may demand an Acrobatics roll. There is one roll per step, before it, for all such obstacles "
        "that the step enters or crosses; on a failure the move ends there. A character without the skill cannot "
        "cross them.",
        "Terrain and Obstacles; one roll a step, and who cannot: ours",
    ),
    off=False,
)
def demands_roll(terrain: HeroTerrain) -> bool:
    """Return whether terrain can only be crossed with a roll."""
    return terrain.roll == "acrobatics"


@rule(
    Clause(
        "HERO-2.4",
        "Blocking obstacles",
        "A blocking obstacle cannot be moved through.",
        "Terrain and Obstacles",
    ),
    off=False,
)
def blocks_movement(terrain: HeroTerrain) -> bool:
    """Return whether terrain stops movement."""
    return terrain.blocks


@rule(
    Clause(
        "HERO-2.5",
        "Flying and desolidified characters",
        "Characters that fly or are desolidified ignore difficult terrain and obstacles, and may stop there. A "
        "ceiling stops flyers; dense terrain stops the desolidified.",
        "Terrain and Obstacles; what stops them: ours",
    ),
    off=None,
)
def effect_above_ground(character: HeroCharacter, terrain: HeroTerrain) -> TerrainEffect | None:
    """Return the effect of terrain on a flying or desolidified character, None for all others."""
    if not (character.flying or character.desolid):
        return None
    is_ceiling, is_dense = terrain.solid == "ceiling", terrain.solid == "dense"
    return TerrainEffect(stops=(character.flying and is_ceiling) or (character.desolid and is_dense))


@rule(
    Clause(
        "HERO-2.6",
        "Several doublings",
        "Doublings multiply: difficult terrain, an obstacle in a hex, a helpless opponent who is an obstacle, and "
        "squeezing each double the cost of a step once, judged by the hexes held after it. Hampering borders "
        "between a hex held before and one newly held add 2 in all, or 4 if the character is squeezed.",
        "Special Movement Rules; borders while squeezed: ours",
    ),
    off=1,
)
def cost_factor(doublings: int) -> int:
    """Return the factor by which doublings multiply the cost of a step."""
    return 1 << doublings


def terrain_effects_for(position: Position, character: HeroCharacter) -> TerrainEffects:
    """Return the effects of the terrain on a character, cached for all characters with the same kind of movement."""
    key = "ground", character.flying, character.desolid, character.acrobatics == "none"
    return position.cached(key, lambda at: TerrainEffects(at, character))


class TerrainEffects:
    """The effects of the terrain of a position on characters with one kind of movement, ignoring occupants."""

    def __init__(self, position: Position, character: HeroCharacter) -> None:
        self.board = position.board
        self._character = character
        self._terrain = position.terrain
        self._border_terrain = position.border_terrain
        self._hexes: dict[Cell, TerrainEffect | None] = {}
        self._known: dict[tuple[str, ...], TerrainEffect | None] = {}
        self._can_roll = character.acrobatics != "none"

    def hex(self, cell: Cell) -> TerrainEffect | None:
        """Return the effect of a hex, None if it cannot be entered."""
        if cell not in self._hexes:
            kinds = self.board.kinds(cell)
            if kinds is not None and kinds not in self._known:
                self._known[kinds] = self._combined_effect(kinds, self._terrain)
            self._hexes[cell] = None if kinds is None else self._known[kinds]
        return self._hexes[cell]

    @cached_property
    def borders(self) -> Mapping[Border, TerrainEffect]:
        """The effects of the borders that have terrain and can be crossed."""
        found = (
            (border, self._combined_effect(kinds, self._border_terrain)) for border, kinds in self.board.borders.items()
        )
        return {border: effect for border, effect in found if effect is not None}

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
        found = (border for border, effect in self.borders.items() if effect.hampers or effect.demands_roll)
        return frozenset(cell for border in found for cell in border)

    def is_walled(self, one: Cell, other: Cell) -> bool:
        """Return whether the border between two neighbouring hexes cannot be crossed."""
        return one in self.walled and other in self.walled and self.board.border(one, other) in self.walls

    def has_wall_within(self, cells: frozenset[Cell]) -> bool:
        """Return whether a border between two of these hexes cannot be crossed."""
        walled, grid = cells & self.walled, self.board.grid
        pairs = combinations(walled, 2)
        return any(grid.edge_between(a, b) is not None and self.is_walled(a, b) for a, b in pairs)

    def _combined_effect(self, kinds: tuple[str, ...], meanings: Mapping[str, Terrain]) -> TerrainEffect | None:
        each = [self._effect_of(cast("HeroTerrain", meanings[kind])) for kind in kinds]
        if any(effect.stops or (effect.demands_roll and not self._can_roll) for effect in each):
            return None
        return TerrainEffect(
            demands_roll=any(effect.demands_roll for effect in each),
            is_difficult=any(effect.is_difficult for effect in each),
            hampers=any(effect.hampers for effect in each),
        )

    def _effect_of(self, terrain: HeroTerrain) -> TerrainEffect:
        above = effect_above_ground(self._character, terrain)
        if above is not None:
            return above
        return TerrainEffect(blocks_movement(terrain), demands_roll(terrain), is_difficult(terrain), hampers(terrain))
