"""Shapes, how far they are apart, whether they overlap, and outlines that are none."""

from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.plane import (
    Disc,
    Polygon,
    Shape,
    Spot,
    distance,
    find_crossing,
    inner_spot,
    is_within,
    nearest_spots,
    overlap,
    rectangle,
)


def polygon(*corners: tuple[float, float]) -> Polygon:
    return Polygon(tuple(Spot(*corner) for corner in corners))


def disc(x: float, y: float, radius: float) -> Disc:
    return Disc(Spot(x, y), radius)


SQUARE = polygon((0, 0), (2, 0), (2, 2), (0, 2))
L_SHAPE = polygon((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6))


def test_the_length_of_a_rectangle_runs_along_its_facing() -> None:
    ahead, aside = rectangle(Spot(10, 10), 2, 4), rectangle(Spot(10, 10), 2, 4, 90)
    assert ahead.box == (Spot(9, 8), Spot(11, 12))
    assert [tuple(round(value, 9) for value in spot) for spot in aside.box] == [(8, 9), (12, 11)]
    assert rectangle(Spot(0, 0), 2, 4, 45).corners[0] == pytest.approx((sqrt(2) / 2, -3 * sqrt(2) / 2))


@pytest.mark.parametrize(
    ("one", "other", "inches"),
    [
        (disc(0, 0, 1), disc(3, 4, 1.5), 2.5),
        (disc(0, 0, 1), disc(2, 0, 1), 0),
        (disc(0, 0, 3), disc(1, 0, 1), 0),
        (disc(5, 1, 1), SQUARE, 2),
        (disc(5, 6, 1), SQUARE, 4),  # to the corner: 5 less the radius
        (disc(1, 1, 0.1), SQUARE, 0),
        (SQUARE, polygon((3, 0), (5, 1), (3, 2)), 1),
        (SQUARE, polygon((5, 6), (7, 6), (7, 8)), 5),
        (SQUARE, polygon((-5, 0.5), (5, 0.5), (5, 1), (-5, 1)), 0),  # which crosses it
        (L_SHAPE, disc(5, 5, 1), 2),  # in the angle of the L, which is not part of it
        (L_SHAPE, SQUARE, 0),  # one in the other
    ],
)
def test_distances_from_edge_to_edge(one: Shape, other: Shape, inches: float) -> None:
    assert distance(one, other) == distance(other, one) == pytest.approx(inches)
    assert is_within(one, other, inches)
    assert inches == 0 or not is_within(one, other, inches - 2e-6)
    first, second = nearest_spots(one, other)
    assert sqrt((first.x - second.x) ** 2 + (first.y - second.y) ** 2) == pytest.approx(inches)
    assert (distance(Disc(first, 0), one), distance(Disc(second, 0), other)) == pytest.approx((0, 0))


def test_within_includes_what_cannot_be_distinguished_from_equal() -> None:
    assert is_within(disc(0, 0, 1), disc(3.0000005, 0, 1), 1)
    assert not is_within(disc(0, 0, 1), disc(3.000002, 0, 1), 1)


@pytest.mark.parametrize(
    ("one", "other", "does"),
    [
        (disc(0, 0, 1), disc(2, 0, 1), False),  # touching
        (disc(0, 0, 1), disc(1.99, 0, 1), True),
        (disc(3, 1, 1), SQUARE, False),
        (disc(2.99, 1, 1), SQUARE, True),
        (disc(1, 1, 0.1), SQUARE, True),
        (SQUARE, polygon((2, 0), (4, 0), (4, 2), (2, 2)), False),  # along a side
        (SQUARE, polygon((2, 2), (4, 2), (4, 4), (2, 4)), False),  # at a corner
        (SQUARE, polygon((1.99, 0), (4, 0), (4, 2)), True),
        (SQUARE, SQUARE, True),
        (SQUARE, rectangle(Spot(1, 1), 2, 2, 45), True),
        (SQUARE, polygon((0.5, 0.5), (1.5, 0.5), (1, 1.5)), True),  # within
        (SQUARE, polygon((-1, 1), (1, -1), (3, 1), (1, 3)), True),  # its corners on the other's sides, and round it
        (SQUARE, polygon((0, 0), (1, 2), (2, 0), (1, 3)), True),  # corners on corners, sides through it
        (L_SHAPE, polygon((2, 2), (6, 2), (6, 6), (2, 6)), False),  # fills the angle of the L
        (L_SHAPE, disc(3.5, 3.5, 1.5), False),
        (L_SHAPE, polygon((0, 0), (6, 6), (5.9, 6)), True),
    ],
)
def test_overlapping(one: Shape, other: Shape, does: bool) -> None:
    assert overlap(one, other) is overlap(other, one) is does


@given(st.floats(0, 2 * pi), st.floats(0.1, 3), st.floats(0.1, 3), st.floats(0, 2 * pi), st.floats(0.001, 2))
def test_turning_a_table_changes_no_distance(angle: float, one: float, other: float, turn: float, gap: float) -> None:
    away = one + other + gap
    a, b = disc(0, 0, one), disc(away * cos(angle), away * sin(angle), other)
    turned = disc(away * cos(angle + turn), away * sin(angle + turn), other)
    assert distance(a, b) == pytest.approx(distance(a, turned), abs=1e-9) == pytest.approx(gap, abs=1e-9)
    assert not overlap(a, b)


@pytest.mark.parametrize("shape", [SQUARE, L_SHAPE, polygon((0, 0), (9, 1), (0, 2), (8.9, 1))])
def test_an_inner_spot_lies_inside(shape: Polygon) -> None:
    assert inner_spot(shape) in shape


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (4, 4), (4, 0), (0, 4)],  # a bow tie
        [(0, 0), (4, 0), (4, 4), (4, 2), (4, 4)],  # there and back
        [(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)],  # a corner on a side
        [(0, 0), (4, 0), (4, 4), (0, 0), (-2, 1)],  # twice at one place
        [(0, 0), (0, 0), (4, 4), (0, 4)],  # a side of no length
        [(0, 0), (2, 0), (4, 0)],  # no area
    ],
)
def test_outlines_that_meet_themselves(corners: list[tuple[float, float]]) -> None:
    assert find_crossing(polygon(*corners)) is not None


@pytest.mark.parametrize("shape", [SQUARE, L_SHAPE, polygon((0, 0), (2, 0), (4, 0), (2, 3))])
def test_outlines_that_do_not(shape: Polygon) -> None:
    assert find_crossing(shape) is None
    assert find_crossing(Polygon(shape.corners[::-1])) is None


@pytest.mark.parametrize(
    "shape", [disc(2, 3, 4), rectangle(Spot(1, 2), 3, 5, 30), polygon((0, 0), (6, 1), (2, 2), (1, 9))]
)
def test_the_circle_of_a_shape_is_round_it(shape: Shape) -> None:
    centre, radius = shape.circle
    corners = shape.corners if isinstance(shape, Polygon) else [shape.centre.plus(shape.radius, 0)]
    assert all(distance(Disc(centre, 0), Disc(corner, 0)) <= radius + 1e-9 for corner in corners)
