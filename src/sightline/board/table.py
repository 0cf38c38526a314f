"""A free table: how large it is, what features lie on it, and which pieces stand there, all measured in inches."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import Struct

from sightline.board.surface import Surface
from sightline.plane import Polygon

LARGEST_TABLE = 1000
"""How many inches a side of a table may have."""


@dataclass(frozen=True)
class Feature:
    """A piece of terrain with an outline. `name` is its own; `kind` a word; `means` what the rules know of it."""

    name: str
    kind: str
    outline: Polygon
    means: Struct


@dataclass(frozen=True)
class Table(Surface):
    """A table of so many inches, its origin top left, with features and pieces. An immutable value."""

    width: float
    height: float
    features: tuple[Feature, ...] = ()

    def without_feature(self, name: str) -> Table:
        """Give this table without that feature; raises KeyError if there is none."""
        left = tuple(feature for feature in self.features if feature.name != name)
        if len(left) == len(self.features):
            raise KeyError(name)
        return replace(self, features=left)
