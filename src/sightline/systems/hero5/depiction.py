"""The depiction of HERO: squeezed characters, rolls on a path, threatened hexes, the chosen corner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, cast

from msgspec import Struct

from sightline.i18n import N_, Term, _, decimal, word
from sightline.lattice import Cell
from sightline.rules import (
    Badge,
    CornerMark,
    Depicted,
    PieceDepiction,
    Place,
    PlaceRow,
    Position,
    TerrainMark,
    Verdict,
    percent,
)
from sightline.rules.depiction import field_rows, group_by_key
from sightline.systems.hero5 import opportunity
from sightline.systems.hero5.movement import HeroPlace, SkillRoll
from sightline.systems.hero5.pieces import HeroCharacter
from sightline.systems.hero5.terrain import TERRAIN_ADJECTIVES, HeroTerrain
from sightline.systems.hero5.verdict import HeroVerdict

SQUEEZED_IN = Badge("bars", N_("squeezed in"))
ROLL = Badge("die", N_("needs a roll on the way"))
SQUEEZED_THERE: Mapping[str, Badge] = MappingProxyType(
    {
        "squeezed": Badge("bars", N_("squeezed there")),
        "contorted": Badge("dark-bars", N_("contorted there")),
    }
)
"""The badges of places in which a character is squeezed."""
_WORDS = (Term("squeezed"), Term("contorted"), Term("acrobatics"), Term("contortionist"), Term("roll at most"))
"""Words of answers, for the translation catalogues."""


class HeroDepiction(Depicted[HeroCharacter]):
    """The depiction of HERO."""

    number_names: ClassVar[Mapping[str, str]] = {"ocv": Term("OCV"), "dcv": Term("DCV")}
    terrain_adjectives: ClassVar[Collection[str]] = TERRAIN_ADJECTIVES
    terrain_marks: ClassVar[Sequence[TerrainMark]] = (
        TerrainMark("blocking", N_("blocks"), lambda terrain: terrain.blocks),
        TerrainMark("obstacle", N_("hampers"), lambda terrain: terrain.hampers),
        TerrainMark("hurdle", N_("needs a roll"), lambda terrain: terrain.roll != "none"),
        TerrainMark("heavy-cover", N_("covers mostly"), lambda terrain: terrain.covers == "mostly"),
        TerrainMark("light-cover", N_("covers half"), lambda terrain: terrain.covers == "half"),
        TerrainMark("difficult", N_("difficult ground"), lambda terrain: terrain.difficult),
    )

    def piece_depiction(self, piece: HeroCharacter) -> PieceDepiction:
        if piece.squeezed == "none":
            return PieceDepiction()
        return PieceDepiction(words=(word(piece.squeezed),), badges=(SQUEEZED_IN,))

    def place_badges(self, place: Place) -> Iterator[Badge]:
        place = cast("HeroPlace", place)
        if place.squeezed in SQUEEZED_THERE:
            yield SQUEEZED_THERE[place.squeezed]
        if place.rolls:
            yield ROLL

    def place_rows(self, places: Mapping[str, Place]) -> Iterator[PlaceRow]:
        found = cast("Mapping[str, HeroPlace]", places)
        yield from field_rows("squeezed", {label: place.squeezed for label, place in found.items()})
        rolls = group_by_key((roll, label) for label, place in found.items() for roll in dict.fromkeys(place.rolls))
        for roll, labels in rolls.items():
            yield PlaceRow(roll.clause, *roll_words(roll), labels)

    def terrain_words(self, terrain: Struct) -> Iterator[str]:
        terrain = cast("HeroTerrain", terrain)
        if terrain.height == "low":
            yield _("low")
        if terrain.solid != "none":
            yield word(terrain.solid)

    def marked_corner(self, verdict: Verdict) -> CornerMark | None:
        corner = cast("HeroVerdict", verdict).corner
        return None if corner is None else CornerMark(corner, N_("the chosen corner"))

    def threatened(self, position: Position, piece: HeroCharacter) -> Mapping[str, Iterable[Cell]]:
        return opportunity.threatened(position, piece)


def roll_words(roll: SkillRoll) -> tuple[str, str]:
    """Return a roll in words: the skill with its number and chance, and the place before which it is made."""
    chance = decimal(percent(roll.chance))
    needed = _("{skill} {number}: {chance} %").format(skill=word(roll.skill), number=roll.roll_at_most, chance=chance)
    return needed, _("before {place}; otherwise the move ends at {other}").format(place=roll.before, other=roll.else_)
