"""Free measurement: shapes on a table in inches, how far they are apart, and what lies between them. Knows no rules."""

from sightline.plane.distance import distance, is_within
from sightline.plane.shapes import SAME, Disc, Edge, Polygon, Shape, Spot, rectangle

__all__ = ["SAME", "Disc", "Edge", "Polygon", "Shape", "Spot", "distance", "is_within", "rectangle"]
