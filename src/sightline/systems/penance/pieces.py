"""What Penance is played with: Caskets and terrain."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, cast

from msgspec import Meta

from sightline.board import Facing, Piece, Weapon
from sightline.rules import Clause, Position, Terrain, rule

Count = Annotated[int, Meta(ge=0, le=9999)]


class Casket(Piece, frozen=True, kw_only=True):
    """A Casket. `moved` and `moved_last_turn` count hexes entered, `sp` what is left to spend this turn."""

    facing: Facing
    shield: Literal["left", "right", "none"] = "left"
    sp: Count = 6
    moved: Count = 0
    moved_last_turn: Count = 0
    heat: Count = 0
    defense: Count = 0
    weapons: tuple[Weapon, ...] = ()


class PenanceTerrain(Terrain, frozen=True, kw_only=True):
    """What a kind of terrain does: to sight, as cover, and what entering it costs in SP."""

    blocks: bool = False
    cover: Literal["none", "light", "heavy"] = "none"
    cost: Annotated[int, Meta(ge=1, le=9999)] | Literal["impassable"] = 1


# House: the costs of ice, dense forest, building and cliff, and the cover of a building, which the source leaves open.
TERRAIN: Mapping[str, PenanceTerrain] = MappingProxyType(
    {
        "clear": PenanceTerrain(letter="."),
        "forest": PenanceTerrain(letter="f", cover="light", cost=2),
        "dense-forest": PenanceTerrain(letter="F", blocks=True, cover="heavy", cost=2),
        "rubble": PenanceTerrain(letter="~", cover="light", cost=2),
        "water": PenanceTerrain(letter="w"),
        "ice": PenanceTerrain(letter="i"),
        "wall": PenanceTerrain(letter="#", blocks=True, cover="heavy", cost="impassable"),
        "building": PenanceTerrain(letter="b", blocks=True, cover="heavy", cost="impassable"),
        "cliff": PenanceTerrain(letter="c", blocks=True, cost="impassable"),
    }
)


@rule(
    Clause(
        "PEN-0.1",
        "Caskets and hexes",
        "A Casket fills one hex, faces one of its sides and stands at the level of its hex. Of two kinds of terrain in "
        "one hex either blocks, the better covers, the dearer is paid.",
        "Hex Grid Basics; Facing & Firing Arcs",
    ),
    off=(),
)
def each_kind(position: Position, kinds: tuple[str, ...]) -> tuple[tuple[str, PenanceTerrain], ...]:
    """Give every kind of terrain of a hex by name with its meaning: each of them counts."""
    terrain = cast("Mapping[str, PenanceTerrain]", position.terrain)
    return tuple((kind, terrain[kind]) for kind in kinds)
