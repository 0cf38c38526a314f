"""One worker process as the server sees it: a pool of one, which is made anew when the process ends."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from multiprocessing import get_all_start_methods, get_context
from typing import Any

from pebble import ProcessPool

from sightline.server.workers.task import HAS_TIMER, begin_work, run_task

_REMEMBERED = 32
"""The subjects of its latest tasks by which a worker is chosen again."""
_PRELOADED = ("sightline.server.workers.preloaded",)


class Worker:
    """A process that runs one task at a time, ended and replaced when a task takes too long.

    It has a pool of its own, so that the server decides which worker runs what.
    """

    def __init__(self, niceness: int, *, processor_seconds: float, seconds: float) -> None:
        self.is_free = True
        self._niceness, self._processor_seconds = niceness, processor_seconds
        self._seconds = seconds if HAS_TIMER else processor_seconds
        self._subjects: OrderedDict[Hashable, None] = OrderedDict()
        self._pool = self._make_pool()

    def _make_pool(self) -> ProcessPool:
        # Processes are forked from one that has imported everything and has no threads, where the system can do that.
        context = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        context.set_forkserver_preload(list(_PRELOADED))
        return ProcessPool(max_workers=1, initializer=begin_work, initargs=(self._niceness,), context=context)

    def knows(self, subject: Hashable) -> bool:
        """Return whether it has worked on a subject lately, and keeps what it found out."""
        return subject in self._subjects

    def run(self, task: bytes, subject: Hashable) -> asyncio.Future[Any]:
        """Begin a task, a pickled function with its arguments.

        The future raises what the task does, or what ended the process.
        """
        self._subjects[subject] = None
        self._subjects.move_to_end(subject)
        if len(self._subjects) > _REMEMBERED:
            self._subjects.popitem(last=False)
        if not self._pool.active:  # its process was ended from outside while it had nothing to do
            self.stop()
            self._pool = self._make_pool()
        limited = (self._processor_seconds, task)
        return asyncio.wrap_future(self._pool.schedule(run_task, args=limited, timeout=self._seconds))

    def forget(self) -> None:
        """Forget what the process knew: it has ended, and its pool starts another."""
        self._subjects.clear()

    def stop(self) -> None:
        """End the process, also in the middle of a task."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()
