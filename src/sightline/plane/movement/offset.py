"""Polygon offsetting: Minkowski sums of shapes with discs, circumscribed and at most ARC_TOLERANCE too large."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from math import acos, atan2, ceil, cos, pi, sin
from typing import Any

import shapely

from sightline.plane.shapes import Disc, Shape, Spot

ARC_TOLERANCE = 0.002
"""The greatest distance in inches of a polygon from the arc that it circumscribes."""


def offset_shape(shape: Shape, margin: float, towards: Sequence[Spot]) -> Any:
    """Return an area that contains all spots less than `margin` inches away from a shape.

    Straight edges are exact. An arc is exact in the direction from its centre to any of the spots `towards`, so a spot
    that touches the true offset touches the area and does not lie in it.
    """
    if isinstance(shape, Disc):
        return _capsule(shape.centre, shape.centre, shape.radius + margin, towards)
    return _offset_area(shapely.Polygon(shape.corners), margin, towards)


def configuration_obstacle(shape: Shape, base: Shape, start: Spot, margin: float, towards: Sequence[Spot]) -> Any:
    """Return an area that contains all positions at which a base is less than `margin` inches away from a shape.

    `start` is the centre of the base as stated; the base keeps its facing.
    """
    if isinstance(base, Disc):
        return offset_shape(shape, base.radius + margin, towards)
    ways = [Spot(start.x - corner.x, start.y - corner.y) for corner in base.corners]
    if isinstance(shape, Disc):
        area = shapely.Polygon([shape.centre.plus(*way) for way in ways])
        return _offset_area(area, shape.radius + margin, towards)
    sides = (_hull(spot.plus(*way) for spot in edge for way in ways) for edge in shape.edges)
    inside = shapely.Polygon([corner.plus(*ways[0]) for corner in shape.corners])
    return _offset_area(shapely.union_all([inside, *sides]), margin, towards)


def _offset_area(area: Any, margin: float, towards: Sequence[Spot]) -> Any:
    if margin <= 0:
        return area
    rings = chain.from_iterable((part.exterior, *part.interiors) for part in shapely.get_parts(area))
    sides = chain.from_iterable(pairwise(Spot(*spot) for spot in ring.coords) for ring in rings)
    return shapely.union_all([area, *(_capsule(start, stop, margin, towards) for start, stop in sides)])


def _capsule(start: Spot, stop: Spot, radius: float, towards: Sequence[Spot]) -> Any:
    """Return a polygon circumscribed to all points less than `radius` away from a segment, which may have length 0."""
    ahead = atan2(stop.y - start.y, stop.x - start.x)
    return shapely.Polygon([*_half(stop, radius, ahead, towards), *_half(start, radius, ahead + pi, towards)])


def _half(centre: Spot, radius: float, ahead: float, towards: Sequence[Spot]) -> list[Spot]:
    """Return the corners of a polygon circumscribed to the half circle that bulges in a direction."""
    if not radius:
        return [centre]
    steps = ceil(pi / 2 / acos(radius / (radius + ARC_TOLERANCE)))
    turns = [pi * step / steps for step in range(steps + 1)]
    wanted = ((atan2(spot.y - centre.y, spot.x - centre.x) - ahead + pi / 2) % (2 * pi) for spot in towards)
    turns = sorted({*turns, *(turn for turn in wanted if turn < pi)})
    corners = []
    for one, other in pairwise(turns):
        angle, out = ahead - pi / 2 + (one + other) / 2, radius / cos((other - one) / 2)
        corners.append(centre.plus(out * cos(angle), out * sin(angle)))
    return corners


def _hull(spots: Iterable[Spot]) -> Any:
    return shapely.convex_hull(shapely.MultiPoint(list(spots)))
