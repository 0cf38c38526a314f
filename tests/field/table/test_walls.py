"""Straight lines from place to place meet what slow whole numbers say they meet."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from sightline.field.corridors.centre_lines import StraightLines
from sightline.field.corridors.corridor_types import Bools
from sightline.plane import Disc, Polygon, Shape, Spot, rectangle
from tests.reference.plane_lines import is_clear
from tests.reference.plane_scenes import box

TABLES = 2500


def check(shapes: list[Shape], places: list[Spot], ignored: Bools | None = None) -> Bools:
    """Compare every pair with the slow answer."""
    found = StraightLines(shapes).open_pairs(places, ignored)
    out = np.zeros((len(places), len(shapes)), np.bool_) if ignored is None else ignored
    for i, j in combinations_with_replacement(range(len(places)), 2):
        counting = [each for each, is_out in zip(shapes, out[i] | out[j], strict=True) if not is_out]
        expected = is_clear(places[i], places[j], counting)
        assert found[i, j] == found[j, i] == expected, (places[i], places[j], counting)
    return found


# --- as drawn ----------------------------------------------------------------------------------------------


def is_open(start: tuple[float, float], stop: tuple[float, float], *shapes: Shape) -> bool:
    return bool(check(list(shapes), [Spot(*start), Spot(*stop)])[0, 1])


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


def test_lines_that_run_straight_on_miss_what_lies_on_their_way_farther_on() -> None:
    assert is_open((0, 0), (2, 0), box(3, 0, 4, 1))
    assert is_open((5, 0), (9, 0), box(3, 0, 4, 1))
    assert is_open((0, 0), (0, 2), box(0, 3, 1, 4))


def test_who_stands_inside_sees_nobody() -> None:
    yard = Polygon((Spot(0, 0), Spot(9, 0), Spot(9, 9), Spot(6, 9), Spot(6, 3), Spot(3, 3), Spot(3, 9), Spot(0, 9)))
    assert not is_open((1, 1), (8, 1), box(0, 0, 9, 9))
    assert not is_open((1, 1), (20, 1), box(0, 0, 9, 9))
    assert is_open((4, 5), (5, 20), yard)
    assert not is_open((1, 1), (8, 2), yard)
    assert not is_open((1, 5), (8, 5), yard)


def test_discs_are_met_where_their_rim_is() -> None:
    disc = Disc(Spot(5, 0), 2)
    assert not is_open((0, 2), (9, 2), disc)
    assert is_open((0, 2.001), (9, 2.001), disc)
    assert not is_open((0, 0), (3, 0), disc)
    assert is_open((0, 0), (2.999, 0), disc)
    assert is_open((8, 3), (8, -3), disc)
    assert not is_open((5, 1), (5.1, 0), disc)
    # These lines pass (500, 500) at 0.0007 and at 0.0011 of an inch.
    assert not is_open((0, 0), (999.998, 1000), Disc(Spot(500, 500), 0.001))
    assert is_open((0, 0), (999.997, 1000), Disc(Spot(500, 500), 0.001))


def test_small_discs_far_from_long_lines() -> None:
    places = [Spot(0, 0), Spot(1000, 1000)]
    for number in range(50):
        assert check([Disc(Spot(900 - number, 10 + number / 3), 0.001)], places).all()


def test_lines_of_no_length() -> None:
    assert is_open((3, 3), (3, 3), box(4, 4, 5, 5))
    assert not is_open((4, 4), (4, 4), box(4, 4, 5, 5))
    assert not is_open((4.5, 4.5), (4.5, 4.5), box(4, 4, 5, 5))


def test_outlines_that_shrink_to_a_line_or_a_place() -> None:
    assert not is_open((0, 0), (9, 0), Polygon((Spot(4, -1), Spot(4.0001, 1), Spot(4.0002, -1))))
    assert not is_open((0, 0), (9, 0), Polygon((Spot(4, 0), Spot(4.0001, 0), Spot(4, 0.0001))))
    assert is_open((0, 0), (9, 0), Polygon((Spot(4, 0.001), Spot(4.0001, 0.001), Spot(4, 0.0011))))


def test_what_does_not_count_for_one_of_two() -> None:
    places = [Spot(0, 0), Spot(9, 0), Spot(0, 0.5), Spot(4.5, 0)]
    found = check([box(4, -9, 5, 9)], places, np.array([[False], [True], [False], [False]]))
    assert found.tolist() == [
        [True, True, True, False],
        [True, True, True, True],
        [True, True, True, False],
        [False, True, False, False],
    ]
    check([Disc(Spot(4.5, 0), 2)], places, np.array([[False], [False], [False], [True]]))


def test_nobody_and_nothing() -> None:
    assert StraightLines([]).open_pairs([]).shape == (0, 0)
    assert StraightLines([box(0, 0, 1, 1)]).open_pairs([]).shape == (0, 0)
    assert StraightLines([]).open_pairs([Spot(1, 1)]).tolist() == [[True]]


def test_what_does_not_count_is_told_for_each_place_and_shape() -> None:
    with pytest.raises(ValueError, match=r"shape \(2, 1\), not \(1, 2\)"):
        StraightLines([box(0, 0, 1, 1)] * 2).open_pairs([Spot(1, 1)], np.zeros((2, 1), np.bool_))


# --- at random ---------------------------------------------------------------------------------------------


def random_table(rng: Random, size: int, step: float) -> tuple[list[Shape], list[Spot], Bools]:
    """Shapes and places on a lattice that is coarse enough for them to touch often, and what does not count."""

    def spot() -> Spot:
        return Spot(rng.randrange(size) * step, rng.randrange(size) * step)

    shapes: list[Shape] = [Polygon(tuple(spot() for _ in range(rng.randint(3, 7)))) for _ in range(rng.randrange(4))]
    shapes += [
        rectangle(spot(), 0.2, rng.uniform(0.1, size * step), rng.uniform(0, 180)) for _ in range(rng.randrange(4))
    ]
    shapes += [Disc(spot(), rng.randint(1, 3) * step) for _ in range(rng.randrange(4))]
    rng.shuffle(shapes)
    places = [spot() for _ in range(rng.randrange(1, 9))]
    chance = rng.choice((0.0, 0.0, 0.3))
    ignored = [rng.random() < chance for _ in places for _ in shapes]
    return shapes, places, np.array(ignored, np.bool_).reshape(len(places), len(shapes))


def compare(rng: Random, tables: int) -> None:
    kinds = set()
    for _ in range(tables):
        size, step = rng.choice(((4, 0.001), (7, 1.0), (40, 0.25), (200_000, 0.005)))
        kinds |= set(check(*random_table(rng, size, step)).ravel().tolist())
    assert kinds == {True, False}


def test_a_few_tables_agree_with_the_slow_answer() -> None:
    compare(Random("a few"), 60)


@pytest.mark.slow
def test_tables_agree_with_the_slow_answer() -> None:
    compare(Random("many"), TABLES)


def test_neither_threads_nor_the_order_of_places_change_anything() -> None:
    rng = Random("threads")
    walls = StraightLines(
        [rectangle(Spot(rng.uniform(0, 60), rng.uniform(0, 40)), 0.2, 3, rng.uniform(0, 180)) for _ in range(90)]
    )
    places = np.array([[rng.uniform(0, 60), rng.uniform(0, 40)] for _ in range(450)])
    found = walls.open_pairs(places, threads=1)
    for threads in (2, 3):
        assert (walls.open_pairs(places, threads=threads) == found).all()
    order = rng.sample(range(len(places)), len(places))
    assert (walls.open_pairs(places[order], threads=1) == found[np.ix_(order, order)]).all()
