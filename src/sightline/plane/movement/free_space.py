"""Free space of a base: the areas where its centre may be during the move, by ground, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, TypeVar

import numpy as np
import shapely

from sightline.i18n import N_
from sightline.plane.distance import distance
from sightline.plane.movement.offset import configuration_obstacle, offset_shape
from sightline.plane.movement.query import ZONE, MoveQuery
from sightline.plane.shapes import SAME, Disc, Shape, Spot, spots
from sightline.too_much import MAX_MOVE_CORNERS, check_amount

AnyShape = TypeVar("AnyShape", bound=Shape)

ZONE_MARGIN = 3 * SAME
"""Extra distance in inches kept from zones, so that rounding to six decimals does not put a piece inside."""
CROSSING_SPACING = 0.1
"""The distance in inches of consecutive crossings of a border that is not very long."""
MAX_CROSSINGS = 1000
"""The maximum number of crossings; on longer borders they are farther apart, and the bound of results is larger."""
START_MARGIN = 2e-7
"""Distance in inches by which the start lies outside the shapes that it touches, so that it is in the free space."""
MIN_AREA = 1e-9
"""Areas in square inches below this are removed: rounding leaves such slivers between touching borders."""
_TOO_MANY_CORNERS = N_(
    "a move passes at most {most} corners of features and bases, and within reach of this one there are {found}"
)
CORNER_TOLERANCE = 1e-7
"""Distance in inches below which corners that an overlay produced are merged."""


@dataclass(frozen=True)
class FreeSpace:
    """The free space of a base's centre, as polygons."""

    parts: tuple[tuple[Any, float], ...]
    """The areas in which it may be during the move, within the budget: (area, cost of an inch there)."""
    border: Any
    """The lines between these parts."""
    spacing: float
    """The maximum distance in inches of consecutive points where paths cross the border."""
    ends: Any
    """The area in which it may end."""


def build_free_space(move: MoveQuery, *wishes: Spot) -> FreeSpace:
    """Return the free space of a move; arcs are exact in the directions of the start and of the wishes.

    Raise `TooMuch` if the shapes within reach have too many corners.
    """
    towards, move = (move.start, *wishes), _within_reach(move)
    shapes = (*move.impassable, *move.friends, *move.stops, *move.shunned, *move.difficult)
    check_amount(sum(map(_corner_count, shapes)), MAX_MOVE_CORNERS, "map.features", _TOO_MANY_CORNERS)
    hindered = [_kept_away(move, shape, move.radius, towards) for shape in move.impassable]
    zones = [_kept_away(move, shape, move.radius + ZONE + ZONE_MARGIN, towards) for shape in move.stops]
    free = _areas(_table(move) - shapely.union_all([*hindered, *zones]))
    free = shapely.union_all([part for part in shapely.get_parts(free) if shapely.dwithin(part, _point(move), SAME)])
    slow = shapely.union_all([offset_shape(shape, move.radius, towards) for shape in move.difficult])
    parts = ((_areas(free - slow), 1.0), (_areas(free & slow), 2.0))
    border = shapely.intersection(slow.boundary, free)
    spacing = max(CROSSING_SPACING, shapely.length(border) / MAX_CROSSINGS)
    return FreeSpace(tuple(part for part in parts if part[0]), border, spacing, _ends(move, towards))


def _within_reach(move: MoveQuery) -> MoveQuery:
    """Return the move without the shapes that lie farther away than it leads."""
    margin = move.budget + 2 * move.radius + ZONE + 1.0

    def near(shapes: tuple[AnyShape, ...]) -> tuple[AnyShape, ...]:
        return tuple(shape for shape in shapes if _box_distance(move.start, shape) < margin)

    return replace(
        move,
        impassable=near(move.impassable),
        friends=near(move.friends),
        stops=near(move.stops),
        shunned=near(move.shunned),
        difficult=near(move.difficult),
    )


def _corner_count(shape: Shape) -> int:
    return 1 if isinstance(shape, Disc) else len(shape.corners)


def _box_distance(spot: Spot, shape: Shape) -> float:
    """Return the distance of a spot from the bounding box of a shape."""
    (left, top), (right, bottom) = shape.box
    return hypot(max(left - spot.x, 0.0, spot.x - right), max(top - spot.y, 0.0, spot.y - bottom))


def _ends(move: MoveQuery, towards: Sequence[Spot]) -> Any:
    """Return the area where the base, with its true shape, may end with respect to other pieces."""
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
    """Return the forbidden area of the centre: nearer to a shape than a margin, or than the start if that is less."""
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
