"""Free measurement: shapes on a table in inches, how far they are apart, and what lies between them. Knows no rules."""

from sightline.plane.between import is_met_between, is_met_near
from sightline.plane.distance import distance, is_within
from sightline.plane.shapes import SAME, Disc, Edge, Polygon, Shape, Spot, rectangle
from sightline.plane.sight import Corridor, widest_corridor

__all__ = [
    "SAME",
    "Corridor",
    "Disc",
    "Edge",
    "Polygon",
    "Shape",
    "Spot",
    "distance",
    "is_met_between",
    "is_met_near",
    "is_within",
    "rectangle",
    "widest_corridor",
]
