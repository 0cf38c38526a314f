"""The interface of views: what an attacker sees of a target, independent of the method of the rule system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from fractions import Fraction

from sightline.rules.answers import Line, Sight
from sightline.rules.position import Position


class View(ABC):
    """The view of a target by an attacker: its degree, the deciding lines, and the obstacles."""

    sight: Sight
    rulings: frozenset[str]
    """The names of the rulings consulted: choices of other rulings do not affect the view."""

    @property
    def consulted(self) -> Collection[str]:
        """The names of the rulings consulted so far: fewer than `rulings` while parts of a view are not computed."""
        return self.rulings

    @abstractmethod
    def named_lines(self, position: Position) -> tuple[Line, ...]:
        """Return the deciding lines, by the labels of their ends."""

    @abstractmethod
    def position_of_label(self, position: Position, label: str) -> Fraction | float | None:
        """Return the position at which a line first meets the site with a label, comparable within a view, or None."""

    @abstractmethod
    def iter_obstacles(self, position: Position) -> Iterable[str]:
        """Yield the labels of all obstacles on the lines considered, also on those not chosen."""
