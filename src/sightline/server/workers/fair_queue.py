"""A fair queue: owners take turns, so that no owner can block others with many jobs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Job = TypeVar("Job")


class FairQueue(Generic[Job]):
    """A queue of jobs: first come, first served within an owner, round robin between owners."""

    def __init__(self) -> None:
        self._jobs: dict[str, deque[Job]] = {}
        """The jobs of each owner, in the order of turns; no list is empty."""

    def __len__(self) -> int:
        return sum(map(len, self._jobs.values()))

    def put(self, owner: str, job: Job) -> None:
        """Add a job at the end of those of its owner."""
        self._jobs.setdefault(owner, deque()).append(job)

    def remove(self, owner: str, job: Job) -> None:
        """Remove a job that nobody waits for any longer, if it is still there."""
        if job in self._jobs.get(owner, ()):
            self._take(owner, job)

    def pop(self, can_begin: Callable[[Job], bool]) -> Job | None:
        """Remove and return the next job that can begin now, and move its owner to the end; None if there is none."""
        for owner, jobs in self._jobs.items():
            job = next(filter(can_begin, jobs), None)
            if job is not None:
                self._take(owner, job)
                if owner in self._jobs:
                    self._jobs[owner] = self._jobs.pop(owner)
                return job
        return None

    def _take(self, owner: str, job: Job) -> None:
        jobs = self._jobs[owner]
        jobs.remove(job)
        if not jobs:
            del self._jobs[owner]
