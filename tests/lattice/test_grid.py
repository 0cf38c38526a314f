"""What hexes and squares have in common."""

from __future__ import annotations

from itertools import product

import pytest

from sightline.lattice import HEX_LAYOUTS, Cell, Grid, HexGrid, Point, SquareGrid, parse_grid

LAYOUTS = (*HEX_LAYOUTS, "square")
GRIDS = tuple(parse_grid(layout) for layout in LAYOUTS)
SOME_CELLS = tuple(Cell(q, r) for q, r in product(range(-3, 4), repeat=2))
each_grid = pytest.mark.parametrize("grid", GRIDS, ids=LAYOUTS)


@each_grid
def test_a_grid_is_known_by_its_layout(grid: Grid) -> None:
    assert parse_grid(grid.layout) == grid
    assert hash(parse_grid(grid.layout)) == hash(grid)
    assert repr(grid) == f"parse_grid({grid.layout!r})"
    assert [other for other in GRIDS if other == grid] == [grid]
    assert grid != grid.layout


def test_other_layouts_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"'flat' is no hex layout; allowed: flat odd-q, flat even-q, pointy odd-r, pointy"
    ):
        parse_grid("flat")


@each_grid
def test_columns_and_rows_round_trip(grid: Grid) -> None:
    for column, row in product((*range(6), 998, 999), repeat=2):
        assert grid.column_row(grid.cell_at(column, row)) == (column, row)
    for cell in SOME_CELLS:
        assert grid.cell_at(*grid.column_row(cell)) == cell


@each_grid
def test_a_centre_belongs_to_its_cell_alone(grid: Grid) -> None:
    for cell in SOME_CELLS:
        assert grid.cells_at(grid.centre(cell)) == (cell,)
    assert len({grid.centre(cell) for cell in SOME_CELLS}) == len(SOME_CELLS)


@each_grid
def test_a_corner_belongs_to_the_cells_that_have_it(grid: Grid) -> None:
    for cell, index in product(SOME_CELLS, range(len(grid.corners))):
        corner = grid.corner(cell, index)
        around = grid.cells_at(corner)
        assert len(set(around)) == len(around) == (3 if grid.kind == "hex" else 4)
        near = {cell, *grid.ring(cell, 1)}
        assert set(around) == {
            each for each in near for k in range(len(grid.corners)) if grid.corner(each, k) == corner
        }
        assert set(grid.corner_names(corner)) == {
            (each, grid.corners[k])
            for each in around
            for k in range(len(grid.corners))
            if grid.corner(each, k) == corner
        }


@each_grid
def test_cells_round_a_corner_are_given_clockwise(grid: Grid) -> None:
    """Each and the next, also the last and the first, turn right on the picture, where y grows downwards."""
    for index in range(len(grid.corners)):
        corner = grid.corner(Cell(0, 0), index)
        middles = [grid.centre(cell) for cell in grid.cells_at(corner)]
        for one, other in zip(middles, middles[1:] + middles[:1], strict=True):
            assert _turn(corner, one, other) > 0


@each_grid
def test_a_point_that_is_neither_centre_nor_corner_is_refused(grid: Grid) -> None:
    with pytest.raises(ValueError, match=r"Point\(x=0, y=1\) is neither the centre nor a corner of a (hex|square)"):
        grid.cells_at(Point(0, 1))


@each_grid
def test_sides_and_corners_go_clockwise(grid: Grid) -> None:
    here = grid.centre(Cell(0, 0))
    middles = [grid.centre(cell) for cell in grid.neighbours(Cell(0, 0))]
    corners = [grid.corner(Cell(0, 0), index) for index in range(len(grid.corners))]
    for ring in (middles, corners):
        assert all(_turn(here, one, other) > 0 for one, other in zip(ring, ring[1:] + ring[:1], strict=True))


def _turn(pivot: Point, one: Point, other: Point) -> int:
    return (one.x - pivot.x) * (other.y - pivot.y) - (one.y - pivot.y) * (other.x - pivot.x)


