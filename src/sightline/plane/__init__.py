"""Free measurement: shapes on a table in inches, how far they are apart, and what lies between them. Knows no rules."""

from sightline.plane.distance import distance, is_within
from sightline.plane.outline import Outline
from sightline.plane.overlap import find_crossing, inner_spot, overlap
from sightline.plane.shapes import SAME, Disc, Edge, Polygon, Shape, Spot, rectangle

__all__ = [
    "SAME",
    "Disc",
    "Edge",
    "Outline",
    "Polygon",
    "Shape",
    "Spot",
    "distance",
    "find_crossing",
    "inner_spot",
    "is_within",
    "overlap",
    "rectangle",
]
