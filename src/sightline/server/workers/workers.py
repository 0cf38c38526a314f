"""The worker processes of a server, and the scheduling of tasks on them."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from litestar import Litestar
from pebble import ProcessExpired

from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal
from sightline.server.part import Part
from sightline.server.request_reader import TOO_DEEP
from sightline.server.settings import ServerLimits, Settings
from sightline.server.workers.admission import Admission
from sightline.server.workers.fair_queue import FairQueue
from sightline.server.workers.kernel_compilation import run_compilation
from sightline.server.workers.task import TOO_LONG
from sightline.server.workers.worker import Worker

_TAKES_TOO_LONG = N_("This takes more than {seconds} s of work, the limit for one question.")
_WORKER_FAILED = N_("The process that was working on this has ended; try again.")
_BUSY = N_("{waiting} questions are already waiting; try again in a moment.")
_STANDING = "workers_stand"
_LONG_TASKS_GIVE_WAY = 5
"""The niceness of the processes that run long tasks."""


def _pickle(function: Callable[..., Any], *arguments: Any) -> bytes:
    """Return a task in pickled form. Raise `HttpRefusal` if its arguments are nested too deep.

    Tasks are pickled here because an error in the thread that sends tasks to a worker would end that thread, and block
    the worker for ever.
    """
    try:
        return pickle.dumps((function, arguments))
    except RecursionError as error:
        raise HttpRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, TOO_DEEP) from error


@dataclass(frozen=True, eq=False)
class _Job:
    """A waiting task, and the future of its result."""

    task: bytes
    subject: Hashable
    is_long: bool
    result: asyncio.Future[Any]


class Workers:
    """Processes that run tasks.

    The first process runs no long tasks: a short one, such as a verdict while a mouse moves, never waits for them.
    """

    def __init__(self, count: int, limits: ServerLimits) -> None:
        self._limits = limits
        self._admission = Admission(limits.at_once, limits.each_second)
        self._queue = FairQueue[_Job]()
        bounds = {"processor_seconds": limits.processor_seconds, "seconds": limits.seconds}
        self._is_open = True
        self._quick = Worker(0, **bounds)
        self._others = [Worker(_LONG_TASKS_GIVE_WAY, **bounds) for _ in range(max(count - 1, 1))]

    @property
    def waiting(self) -> int:
        """The number of tasks that wait for a worker."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """The number of workers that run a task."""
        return sum(not worker.is_free for worker in (self._quick, *self._others))

    async def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        owner: str,
        subject: Hashable = None,
        is_long: bool = False,
        is_admitted: bool = False,
    ) -> Any:
        """Run a module-level function in a worker process and return its result; arguments and result are pickled.

        `owner` is the key of the sender, see `sender_of`; with `is_admitted` the limits of admission do not apply. A
        worker that knows the `subject`, such as the text of a scenario, is preferred. If the caller is cancelled while
        the task waits, it is never begun. Raise what the function raises, and `HttpRefusal` if the owner or all owners
        together exceed a limit, or if the task takes too long.
        """
        with nullcontext() if is_admitted else self._admission.admit(owner):
            if len(self._queue) >= self._limits.waiting:
                fields = {"waiting": self._limits.waiting}
                raise HttpRefusal(HTTPStatus.SERVICE_UNAVAILABLE, _BUSY, retry_after=2, fields=fields)
            task = _pickle(function, *arguments)
            job = _Job(task, subject, is_long, asyncio.get_running_loop().create_future())
            self._queue.put(owner, job)
            self._begin_jobs()
            try:
                return await job.result
            finally:
                self._queue.remove(owner, job)

    async def warm_up(self) -> None:
        """Start all processes before the first task needs one; return when they are ready."""
        jobs = [
            (worker, _Job(_pickle(int), None, False, asyncio.get_running_loop().create_future()))
            for worker in (self._quick, *self._others)
        ]
        for worker, job in jobs:
            self._begin(worker, job)
        await asyncio.gather(*(job.result for _worker, job in jobs))

    async def stop(self) -> None:
        """End all processes, and begin no further tasks."""
        self._is_open = False
        await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in (self._quick, *self._others)))

    def _begin_jobs(self) -> None:
        while self._is_open and (job := self._queue.pop(self._can_begin)) is not None:
            worker = self._worker_for(job)
            assert worker is not None
            self._begin(worker, job)

    def _can_begin(self, job: _Job) -> bool:
        return self._worker_for(job) is not None

    def _worker_for(self, job: _Job) -> Worker | None:
        """Return the best free worker for a job, preferably one that knows its subject; None if the job has to wait."""
        free = [worker for worker in self._others if worker.is_free]
        if self._quick.is_free and not job.is_long:
            free.insert(0, self._quick)
        return next((worker for worker in free if worker.knows(job.subject)), free[0] if free else None)

    def _begin(self, worker: Worker, job: _Job) -> None:
        worker.is_free = False
        worker.run(job.task, job.subject).add_done_callback(partial(self._finish, worker, job))

    def _finish(self, worker: Worker, job: _Job, done: asyncio.Future[Any]) -> None:
        """Pass the result on, and begin the next job."""
        error = done.exception()
        if isinstance(error, ProcessExpired | TimeoutError | BrokenExecutor):
            worker.forget()
            error = self._refusal_of(error)
        if not job.result.done():  # otherwise its caller has been cancelled
            if error is None:
                job.result.set_result(done.result())
            else:
                job.result.set_exception(error)
        worker.is_free = True
        self._begin_jobs()

    def _refusal_of(self, error: Exception) -> HttpRefusal:
        """Return the refusal for a task whose process ended."""
        if isinstance(error, TimeoutError) or (isinstance(error, ProcessExpired) and error.exitcode == TOO_LONG):
            fields = {"seconds": self._limits.processor_seconds}
            return HttpRefusal(HTTPStatus.SERVICE_UNAVAILABLE, _TAKES_TOO_LONG, fields=fields)
        return HttpRefusal(HTTPStatus.SERVICE_UNAVAILABLE, _WORKER_FAILED, retry_after=1)


def workers_of(app: Litestar) -> Workers:
    """Return the workers of a server."""
    workers: Workers = app.state["workers"]
    return workers


def workers(settings: Settings) -> Part:
    """Return the part of the server for its workers."""

    @asynccontextmanager
    async def working(app: Litestar) -> AsyncIterator[None]:
        app.state["workers"] = started = Workers(settings.workers, settings.limits)
        app.state[_STANDING] = standing = asyncio.ensure_future(started.warm_up())
        compiling = asyncio.ensure_future(_compile_after(standing) if settings.compiles_kernels else asyncio.sleep(0))
        try:
            yield
        finally:
            for task in (standing, compiling):
                task.cancel()
            await asyncio.gather(standing, compiling, return_exceptions=True)
            await started.stop()

    return Part(lifespans=[working], is_ready=_are_standing)


async def _compile_after(standing: asyncio.Future[None]) -> None:
    """Compile kernels once the workers are ready: starting them takes precedence."""
    await asyncio.wait([standing])
    await run_compilation()


async def _are_standing(app: Litestar) -> bool:
    """Return whether all workers have become ready, waiting until that is known, soon after the start."""
    standing: asyncio.Future[None] = app.state[_STANDING]
    await asyncio.wait([standing])
    return not standing.cancelled() and standing.exception() is None
