"""The places of the cells of a grid on maps of other programs, where a cell has a width and a height in their units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import dist
from typing import NamedTuple

from sightline.board import format_label
from sightline.i18n import N_
from sightline.lattice import Cell, Grid, Point

MAX_CELLS = 1000
"""The maximum number of columns and of rows of a map; lines may be off it by as many."""
FAR_OUTSIDE = N_("the object lies far outside the map")


class MapPoint(NamedTuple):
    """A place on a map of another program, in its units; y grows downwards."""

    x: float
    y: float


class NotOnEdges(ValueError):
    """Raised for a line that does not run along edges of cells."""


class FarOutside(ValueError):
    """Raised for a line that is too far off the map to be followed."""


class TileGeometry:
    """The places of cells and corners, as Tiled defines them for tiles of `width` and `height`.

    `side` is the length of the sides of hexes that are parallel to an axis; squares have none. Hexes need not be
    regular. On maps of squares, tiles of 1 x 1 are the squares of virtual tabletops.
    """

    def __init__(self, grid: Grid, width: float, height: float, side: float = 0.0) -> None:
        self.grid, self._width, self._height = grid, width, height
        self._is_flat = grid.layout.startswith("flat")
        self._is_hex = grid.kind == "hex"
        inner, outer = (width - side) / 2, (width + side) / 2
        if self._is_hex and not self._is_flat:
            inner, outer = (height - side) / 2, (height + side) / 2
        self._column = outer if self._is_flat else width
        self._row = outer if self._is_hex and not self._is_flat else height
        middle = MapPoint(width / 2, height / 2)
        if self._is_flat:
            places = {"W": (0, middle.y), "E": (width, middle.y), "NW": (inner, 0), "NE": (outer, 0)}
            places |= {"SW": (inner, height), "SE": (outer, height)}
        elif self._is_hex:
            places = {"N": (middle.x, 0), "S": (middle.x, height), "NW": (0, inner), "NE": (width, inner)}
            places |= {"SW": (0, outer), "SE": (width, outer)}
        else:
            places = {"NW": (0, 0), "NE": (width, 0), "SW": (0, height), "SE": (width, height)}
        self._corners = [MapPoint(*places[name]) for name in grid.corners]

    def corners(self, cell: Cell) -> list[MapPoint]:
        """Return the corners of a cell, in the order of those of the grid."""
        left, top = self._origin(cell)
        return [MapPoint(left + x, top + y) for x, y in self._corners]

    def centre(self, cell: Cell) -> MapPoint:
        """Return the centre of a cell."""
        left, top = self._origin(cell)
        return MapPoint(left + self._width / 2, top + self._height / 2)

    def is_near(self, spot: MapPoint, columns: int, rows: int) -> bool:
        """Return whether a place is on a map of a size, or off it by at most `MAX_CELLS`."""
        column, row = spot.x / self._width, spot.y / self._height
        return -MAX_CELLS <= column <= columns + MAX_CELLS and -MAX_CELLS <= row <= rows + MAX_CELLS

    def cell_at(self, spot: MapPoint) -> Cell:
        """Return the cell at a place, on the map or off it: the one with the nearest centre."""
        column, row = int(spot.x // self._column), int(spot.y // self._row)
        near = (self.grid.cell_at(column + x, row + y) for x, y in product((-1, 0, 1), repeat=2))
        return min(near, key=lambda cell: self._distance(spot, self.centre(cell)))

    def borders_along(self, start: MapPoint, end: MapPoint, tolerance: float) -> Iterator[tuple[Cell, Cell]]:
        """Yield the two cells, on the map or off it, of each edge along a line from corner to corner.

        Corners may be off the line by up to `tolerance`. Raise `NotOnEdges` if the line does not run along edges.
        """
        corner, last = self._corner_near(start, tolerance), self._corner_near(end, tolerance)
        while corner != last:
            left = dist(self._place(corner), self._place(last))
            ahead = {
                other: further
                for other in self._corners_beside(corner)
                if (further := dist(self._place(other), self._place(last))) < left
                and _distance_to_line(self._place(other), start, end) <= tolerance
            }
            if not ahead:
                raise NotOnEdges
            nearest = min(ahead, key=ahead.__getitem__)
            one, other = sorted(set(self.grid.cells_at(corner)).intersection(self.grid.cells_at(nearest)))
            yield one, other
            corner = nearest

    def edge(self, one: Cell, other: Cell) -> tuple[MapPoint, MapPoint]:
        """Return the ends of the edge between two neighbouring cells."""
        found = [
            spot
            for spot in self.corners(one)
            if any(dist(spot, each) < self._width / 100 for each in self.corners(other))
        ]
        start, end = found
        return start, end

    def _origin(self, cell: Cell) -> MapPoint:
        """Return the upper left corner of the box round a cell."""
        column, row = self.grid.column_row(cell)
        x, y = column * self._column, row * self._row
        if self._is_hex and self._is_flat and self._is_shifted(column):
            y += self._height / 2
        elif self._is_hex and not self._is_flat and self._is_shifted(row):
            x += self._width / 2
        return MapPoint(x, y)

    def _is_shifted(self, line: int) -> bool:
        """Return whether the cells of a column or row of hexes are shifted by half a hex."""
        return (line % 2 == 1) == ("odd" in self.grid.layout)

    def _distance(self, one: MapPoint, other: MapPoint) -> float:
        """Return the distance of two places in a plane in which the cells are regular."""
        x, y = (one.x - other.x) / self._width, (one.y - other.y) / self._height
        if not self._is_hex:
            return max(abs(x), abs(y))
        return 4 * x * x + 3 * y * y if self._is_flat else 3 * x * x + 4 * y * y

    def _place(self, corner: Point) -> MapPoint:
        cell, name = next(self.grid.corner_names(corner))
        return self.corners(cell)[self.grid.corners.index(name)]

    def _corner_near(self, spot: MapPoint, tolerance: float) -> Point:
        cell = self.cell_at(spot)
        index, place = min(enumerate(self.corners(cell)), key=lambda each: dist(each[1], spot))
        if dist(place, spot) > tolerance:
            raise NotOnEdges
        return self.grid.corner(cell, index)

    def _corners_beside(self, corner: Point) -> Iterator[Point]:
        """Yield the corners that an edge joins with one."""
        for cell, name in self.grid.corner_names(corner):
            index = self.grid.corners.index(name)
            yield self.grid.corner(cell, (index + 1) % len(self.grid.corners))


class Edges:
    """The borders of a map along lines of another program.

    Edges on the rim of the map and beyond it are no borders, and only counted.
    """

    def __init__(self, geometry: TileGeometry, columns: int, rows: int, tolerance: float) -> None:
        self._geometry, self._columns, self._rows, self._tolerance = geometry, columns, rows, tolerance
        self._outside: set[tuple[Cell, Cell]] = set()

    @property
    def outside(self) -> int:
        """The number of edges on the rim of the map and beyond it."""
        return len(self._outside)

    def labels(self, start: MapPoint, end: MapPoint) -> Iterator[str]:
        """Yield the labels of the borders along a line. Raise `NotOnEdges` or `FarOutside`."""
        grid = self._geometry.grid
        if not all(self._geometry.is_near(spot, self._columns, self._rows) for spot in (start, end)):
            raise FarOutside
        for edge in self._geometry.borders_along(start, end, self._tolerance):
            places = [grid.column_row(cell) for cell in edge]
            if all(0 <= column < self._columns and 0 <= row < self._rows for column, row in places):
                yield "/".join(label(grid, cell) for cell in edge)
            else:
                self._outside.add(edge)


def inches(*lengths: float) -> list[str]:
    """Return lengths in inches as they are written, in thousandths at most."""
    return [f"{round(length, 3) + 0.0:.3f}".rstrip("0").rstrip(".") for length in lengths]  # + 0.0 makes -0.0 0.0


def label(grid: Grid, cell: Cell) -> str:
    """Return the label of a cell of the map."""
    return format_label(*grid.column_row(cell))


def _distance_to_line(spot: MapPoint, start: MapPoint, end: MapPoint) -> float:
    """Return the distance of a place to the line through two others."""
    x, y = end.x - start.x, end.y - start.y
    return abs(x * (spot.y - start.y) - y * (spot.x - start.x)) / dist(start, end)
