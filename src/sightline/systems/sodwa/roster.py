"""The roster: the characters that teams can take, read from `roster.toml`. The docs derive their point values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta, Struct

from sightline.rules.team import NOWHERE
from sightline.systems.sodwa.ability import ability_keys
from sightline.systems.sodwa.entry_file import Count, EntryFormat, Positive
from sightline.systems.sodwa.pieces import (
    STANDARD_DEFENSE,
    AbilityKey,
    Attributes,
    Character,
    DamageKind,
    Reduction,
    Saves,
)

_FILE: Final = Path(__file__).with_name("roster.toml")
_PORTRAITS: Final = Path(__file__).with_name("portraits")
About = Annotated[str, Meta(min_length=5, max_length=160, pattern=r"^[A-Z].*\.$")]
"""A sentence that describes a character."""


class RosterAttack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of one kind of attack in the file of the roster."""

    accuracy: Count
    damage: Count


class RosterEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character in the file of the roster: `about` says who it is, `defense` is that of both kinds of attack."""

    about: About
    points: Positive
    health: Positive
    defense: Count = STANDARD_DEFENSE
    evasion: Count = 0
    initiative: Positive
    move: Count
    range: Count
    reduction: Reduction = Reduction()
    melee: RosterAttack
    ranged: RosterAttack
    damage_kind: DamageKind = "physical"
    saves: Saves
    abilities: tuple[AbilityKey, ...] = ()

    def character(self, name: str) -> Character:
        """Return the character, without a place on a map."""
        melee, ranged = (
            Attributes(accuracy=attack.accuracy, defense=self.defense, damage=attack.damage)
            for attack in (self.melee, self.ranged)
        )
        return Character(
            name=name,
            at=NOWHERE,
            points=self.points,
            health=self.health,
            evasion=self.evasion,
            initiative=self.initiative,
            move=self.move,
            range=self.range,
            reduction=self.reduction,
            melee=melee,
            ranged=ranged,
            damage_kind=self.damage_kind,
            saves=self.saves,
            abilities=self.abilities,
        )


def roster_format() -> EntryFormat[RosterEntry]:
    """Return the form of a roster file, with the currently registered abilities."""
    return EntryFormat("Roster of SODWA", RosterEntry, {"abilities": tuple(ability_keys())})


def read_roster(text: str, *, file: str = "-") -> Mapping[str, RosterEntry]:
    """Return the entries of a roster file by key. Raise `EntryFileError` with all of its problems."""
    return roster_format().read(text, file=file)


_ENTRIES: Final = read_roster(_FILE.read_text(encoding="utf-8"), file=_FILE.name)
ROSTER: Final[Mapping[str, Character]] = MappingProxyType(
    {name: entry.character(name) for name, entry in _ENTRIES.items()}
)
"""The characters by key, in the order of the file."""
ABOUT: Final[Mapping[str, str]] = MappingProxyType({name: entry.about for name, entry in _ENTRIES.items()})
"""A sentence about each of them, in English."""


@cache
def portraits() -> Mapping[str, str]:
    """Return the portrait of each of them as SVG, by key. Raise OSError if one is missing."""
    return MappingProxyType({name: (_PORTRAITS / f"{name}.svg").read_text(encoding="utf-8") for name in ROSTER})
