"""Free measurement: shapes on a table in inches, how far they are apart, and what lies between them. Knows no rules."""

from typing import TYPE_CHECKING

from sightline._lazy import lazy_getattr
from sightline.plane.convex_parts import nearest_spots
from sightline.plane.distance import distance, is_within
from sightline.plane.overlap import find_crossing, inner_spot, overlap
from sightline.plane.shapes import SAME, Disc, Edge, Polygon, Shape, Spot, rectangle

if TYPE_CHECKING:
    from sightline.plane.between import is_met_between, is_met_near
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
    "is_met_between",
    "is_met_near",
    "is_within",
    "nearest_spots",
    "overlap",
    "rectangle",
    "widest_corridor",
]

if not TYPE_CHECKING:
    _BETWEEN, _SIGHT = "sightline.plane.between", "sightline.plane.corridor"
    _PLACES = {"is_met_between": _BETWEEN, "is_met_near": _BETWEEN, "Corridor": _SIGHT, "widest_corridor": _SIGHT}
    __getattr__ = lazy_getattr(__name__, _PLACES)
