"""Section 0: the characters of HERO and their sizes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, cast

from msgspec import Meta

from sightline.board import Piece, Weapon
from sightline.rules import Clause, rule

Count = Annotated[int, Meta(ge=0, le=9999)]
MAX_GROWTH, MAX_SHRINKING = 4, 5
Squeezed = Literal["none", "squeezed", "contorted"]
SkillNumber = Annotated[int, Meta(ge=0, le=99)] | Literal["none"]
"""The highest total of 3d6 that succeeds, or "none" without the skill."""


class HeroCharacter(Piece, frozen=True, kw_only=True):
    """A character. If it is an even number of hexes wide its middle is a corner. `reach` follows from size if None."""

    centred: ClassVar[bool] = True
    derived_fields: ClassVar[tuple[str, ...]] = (*Piece.derived_fields, "squeezed")

    growth: Annotated[int, Meta(ge=0, le=MAX_GROWTH)] = 0
    shrinking: Annotated[int, Meta(ge=0, le=MAX_SHRINKING)] = 0
    movement: Count = 6
    reach: Count | None = None
    ocv: Count = 3
    dcv: Count = 3
    helpless: bool = False
    fills_space: bool = False
    obstacle_when_helpless: bool = False
    flying: bool = False
    desolid: bool = False
    acrobatics: SkillNumber = "none"
    contortionist: SkillNumber = "none"
    concealment: Literal["none", "half", "mostly", "total"] = "none"
    weapons: tuple[Weapon, ...] = ()
    squeezed: Squeezed = "none"


def character_of(piece: Piece) -> HeroCharacter:
    """Return a piece as a `HeroCharacter`: all pieces of this system are characters."""
    return cast("HeroCharacter", piece)


@rule(
    Clause(
        "HERO-0.1",
        "Size",
        "A character's size is its levels of Growth minus its levels of Shrinking. A character of size g is g + 1 "
        "hexes wide, or one hex if g is negative.",
        "Big and Small Creatures; the subtraction, and the width of a level of Growth: ours",
    ),
    off=0,
)
def size(character: HeroCharacter) -> int:
    """Return the size: positive for levels of Growth, negative for levels of Shrinking."""
    return character.growth - character.shrinking


def width(character: HeroCharacter) -> int:
    """Return the width of a character in hexes."""
    return max(0, size(character)) + 1


def shrinking(character: HeroCharacter) -> int:
    """Return the levels of Shrinking that exceed those of Growth."""
    return max(0, -size(character))


MIN_SMALL_SHRINKING = 2
"""The minimum levels of Shrinking at which a character occupies less than a hex."""


def is_small(character: HeroCharacter) -> bool:
    """Return whether a character occupies less than a hex."""
    return shrinking(character) >= MIN_SMALL_SHRINKING
