"""Protocols of the scenarios and positions that fields are built from."""

from __future__ import annotations

from typing import Any, Protocol

from sightline.rules import Position, Ruleset


class ScenarioLike(Protocol):
    """A rule system and a position of it."""

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system."""

    @property
    def position(self) -> Position:
        """The position: the board or table with everything on it."""
