"""What fields are asked about."""

from __future__ import annotations

from typing import Any, Protocol

from sightline.rules import Position, Ruleset


class Asked(Protocol):
    """A board or table with its rules, as a scenario has them."""

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system."""

    @property
    def position(self) -> Position:
        """The board or table with everything on it."""
