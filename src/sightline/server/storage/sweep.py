"""Periodic work on the database while a server runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError

_SECONDS = 3600
_ENDING_SECONDS = 3
"""The time in seconds for a running sweep to finish."""


@asynccontextmanager
async def sweeping(sweep: Callable[[], Awaitable[object]], seconds: float = _SECONDS) -> AsyncIterator[None]:
    """Run `sweep` at once and then every `seconds`, until the block ends.

    A running sweep is finished if possible: cancelled in the middle, it would leave its connection open. If the
    database fails, the next sweep tries again.
    """
    ended = asyncio.Event()

    async def repeat() -> None:
        while not ended.is_set():
            with suppress(SQLAlchemyError):
                await sweep()
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), seconds)

    repeating = asyncio.ensure_future(repeat())
    try:
        yield
    finally:
        ended.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(repeating, _ENDING_SECONDS)
