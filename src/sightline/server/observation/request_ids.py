"""An id of each request, which its answer, its errors and the log have in common."""

from __future__ import annotations

import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Request-ID"
_KEY = "request_id"


def request_id(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the id of a request, made at its first use."""
    found: str = connection.scope["state"].setdefault(_KEY, secrets.token_hex(8))
    return found


class RequestIds(ASGIMiddleware):
    """Adds the id of a request to its answer."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        own = request_id(ASGIConnection(scope))

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)[HEADER] = own
            await send(message)

        await next_app(scope, receive, send_with_id)
