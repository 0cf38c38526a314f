"""Open pairs agree with the search for single corridors."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from sightline.field.corridors.corridor_finder import CorridorFinder
from sightline.field.corridors.corridor_types import Bools
from sightline.plane import Disc, Polygon, Shape, Spot, rectangle, widest_corridor
from tests.reference.boards import many
from tests.reference.plane import boards as plane_scenes
from tests.reference.plane.boards import KINDS, Scene, base, box, random_scene, thing

SLITS = (1e-5, *plane_scenes.SLITS)
SHARDS, SCENES, TABLES = 2, many(66), many(2)


# --- as drawn ----------------------------------------------------------------------------------------------

LEFT, RIGHT = Disc(Spot(0, 0), 0.5), Disc(Spot(10, 0), 0.5)
ABOVE, BELOW = box(4, -9, 5, -0.1), box(4, 0.1, 5, 9)


def is_open(*obstacles: Shape, start: Shape = LEFT, stop: Shape = RIGHT) -> bool:
    found = CorridorFinder(obstacles).find_open_pairs([start, stop])
    assert found.tolist() == found.T.tolist()
    assert found.diagonal().all()
    return bool(found[0, 1])


def test_nothing_between_is_open() -> None:
    assert is_open()
    assert is_open(box(-5, -1, -4, 1), Disc(Spot(14, 0), 2))


def test_a_wall_across_closes() -> None:
    assert not is_open(box(4, -9, 5, 9))
    assert not is_open(Disc(Spot(5, 0), 2))


def test_a_slit_is_open_and_walls_that_touch_are_closed() -> None:
    assert is_open(ABOVE, BELOW)
    assert is_open(ABOVE, box(4, -0.09, 5, 9))
    assert not is_open(ABOVE, box(4, -0.1, 5, 9))
    assert not is_open(ABOVE, box(4, -1, 5, 9))


@pytest.mark.parametrize(("slit", "expected"), [(0.99e-6, False), (1.01e-6, True)])
@pytest.mark.parametrize("degrees", [0, 31, 90])
def test_a_millionth_of_an_inch_is_enough(slit: float, expected: bool, degrees: float) -> None:
    scene = Scene("", LEFT, RIGHT, (box(4, -9, 5, -slit / 2), box(4, slit / 2, 5, 9)), 1.0)
    scene = plane_scenes.moved(scene, degrees, 40, 25)
    assert is_open(*scene.obstacles, start=scene.start, stop=scene.stop) is expected


def test_slits_one_behind_the_other() -> None:
    assert is_open(ABOVE, BELOW, box(6, -9, 7, -0.05), box(6, 0.05, 7, 9))
    assert is_open(ABOVE, BELOW, box(6, -9, 7, 0.1), box(6, 0.2, 7, 9))
    assert not is_open(ABOVE, BELOW, box(6, -9, 7, 0.2), box(6, 0.3, 7, 9))  # one line, no corridor
    assert not is_open(ABOVE, BELOW, box(6, -9, 7, 0.8), box(6, 0.9, 7, 9))


def test_ends_that_touch_are_open_whatever_stands_there() -> None:
    everything = box(-20, -20, 20, 20)
    assert is_open(everything, stop=Disc(Spot(1, 0), 0.5))
    assert is_open(everything, stop=box(0.2, -3, 0.4, 3))
    assert not is_open(everything, stop=Disc(Spot(1.01, 0), 0.5))


def test_what_is_covered_of_an_end_is_no_start() -> None:
    assert not is_open(box(-1, -1, 1, 1))
    assert is_open(box(-1, -1, 0.49, 1))
    assert not is_open(box(-1, -1, 0.4, 1), box(0.45, -2, 0.5, 2))


def test_the_rest_of_a_base_between_two_that_cover_it() -> None:
    covering = box(4, -0.5, 4.5, 1.5), Disc(Spot(3.5, 1), 0.5)
    assert is_open(*covering, stop=Disc(Spot(4, 1), 0.5))
    assert not is_open(*covering, box(3.5, -0.5, 4, 0.9), stop=Disc(Spot(4, 1), 0.5))


def test_a_base_in_the_courtyard_of_a_building_that_it_looks_at() -> None:
    yard = Polygon(
        tuple(Spot(*each) for each in ((-3, -3), (3, -3), (3, 3), (2, 3), (2, -2), (-2, -2), (-2, 3), (-3, 3)))
    )
    assert is_open(stop=yard)
    assert not is_open(*(Disc(Spot(x, y), 0.9) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y), stop=yard)


def test_obstacles_that_do_not_count_for_one_of_two() -> None:
    ends = [LEFT, RIGHT, Disc(Spot(10, 6), 0.5)]
    walls = CorridorFinder([box(4, -9, 5, 9)])
    assert walls.find_open_pairs(ends)[0].tolist() == [True, False, False]
    found = walls.find_open_pairs(ends, np.array([[False], [True], [False]]))
    assert found.tolist() == [[True, True, False], [True, True, True], [False, True, True]]


def test_ignored_obstacles_need_the_right_shape() -> None:
    walls, wrong = CorridorFinder([ABOVE, BELOW]), np.zeros((2, 1), np.bool_)
    with pytest.raises(ValueError, match=r"shape \(2, 1\), not \(2, 2\)"):
        walls.find_open_pairs([LEFT, RIGHT], wrong)


def test_no_ends() -> None:
    assert CorridorFinder([ABOVE]).find_open_pairs([]).shape == (0, 0)


# --- at random ---------------------------------------------------------------------------------------------


def compare_scenes(rng: Random, scenes: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for index in range(scenes):
        scene = random_scene(rng, list(KINDS)[index % len(KINDS)])
        expected = widest_corridor(scene.start, scene.stop, scene.obstacles, scene.cap).segment is not None
        assert is_open(*scene.obstacles, start=scene.start, stop=scene.stop) is expected, scene
        counts[f"{scene.kind} {expected}"] += 1
    return counts


def random_table(rng: Random) -> tuple[list[Shape], list[Shape], Bools]:
    """Draw ends, bases and a building among them, obstacles, and which of these each end ignores."""
    ends = [base(rng, rng.uniform(0, 24), rng.uniform(0, 16)) for _ in range(11)]
    ends.append(thing(rng, rng.uniform(0, 24), rng.uniform(0, 16), rng.uniform(1, 4)))
    obstacles = [thing(rng, rng.uniform(0, 24), rng.uniform(0, 16), rng.uniform(0.5, 3)) for _ in range(20)]
    obstacles += [
        rectangle(Spot(rng.uniform(0, 24), rng.uniform(0, 16)), 0.2, rng.uniform(1, 5), rng.uniform(0, 180))
        for _ in range(20)
    ]
    return ends, obstacles, np.array([[rng.random() < 0.05 for _ in obstacles] for _ in ends])


def compare_table(rng: Random) -> int:
    ends, obstacles, ignored = random_table(rng)
    found = CorridorFinder(obstacles).find_open_pairs(ends, ignored)
    for i, j in combinations(range(len(ends)), 2):
        counting = [each for each, is_out in zip(obstacles, ignored[i] | ignored[j], strict=True) if not is_out]
        expected = widest_corridor(ends[i], ends[j], counting, 1.0).segment is not None
        assert found[i, j] == found[j, i] == expected, (ends[i], ends[j], counting)
    return int(found.sum())


def test_a_few_scenes_agree_with_the_search_of_single_corridors() -> None:
    compare_scenes(Random("a few"), 3 * len(KINDS))


def test_a_table_agrees_with_the_search_of_single_corridors() -> None:
    compare_table(Random("a table"))


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_scenes_and_tables_agree_with_the_search_of_single_corridors(
    shard: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plane_scenes, "SLITS", SLITS)
    rng = Random(f"field {shard}")
    counts = compare_scenes(rng, SCENES * len(KINDS))
    assert {f"{kind} True" for kind in KINDS} <= counts.keys()
    assert sum(counts[f"{kind} False"] for kind in KINDS) > SCENES
    assert sum(compare_table(rng) for _ in range(TABLES)) > 0


def test_neither_threads_nor_the_order_of_ends_change_anything() -> None:
    ends, obstacles, ignored = random_table(Random("threads"))
    walls, order = CorridorFinder(obstacles), np.array(Random("order").sample(range(len(ends)), len(ends)))
    found = walls.find_open_pairs(ends, ignored, threads=1)
    for threads in (2, 3):
        assert (walls.find_open_pairs(ends, ignored, threads=threads) == found).all()
    mixed = walls.find_open_pairs([ends[i] for i in order], ignored[order])
    assert (mixed == found[np.ix_(order, order)]).all()
