"""Sheets of the characters of a battle, in the current language: an overview for players."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SheetGroupKey = Literal["combat", "info", "initiative", "saves", "reduction"]
"""The groups of rows: attacks, other values, turns, saves, and damage reductions."""


class CharacterRow(Struct, frozen=True):
    """A value and its name; `kind` marks an attack or damage, `clause` is the id of the explaining clause."""

    label: str
    value: str
    kind: str | None = None
    clause: str | None = None


class SheetGroup(Struct, frozen=True):
    """Rows that belong together."""

    key: SheetGroupKey
    rows: tuple[CharacterRow, ...]


class SheetHealth(Struct, frozen=True):
    """The current and the initial Health of a character."""

    now: int
    full: int


class SheetAbility(Struct, frozen=True):
    """An ability: its name and rule, and whether it can be used now.

    `cost` is None for a permanent ability. `why` says why it cannot be used.
    """

    key: str
    name: str
    text: str
    cost: int | None
    legal: bool
    why: tuple[str, ...] = ()


class CharacterSheet(Struct, frozen=True, kw_only=True):
    """The sheet of a character in a battle.

    `like` is the key of the roster character that it is based on, if any. `badges` are texts about current conditions.
    `ticks` is the time until its next turn, None for the character that has the turn and if none comes.
    """

    side: str | None
    at: str
    like: str | None = None
    health: SheetHealth
    groups: tuple[SheetGroup, ...]
    badges: tuple[str, ...] = ()
    abilities: tuple[SheetAbility, ...] = ()
    ticks: int | None = None
