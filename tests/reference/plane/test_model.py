"""The references for straight lines on a table by themselves: scenes worked out by hand, and the two held together."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest

from sightline.plane import Disc, Polygon, Shape, Spot, rectangle
from tests.reference.plane import between_model as plane_between
from tests.reference.plane import boards as plane_scenes
from tests.reference.plane import corridor_model as plane_sight
from tests.reference.plane.boards import Scene, box, polygon
from tests.reference.plane.witness_check import apart_from, winds_round, witness_problem

LEFT, RIGHT = Disc(Spot(0, 0), 0.5), Disc(Spot(10, 0), 0.5)
ELL = polygon((8, -2), (12, -2), (12, -1), (9, -1), (9, 2), (8, 2))


def walls(slit: float, middle: float = 0.0, x: float = 5.0, thick: float = 1e-9) -> list[Shape]:
    return [
        box(x - thick, -30, x + thick, middle - slit / 2),
        box(x - thick, middle + slit / 2, x + thick, 30),
    ]


@pytest.mark.parametrize(
    ("obstacles", "width"),
    [
        ([], 1.0),
        (walls(0.25), 0.25),
        (walls(0.0), 0.0),
        (walls(5e-7), 0.0),
        (walls(2e-6), 2e-6),
        # No line between the two comes so far out.
        (walls(0.25, 4.0), 0.0),
        ([Disc(Spot(5, 0), 0.5)], 0.0),
        ([Disc(Spot(5, 0), 0.2)], 0.6),
        # Past it along the line at y = -1/2, which no line passes.
        ([box(4, -0.3, 6, 30)], 0.4),
        ([box(4, -0.3, 6, 30), box(4, -30, 6, -0.4)], 0.1),
        # Obstacles that hold an end, or touch it.
        ([box(-2, -2, 2, 2)], 0.0),
        ([box(-2, -2, 0, 2)], 1.0),
        ([box(-2, -2, 0.2, 2)], 0.6),
    ],
)
def test_widths_between_two_bases(obstacles: list[Shape], width: float) -> None:
    assert plane_sight.widest(LEFT, RIGHT, obstacles, 1.0) == pytest.approx(width, abs=3e-8)


def test_other_ends() -> None:
    above = Disc(Spot(10.5, 5), 0.5)
    slit: list[Shape] = [box(-20, 3, 10.35, 3.1), box(10.65, 3, 40, 3.1)]
    assert plane_sight.widest(above, ELL, slit, 1.0) == pytest.approx(0.3, abs=3e-8)
    diamonds = rectangle(Spot(0, 0), 1, 1, 45), rectangle(Spot(10, 0), 1, 1, 45)
    wide = plane_sight.widest(*diamonds, [Disc(Spot(5, 0), 0.5)], 1.0)
    assert wide == pytest.approx(2 * (sqrt(0.5) - 0.5), abs=3e-8)


def test_touching_ends_see_each_other() -> None:
    between = [box(0.4, -5, 0.6, 5)]
    assert plane_sight.widest(LEFT, Disc(Spot(1, 0), 0.5), between, 1.0) == 1.0
    assert plane_sight.widest(LEFT, Disc(Spot(1.0001, 0), 0.5), between, 1.0) == 0.0
    assert plane_sight.are_touching(LEFT, rectangle(Spot(1, 0), 1, 1))
    assert plane_sight.are_touching(ELL, rectangle(Spot(10, 0), 1, 2))
    assert not plane_sight.are_touching(ELL, rectangle(Spot(10, 0), 1, 1))
    assert not plane_sight.are_touching(rectangle(Spot(10, 0), 1, 1), ELL)


@pytest.mark.slow
@pytest.mark.parametrize("kind", plane_scenes.KINDS)
def test_sampling_finds_what_the_critical_lines_find(kind: str) -> None:
    rng = np.random.default_rng(1)
    for index in range(2):
        scene = plane_scenes.random_scene(Random(f"{kind} {index}"), kind)
        ends = scene.start, scene.stop
        if not plane_sight.are_touching(*ends):
            width = plane_sight.widest(*ends, scene.obstacles, scene.cap)
            assert _sampled(scene, rng) == pytest.approx(width, abs=1e-4)
            assert _sampled(scene, rng) < width + 3e-8
            assert plane_sight.inside_width(*ends, scene.obstacles, scene.cap, rng) < width + 3e-8


def _sampled(scene: Scene, rng: np.random.Generator) -> float:
    return plane_sight.sampled_width(scene.start, scene.stop, scene.obstacles, scene.cap, rng)


def test_witnesses() -> None:
    def problem(width: float, *ends: tuple[float, float]) -> str | None:
        one, other = (Spot(*end) for end in ends)
        return witness_problem(LEFT, RIGHT, walls(0.25), width, (one, other))

    assert problem(0.25, (0.5, 0), (9.5, 0)) is None
    assert problem(0.25, (0, 0), (10, 0)) is None
    assert problem(0.25001, (0.5, 0), (9.5, 0)) == "it keeps 0.125 clear of obstacle 0, not 0.125005"
    assert problem(0.1, (0.6, 0), (9.5, 0)) == "it starts 0.09999999999999998 off the base"
    assert problem(0.1, (0.5, 0), (9.4, 0)) == "it ends 0.09999999999999964 off the base"
    assert problem(0.1, (0.5, 0), (float("nan"), 0)) == "it is not finite"


def test_two_ways_to_measure_a_segment() -> None:
    rng = Random("segments")
    for _ in range(300):
        shape = plane_scenes.thing(rng, 0, 0, 2)
        one, other = (complex(rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(2))
        found = plane_sight.clearances_of(np.array([one]), np.array([other]), shape)[0]
        assert apart_from(one, other, shape) == pytest.approx(float(found), abs=1e-12)
        if isinstance(shape, Polygon):
            outline = [complex(*spot) for spot in shape.corners]
            assert winds_round(outline, one) == plane_sight.is_inside(np.array([one]), shape)[0]


def test_centre_and_eight() -> None:
    """The slit shows a line through places that lie between the eight."""
    assert plane_sight.centre_and_eight(LEFT, RIGHT, walls(0.25))
    assert not plane_sight.centre_and_eight(LEFT, RIGHT, walls(0.02, 0.15))
    assert plane_sight.widest(LEFT, RIGHT, walls(0.02, 0.15), 1.0) == pytest.approx(0.02, abs=1e-7)


# --- what lies between -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "nearest"),
    [
        (box(4, 0.4, 6, 9), sqrt(4**2 + 0.4**2) - 0.5),
        (box(4, 0.6, 6, 9), None),
        (Disc(Spot(5, 1.4), 1), sqrt((10 - 5.4358899) ** 2 + 0.25) - 0.5),
        (Disc(Spot(5, 1.51), 1), None),
        (box(9, -3, 9.2, 3), 0.3),
        (box(9.8, -3, 30, 3), 0.0),
        (box(10.51, -3, 30, 3), None),
        (box(-3, -3, -0.6, 3), None),
        (box(-3, -3, 0.1, 3), 9.4),
        (Disc(Spot(0, 0), 1), 8.5),
    ],
)
def test_what_lies_between_two_bases(shape: Shape, nearest: float | None) -> None:
    """How near to the edge of the base at (10, 0) a line from the one at (0, 0) crosses something."""
    assert plane_between.is_crossed_near(LEFT, RIGHT, shape) == (nearest is not None)
    for inches in (0.0, 1.0, 3.0, 9.45):
        wanted = nearest is not None and nearest <= inches
        assert plane_between.is_crossed_near(LEFT, RIGHT, shape, inches + 1e-3) == wanted
    found = plane_between.bounds(LEFT, RIGHT, shape, 600)
    if nearest is not None:
        assert found.least - 1e-4 < nearest < found.most + 1e-4


def test_what_touches_is_close_to_call() -> None:
    assert plane_between.is_crossed_near(LEFT, RIGHT, box(4, 0.5, 6, 9)) is None
    assert plane_between.is_crossed_near(LEFT, RIGHT, box(4, 0, 6, 9), 3.5) is None


def test_buildings_as_ends_of_what_lies_between() -> None:
    """Lines to an L do not fill what its wings hold between them, as seen from below and from the left."""
    notch = Disc(Spot(11.5, 1.5), 0.2)
    assert plane_between.is_crossed_near(LEFT, ELL, notch) is False
    assert plane_between.is_crossed_near(Disc(Spot(12, 4), 0.5), ELL, notch) is True
    assert plane_between.is_crossed_near(Disc(Spot(9.5, -9), 0.5), ELL, notch) is False


def test_triangles_fill_a_polygon() -> None:
    rng = Random("triangles")
    for _ in range(100):
        outline = [complex(*spot) for spot in plane_scenes.star(rng, 0, 0, 3).corners]
        whole = sum((a.conjugate() * b).imag for a, b in pairwise((*outline, outline[0])))
        pieces = list(plane_between.triangles(outline))
        assert len(pieces) == len(outline) - 2
        assert sum(plane_between.turn(*piece) for piece in pieces) == pytest.approx(whole)
