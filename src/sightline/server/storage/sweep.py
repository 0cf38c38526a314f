"""Work on the database now and then, while a server runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError

_SECONDS = 3600
_ENDING_SECONDS = 3
"""The time that a sweep under way has to finish in."""


@asynccontextmanager
async def sweeping(sweep: Callable[[], Awaitable[object]], seconds: float = _SECONDS) -> AsyncIterator[None]:
    """Sweep at once and then every so many seconds, until the block ends.

    A sweep under way is finished if it can be: cancelled in the middle, it would leave its connection open. One that
    fails because of the database is tried again the next time.
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
