"""Parts of the server, such as its tables, and what each contributes to the application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap

IsReady = Callable[[Litestar], Awaitable[bool]]
OnStop = Callable[[Litestar], None]
Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part: its routes, and what lives as long as the server; its objects are in `app.state`."""

    api: Sequence[ControllerRouterHandler] = ()
    """Routes under `/api/v1`, which OpenAPI describes."""
    pages: Sequence[ControllerRouterHandler] = ()
    """Routes under `/`, which OpenAPI does not describe."""
    lifespans: Sequence[Lifespan] = ()
    """Contexts that are entered when the server starts, and exited in reverse order when it stops."""
    on_stop: Sequence[OnStop] = ()
    """Functions that are called as soon as the server begins to stop, before it waits for running requests."""
    is_ready: IsReady | None = None
    """A function that returns whether the part can answer now, for `GET /ready`."""
    exceptions: ExceptionHandlersMap = field(default_factory=dict[Any, Any])
    """The handlers of exceptions of the part."""
