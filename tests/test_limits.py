"""A bound on work from outside: every long loop stops at it, and says how far it got."""

from __future__ import annotations

import asyncio
import copy
import pickle
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import pytest

import sightline
from sightline import LimitExceeded, Scenario
from sightline.deadline import check_limit, limited, remaining_seconds
from sightline.players import choose, play_out
from tests.cli.test_infer import BLOCKED, KNOWN
from tests.docs.pages import SCENARIOS
from tests.field.test_cell_field import field_of

NO_TIME = 1e-9
"""A limit that every first look at the clock finds exceeded."""


def load(name: str) -> Scenario:
    return sightline.load(SCENARIOS / f"{name}.yaml")


ON_MAPS: dict[str, Callable[[Scenario, str, str], object]] = {
    "shot": lambda s, a, t: s.shot(a, t),
    "why not": lambda s, a, t: s.shot(a, t, why_not=True),
    "resolve": lambda s, a, t: s.resolve(a, t, seed=1),
    "chart": lambda s, a, t: s.chart(),
    "see": lambda s, a, t: s.see(a),
    "reach": lambda s, a, t: s.reach(a),
    "threat": lambda s, a, t: s.threat(str(s.position.pieces[t].side)),
    "advise": lambda s, a, t: s.advise(a),
    "pairs": lambda s, a, t: s.field().pairs(),
    "svg": lambda s, a, t: s.svg(),
    "parse": lambda s, a, t: sightline.parse(s.to_yaml()),
}
MAPS = ("penance/across-the-rubble", "hero5/the-gatehouse", "sodwa/the-yard", "post-galactica/the-breach")


def ends_of(scenario: Scenario) -> tuple[str, str]:
    """Return the first pair that a chart lists."""
    return scenario.pairs[0]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("question", ON_MAPS)
def test_every_question_about_a_map_stops(name: str, question: str) -> None:
    scenario = load(name)
    ends = ends_of(scenario)
    with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded):
        ON_MAPS[question](scenario, *ends)


@pytest.mark.parametrize(
    "ask",
    [
        lambda s, a: s.reach(a),
        lambda s, a: s.reach(a, toward=[20, 20]),
        lambda s, a: s.see(a),
        lambda s, a: s.chart(),
        lambda s, a: s.field().pairs(),
        lambda s, a: s.svg(),
    ],
)
def test_every_question_about_a_free_table_stops(ask: Callable[[Scenario, str], object]) -> None:
    scenario = load("post-galactica/the-marsh")
    with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded):
        ask(scenario, ends_of(scenario)[0])


@pytest.mark.parametrize("name", ["hero5/the-gatehouse", "penance/across-the-rubble"])
def test_kernels_stop_between_blocks(name: str) -> None:
    scenario = load(name)
    field, piece = field_of(scenario), ends_of(scenario)[0]
    for ask in (field.pairs, lambda: list(field.rows()), lambda: field.reach(piece), field.reaches):
        with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded):
            ask()


@pytest.mark.parametrize("name", MAPS)
def test_kernels_answer_the_same_in_smaller_blocks(name: str) -> None:
    scenario = load(name)
    piece = ends_of(scenario)[0]
    with sightline.limits(seconds=600):
        bounded = field_of(scenario).reach(piece)
    assert (bounded == field_of(scenario).reach(piece)).all()


def test_searches_for_boards_stop() -> None:
    scenario = sightline.parse(KNOWN)
    with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded):
        scenario.infer(BLOCKED)
    with sightline.limits(seconds=600):
        assert scenario.infer(BLOCKED) == scenario.infer(BLOCKED)


def test_battles_stop_between_steps() -> None:
    battle = sightline.battle(load("sodwa/the-ferry"), seed="1")
    with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded):
        play_out(battle, ("random", "random"))
    with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded):
        battle.legal()
    assert not battle.run.steps
    battle.apply(choose(battle, "random"))  # it goes on as if nothing had happened
    record = battle.record()
    with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded):
        sightline.replay(record)


def test_the_error_says_how_far_each_loop_got() -> None:
    def work() -> None:
        for row in limited(range(5), "rows", 5):
            for _ in limited(range(7), "cells"):
                if row == 2:
                    time.sleep(0.06)

    with sightline.limits(seconds=0.15) as bound, pytest.raises(LimitExceeded) as stopped:
        work()
    outer, inner = stopped.value.progress
    assert (outer.what, outer.done, outer.total) == ("rows", 2, 5)
    assert (inner.what, inner.total) == ("cells", None)
    assert 2 <= inner.done <= 3
    assert str(stopped.value) == f"stopped at the limit of 0.15 s (rows: 2 of 5; cells: {inner.done})"
    assert stopped.value.seconds == 0.15
    assert bound.passes > 14
    for same in (copy.copy(stopped.value), pickle.loads(pickle.dumps(stopped.value))):
        assert (str(same), same.progress) == (str(stopped.value), stopped.value.progress)


def test_the_error_speaks_the_language_of_the_scenario() -> None:
    scenario = load("penance/last-stand").with_language("fr")
    with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded, match="arrêté à la limite de 1e-09 s"):
        scenario.see(scenario.actors[0])


def test_of_nested_limits_the_first_to_end_counts() -> None:
    with sightline.limits(seconds=600) as outer:
        with sightline.limits(seconds=NO_TIME), pytest.raises(LimitExceeded, match="1e-09"):
            check_limit()
        check_limit()
        assert 500 < outer.remaining < 600
        assert 500 < remaining_seconds() <= 600
    with sightline.limits(seconds=NO_TIME), sightline.limits(seconds=600), pytest.raises(LimitExceeded, match="1e-09"):
        check_limit()


def test_a_limit_ends_with_its_block_also_for_loops_that_go_on() -> None:
    with sightline.limits(seconds=0.05):
        loop = iter(limited(range(3), "items"))
        next(loop)
    time.sleep(0.06)
    assert list(loop) == [1, 2]
    check_limit()
    assert remaining_seconds() == float("inf")


def test_without_a_limit_loops_go_over_what_they_are_given() -> None:
    items = [1, 2, 3]
    assert limited(items, "items") is items


def test_threads_have_the_limit_of_the_context_they_are_given() -> None:
    with ThreadPoolExecutor(1) as pool, sightline.limits(seconds=NO_TIME):
        pool.submit(check_limit).result()  # a thread of somebody else's, which has no limit
        with pytest.raises(LimitExceeded):
            pool.submit(copy_context().run, check_limit).result()


def test_tasks_have_limits_of_their_own() -> None:
    async def ask(seconds: float) -> str:
        with sightline.limits(seconds=seconds):
            await asyncio.sleep(0)
            try:
                check_limit()
            except LimitExceeded as stopped:
                return str(stopped)
            return "done"

    async def ask_both() -> Any:
        return await asyncio.gather(ask(NO_TIME), ask(600))

    assert asyncio.run(ask_both()) == ["stopped at the limit of 1e-09 s", "done"]


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_seconds_are_positive(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds is more than 0"), sightline.limits(seconds=seconds):
        pass


@pytest.mark.parametrize("seconds", ["5", None, True])
def test_seconds_are_a_number(seconds: Any) -> None:
    with pytest.raises(TypeError, match="seconds is a number"), sightline.limits(seconds=seconds):
        pass
