"""The host names under which a server answers, against DNS rebinding by pages of other servers."""

from __future__ import annotations

from collections.abc import Collection
from http import HTTPStatus
from ipaddress import ip_address

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal
from sightline.server.request_types import AnySocket
from sightline.server.sockets import refuse_socket

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
_OTHER_NAME = N_("This server does not answer to that name; its option --allowed-host says to which it does.")


def default_hosts(listens_at: str) -> tuple[str, ...] | None:
    """Return the host names of a server: the local ones if it listens on loopback, otherwise None (any)."""
    try:
        is_local = ip_address(listens_at).is_loopback
    except ValueError:
        is_local = listens_at.lower() == "localhost"
    return LOOPBACK_NAMES if is_local else None


class HostCheck(ASGIMiddleware):
    """Refuses requests and WebSockets whose header `Host` does not have an allowed name."""

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(name.lower() for name in allowed)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass on requests with an allowed host name."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if _name_of(headers.get(b"host", b"").decode("latin-1")) in self._allowed:
            await next_app(scope, receive, send)
            return
        refusal = HttpRefusal(HTTPStatus.MISDIRECTED_REQUEST, _OTHER_NAME)
        if scope["type"] == ScopeType.WEBSOCKET:
            await refuse_socket(AnySocket(scope, receive, send), refusal)
            return
        raise refusal


def _name_of(host: str) -> str:
    """Return the name of a header `Host`, without its port."""
    name, bracket, _port = host.lower().rpartition("]") if host.startswith("[") else host.lower().partition(":")
    return f"{name}]" if bracket == "]" else name
