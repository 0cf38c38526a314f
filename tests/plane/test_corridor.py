"""The widest corridor between two shapes: cases worked out by hand, and laws."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import cos, radians, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from sightline.plane import SAME, Corridor, Disc, Edge, Polygon, Shape, Spot, distance, rectangle, widest_corridor
from sightline.plane.distance import edge_distance
from tests.reference.plane.boards import box, polygon

LEFT, RIGHT = Disc(Spot(0, 0), 0.5), Disc(Spot(10, 0), 0.5)


def walls(slit: float, middle: float = 0, thick: float = 1) -> list[Shape]:
    half = slit / 2
    return [box(5, -20, 5 + thick, middle - half), box(5, middle + half, 5 + thick, 20)]


def moved(shape: Shape, degrees: float, x: float = 0, y: float = 0, sign: int = 1) -> Shape:
    """Turn a shape, after mirroring it for a sign of -1, and move it."""
    ahead, aside = cos(radians(degrees)), sin(radians(degrees))

    def place(spot: Spot) -> Spot:
        down = sign * spot.y
        return Spot(spot.x * ahead - down * aside + x, spot.x * aside + down * ahead + y)

    if isinstance(shape, Disc):
        return structs.replace(shape, centre=place(shape.centre))
    return Polygon(tuple(place(corner) for corner in shape.corners))


def clearance(segment: tuple[Spot, Spot], shape: Shape) -> float:
    """Return how far a segment is from a shape, by other means than the search's."""
    if isinstance(shape, Disc):
        return max(0.0, edge_distance(Edge(*segment), Edge(shape.centre, shape.centre)) - shape.radius)
    return 0.0 if segment[0] in shape else min(edge_distance(Edge(*segment), edge) for edge in shape.edges)


def check_witness(start: Shape, stop: Shape, obstacles: Sequence[Shape], found: Corridor) -> None:
    if found.segment is None:
        assert found.width == 0
        return
    one, other = found.segment
    assert distance(Disc(one, 0), start) < 1e-9
    assert distance(Disc(other, 0), stop) < 1e-9
    assert all(clearance(found.segment, shape) >= found.width / 2 - 1e-9 for shape in obstacles)


def width(start: Shape, stop: Shape, *obstacles: Shape, cap: float = 1.0) -> float:
    found = widest_corridor(start, stop, obstacles, cap)
    check_witness(start, stop, obstacles, found)
    return found.width


def test_nothing_between() -> None:
    assert width(LEFT, RIGHT) == 1
    assert width(LEFT, RIGHT, cap=0.8) == 0.8
    assert width(LEFT, RIGHT, box(4, 5, 6, 9), box(-9, -1, -2, 1), box(12, -1, 13, 1)) == 1


@pytest.mark.parametrize("slit", [0.5, 0.1, 0.02, 0.001, 1e-5, 2e-6])
@pytest.mark.parametrize("middle", [0, 0.3, -0.5])
@pytest.mark.parametrize("degrees", [0, 10, 37, 90, 133.3])
def test_slits(slit: float, middle: float, degrees: float) -> None:
    """A slit is as wide as it is, at any angle, also where only the outermost line from base to base leads through."""
    shapes = [moved(shape, degrees, 17, 23) for shape in (LEFT, RIGHT, *walls(slit, middle))]
    assert width(*shapes) == pytest.approx(slit, abs=1e-8)


@pytest.mark.parametrize("slit", [0, 5e-7, -0.5])
def test_walls_that_touch_leave_no_way(slit: float) -> None:
    assert widest_corridor(LEFT, RIGHT, walls(slit), 1.0) == Corridor(0.0, None, (0, 1))


def test_a_thin_slit_is_seen_through_aslant() -> None:
    """Seen at 45 degrees, a slit between two places is narrower by the root of 2, but lines may turn a little."""
    above = Disc(Spot(5, -5), 0.25)
    below = Disc(Spot(-5, 5), 0.25)
    through = width(above, below, box(-20, -1e-9, -0.1, 1e-9), box(0.1, -1e-9, 20, 1e-9), cap=0.5)
    lean = 0.5 / sqrt(200)  # the two bases let a line turn by this much, to the sine
    assert through == pytest.approx(0.2 * (sqrt(1 - lean**2) + lean) / sqrt(2), abs=1e-7)


@pytest.mark.parametrize("seen", [0.3, 0.01, 1e-4, 2e-6])
def test_an_edge_of_a_base_past_a_wall(seen: float) -> None:
    assert width(LEFT, RIGHT, box(4, -20, 6, 0.5 - seen)) == pytest.approx(2 * seen, abs=1e-8)
    assert width(LEFT, RIGHT, Disc(Spot(5, 0), 0.5 - seen)) == pytest.approx(2 * seen, abs=1e-8)


@pytest.mark.parametrize("seen", [0, -0.1])
def test_a_base_behind_a_wall(seen: float) -> None:
    wall = box(4, -20, 6, 0.5 - seen)
    assert widest_corridor(LEFT, RIGHT, [box(4, 9, 5, 10), wall], 1.0) == Corridor(0.0, None, (1,))


