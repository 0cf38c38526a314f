"""Centre lines of the benchmark agree with a slow answer in fractions."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from benchmarks.centre_lines import Bools, CentreLines
from sightline.plane import Polygon, Spot, rectangle
from tests.reference.plane.boards import box
from tests.reference.plane.line_model import is_clear

TABLES = 2500


def check(walls: list[Polygon], points: list[Spot]) -> Bools:
    """Compare every pair with the slow answer."""
    found = CentreLines(walls).find_open_pairs(points)
    for i, j in combinations_with_replacement(range(len(points)), 2):
        assert found[i, j] == found[j, i] == is_clear(points[i], points[j], walls), (points[i], points[j], walls)
    return found


# --- as drawn ----------------------------------------------------------------------------------------------


def is_open(start: tuple[float, float], stop: tuple[float, float], *walls: Polygon) -> bool:
    return bool(check(list(walls), [Spot(*start), Spot(*stop)])[0, 1])


@pytest.mark.slow
def test_nothing_in_the_way_is_open() -> None:
    assert is_open((0, 0), (9, 5))
    assert is_open((0, 0), (9, 5), box(2, 4, 3, 9), box(-5, -5, -1, -1), box(20, 0, 30, 30))


def test_a_thousandth_of_an_inch_is_enough_and_touching_is_not() -> None:
    assert not is_open((0, 0), (9, 0), box(3, 0, 4, 9))  # along its side
    assert not is_open((0, 0), (9, 9), box(3, 2, 4, 3))  # through its corner
    assert not is_open((0, 0), (3, 5), box(3, 2, 4, 9))  # up to it
    assert is_open((0, 0), (9, 0), box(3, 0.001, 4, 9))
    assert is_open((0, 0), (9, 9), box(3.001, 2, 4, 3))
    assert is_open((0, 0), (2.999, 5), box(3, 2, 4, 9))


def test_collinear_walls_beyond_the_ends_do_not_cut() -> None:
    assert is_open((0, 0), (2, 0), box(3, 0, 4, 1))
    assert is_open((5, 0), (9, 0), box(3, 0, 4, 1))
    assert is_open((0, 0), (0, 2), box(0, 3, 1, 4))


def test_points_inside_a_wall_see_nothing() -> None:
    yard = Polygon((Spot(0, 0), Spot(9, 0), Spot(9, 9), Spot(6, 9), Spot(6, 3), Spot(3, 3), Spot(3, 9), Spot(0, 9)))
    assert not is_open((1, 1), (8, 1), box(0, 0, 9, 9))
    assert not is_open((1, 1), (20, 1), box(0, 0, 9, 9))
    assert is_open((4, 5), (5, 20), yard)
    assert not is_open((1, 1), (8, 2), yard)
    assert not is_open((1, 5), (8, 5), yard)


def test_lines_of_no_length() -> None:
    assert is_open((3, 3), (3, 3), box(4, 4, 5, 5))
    assert not is_open((4, 4), (4, 4), box(4, 4, 5, 5))
    assert not is_open((4.5, 4.5), (4.5, 4.5), box(4, 4, 5, 5))


def test_outlines_that_shrink_to_a_line_or_a_point() -> None:
    assert not is_open((0, 0), (9, 0), Polygon((Spot(4, -1), Spot(4.0001, 1), Spot(4.0002, -1))))
    assert not is_open((0, 0), (9, 0), Polygon((Spot(4, 0), Spot(4.0001, 0), Spot(4, 0.0001))))
    assert is_open((0, 0), (9, 0), Polygon((Spot(4, 0.001), Spot(4.0001, 0.001), Spot(4, 0.0011))))


def test_no_points_and_no_walls() -> None:
    assert CentreLines([]).find_open_pairs([]).shape == (0, 0)
    assert CentreLines([box(0, 0, 1, 1)]).find_open_pairs([]).shape == (0, 0)
    assert CentreLines([]).find_open_pairs([Spot(1, 1)]).tolist() == [[True]]


# --- at random ---------------------------------------------------------------------------------------------


def random_table(rng: Random, size: int, step: float) -> tuple[list[Polygon], list[Spot]]:
    """Draw walls and points on a lattice that is coarse enough for them to touch often."""

    def spot() -> Spot:
        return Spot(rng.randrange(size) * step, rng.randrange(size) * step)

    walls = [Polygon(tuple(spot() for _ in range(rng.randint(3, 7)))) for _ in range(rng.randrange(4))]
    walls += [
        rectangle(spot(), 0.2, rng.uniform(0.1, size * step), rng.uniform(0, 180)) for _ in range(rng.randrange(4))
    ]
    rng.shuffle(walls)
    return walls, [spot() for _ in range(rng.randrange(1, 9))]


def compare(rng: Random, tables: int) -> None:
    answers = set()
    for _ in range(tables):
        size, step = rng.choice(((4, 0.001), (7, 1.0), (40, 0.25), (200_000, 0.005)))
        answers |= set(check(*random_table(rng, size, step)).ravel().tolist())
    assert answers == {True, False}


def test_a_few_tables_agree_with_the_slow_answer() -> None:
    compare(Random("a few"), 60)


@pytest.mark.slow
def test_tables_agree_with_the_slow_answer() -> None:
    compare(Random("many"), TABLES)


def test_the_order_of_points_changes_nothing() -> None:
    rng = Random("order")
    lines = CentreLines(
        [rectangle(Spot(rng.uniform(0, 60), rng.uniform(0, 40)), 0.2, 3, rng.uniform(0, 180)) for _ in range(90)]
    )
    points = np.array([[rng.uniform(0, 60), rng.uniform(0, 40)] for _ in range(450)])
    order = rng.sample(range(len(points)), len(points))
    assert (lines.find_open_pairs(points[order]) == lines.find_open_pairs(points)[np.ix_(order, order)]).all()
