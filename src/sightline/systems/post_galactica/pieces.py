"""What Post Galactica is played with: units and buildings, their weapons, and terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, cast

from msgspec import Meta

from sightline.board import BasedPiece, Hint, Piece, PieceName, PlaceError
from sightline.board import Weapon as PlainWeapon
from sightline.i18n import _
from sightline.rules import Clause, FieldError, Position, Terrain, rule

Count = Annotated[int, Meta(ge=0, le=9999)]
Positive = Annotated[int, Meta(ge=1, le=9999)]
Length = Annotated[float, Meta(ge=1, le=9999)]
"""In hexes, or in inches on a free table."""
Cover = Literal["none", "light", "heavy"]
Lifted = Literal["PG-20.5", "PG-20.6", "PG-21.3", "PG-21.4"]
"""A clause that a rule of a unit's own may lift for its attacks."""

MELEE: Final = "melee"
STEALTH, STEALTH_DETECTION, LARGE = "stealth", "stealth detection", "large"
PORTS = ("firing ports", "elevated platform", "transparent shield", "shoot-through")
"""The tags of buildings that their own side may shoot through."""


class Weapon(PlainWeapon, frozen=True, kw_only=True):
    """A weapon of a unit; one of range melee reaches as far as `melee_reach`."""

    range: Length | Literal["melee"]  # type: ignore[assignment]
    attacks: Annotated[int, Meta(ge=1, le=99)] = 1
    melee_reach: Length = 1


class Unit(BasedPiece, frozen=True, kw_only=True):
    """A unit or a building. Skills are what two dice have to show, 0 where it cannot attack so.

    `protected` is the reason why it is no target, "" where there is none. `cover` is what a building gives to whoever
    is behind it. `targets` holds, by weapon, whom it fires at this turn, once
    it has declared that.
    """

    most_cells: ClassVar[int] = 1000

    movement: Count = 6
    toughness: Count = 4
    armor: Count = 0
    cohesion: Positive = 1
    body_value: Positive = 1
    ranged_skill: Count = 7
    melee_skill: Count = 7
    tags: tuple[Annotated[str, Meta(min_length=1)], ...] = ()
    cover: Cover = "light"
    protected: str = ""
    allows: tuple[Lifted, ...] = ()
    disengaged: bool = False
    weapons: tuple[Weapon, ...] = ()
    split_fire: bool = False
    split_melee: bool = False
    targets: Mapping[Annotated[str, Meta(min_length=1)], PieceName] | None = None


class GalacticTerrain(Terrain, frozen=True, kw_only=True):
    """What a kind of terrain does: to sight, as cover, and to movement. Whether it blocks has to be said (PG-20.2)."""

    blocks: bool
    cover: Literal["none", "light", "heavy", "obscuring"] = "none"
    difficult: bool = False
    impassable: bool = False


TERRAIN: Mapping[str, GalacticTerrain] = MappingProxyType(
    {
        "clear": GalacticTerrain(letter=".", blocks=False),
        "difficult": GalacticTerrain(letter="d", blocks=False, difficult=True),
        "impassable": GalacticTerrain(letter="x", blocks=False, impassable=True),
        "blocking": GalacticTerrain(letter="#", blocks=True),
        "light-cover": GalacticTerrain(letter="l", blocks=False, cover="light"),
        "heavy-cover": GalacticTerrain(letter="h", blocks=False, cover="heavy"),
        "obscuring": GalacticTerrain(letter="s", blocks=False, cover="obscuring"),
    }
)


def unit_of(piece: Piece) -> Unit:
    """Give a piece as the unit or building that every piece of this system is."""
    return cast("Unit", piece)


def is_melee(weapon: PlainWeapon | None) -> bool:
    """Tell whether an attack with a weapon is a melee attack; one without any is at range."""
    return weapon is not None and weapon.range == MELEE


def has_tag(unit: Unit, *tags: str) -> bool:
    """Tell whether a unit has one of these tags, in capitals or not."""
    return any(tag.casefold() in tags for tag in unit.tags)


def lifts(unit: Unit, clause: Clause) -> bool:
    """Tell whether a rule of the unit's own lifts a clause for its attacks."""
    return clause.id in unit.allows


@rule(
    Clause(
        "PG-0.1",
        "Units and buildings",
        "A unit attacks with the skill that it states for ranged attacks or for melee, the lower the better; with 0 it "
        "makes no such attacks. A building states the same. On hexes it may stand on several: distance is to the "
        "nearest, sight to any of them.",
        "The datasheets of the game; buildings on hexes: ours",
    ),
    off=2,
)
def skill(unit: Unit, weapon: PlainWeapon | None) -> int | None:
    """Give what two dice have to show in an attack with that weapon, None where the unit makes no such attacks."""
    return (unit.melee_skill if is_melee(weapon) else unit.ranged_skill) or None


def check_place(position: Position, unit: Unit) -> Iterator[PlaceError]:
    """Yield what is wrong with the hexes of a unit: only a building stands on several."""
    if unit.beside and not unit.building:
        message = _("only a building stands on several hexes, such as {one} and {other}")
        one, other = map(position.label, unit.cells[:2])
        yield PlaceError(message.format(one=one, other=other), Hint(_("one hex")), "building: true")


def check_statements(position: Position, unit: Unit) -> Iterator[FieldError]:
    """Yield what is wrong with the cover that a unit states and with the targets that it has declared."""
    if unit.cover != "light" and not unit.building:
        yield FieldError("cover", _("only a building states the cover that it gives"), ("building: true",))
    ranged = tuple(weapon.name for weapon in unit.weapons if not is_melee(weapon))
    targets = unit.targets or {}
    for weapon, target in targets.items():
        if weapon not in ranged:
            message = _("{weapon!r} is no ranged weapon of this piece").format(weapon=weapon)
            yield FieldError(f"targets.{weapon}", message, ranged, is_unknown=True)
        if target == unit.name:
            message = _("{name!r} attacks itself here").format(name=target)
            yield FieldError(f"targets.{weapon}", message, tuple(name for name in position.pieces if name != target))
    if len(set(targets.values())) > 1 and not unit.split_fire:
        yield FieldError("targets", _("two targets need split_fire: true"), ("split_fire: true",))
