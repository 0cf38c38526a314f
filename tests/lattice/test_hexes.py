"""The four layouts of hexes."""

from __future__ import annotations

from itertools import product

import pytest

from sightline.lattice import HEX_LAYOUTS, Cell, Grid, Point, format_column, parse_column, parse_grid

FLAT, POINTY = parse_grid("flat odd-q"), parse_grid("pointy odd-r")


def cell(grid: Grid, label: str) -> Cell:
    return grid.cell_at(parse_column(label[0]), int(label[1:]) - 1)


def label(grid: Grid, cell: Cell) -> str:
    column, row = grid.column_row(cell)
    return f"{format_column(column)}{row + 1}"


@pytest.mark.parametrize(
    ("layout", "here", "around"),
    [
        ("flat odd-q", "C3", "N C2 NE D2 SE D3 S C4 SW B3 NW B2"),
        ("flat odd-q", "D3", "N D2 NE E3 SE E4 S D4 SW C4 NW C3"),
        ("flat even-q", "C3", "N C2 NE D3 SE D4 S C4 SW B4 NW B3"),
        ("flat even-q", "D3", "N D2 NE E2 SE E3 S D4 SW C3 NW C2"),
        ("pointy odd-r", "C3", "NE C2 E D3 SE C4 SW B4 W B3 NW B2"),
        ("pointy odd-r", "C4", "NE D3 E D4 SE D5 SW C5 W B4 NW C3"),
        ("pointy even-r", "C3", "NE D2 E D3 SE D4 SW C4 W B3 NW C2"),
        ("pointy even-r", "C4", "NE C3 E D4 SE C5 SW B5 W B4 NW B3"),
    ],
)
def test_neighbours_by_name(layout: str, here: str, around: str) -> None:
    grid = parse_grid(layout)
    found = zip(grid.edges, grid.neighbours(cell(grid, here)), strict=True)
    assert " ".join(f"{side} {label(grid, near)}" for side, near in found) == around


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_the_lattice_of_the_architecture(layout: str) -> None:
    grid = parse_grid(layout)
    for q, r in product(range(-4, 5), repeat=2):
        assert grid.centre(Cell(q, r)) == (3 * q, 2 * r + q)
        corners = {grid.corner(Cell(q, r), index) for index in range(6)}
        steps = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
        assert corners == {(3 * q + x, 2 * r + q + y) for x, y in steps}


def test_flat_corners_start_in_the_east() -> None:
    assert dict(zip(FLAT.corners, FLAT.corner_steps, strict=True)) == {
        "E": Point(2, 0),
        "SE": Point(1, 1),
        "SW": Point(-1, 1),
        "W": Point(-2, 0),
        "NW": Point(-1, -1),
        "NE": Point(1, -1),
    }


@pytest.mark.parametrize("layout", HEX_LAYOUTS)
def test_corners_lie_between_the_sides_of_their_names(layout: str) -> None:
    """The corner E of a flat hex lies between its sides NE and SE, the corner N of a pointy one between NW and NE."""
    grid = parse_grid(layout)
    between = {
        "flat": {"E": "NE SE", "SE": "SE S", "SW": "S SW", "W": "SW NW", "NW": "NW N", "NE": "N NE"},
        "pointy": {"N": "NW NE", "NE": "NE E", "SE": "E SE", "S": "SE SW", "SW": "SW W", "NW": "W NW"},
    }
    for corner, names in between[layout.split()[0]].items():
        sides = {Cell(0, 0)} | {grid.edge_steps[grid.edges.index(name)] for name in names.split()}
        assert set(grid.cells_at(grid.corner(Cell(0, 0), grid.corners.index(corner)))) == sides


def test_pointy_hexes_are_flat_ones_under_other_names() -> None:
    assert set(FLAT.edge_steps) == set(POINTY.edge_steps)
    assert set(FLAT.corner_steps) == set(POINTY.corner_steps)
    assert FLAT.edge_steps[FLAT.edges.index("N")] == POINTY.edge_steps[POINTY.edges.index("NW")]
    assert FLAT.edges_towards(Cell(0, 0), Cell(2, -1)) == (1, 2)


@pytest.mark.parametrize(
    ("layout", "one", "other", "sides"),
    [
        ("flat odd-q", "A2", "C2", "NE SE"),
        ("flat odd-q", "C3", "B1", "N NW"),
        ("flat odd-q", "C3", "C1", "N"),
        ("flat odd-q", "C3", "D5", "S"),
        ("flat odd-q", "C3", "F3", "SE"),
        ("pointy odd-r", "B1", "B3", "SE SW"),
        ("pointy odd-r", "A1", "C1", "E"),
    ],
)
def test_sides_towards_by_name(layout: str, one: str, other: str, sides: str) -> None:
    grid = parse_grid(layout)
    towards = grid.edges_towards(cell(grid, one), cell(grid, other))
    assert " ".join(grid.edges[side] for side in towards) == sides


@pytest.mark.parametrize(
    ("one", "other", "steps"), [("D7", "D2", 5), ("A1", "A1", 0), ("A2", "C2", 2), ("A1", "B2", 2), ("A1", "G8", 10)]
)
def test_distances_counted_by_hand(one: str, other: str, steps: int) -> None:
    assert FLAT.distance(cell(FLAT, one), cell(FLAT, other)) == steps


def test_towards_a_corner_there_are_two_sides() -> None:
    for index, step in enumerate(FLAT.corner_steps):
        far = next(
            c
            for c in FLAT.ring(Cell(0, 0), 2)
            if FLAT.centre(c) in {Point(3 * step.x // k, 3 * step.y // k) for k in (1, 2)}
        )
        sides = FLAT.edges_towards(Cell(0, 0), far)
        assert len(sides) == 2
        around = {Cell(0, 0), *(FLAT.edge_steps[side] for side in sides)}
        assert set(FLAT.cells_at(FLAT.corner(Cell(0, 0), index))) == around
