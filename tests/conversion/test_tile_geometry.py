"""Where Tiled draws cells, against its own formulas for a few, and lines along edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.conversion.tile_geometry import Edges, FarOutside, MapPoint, NotOnEdges, TileGeometry
from sightline.lattice import HEX_LAYOUTS, parse_grid

LAYOUTS = [*HEX_LAYOUTS, "square"]
SIZES = {"flat": (74, 64, 37), "pointy": (64, 74, 37), "square": (64, 64, 0)}
SIZE = 6


def geometry_of(layout: str) -> TileGeometry:
    return TileGeometry(parse_grid(layout), *SIZES[layout.split()[0]])


@pytest.mark.parametrize(
    ("layout", "column", "row", "centre"),
    [
        ("square", 2, 1, (160, 96)),
        ("flat odd-q", 0, 0, (37, 32)),
        ("flat odd-q", 1, 0, (92.5, 64)),
        ("flat even-q", 1, 1, (92.5, 96)),
        ("flat even-q", 0, 0, (37, 64)),
        ("pointy odd-r", 0, 1, (64, 92.5)),
        ("pointy even-r", 1, 0, (128, 37)),
    ],
)
def test_centres_are_those_of_tiled(layout: str, column: int, row: int, centre: tuple[float, float]) -> None:
    geometry = geometry_of(layout)
    assert geometry.centre(parse_grid(layout).cell_at(column, row)) == centre


@given(layout=st.sampled_from(LAYOUTS), column=st.integers(0, SIZE), row=st.integers(0, SIZE), edge=st.integers(0, 5))
def test_neighbours_share_an_edge_and_a_line_along_it_is_their_border(
    layout: str, column: int, row: int, edge: int
) -> None:
    grid, geometry = parse_grid(layout), geometry_of(layout)
    cell = grid.cell_at(column, row)
    other = grid.neighbour(cell, edge % len(grid.edges))
    start, end = geometry.edge(cell, other)
    assert list(geometry.borders_along(start, end, 0.5)) == [tuple(sorted((cell, other)))]
    assert list(geometry.borders_along(end, start, 0.5)) == [tuple(sorted((cell, other)))]


@given(
    layout=st.sampled_from(LAYOUTS),
    column=st.integers(0, SIZE),
    row=st.integers(0, SIZE),
    corner=st.integers(0, 5),
    part=st.floats(0, 0.9),
)
def test_places_within_a_cell_are_in_it(layout: str, column: int, row: int, corner: int, part: float) -> None:
    grid, geometry = parse_grid(layout), geometry_of(layout)
    cell = grid.cell_at(column, row)
    middle, end = geometry.centre(cell), geometry.corners(cell)[corner % len(grid.corners)]
    spot = MapPoint(middle.x + part * (end.x - middle.x), middle.y + part * (end.y - middle.y))
    assert geometry.cell_at(spot) == cell


def test_a_long_line_is_the_borders_along_it_and_what_is_off_the_map_is_counted() -> None:
    edges = Edges(TileGeometry(parse_grid("square"), 1, 1), 3, 2, 0.1)
    assert list(edges.labels(MapPoint(0, 1), MapPoint(3.05, 1))) == ["A1/A2", "B1/B2", "C1/C2"]
    assert edges.outside == 0
    assert list(edges.labels(MapPoint(1, 0), MapPoint(1, 3))) == ["A1/B1", "A2/B2"]
    assert list(edges.labels(MapPoint(0, 0), MapPoint(3, 0))) == []
    assert edges.outside == 4


@pytest.mark.parametrize("end", [(2, 2), (2, 1.2), (0.5, 1)])
def test_other_lines_are_refused(end: tuple[float, float]) -> None:
    edges = Edges(TileGeometry(parse_grid("square"), 1, 1), 3, 3, 0.1)
    with pytest.raises(NotOnEdges):
        list(edges.labels(MapPoint(1, 1), MapPoint(*end)))


@pytest.mark.parametrize("end", [(1004, 1), (1e300, 1), (float("nan"), 1)])
def test_lines_far_off_the_map_are_refused(end: tuple[float, float]) -> None:
    edges = Edges(TileGeometry(parse_grid("square"), 1, 1), 3, 3, 0.1)
    with pytest.raises(FarOutside):
        list(edges.labels(MapPoint(1, 1), MapPoint(*end)))
    assert len(list(edges.labels(MapPoint(0, 1), MapPoint(1003, 1)))) == 3
