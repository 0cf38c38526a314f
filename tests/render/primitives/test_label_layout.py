"""Label placement: capsules, their overlap, and the best of some places."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sightline.render.primitives.label_layout import Capsule, LabelLayout
from sightline.render.primitives.pixels import Pixel

COORDINATES = st.integers(-60, 60)
PIXELS = st.builds(Pixel, COORDINATES, COORDINATES)
CAPSULES = st.builds(Capsule, PIXELS, PIXELS, st.integers(1, 12))


def disc(x: float, y: float, radius: float) -> Capsule:
    return Capsule(Pixel(x, y), Pixel(x, y), radius)


def test_the_depth_of_two_discs_is_what_they_share_of_the_line_between_their_middles() -> None:
    assert disc(0, 0, 5).depth_in(disc(8, 0, 4)) == 1
    assert disc(0, 0, 5).depth_in(disc(9, 0, 4)) == 0
    assert disc(0, 0, 5).depth_in(disc(6, 8, 6)) == 1


def test_lines_that_cross_overlap_by_both_their_widths() -> None:
    across, down = Capsule(Pixel(-9, 0), Pixel(9, 0), 2), Capsule(Pixel(0, -9), Pixel(0, 9), 3)
    assert across.depth_in(down) == 5


@given(CAPSULES, CAPSULES)
def test_depth_is_that_of_the_nearest_of_many_points(one: Capsule, other: Capsule) -> None:
    def points(capsule: Capsule) -> list[Pixel]:
        (a, b), (c, d) = capsule.start, capsule.stop
        return [Pixel(a + (c - a) * k / 60, b + (d - b) * k / 60) for k in range(61)]

    nearest = min(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 for a in points(one) for b in points(other))
    sampled = max(0.0, one.radius + other.radius - nearest)
    assert sampled - 1e-9 <= one.depth_in(other) <= sampled + 4
    assert abs(one.depth_in(other) - other.depth_in(one)) < 1e-9


def test_the_first_free_place_is_taken() -> None:
    layout = LabelLayout(20)
    layout.add(disc(0, 0, 10), 10)
    places = [Pixel(0, 0), Pixel(0, 18), Pixel(30, 0), Pixel(60, 0)]
    assert [layout.place(places, 16, 10, 5) for _ in range(3)] == [
        (Pixel(0, 18), 0.04),
        (Pixel(30, 0), 0.08),
        (Pixel(60, 0), 0.12),
    ]
    assert layout.place(places, 16, 10, 5, most=1) is None
    fifth = layout.place(places, 16, 10, 5)
    assert fifth is not None
    assert fifth.at == Pixel(0, 18)  # the cheapest to cover


@given(st.lists(st.tuples(CAPSULES, st.integers(1, 9)), max_size=12), CAPSULES)
def test_squares_find_what_overlaps(obstacles: list[tuple[Capsule, int]], label: Capsule) -> None:
    coarse, fine = LabelLayout(1000), LabelLayout(7)
    for capsule, weight in obstacles:
        coarse.add(capsule, weight)
        fine.add(capsule, weight)
    assert coarse.cost(label) == fine.cost(label)
