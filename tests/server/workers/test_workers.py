"""Worker processes: limits of time, replacement, fairness, and callers that go."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sightline.api import ScenarioError, parse
from sightline.server.http_refusals import HttpRefusal
from sightline.server.settings import ServerLimits
from sightline.server.workers.workers import Workers

pytestmark = pytest.mark.slow  # processes are started and ended


def spin(seconds: float) -> int:
    """Use the processor for some seconds; return the process that did."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()


def end_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    parse("{sightline: 2}")


def run(test: Callable[[Workers], Awaitable[Any]], count: int = 2, **limits: Any) -> Any:
    async def all_of_it() -> Any:
        workers = Workers(count, ServerLimits(**limits))
        await workers.warm_up()
        try:
            return await test(workers)
        finally:
            await workers.stop()

    return asyncio.run(all_of_it())


LIBRARIES_OF_THE_SERVER = {"alembic", "litestar", "sqlalchemy", "uvicorn"}
LOADED = "import sys; import sightline.server.workers.preloaded; print(*sys.modules)"


def test_worker_processes_load_no_library_of_the_server() -> None:
    """Loading them would take longer than most answers, each time that a server starts."""
    loaded = subprocess.run([sys.executable, "-c", LOADED], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert "sightline.server.questions.question_answer" in loaded.split()
    assert not LIBRARIES_OF_THE_SERVER.intersection(loaded.split())


BEGUN = """
import sys
from sightline.server.workers.preloaded_context import begin_preloading, preloaded_context

begin_preloading()
begin_preloading()
print(*sys.modules)
process = preloaded_context().Process(target=print, args=("forked",))
process.start()
process.join()
"""


def test_workers_begin_to_import_before_the_server_does() -> None:
    loaded, said = subprocess.run(
        [sys.executable, "-c", BEGUN], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    assert not {"numpy", *LIBRARIES_OF_THE_SERVER}.intersection(loaded.split())
    assert said == "forked"


def test_what_a_task_returns_or_raises_comes_back() -> None:
    async def test(workers: Workers) -> None:
        assert await workers.run(spin, 0, owner="a") != os.getpid()
        with pytest.raises(ScenarioError, match="1"):
            await workers.run(refuse, owner="a")

    run(test)


def test_arguments_nested_too_deep_are_refused_and_the_next_task_is_answered() -> None:
    nested: list[Any] = []
    for _ in range(100_000):  # far more than any Python version allows
        nested = [nested]

    async def test(workers: Workers) -> None:
        for _ in range(3):  # more often than there are workers
            with pytest.raises(HttpRefusal) as refused:
                await workers.run(len, nested, owner="a")
            assert refused.value.status == 422
        assert await workers.run(len, [1], owner="a") == 1

    run(test)


@pytest.mark.parametrize("is_long", [False, True])
def test_a_task_of_a_minute_is_ended_at_its_limit_and_the_next_one_answered(is_long: bool) -> None:
    async def test(workers: Workers) -> None:
        await workers.run(spin, 0, owner="a", is_long=is_long)
        began = time.monotonic()
        with pytest.raises(HttpRefusal) as refused:
            await workers.run(spin, 60, owner="a", is_long=is_long)
        assert refused.value.status == 503
        assert "of work" in refused.value.args[0]
        assert time.monotonic() - began < 20
        assert await workers.run(spin, 0, owner="a", is_long=is_long)

    run(test, processor_seconds=0.5)


def test_a_task_that_only_waits_is_ended_too() -> None:
    async def test(workers: Workers) -> None:
        with pytest.raises(HttpRefusal) as refused:
            await workers.run(time.sleep, 60, owner="a")
        assert refused.value.status == 503

    run(test, seconds=0.5)


def test_processes_that_end_by_themselves_are_replaced() -> None:
    async def test(workers: Workers) -> None:
        with pytest.raises(HttpRefusal) as refused:
            await workers.run(end_itself, owner="a")
        assert (refused.value.status, refused.value.retry_after) == (503, 1)
        idle = await workers.run(spin, 0, owner="a")
        os.kill(idle, signal.SIGKILL)
        await asyncio.sleep(0.5)
        assert await workers.run(spin, 0, owner="a") != idle

    run(test)


def test_long_tasks_do_not_starve_a_short_one() -> None:
    async def test(workers: Workers) -> None:
        long = [asyncio.ensure_future(workers.run(spin, 0.3, owner="a", is_long=True)) for _ in range(19)]
        await asyncio.sleep(0.1)
        for _ in range(5):
            await workers.run(spin, 0, owner="a")
        assert sum(each.done() for each in long) <= 5
        for each in long:
            each.cancel()

    run(test)


def test_a_task_whose_caller_is_gone_is_not_begun() -> None:
    async def test(workers: Workers) -> None:
        running = asyncio.ensure_future(workers.run(spin, 0.5, owner="a", is_long=True))
        waiting = asyncio.ensure_future(workers.run(spin, 60, owner="a", is_long=True))
        await asyncio.sleep(0.1)
        assert (workers.busy, workers.waiting) == (1, 1)
        waiting.cancel()
        await asyncio.sleep(0)
        assert workers.waiting == 0
        await running
        assert await workers.run(spin, 0, owner="a", is_long=True)  # the other would have been refused by now

    run(test)


def test_what_everybody_asks_at_once_is_bounded() -> None:
    async def test(workers: Workers) -> None:
        tasks = [asyncio.ensure_future(workers.run(spin, 0.3, owner=str(each), is_long=True)) for each in range(3)]
        await asyncio.sleep(0.05)
        assert workers.waiting == 2
        with pytest.raises(HttpRefusal) as refused:
            await workers.run(spin, 0, owner="x")
        assert (refused.value.status, refused.value.retry_after) == (503, 2)
        await asyncio.gather(*tasks)

    run(test, waiting=2)


def test_a_worker_is_chosen_that_knows_the_subject() -> None:
    async def test(workers: Workers) -> None:
        first = await asyncio.gather(*(workers.run(spin, 0.2, owner="a", subject=each) for each in "xyz"))
        assert len(set(first)) == 3
        for _ in range(3):
            assert await workers.run(spin, 0, owner="a", subject="z") == first[2]

    run(test, count=3)
