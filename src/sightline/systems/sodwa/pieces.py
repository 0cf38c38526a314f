"""What SODWA is played with: characters, objects and terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, cast

from msgspec import Meta, Struct, structs

from sightline.board import Facing, Piece, TerrainName
from sightline.i18n import _
from sightline.rules import Clause, FieldError, Terrain, rule

Count = Annotated[int, Meta(ge=0, le=9999)]
Positive = Annotated[int, Meta(ge=1, le=9999)]
DamageKind = Literal["physical", "energy", "magical", "bio"]
AttackKind = Literal["melee", "ranged"]
Ability = Literal[
    "homing-attack",
    "piercing-attack",
    "immolate",
    "regeneration",
    "invisibility",
    "flight",
    "teleportation",
    "healing",
    "mind-control",
    "immobilize",
    "bestow-regeneration",
    "stasis",
    "telekinesis",
    "barrier",
    "portal",
    "flood",
    "ice",
    "corrosion",
    "rally",
]
FLIGHT: Final = "flight"
TRANSITION: Final = "transition"
"""The kind of terrain over which levels change."""
LIQUID: Final = "liquid"
"""The kind of terrain whose further effects are still open."""
DIFFICULT: Final = "difficult"
"""The kind of terrain that rubble is."""


class Attributes(Struct, frozen=True):
    """What a character's basic attacks of one kind are made of."""

    accuracy: Count
    defense: Count
    damage: Count


class Reduction(Struct, frozen=True):
    """How much less damage of each kind does."""

    physical: Count = 0
    energy: Count = 0
    magical: Count = 0


class Saves(Struct, frozen=True):
    """How well a character withstands special effects."""

    fortitude: Count = 0
    reflex: Count = 0
    power: Count = 0


class Character(Piece, frozen=True, kw_only=True, rename={"is_": "is"}):
    """A character, or an object, which counts as the kind of terrain that it `is`.

    `moved` is a Move since the last turn began, `attacked` an Attack in this turn. Without `facing` nobody is behind.
    """

    kind: Literal["character", "object"] = "character"
    is_: TerrainName | None = None
    points: Count = 0
    health: Positive = 10
    evasion: Count = 0
    initiative: Positive = 50
    move: Count = 6
    range: Count = 6
    reduction: Reduction = Reduction()
    melee: Attributes | None = None
    ranged: Attributes | None = None
    damage_kind: DamageKind = "physical"
    saves: Saves = Saves()
    abilities: tuple[Ability, ...] = ()
    facing: Facing | None = None
    ip: Count = 0
    moved: bool = False
    attacked: bool = False

    OBJECT_IS: ClassVar[str] = "impeding"
    """What an object counts as unless it says so."""

    @property
    def as_terrain(self) -> str | None:
        """The kind of terrain that it counts as where it is an object, None for characters."""
        return (self.is_ or self.OBJECT_IS) if self.kind == "object" else None


def character_of(piece: Piece) -> Character:
    """Give a piece as the character or object that every piece of this system is."""
    return cast("Character", piece)


def is_flyer(character: Character) -> bool:
    """Tell whether a character moves by flight."""
    return FLIGHT in character.abilities


class SodwaTerrain(Terrain, frozen=True, kw_only=True):
    """What a kind of terrain does to sight and to movement; what is indoor reaches to the ceiling."""

    sight: Literal["clear", "impeding", "obstructing"] = "clear"
    movement: Literal["clear", "difficult", "obstructing"] = "clear"
    indoor: bool = False


_IMPEDING = SodwaTerrain(letter="i", sight="impeding", movement="difficult")
_OBSTRUCTING = SodwaTerrain(letter="#", sight="obstructing", movement="obstructing")
TERRAIN: Mapping[str, SodwaTerrain] = MappingProxyType(
    {
        "clear": SodwaTerrain(letter="."),
        "impeding": _IMPEDING,
        DIFFICULT: SodwaTerrain(letter="d", movement="difficult"),
        LIQUID: SodwaTerrain(letter="w", movement="difficult"),
        "obstructing": _OBSTRUCTING,
        "obstructing-indoor": structs.replace(_OBSTRUCTING, letter="X", indoor=True),
        TRANSITION: SodwaTerrain(letter="t", movement="difficult"),
    }
)
BORDERS: Mapping[str, SodwaTerrain] = MappingProxyType(
    {kind: structs.replace(terrain, letter="") for kind, terrain in TERRAIN.items() if kind != "clear"}
)

STANDARD_DEFENSE = 100
"""The Defense of a character of standard size."""


@rule(
    Clause(
        "SOD-1.1",
        "Characters",
        "A character states its point value, Health, Evasion, Initiative, Move, Range, damage reduction, Accuracy, "
        "Defense and Damage in melee and at range, the kind of damage of its attacks, saves, abilities and facing. "
        "The Defense of standard size is 100. Without the numbers of both kinds of attack only position is judged.",
        "Attributes; positions without numbers: ours",
    ),
    off=None,
)
def attributes(character: Character, kind: AttackKind) -> Attributes | None:
    """Give what a character fights with in melee or at range, None where it states no such numbers."""
    return character.melee if kind == "melee" else character.ranged


def check_statements(character: Character) -> Iterator[FieldError]:
    """Yield what a character or object states wrongly."""
    if character.as_terrain is not None:
        yield from _check_object(character)
        return
    if character.is_ is not None:
        yield FieldError("is", _("only an object says what it is"), ("kind: object",), is_unknown=True)
    if len(set(character.abilities)) < len(character.abilities):
        yield FieldError("abilities", _("every ability is stated once"))
    missing = [key for key in ("melee", "ranged") if getattr(character, key) is None]
    if len(missing) == 1:
        [key] = missing
        message = _("a character states melee and ranged, or neither; {key} is missing").format(key=key)
        yield FieldError(key, message, ("{accuracy: 0, defense: 100, damage: 0}",))


_OF_OBJECTS = ("name", "at", "beside", "middle", "kind", "is_")


def _check_object(thing: Character) -> Iterator[FieldError]:
    plain = Character(name=thing.name, at=thing.at)
    for name, key in zip(Character.__struct_fields__, Character.__struct_encode_fields__, strict=True):
        if name not in _OF_OBJECTS and getattr(thing, name) != getattr(plain, name):
            message = _("an object states only where it is and what it is")
            yield FieldError(key, message, ("at", "kind", "is"), is_unknown=True)
