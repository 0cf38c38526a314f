"""Sweeps of the database: again and again, whatever happens to one, and none is cut short."""

from __future__ import annotations

import asyncio

from sqlalchemy.exc import OperationalError

from sightline.server.storage.sweep import sweeping


def test_sweeps_are_repeated_also_after_one_that_failed_and_finished_at_the_end() -> None:
    events: list[str] = []

    async def sweep() -> None:
        events.append("begins")
        await asyncio.sleep(0.01)
        events.append("ends")
        if len(events) == 2:
            raise OperationalError("sweep", {}, OSError())

    async def serve() -> None:
        async with sweeping(sweep, seconds=0.001):
            while len(events) < 5:  # in the middle of the third
                await asyncio.sleep(0)

    asyncio.run(serve())
    assert events == ["begins", "ends"] * 3
