"""Open pairs updated after a change equal those found anew, and pairs that the change does not affect are kept."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from sightline.field.corridors.table_layout import TableLayout
from sightline.plane import Disc, Shape, Spot
from tests.field.corridors.test_corridor_finder import random_table
from tests.reference.plane.boards import base, box, thing

SEEDS, CHANGES = 3, 40


def random_layout(rng: Random) -> TableLayout:
    return TableLayout(*random_table(rng))


def changed(rng: Random, layout: TableLayout) -> TableLayout:
    """Return the layout after one change, or after several at once."""
    ends, obstacles, ignored = list(layout.ends), list(layout.obstacles), layout.ignored.copy()
    for _ in range(rng.choice((1, 1, 1, 3))):
        where = rng.uniform(0, 24), rng.uniform(0, 16)
        match rng.choice(("move end", "move", "swap", "ignore", "add", "remove", "add end", "remove end")):
            case "move end":
                ends[rng.randrange(len(ends))] = base(rng, *where)
            case "move":
                obstacles[rng.randrange(len(obstacles))] = thing(rng, *where, rng.uniform(0.5, 3))
            case "swap":  # who goes where another one was
                one, other = rng.sample(range(len(ends)), 2)
                ends[one], ends[other] = ends[other], ends[one]
            case "ignore":
                number = rng.randrange(ignored.size)
                ignored.flat[number] = not ignored.flat[number]
            case "add":
                obstacles.append(rng.choice((thing(rng, *where, rng.uniform(0.5, 3)), obstacles[0])))
                ignored = np.pad(ignored, ((0, 0), (0, 1)))
            case "remove":
                number = rng.randrange(len(obstacles))
                del obstacles[number]
                ignored = np.delete(ignored, number, axis=1)
            case "add end":
                ends.append(base(rng, *where))
                ignored = np.pad(ignored, ((0, 1), (0, 0)))
            case "remove end":
                number = rng.randrange(len(ends))
                del ends[number]
                ignored = np.delete(ignored, number, axis=0)
    return TableLayout(ends, obstacles, ignored)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_updated_pairs_equal_those_found_anew(seed: int) -> None:
    rng = Random(f"layout {seed}")
    layout = random_layout(rng)
    known = layout.find_open_pairs()
    for _ in range(CHANGES):
        after = changed(rng, layout)
        found = after.update_open_pairs(layout, known)
        assert found.tolist() == after.find_open_pairs().tolist()
        layout, known = after, found


# --- what is kept -------------------------------------------------------------------------------------------

ENDS: tuple[Shape, ...] = tuple(Disc(Spot(x, 0), 0.5) for x in (0, 10, 20))
WALLS: tuple[Shape, ...] = (box(4, -9, 5, 9), box(14, 2, 15, 9))
LAYOUT = TableLayout(ENDS, WALLS, np.zeros((3, 2), np.bool_))
WRONG = np.array([[True, True, True], [True, True, False], [True, False, True]])
"""The opposite of each pair, which shows the pairs that are examined again."""


def test_without_a_change_all_pairs_are_kept() -> None:
    assert LAYOUT.find_open_pairs().tolist() == (~WRONG | np.eye(3, dtype=np.bool_)).tolist()
    assert LAYOUT.update_open_pairs(LAYOUT, WRONG).tolist() == WRONG.tolist()


def test_all_pairs_of_an_end_that_moves_are_examined() -> None:
    moved = replace(LAYOUT, ends=[*ENDS[:2], Disc(Spot(20, 0.1), 0.5)])
    assert moved.update_open_pairs(LAYOUT, WRONG).tolist() == [
        [True, True, False],
        [True, True, True],
        [False, True, True],
    ]


@pytest.mark.slow
def test_an_obstacle_that_moves_counts_where_it_was_and_where_it_is() -> None:
    off = replace(LAYOUT, obstacles=[box(4, 20, 5, 30), WALLS[1]])
    nothing = np.eye(3, dtype=np.bool_)
    assert off.update_open_pairs(LAYOUT, nothing).tolist() == WRONG.tolist()
    back = LAYOUT.update_open_pairs(off, WRONG)
    assert back.tolist() == [[True, False, False], [False, True, False], [False, False, True]]


def test_pairs_of_an_end_that_ignores_other_obstacles_are_examined() -> None:
    seen_past = replace(LAYOUT, ignored=np.array([[True, False], [False, False], [False, False]]))
    assert seen_past.update_open_pairs(LAYOUT, WRONG).tolist() == WRONG.tolist()
    seen_past = replace(LAYOUT, ignored=np.array([[False, False], [False, False], [False, True]]))
    assert seen_past.update_open_pairs(LAYOUT, WRONG)[1, 2]


def test_from_no_ends_to_some_and_back() -> None:
    nobody = TableLayout([], [], np.zeros((0, 0), np.bool_))
    assert LAYOUT.update_open_pairs(nobody, nobody.find_open_pairs()).tolist() == LAYOUT.find_open_pairs().tolist()
    assert nobody.update_open_pairs(LAYOUT, WRONG).shape == (0, 0)
