"""The WebSocket of a table: edits as they come, the list of viewers, and where they point."""

from __future__ import annotations

import asyncio
from asyncio import FIRST_COMPLETED
from time import monotonic

import msgspec

from sightline.i18n import N_
from sightline.server.connection_base import (
    BROKEN,
    GONE,
    LOAD_AGAIN,
    UNREADABLE,
    WITHOUT_HELLO,
    Farewell,
    LiveSocket,
    Pings,
)
from sightline.server.request_types import AnySocket
from sightline.server.storage.table_store import StoredTable
from sightline.server.tables.live_hub import LiveMessage, Viewer, message_of
from sightline.server.tables.live_messages import Pointing, Whereabouts, read_hello, read_message
from sightline.server.tables.table_service import TableService
from sightline.server.tokens import is_secret_of

_MAX_CHARACTERS = 4096
_EACH_SECOND, _AT_ONCE = 60, 120
"""The rate limit of messages from one connection, per second and as a burst."""

_FAREWELLS = {
    "hello": WITHOUT_HELLO,
    "secret": Farewell(BROKEN, N_("This is not the secret of this table.")),
    "unreadable": UNREADABLE,
    "too many": Farewell(BROKEN, N_("Too many messages.")),
    "load": Farewell(LOAD_AGAIN, N_("The table has changed; load it again.")),
}


class LiveConnection(LiveSocket):
    """The connection of a viewer: sends every edit after a revision, by default the newest one."""

    def __init__(
        self, socket: AnySocket, service: TableService, table: StoredTable, ping_seconds: float, after: int | None
    ) -> None:
        super().__init__(socket)
        self._service, self._table = service, table
        self._ping_seconds = ping_seconds
        self._after = table.revision if after is None else after

    async def talk(self) -> Farewell | None:
        """Return why the connection is to be ended, None if the other side has ended it."""
        after = self._after
        hello = await self.read_hello(read_hello, _MAX_CHARACTERS)
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

    async def _send(self, viewer: Viewer, after: int) -> Farewell:
        """Send past edits after a revision, then messages as they come; return why the connection must be closed."""
        last = await self._send_past(after)
        told_before = viewer.queue.qsize()  # queued edits may just have been sent as past ones
        pings = Pings(self.socket, self._ping_seconds)
        while True:
            message = await _next(viewer.queue, pings.wait)
            if message is None:
                await pings.send_due()
                continue
            told_before -= 1
            revision = message.revision
            if revision is None:
                await self.socket.send_text(message.text)
            elif revision <= last and told_before < 0:
                return _FAREWELLS["load"]  # the database has been restored from an older backup
            elif revision == last + 1:
                await self.socket.send_text(message.text)
                last = revision
            elif revision > last:  # there are edits stored by another server in between
                last = await self._send_past(last)

    async def _send_past(self, last: int) -> int:
        """Send the stored edits after a revision; return the revision of the latest."""
        while edits := await self._service.store.edits_after(self._table.id, last):
            for each in edits:
                await self.socket.send_text(message_of(each, None).text)
                last = each.revision
        return last

    async def _receive(self, viewer: Viewer) -> Farewell | None:
        """Handle messages; return what is wrong with one, None when the client is gone."""
        allowed, then = float(_AT_ONCE), monotonic()
        while True:
            try:
                text = await self.socket.receive_text()
            except GONE:
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
        match read_message(text[:_MAX_CHARACTERS]):
            case Whereabouts(at):
                self._service.hub.move(self._table.id, viewer, at)
            case Pointing(at):
                self._service.hub.point(self._table.id, viewer, at)


async def _next(queue: asyncio.Queue[LiveMessage], seconds: float) -> LiveMessage | None:
    """Return the next message, None if there is none within `seconds`."""
    try:
        return await asyncio.wait_for(queue.get(), seconds)
    except TimeoutError:
        return None
