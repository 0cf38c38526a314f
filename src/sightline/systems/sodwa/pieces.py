"""Characters and objects, the pieces of SODWA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal, cast

from msgspec import Meta, Struct

from sightline.board import Facing, Piece, TerrainName
from sightline.i18n import N_, _
from sightline.rules import Clause, FieldError, rule
from sightline.systems.sodwa.ability import ability_keys, effect_keys
from sightline.systems.sodwa.entry_file import Count, Positive

DamageKind = Literal["physical", "energy", "magical", "bio"]
AttackKind = Literal["melee", "ranged"]
Tally = Annotated[int, Meta(ge=0, le=999_999_999)]
"""A number that battles add to turn by turn, and that may be far above what a file would state first."""
FLIGHT: Final = "flight"
AbilityKey = Annotated[str, Meta(min_length=1, extra={"words": ability_keys, "what": N_("an ability")})]
"""The key of an ability; see `sightline.systems.sodwa.ability`."""
EffectKey = Annotated[str, Meta(min_length=1, extra={"words": effect_keys, "what": N_("the effect of an ability")})]
"""The key of an effect of an ability."""
KARMIC_MIGHT: Final = "karmic-might"
IMMOBILIZE: Final = "immobilize"
INVISIBILITY: Final = "invisibility"
STASIS: Final = "stasis"


class Attributes(Struct, frozen=True):
    """The numbers of a character's basic attacks of one kind, melee or ranged."""

    accuracy: Count
    defense: Count
    damage: Count


class Reduction(Struct, frozen=True):
    """The reduction of damage by kind. Bio damage is never reduced."""

    physical: Count = 0
    energy: Count = 0
    magical: Count = 0


class Saves(Struct, frozen=True):
    """The saves of a character against special effects."""

    fortitude: Count = 0
    reflex: Count = 0
    power: Count = 0


class Character(Piece, frozen=True, kw_only=True, rename={"is_": "is"}):
    """A character, or an object, which counts as the kind of terrain that it `is`.

    - `moved` is true after a Move since its last turn began, `attacked` after an Attack in this turn.
    - `facing` None means that no attack counts as from behind.
    - `effects` are the keys of the effects of abilities on it, `karma` the points of its side. Battles keep track of
      both, and begin without any.
    - `melee` and `ranged` are both stated, or neither: in the latter case only positions are judged.
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
    abilities: tuple[AbilityKey, ...] = ()
    effects: tuple[EffectKey, ...] = ()
    karma: Tally = 0
    facing: Facing | None = None
    ip: Tally = 0
    moved: bool = False
    attacked: bool = False

    OBJECT_IS: ClassVar[str] = "impeding"
    """The kind of terrain of an object that states none."""

    @property
    def as_terrain(self) -> str | None:
        """The kind of terrain that an object counts as, None for characters."""
        return (self.is_ or self.OBJECT_IS) if self.kind == "object" else None


def character_of(piece: Piece) -> Character:
    """Return a piece as a `Character`: all pieces of this system are characters or objects."""
    return cast("Character", piece)


@rule(
    Clause(
        "SOD-8.6",
        "Flight",
        "A character with Flight moves over terrain, characters and levels, and lands only where it may stand.",
        "Abilities: Flight",
    ),
    off=False,
)
def is_flyer(character: Character) -> bool:
    """Return whether a character moves by flight."""
    return FLIGHT in character.abilities


STANDARD_DEFENSE = 100
"""The Defense of a character of standard size."""


@rule(
    Clause(
        "SOD-1.1",
        "Characters",
        "A character states its point value, Health, Evasion, Initiative, Move, Range, damage reduction, saves, "
        "abilities and facing, its Accuracy, Defense and Damage in melee and at range, and the kind of damage of "
        "its attacks. The Defense of standard size is 100. Without the numbers for both kinds of attack, only its "
        "position is judged.",
        "Attributes; positions without numbers: ours",
    ),
    off=None,
)
def attributes(character: Character, kind: AttackKind) -> Attributes | None:
    """Return the attributes of a character in melee or at range, None if it states none."""
    return character.melee if kind == "melee" else character.ranged


def check_fields(character: Character) -> Iterator[FieldError]:
    """Yield the errors in the fields of a character or object."""
    if character.as_terrain is not None:
        yield from _check_object(character)
        return
    if character.is_ is not None:
        yield FieldError("is", _("only an object can state its kind"), ("kind: object",), is_unknown=True)
    missing = [key for key in ("melee", "ranged") if getattr(character, key) is None]
    if len(missing) == 1:
        [key] = missing
        message = _("a character must state both melee and ranged, or neither; {key} is missing").format(key=key)
        yield FieldError(key, message, ("{accuracy: 0, defense: 100, damage: 0}",))


_OBJECT_FIELDS = ("name", "at", "beside", "middle", "kind", "is_")


def _check_object(object_: Character) -> Iterator[FieldError]:
    plain = Character(name=object_.name, at=object_.at)
    for name, key in zip(Character.__struct_fields__, Character.__struct_encode_fields__, strict=True):
        if name not in _OBJECT_FIELDS and getattr(object_, name) != getattr(plain, name):
            message = _("an object can state only its place and its kind")
            yield FieldError(key, message, ("at", "kind", "is"), is_unknown=True)
