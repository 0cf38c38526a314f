"""The obstacles to sight on a free table, for all pairs of pieces at once."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from sightline.plane import Shape


class TableObstacles(Struct, frozen=True):
    """The obstacles of a system in which pieces see each other if a corridor between them is open.

    - `shapes` are the obstacles.
    - `ignored` has, by the name of a piece, the indices of the shapes that do not obstruct lines to or from it.
    - `exempt` names pieces that may see others without an open corridor; their pairs are judged one by one.
    """

    shapes: tuple[Shape, ...]
    ignored: Mapping[str, frozenset[int]]
    exempt: frozenset[str] = frozenset()
