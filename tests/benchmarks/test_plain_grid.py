"""Least costs on plain grids of squares agree with one search after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.plain_grid import DIRECTIONS, find_costs, find_costs_by_displacement
from sightline.rules import find_cheapest_paths

Ints = npt.NDArray[np.int64]
Place = tuple[int, int]


def one_by_one(into: Ints, budget: int) -> dict[tuple[Place, Place], int]:
    """Return all least costs from place to place, given the costs of entering by each direction."""
    _, rows, columns = into.shape

    def steps(place: Place) -> Iterator[tuple[Place, int]]:
        for (right, down), costs in zip(DIRECTIONS, into, strict=False):
            row, column = place[0] + down, place[1] + right
            if 0 <= row < rows and 0 <= column < columns and costs[row, column]:
                yield (row, column), int(costs[row, column])

    open_places = [place for place in product(range(rows), range(columns)) if into[:, place[0], place[1]].any()]
    return {
        (start, stop): way.cost
        for start in open_places
        for stop, way in find_cheapest_paths(start, steps, budget).items()
        if into[:, stop[0], stop[1]].any()
    }


def check(costs: Ints, budget: int, *, diagonal: bool, threads: int | None = None) -> None:
    into = np.broadcast_to(costs, (8 if diagonal else 4, *costs.shape[-2:]))
    wanted = one_by_one(into, budget)
    between = find_costs(costs, budget, diagonal=diagonal, threads=threads)
    around = find_costs_by_displacement(costs, budget, diagonal=diagonal, threads=threads)
    columns, none = costs.shape[-1], np.iinfo(between.dtype).max
    found = {
        (divmod(int(start), columns), divmod(int(stop), columns)): int(between[start, stop])
        for start, stop in np.argwhere(between != none)
    }
    assert found == wanted
    down, right = around.shape[2] // 2, around.shape[3] // 2
    found = {
        ((int(a), int(b)), (int(a + c - down), int(b + d - right))): int(around[a, b, c, d])
        for a, b, c, d in np.argwhere(around != none)
    }
    assert found == wanted


@st.composite
def grids(draw: st.DrawFn) -> tuple[Ints, int, bool]:
    """Draw costs, some by direction, a budget, and whether steps over corners count."""
    diagonal, by_direction = draw(st.booleans()), draw(st.booleans())
    shape = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    layers = (8 if diagonal else 4,) if by_direction else ()
    cells = int(np.prod((*layers, *shape)))
    costs = draw(st.lists(st.sampled_from((0, 1, 1, 1, 2, 3, 7)), min_size=cells, max_size=cells))
    return np.array(costs, np.int64).reshape(*layers, *shape), draw(st.integers(0, 20)), diagonal


@given(grids())
@example((np.zeros((2, 3), np.int64), 5, True))
@example((np.ones((1, 1), np.int64), 5, False))
def test_it_is_what_one_search_after_the_other_finds(drawn: tuple[Ints, int, bool]) -> None:
    costs, budget, diagonal = drawn
    check(costs, budget, diagonal=diagonal)


@pytest.mark.slow
@pytest.mark.parametrize("diagonal", [False, True])
def test_every_ground_of_three_by_two(diagonal: bool) -> None:
    for costs in product((0, 1, 2), repeat=6):
        check(np.array(costs, np.int64).reshape(2, 3), 4, diagonal=diagonal)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int) -> None:
    costs = np.random.default_rng(3).choice([0, 1, 2, 3], (40, 37))
    assert (find_costs(costs, 9, diagonal=True, threads=threads) == find_costs(costs, 9, diagonal=True)).all()


@pytest.mark.slow
def test_far_and_dear_ways() -> None:
    costs = np.random.default_rng(4).choice([0, 1, 90], (9, 12), p=[0.2, 0.4, 0.4])
    found = find_costs(costs, 10**6)
    assert found.dtype == np.uint16
    check(costs, 10**6, diagonal=False)
