"""Free space of a base: where its centre may be on the way, on which ground, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from sightline.plane.distance import distance
from sightline.plane.movement.offset import configuration_obstacle, offset_shape
from sightline.plane.movement.query import ZONE, MoveQuery
from sightline.plane.shapes import SAME, Disc, Shape, Spot, spots

ZONE_MARGIN = 3 * SAME
"""Extra distance in inches kept from zones, so that rounding to six decimals does not put a piece inside."""
START_MARGIN = 2e-7
"""Distance in inches by which the start lies outside of what it touches, so that it is part of the free space."""
MIN_AREA = 1e-9
"""Areas in square inches below this are removed: rounding leaves such slivers between touching borders."""
CORNER_TOLERANCE = 1e-7
"""Distance in inches below which corners that an overlay produced are merged."""


@dataclass(frozen=True)
class FreeSpace:
    """The free space of a base's centre, as polygons."""

    parts: tuple[tuple[Any, float], ...]
    """Where it may be on the way, within the budget: (area, cost of an inch there)."""
    border: Any
    """The lines between these parts."""
    ends: Any
    """Where it may end."""


def build_free_space(move: MoveQuery, *wishes: Spot) -> FreeSpace:
    """Return the free space of a move; arcs are exact in the directions of the start and of the wishes."""
    towards = (move.start, *wishes)
    hindered = [_kept_away(move, shape, move.radius, towards) for shape in move.impassable]
    zones = [_kept_away(move, shape, move.radius + ZONE + ZONE_MARGIN, towards) for shape in move.stops]
    free = _areas(_table(move) - shapely.union_all([*hindered, *zones]))
    free = shapely.union_all([part for part in shapely.get_parts(free) if shapely.dwithin(part, _point(move), SAME)])
    slow = shapely.union_all([offset_shape(shape, move.radius, towards) for shape in move.difficult])
    parts = ((_areas(free - slow), 1.0), (_areas(free & slow), 2.0))
    border = shapely.intersection(slow.boundary, free)
    return FreeSpace(tuple(part for part in parts if part[0]), border, _ends(move, towards))


def _ends(move: MoveQuery, towards: Sequence[Spot]) -> Any:
    """Return where the base, with its true shape, may end as far as other pieces are concerned."""
    near = [(shape, 0.0) for shape in (*move.impassable, *move.friends)]
    near += [(shape, ZONE + ZONE_MARGIN) for shape in move.shunned]
    taken = [configuration_obstacle(shape, move.base, move.start, margin, towards) for shape, margin in near]
    (left, top), (right, bottom) = _extent(move)
    table = shapely.box(-left, -top, move.width - right, move.height - bottom)
    return table - shapely.union_all(taken)


def _extent(move: MoveQuery) -> tuple[Spot, Spot]:
    """Return the bounding box of the base relative to its centre."""
    if isinstance(move.base, Disc):
        return Spot(-move.radius, -move.radius), Spot(move.radius, move.radius)
    offsets = np.array(list(spots(move.base))) - np.array(move.start)
    return Spot(*offsets.min(axis=0)), Spot(*offsets.max(axis=0))


def _kept_away(move: MoveQuery, shape: Shape, margin: float, towards: Sequence[Spot]) -> Any:
    """Return where the centre may not be: nearer to a shape than a margin, or than at the start if that is less."""
    at_start = distance(Disc(move.start, 0.0), shape) - START_MARGIN
    return offset_shape(shape, max(0.0, min(margin, at_start)), towards)


def _table(move: MoveQuery) -> Any:
    """Return the table within the budget, without the rim on which the disc does not fit."""
    (x, y), far = move.start, move.budget + SAME
    left, top = min(move.radius, x), min(move.radius, y)
    right, bottom = move.width - min(move.radius, move.width - x), move.height - min(move.radius, move.height - y)
    return shapely.box(max(left, x - far), max(top, y - far), min(right, x + far), min(bottom, y + far))


def _areas(geometry: Any) -> Any:
    """Return the polygons of an overlay, without lines, points, slivers and duplicate corners."""
    areas = [part for part in shapely.get_parts(geometry) if shapely.area(part) > MIN_AREA]
    return shapely.remove_repeated_points(shapely.union_all(areas), CORNER_TOLERANCE)


def _point(move: MoveQuery) -> Any:
    return shapely.Point(move.start)
