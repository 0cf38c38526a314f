"""Plane geometry in inches: shapes on a free table, distances, overlaps, and corridors among obstacles. No rules."""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_names
from sightline.plane.convex_parts import nearest_spots
from sightline.plane.distance import distance, is_within
from sightline.plane.overlap import find_crossing, inner_spot, overlap
from sightline.plane.shapes import SAME, Disc, Edge, Polygon, Shape, Spot, rectangle

if TYPE_CHECKING:
    from sightline.plane.between import is_crossed_between, is_crossed_near
    from sightline.plane.corridor import Corridor, widest_corridor

__all__ = [
    "SAME",
    "Corridor",
    "Disc",
    "Edge",
    "Polygon",
    "Shape",
    "Spot",
    "distance",
    "find_crossing",
    "inner_spot",
    "is_crossed_between",
    "is_crossed_near",
    "is_within",
    "nearest_spots",
    "overlap",
    "rectangle",
    "widest_corridor",
]

if not TYPE_CHECKING:
    _BETWEEN, _CORRIDOR = "sightline.plane.between", "sightline.plane.corridor"
    _MODULES = {
        "is_crossed_between": _BETWEEN,
        "is_crossed_near": _BETWEEN,
        "Corridor": _CORRIDOR,
        "widest_corridor": _CORRIDOR,
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)
