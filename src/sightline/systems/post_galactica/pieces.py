"""Units and buildings of Post Galactica, and their weapons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final, Literal, cast

from msgspec import Meta

from sightline.board import BasedPiece, Hint, Piece, PieceName, PlaceError, Weapon
from sightline.i18n import _
from sightline.rules import Clause, FieldError, Position, rule
from sightline.systems.post_galactica.terrain import CoverDegree

Count = Annotated[int, Meta(ge=0, le=9999)]
Positive = Annotated[int, Meta(ge=1, le=9999)]
Length = Annotated[float, Meta(ge=1, le=9999)]
"""In hexes, or in inches on a free table."""
LiftableClause = Literal["PG-20.5", "PG-20.6", "PG-21.3", "PG-21.4"]
"""The ids of clauses that a special rule of a unit may lift for its attacks."""

MELEE: Final = "melee"
STEALTH, STEALTH_DETECTION, LARGE = "stealth", "stealth detection", "large"
SHOOT_THROUGH_TAGS = ("firing ports", "elevated platform", "transparent shield", "shoot-through")
"""The tags of buildings that their own side may shoot through."""


class UnitWeapon(Weapon, frozen=True, kw_only=True):
    """A weapon of a unit. `melee_reach` is its reach in melee."""

    range: Length | Literal["melee"]  # type: ignore[assignment]
    attacks: Annotated[int, Meta(ge=1, le=99)] = 1
    melee_reach: Length = 1


class Unit(BasedPiece, frozen=True, kw_only=True):
    """A unit or a building.

    - `ranged_skill` and `melee_skill` are the lowest total of two dice that hits, 0 if it cannot make such attacks.
    - `cover` is the degree of cover that a building gives to those behind it.
    - `protected` is the reason why it cannot be a target, "" if it can.
    - `allows` are the ids of the clauses that its special rules lift.
    - `targets` are the names of the targets by weapon for this turn, None before they are declared.
    """

    max_cells: ClassVar[int] = 50

    movement: Count = 6
    toughness: Count = 4
    armor: Count = 0
    cohesion: Positive = 1
    body_value: Positive = 1
    ranged_skill: Count = 7
    melee_skill: Count = 7
    tags: tuple[Annotated[str, Meta(min_length=1)], ...] = ()
    cover: CoverDegree = "light"
    protected: str = ""
    allows: tuple[LiftableClause, ...] = ()
    disengaged: bool = False
    weapons: tuple[UnitWeapon, ...] = ()
    split_fire: bool = False
    split_melee: bool = False
    targets: Mapping[Annotated[str, Meta(min_length=1)], PieceName] | None = None


def unit_of(piece: Piece) -> Unit:
    """Return a piece as a `Unit`: all pieces of this system are units."""
    return cast("Unit", piece)


def is_melee(weapon: Weapon | None) -> bool:
    """Return whether an attack with a weapon is a melee attack; one without a weapon is ranged."""
    return weapon is not None and weapon.range == MELEE


def has_tag(unit: Unit, *tags: str) -> bool:
    """Return whether a unit has one of these tags, in upper or lower case."""
    return any(tag.casefold() in tags for tag in unit.tags)


def lifts(unit: Unit, clause: Clause) -> bool:
    """Return whether a special rule of the unit lifts a clause for its attacks."""
    return clause.id in unit.allows


@rule(
    Clause(
        "PG-0.1",
        "Units and buildings",
        "A unit attacks with its skill for ranged attacks or for melee: lower is better, and 0 makes no such "
        "attacks. Buildings have the same values. On hexes a building may cover several: distance is measured to "
        "the nearest, and seeing any of them is enough.",
        "The datasheets of the game; buildings on hexes: ours",
    ),
    off=2,
)
def skill(unit: Unit, weapon: Weapon | None) -> int | None:
    """Return the lowest total that hits with a weapon, None if the unit makes no such attacks."""
    return (unit.melee_skill if is_melee(weapon) else unit.ranged_skill) or None


def check_place(position: Position, unit: Unit) -> Iterator[PlaceError]:
    """Yield the errors in the hexes of a unit: only buildings occupy several."""
    if unit.beside and not unit.building:
        message = _("only a building can stand on several hexes, such as {one} and {other}")
        one, other = map(position.label, unit.cells[:2])
        yield PlaceError(message.format(one=one, other=other), Hint(_("one hex")), "building: true")


def check_fields(position: Position, unit: Unit) -> Iterator[FieldError]:
    """Yield the errors in the stated cover and the declared targets of a unit."""
    if unit.cover != "light" and not unit.building:
        yield FieldError("cover", _("only a building can state the cover it gives"), ("building: true",))
    ranged = tuple(weapon.name for weapon in unit.weapons if not is_melee(weapon))
    targets = unit.targets or {}
    for weapon, target in targets.items():
        if weapon not in ranged:
            message = _("{weapon!r} is not a ranged weapon of this piece").format(weapon=weapon)
            yield FieldError(f"targets.{weapon}", message, ranged, is_unknown=True)
        if target == unit.name:
            message = _("{name!r} cannot attack itself").format(name=target)
            yield FieldError(f"targets.{weapon}", message, tuple(name for name in position.pieces if name != target))
    if len(set(targets.values())) > 1 and not unit.split_fire:
        yield FieldError("targets", _("two targets need split_fire: true"), ("split_fire: true",))
