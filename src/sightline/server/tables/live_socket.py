"""The WebSocket of a table: edits as they come, who is here, who points where."""

from __future__ import annotations

import asyncio
from asyncio import FIRST_COMPLETED
from contextlib import suppress
from time import monotonic

import msgspec
from litestar.exceptions import WebSocketException
from sqlalchemy.exc import SQLAlchemyError

from sightline.i18n import N_, _, use_language
from sightline.server.errors import language_of
from sightline.server.observation.logs import log
from sightline.server.sockets import AnySocket, as_reason
from sightline.server.storage.table_store import StoredTable
from sightline.server.tables.live_hub import Farewell, LiveMessage, Viewer, message_of
from sightline.server.tables.live_messages import LiveHello, Pointing, Whereabouts, read_hello, read_message
from sightline.server.tables.table_secret import is_secret_of
from sightline.server.tables.table_service import TableService

_HELLO_SECONDS = 15.0
_CLOSING_SECONDS = 2.0
_MOST_CHARACTERS = 4096
_EACH_SECOND, _AT_ONCE = 60, 120
"""The messages that are taken from one connection."""
_PING = '{"type":"ping"}'

_BROKEN, _FAILED, _NO_HELLO, _LOAD_AGAIN = 1008, 1011, 4408, 4409
_FAREWELLS = {
    "hello": Farewell(_NO_HELLO, N_("The first message has to be a hello.")),
    "secret": Farewell(_BROKEN, N_("The secret is not that of this table.")),
    "unreadable": Farewell(_BROKEN, N_("A message cannot be read.")),
    "too many": Farewell(_BROKEN, N_("These are too many messages.")),
    "load": Farewell(_LOAD_AGAIN, N_("The table is not what it was; load it again.")),
    "failed": Farewell(_FAILED, N_("The server failed; connect again.")),
}
_GONE = (WebSocketException, OSError)
"""What is raised when the other side is gone."""


class LiveConnection:
    """The connection of somebody who looks on at a table, from the moment in which it is accepted."""

    def __init__(self, socket: AnySocket, service: TableService, table: StoredTable, ping_seconds: float) -> None:
        self._socket, self._service, self._table = socket, service, table
        self._ping_seconds = ping_seconds

    async def run(self, after: int | None) -> None:
        """Tell of every edit behind a revision, by default the newest one, until either side ends the connection."""
        try:
            farewell = await self._run(self._table.revision if after is None else after)
        except _GONE:
            return
        except Exception as error:
            if not isinstance(error, SQLAlchemyError):
                log().exception("live connection failed")
            farewell = _FAREWELLS["failed"]
        if farewell is not None:
            await self._close(farewell)

    async def _run(self, after: int) -> Farewell | None:
        """Return why the connection is to be ended, None if the other side has ended it."""
        hello = await self._read_hello()
        if hello is None:
            return _FAREWELLS["hello"]
        may_edit = is_secret_of(self._table.secret, hello.secret)
        if hello.secret is not None and not may_edit:
            return _FAREWELLS["secret"]
        if after > self._table.revision:
            return _FAREWELLS["load"]
        viewer = Viewer(hello, may_edit=may_edit)
        self._service.hub.join(self._table.id, viewer)
        tasks: set[asyncio.Future[Farewell | None]] = {
            asyncio.ensure_future(self._send(viewer, after)),
            asyncio.ensure_future(self._receive(viewer)),
        }
        try:
            await asyncio.wait({*tasks, viewer.farewell}, return_when=FIRST_COMPLETED)
            return next(each.result() for each in (viewer.farewell, *tasks) if each.done())
        finally:
            self._service.hub.leave(self._table.id, viewer)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read_hello(self) -> LiveHello | None:
        with suppress(msgspec.DecodeError, TimeoutError):
            text = await asyncio.wait_for(self._socket.receive_text(), _HELLO_SECONDS)
            return read_hello(text[:_MOST_CHARACTERS])
        return None

    async def _send(self, viewer: Viewer, after: int) -> Farewell:
        """Send what has been since a revision, then what comes; return why that cannot go on."""
        last = await self._send_past(after)
        told_before = viewer.queue.qsize()  # those of them that are edits may have been sent just now
        next_ping = monotonic() + self._ping_seconds
        while True:
            message = await _next(viewer.queue, next_ping)
            if message is None:
                await self._socket.send_text(_PING)
                next_ping = monotonic() + self._ping_seconds
                continue
            told_before -= 1
            revision = message.revision
            if revision is None:
                await self._socket.send_text(message.text)
            elif revision <= last and told_before < 0:
                return _FAREWELLS["load"]  # the database is an older one than before
            elif revision == last + 1:
                await self._socket.send_text(message.text)
                last = revision
            elif revision > last:  # another server has kept edits as well
                last = await self._send_past(last)

    async def _send_past(self, last: int) -> int:
        """Send the edits behind a revision; return the revision of the latest."""
        while edits := await self._service.store.edits_after(self._table.id, last):
            for each in edits:
                await self._socket.send_text(message_of(each, None).text)
                last = each.revision
        return last

    async def _receive(self, viewer: Viewer) -> Farewell | None:
        """Take messages; return what is wrong with one, None when the other side is gone."""
        allowed, then = float(_AT_ONCE), monotonic()
        while True:
            try:
                text = await self._socket.receive_text()
            except _GONE:
                return None
            now = monotonic()
            allowed, then = min(_AT_ONCE, allowed + (now - then) * _EACH_SECOND) - 1, now
            if allowed < 0:
                return _FAREWELLS["too many"]
            try:
                self._take(viewer, text)
            except msgspec.DecodeError:
                return _FAREWELLS["unreadable"]

    def _take(self, viewer: Viewer, text: str) -> None:
        match read_message(text[:_MOST_CHARACTERS]):
            case Whereabouts(at):
                self._service.hub.move(self._table.id, viewer, at)
            case Pointing(at):
                self._service.hub.point(self._table.id, viewer, at)

    async def _close(self, farewell: Farewell) -> None:
        with use_language(language_of(self._socket)):
            reason = as_reason(_(farewell.reason))
        with suppress(TimeoutError, *_GONE):
            await asyncio.wait_for(self._socket.close(farewell.code, reason), _CLOSING_SECONDS)


async def _next(queue: asyncio.Queue[LiveMessage], until: float) -> LiveMessage | None:
    """Return the next message, None if there is none until a time."""
    try:
        return await asyncio.wait_for(queue.get(), max(0.0, until - monotonic()))
    except TimeoutError:
        return None
