"""The roster: the characters that teams can take, read from `roster.toml`. The docs derive their point values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta, Struct

from sightline.rules.team import NOWHERE
from sightline.systems.sodwa.ability import ability_keys
from sightline.systems.sodwa.entry_file import read_entry_file, unknown_word
from sightline.systems.sodwa.pieces import (
    STANDARD_DEFENSE,
    AbilityKey,
    Attributes,
    Character,
    Count,
    DamageKind,
    Positive,
    Reduction,
    Saves,
)

_FILE: Final = Path(__file__).with_name("roster.toml")


class RosterAttack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of one kind of attack in the file of the roster."""

    accuracy: Count
    damage: Count


class RosterEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character in the file of the roster; `defense` is that of both kinds of attack."""

    points: Positive
    health: Positive
    defense: Count = STANDARD_DEFENSE
    evasion: Count = 0
    initiative: Positive
    move: Count
    range: Count
    reduction: Mapping[Annotated[str, Meta(pattern="^(physical|energy|magical)$")], Count] = {}
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
            reduction=Reduction(**self.reduction),
            melee=melee,
            ranged=ranged,
            damage_kind=self.damage_kind,
            saves=self.saves,
            abilities=self.abilities,
        )


def read_roster(text: str, file: str = _FILE.name) -> Mapping[str, Character]:
    """Return the characters of a roster file by key. Raise `EntryFileError` with every problem."""
    entries = read_entry_file(text, file, RosterEntry, _check_abilities)
    return MappingProxyType({name: entry.character(name) for name, entry in entries.items()})


def _check_abilities(entry: RosterEntry) -> Iterator[tuple[str, str]]:
    """Yield the abilities that there are not, and those that are stated again."""
    for number, key in enumerate(entry.abilities):
        if key not in ability_keys():
            yield "abilities", unknown_word(key, ability_keys(), "an ability")
        elif key in entry.abilities[:number]:
            yield "abilities", f"{key!r} is stated twice."


ROSTER: Mapping[str, Character] = read_roster(_FILE.read_text(encoding="utf-8"))
"""The characters by key, in the order of the file."""
