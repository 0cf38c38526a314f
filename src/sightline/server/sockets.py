"""WebSockets of the server: their maximum number, their origin, and how one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, cast

import msgspec

from sightline.i18n import N_
from sightline.server.errors import refusal_body, refusal_headers
from sightline.server.http_refusals import HttpRefusal
from sightline.server.request_types import AnyConnection, AnySocket

_FULL = N_("At most {most} connections can be open; try again later.")
_OTHER_ORIGIN = N_("A page from another server may not connect here.")
_RETRY_SECONDS = 10
_POLICY = 1008
_REASON_BYTES = 120


class OpenSockets:
    """The count of open WebSockets."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0

    @contextmanager
    def admit(self, socket: AnySocket) -> Iterator[None]:
        """Count a WebSocket while it is open. Raise `HttpRefusal` for too many, and for pages of other servers."""
        if not is_of_same_origin(socket):
            raise HttpRefusal(HTTPStatus.FORBIDDEN, _OTHER_ORIGIN)
        if self.count >= self.most:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            raise HttpRefusal(status, _FULL, fields={"most": self.most}, retry_after=_RETRY_SECONDS)
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1


def is_of_same_origin(connection: AnyConnection) -> bool:
    """Return whether a WebSocket or request comes from a page of this server, or not from a page at all."""
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host")


async def refuse_socket(socket: AnySocket, refusal: HttpRefusal) -> None:
    """Reject a WebSocket before it is accepted, with the status, message and headers of a refusal."""
    body = refusal_body(refusal, socket)
    await socket.receive()  # the connect event
    if "websocket.http.response" not in (socket.scope.get("extensions") or {}):
        await socket.close(_POLICY, as_reason(body.message))
        return
    stated = {"Content-Type": "application/json", **refusal_headers(refusal)}
    headers = [(name.lower().encode(), value.encode()) for name, value in stated.items()]
    start = {"type": "websocket.http.response.start", "status": refusal.status.value, "headers": headers}
    await socket.send(cast("Any", start))
    await socket.send(cast("Any", {"type": "websocket.http.response.body", "body": msgspec.json.encode(body)}))


def as_reason(message: str) -> str:
    """Return a message, shortened to the maximum length of the close reason of a WebSocket."""
    return message.encode()[:_REASON_BYTES].decode(errors="ignore")
