"""Parts of the server, such as its tables, and their contributions to the whole."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap

API = "/api/v1"
"""The path under which programs find everything."""
IsReady = Callable[[Litestar], Awaitable[bool]]
LeaveTaking = Callable[[Litestar], None]
Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, kw_only=True)
class Part:
    """Routes, and what lives as long as the server; each part keeps its own things in `app.state`."""

    api: Sequence[ControllerRouterHandler] = ()
    """Routes under `/api/v1`, which OpenAPI describes."""
    pages: Sequence[ControllerRouterHandler] = ()
    """Routes under `/`, which it does not."""
    lifespans: Sequence[Lifespan] = ()
    """Contexts that are entered when the server starts and left, in reverse order, when it stops."""
    leave_takings: Sequence[LeaveTaking] = ()
    """Functions that are called as soon as the server is to stop, before it waits for requests under way."""
    is_ready: IsReady | None = None
    """A function that says whether it can answer now, for `GET /ready`."""
    exceptions: ExceptionHandlersMap = field(default_factory=dict[Any, Any])
    """The handlers of its exceptions."""
