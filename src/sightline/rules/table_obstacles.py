"""What cuts lines on a free table, for all pieces at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sightline.plane import Shape


@dataclass(frozen=True)
class TableObstacles:
    """The obstacles of a system in which pieces see each other where a corridor between them is open.

    `ignored` tells by the name of a piece which of the shapes, by their numbers, cut no lines to or from it. Pieces
    that are `exempt` may see others where no corridor is open; whether they do is asked one by one.
    """

    shapes: tuple[Shape, ...]
    ignored: Mapping[str, frozenset[int]]
    exempt: frozenset[str] = frozenset()
