"""The depiction of HERO: squeezed characters, rolls on the way, threatened hexes, the chosen corner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, cast

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
    Verdict,
    percent,
)
from sightline.rules.depiction import field_rows, group_by_key
from sightline.systems.hero5 import opportunity
from sightline.systems.hero5.movement import HeroPlace, SkillRoll
from sightline.systems.hero5.pieces import HeroCharacter
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
"""Words of the answers, for the catalogues."""


class HeroDepiction(Depicted[HeroCharacter]):
    """The depiction of HERO."""

    number_names: ClassVar[Mapping[str, str]] = {"ocv": Term("OCV"), "dcv": Term("DCV")}

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

    def marked_corner(self, verdict: Verdict) -> CornerMark | None:
        corner = cast("HeroVerdict", verdict).corner
        return None if corner is None else CornerMark(corner, N_("the corner that is picked"))

    def threatened(self, position: Position, piece: HeroCharacter) -> Mapping[str, Iterable[Cell]]:
        return opportunity.threatened(position, piece)


def roll_words(roll: SkillRoll) -> tuple[str, str]:
    """Return a roll in words: the skill with its number and chance, and the place before which it is made."""
    chance = decimal(percent(roll.chance))
    needed = _("{skill} {number}: {chance} %").format(skill=word(roll.skill), number=roll.roll_at_most, chance=chance)
    return needed, _("before {place}, else it ends at {other}").format(place=roll.before, other=roll.else_)