@each_grid
def test_neighbours_share_a_side_both_ways(grid: Grid) -> None:
    for cell in SOME_CELLS:
        assert grid.neighbours(cell) == tuple(grid.neighbour(cell, side) for side in range(len(grid.edges)))
        for side, other in enumerate(grid.neighbours(cell)):
            back = (side + len(grid.edges) // 2) % len(grid.edges)
            assert grid.edge_between(cell, other) == side
            assert grid.edge_between(other, cell) == back
            assert len(_corners(grid, cell) & _corners(grid, other)) == 2
        assert grid.edge_between(cell, cell) is None
        assert grid.edge_between(cell, Cell(cell.q + 2, cell.r)) is None


def _corners(grid: Grid, cell: Cell) -> set[Point]:
    return {grid.corner(cell, index) for index in range(len(grid.corners))}


@each_grid
def test_distance_is_a_metric(grid: Grid) -> None:
    cells = SOME_CELLS[::3]
    for a, b, c in product(cells, repeat=3):
        assert grid.distance(a, b) == grid.distance(b, a)
        assert (grid.distance(a, b) == 0) == (a == b)
        assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@each_grid
def test_a_ring_holds_all_cells_at_its_distance(grid: Grid) -> None:
    centre = Cell(2, -1)
    cells = [Cell(q, r) for q, r in product(range(-8, 12), range(-11, 9))]
    for radius in range(6):
        ring = grid.ring(centre, radius)
        assert len(set(ring)) == len(ring)
        assert set(ring) == {cell for cell in cells if grid.distance(centre, cell) == radius}
        assert len(ring) == (radius * len(grid.facings) or 1)  # 6 n hexes, 8 n squares


@each_grid
def test_a_ring_goes_clockwise_in_single_steps(grid: Grid) -> None:
    here = grid.centre(Cell(0, 0))
    for radius in range(1, 5):
        ring = grid.ring(Cell(0, 0), radius)
        for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
            assert grid.edge_between(one, other) is not None
            assert _turn(here, grid.centre(one), grid.centre(other)) > 0


@each_grid
def test_a_disc_is_its_rings(grid: Grid) -> None:
    disc = list(grid.disc(Cell(1, 1), 3))
    assert disc == [cell for radius in range(4) for cell in grid.ring(Cell(1, 1), radius)]
    assert len(set(disc)) == len(disc) == (37 if grid.kind == "hex" else 49)


@each_grid
def test_a_line_leaves_towards_a_neighbour_by_their_side(grid: Grid) -> None:
    for side, other in enumerate(grid.neighbours(Cell(0, 0))):
        assert grid.edges_towards(Cell(0, 0), other) == (side,)
    assert grid.edges_towards(Cell(1, 2), Cell(1, 2)) == ()


@each_grid
def test_a_line_leaves_by_the_sides_nearest_to_its_direction(grid: Grid) -> None:
    """Of all sides the line's end lies farthest beyond the one, or the two, that it leaves by."""
    for other in grid.disc(Cell(0, 0), 6):
        if other == Cell(0, 0):
            continue
        beyond = [_beyond(grid, side, other) for side in range(len(grid.edges))]
        assert grid.edges_towards(Cell(0, 0), other) == tuple(k for k, far in enumerate(beyond) if far == max(beyond))


def _beyond(grid: Grid, side: int, other: Cell) -> int:
    """Return how far out a cell's centre is, measured in units of that side.

    For hexes that is x² + x y + y² in axial coordinates.
    """
    (q, r), (dq, dr) = other, grid.edge_steps[side]
    return 2 * q * dq + 2 * r * dr + (q * dr + r * dq if grid.kind == "hex" else 0)


def test_the_two_kinds_of_grid() -> None:
    assert HexGrid() == parse_grid("flat odd-q")
    assert (HexGrid.kind, SquareGrid.kind) == ("hex", "square")
    assert HexGrid().facings == HexGrid().edges
    assert len(SquareGrid().facings) == 8