@pytest.mark.parametrize(
    ("obstacle", "wide"),
    [
        (box(0.5, -4, 1, 0.3), 0.4),  # a wall that the base touches, past which lines lead from its lowest place
        (box(0.5, -4, 1, 0.5), 0.0),
        (box(-1, 0.5, 11, 1), 1.0),  # a wall that both bases touch, along the line
        (box(-2, -2, 2, 2), 0.0),  # features that hold the base, or a part of it
        (box(-2, -2, 0, 2), 1.0),
        (box(-2, -2, 0.2, 2), 0.6),
        (box(-2, -2, 0.5 - 1e-4, 2), 2e-4),
        (box(-0.2, -2, 0.2, 2), 0.6),
        (Disc(Spot(0, 0), 0.4), 0.2),
        (Disc(Spot(0, 0), 0.5), 0.0),
        (Disc(Spot(-0.3, 0), 0.5), 0.6),
        (polygon((-1, -1), (2, -1), (2, -0.6), (-0.6, -0.6), (-0.6, 0.6), (2, 0.6), (2, 1), (-1, 1)), 1.0),
        (polygon((-1, -1), (2, -1), (2, -0.1), (-0.6, -0.1), (-0.6, 0.1), (2, 0.1), (2, 1), (-1, 1)), 0.2),
    ],
)
def test_obstacles_at_a_base(obstacle: Shape, wide: float) -> None:
    assert width(LEFT, RIGHT, obstacle) == pytest.approx(wide, abs=1e-8)
    assert width(RIGHT, LEFT, obstacle) == pytest.approx(wide, abs=1e-8)
    mirrored = moved(obstacle, 180, 10)
    assert width(LEFT, RIGHT, mirrored) == pytest.approx(wide, abs=1e-8)


def test_features_in_features_change_nothing() -> None:
    outer = box(4, -3, 6, 0.3)
    nested = (box(4.5, -2, 5, 0), Disc(Spot(5, -1), 0.5), box(4, -3, 6, 0.3), box(5, -3, 6, 0.3))
    assert width(LEFT, RIGHT, outer, *nested) == width(LEFT, RIGHT, outer)


@pytest.mark.parametrize(
    "pair",
    [
        (box(4, -9, 5, 0), box(4, 0, 5, 9)),  # a shared edge
        (box(4, -9, 5, 0), box(5, 0, 6, 9)),  # a shared corner
        (box(4, -9, 5, 0.3), polygon((4.5, 0.3), (9, 9), (0, 9))),  # a corner on an edge
        (Disc(Spot(5, -3), 3), Disc(Spot(5, 4), 4)),
        (Disc(Spot(5, -3), 3.2), box(4, 0.2, 6, 9)),
    ],
)
@pytest.mark.parametrize("degrees", [0, 21])
def test_obstacles_that_touch(pair: tuple[Shape, Shape], degrees: float) -> None:
    one, other, *obstacles = (moved(shape, degrees) for shape in (LEFT, RIGHT, *pair))
    assert widest_corridor(one, other, obstacles, 1.0) == Corridor(0.0, None, (0, 1))


def test_what_covers() -> None:
    upper, lower, whole = box(5, -9, 6, 0.1), box(5, -0.1, 6, 9), box(7, -9, 8, 9)
    aside = box(2, 0.3, 3, 1)

    def covering(*obstacles: Shape) -> tuple[int, ...]:
        return widest_corridor(LEFT, RIGHT, obstacles, 1.0).covering

    assert covering(upper, lower, aside) == (0, 1)
    assert covering(aside, lower, lower, upper, upper) == (1, 3)  # the later ones of the same are left out
    assert covering(upper, whole, lower, whole) == (1, 3)  # each that does so alone
    assert covering(aside, upper) == ()


def test_bases_that_touch_see_each_other() -> None:
    wall = box(0.4, -5, 0.6, 5)
    for other in (Disc(Spot(1, 0), 0.5), Disc(Spot(0.3, 0), 0.5), rectangle(Spot(1, 0), 1, 1), Disc(Spot(0, 0), 0.5)):
        found = widest_corridor(LEFT, other, [wall], 1.0)
        assert found.width == 1
        assert found.segment is not None
        assert found.segment[0] == pytest.approx(found.segment[1], abs=1e-6)
        assert all(distance(Disc(spot, 0), end) < 1e-9 for spot, end in product(found.segment, (LEFT, other)))
    assert width(LEFT, Disc(Spot(1.0001, 0), 0.5), wall) == 0


