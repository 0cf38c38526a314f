"""Sight on free tables: shapely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import combinations

from sightline.plane import Polygon, Spot


def shapely_sees_all(walls: Sequence[Polygon], places: Sequence[Spot]) -> Callable[[], int] | None:
    """Count the pairs of places that shapely finds no wall between, by one prepared geometry of all walls."""
    if find_spec("shapely") is None:
        return None
    import shapely

    built = shapely.union_all([shapely.Polygon(wall.corners) for wall in walls])
    shapely.prepare(built)
    lines = shapely.linestrings(list(combinations(places, 2)))

    def sees_all() -> int:
        return len(lines) - int(shapely.intersects(built, lines).sum())

    return sees_all
