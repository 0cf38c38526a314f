"""Connections whose requests come too slowly, which are closed, so that they do not hold the files of the process."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_BYTES_A_SECOND = 500
"""The bytes of a request that give it another second."""


class _ClosingSlow(H11Protocol):
    request_seconds: ClassVar[float]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._end: float | None = None
        """When the request under way must have arrived; None if there is none."""
        self._check: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        if self._end is None:
            self._begin()
        else:
            self._end += len(data) / _BYTES_A_SECOND
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):  # all of it is here
            self._end = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketsSansIOProtocol) and not protocol.handshake_initiated:
            # Its headers are too many or too long for `websockets`; uvicorn would leave the client without an answer.
            self.send_400_response("Invalid WebSocket request received.")

    def _begin(self) -> None:
        self._end = monotonic() + self.request_seconds
        if self._check is None:
            self._check = self.loop.call_later(self.request_seconds, self._close_if_late)

    def _stop(self) -> None:
        self._end = None
        if self._check is not None:
            self._check.cancel()
            self._check = None

    def _close_if_late(self) -> None:
        self._check = None
        if self._end is None:
            return
        left = self._end - monotonic()
        if left > 0:
            self._check = self.loop.call_later(left, self._close_if_late)
        else:
            self.transport.abort()


def closing_slow(seconds: float) -> type[H11Protocol]:
    """Return a protocol for HTTP that closes a connection whose request takes longer than `seconds` to arrive.

    A large request has more time. The time of the answer does not count, nor does that between two requests, which the
    keep-alive of uvicorn limits.
    """

    class ClosingSlow(_ClosingSlow):
        request_seconds = seconds

    return ClosingSlow