def test_buildings_as_targets() -> None:
    """Sight to any place of a building; its own wings cut nothing."""
    ell = polygon((8, -2), (12, -2), (12, -1), (9, -1), (9, 2), (8, 2))
    above = Disc(Spot(10.5, 5), 0.5)
    assert width(above, ell, box(-20, 3, 10.35, 3.1), box(10.65, 3, 40, 3.1)) == pytest.approx(0.3, abs=1e-8)
    yard = polygon((-3, -3), (3, -3), (3, 3), (2, 3), (2, -2), (-2, -2), (-2, 3), (-3, 3))
    ring = [box(-1.5, -1.5, 1.5, -1), box(-1.5, -1.5, -1, 1.5), box(1, -1.5, 1.5, 0.1), box(1, 0.3, 1.5, 1.5)]
    assert width(LEFT, yard, *ring[:2]) == 1
    ring.append(box(-1.5, 1, 1.5, 1.5))
    assert width(LEFT, yard, *ring) == pytest.approx(0.2, abs=1e-8)
    assert width(yard, LEFT, *ring) == pytest.approx(0.2, abs=1e-8)


def test_walls_across_rectangular_bases() -> None:
    """A wall that cuts a base in two without a corner of either in the other: sight from what is before the wall."""
    square = rectangle(Spot(0, 0), 1, 1)
    assert width(square, RIGHT, box(-0.1, -2, 0.1, 2)) == pytest.approx(0.8, abs=1e-8)
    assert width(square, RIGHT, box(-2, -0.1, 2, 0.1)) == pytest.approx(0.8, abs=1e-8)
    assert width(square, RIGHT, box(-2, -3, 20, -0.1), box(-2, 0.1, 20, 3)) == pytest.approx(0.2, abs=1e-8)


def test_rectangular_bases() -> None:
    diamonds = rectangle(Spot(0, 0), 1, 1, 45), rectangle(Spot(10, 0), 1, 1, 45)
    assert width(*diamonds, Disc(Spot(5, 0), 0.5)) == pytest.approx(2 * (sqrt(0.5) - 0.5), abs=1e-8)


numbers = st.integers(-12, 12).map(lambda number: number / 4) | st.floats(-3, 3)
sizes = st.integers(1, 8).map(lambda number: number / 4) | st.floats(0.05, 2)
spots = st.builds(Spot, numbers.map(lambda x: x + 4), numbers)
discs = st.builds(Disc, spots, sizes.map(lambda size: size / 2))
angles = st.sampled_from([0.0, 45.0, 90.0]) | st.floats(0, 360)
rectangles = st.builds(rectangle, spots, sizes, sizes, angles)
ells = st.builds(
    lambda spot, size, degrees: moved(
        polygon((0, 0), (size, 0), (size, size / 3), (size / 3, size / 3), (size / 3, size), (0, size)), degrees, *spot
    ),
    spots,
    sizes,
    angles,
)
ends = st.sampled_from([LEFT, rectangle(Spot(0, 0), 1, 2), rectangle(Spot(0, 0), 1, 1, 30)])


@given(ends, ends, st.lists(discs | rectangles | ells, max_size=5), angles, st.sampled_from([1, -1]), st.booleans())
def test_turned_mirrored_and_swapped(
    start: Shape, stop: Shape, obstacles: list[Shape], degrees: float, sign: int, is_swapped: bool
) -> None:
    stop = moved(stop, 0, 8, 0.25)
    found = width(start, stop, *obstacles)
    one, other, *others = (moved(shape, degrees, 30, 20, sign) for shape in (start, stop, *obstacles))
    again = width(*((other, one) if is_swapped else (one, other)), *others)
    assert again == pytest.approx(found, abs=1e-8) or max(found, again) < SAME + 1e-8


@given(ends, st.lists(discs | rectangles | ells, min_size=1, max_size=5))
def test_fewer_obstacles_leave_more(start: Shape, obstacles: list[Shape]) -> None:
    stop = moved(RIGHT, 0, -2)
    found = widest_corridor(start, stop, obstacles, 1.0)
    assert width(start, stop, *obstacles[1:]) >= found.width - 1e-8
    if found.covering:
        assert width(start, stop, *(obstacles[i] for i in found.covering)) == 0


squares = st.builds(
    lambda x, y, wide, high: box(x, y, x + wide, y + high),
    st.integers(1, 8),
    st.integers(-3, 2),
    st.integers(1, 3),
    st.integers(1, 6),
)
"""Boxes with whole coordinates, of which many touch each other, lie in a row, or are the same."""


@given(st.lists(squares | discs, min_size=1, max_size=5), st.integers(-2, 2), st.sampled_from([0, 9000]), st.booleans())
def test_what_covers_is_what_each_obstacle_does_by_itself(
    obstacles: list[Shape], aside: int, far: int, is_round: bool
) -> None:
    right = RIGHT if is_round else box(9.5, -0.5, 10.5, 0.5)
    start, stop, *obstacles = (moved(shape, 0, far, far) for shape in (LEFT, moved(right, 0, 0, aside), *obstacles))
    found = widest_corridor(start, stop, obstacles, 1.0)
    alone = tuple(i for i, each in enumerate(obstacles) if not width(start, stop, each))
    assert bool(found.covering) == (found.segment is None)
    if alone:
        assert found.covering == alone
    for left_out in found.covering if len(found.covering) > 1 and not alone else ():
        assert width(start, stop, *(obstacles[i] for i in found.covering if i != left_out))
