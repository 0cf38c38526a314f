"""What an attacker sees of a target, however a rule system finds it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction

from sightline.rules.answers import Line, Sight
from sightline.rules.position import Position


class View(ABC):
    """What an attacker sees of a target: how clearly, along which lines, and what stands in the way."""

    sight: Sight
    rulings: frozenset[str]
    """The names of those that were asked for: under other choices of any but these it is the same."""

    @abstractmethod
    def named_lines(self, position: Position) -> tuple[Line, ...]:
        """Give the lines that decided, by the names of their ends."""

    @abstractmethod
    def place_of_label(self, position: Position, label: str) -> Fraction | float | None:
        """Give where a line first meets what has that name, to compare with others; None for nowhere."""

    @abstractmethod
    def iter_obstacles(self, position: Position) -> Iterable[str]:
        """Yield the names of all that lines looked at meet and that counts, those of lines not chosen among them."""
