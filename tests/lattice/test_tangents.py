"""The outermost corners of a group of cells, against the angles under which all of its corners are seen."""

from __future__ import annotations

from math import atan2, dist, isclose, pi, sqrt
from random import Random

import pytest

from sightline.lattice import HEX_LAYOUTS, Cell, Grid, Point, parse_grid, tangent_corners

FLAT = parse_grid("flat odd-q")


def pixel(point: Point) -> tuple[float, float]:
    """Return where a lattice point of flat hexes lies on a picture."""
    return point.x / 2, point.y * sqrt(3) / 2


def test_from_far_away() -> None:
    seen_from = FLAT.centre(Cell(0, 0))
    assert tangent_corners(FLAT, [Cell(4, -2)], seen_from) == (Point(11, -1), Point(11, 1))


def test_a_neighbour_is_seen_between_the_ends_of_the_side_to_it() -> None:
    # The far corners lie on the same two rays as the near ones.
    north = Cell(0, -1)
    assert tangent_corners(FLAT, [north], FLAT.centre(Cell(0, 0))) == (Point(-1, -1), Point(1, -1))


def test_two_neighbours_are_seen_as_one() -> None:
    pair = [Cell(0, -1), Cell(1, -1)]
    assert tangent_corners(FLAT, pair, FLAT.centre(Cell(0, 0))) == (Point(-1, -1), Point(2, 0))
    in_a_row = [Cell(0, -1), Cell(0, -2)]
    assert tangent_corners(FLAT, in_a_row, FLAT.centre(Cell(0, 0))) == (Point(-1, -1), Point(1, -1))


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_the_layout_does_not_matter(layout: str) -> None:
    grid, cells = parse_grid(layout), [Cell(3, 1), Cell(4, 1)]
    assert tangent_corners(grid, cells, Point(0, 0)) == tangent_corners(FLAT, cells, Point(0, 0))


def test_squares_too() -> None:
    squares = parse_grid("square")
    assert tangent_corners(squares, [Cell(1, 1)], Point(1, 1)) == (Point(4, 2), Point(2, 4))


def test_all_corners_lie_between_them_and_none_is_nearer() -> None:
    rng = Random("outermost")
    for _ in range(500):
        first = Cell(rng.randint(-4, 4), rng.randint(-4, 4))
        cells = [first, FLAT.neighbour(first, rng.randrange(6))][: rng.choice((1, 2))]
        if Cell(0, 0) not in cells:
            check_by_angles(FLAT, cells)


def check_by_angles(grid: Grid, cells: list[Cell]) -> None:
    """Compare with the least and the greatest angle, measured from the middle of the group."""
    corners = {grid.corner(cell, index) for cell in cells for index in range(6)}
    places = [pixel(grid.centre(cell)) for cell in cells]
    middle = atan2(sum(y for _, y in places), sum(x for x, _ in places))
    angles = {corner: (atan2(*reversed(pixel(corner))) - middle + 3 * pi) % (2 * pi) for corner in corners}
    for found, outer in zip(tangent_corners(grid, cells, Point(0, 0)), (min, max), strict=True):
        on_ray = [corner for corner in corners if isclose(angles[corner], outer(angles.values()), abs_tol=1e-9)]
        assert found == min(on_ray, key=lambda corner: dist((0, 0), pixel(corner)))
