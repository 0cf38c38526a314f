"""One worker process as seen by the server: a pool of size one, which is replaced when the process ends."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from pebble import ProcessPool

from sightline.server.workers.preloaded_context import preloaded_context
from sightline.server.workers.task import HAS_TIMER, begin_work, run_task

_REMEMBERED = 32
"""The number of subjects of its latest tasks that a worker remembers, for choosing it again."""


class Worker:
    """A process that runs one task at a time, ended and replaced when a task takes too long.

    It has its own pool, so that the server decides which worker runs which task.
    """

    def __init__(self, niceness: int, *, processor_seconds: float, seconds: float) -> None:
        self.is_free = True
        self._niceness, self._processor_seconds = niceness, processor_seconds
        self._seconds = seconds if HAS_TIMER else processor_seconds
        self._subjects: OrderedDict[Hashable, None] = OrderedDict()
        self._pool = self._make_pool()

    def _make_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=1, initializer=begin_work, initargs=(self._niceness,), context=preloaded_context()
        )

    def knows(self, subject: Hashable) -> bool:
        """Return whether it has worked on a subject lately, and has results about it in its caches."""
        return subject in self._subjects

    def run(self, task: bytes, subject: Hashable) -> asyncio.Future[Any]:
        """Begin a task, a pickled function with its arguments.

        The future raises the exception of the task, or one for the end of the process.
        """
        self._subjects[subject] = None
        self._subjects.move_to_end(subject)
        if len(self._subjects) > _REMEMBERED:
            self._subjects.popitem(last=False)
        if not self._pool.active:  # its process was killed while it was idle
            self.stop()
            self._pool = self._make_pool()
        limited = (self._processor_seconds, task)
        return asyncio.wrap_future(self._pool.schedule(run_task, args=limited, timeout=self._seconds))

    def forget(self) -> None:
        """Forget the remembered subjects, because the process has ended and the pool starts another."""
        self._subjects.clear()

    def stop(self) -> None:
        """End the process, even in the middle of a task."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()
