"""What HERO is played with: characters, and terrain in hexes and on borders."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, cast

from msgspec import Meta

from sightline.board import Piece, Weapon
from sightline.rules import Clause, Terrain, rule

Count = Annotated[int, Meta(ge=0, le=9999)]
MOST_GROWTH, MOST_SHRINKING = 4, 5
Squeezed = Literal["none", "squeezed", "contorted"]
SkillRoll = Annotated[int, Meta(ge=0, le=99)] | Literal["none"]
"""What 3d6 may show at most, or that there is no such skill."""


class Character(Piece, frozen=True, kw_only=True):
    """A character; of an even number of hexes across it stands at a corner. `reach` is by size unless stated."""

    centred: ClassVar[bool] = True
    worked_out: ClassVar[tuple[str, ...]] = (*Piece.worked_out, "squeezed")

    growth: Annotated[int, Meta(ge=0, le=MOST_GROWTH)] = 0
    shrinking: Annotated[int, Meta(ge=0, le=MOST_SHRINKING)] = 0
    movement: Count = 6
    reach: Count | None = None
    ocv: Count = 3
    dcv: Count = 3
    helpless: bool = False
    fills_space: bool = False
    obstacle_when_helpless: bool = False
    flying: bool = False
    desolid: bool = False
    acrobatics: SkillRoll = "none"
    contortionist: SkillRoll = "none"
    concealment: Literal["none", "half", "mostly", "total"] = "none"
    weapons: tuple[Weapon, ...] = ()
    squeezed: Squeezed = "none"


def character_of(piece: Piece) -> Character:
    """Give a piece as the character that every piece of this system is."""
    return cast("Character", piece)


class HeroTerrain(Terrain, frozen=True, kw_only=True):
    """What a kind of terrain does to who moves over it and to who looks across it, in a hex or on a border."""

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
BORDERS: Mapping[str, HeroTerrain] = MappingProxyType(
    {
        "fence": HeroTerrain(hampers=True),
        "low-wall": HeroTerrain(hampers=True, covers="half", height="low"),
        "wall": HeroTerrain(blocks=True),
        "door-frame": HeroTerrain(covers="mostly"),
    }
)


@rule(
    Clause(
        "HERO-0.1",
        "Size",
        "A character's size is its levels of Growth less its levels of Shrinking. One of size g is g + 1 hexes wide, "
        "smaller ones one hex.",
        "Big and Small Creatures; netting, and what a level of Growth is in hexes: ours",
    ),
    off=0,
)
def size(character: Character) -> int:
    """Give the size: levels of Growth as a number above 0, of Shrinking below."""
    return character.growth - character.shrinking


def width(character: Character) -> int:
    """Give how many hexes wide a character is."""
    return max(0, size(character)) + 1


def shrinking(character: Character) -> int:
    """Give the levels of Shrinking that are left after those of Growth."""
    return max(0, -size(character))


SMALL = 2
"""The levels of Shrinking from which on a character takes up less than a hex."""


def is_small(character: Character) -> bool:
    """Tell whether a character takes up less than a hex."""
    return shrinking(character) >= SMALL
