"""WebSockets at an address that does not exist, refused like other requests there."""

from __future__ import annotations

from http import HTTPStatus

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sightline.server.http_refusals import HttpRefusal
from sightline.server.request_types import AnySocket
from sightline.server.sockets import refuse_socket


def refusing_unknown_sockets(app: ASGIApp) -> ASGIApp:
    """Return an application that refuses WebSockets without a route with status 404, as Litestar only closes them."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_refusal(message: Message) -> None:
            if message["type"] == "websocket.close" and not scope.get("path_template"):
                socket = AnySocket(scope, receive, send)
                await refuse_socket(socket, HttpRefusal(HTTPStatus.NOT_FOUND))
            else:
                await send(message)

        await app(scope, receive, send_refusal if scope["type"] == ScopeType.WEBSOCKET else send)

    return answer
