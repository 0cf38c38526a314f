"""The free table: its size, features and pieces, all measured in inches."""

from __future__ import annotations

from msgspec import Struct, structs

from sightline.board.surface import Surface
from sightline.plane import Polygon

MAX_TABLE_SIZE = 1000
"""The greatest width and height of a table, in inches."""


class Feature(Struct, frozen=True):
    """A piece of terrain with an outline.

    It has a name, a terrain type `kind`, and the terrain `means` that the rules define for it.
    """

    name: str
    kind: str
    outline: Polygon
    means: Struct


class Table(Surface, frozen=True, dict=True):
    """A table of `width` x `height` inches, its origin top left, with features and pieces. An immutable value."""

    width: float
    height: float
    features: tuple[Feature, ...] = ()

    def without_feature(self, name: str) -> Table:
        """Return this table without a feature. Raise KeyError if there is none of that name."""
        left = tuple(feature for feature in self.features if feature.name != name)
        if len(left) == len(self.features):
            raise KeyError(name)
        return structs.replace(self, features=left)
