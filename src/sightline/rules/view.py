"""The interface of the view of a target by an attacker, by whatever method a rule system finds it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from fractions import Fraction

from sightline.rules.answers import Line, Sight
from sightline.rules.position import Position


class View(ABC):
    """The view of a target by an attacker: how clearly, along which lines, and past which obstacles."""

    sight: Sight
    rulings: frozenset[str]
    """The names of the rulings consulted: other choices of any but these do not change the view."""

    @property
    def consulted(self) -> Collection[str]:
        """The names of the rulings consulted so far: fewer than `rulings` where parts of a view are found on use."""
        return self.rulings

    @abstractmethod
    def named_lines(self, position: Position) -> tuple[Line, ...]:
        """Return the lines that decided, by the labels of their ends."""

    @abstractmethod
    def place_of_label(self, position: Position, label: str) -> Fraction | float | None:
        """Return the position at which a line first meets what has that label, comparable within a view, or None."""

    @abstractmethod
    def iter_obstacles(self, position: Position) -> Iterable[str]:
        """Yield the labels of all obstacles on the lines considered, also on those not chosen."""
