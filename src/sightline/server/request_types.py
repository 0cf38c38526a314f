"""Requests and WebSockets of any kind, and the secret that one sends in its header."""

from __future__ import annotations

from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyHttpRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]

_BEARER = "bearer "


def bearer_of(connection: AnyConnection) -> str | None:
    """Return the token or secret that a request or WebSocket sends as `Authorization: Bearer`, None without one."""
    stated = connection.headers.get("authorization", "")
    return stated[len(_BEARER) :].strip() if stated.lower().startswith(_BEARER) else None
