"""The base of WebSocket connections, which begin with a hello message, are pinged, and are closed with a reason."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple, TypeVar

import msgspec
from litestar.exceptions import WebSocketException
from sqlalchemy.exc import SQLAlchemyError

from sightline.i18n import N_, _, use_language
from sightline.server.errors import language_of
from sightline.server.observation.logs import log
from sightline.server.request_types import AnySocket
from sightline.server.sockets import as_reason

_HELLO_SECONDS = 15.0
_CLOSING_SECONDS = 2.0
_PING = '{"type":"ping"}'
BROKEN, FAILED, GOING, FULL, NO_HELLO, LOAD_AGAIN = 1008, 1011, 1012, 1013, 4408, 4409
"""The close codes that several kinds of connections have."""

GONE: Final = (WebSocketException, OSError)
"""The exceptions that are raised when the other side is gone."""


class Farewell(NamedTuple):
    """The close code, and the reason marked for translation, with which a connection is closed."""

    code: int
    reason: str


WITHOUT_HELLO = Farewell(NO_HELLO, N_("The first message must be a hello."))
UNREADABLE = Farewell(BROKEN, N_("A message could not be read."))
HAS_FAILED = Farewell(FAILED, N_("The server failed; connect again."))
STOPS = Farewell(GOING, N_("The server is stopping; connect again in a moment."))
AnyHello = TypeVar("AnyHello")


class LiveSocket(ABC):
    """A connection from the moment it is accepted. Its close reasons are in the client's `language`."""

    def __init__(self, socket: AnySocket) -> None:
        self.socket = socket
        self.language = language_of(socket)

    @abstractmethod
    async def talk(self) -> Farewell | None:
        """Serve the connection; return why it must be closed, None if the client has closed it."""

    async def run(self) -> None:
        """Serve until either side closes the connection."""
        try:
            farewell = await self.talk()
        except GONE:
            return
        except Exception as error:
            farewell = self.farewell_after(error)
        if farewell is not None:
            await self._close(farewell)

    def farewell_after(self, error: Exception) -> Farewell:
        """Return the farewell after an error of the server, which is logged unless it is the database's."""
        if not isinstance(error, SQLAlchemyError):
            log().exception("live connection failed")
        return HAS_FAILED

    async def read_hello(self, read: Callable[[str], AnyHello], most_characters: int) -> AnyHello | None:
        """Return the first message, None if no readable one comes in time."""
        with suppress(msgspec.DecodeError, RecursionError, TimeoutError):
            text = await asyncio.wait_for(self.socket.receive_text(), _HELLO_SECONDS)
            return read(text[:most_characters])
        return None

    async def _close(self, farewell: Farewell) -> None:
        with use_language(self.language):
            reason = as_reason(_(farewell.reason))
        with suppress(TimeoutError, *GONE):
            await asyncio.wait_for(self.socket.close(farewell.code, reason), _CLOSING_SECONDS)


class Pings:
    """The pings of a connection, sent at a fixed interval."""

    def __init__(self, socket: AnySocket, seconds: float) -> None:
        self._socket, self._seconds = socket, seconds
        self._next = monotonic() + seconds

    @property
    def wait(self) -> float:
        """The seconds until the next ping."""
        return max(0.0, self._next - monotonic())

    async def send_due(self) -> None:
        """Send a ping if it is due."""
        if not self.wait:
            await self._socket.send_text(_PING)
            self._next = monotonic() + self._seconds
