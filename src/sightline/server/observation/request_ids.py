"""Request ids, which appear in the answer, in errors and in the log."""

from __future__ import annotations

import secrets
from typing import TypeGuard

from litestar.datastructures import MutableScopeHeaders
from litestar.types import HTTPResponseStartEvent, Message, Scope, WebSocketResponseStartEvent

from sightline.server.request_types import AnyConnection

HEADER = "X-Request-ID"
_KEY = "request_id"


def request_id(connection: AnyConnection) -> str:
    """Return the id of a request, created on first use."""
    return id_of(connection.scope)


def id_of(scope: Scope) -> str:
    """Return the id of the request of a scope."""
    found: str = scope["state"].setdefault(_KEY, secrets.token_hex(8))
    return found


def is_start_of_answer(message: Message) -> TypeGuard[HTTPResponseStartEvent | WebSocketResponseStartEvent]:
    """Return whether a message begins the answer to a request, or the refusal of a WebSocket."""
    return message["type"] in {"http.response.start", "websocket.http.response.start"}


async def add_request_id(message: Message, scope: Scope) -> None:
    """Add the id of a request to its answer."""
    if is_start_of_answer(message):
        MutableScopeHeaders.from_message(message)[HEADER] = id_of(scope)
