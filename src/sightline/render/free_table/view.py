"""Where things lie in a picture of a free table, in pixels: the one place where inches become pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sightline.plane import Disc, Polygon, Shape, Spot
from sightline.render.canvas import Paper, Pixel, number, pair
from sightline.render.free_table.scene import TableScene
from sightline.render.svg_tags import polygon

BELOW = 16.0
"""How much room the bar below the table takes."""


@dataclass(frozen=True)
class TableView(Paper):
    """A scene of a table on paper: `inch` pixels to the inch, the table's corner at (left, top)."""

    scene: TableScene
    inch: float = 20.0

    @property
    def width(self) -> float:
        return self.scene.table.width * self.inch

    @property
    def height(self) -> float:
        return self.scene.table.height * self.inch

    @property
    def bottom(self) -> float:
        return super().bottom + BELOW

    @cached_property
    def text_size(self) -> float:
        """How large names on the table are written."""
        return 0.56 * self.unit

    def pixel(self, spot: Spot) -> Pixel:
        """Give where a place of the table lies in the picture."""
        return Pixel(self.left + spot.x * self.inch, self.top + spot.y * self.inch)

    def path(self, shape: Shape) -> str:
        """Give the outline of a shape."""
        if isinstance(shape, Polygon):
            return polygon(*map(self.pixel, shape.corners))
        r, d = number(shape.radius * self.inch), number(2 * shape.radius * self.inch)
        return f"M{pair(self.pixel(shape.centre.plus(-shape.radius, 0)))}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


def middle(shape: Shape) -> Spot:
    """Give the middle of what goes round a shape."""
    (left, top), (right, bottom) = shape.box
    return Spot((left + right) / 2, (top + bottom) / 2)


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Give a shape that far to the right and further down."""
    if isinstance(shape, Disc):
        return Disc(shape.centre.plus(x, y), shape.radius)
    return Polygon(tuple(corner.plus(x, y) for corner in shape.corners))


def reach_of(shape: Shape) -> float:
    """Give how far a shape reaches at most from the middle of what goes round it."""
    if isinstance(shape, Disc):
        return shape.radius
    (left, top), (right, bottom) = shape.box
    return max(right - left, bottom - top) / 2
