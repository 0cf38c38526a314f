"""What lines between two shapes cross, and how near to the second: cases worked out by hand, and laws."""

from __future__ import annotations

from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.plane import SAME, Disc, Shape, Spot, is_crossed_between, is_crossed_near, rectangle
from tests.plane.test_corridor import LEFT, RIGHT, angles, discs, ells, ends, moved, rectangles
from tests.reference.plane.boards import box, polygon

ELL = polygon((8, -2), (12, -2), (12, -1), (9, -1), (9, 2), (8, 2))


@pytest.mark.parametrize(
    ("shape", "nearest"),
    [
        (box(4, 0.4, 6, 9), sqrt(4**2 + 0.4**2) - 0.5),
        (box(4, 0.5, 6, 9), inf),  # touching the outermost line
        (box(4, 0.5 - 1e-5, 6, 9), sqrt(4**2 + 0.5**2) - 0.5),
        (box(9, 0.5, 11, 1), inf),  # touching the target
        (box(9, -3, 9.2, 3), 0.3),
        (box(9.8, -3, 30, 3), 0.0),
        (box(10.5, -3, 30, 3), inf),
        (box(-3, -3, -0.5, 3), inf),
        (box(-3, -3, 0.1, 3), 9.4),
        (box(-20, -20, 20, 20), 0.0),
        (Disc(Spot(5, 1.4), 1), sqrt((10 - 5 - sqrt(0.19)) ** 2 + 0.25) - 0.5),
        (Disc(Spot(5, 1.5), 1), inf),
        (Disc(Spot(7, 0), 0.1), 2.4),
        (Disc(Spot(0, 0), 1), 8.5),
        (Disc(Spot(0, 0), 0.2), 9.3),
        (Disc(Spot(10, 0), 0.2), 0.0),
        (polygon((2, -1), (9, -1), (9, 1), (8.8, 1), (8.8, -0.8), (2, -0.8)), 0.5),
    ],
)
@pytest.mark.parametrize("degrees", [0, 33])
def test_between_two_bases(shape: Shape, nearest: float, degrees: float) -> None:
    start, stop, thing = (moved(each, degrees, 20, 30) for each in (LEFT, RIGHT, shape))
    assert is_crossed_between(start, stop, thing) == is_crossed_between(stop, start, thing) == (nearest < inf)
    for inches in (0.0, 1.0, 3.0, 9.45, 40.0):
        assert is_crossed_near(start, stop, thing, inches) == (nearest < inches + SAME)
    if nearest < inf:
        assert is_crossed_near(start, stop, thing, nearest)
        assert not is_crossed_near(start, stop, thing, nearest - 1e-5)


def test_a_wall_along_the_lines_is_no_crossing_near() -> None:
    """It touches the outermost line near the target, and crosses lines only farther off."""
    bent = polygon((2, 0.4), (3, 0.5), (9.9, 0.5), (9.9, 1), (2, 1))
    assert is_crossed_between(LEFT, RIGHT, bent)
    assert not is_crossed_near(LEFT, RIGHT, bent, 1.0)
    assert is_crossed_near(LEFT, RIGHT, bent, 7.0)


def test_rectangular_bases() -> None:
    start, stop = rectangle(Spot(0, 0), 1, 2), rectangle(Spot(10, 0), 1, 1, 45)
    assert is_crossed_between(start, stop, box(4, 0.8, 6, 2))
    assert not is_crossed_between(start, stop, box(4, 0.9, 6, 2))
    assert is_crossed_near(start, stop, box(8, -3, 8.5, 3), 1.0)
    assert not is_crossed_near(start, stop, box(7.8, -3, 8.2, 3), 1.0)


def test_buildings() -> None:
    """Lines to an L do not fill what its wings hold between them, as seen from below and from the left."""
    notch = Disc(Spot(11.5, 1.5), 0.2)
    assert not is_crossed_between(LEFT, ELL, notch)
    assert is_crossed_between(Disc(Spot(12, 4), 0.5), ELL, notch)
    assert not is_crossed_between(Disc(Spot(9.5, -9), 0.5), ELL, notch)
    assert is_crossed_near(Disc(Spot(12, 4), 0.5), ELL, notch, 2.3)
    assert not is_crossed_near(Disc(Spot(12, 4), 0.5), ELL, notch, 1.0)


@given(ends, ends, discs | rectangles | ells, angles, st.sampled_from([1, -1]), st.floats(0.1, 9))
def test_turned_and_mirrored(start: Shape, stop: Shape, thing: Shape, degrees: float, sign: int, inches: float) -> None:
    """What is crossed well inside is crossed after turning, and what is crossed nearer to the target is crossed."""
    stop = moved(stop, 0, 8, 0.25)
    one, other, turned = (moved(shape, degrees, 30, 20, sign) for shape in (start, stop, thing))
    if is_crossed_near(start, stop, thing, inches):
        assert is_crossed_between(start, stop, thing)
        assert is_crossed_near(one, other, turned, inches + 2 * SAME) or not is_crossed_between(one, other, turned)
    if is_crossed_between(start, stop, thing):
        assert is_crossed_near(start, stop, thing, 20)
