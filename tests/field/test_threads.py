"""Answers depend neither on the number of threads, nor on how many of these ask at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import numpy as np
import numpy.typing as npt
import pytest

import sightline
from sightline.field.cell_field import CellField
from sightline.field.table_field import TableField
from tests.docs.pages import SCENARIOS
from tests.field.test_cell_field import BOARDS, field_of, patterned, seen

THREADS = (2, 3, 64, 500)
"""More than there are CPUs, and more than there are parts of the task."""
MAPS = ("penance/across-the-rubble", "hero5/the-gatehouse", "sodwa/the-yard", "post-galactica/the-breach")
TABLES = ("post-galactica/the-mill-road", "post-galactica/the-marsh")


def load(name: str) -> sightline.Scenario:
    return sightline.load(SCENARIOS / f"{name}.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_who_sees_whom_on_maps(name: str) -> None:
    scenario = load(name)
    expected = seen(field_of(scenario), threads=1)
    rows = [*field_of(scenario).rows("impeded", threads=1)]
    for threads in THREADS:
        assert np.array_equal(seen(field_of(scenario), threads=threads), expected)
        assert np.array_equal([*field_of(scenario).rows("impeded", threads=threads)], rows)


@pytest.mark.parametrize("layout", ["square", "flat even-q"])
def test_who_sees_whom_on_maps_of_many_words(layout: str) -> None:
    scenario = patterned(layout, 26, set(Random(layout).sample(range(676), 60)))
    expected = field_of(scenario).pairs(threads=1)
    assert all(np.array_equal(field_of(scenario).pairs(threads=threads), expected) for threads in THREADS)


@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_who_reaches_what(name: str) -> None:
    scenario = load(name)
    field = field_of(scenario)
    for piece in scenario.position.pieces.values():
        if piece.as_terrain is None:
            for to_stop in (False, True):
                expected = field.reach(piece.name, to_stop=to_stop, threads=1)
                for threads in THREADS:
                    assert np.array_equal(field.reach(piece.name, to_stop=to_stop, threads=threads), expected)


@pytest.mark.parametrize("name", TABLES)
def test_who_sees_whom_on_tables(name: str) -> None:
    def pairs(threads: int) -> npt.NDArray[np.bool_]:
        field = load(name).field()
        assert isinstance(field, TableField)
        return field.pairs(threads=threads)

    expected = pairs(1)
    assert all(np.array_equal(pairs(threads), expected) for threads in THREADS)


@pytest.mark.parametrize("system", ["penance", "hero5", "sodwa"])
def test_several_may_ask_one_field_at_once(system: str) -> None:
    scenario = sightline.parse(BOARDS[system](Random(f"at once {system}")))
    expected = seen(field_of(scenario)).tolist()
    asked, everyone = field_of(scenario), Barrier(8)

    def ask(number: int) -> list[list[int]]:
        everyone.wait()
        if number % 2:
            return seen(asked).tolist()
        return [asked.see(label).tolist() for label in asked.cells]

    with ThreadPoolExecutor(8) as pool:
        assert all(found == expected for found in pool.map(ask, range(8)))


def test_several_may_update_one_field_at_once() -> None:
    fields = [field_of(patterned("flat odd-q", 12, {5, 60 + number})) for number in range(8)]
    expected = [seen(field) for field in fields]
    first: CellField = field_of(patterned("flat odd-q", 12, {5}))
    seen(first)

    def ask(number: int) -> bool:
        return np.array_equal(seen(first.update(patterned("flat odd-q", 12, {5, 60 + number}))), expected[number])

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


@pytest.mark.parametrize(("threads", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("2", TypeError)])
@pytest.mark.parametrize("name", [MAPS[0], TABLES[0]])
def test_there_is_one_at_least(name: str, threads: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        load(name).field().pairs(threads=threads)
