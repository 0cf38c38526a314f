"""Tasks for requests, which are not begun once the client has disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any

from sightline.server.request_types import AnyHttpRequest
from sightline.server.workers.admission import sender_of
from sightline.server.workers.workers import workers_of


async def run_for(
    request: AnyHttpRequest,
    function: Callable[..., Any],
    *arguments: Any,
    subject: Hashable = None,
    is_long: bool = False,
) -> Any:
    """Run a module-level function in a worker process, as `Workers.run` does, for the sender of a request.

    The body of the request must have been read. A task whose client disconnects while it waits is never begun; its
    result is None.
    """
    owner, workers = sender_of(request), workers_of(request.app)
    task = asyncio.ensure_future(workers.run(function, *arguments, owner=owner, subject=subject, is_long=is_long))
    gone = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        return await task if task.done() else None
    finally:
        gone.cancel()
        task.cancel()


async def _wait_until_gone(request: AnyHttpRequest) -> None:
    """Wait until the connection of a request, whose body has been read, is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
