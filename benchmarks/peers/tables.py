"""Sight on free tables: shapely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import combinations

from sightline.plane import Polygon, Spot


def shapely_sees_all(walls: Sequence[Polygon], places: Sequence[Spot]) -> Callable[[], int] | None:
    """Count the pairs of places that shapely finds no wall between, by one prepared geometry of the outlines of all.

    Places are rounded to thousandths of an inch, and so are the corners of walls.
    """
    if find_spec("shapely") is None:
        return None
    import shapely

    def whole(spots: Sequence[Spot]) -> list[tuple[int, int]]:
        return [(round(x * 1000), round(y * 1000)) for x, y in spots]

    # No place lies within a wall, so their outlines will do, in which shapely is faster than in their union.
    built = shapely.multilinestrings([shapely.LinearRing(whole(wall.corners)) for wall in walls])
    shapely.prepare(built)
    lines = shapely.linestrings(list(combinations(whole(places), 2)))

    def sees_all() -> int:
        return len(lines) - int(shapely.intersects(built, lines).sum())

    return sees_all
