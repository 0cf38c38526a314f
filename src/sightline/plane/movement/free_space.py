"""Where the centre of a base can be: on the way, on which ground, and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from sightline.plane.distance import distance
from sightline.plane.movement.offset import grown, grown_by
from sightline.plane.movement.query import ZONE, Move
from sightline.plane.shapes import SAME, Disc, Shape, Spot, spots

CLEAR = 3 * SAME
"""Who is not to be within a distance keeps so much farther away, and rounding it to six places changes nothing."""
HUGGING = 2e-7
"""The start lies so far outside of what it touches, which makes it a place in the open."""
SLIVER = 1e-9
"""Areas of so many square inches are none: what rounding leaves between borders that meet."""
ONE_CORNER = 1e-7
"""Corners that overlaying left so near to each other, in inches, are one."""


@dataclass(frozen=True)
class Ground:
    """The places of a base's centre: polygons."""

    parts: tuple[tuple[Any, float], ...]
    """All it may be at on the way, as far as the budget goes: where an inch costs the same, with what it costs."""
    border: Any
    """Lines between these parts."""
    ends: Any
    """Where it may end."""


def survey(move: Move, *wishes: Spot) -> Ground:
    """Give the ground of a move; arcs are exact in the directions of the start and of the wishes."""
    towards = (move.start, *wishes)
    hindered = [_kept_away(move, shape, move.radius, towards) for shape in move.impassable]
    zones = [_kept_away(move, shape, move.radius + ZONE + CLEAR, towards) for shape in move.stops]
    free = _areas(_table(move) - shapely.union_all([*hindered, *zones]))
    free = shapely.union_all([part for part in shapely.get_parts(free) if shapely.dwithin(part, _point(move), SAME)])
    slow = shapely.union_all([grown(shape, move.radius, towards) for shape in move.difficult])
    parts = ((_areas(free - slow), 1.0), (_areas(free & slow), 2.0))
    border = shapely.intersection(slow.boundary, free)
    return Ground(tuple(part for part in parts if part[0]), border, _ends(move, towards))


def _ends(move: Move, towards: Sequence[Spot]) -> Any:
    """Give where the base, as what it is, may end as far as others are concerned."""
    near = [(shape, 0.0) for shape in (*move.impassable, *move.friends)]
    near += [(shape, ZONE + CLEAR) for shape in move.shunned]
    taken = [grown_by(shape, move.base, move.start, margin, towards) for shape, margin in near]
    (left, top), (right, bottom) = _extent(move)
    table = shapely.box(-left, -top, move.width - right, move.height - bottom)
    return table - shapely.union_all(taken)


def _extent(move: Move) -> tuple[Spot, Spot]:
    """Give how far the base reaches from its centre: to the left and up, negative, and to the right and down."""
    if isinstance(move.base, Disc):
        return Spot(-move.radius, -move.radius), Spot(move.radius, move.radius)
    offsets = np.array(list(spots(move.base))) - np.array(move.start)
    return Spot(*offsets.min(axis=0)), Spot(*offsets.max(axis=0))


def _kept_away(move: Move, shape: Shape, margin: float, towards: Sequence[Spot]) -> Any:
    """Give where the centre may not be: nearer to a shape than a margin, or than it is at the start."""
    at_start = distance(Disc(move.start, 0.0), shape) - HUGGING
    return grown(shape, max(0.0, min(margin, at_start)), towards)


def _table(move: Move) -> Any:
    """Give the table as far as the budget goes, without the rim that the disc does not fit on."""
    (x, y), far = move.start, move.budget + SAME
    left, top = min(move.radius, x), min(move.radius, y)
    right, bottom = move.width - min(move.radius, move.width - x), move.height - min(move.radius, move.height - y)
    return shapely.box(max(left, x - far), max(top, y - far), min(right, x + far), min(bottom, y + far))


def _areas(geometry: Any) -> Any:
    """Give the areas of what overlaying left, without lines, places, slivers and corners that are one."""
    areas = [part for part in shapely.get_parts(geometry) if shapely.area(part) > SLIVER]
    return shapely.remove_repeated_points(shapely.union_all(areas), ONE_CORNER)


def _point(move: Move) -> Any:
    return shapely.Point(move.start)
