"""The manner of a move, where it is another than any that is allowed."""

from __future__ import annotations

from msgspec import Struct


class MoveOptions(Struct, frozen=True):
    """How a piece moves: in a Move By, a Move Through the piece of that name, or so that it provokes as few as it can.

    With `fewest_attacks` ways are judged by how many they provoke before what they cost.
    """

    by: bool = False
    through: str | None = None
    fewest_attacks: bool = False

    @property
    def asked(self) -> tuple[str, ...]:
        """The fields that ask for something."""
        values = {"by": self.by, "through": self.through is not None, "fewest_attacks": self.fewest_attacks}
        return tuple(name for name, value in values.items() if value)


ANY_MOVE = MoveOptions()
"""A move of no manner in particular."""
