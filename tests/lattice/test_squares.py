"""Squares."""

from __future__ import annotations

import pytest

from sightline.lattice import Cell, SquareGrid

GRID = SquareGrid()


def test_neighbours_by_name() -> None:
    around = dict(zip(GRID.edges, GRID.neighbours(Cell(2, 2)), strict=True))
    assert around == {"N": (2, 1), "E": (3, 2), "S": (2, 3), "W": (1, 2)}


def test_the_lattice_of_the_architecture() -> None:
    assert GRID.centre(Cell(0, 0)) == (1, 1)
    assert GRID.centre(Cell(4, 7)) == (9, 15)
    named = {name: GRID.corner(Cell(1, 1), index) for index, name in enumerate(GRID.corners)}
    assert named == {"NE": (4, 2), "SE": (4, 4), "SW": (2, 4), "NW": (2, 2)}


def test_a_diagonal_step_counts_as_one() -> None:
    assert GRID.distance(Cell(0, 0), Cell(3, 3)) == 3
    assert GRID.distance(Cell(0, 0), Cell(3, -1)) == 3


@pytest.mark.parametrize(
    ("other", "sides"),
    [
        ((5, 5), "E S"),
        ((5, -5), "N E"),
        ((-1, 1), "S W"),
        ((-3, -3), "N W"),
        ((3, 1), "E"),
        ((-1, 4), "S"),
        ((0, -2), "N"),
    ],
)
def test_sides_towards_by_name(other: tuple[int, int], sides: str) -> None:
    towards = GRID.edges_towards(Cell(0, 0), Cell(*other))
    assert " ".join(GRID.edges[side] for side in towards) == sides
