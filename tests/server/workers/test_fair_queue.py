"""A queue in which everybody has a turn."""

from __future__ import annotations

from sightline.server.workers.fair_queue import FairQueue


def queue_of(*jobs: str) -> FairQueue[str]:
    """Return a queue of jobs, each owned by its first letter."""
    queue = FairQueue[str]()
    for job in jobs:
        queue.put(job[0], job)
    return queue


def drain(queue: FairQueue[str]) -> list[str]:
    return [job for _ in range(len(queue)) if (job := queue.pop(lambda job: True))]


def test_everybody_has_a_turn() -> None:
    assert drain(queue_of("a1", "a2", "a3", "b1", "c1", "c2")) == ["a1", "b1", "c1", "a2", "c2", "a3"]


def test_what_cannot_begin_yet_holds_nothing_up() -> None:
    queue = queue_of("a-long", "a-short", "b-long")
    assert queue.pop(lambda job: "short" in job) == "a-short"
    assert queue.pop(lambda job: "short" in job) is None
    assert sorted(drain(queue)) == ["a-long", "b-long"]


def test_a_job_can_be_taken_out_once() -> None:
    queue = queue_of("a1", "a2")
    queue.remove("a", "a1")
    queue.remove("a", "a1")
    queue.remove("b", "b1")
    assert drain(queue) == ["a2"]
    assert len(queue) == 0
