"""Sheets of the characters of a battle, in the current language: what a player wants to know of one at a glance."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SheetGroupKey = Literal["combat", "info", "initiative", "saves", "reduction"]
"""The groups of rows: attacks, the rest, turns, saves, and the damage that is taken off."""


class CharacterRow(Struct, frozen=True):
    """A value and what it is called; `kind` is one of attack or damage, `clause` the id of the one that explains it."""

    label: str
    value: str
    kind: str | None = None
    clause: str | None = None


class SheetGroup(Struct, frozen=True):
    """Rows that belong together."""

    key: SheetGroupKey
    rows: tuple[CharacterRow, ...]


class SheetHealth(Struct, frozen=True):
    """The Health that a character has now, and in the beginning."""

    now: int
    full: int


class SheetAbility(Struct, frozen=True):
    """An ability: its name and rule, and whether it can be used now.

    `cost` is None for one that is not used but always there. `why` says what stands against its use.
    """

    key: str
    name: str
    text: str
    cost: int | None
    legal: bool
    why: tuple[str, ...] = ()


class CharacterSheet(Struct, frozen=True, kw_only=True):
    """A character as it is in a battle.

    `like` is the key of the roster from which it was made, if it was. `badges` are texts on what is special now.
    `ticks` is the time until its next turn, None for the character that has the turn.
    """

    side: str | None
    at: str
    like: str | None = None
    health: SheetHealth
    groups: tuple[SheetGroup, ...]
    badges: tuple[str, ...] = ()
    abilities: tuple[SheetAbility, ...] = ()
    ticks: int | None = None
