"""Section 0 of Penance: the kinds of terrain."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, cast

from msgspec import Meta

from sightline.rules import Clause, Position, Terrain, rule


class PenanceTerrain(Terrain, frozen=True, kw_only=True):
    """A kind of terrain: whether it blocks sight, the cover that it gives, and the cost to enter it in SP."""

    blocks: bool = False
    cover: Literal["none", "light", "heavy"] = "none"
    cost: Annotated[int, Meta(ge=1, le=9999)] | Literal["impassable"] = 1


# House rules: the costs of ice, dense forest, building and cliff, and the cover of a building, which the source leaves
# open.
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
        "A Casket fills one hex, faces one of its sides and stands at the level of its hex. If two kinds of "
        "terrain share a hex, it blocks if either does, the better cover counts and the higher cost is paid.",
        "Hex Grid Basics; Facing & Firing Arcs",
    ),
    off=(),
)
def all_terrain(position: Position, kinds: tuple[str, ...]) -> tuple[tuple[str, PenanceTerrain], ...]:
    """Return (name, terrain) for each kind of terrain of a hex; all of them apply."""
    terrain = cast("Mapping[str, PenanceTerrain]", position.terrain)
    return tuple((kind, terrain[kind]) for kind in kinds)
