"""Bodies that are refused for their size, read to their end so that their senders get the answer.

A connection that is closed while its client still sends is reset, and most clients then never see the answer.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

_MAX_DISCARDED_BYTES = 64 << 20
_MAX_SECONDS = 10


def discarding_rejected(app: ASGIApp) -> ASGIApp:
    """Return an application that reads and discards the rest of a body before it answers that it is too large.

    Beyond a limit of bytes or time it answers at once. A client that waits for leave to send its body gets none.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_whole = False

        async def receive_noting_end() -> ReceiveMessage:
            nonlocal is_whole
            message = await receive()
            is_whole = message["type"] != "http.request" or not message.get("more_body")
            return message

        async def discard_rest() -> None:
            left = _MAX_DISCARDED_BYTES
            while not is_whole and left > 0:
                message = await receive_noting_end()
                left -= len(message["body"]) if message["type"] == "http.request" else 0

        async def send_after_body(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                with suppress(TimeoutError):
                    await asyncio.wait_for(discard_rest(), _MAX_SECONDS)
            await send(message)

        if scope["type"] == ScopeType.HTTP and not any(name == b"expect" for name, _value in scope["headers"]):
            await app(scope, receive_noting_end, send_after_body)
        else:
            await app(scope, receive, send)

    return answer
