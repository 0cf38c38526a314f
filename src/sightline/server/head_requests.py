"""HEAD requests, answered by the GET route without the body."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


def answering_head(app: ASGIApp) -> ASGIApp:
    """Return an application that answers HEAD with the headers of GET, without the body."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope["method"] = "GET"
            await app(scope, receive, send_head)
        else:
            await app(scope, receive, send)

    return answer
