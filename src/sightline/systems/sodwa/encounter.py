"""Encounters: the relations on the board that the rules of attacks use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from sightline.rules import Position, Sight, Site
from sightline.systems.sodwa.pieces import AttackKind, Character


class Encounter(Protocol):
    """A character that attacks another, and their relation on the board.

    Only terrain, rulings and labels of `position` are used: its pieces may be missing.
    """

    @property
    def position(self) -> Position: ...

    @property
    def attacker(self) -> Character: ...

    @property
    def target(self) -> Character: ...

    @property
    def kind(self) -> AttackKind:
        """The kind of the attack, melee or ranged."""

    @property
    def distance(self) -> int:
        """The distance in tiles."""

    @property
    def is_in_range(self) -> bool:
        """True if the distance is within the attacker's Range."""

    @property
    def sight(self) -> Sight:
        """The attacker's sight of the target."""

    @property
    def is_target_seen(self) -> bool:
        """True if that sight is not blocked."""

    @property
    def is_attacker_seen(self) -> bool:
        """True if the target's sight of the attacker is not blocked."""

    @property
    def levels(self) -> tuple[bool, bool]:
        """True for the attacker, and for the target, if it stands on an elevated tile."""

    @property
    def engaging(self) -> Sequence[Character]:
        """The enemies that are adjacent to the attacker."""


class Refusal(NamedTuple):
    """A reason why an attack is not allowed: the id and arguments of its message, and the sites that it cites."""

    message: str
    args: Mapping[str, str | int]
    sites: Sequence[Site] = ()
